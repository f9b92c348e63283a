import { expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { SwappedFolder } from "@kart/testkit/swapping";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { abandonLock, refusal } from "../../test/editing.ts";
import { createFile, type CreateStep, type OnCreateStep } from "./create-file.ts";
import { type NewPath, proveNew } from "./new-path.ts";
import { WorkspaceRoot } from "./workspace-path.ts";

/** Names of everything, folders too. */
const namesIn = (files: TempWorkspace) => readdirSync(files.root, { recursive: true, encoding: "utf8" }).sort();

function create(files: TempWorkspace, path: string, text: string, onStep?: OnCreateStep) {
  const root = new WorkspaceRoot(files.root);
  return createFile(root, proveNew(root, path) as NewPath, text, onStep);
}

test("a file and the folders above it, the text literally, with the modes of this user's new files", async () => {
  using files = new TempWorkspace({ "p/x": "" });
  const text = "\ufeffa\r\nb\n\u2028😀";
  expect(await create(files, "p/q/r/a.ts", text)).toEqual({ folders: ["p/q", "p/q/r"], warnings: [] });
  expect(Buffer.from(await Bun.file(files.path("p/q/r/a.ts")).bytes())).toEqual(Buffer.from(text));
  expect(namesIn(files)).toEqual(["p", "p/q", "p/q/r", "p/q/r/a.ts", "p/x"]);
  files.write("other/file", "");
  expect(statSync(files.path("p/q/r/a.ts")).mode).toBe(statSync(files.path("other/file")).mode);
  expect(statSync(files.path("p/q")).mode).toBe(statSync(files.path("other")).mode);
  expect(statSync(files.path("p/q/r/a.ts")).nlink).toBe(1);
});

test("an empty file; a long one; a name as long as names may be", async () => {
  using files = new TempWorkspace();
  const long = "new\n".repeat(100_000);
  const name = "x".repeat(255);
  await create(files, "empty", "");
  await create(files, name, long);
  expect([files.read("empty"), files.read(name) === long, namesIn(files)]).toEqual(["", true, ["empty", name]]);
});

test("the lock of a process that was killed is taken over; that of one that runs is waited for", async () => {
  using files = new TempWorkspace();
  abandonLock(files, "a.ts");
  await create(files, "a.ts", "new");
  files.write(".b.ts.kart-tmp", "another's");
  setTimeout(() => rmSync(files.path(".b.ts.kart-tmp")), 300);
  await create(files, "b.ts", "new");
  files.write(".c.ts.kart-tmp", "another's");
  expect(await refusal(create(files, "c.ts", "new"))).toMatchObject({ code: "timeout" });
  expect(namesIn(files)).toEqual([".c.ts.kart-tmp", "a.ts", "b.ts"]);
});

const STEPS: readonly CreateStep[] = ["folder", "lock", "write", "sync", "place", "link"];

for (const step of STEPS) {
  for (const code of ["ENOSPC", "EIO", "EACCES"]) {
    test(`${code} at ${step}: no file, no folder, no temporary file`, async () => {
      using files = new TempWorkspace({ "p/x": "" });
      const fail: OnCreateStep = (reached) => {
        if (reached === step) throw Object.assign(new Error(`${code}: injected`), { code });
      };
      expect(await refusal(create(files, "p/q/r/a.ts", "new", fail))).toMatchObject({
        code: "backend_failed",
        message: expect.stringMatching(
          new RegExp(`^p/q/r/a\\.ts could not be written: .* \\(${code}\\)\\. .*repeat the call\\.$`),
        ),
      });
      expect(namesIn(files)).toEqual(["p", "p/x"]);
    });
  }

  test(`a file that appears before ${step} stays`, async () => {
    using files = new TempWorkspace();
    const appear: OnCreateStep = (reached) => {
      if (reached === step) files.write("p/a.ts", "mine");
    };
    expect(await refusal(create(files, "p/a.ts", "new", appear))).toMatchObject({ code: "already_exists" });
    expect([files.read("p/a.ts"), namesIn(files)]).toEqual(["mine", ["p", "p/a.ts"]]);
  });

  test(`a link that appears before ${step} is not followed`, async () => {
    using files = new TempWorkspace();
    using outside = new TempWorkspace();
    const appear: OnCreateStep = (reached) => {
      if (reached !== step) return;
      mkdirSync(files.path("p"), { recursive: true });
      symlinkSync(outside.path("a.ts"), files.path("p/a.ts"));
    };
    expect(await refusal(create(files, "p/a.ts", "new", appear))).toMatchObject({ code: "already_exists" });
    expect([namesIn(outside), namesIn(files)]).toEqual([[], ["p", "p/a.ts"]]);
  });

  test(`a folder swapped for a link before ${step} leads nowhere else`, async () => {
    using files = new TempWorkspace({ "p/x": "" });
    using outside = new TempWorkspace();
    const swap: OnCreateStep = (reached) => {
      if (reached !== step || lstatSync(files.path("p")).isSymbolicLink()) return;
      renameSync(files.path("p"), files.path("away"));
      symlinkSync(outside.root, files.path("p"));
    };
    expect(await refusal(create(files, "p/q/a.ts", "new", swap))).toMatchObject({
      code: "stale",
      message: expect.stringContaining("A folder above p/q/a.ts"),
    });
    expect(namesIn(outside)).toEqual([]);
    expect(namesIn(files)).toEqual(["away", "away/x", "p"]);
  });
}

for (const step of STEPS.filter((one) => one !== "folder")) {
  test(`a folder that is deleted before ${step}`, async () => {
    using files = new TempWorkspace({ "p/x": "" });
    const remove: OnCreateStep = (reached) => {
      if (reached === step) rmSync(files.path("p"), { recursive: true });
    };
    expect(await refusal(create(files, "p/a.ts", "new", remove))).toMatchObject({ code: "stale" });
    expect(namesIn(files)).toEqual([]);
  });
}

test("a folder that another program makes meanwhile is used, and stays after a failure", async () => {
  using files = new TempWorkspace();
  const [reached, fail]: [CreateStep[], OnCreateStep] = [
    [],
    (step) => {
      reached.push(step);
      if (step === "folder" && reached.length === 1) mkdirSync(files.path("p"));
      if (step === "write") throw Object.assign(new Error("injected"), { code: "EIO" });
    },
  ];
  expect(await refusal(create(files, "p/q/a.ts", "new", fail))).toMatchObject({ code: "backend_failed" });
  expect(namesIn(files)).toEqual(["p"]);
});

test("a folder in which somebody has put something stays after a failure", async () => {
  using files = new TempWorkspace();
  const fail: OnCreateStep = (step) => {
    if (step !== "write") return;
    files.write("p/mine", "");
    throw Object.assign(new Error("injected"), { code: "EIO" });
  };
  await refusal(create(files, "p/q/a.ts", "new", fail));
  expect(namesIn(files)).toEqual(["p", "p/mine"]);
});

test("where there are no hard links the name is reserved, and still never taken from another", async () => {
  using files = new TempWorkspace();
  const noLinks: OnCreateStep = (step) => {
    if (step === "link") throw Object.assign(new Error("injected"), { code: "EPERM" });
  };
  await create(files, "p/a.ts", "new", noLinks);
  expect([files.read("p/a.ts"), namesIn(files)]).toEqual(["new", ["p", "p/a.ts"]]);
  const appear: OnCreateStep = (step) => {
    noLinks(step);
    if (step === "reserve") files.write("b.ts", "mine");
  };
  expect(await refusal(create(files, "b.ts", "new", appear))).toMatchObject({ code: "already_exists" });
  expect([files.read("b.ts"), namesIn(files)]).toEqual(["mine", ["b.ts", "p", "p/a.ts"]]);
});

test("folders that cannot be synced are said, and no failure", async () => {
  using files = new TempWorkspace();
  const fail: OnCreateStep = (step) => {
    if (step === "sync-folder") throw Object.assign(new Error("injected"), { code: "EIO" });
  };
  expect((await create(files, "p/a.ts", "new", fail)).warnings).toEqual([
    "The disk did not confirm 2 folders: a power cut now may undo the write.",
  ]);
});

test("many at once of one name: one of them makes it", async () => {
  using files = new TempWorkspace();
  const root = new WorkspaceRoot(files.root);
  const path = proveNew(root, "p/q/a.ts") as NewPath;
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refusal(createFile(root, path, String(index)))),
  );
  expect(outcomes.filter((outcome) => outcome === "not refused")).toHaveLength(1);
  for (const outcome of outcomes.filter((one) => one !== "not refused"))
    expect(outcome).toMatchObject({ code: "already_exists" });
  expect(namesIn(files)).toEqual(["p", "p/q", "p/q/a.ts"]);
});

test("a path that is no path of the root, or protected, is refused whoever asks", async () => {
  using files = new TempWorkspace({ "in/x": "", "in/p/x": "" });
  const root = new WorkspaceRoot(files.path("in"));
  const path = proveNew(root, "a.ts") as NewPath;
  const outside = { ...path, absolute: files.path("a.ts"), parent: files.root };
  expect(await refusal(createFile(root, outside, ""))).toMatchObject({ code: "path_outside_root" });
  const hooks = { ...path, relative: ".git/hooks/x", absolute: files.path("in/.git/hooks/x") };
  expect(await refusal(createFile(root, hooks, ""))).toMatchObject({ code: "protected_path" });
  expect(await refusal(createFile(root, path, "\ud83d"))).toMatchObject({ code: "invalid_argument" });
  expect(namesIn(files)).toEqual(["in", "in/p", "in/p/x", "in/x"]);
});

test("a folder swapped for a symlink without end is never written through", async () => {
  using inside = new TempWorkspace({ "p/x": "" });
  using outside = new TempWorkspace({ x: "" });
  const { mtimeMs } = statSync(outside.root);
  const root = new WorkspaceRoot(inside.root);
  const outcomes: Record<string, number> = {};
  {
    await using _swapped = await SwappedFolder.start(inside.path("p"), outside.root);
    let number = 0;
    for (const end = performance.now() + 3000; performance.now() < end;) {
      let outcome = "made";
      try {
        const path = proveNew(root, `p/${number++}/q/a.ts`) as NewPath;
        // In the moment without the folder it would be made, and that would end the swapping.
        if (path.parent === inside.root) continue;
        await createFile(root, path, "new");
      } catch (error) {
        outcome = (error as NodeJS.ErrnoException).code ?? String(error);
      }
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  expect(readdirSync(outside.root)).toEqual(["x"]);
  expect(statSync(outside.root).mtimeMs).toBe(mtimeMs);
  const { made = 0, stale = 0, path_outside_root: out = 0, ...others } = outcomes;
  expect(others).toEqual({});
  expect([made > 0, stale > 0, out > 0]).toEqual([true, true, true]);
  // What was refused left nothing behind.
  const folder = existsSync(inside.path("p-away")) ? "p-away" : "p";
  const left = readdirSync(inside.path(folder), { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => name.endsWith("/q")).length).toBe(left.filter((name) => name.endsWith("a.ts")).length);
  expect(left.filter((name) => name.includes("kart-tmp"))).toEqual([]);
});

test("a hard link that somebody makes of the temporary file is not taken for it", async () => {
  using files = new TempWorkspace();
  const steal: OnCreateStep = (step) => {
    if (step === "place" && existsSync(files.path(".a.ts.kart-tmp")))
      linkSync(files.path(".a.ts.kart-tmp"), files.path("stolen"));
  };
  await create(files, "a.ts", "new", steal);
  expect(namesIn(files)).toEqual(["a.ts", "stolen"]);
});

test("killed at every step: no file or a whole one, and the next write works", async () => {
  const program = join(import.meta.dir, "../../test/programs/create-file.ts");
  const whole = "new\n".repeat(50_000);
  const left: boolean[] = [];
  for (let dieAt = 0, isKilled = true; isKilled; dieAt++) {
    using files = new TempWorkspace();
    const child = Bun.spawn([process.execPath, program, files.root, "p/q/a.ts", String(dieAt)]);
    await child.exited;
    isKilled = child.signalCode === "SIGKILL";
    left.push(existsSync(files.path("p/q/a.ts")));
    if (left.at(-1) === true) expect(files.read("p/q/a.ts")).toBe(whole);
    else {
      if (existsSync(files.path("p/q/.a.ts.kart-tmp"))) abandonLock(files, "a.ts", "p/q/");
      await create(files, "p/q/a.ts", whole);
    }
    if (!isKilled) expect(namesIn(files)).toEqual(["p", "p/q", "p/q/a.ts"]);
  }
  // Once there it stays: the last kills only hit the syncing of folders.
  expect(left.slice(left.indexOf(true))).not.toContain(false);
  expect(left.filter((isThere) => !isThere).length).toBeGreaterThan(8);
});
