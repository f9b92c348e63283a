import { expect, test } from "bun:test";
import { chmodSync, linkSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { abandonLock, refusal } from "../../test/editing.ts";
import { removeEmptyFolders } from "./made-folders.ts";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";
import { writeFiles, type OnStep, type WriteStep } from "./write-files.ts";

const namesIn = (files: TempWorkspace) => readdirSync(files.root, { recursive: true, encoding: "utf8" }).sort();

/** Removes files, and writes others: all or none. */
async function remove(files: TempWorkspace, paths: readonly string[], texts = {}, onStep?: OnStep): Promise<void> {
  const root = new WorkspaceRoot(files.root);
  const read = (path: string) => readForEdit(root, path);
  const writes = Object.entries<string>(texts).map(([path, text]) => ({ file: read(path), text }));
  await writeFiles(root, [...paths.map((path) => ({ file: read(path), text: undefined })), ...writes], onStep);
}

/** Bytes, modes, times and number of names of everything: the same before and after means that nothing was done. */
function stateOf(files: TempWorkspace): unknown {
  const stats = namesIn(files).map((name) => [name, statSync(files.path(name))] as const);
  return {
    bytes: files.snapshot(),
    stats: stats.map(([name, { mode, nlink, ino, mtimeMs }]) => [name, mode, nlink, ino, mtimeMs]),
  };
}

function failAt(step: WriteStep, nth = 1): OnStep {
  let times = 0;
  return (reached) => {
    if (reached === step && ++times === nth) throw Object.assign(new Error("injected"), { code: "EIO" });
  };
}

test("a file is gone, and nothing is left of it; other names of it stay", async () => {
  using files = new TempWorkspace({ "p/a.ts": "old", "b.ts": "old", "c.ts": "old" });
  linkSync(files.path("b.ts"), files.path("b-too.ts"));
  abandonLock(files, "c.ts");
  await remove(files, ["p/a.ts", "b.ts", "c.ts"]);
  expect([namesIn(files), files.read("b-too.ts")]).toEqual([["b-too.ts", "p"], "old"]);
});

const STEPS: readonly (readonly [WriteStep, nth: number])[] = [
  ["lock", 3],
  ["write", 1],
  ["compare", 3],
  ["rename", 1],
  ["remove", 1],
  ["remove", 2],
];

for (const [step, nth] of STEPS) {
  test(`a failure at ${step} ${nth}: every file as it was, its inode too`, async () => {
    using files = new TempWorkspace({ "a.ts": "old a", "b.ts": "old b", "c.ts": "old c" });
    chmodSync(files.path("a.ts"), 0o751);
    linkSync(files.path("b.ts"), files.path("b-too.ts"));
    utimesSync(files.path("b.ts"), 1000, 1000);
    const before = stateOf(files);
    const failure = remove(files, ["a.ts", "b.ts"], { "c.ts": "new" }, failAt(step, nth));
    expect(await refusal(failure)).toMatchObject({ code: "backend_failed" });
    expect(stateOf(files)).toEqual(before);
    await remove(files, ["a.ts", "b.ts"], { "c.ts": "new" });
    expect([namesIn(files), files.read("c.ts")]).toEqual([["b-too.ts", "c.ts"], "new"]);
  });
}

test("what takes the place of a file that was moved aside is not overwritten by putting it back", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  const failure = remove(files, ["a.ts", "b.ts"], {}, (step, { relative }) => {
    if (step !== "remove" || relative !== "b.ts") return;
    files.write("a.ts", "another program's");
    throw Object.assign(new Error("injected"), { code: "EIO" });
  });
  expect(await refusal(failure)).toMatchObject({ files: [{ relative: "a.ts" }] });
  expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["another program's", "old"]);
});

const CHANGES: Readonly<Record<string, readonly [act: (files: TempWorkspace) => void, left: string | undefined]>> = {
  "other bytes": [(files) => files.write("p/a.ts", "mine"), "mine"],
  "another file": [
    (files) => {
      files.write("other", "mine");
      renameSync(files.path("other"), files.path("p/a.ts"));
    },
    "mine",
  ],
  "a symlink": [
    (files) => {
      files.write("other", "old");
      rmSync(files.path("p/a.ts"));
      symlinkSync("../other", files.path("p/a.ts"));
    },
    "old",
  ],
  "another folder": [
    (files) => {
      renameSync(files.path("p"), files.path("away"));
      files.write("p/a.ts", "old");
    },
    "old",
  ],
  nothing: [(files) => rmSync(files.path("p/a.ts")), undefined],
};
for (const [what, [act, left]] of Object.entries(CHANGES))
  for (const step of ["lock", "compare", "remove"] satisfies WriteStep[])
    test(`stale: ${what} in its place before ${step}`, async () => {
      using files = new TempWorkspace({ "p/a.ts": "old" });
      const failure = remove(files, ["p/a.ts"], {}, (reached) => {
        if (reached === step) act(files);
      });
      expect(await refusal(failure)).toMatchObject({ code: "stale" });
      if (left !== undefined) expect(files.read("p/a.ts")).toBe(left);
      expect(namesIn(files).filter((name) => name.includes("kart-tmp"))).toEqual([]);
    });

test("a read-only file is not removed", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  chmodSync(files.path("a.ts"), 0o444);
  expect(await refusal(remove(files, ["a.ts"]))).toMatchObject({ code: "protected_path" });
  expect(files.read("a.ts")).toBe("old");
});

test("folders go, innermost first, as far as they are empty; links are not followed", () => {
  using outside = new TempWorkspace({ "empty/x": "" });
  rmSync(outside.path("empty/x"));
  using files = new TempWorkspace({ "a/b/c/x": "", "d/e/x": "", "d/y": "", link: { symlinkTo: outside.root } });
  for (const file of ["a/b/c/x", "d/e/x"]) rmSync(files.path(file));
  const root = new WorkspaceRoot(files.root);
  removeEmptyFolders(root, ["a", "a/b", "a/b/c", "gone", "gone/too"]);
  removeEmptyFolders(root, ["d", "d/e"]);
  removeEmptyFolders(root, ["link", "link/empty"]);
  expect([readdirSync(files.root).sort(), readdirSync(outside.root)]).toEqual([["d", "link"], ["empty"]]);
  expect(readdirSync(files.path("d"))).toEqual(["y"]);
});
