import { afterAll, expect, test } from "bun:test";
import { connectInMemory } from "@kart/testkit/connect";
import { gitIn } from "@kart/testkit/git";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

// Files that git tracks though its rules match them: it ignores none of these.
const workspace = new TempWorkspace({
  ".gitignore": "build/\nlate.ts\n",
  "src/x.ts": "export const used = 1;\nexport const late = 2;\nexport const dead = 3;\n",
  "src/build/plan.ts": 'import { used } from "../x";\nexport const plan = used;\n',
  "src/build/plan.md": "used\n",
  "src/late.ts": 'import { late } from "./x";\nlate;\n',
  "src/y.ts": 'import { plan } from "./build/plan";\nplan;\n',
});
gitIn(workspace.root, "init", "-q");
gitIn(workspace.root, "add", "-A", "-f");
workspace.write("src/build/made.ts", 'import { dead } from "../x";\ndead;\nexport const plan = 1;\n');
const connection = await connectInMemory(navServer, { root: workspace.root });
const lines = async (tool: string, args: Record<string, unknown>) => (await connection.text(tool, args)).split("\n");

afterAll(() => workspace[Symbol.dispose]());

test("they are found and searched, each once, and what stands beside them untracked is not", async () => {
  expect(await lines("kart_find", { name: "plan" })).toEqual([
    "1 symbol",
    "src/build/plan.ts:2 export const plan = used",
  ]);
  expect(await lines("kart_search", { pattern: "plan\\b" })).toEqual([
    "3 matches in 2 files",
    "src/build/plan.ts",
    "2:14 export const plan = used;",
    "src/y.ts",
    '1:10 import { plan } from "./build/plan";',
    "2:1 plan;",
  ]);
  expect((await lines("kart_search", { pattern: "used", glob: "*.md" }))[1]).toBe("src/build/plan.md");
  expect((await lines("kart_search", { pattern: "used", paths: ["src"], glob: "src/build/*.ts" }))[0]).toBe(
    "2 matches in 1 file",
  );
  expect((await lines("kart_search", { pattern: "plan", paths: ["src/build"] }))[0]).toBe("2 matches in 2 files");
  expect((await lines("kart_search", { pattern: "nothing of this" }))[0]).toStartWith("No match in 6 files searched.");
});

test("where the limit ends a search, they stand in the order of the paths", async () => {
  for (const [limit, next] of [
    [1, "src/build/plan.ts:1"],
    [2, "src/build/plan.ts:2"],
    [3, "src/x.ts:1"],
  ] as const)
    expect((await lines("kart_search", { pattern: "used", limit }))[0]).toContain(
      `; from ${next} on, nothing is shown`,
    );
});

test("what they import is used, and what they export is looked at", async () => {
  expect(await lines("kart_importers", { path: "src/x.ts", symbol: "used" })).toEqual([
    "1 file imports used of src/x.ts",
    "src/build/plan.ts:1 { used }",
  ]);
  expect((await lines("kart_importers", { path: "src/x.ts" })).slice(1)).toEqual([
    "src/build/plan.ts:1 { used }",
    "src/late.ts:1 { late }",
  ]);
  expect((await lines("kart_unused_exports", {})).slice(0, 3)).toEqual([
    "1 of 4 exports unused in 4 files",
    "src/x.ts",
    "3 const dead",
  ]);
  expect((await lines("kart_unused_exports", { path: "src/build" }))[0]).toStartWith("0 of 1 export");
});

test("a file that git comes to track, or tracks no longer, is seen as that by the next call", async () => {
  const importers = async () => (await lines("kart_importers", { path: "src/x.ts", symbol: "dead" }))[1];
  expect(await importers()).toBeUndefined();
  gitIn(workspace.root, "add", "-f", "src/build/made.ts");
  expect(await importers()).toBe("src/build/made.ts:1 { dead }");
  gitIn(workspace.root, "rm", "-q", "--cached", "src/build/made.ts");
  expect(await importers()).toBeUndefined();
});

test("more of them than a command line holds are searched all", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `build/${"long-".repeat(15)}${index}.ts`);
  using many = new TempWorkspace({
    ".gitignore": "build\n",
    ...Object.fromEntries(names.map((name) => [name, "hit\n"])),
  });
  gitIn(many.root, "init", "-q");
  gitIn(many.root, "add", "-A", "-f");
  await using asked = await connectInMemory(navServer, { root: many.root });
  expect(await asked.text("kart_search", { pattern: "hit", limit: 500 })).toStartWith("400 matches in 400 files");
  expect(await asked.text("kart_search", { pattern: "hit", limit: 1 })).toContain("First 1 match in order of path");
});

test("what a repository excludes without a commit is ignored in its linked worktrees, and in each submodule what that does", async () => {
  using main = new TempWorkspace({ "a.ts": "export const hit = 1;\n", "sub/z.ts": "hit\n" });
  using module = new TempWorkspace({ "m.ts": "hit\n" });
  using elsewhere = new TempWorkspace();
  for (const { root } of [main, module]) {
    gitIn(root, "init", "-q");
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-qm", "one");
  }
  const tree = elsewhere.path("tree");
  gitIn(main.root, "worktree", "add", "-q", tree);
  gitIn(tree, "submodule", "--quiet", "add", module.root, "vendor/m");
  main.write(".git/info/exclude", "/z.ts\nlogs/\n");
  for (const path of ["z.ts", "logs/b.ts", "vendor/m/late.ts", "vendor/m/kept.ts", "late.ts"])
    elsewhere.write(`tree/${path}`, "export const hit = 2;\n");
  const excludes = gitIn(
    `${tree}/vendor/m`,
    "rev-parse",
    "--path-format=absolute",
    "--git-path",
    "info/exclude",
  ).trim();
  await Bun.write(excludes, "/late.ts\n");

  await using asked = await connectInMemory(navServer, { root: tree });
  const own = ["a.ts", "late.ts", "sub/z.ts", "vendor/m/kept.ts", "vendor/m/m.ts"];
  const untracked =
    gitIn(tree, "status", "--porcelain", "-uall") + gitIn(`${tree}/vendor/m`, "status", "--porcelain", "-uall");
  expect(untracked.match(/(?<=\?\? ).*/g)).toEqual(["late.ts", "kept.ts"]);
  const found = async (tool: string, field: string, args: Record<string, unknown>) => {
    const data = await asked.data<Record<string, { path: string }[]>>(tool, args);
    return [...new Set((data[field] ?? []).map(({ path }) => path))].filter((path) => path.endsWith(".ts"));
  };
  expect(await found("kart_list", "entries", { recursive: true })).toEqual(own);
  expect(await found("kart_list", "entries", {})).toEqual(["a.ts", "late.ts"]);
  expect(await found("kart_search", "matches", { pattern: "hit" })).toEqual(own);
  expect(await found("kart_search", "matches", { pattern: "hit", glob: "*.ts", limit: 4 })).toEqual(own.slice(0, 4));
  expect((await asked.text("kart_search", { pattern: "nothing of this" })).split(".")[0]).toBe(
    "No match in 6 files searched",
  );
  expect(await found("kart_find", "symbols", { name: "hit" })).toEqual(["a.ts", "late.ts", "vendor/m/kept.ts"]);
  expect(await found("kart_search", "matches", { pattern: "hit", paths: ["logs", "z.ts"] })).toEqual([
    "logs/b.ts",
    "z.ts",
  ]);
  main.write(".git/info/exclude", "# nothing\n");
  expect(await found("kart_list", "entries", {})).toEqual(["a.ts", "late.ts", "z.ts"]);
});

test("what the repository's own configuration names as its rules is ignored, as git has it", async () => {
  using files = new TempWorkspace({
    "rules.txt": "/own.ts\nlogs/\n",
    "a.ts": "export const hit = 1;\n",
    "own.ts": "export const hit = 2;\n",
    "logs/b.ts": "export const hit = 3;\n",
  });
  gitIn(files.root, "init", "-q");
  gitIn(files.root, "config", "core.excludesFile", "rules.txt");
  expect(gitIn(files.root, "status", "--porcelain", "-uall").match(/(?<=\?\? ).*/g)).toEqual(["a.ts", "rules.txt"]);
  await using asked = await connectInMemory(navServer, { root: files.root });
  for (const [tool, args] of [
    ["kart_list", { recursive: true }],
    ["kart_list", {}],
    ["kart_find", { name: "hit" }],
    ["kart_search", { pattern: "hit" }],
  ] as const) {
    const text = await asked.text(tool, args);
    expect(text).toContain("a.ts");
    expect(text).not.toMatch(/own\.ts|logs/);
  }
  gitIn(files.root, "config", "--unset", "core.excludesFile");
  expect(await asked.text("kart_list", {})).toContain("own.ts");
});
