import { expect, test } from "bun:test";
import { chmodSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { SwappedFolder } from "@kart/testkit/swapping";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { edit, refusal } from "../../test/editing.ts";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";
import { writeFiles, type OnStep, type WriteStep } from "./write-files.ts";

/** What another program does to `b.ts`, and what its file holds then. */
const CHANGES: Readonly<
  Record<string, readonly [act: (path: string) => void, text: string | undefined, error: RegExp]>
> = {
  "other bytes": [(path) => void Bun.spawnSync(["sh", "-c", `printf other > ${path}`]), "other", /was changed by/],
  "other bytes of the same length": [
    (path) => void Bun.spawnSync(["sh", "-c", `printf OLD > ${path}`]),
    "OLD",
    /was ch/,
  ],
  "another file with other bytes": [
    (path) => {
      Bun.spawnSync(["sh", "-c", `printf other > ${path}.new`]);
      renameSync(`${path}.new`, path);
    },
    "other",
    /was changed by another program/,
  ],
  "another mode": [(path) => chmodSync(path, 0o755), "old", /was changed by/],
  "another hard link": [(path) => linkSync(path, `${path}.link`), "old", /was changed by/],
  deleted: [(path) => rmSync(path), undefined, /was moved or deleted/],
  "a folder": [
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    undefined,
    /became something else than a file/,
  ],
  "a symlink to a file with the same bytes": [
    (path) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
    "old",
    /became a symlink/,
  ],
};

for (const [what, [act, text, error]] of Object.entries(CHANGES)) {
  for (const step of ["lock", "write", "compare", "rename"] satisfies WriteStep[]) {
    test(`stale: ${what} before the step ${step}`, async () => {
      using files = new TempWorkspace({ "folder/a.ts": "old", "folder/b.ts": "old" });
      const failure = edit(files, { "folder/a.ts": "new", "folder/b.ts": "new" }, (reached, { relative }) => {
        // The second file: at `rename` the first is in place already and must go back.
        if (reached === step && relative === "folder/b.ts") act(files.path(relative));
      });
      expect(await refusal(failure)).toMatchObject({ code: "stale", message: expect.stringMatching(error) });
      expect(files.read("folder/a.ts")).toBe("old");
      if (text !== undefined) expect(files.read("folder/b.ts")).toBe(text);
      expect(readdirSync(files.path("folder")).filter((name) => name.includes("kart"))).toEqual([]);
    });
  }
}

test("stale: changed while a file with hard links waits to be written in place", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  linkSync(files.path("a.ts"), files.path("b.ts"));
  for (const step of ["lock", "compare", "write-in-place"] satisfies WriteStep[]) {
    const change: OnStep = (reached) => {
      if (reached === step) files.write("b.ts", `other before ${step}`);
    };
    expect(await refusal(edit(files, { "a.ts": "new" }, change))).toMatchObject({ code: "stale" });
    expect(files.read("a.ts")).toBe(`other before ${step}`);
  }
  const swap: OnStep = (step) => {
    if (step !== "write-in-place") return;
    rmSync(files.path("a.ts"));
    symlinkSync("b.ts", files.path("a.ts"));
  };
  expect(await refusal(edit(files, { "a.ts": "new" }, swap))).toMatchObject({ code: "stale" });
  expect(files.read("b.ts")).toBe("other before write-in-place");
});

test("stale: the folder was moved away, and another one stands in its place", async () => {
  for (const step of ["lock", "write", "compare", "rename"] satisfies WriteStep[]) {
    using files = new TempWorkspace({ "p/a.ts": "old", "q/a.ts": "old" });
    const reachedSteps: WriteStep[] = [];
    const failure = edit(files, { "p/a.ts": "new" }, (reached) => {
      reachedSteps.push(reached);
      if (reached !== step) return;
      renameSync(files.path("p"), files.path("away"));
      renameSync(files.path("q"), files.path("p"));
    });
    expect(await refusal(failure)).toMatchObject({ code: "stale" });
    // Where it was moved before that, no byte is written either.
    expect(reachedSteps.includes("write")).toBe(step !== "lock");
    expect([files.read("p/a.ts"), files.read("away/a.ts")]).toEqual(["old", "old"]);
    expect(readdirSync(files.root, { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "away",
      "away/a.ts",
      "p",
      "p/a.ts",
    ]);
  }
});

test("a folder that became a symlink since the reading is not entered", async () => {
  using files = new TempWorkspace({ "p/a.ts": "old" });
  using outside = new TempWorkspace({ "a.ts": "old" });
  const { mtimeMs } = statSync(outside.root);
  const root = new WorkspaceRoot(files.root);
  const file = readForEdit(root, "p/a.ts");
  renameSync(files.path("p"), files.path("away"));
  symlinkSync(outside.root, files.path("p"));
  expect(await refusal(writeFiles(root, [{ file, text: "new" }]))).toMatchObject({ code: "stale" });
  expect([files.read("away/a.ts"), outside.read("a.ts")]).toEqual(["old", "old"]);
  expect(statSync(outside.root).mtimeMs).toBe(mtimeMs);
});

test("a folder swapped for a symlink is never written through", async () => {
  using inside = new TempWorkspace({ "p/a.ts": "0", "p/b.ts": "0" });
  using outside = new TempWorkspace({ "a.ts": "0", "b.ts": "0" });
  linkSync(inside.path("p/b.ts"), inside.path("b-too.ts"));
  linkSync(outside.path("b.ts"), outside.path("b-too.ts"));
  const untouched = outside.snapshot();
  // Any name that is made or removed in a folder changes its time.
  const { mtimeMs } = statSync(outside.root);
  const root = new WorkspaceRoot(inside.root);
  const outcomes: Record<string, number> = {};
  {
    await using _swapped = await SwappedFolder.start(inside.path("p"), outside.root);
    for (const end = performance.now() + 3000; performance.now() < end;) {
      for (const name of ["p/a.ts", "p/b.ts"]) {
        let outcome = "written";
        try {
          const file = readForEdit(root, name);
          await writeFiles(root, [{ file, text: String(Number(file.text) + 1) }]);
        } catch (error) {
          outcome = (error as NodeJS.ErrnoException).code ?? String(error);
        }
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }
  }
  expect(outside.snapshot()).toEqual(untouched);
  expect(statSync(outside.root).mtimeMs).toBe(mtimeMs);
  // Often enough the folder stood where it belongs, and often enough it did not.
  const { written, stale, file_not_found: missing, path_outside_root: out, ...others } = outcomes;
  expect(others).toEqual({});
  expect([written, stale, missing, out].every((times) => times !== undefined && times > 0)).toBe(true);
});

test("the same bytes saved again by another program are no change", async () => {
  using files = new TempWorkspace({ "a.ts": "old" });
  await edit(files, { "a.ts": "new" }, (step) => {
    if (step !== "compare") return;
    files.write("again", "old");
    renameSync(files.path("again"), files.path("a.ts"));
  });
  expect(files.read("a.ts")).toBe("new");
});
