import { afterAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { connectInMemory } from "@kart/testkit/connect";
import { gitIn } from "@kart/testkit/git";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

interface Listed {
  entries: { name: string; path: string; isDirectory: boolean; size?: number; symlinkTo?: string }[];
  total: number;
  truncated: boolean;
}

const workspace = new TempWorkspace({
  "README.md": "# hi\n",
  "src/a.ts": "1",
  "src/b.test.ts": "",
  "src/deep/c.ts": "123",
  "src/deep/.gitignore": "*.log\n",
  "src/deep/d.log": "",
  "dist/e.js": "",
  "node_modules/f/index.js": "",
  ".gitignore": "dist/\n*.tmp\n",
  ".env": "",
  "g.tmp": "",
  ".README.md.kart-tmp": "# h",
  "src/.a.ts.kart-tmp-old": "",
  loop: { symlinkTo: "." },
  "src/up": { symlinkTo: ".." },
  gone: { symlinkTo: "nowhere" },
  "h.tmp": { symlinkTo: "src" },
  [`emoji 😀 "q"\n.txt`]: "",
});
mkdirSync(workspace.path("empty"));
const connection = await connectInMemory(navServer, { root: workspace.root });
const list = (args: Record<string, unknown>) => connection.data<Listed>("kart_list", args);
const names = async (args: Record<string, unknown>) =>
  (await list(args)).entries.map(({ path, isDirectory }) => path + (isDirectory ? "/" : ""));

afterAll(() => workspace[Symbol.dispose]());

test("files, folders and links of one folder, as git sees them", async () => {
  expect(await names({})).toEqual([
    ".env",
    ".gitignore",
    "README.md",
    'emoji 😀 "q"\n.txt',
    "empty/",
    "gone",
    "loop",
    "src/",
  ]);
});

test("sizes in bytes for files alone, targets for links", async () => {
  const { entries } = await list({});
  expect(entries.filter(({ name }) => ["README.md", "src", "loop", "gone"].includes(name))).toEqual([
    { name: "README.md", path: "README.md", isDirectory: false, size: 5 },
    { name: "gone", path: "gone", isDirectory: false, symlinkTo: "nowhere" },
    { name: "loop", path: "loop", isDirectory: false, symlinkTo: "." },
    { name: "src", path: "src", isDirectory: true },
  ]);
});

test("recursion follows no link, and reads nested ignore files", async () => {
  expect(await names({ path: "src", recursive: true })).toEqual([
    "src/a.ts",
    "src/b.test.ts",
    "src/deep/",
    "src/deep/.gitignore",
    "src/deep/c.ts",
    "src/up",
  ]);
});

test.each([
  ["**/*.ts", ["src/a.ts", "src/b.test.ts", "src/deep/c.ts"]],
  ["*.test.ts", ["src/b.test.ts"]],
  ["src/*.ts", ["src/a.ts", "src/b.test.ts"]],
  ["src/deep", ["src/deep/", "src/deep/.gitignore", "src/deep/c.ts"]],
])("glob %s", async (glob, expected) => expect(await names({ recursive: true, glob })).toEqual(expected));

test("an ignored folder is listed where it is named", async () => {
  expect(await names({ path: "dist" })).toEqual(["dist/e.js"]);
  expect(await names({ path: "node_modules/f" })).toEqual(["node_modules/f/index.js"]);
});

test("a link inside the root may be named", async () => {
  expect(await names({ path: "loop/src/up/src/deep" })).toEqual(["src/deep/.gitignore", "src/deep/c.ts"]);
});

test("rules keep case, in any listing", async () => {
  using own = new TempWorkspace({ ".gitignore": "logs\n*.tmp\n", "Logs/a.ts": "", "B.TMP": "", "logs/c.ts": "" });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const listed = async (args: Record<string, unknown>) =>
    (await asked.data<Listed>("kart_list", args)).entries.map(({ path }) => path);
  expect(await listed({})).toEqual([".gitignore", "B.TMP", "Logs"]);
  expect(await listed({ recursive: true })).toEqual([".gitignore", "B.TMP", "Logs", "Logs/a.ts"]);
});

test("a folder that a nearer rule takes back is listed with what is in it, flat and deep", async () => {
  using own = new TempWorkspace({
    ".gitignore": "dist\n*.log\n",
    "p/.gitignore": "!dist/\n",
    "p/dist/a.js": "",
    "p/dist/b.log": "",
  });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const listed = async (args: Record<string, unknown>) =>
    (await asked.data<Listed>("kart_list", { path: "p/dist", ...args })).entries.map(({ path }) => path);
  expect(await listed({})).toEqual(["p/dist/a.js"]);
  expect(await listed({ recursive: true })).toEqual(["p/dist/a.js"]);
});

test("a file lists itself", async () => {
  expect((await list({ path: "README.md" })).entries).toEqual([
    { name: "README.md", path: "README.md", isDirectory: false, size: 5 },
  ]);
});

test("the limit is named, with the total", async () => {
  expect(await list({ limit: 2 })).toMatchObject({ total: 8, truncated: true });
  expect(await connection.text("kart_list", { limit: 2 })).toStartWith(
    ".: 2 of 8 entries. Narrow with path or glob, or raise limit.",
  );
});

test("golden text: a folder heads its entries", async () => {
  expect(await connection.text("kart_list", { path: "src", recursive: true })).toBe(
    ["src: 6 entries", "a.ts 1", "b.test.ts 0", "up -> ..", "src/deep/", " .gitignore 6", " c.ts 3"].join("\n"),
  );
  expect(await connection.text("kart_list", {})).toContain('emoji 😀 "q"\n.txt 0'.replace("\n", "\\n"));
});

test.each([
  [{ path: "src", glob: "*.md" }, "src: none of 4 entries fits the glob `*.md`; recursive: true looks deeper."],
  [{ path: "src", glob: "*.md", recursive: true }, "src: none of 6 entries fits the glob `*.md`."],
  [{ path: "empty", glob: "*.md" }, "empty: empty."],
])("nothing to list: %j", async (args, first) => {
  const rest = "Ignored files and node_modules are listed only by naming them in path.";
  expect(await connection.text("kart_list", args)).toBe(`${first} ${rest}`);
});

test("golden errors", async () => {
  expect(await connection.error("kart_list", { path: "srcs/x" })).toBe(
    "file_not_found: `srcs/x` does not exist. The nearest existing folder is the root. Did you mean src?",
  );
  expect(await connection.error("kart_list", { path: "source/x" })).toBe(
    "file_not_found: `source/x` does not exist. The nearest existing folder is the root. List that folder first.",
  );
  expect(await connection.error("kart_list", { path: ".." })).toStartWith("path_outside_root: ");
});

test("what git tracks is listed though a rule matches it, with its folder, and what stands beside it is not", async () => {
  using own = new TempWorkspace({
    ".gitignore": "build\n",
    "src/build/plan.ts": "",
    "src/a.ts": "",
    "src/linked/build": { symlinkTo: "../a.ts" },
  });
  gitIn(own.root, "init", "-q");
  gitIn(own.root, "add", "-A", "-f");
  own.write("src/build/made.ts", "");
  own.write("build/made.ts", "");
  await using other = await connectInMemory(navServer, { root: own.root });
  const listed = async (args: Record<string, unknown>) =>
    (await other.data<Listed>("kart_list", args)).entries.map(({ path }) => path);
  const all = ["src", "src/a.ts", "src/build", "src/build/plan.ts", "src/linked", "src/linked/build"];
  expect(await listed({ recursive: true })).toEqual([".gitignore", ...all]);
  expect(await listed({ path: "src" })).toEqual(["src/a.ts", "src/build", "src/linked"]);
  expect(await listed({ path: "src/build" })).toEqual(["src/build/made.ts", "src/build/plan.ts"]);
  gitIn(own.root, "rm", "-q", "-r", "--cached", "src/build");
  expect(await listed({ path: "src", recursive: true })).toEqual(["src/a.ts", "src/linked", "src/linked/build"]);
});
