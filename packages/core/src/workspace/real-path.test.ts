import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { readTextFile } from "./read-file.ts";
import { realPathOf, realPathOrUndefined } from "./real-path.ts";
import { readForEdit } from "./source-bytes.ts";
import { WorkspaceRoot } from "./workspace-path.ts";

/** Saves a file as editors do, by another that is renamed over it, until it is killed. */
const SAVING = `
const { renameSync, writeFileSync } = require("node:fs");
const [file] = process.argv.slice(1);
process.stdout.write("saving");
for (;;) {
  writeFileSync(file + ".new", "text");
  renameSync(file + ".new", file);
}`;

test("a file that another program saves all the time is there all the time", async () => {
  using files = new TempWorkspace({ "a.ts": "text" });
  const path = files.path("a.ts");
  await using saving = Bun.spawn([process.execPath, "-e", SAVING, path], { stdin: "ignore", stdout: "pipe" });
  await saving.stdout.getReader().read();
  const root = new WorkspaceRoot(files.root);
  const ASKED: Readonly<Record<string, () => string | undefined>> = {
    real: () => realPathOrUndefined(path)?.slice(-4),
    proven: () => root.prove("a.ts").kind,
    read: () => readTextFile(path).status,
    edited: () => readForEdit(root, "a.ts").text,
  };
  const seen = new Set<string>();
  for (const end = performance.now() + 1000; performance.now() < end;)
    for (const [what, ask] of Object.entries(ASKED)) seen.add(`${what} ${ask()}`);
  expect([...seen].toSorted()).toEqual(["edited text", "proven file", "read read", "real a.ts"]);
});

test("what is not there, and a link that leads nowhere, is said at once", () => {
  using files = new TempWorkspace({ link: { symlinkTo: "nothing" } });
  for (const name of ["link", "absent", "absent/a.ts"]) {
    expect(() => realPathOf(files.path(name))).toThrow("ENOENT");
    expect(realPathOrUndefined(files.path(name))).toBeUndefined();
  }
});
