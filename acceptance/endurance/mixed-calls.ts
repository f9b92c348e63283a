import { join } from "node:path";
import { until } from "@kart/testkit/processes";
import { CallMix } from "../call-mix.ts";
import type { Outcome, ToolClient } from "../client.ts";
import { Random } from "../random.ts";
import { connectTo, type ServerName } from "../servers.ts";
import type { World } from "../world.ts";
import { AnswerJudge } from "./answers.ts";
import { END_WITHIN, endedWhole } from "./ended-whole.ts";
import { descendantsOf, openDescriptors, residentMegabytes, zombiesOf } from "./process-table.ts";
import { counted, type Findings, median, megabytes, seconds, whole } from "./report.ts";

export interface MixedOptions {
  readonly calls: number;
  readonly seed: number;
  /** Milliseconds after which no further call is made. */
  readonly atMost: number;
}

/** Calls under way at a time. */
const AT_ONCE = 4;

/** Times that the server is let come to rest, to be looked at. */
const RESTS = 40;

/** Most calls that are made at once; a short run makes no more of them than of the others. */
const MOST_PARALLEL = 200;

/** What a server holds while nothing is asked of it. */
interface Rest {
  readonly server: number;
  readonly children: number;
  readonly descriptors: readonly string[];
  readonly childDescriptors: number;
}

/** Mixed calls while another program changes the files, then many at once, then the end. */
export async function mixedCalls(server: ServerName, world: World, options: MixedOptions): Promise<Findings> {
  const { calls, seed, atMost } = options;
  const parallel = Math.min(MOST_PARALLEL, calls);
  const failures: string[] = [];
  const client = await connectTo(server, world);
  await using _server = client;
  const judge = new AnswerJudge(await client.tools());
  const mix = new CallMix(server, new Random(seed), world);
  const outcomes: Outcome[] = [];
  const slowest = { milliseconds: 0, call: "" };
  const rests: Rest[] = [];
  let most = 0;

  const ask = async () => {
    const call = mix.next();
    const outcome = await client.call(...call);
    mix.take(call, outcome);
    // Only what is counted is kept: twenty thousand texts would be this program's own leak.
    outcomes.push({ ...outcome, text: "", data: undefined });
    if (outcome.milliseconds > slowest.milliseconds)
      Object.assign(slowest, { milliseconds: outcome.milliseconds, call: call[0] });
    const complaint = judge.complaint(call, outcome);
    if (complaint !== undefined) failures.push(complaint);
  };
  const inTurn = async (end: number) => {
    while (outcomes.length + AT_ONCE <= end) {
      await ask();
      most = Math.max(most, residentMegabytes(client.pid));
    }
  };

  const start = performance.now();
  const churn = Bun.spawn([process.execPath, join(import.meta.dir, "churn.ts"), world.root, String(seed)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (let rest = 1; rest <= RESTS && performance.now() - start < atMost; rest++) {
      const end = Math.round((calls * rest) / RESTS);
      await Promise.all(Array.from({ length: AT_ONCE }, () => inTurn(end)));
      while (outcomes.length < end) await ask();
      rests.push(await atRest(client, failures));
    }
  } finally {
    churn.kill("SIGKILL");
    await churn.exited;
  }
  const took = performance.now() - start;
  if (outcomes.length < calls) failures.push(`${outcomes.length} of ${calls} calls within ${seconds(atMost)}`);

  const together = performance.now();
  await Promise.all(Array.from({ length: parallel }, ask));
  const togetherTook = performance.now() - together;
  rests.push(await atRest(client, failures));

  const figures = [
    `${whole(outcomes.length - parallel)} calls in ${seconds(took)}, ${AT_ONCE} at a time: ${counted(outcomes.slice(0, -parallel).map(({ isError, code }) => (isError ? code : "answered")))}`,
    `${whole(judge.validated)} answers as their schema says`,
    `${seconds(slowest.milliseconds)} at most for one, of ${slowest.call}; ${seconds(median(outcomes.map(({ milliseconds }) => milliseconds)))} in the middle`,
    `${parallel} at once answered within ${seconds(togetherTook)}`,
    judgeMemory(
      "server",
      rests.map((rest) => rest.server),
      calls,
      failures,
    ),
    ...(rests.some(({ children }) => children > 0)
      ? [
          judgeMemory(
            "language server",
            rests.map((rest) => rest.children),
            calls,
            failures,
          ),
        ]
      : []),
    `${megabytes(most)} at most while it worked`,
    judgeDescriptors(rests, calls, failures),
  ];

  await endedWhole(client, failures);
  return { figures, failures };
}

/** What stays with a server between calls: one language server, and the shell that ends it. */
const STAYS = [/--lsp --stdio/, /read -r _; kill/];

async function atRest(client: ToolClient, failures: string[]): Promise<Rest> {
  const { pid } = client;
  const passing = () => {
    const commands = descendantsOf(pid).map(({ command }) => command);
    for (const one of STAYS) {
      const at = commands.findIndex((command) => one.test(command));
      if (at !== -1) commands.splice(at, 1);
    }
    return commands;
  };
  // A language server that has just been replaced takes its time to end.
  await until("", () => passing().length === 0 && zombiesOf(pid) === 0, END_WITHIN).catch(() => {
    failures.push(
      `left between calls: ${counted(passing().map((command) => command.slice(0, 200)))}, ${zombiesOf(pid)} not waited for`,
    );
  });
  const children = descendantsOf(pid);
  return {
    server: residentMegabytes(pid),
    children: children.reduce((sum, child) => sum + residentMegabytes(child.pid), 0),
    descriptors: openDescriptors(pid),
    childDescriptors: children.reduce((sum, child) => sum + openDescriptors(child.pid).length, 0),
  };
}

/** Fewest calls from which memory and descriptors are judged: before, caches still fill, and a language server may start late. */
const JUDGED_FROM = 2000;

/**
 * Memory is flat where the median of the last quarter is at most a tenth and 16 MB above that of the second. The first quarter
 * warms up. A collector works when it likes, so single samples tell nothing.
 *
 * @param samples in MB, one at each rest; 0 where there was no such process
 */
function judgeMemory(what: string, samples: readonly number[], calls: number, failures: string[]): string {
  const held = samples.filter((sample) => sample > 0);
  const quarter = Math.floor(held.length / 4);
  const early = median(held.slice(quarter, 2 * quarter));
  const late = median(held.slice(3 * quarter));
  if (calls >= JUDGED_FROM && late > early * 1.1 + 16)
    failures.push(`memory of the ${what} grows: ${held.map(Math.round).join(" ")}`);
  const range = `${megabytes(Math.min(...held))} to ${megabytes(Math.max(...held))} in all`;
  return `${what} at rest: ${megabytes(early)} in the second quarter, ${megabytes(late)} in the last, ${range}`;
}

/** Descriptors are not lost where as few are open in the last quarter as ever in the second. */
function judgeDescriptors(rests: readonly Rest[], calls: number, failures: string[]): string {
  const quarter = Math.floor(rests.length / 4);
  const shown = ["descriptors" as const, "childDescriptors" as const].map((what) => {
    const count = (rest: Rest) => (what === "descriptors" ? rest.descriptors.length : rest.childDescriptors);
    const early = rests.slice(quarter, 2 * quarter).map(count);
    const late = rests.slice(3 * quarter).map(count);
    if (calls >= JUDGED_FROM && Math.min(...late) > Math.max(...early))
      failures.push(`descriptors are lost: ${rests.map(count).join(" ")}; ${counted(rests.at(-1)?.descriptors ?? [])}`);
    return `${Math.max(...early)} then ${Math.max(...late)}`;
  });
  return `descriptors open at rest: ${shown[0]}, of its children ${shown[1]}`;
}
