import { expect, test } from "bun:test";
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { abandonLock, edit, refusal } from "../../test/editing.ts";
import { LOCK_WAIT_MS } from "./write-lock.ts";

/** What somebody may have put where the temporary file of `b.ts` would stand. */
const PLANTED: Readonly<Record<string, (lock: string, outside: string) => void>> = {
  folder: (lock) => mkdirSync(lock),
  "symlink to a file": (lock, outside) => symlinkSync(join(outside, "marker"), lock),
  "symlink to a new file": (lock, outside) => symlinkSync(join(outside, "made"), lock),
  "symlink to a folder": (lock, outside) => symlinkSync(outside, lock),
  fifo: (lock) => void Bun.spawnSync(["mkfifo", lock]),
};

for (const [what, plant] of Object.entries(PLANTED)) {
  test(`the temporary file's name is taken by a ${what}: refused at once, never followed`, async () => {
    using outside = new TempWorkspace({ marker: "OUTSIDE" });
    using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
    plant(files.path(".b.ts.kart-tmp"), outside.root);
    const start = performance.now();
    expect(await refusal(edit(files, { "a.ts": "new", "b.ts": "new" }))).toMatchObject({
      code: "backend_failed",
      message: ".b.ts.kart-tmp stands where the temporary file would, and is no file. Look at it, and remove it.",
    });
    expect(performance.now() - start).toBeLessThan(LOCK_WAIT_MS);
    expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["old", "old"]);
    expect(readdirSync(files.root).sort()).toEqual([".b.ts.kart-tmp", "a.ts", "b.ts"]);
    expect(readdirSync(outside.root)).toEqual(["marker"]);
    expect(outside.read("marker")).toBe("OUTSIDE");
  });
}

test("a lock is waited for, and refused after two seconds", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old", ".b.ts.kart-tmp": "" });
  const start = performance.now();
  expect(await refusal(edit(files, { "a.ts": "new", "b.ts": "new" }))).toMatchObject({
    code: "timeout",
    message:
      "Another process has been writing b.ts for 2 s. Try again; if none is running, delete .b.ts.kart-tmp beside it.",
  });
  expect(performance.now() - start).toBeWithin(LOCK_WAIT_MS, 5 * LOCK_WAIT_MS);
  expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["old", "old"]);
  expect(readdirSync(files.root).sort()).toEqual([".b.ts.kart-tmp", "a.ts", "b.ts"]);
});

test("a lock that is let go is waited for no longer", async () => {
  using files = new TempWorkspace({ "a.ts": "old", ".a.ts.kart-tmp": "" });
  let tries = 0;
  await edit(files, { "a.ts": "new" }, (step) => {
    if (step === "lock" && ++tries === 3) rmSync(files.path(".a.ts.kart-tmp"));
  });
  expect(files.read("a.ts")).toBe("new");
});

test("a lock left behind by a killed process is taken over, and what is linked to it is not written", async () => {
  using files = new TempWorkspace({ "a.ts": "old", ".a.ts.kart-tmp": "half", ".a.ts.kart-tmp-old": "half" });
  linkSync(files.path(".a.ts.kart-tmp"), files.path("linked"));
  abandonLock(files, "a.ts");
  expect(await edit(files, { "a.ts": "new" })).toEqual([]);
  expect([files.read("a.ts"), files.read("linked")]).toEqual(["new", "half"]);
  expect(readdirSync(files.root).sort()).toEqual(["a.ts", "linked"]);
});

test("what a process left behind that was killed while taking over is cleared away", async () => {
  using files = new TempWorkspace({ "a.ts": "old", ".a.ts.kart-tmp-old": "half" });
  await edit(files, { "a.ts": "new" });
  expect(readdirSync(files.root)).toEqual(["a.ts"]);
});

test("a slower process does not take the new lock for the abandoned one", async () => {
  using files = new TempWorkspace({ "a.ts": "old", ".a.ts.kart-tmp": "half" });
  const lock = files.path(".a.ts.kart-tmp");
  abandonLock(files, "a.ts");
  let seen = 0;
  await edit(files, { "a.ts": "new" }, (step) => {
    if (step !== "take-over") return;
    seen++;
    // A quicker one, between the look at the abandoned lock and its removal.
    if (seen === 1) {
      rmSync(lock);
      files.write(".a.ts.kart-tmp", "live");
    }
    if (seen !== 2) return;
    expect(files.read(".a.ts.kart-tmp")).toBe("live");
    abandonLock(files, "a.ts");
  });
  expect(seen).toBe(4);
  expect(files.read("a.ts")).toBe("new");
  expect(readdirSync(files.root)).toEqual(["a.ts"]);
});

test("whoever lost the lock writes nothing under it", async () => {
  using files = new TempWorkspace({ "a.ts": "old", "b.ts": "old" });
  const lock = files.path(".b.ts.kart-tmp");
  let renames = 0;
  await edit(files, { "a.ts": "new", "b.ts": "new" }, (step, { relative }) => {
    if (relative !== "b.ts") return;
    if (step === "rename" && ++renames === 1) {
      rmSync(lock);
      files.write(".b.ts.kart-tmp", "half of another process's");
    }
    // The other process is done; what the first try had renamed already is back.
    if (step === "lock" && renames === 1) {
      expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["old", "old"]);
      rmSync(lock, { force: true });
    }
  });
  expect(renames).toBe(2);
  expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["new", "new"]);
});
