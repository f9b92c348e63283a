import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { peakOf } from "./index-speed.ts";
import { git } from "./made-history.ts";
import { type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { KEEPING_MEMORY } from "./keeping-memory.ts";

const FILES = 10_000;
const COMMITS = 500;

/** What a report costs where there is twice as much of everything: it reads what imports what in all files. */
export async function* report(): AsyncGenerator<Finding> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-report-")));
  try {
    const half = await checkedOut(join(folder, "half"), FILES / 2);
    const whole = await checkedOut(join(folder, "whole"), FILES);
    const make = (root: string) =>
      timed(() => peakOf(["--root", root, "report", "--out", `${root}.html`], join(folder, "cache")));
    const timings = await sideBySide(3, [
      async () => ({ half: await make(half) }),
      async () => ({ whole: await make(whole) }),
    ]);
    yield ratio(timings, "whole", "half", { what: `a report on ${FILES} files`, atMost: 2.3 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A repository in which all files come at once, and neighbours, each of which imports the other, change together. */
async function checkedOut(root: string, files: number): Promise<string> {
  await git(["init", "--quiet", "--initial-branch=main", root]);
  const fileOf = (file: number) => `src/d${Math.floor(file / 50)}/f${file}.ts`;
  const textOf = (file: number, value: number) =>
    `import { v${file ^ 1} } from "./f${file ^ 1}";\nexport const v${file} = v${file ^ 1} + ${value};\n`;
  const commit = (number: number, changed: readonly number[]) => {
    const rows = changed.map((file) => {
      const text = textOf(file, number);
      return `M 100644 inline ${fileOf(file)}\ndata ${text.length}\n${text}\n`;
    });
    return `commit refs/heads/main\ncommitter a <a@example.com> ${1_600_000_000 + number * 400} +0000\ndata 1\nx\n${rows.join("")}\n`;
  };
  const all = Array.from({ length: files }, (_none, file) => file);
  const later = Array.from({ length: COMMITS }, (_none, index) => {
    const first = ((index * 7919) % (files / 2)) * 2;
    return commit(index + 1, [first, first + 1]);
  });
  const child = Bun.spawn(["git", "-C", root, "fast-import", "--quiet"], {
    stdin: new Blob([commit(0, all), ...later]),
    env: { ...process.env, ...KEEPING_MEMORY },
  });
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
  await git(["-C", root, "checkout", "--quiet", "--force", "main"]);
  return root;
}
