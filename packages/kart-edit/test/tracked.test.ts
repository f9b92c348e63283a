import { expect, setDefaultTimeout, test } from "bun:test";
import { gitIn } from "@kart/testkit/git";
import { Desk } from "./ask.ts";
import { TSCONFIG } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

/** A desk in a repository that tracks files though its rules match them: git ignores none of these. */
async function trackedDesk(tsconfig: Record<string, string>): Promise<Desk> {
  const desk = await Desk.with({
    ".gitignore": "build/\n",
    "src/x.ts": "export const used = 1;\nexport const dead = 2;\n",
    "src/build/plan.ts": 'import { used } from "../x";\nexport const plan = used;\n',
    ...tsconfig,
  });
  gitIn(desk.workspace.root, "init", "-q");
  gitIn(desk.workspace.root, "add", "-A", "-f");
  return desk;
}

test.each([
  ["with a configuration", { "tsconfig.json": TSCONFIG }],
  ["without one", {}],
])("they are edited with the others, %s", async (_, tsconfig) => {
  await using desk = await trackedDesk(tsconfig);
  const { workspace, connection } = desk;
  expect(await desk.refused("kart_delete", { file: "src/x.ts", symbol: "used" })).toContain("\nsrc/build/plan.ts:1 ");
  const args = { file: "src/x.ts", symbol: "used", newName: "taken" };
  const renamed = await connection.data<{ warnings: readonly string[] }>("kart_rename", args);
  expect(renamed.warnings).toEqual([]);
  expect(workspace.read("src/build/plan.ts")).toBe('import { taken } from "../x";\nexport const plan = taken;\n');
  await connection.data("kart_move", { from: "src/x.ts", to: "src/y.ts" });
  expect(workspace.read("src/build/plan.ts")).toStartWith('import { taken } from "../y";\n');
});

test("kart_grep takes those of the type that it is given", async () => {
  await using desk = await trackedDesk({});
  const found = async (type: string) =>
    (await desk.connection.data<{ matches: { path: string }[] }>("kart_grep", { pattern: "import", type })).matches;
  expect((await found("ts")).map(({ path }) => path)).toEqual(["src/build/plan.ts"]);
  expect(await found("md")).toEqual([]);
  expect(await desk.connection.error("kart_grep", { pattern: "x", type: "none" })).toContain("unrecognized file type");
});

test("of one that git does not track nothing is said to be its own", async () => {
  await using desk = await trackedDesk({ "tsconfig.json": TSCONFIG });
  desk.workspace.write("src/build/made.ts", 'import { used } from "../x";\nused;\n');
  expect(await desk.refused("kart_rename", { file: "src/x.ts", symbol: "used", newName: "taken" })).toContain(
    "is declared or used in src/build/made.ts too, which is generated or installed: git ignores it.",
  );
});
