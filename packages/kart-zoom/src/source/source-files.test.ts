import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Texts } from "@kart/core/language-server/session/texts";
import { Workspace } from "@kart/core/workspace/workspace";
import { SourceFacts } from "@kart/core/workspace/source-facts";
import { CORPORA, corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { SourceFiles } from "./source-files.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

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

test("outlines of a thousand files are kept, and those that nobody asked for since are dropped", async () => {
  using tree = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  const files = await SourceFiles.open(new Workspace(tree.root).root, new Texts());
  const outline = files.within("a.ts")?.outline;
  for (let at = 0; at < 1_000; at++) tree.write(`small/${at}.ts`, `export const a${at} = 1;\n`);
  for (let at = 0; at < 1_000; at++) files.within(`small/${at}.ts`);
  expect(files.within("a.ts")?.outline).toBe(outline as never);
  // 600 thousand units each.
  for (let at = 0; at < 100; at++) {
    tree.write(`large/${at}.ts`, padding);
    files.within(`large/${at}.ts`);
  }
  const again = files.within("a.ts")?.outline;
  expect(again).toStrictEqual(outline as never);
  expect(again).not.toBe(outline as never);
});

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

for (const corpus of CORPORA)
  test(`${corpus}: how a name is used is the same whether it is told with the outline or asked later`, async () => {
    const { root } = new Workspace(corpusFolder(corpus));
    const [first, second] = [await SourceFiles.open(root, new Texts()), await SourceFiles.open(root, new Texts())];
    // Names in comments and in strings are among them.
    const some = (text: string) =>
      Array.from(text.matchAll(WORD), ({ index }) => index).filter((_, at) => at % 101 === 0);
    let asked = 0;
    for (const path of new Bun.Glob("**/*.ts").scanSync(root.absolute)) {
      const absolute = join(root.absolute, path);
      const [told, later] = [first.at(absolute, some), second.at(absolute)];
      for (const offset of some(told?.text ?? "")) {
        const use = told?.useAt(offset);
        expect({ path, offset, use }).toEqual({ path, offset, use: later?.useAt(offset) });
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(100);
  });
