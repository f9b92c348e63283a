import { closeSync, mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";
import { bound, type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const COMMITS = 100_000;
const NEW_COMMITS = 100;
const FILES = 5000;
const MAIN = join(ROOT, "packages/kart-cochange/src/main.ts");

/** What reading a long history costs beside git itself, and what an answer costs afterwards. */
export async function* indexSpeed(): AsyncGenerator<Finding> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-history-")));
  try {
    const root = join(folder, "repository.git");
    await git(["init", "--quiet", "--bare", "--initial-branch=main", root]);
    await importCommits(root, 0, COMMITS);
    yield* measured(folder, root);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function* measured(folder: string, root: string): AsyncGenerator<Finding> {
  let peak = 0;
  const building = await sideBySide(1, [
    async () => ({ "git log": await timed(() => gitLog(root, join(folder, "log"), "HEAD")) }),
    async () => {
      const cache = join(folder, `cache-${peak}`);
      const started = performance.now();
      const child = Bun.spawn([process.execPath, MAIN, "--root", root, "build"], {
        env: { ...process.env, XDG_CACHE_HOME: cache },
        stdout: "ignore",
      });
      await child.exited;
      peak = Math.max(peak, (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024);
      return { build: performance.now() - started };
    },
  ]);
  yield ratio(building, "build", "git log", { what: "building, 100,000 commits", atMost: 2.5 });
  yield bound("building, resident memory at most", peak, "MB", 300);

  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  await using server = await StdioServer.connected([process.execPath, MAIN, "--root", root], folder);
  const ask = () => server.call("kart_cochange", { path: fileOf(7) });
  // The first question builds the index: with a deadline for each, it may take several.
  while (
    !(await ask().then(
      () => true,
      () => false,
    ))
  );
  const later = await sideBySide(20, [
    async () => ({ "rev-parse": await timed(() => git(["-C", root, "rev-parse", "HEAD"])) }),
    async () => ({ nothing: await timed(ask) }),
  ]);
  yield ratio(later, "nothing", "rev-parse", { what: "a question with nothing new", atMost: 3 });
  yield bound("a question with nothing new", later["nothing"] ?? 0, "ms", 20);

  const before = (await git(["-C", root, "rev-parse", "HEAD"])).trim();
  await importCommits(root, COMMITS, NEW_COMMITS);
  const after = (await git(["-C", root, "rev-parse", "HEAD"])).trim();
  const catching = await sideBySide(5, [
    async () => ({ "git log": await timed(() => gitLog(root, join(folder, "log"), `${before}..${after}`)) }),
    async () => {
      await git(["-C", root, "update-ref", "refs/heads/main", before]);
      await ask();
      await git(["-C", root, "update-ref", "refs/heads/main", after]);
      return { "100 new": await timed(ask) };
    },
  ]);
  yield ratio(catching, "100 new", "git log", { what: "a question with 100 new commits", atMost: 2 });
  yield bound("resident memory while answering", server.residentMegabytes(), "MB", 300);
}

/** Commits of two to five files, most of them neighbours, and some of them renamed. */
async function importCommits(root: string, from: number, count: number): Promise<void> {
  const child = Bun.spawn(["git", "-C", root, "fast-import", "--quiet", "--force"], {
    stdin: "pipe",
    stderr: "inherit",
  });
  for (let commit = from; commit < from + count; commit++) {
    const first = (commit * 7919) % FILES;
    const rows = Array.from({ length: 2 + (commit % 4) }, (_none, step) => {
      const text = `${first + step}\n${"line\n".repeat(5)}${commit}\n`;
      return `M 100644 inline ${fileOf((first + step) % FILES)}\ndata ${text.length}\n${text}\n`;
    });
    const parent = commit === from && from > 0 ? "from refs/heads/main^0\n" : "";
    const time = 1_300_000_000 + commit * 3600;
    void child.stdin.write(
      `commit refs/heads/main\ncommitter a <a@example.com> ${time} +0000\ndata 1\nx\n${parent}${rows.join("")}\n`,
    );
    if (commit % 1000 === 0) await child.stdin.flush();
  }
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
}

function fileOf(file: number): string {
  return `packages/p${file % 40}/src/f${file}.ts`;
}

async function gitLog(root: string, file: string, range: string): Promise<void> {
  const output = openSync(file, "w");
  try {
    await Bun.spawn(["git", "-C", root, "log", "--name-status", "-z", "-M", range], { stdout: output }).exited;
  } finally {
    closeSync(output);
  }
}

async function git(args: readonly string[]): Promise<string> {
  const child = Bun.spawn(["git", ...args], { stdout: "pipe", stderr: "inherit" });
  const [text, status] = await Promise.all([child.stdout.text(), child.exited]);
  if (status !== 0) throw new Error(`git ${args.join(" ")} ended with status ${status}`);
  return text;
}
