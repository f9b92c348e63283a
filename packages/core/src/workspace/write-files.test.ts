import { expect, test } from "bun:test";
import { chmodSync, chownSync, linkSync, lstatSync, readdirSync, statSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { edit, refusal } from "../../test/editing.ts";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";
import { writeFiles, type FileWrite } from "./write-files.ts";

/** Writes of new texts, by path; the files are read now. */
function writesOf(root: WorkspaceRoot, texts: Readonly<Record<string, string>>): FileWrite[] {
  return Object.entries(texts).map(([path, text]) => ({ file: readForEdit(root, path), text }));
}

test("the text is written byte for byte, and nothing else is left beside it", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  for (const text of ["\ufeffa\r\nb\rc\n", "", "😀é\u2028", "x".repeat(3_000_000)]) {
    expect(await edit(files, { "a.ts": text })).toEqual([]);
    expect(files.read("a.ts") === text).toBe(true);
  }
  expect(readdirSync(files.root)).toEqual(["a.ts"]);
});

test("several files, in several folders", async () => {
  using files = new TempWorkspace({ "a.ts": "1", "b/c/a.ts": "2", "b/c/b.ts": "3", "b/d.ts": "4" });
  await edit(files, { "b/d.ts": "D", "a.ts": "A", "b/c/b.ts": "C", "b/c/a.ts": "B" });
  expect(["a.ts", "b/c/a.ts", "b/c/b.ts", "b/d.ts"].map((path) => files.read(path)).join("")).toBe("ABCD");
  expect(readdirSync(files.root, { recursive: true })).toHaveLength(6);
});

test("mode and owner stay, whatever the umask", async () => {
  using files = new TempWorkspace({ "a.ts": "0" });
  const path = files.path("a.ts");
  const [uid, gid] = process.getuid?.() === 0 ? [1234, 2345] : [statSync(path).uid, statSync(path).gid];
  chownSync(path, uid, gid);
  const umask = process.umask(0o077);
  try {
    for (const mode of [0o644, 0o755, 0o600, 0o666, 0o4755, 0o2775, 0o1640]) {
      chmodSync(path, mode);
      expect(await edit(files, { "a.ts": `of mode ${mode}` })).toEqual([]);
      expect(files.read("a.ts")).toBe(`of mode ${mode}`);
      const stats = statSync(path);
      expect([stats.mode & 0o7777, stats.uid, stats.gid]).toEqual([mode, uid, gid]);
    }
  } finally {
    process.umask(umask);
  }
});

test("what is being written is never readable for more users than the file", async () => {
  using files = new TempWorkspace({ "a.ts": "secret" });
  chmodSync(files.path("a.ts"), 0o600);
  const root = new WorkspaceRoot(files.root);
  const modes = new Set<number>();
  await writeFiles(root, writesOf(root, { "a.ts": "other secret" }), () => {
    for (const name of readdirSync(files.root)) modes.add(statSync(files.path(name)).mode & 0o777);
  });
  expect([...modes]).toEqual([0o600]);
});

test("a symlink stays, its target changes", async () => {
  using files = new TempWorkspace({
    "src/a.ts": "old",
    "link.ts": { symlinkTo: "src/a.ts" },
    folder: { symlinkTo: "src" },
  });
  await edit(files, { "link.ts": "by file" });
  expect(files.read("src/a.ts")).toBe("by file");
  await edit(files, { "folder/a.ts": "by folder" });
  expect(files.read("src/a.ts")).toBe("by folder");
  expect(lstatSync(files.path("link.ts")).isSymbolicLink()).toBe(true);
  expect(lstatSync(files.path("folder")).isSymbolicLink()).toBe(true);
  expect(readdirSync(files.path("src"))).toEqual(["a.ts"]);
});

test("hard links stay one file, and the answer says what that costs", async () => {
  using files = new TempWorkspace({ "a.ts": "old text" });
  linkSync(files.path("a.ts"), files.path("b.ts"));
  chmodSync(files.path("a.ts"), 0o755);
  const { ino } = statSync(files.path("a.ts"));
  for (const text of ["longer than the old text", "short", ""]) {
    expect(await edit(files, { "b.ts": text })).toEqual([
      "b.ts has 2 hard links, so it was written in place, not atomically.",
    ]);
    expect(files.read("a.ts")).toBe(text);
    expect(statSync(files.path("b.ts"))).toMatchObject({ ino, nlink: 2, mode: 0o100755 });
  }
  expect(readdirSync(files.root).sort()).toEqual(["a.ts", "b.ts"]);
});

test("what is written in place comes before any rename: it may still fail", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  linkSync(files.path("b.ts"), files.path("b-too.ts"));
  const written: string[] = [];
  await edit(files, { "a.ts": "new", "b.ts": "new" }, (step, { relative }) => {
    if (step === "rename" || step === "write-in-place") written.push(relative);
  });
  expect([...new Set(written)]).toEqual(["b.ts", "a.ts"]);
});

test("one file by two names is refused in one call", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "link.ts": { symlinkTo: "a.ts" } });
  linkSync(files.path("a.ts"), files.path("b.ts"));
  for (const other of ["b.ts", "link.ts"]) {
    expect(await refusal(edit(files, { "a.ts": "1", [other]: "2" }))).toMatchObject({ code: "invalid_argument" });
  }
  expect(files.read("a.ts")).toBe("old");
});

const NAMES: Readonly<Record<string, string>> = {
  spaces: " a  b .ts",
  "not ASCII": "größe-日本語-😀.ts",
  "decomposed letters": "e\u0301.ts",
  "255 bytes": `${"x".repeat(252)}.ts`,
  "255 bytes, of two each": `${"é".repeat(126)}.ts`,
  "the longest that is not hashed": `${"x".repeat(238)}.ts`,
  "the shortest that is hashed": `${"x".repeat(239)}.ts`,
  "of a flag": "--output=x",
  "of commands": "$(touch P)`touch P`;touch P",
  "with a line break": "a\nb.ts",
  "of a temporary file": ".a.ts.kart-tmp",
};

for (const [what, name] of Object.entries(NAMES)) {
  test(`names: ${what}`, async () => {
    using files = new TempWorkspace({ [name]: "old" });
    const root = new WorkspaceRoot(files.root);
    const beside = new Set<string>();
    await writeFiles(root, writesOf(root, { [name]: "new" }), () => {
      for (const other of readdirSync(files.root)) if (other !== name) beside.add(other);
    });
    expect(files.read(name)).toBe("new");
    expect(readdirSync(files.root)).toEqual([name]);
    expect(beside.size).toBe(1);
  });
}

test("long names in one folder have temporary files of their own", async () => {
  const [a, b] = [`${"x".repeat(250)}a`, `${"x".repeat(250)}b`];
  using files = new TempWorkspace({ [a]: "old", [b]: "old" });
  await edit(files, { [a]: "A", [b]: "B" });
  expect([files.read(a), files.read(b)]).toEqual(["A", "B"]);
});

test("a read-only file is refused, for root too", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  chmodSync(files.path("b.ts"), 0o444);
  expect(await refusal(edit(files, { "a.ts": "new", "b.ts": "new" }))).toMatchObject({
    code: "protected_path",
    message: "b.ts is read-only. Make it writable, or ask the user to.",
  });
  expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["old", "old"]);
});

test("what was not proven for this root, or is protected, is refused by the writer itself", async () => {
  using files = new TempWorkspace({ "a/b.ts": "old", ".git/config": "old" });
  const file = readForEdit(new WorkspaceRoot(files.root), "a/b.ts");
  using other = new TempWorkspace();
  const write = { file, text: "new" };
  expect(await refusal(writeFiles(new WorkspaceRoot(other.root), [write]))).toMatchObject({
    code: "path_outside_root",
  });
  const config = { relative: ".git/config", absolute: files.path(".git/config"), kind: "file" as const };
  const forged = { file: { ...file, path: config }, text: "new" };
  expect(await refusal(writeFiles(new WorkspaceRoot(files.root), [forged]))).toMatchObject({ code: "protected_path" });
  expect([files.read("a/b.ts"), files.read(".git/config")]).toEqual(["old", "old"]);
});

test("half a character cannot be written", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  expect(await refusal(edit(files, { "a.ts": "\ud83d" }))).toMatchObject({ code: "invalid_argument" });
  expect(files.read("a.ts")).toBe("old");
});
