import { closeSync, openSync } from "node:fs";
import { KEEPING_MEMORY } from "./keeping-memory.ts";

const FILES = 5000;

/** Commits of two to five files that are neighbours, after those that are there. `hot` is a file that each of them changes. */
export async function importCommits(root: string, from: number, count: number, hot?: string): Promise<void> {
  const child = Bun.spawn(["git", "-C", root, "fast-import", "--quiet", "--force"], {
    stdin: "pipe",
    stderr: "inherit",
    env: { ...process.env, ...KEEPING_MEMORY },
  });
  for (let commit = from; commit < from + count; commit++) {
    const first = (commit * 7919) % FILES;
    const rows = Array.from({ length: 2 + (commit % 4) }, (_none, step) => {
      const text = `${first + step}\n${"line\n".repeat(5)}${commit}\n`;
      return `M 100644 inline ${fileOf((first + step) % FILES)}\ndata ${text.length}\n${text}\n`;
    });
    if (hot !== undefined)
      rows.splice(1, rows.length, `M 100644 inline ${hot}\ndata 8\n${String(commit).padStart(8)}\n`);
    const parent = commit === from && from > 0 ? "from refs/heads/main^0\n" : "";
    const time = 1_300_000_000 + commit * 400;
    void child.stdin.write(
      `commit refs/heads/main\ncommitter a <a@example.com> ${time} +0000\ndata 1\nx\n${parent}${rows.join("")}\n`,
    );
    if (commit % 1000 === 0) await child.stdin.flush();
  }
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
}

export function fileOf(file: number): string {
  return `packages/p${file % 40}/src/f${file}.ts`;
}

/** The yardstick of a build. Returns the most memory that was resident, in MB. */
export async function gitLog(root: string, file: string, range: string): Promise<number> {
  const output = openSync(file, "w");
  try {
    const child = Bun.spawn(["git", "-C", root, "log", "--name-status", "-z", "-M", range], { stdout: output });
    await child.exited;
    return (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024;
  } finally {
    closeSync(output);
  }
}

export async function git(args: readonly string[]): Promise<string> {
  const child = Bun.spawn(["git", ...args], { stdout: "pipe", stderr: "inherit" });
  const [text, status] = await Promise.all([child.stdout.text(), child.exited]);
  if (status !== 0) throw new Error(`git ${args.join(" ")} ended with status ${status}`);
  return text;
}
