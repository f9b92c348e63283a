import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/servers.ts";
import { fileOf, git, gitLog, importCommits } from "./made-history.ts";
import { bound, type Finding, ratio, sideBySide, timed, type Timings } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const COMMITS = 100_000;
const NEW_COMMITS = 100;
export const MAIN = join(ROOT, "packages/kart-cochange/src/main.ts");

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

/** Times a build from nothing beside git itself; `peak` is the most resident memory of any, in MB. */
export async function buildBeside(folder: string, root: string): Promise<{ timings: Timings; peak: number }> {
  let peak = 0;
  const timings = await sideBySide(1, [
    async () => ({ "git log": await timed(() => gitLog(root, join(folder, "log"), "HEAD")) }),
    async () => {
      const cache = join(folder, `cache-${peak}`);
      const started = performance.now();
      peak = Math.max(peak, await peakOf(["--root", root, "build"], cache));
      return { build: performance.now() - started };
    },
  ]);
  return { timings, peak };
}

/** Runs the binary; the most memory that was resident, in MB. */
export async function peakOf(args: readonly string[], cache: string): Promise<number> {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdout: "ignore",
  });
  if ((await child.exited) !== 0) throw new Error(`kart-cochange ${args.join(" ")} failed`);
  return (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024;
}

async function* measured(folder: string, root: string): AsyncGenerator<Finding> {
  const { timings: building, peak } = await buildBeside(folder, root);
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
  const started = performance.now();
  const reporting = await peakOf(
    ["--root", root, "report", "--out", join(folder, "report.html")],
    join(folder, "cache"),
  );
  yield bound("a report", performance.now() - started, "ms", 10_000);
  yield bound("a report, resident memory at most", reporting, "MB", 600);
  yield bound("resident memory while answering", server.residentMegabytes(), "MB", 300);
}
