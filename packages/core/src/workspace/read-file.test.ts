import { expect, test } from "bun:test";
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { SwappedFolder } from "@kart/testkit/swapping";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { readRanges, readTextFile, withFolder } from "./read-file.ts";

test("what is no regular file is refused at once", () => {
  using files = new TempWorkspace({ "folder/a.ts": "", "link.ts": { symlinkTo: "folder/a.ts" } });
  Bun.spawnSync(["mkfifo", files.path("fifo")]);
  expect(readTextFile(files.path("fifo")).status).toBe("not-a-file");
  expect(readTextFile(files.path("folder")).status).toBe("not-a-file");
  expect(readTextFile("/dev/zero").status).toBe("not-a-file");
  expect(readTextFile(files.path("nothing")).status).toBe("missing");
  // Real paths only: a link in place of the file that was proven leads who knows where.
  expect(readTextFile(files.path("link.ts")).status).toBe("missing");
  expect(withFolder(files.path("folder"), (opened) => readdirSync(opened))).toEqual(["a.ts"]);
});

test("a folder swapped for a symlink is never read through", async () => {
  using inside = new TempWorkspace({ "p/file": "inside", "p/link": { symlinkTo: "inside" } });
  using outside = new TempWorkspace({ file: "OUTSIDE", OUTSIDE: "", link: { symlinkTo: "OUTSIDE" } });
  const folder = inside.path("p");
  await using _swapped = await SwappedFolder.start(folder, outside.root);
  const ASKED: Readonly<Record<string, () => unknown>> = {
    text: () => readTextFile(`${folder}/file`),
    ranges: () =>
      readRanges(`${folder}/file`, [{ start: 0, length: 10 }])?.map((bytes) => Buffer.from(bytes).toString()),
    names: () => withFolder(folder, (opened) => readdirSync(opened)),
    link: () =>
      withFolder(folder, (opened) => lstatSync(`${opened}/link`).isSymbolicLink() && readlinkSync(`${opened}/link`)),
  };
  const seen: Record<string, number> = {};
  for (const end = performance.now() + 1500; performance.now() < end;) {
    for (const [what, ask] of Object.entries(ASKED)) {
      const answer = JSON.stringify(orError(ask)) ?? "";
      if (answer.includes("OUTSIDE")) throw new Error(`${what} of the outside came through: ${answer}`);
      if (/inside|file/.test(answer)) seen[what] = (seen[what] ?? 0) + 1;
    }
  }
  // Often enough the folder stood where it belongs.
  expect(Object.keys(seen).sort()).toEqual(Object.keys(ASKED).sort());
});

function orError(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
