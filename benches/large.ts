import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "./bundle.ts";
import { type Question, QUESTIONS } from "./large-questions.ts";
import { FILES_PER_PACKAGE, LargeWorkspace } from "./large-workspace.ts";
import { processTree } from "./process-tree.ts";
import { type Finding, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

/** Packages of 100 files: a quarter, half and the whole. Others, and the questions of some tools alone, are for trying out. */
const SIZES = process.env["KART_LARGE_PACKAGES"]?.split(",").map(Number) ?? [50, 100, 200];
const TOOLS = process.env["KART_LARGE_TOOLS"]?.split(",");

const LATER_CALLS = 3;

/** Calls for one answer, where each runs out of time. */
const MAX_ATTEMPTS = 4;

/** Twice the size, at most so many times the time, and so many milliseconds: less is noise. */
const GROWTH = 2.3;
const NOISE = 5;

/** Milliseconds after which no question is begun. */
const BUDGET = 9.5 * 60_000;

/** Milliseconds and megabytes of one question in one workspace. */
interface Cost {
  first: number;
  later: number;
  server: number;
  children: number;
}

/** A question in all workspaces. */
interface Trial {
  readonly what: string;
  readonly question: Question;
  /** Its place among its server's questions: each changes a package of its own. */
  readonly index: number;
  readonly command: readonly string[];
  readonly costs: readonly Cost[];
  readonly problems: string[];
}

/**
 * Asks each question of a fresh server in each workspace, first and then again. Where the whole seems to take too long for its
 * half, it is asked once more at the end and the least time counts: others may have been at work. Prints a table for the docs.
 */
export async function* large(): AsyncGenerator<Finding> {
  const started = performance.now();
  const isOver = () => performance.now() - started > BUDGET;
  using resources = new DisposableStack();
  const sizes: LargeWorkspace[] = [];
  for (const packages of SIZES) sizes.push(resources.use(await LargeWorkspace.of(packages)));
  yield { what: "making the workspaces", measured: inUnits(performance.now() - started), isMet: true };
  const trials: Trial[] = [];
  const missed: Trial[] = [];
  for (const [server, questions] of Object.entries(QUESTIONS) as ["kart-nav", readonly Question[]][]) {
    const { command } = resources.use(await bundleOf(server));
    for (const [index, question] of questions.entries()) {
      if (TOOLS?.includes(question.tool) === false) continue;
      const what = `${question.tool} ${question.about}`;
      if (isOver()) {
        yield { what, measured: "not asked: out of time", isMet: false };
        continue;
      }
      const costs = sizes.map((): Cost => ({ first: Infinity, later: Infinity, server: 0, children: 0 }));
      const trial: Trial = { what, question, index, command, costs, problems: [] };
      trials.push(trial);
      await tryAll(trial, sizes, 0);
      if (isMet(trial)) yield found(trial);
      else {
        missed.push(trial);
        process.stderr.write(`  to be asked again: ${what}: ${found(trial).measured}\n`);
      }
    }
    // The next server's questions are about files that this one's may have moved.
    for (const workspace of sizes) await workspace.restore();
  }
  for (const trial of missed) {
    if (trial.problems.length === 0 && !isOver()) await tryAll(trial, sizes, 1);
    yield found(trial);
  }
  const heads = ["tool", "asked about", `first: ${filesOf(sizes)}`, "later", "server, MB", "its children, MB"];
  const rows = [heads, heads.map(() => "---"), ...trials.map(rowOf)];
  process.stdout.write(`\n${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}\n`);
  yield { what: "all of it", measured: inUnits(performance.now() - started), isMet: true };
}

async function tryAll(trial: Trial, sizes: readonly LargeWorkspace[], round: number): Promise<void> {
  for (const [place, workspace] of sizes.entries())
    await ask(trial, workspace, round, trial.costs[place] as Cost).catch((error: unknown) =>
      trial.problems.push(`${workspace.files} files: ${String(error)}`),
    );
}

function isMet({ costs, problems }: Trial): boolean {
  const [half, whole] = costs.slice(-2) as [Cost, Cost];
  return (
    problems.length === 0 && (["first", "later"] as const).every((when) => whole[when] <= half[when] * GROWTH + NOISE)
  );
}

function found(trial: Trial): Finding {
  const [, , first, later, server, children] = rowOf(trial);
  const measured = `first ${first}; later ${later}; MB ${server} and ${children}`;
  return { what: trial.what, measured: [measured, ...trial.problems].join("\n    "), isMet: isMet(trial) };
}

function rowOf({ question, costs }: Trial): string[] {
  const show = (of: (cost: Cost) => string) => costs.map(of).join(" / ");
  return [
    question.tool,
    question.about,
    show(({ first }) => inUnits(first)),
    show(({ later }) => inUnits(later)),
    show(({ server }) => (server === 0 ? "–" : String(Math.round(server)))),
    show(({ children }) => (children === 0 ? "–" : String(Math.round(children)))),
  ];
}

async function ask(
  { question, index, command }: Trial,
  workspace: LargeWorkspace,
  round: number,
  cost: Cost,
): Promise<void> {
  const cache = mkdtempSync(join(realpathSync(tmpdir()), "kart-large-cache-"));
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    await using server = await StdioServer.connected([...command, "--output", "text"], workspace.root);
    // The first package is everybody's.
    const own = workspace.packages - 1 - (index % (workspace.packages - 1));
    for (let later = 0; later <= LATER_CALLS; later++) {
      const call = round * (LATER_CALLS + 1) + later;
      if (question.before !== undefined)
        await server.call(question.before.tool, { ...question.before.args(own, call, workspace) });
      const args = { ...question.args(own, call, workspace) };
      let text = "";
      const milliseconds = await timed(async () => {
        text = await answerOf(server, question.tool, args);
      });
      if (!question.right.test(text)) throw new Error(`${JSON.stringify(args)} answered ${text.slice(0, 1000)}`);
      if (later === 0) cost.first = Math.min(cost.first, milliseconds);
      else cost.later = Math.min(cost.later, milliseconds);
    }
    const [itself = 0, ...started] = processTree(server.pid).map(({ megabytes }) => megabytes);
    cost.server = Math.max(cost.server, itself);
    cost.children = Math.max(
      cost.children,
      started.reduce((sum, megabytes) => sum + megabytes, 0),
    );
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** A call that ran out of time may be made again, and goes on where it was: what it takes is the time of all. */
async function answerOf(server: StdioServer, tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.call(tool, args);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !String(error).includes(": timeout: ")) throw error;
    }
  }
}

function filesOf(sizes: readonly LargeWorkspace[]): string {
  return `${sizes.map(({ packages }) => (packages * FILES_PER_PACKAGE).toLocaleString("en-US")).join(" / ")} files`;
}

/** Milliseconds, or seconds from ten of them on; a dash where nothing was measured. */
function inUnits(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return "–";
  if (milliseconds >= 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
