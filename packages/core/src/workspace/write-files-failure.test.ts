import { expect, test } from "bun:test";
import { chmodSync, chownSync, linkSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { edit, refusal } from "../../test/editing.ts";
import type { Errand } from "../../test/programs/write-files.ts";
import type { OnStep, WriteStep } from "./write-files.ts";

const PROGRAM = join(import.meta.dir, "../../test/programs/write-files.ts");
const isRoot = process.getuid?.() === 0;
/** `nobody`, where this process may become it. Root itself is not bound by permissions. */
const user = isRoot ? { user: 65534 } : {};

/** Bytes, modes, owners and names of everything: the same before and after means that nothing was done. */
function stateOf(files: TempWorkspace): unknown {
  const names = readdirSync(files.root, { recursive: true, encoding: "utf8" }).sort();
  const stats = names.map((name) => statSync(files.path(name)));
  return { names, bytes: files.snapshot(), stats: stats.map(({ mode, uid, gid, nlink }) => [mode, uid, gid, nlink]) };
}

function editInChild(errand: Errand): unknown {
  const child = Bun.spawnSync([process.execPath, PROGRAM], {
    stdin: Buffer.from(JSON.stringify(errand)),
    stderr: "inherit",
  });
  return JSON.parse(child.stdout.toString());
}

/** Fails from the nth time on that a step is reached. */
function failAt(step: WriteStep, code: string, nth = 1): OnStep {
  let times = 0;
  return (reached) => {
    if (reached === step && ++times >= nth) throw Object.assign(new Error(`${code}: injected`), { code });
  };
}

const LONG = "new\n".repeat(50_000);
const STEPS: readonly (readonly [WriteStep, nth: number])[] = [
  ["lock", 1],
  ["lock", 3],
  ["write", 1],
  ["write", 3],
  ["write", 8],
  ["permissions", 2],
  ["sync", 2],
  ["compare", 3],
  ["write-in-place", 1],
  ["write-in-place", 2],
  ["write-in-place", 4],
  ["rename", 1],
  ["rename", 2],
];

for (const [step, nth] of STEPS) {
  for (const code of ["ENOSPC", "EIO"]) {
    test(`${code} at ${step} ${nth}: every file as it was`, async () => {
      using files = new TempWorkspace({ "a.ts": "old\n".repeat(20_000), "b.ts": "old", "c/d.ts": "old" });
      chmodSync(files.path("a.ts"), 0o755);
      linkSync(files.path("b.ts"), files.path("b-too.ts"));
      const before = stateOf(files);
      const texts = { "a.ts": LONG, "b.ts": LONG, "c/d.ts": LONG };
      expect(await refusal(edit(files, texts, failAt(step, code, nth)))).toMatchObject({
        code: "backend_failed",
        message: expect.stringMatching(new RegExp(`could not be written: .* \\(${code}\\)\\. .*, then repeat`)),
      });
      expect(stateOf(files)).toEqual(before);
      await edit(files, texts);
      expect(["a.ts", "b.ts", "b-too.ts", "c/d.ts"].every((path) => files.read(path) === LONG)).toBe(true);
    });
  }
}

test("where putting back fails too, the error names the files and does not call them unchanged", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  const [atRename, atRestore] = [failAt("rename", "EIO", 2), failAt("restore", "EIO")];
  const failure = edit(files, { "a.ts": "new", "b.ts": "new" }, (step, path) => {
    atRename(step, path);
    atRestore(step, path);
  });
  expect(await refusal(failure)).toMatchObject({
    name: "ToolError",
    code: "backend_failed",
    message: expect.stringMatching(/^PARTLY WRITTEN: the old text of a\.ts could not.*began with: b\.ts could not/),
    files: [{ relative: "a.ts" }],
  });
  expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["new", "old"]);
  expect(readdirSync(files.root).sort()).toEqual(["a.ts", "b.ts"]);
});

test("what another program wrote after the rename is not rolled back", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  const failure = edit(files, { "a.ts": "new", "b.ts": "new" }, (step, { relative }) => {
    if (step !== "rename" || relative !== "b.ts") return;
    files.write("a.ts", "another program's");
    throw Object.assign(new Error("injected"), { code: "EIO" });
  });
  expect(await refusal(failure)).toMatchObject({ files: [{ relative: "a.ts" }] });
  expect(files.read("a.ts")).toBe("another program's");
});

test("a folder that cannot be synced is said, and no failure", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  const warnings = await edit(files, { "a.ts": "new" }, failAt("sync-folder", "EIO"));
  expect(warnings).toEqual(["The disk did not confirm 1 folder: a power cut now may undo the write."]);
  expect(await edit(files, { "a.ts": "newer" }, failAt("sync-folder", "EINVAL"))).toEqual([]);
  expect(files.read("a.ts")).toBe("newer");
});

/** A file system of 64 kB on a folder; undefined where this machine allows no mounts. */
function mountSmallDisk(folder: string): Disposable | undefined {
  const options = ["-t", "tmpfs", "-o", "size=64k", "kart-test", folder];
  if (!isRoot || Bun.spawnSync(["mount", ...options]).exitCode !== 0) return undefined;
  return { [Symbol.dispose]: () => void Bun.spawnSync(["umount", folder]) };
}

test("a disk that is really full: every file as it was", async () => {
  using files = new TempWorkspace();
  mkdirSync(files.path("disk"));
  using disk = mountSmallDisk(files.path("disk"));
  // Where no disk can be mounted, the errors injected above are the test, and this shows them once more.
  const onStep = disk === undefined ? failAt("write", "ENOSPC", 2) : undefined;
  files.write("disk/a.ts", "old\n".repeat(1000));
  files.write("disk/b.ts", "old\n".repeat(1000));
  linkSync(files.path("disk/b.ts"), files.path("disk/b-too.ts"));
  files.write("disk/c.ts", "old");
  const before = stateOf(files);
  const text = "x".repeat(100_000);
  const FULL = { code: "backend_failed", message: expect.stringContaining("the disk is full (ENOSPC). Free some") };
  expect(await refusal(edit(files, { "disk/a.ts": text }, onStep))).toMatchObject(FULL);
  expect(stateOf(files)).toEqual(before);
  expect(await refusal(edit(files, { "disk/b.ts": text, "disk/c.ts": text.slice(0, 20_000) }, onStep))).toMatchObject(
    FULL,
  );
  expect(stateOf(files)).toEqual(before);
  await edit(files, { "disk/a.ts": "new" });
  expect(files.read("disk/a.ts")).toBe("new");
});

test("a folder that this user may not write in: refused", async () => {
  using files = new TempWorkspace({ "closed/a.ts": "old", "open/b.ts": "old" });
  for (const [name, mode] of Object.entries({
    ".": 0o755,
    closed: 0o555,
    open: 0o777,
    "closed/a.ts": 0o666,
    "open/b.ts": 0o666,
  }))
    chmodSync(files.path(name), mode);
  const before = stateOf(files);
  const texts = { "open/b.ts": "new", "closed/a.ts": "new" };
  expect(editInChild({ root: files.root, texts, ...user })).toEqual({
    code: "backend_failed",
    message:
      "closed/a.ts could not be written: this user may not write there (EACCES). Check the permissions of the file and its folder, then repeat the call.",
  });
  expect(stateOf(files)).toEqual(before);
  chmodSync(files.path("closed"), 0o755);
});

test("another user's file that may be written stays that user's", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  chmodSync(files.root, 0o777);
  chmodSync(files.path("a.ts"), 0o666);
  const before = statSync(files.path("a.ts"));
  const warnings = isRoot
    ? ["a.ts has an owner or mode of its own to keep, so it was written in place, not atomically."]
    : [];
  expect(editInChild({ root: files.root, texts: { "a.ts": "new" }, ...user })).toEqual({ warnings });
  const { uid, gid, mode } = statSync(files.path("a.ts"));
  expect([uid, gid, mode]).toEqual([before.uid, before.gid, before.mode]);
  expect(files.read("a.ts")).toBe("new");
  expect(readdirSync(files.root)).toEqual(["a.ts"]);
});

test("another user's file that may not be written is not replaced either", () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  chmodSync(files.root, 0o777);
  chmodSync(files.path("a.ts"), isRoot ? 0o644 : 0o444);
  const before = stateOf(files);
  expect(editInChild({ root: files.root, texts: { "a.ts": "new" }, ...user })).toMatchObject({
    code: isRoot ? "backend_failed" : "protected_path",
  });
  expect(stateOf(files)).toEqual(before);
});

test("setuid and setgid stay where this user is not root, whose writing takes them away", () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  chmodSync(files.root, 0o777);
  if (isRoot) chownSync(files.path("a.ts"), 65534, 65534);
  chmodSync(files.path("a.ts"), 0o6755);
  expect(editInChild({ root: files.root, texts: { "a.ts": "new" }, ...user })).toEqual({ warnings: [] });
  expect(statSync(files.path("a.ts")).mode & 0o7777).toBe(0o6755);
  linkSync(files.path("a.ts"), files.path("b.ts"));
  expect(editInChild({ root: files.root, texts: { "a.ts": "in place" }, ...user })).toMatchObject({
    warnings: [expect.any(String)],
  });
  expect(files.read("b.ts")).toBe("in place");
  expect(statSync(files.path("a.ts")).mode & 0o7777).toBe(0o6755);
});

test("a file of a group that this user is not in stays in that group", () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  chmodSync(files.root, 0o777);
  if (isRoot) chownSync(files.path("a.ts"), 65534, 0);
  chmodSync(files.path("a.ts"), 0o664);
  const before = statSync(files.path("a.ts"));
  editInChild({ root: files.root, texts: { "a.ts": "new" }, ...user });
  const { uid, gid, mode } = statSync(files.path("a.ts"));
  expect([uid, gid, mode]).toEqual([before.uid, before.gid, before.mode]);
  expect(files.read("a.ts")).toBe("new");
});
