import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf } from "./bundle.ts";
import { type Question, QUESTIONS } from "./large-questions.ts";
import { LargeWorkspace } from "./large-workspace.ts";
import { processMemory } from "./process-memory.ts";
import { type Finding, timed } from "./side-by-side.ts";
import { StdioServer } from "./stdio-server.ts";

/** Packages of 100 files: a quarter, half and the whole. */
const SIZES = [50, 100, 200] as const;

/** A fresh server in each; the least time of them counts. */
const ROUNDS = 2;
const LATER_CALLS = 3;

/** Twice the size, at most so many times the time, and so many milliseconds: less is noise. */
const GROWTH = 2.3;
const NOISE = 5;

/** Milliseconds after which nothing is asked again. */
const BUDGET = 8 * 60_000;

/** Milliseconds and megabytes of one question in one workspace. */
interface Cost {
  first: number;
  later: number;
  server: number;
  children: number;
}

export async function* large(): AsyncGenerator<Finding> {
  const started = performance.now();
  using workspaces = new DisposableStack();
  const sizes: LargeWorkspace[] = [];
  for (const packages of SIZES) sizes.push(workspaces.use(await LargeWorkspace.of(packages)));
  yield { what: "making them", measured: `${Math.round(performance.now() - started)} ms`, isMet: true };
  for (const [server, questions] of Object.entries(QUESTIONS) as ["kart-nav", readonly Question[]][]) {
    using bundle = await bundleOf(server);
    for (const [index, question] of questions.entries()) {
      const costs = sizes.map((): Cost => ({ first: Infinity, later: Infinity, server: 0, children: 0 }));
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0 && performance.now() - started > BUDGET) break;
        for (const [place, workspace] of sizes.entries())
          await ask(bundle.command, workspace, index, question, round, costs[place] as Cost);
      }
      const show = (of: (cost: Cost) => number) => costs.map((cost) => Math.round(of(cost) * 10) / 10).join(" / ");
      const [, half, whole] = costs as [Cost, Cost, Cost];
      // A call that failed left no time.
      const isMet = (["first", "later"] as const).every(
        (when) => Number.isFinite(whole[when]) && whole[when] <= half[when] * GROWTH + NOISE,
      );
      yield {
        what: `${question.tool} ${question.about}`,
        measured: `first ${show(({ first }) => first)}; later ${show(({ later }) => later)}; MB ${show((c) => c.server)} + ${show((c) => c.children)}`,
        isMet,
      };
    }
  }
}

async function ask(
  command: readonly string[],
  workspace: LargeWorkspace,
  index: number,
  question: Question,
  round: number,
  cost: Cost,
): Promise<void> {
  const cache = mkdtempSync(join(realpathSync(tmpdir()), "kart-large-cache-"));
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    await using server = await StdioServer.connected([...command, "--output", "text"], workspace.root);
    const own = workspace.packages - 1 - index;
    for (let later = 0; later <= LATER_CALLS; later++) {
      const call = round * (LATER_CALLS + 1) + later;
      if (question.before !== undefined)
        await server.call(question.before.tool, { ...question.before.args(own, call, workspace) });
      const args = { ...question.args(own, call, workspace) };
      let text = "";
      const milliseconds = await timed(async () => {
        text = await server.call(question.tool, args);
      });
      if (!question.right.test(text))
        throw new Error(`${question.tool} ${JSON.stringify(args)} answered ${text.slice(0, 1000)}`);
      if (later === 0) cost.first = Math.min(cost.first, milliseconds);
      else cost.later = Math.min(cost.later, milliseconds);
    }
    const memory = processMemory(server.pid);
    cost.server = Math.max(cost.server, memory.own);
    cost.children = Math.max(cost.children, memory.children);
  } catch (error) {
    console.error(String(error));
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
