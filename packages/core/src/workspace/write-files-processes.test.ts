import { expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { abandonLock } from "../../test/editing.ts";
import type { Errand } from "../../test/programs/write-files.ts";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";
import { writeFiles, type WriteStep } from "./write-files.ts";

const PROGRAMS = join(import.meta.dir, "../../test/programs");

for (const count of [2, 8]) {
  test(`${count} processes edit one file at once: no edit is lost`, async () => {
    const lines = Array.from({ length: count }, (_, index) => `p${index}`);
    using files = new TempWorkspace({ "a.ts": lines.map((line) => `${line}: 0\n`).join("") });
    // All of them find this one, and only one of them may take it over.
    abandonLock(files, "a.ts");
    const times = 48 / count;
    const children = lines.map((line) =>
      Bun.spawn([process.execPath, join(PROGRAMS, "count-in-line.ts"), files.root, "a.ts", line, String(times)], {
        stdin: "pipe",
        stdout: "pipe",
        stderr: "inherit",
      }),
    );
    await Promise.all(children.map((child) => child.stdout.getReader().read()));
    for (const child of children) {
      void child.stdin.write("go\n");
      void child.stdin.end();
    }
    expect(await Promise.all(children.map((child) => child.exited))).toEqual(lines.map(() => 0));
    expect(files.read("a.ts")).toBe(lines.map((line) => `${line}: ${times}\n`).join(""));
    expect(readdirSync(files.root)).toEqual(["a.ts"]);
  });
}

test("calls of one process at once: no edit is lost", async () => {
  using files = new TempWorkspace({ "a.ts": "0", "b.ts": "0" });
  const root = new WorkspaceRoot(files.root);
  const count = async (...paths: string[]): Promise<void> => {
    for (;;) {
      const writes = paths.map((path) => readForEdit(root, path)).map((file) => ({ file, text: `${file.text}x` }));
      try {
        await writeFiles(root, writes);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "stale") throw error;
      }
    }
  };
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => count(...(index % 2 === 0 ? ["a.ts", "b.ts"] : ["b.ts"]))),
  );
  expect([files.read("a.ts").length, files.read("b.ts").length]).toEqual([21, 41]);
});

const KILLS = 200;
const LANES = 8;
const OLD = "old text\n".repeat(20_000);

/** Every step of replacing two files, in its order, for locks that were abandoned. */
async function stepsOfTwoFiles(): Promise<{ readonly step: WriteStep; readonly path: string }[]> {
  using files = new TempWorkspace({ "a.ts": OLD, "b.ts": OLD });
  for (const name of ["a.ts", "b.ts"]) abandonLock(files, name);
  const root = new WorkspaceRoot(files.root);
  const steps: { step: WriteStep; path: string }[] = [];
  const writes = ["a.ts", "b.ts"].map((path) => ({
    file: readForEdit(root, path),
    text: OLD.replaceAll("old", "new"),
  }));
  await writeFiles(root, writes, (step, { relative: path }) => void steps.push({ step, path }));
  return steps;
}

test(`killed ${KILLS} times, at every step of writing: old bytes or new ones, and the next write works`, async () => {
  const steps = await stepsOfTwoFiles();
  expect(new Set(steps.map(({ step }) => step)).size).toBe(9);
  expect(steps.length).toBeWithin(20, KILLS / 4);
  let kills = 0;
  let leftBehind = 0;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      using files = new TempWorkspace({ "a.ts": OLD, "b.ts": OLD });
      for (const name of ["a.ts", "b.ts"]) chmodSync(files.path(name), 0o751);
      const held = new Map([
        ["a.ts", OLD],
        ["b.ts", OLD],
      ]);
      for (let kill = lane; kill < KILLS; kill += LANES) {
        for (const name of held.keys()) abandonLock(files, name);
        const dieAt = kill % steps.length;
        const text = `${kill} new\n`.repeat(20_000);
        const errand: Errand = { root: files.root, texts: { "a.ts": text, "b.ts": text }, dieAt };
        const child = Bun.spawn([process.execPath, join(PROGRAMS, "write-files.ts")], {
          stdin: Buffer.from(JSON.stringify(errand)),
        });
        await child.exited;
        expect(child.signalCode).toBe("SIGKILL");
        kills++;
        for (const name of held.keys()) {
          // It died before this step: what was renamed by then is new, all of it.
          if (steps.slice(0, dieAt).some(({ step, path }) => step === "rename" && path === name)) held.set(name, text);
          if (files.read(name) !== held.get(name))
            throw new Error(`${name} is damaged: ${JSON.stringify(steps[dieAt])}`);
          expect(statSync(files.path(name)).mode & 0o7777).toBe(0o751);
        }
        leftBehind += readdirSync(files.root).length - held.size;
      }
      for (const name of held.keys()) abandonLock(files, name);
      const root = new WorkspaceRoot(files.root);
      await writeFiles(
        root,
        [...held.keys()].map((path) => ({ file: readForEdit(root, path), text: "the end" })),
      );
      expect([files.read("a.ts"), files.read("b.ts")]).toEqual(["the end", "the end"]);
      expect(readdirSync(files.root).sort()).toEqual(["a.ts", "b.ts"]);
    }),
  );
  expect(kills).toBe(KILLS);
  // The kills did hit the writing itself.
  expect(leftBehind).toBeGreaterThan(KILLS);
}, 60_000);
