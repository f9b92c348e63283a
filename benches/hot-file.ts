import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildBeside, MAIN } from "./index-speed.ts";
import { git, gitLog, importCommits } from "./made-history.ts";
import { bound, type Finding, ratio, sideBySide, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

const COMMITS = 1_000_000;
const HOT = "hot.ts";

/** A history of a million commits, each of which changes one file and one more. */
export async function* hotFile(): AsyncGenerator<Finding> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-hot-")));
  try {
    const root = join(folder, "repository.git");
    await git(["init", "--quiet", "--bare", "--initial-branch=main", root]);
    await importCommits(root, 0, COMMITS, HOT);
    const { timings, peak } = await buildBeside(folder, root);
    yield ratio(timings, "build", "git log", { what: "building, a million commits", atMost: 2.5 });
    // git holds every commit in memory before it shows the oldest: that is most of it, and git's own.
    const itself = await gitLog(root, join(folder, "log"), "HEAD");
    yield {
      what: "building, resident memory",
      measured: `${(peak / itself).toFixed(2)}x git log (${Math.round(peak)} MB to ${Math.round(itself)} MB)`,
      target: "at most 1.5x",
      isMet: peak <= itself * 1.5,
    };
    process.env["XDG_CACHE_HOME"] = join(folder, "cache-0");
    await using server = await StdioServer.connected([process.execPath, MAIN, "--root", root], folder);
    const asked = await sideBySide(20, [
      async () => ({ "rev-parse": await timed(() => git(["-C", root, "rev-parse", "HEAD"])) }),
      async () => ({ hot: await timed(() => server.call("kart_cochange", { path: HOT })) }),
    ]);
    yield bound("a question about the file that each commit changed", asked["hot"] ?? 0, "ms", 20);
    yield bound("resident memory while answering", server.residentMegabytes(), "MB", 300);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
