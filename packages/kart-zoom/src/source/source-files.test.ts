import { expect, test } from "bun:test";
import { Texts } from "@kart/core/language-server/texts";
import { Workspace } from "@kart/core/workspace/workspace";
import { SourceFacts } from "@kart/core/workspace/source-facts";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { SourceFiles } from "./source-files.ts";

const padding = `// ${"x".repeat(600_000)}\n`;

test("an outline that another server made is the one that parsing gives, of the file as it is", async () => {
  using tree = new TempWorkspace({
    "a.ts": `${padding}/** One. */\nexport function f(): void;\nexport function f(a?: 1) {}\nclass C { m() {} }\n`,
    "broken.ts": "const a = 1;\nconst;\n",
  });
  using cache = new TempWorkspace();
  const { root } = new Workspace(tree.root);
  const open = async () => {
    // What is kept must have been as it is for a while.
    const facts = new SourceFacts(tree.root, {
      folder: cache.root,
      now: () => Date.now() + 60_000,
      code: () => "test",
    });
    return { facts, files: await SourceFiles.open(root, new Texts(), facts) };
  };
  const outlines = async () => {
    const { facts, files } = await open();
    const found = ["a.ts", "broken.ts"].map((path) => files.within(path)?.outline);
    facts.flush();
    return found;
  };
  const parsed = await outlines();
  expect(parsed.map((outline) => outline?.declarations.map(({ name }) => name))).toEqual([["f", "C"], []]);
  expect(parsed.map((outline) => outline?.failure?.line)).toEqual([undefined, 2]);
  expect(await outlines()).toStrictEqual(parsed);

  const { facts } = await open();
  const version = [...facts.of("outlines").recallAll()].flat().find(({ path }) => path === "a.ts")?.version;
  facts.of("outlines").keep("a.ts", version as never, { declarations: [], statements: [] });
  facts.flush();
  expect((await outlines())[0]).toEqual({ declarations: [], statements: [] });
  tree.write("a.ts", "let other;\n");
  expect((await outlines())[0]?.declarations.map(({ name }) => name)).toEqual(["other"]);
});
