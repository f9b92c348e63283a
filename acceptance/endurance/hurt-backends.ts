import type { Call } from "../call-mix.ts";
import type { Outcome, ToolClient } from "../client.ts";
import { Random } from "../random.ts";
import { connectTo, type ServerName } from "../servers.ts";
import type { World } from "../world.ts";
import { AnswerJudge } from "./answers.ts";
import { endedWhole } from "./ended-whole.ts";
import { descendantsOf, type Process } from "./process-table.ts";
import { counted, type Findings, seconds } from "./report.ts";

/** Milliseconds a backend has in these rounds, where the machine is not slower. */
const SHORTEST_DEADLINE = 1500;

/** How much longer than the slowest whole call, undisturbed, a backend has: its slowness is the machine's, and no fault. */
const SLOWER = 2;

/**
 * Deadlines in which a call is answered, whatever happens to its backends: some ask several one after the other, and a
 * language server is asked once more when it dies.
 */
const DEADLINES = 5;

/** Kills or stops what a server has started while calls of it wait, and compares what is answered with what is true. */
export async function hurtBackends(
  server: ServerName,
  world: World,
  { rounds, seed }: { readonly rounds: number; readonly seed: number },
): Promise<Findings> {
  const failures: string[] = [];
  const random = new Random(seed);
  const questions = backendQuestions(server, world);
  const { truth, slowest: undisturbed } = await askUndisturbed(server, world, questions, failures);
  const deadline = Math.max(SHORTEST_DEADLINE, Math.ceil(SLOWER * undisturbed));
  const deadlines = { KART_TIMEOUT_MS: String(deadline), KART_LINT_TIMEOUT_MS: String(deadline) };
  await using client = await connectTo(server, world, deadlines);
  const judge = new AnswerJudge(await client.tools());
  const codes: string[] = [];
  const hurt: string[] = [];
  let slowest = 0;
  let again = 0;

  const ask = async (question: Question): Promise<Outcome> => {
    const call = question();
    const outcome = await client.call(...call);
    slowest = Math.max(slowest, outcome.milliseconds);
    codes.push(outcome.isError ? outcome.code : "answered");
    const complaint = judge.complaint(call, outcome);
    if (complaint !== undefined) failures.push(complaint);
    if (outcome.milliseconds > DEADLINES * deadline)
      failures.push(`${call[0]} was answered after ${seconds(outcome.milliseconds)}`);
    if (!outcome.isError && gist(outcome) !== truth.get(question))
      failures.push(`${JSON.stringify(call)} was answered otherwise than undisturbed: ${outcome.text.slice(0, 300)}`);
    return outcome;
  };

  for (let round = 0; round < rounds; round++) {
    const answers = Array.from({ length: 3 }, () => ask(random.pick(questions)));
    for (let blow = 0; blow < 3; blow++) {
      await Bun.sleep(random.below(20));
      const victim = await someBackend(client, random);
      if (victim === undefined) continue;
      const signal = random.pick(["SIGKILL", "SIGSTOP"] as const);
      if (strike(victim, signal)) hurt.push(`${nameOf(victim)} ${signal === "SIGKILL" ? "killed" : "stopped"}`);
    }
    await Promise.all(answers);
    // A backend that was stopped while nobody waited for it fails the call that asks it next, and none after that.
    const next = random.pick(questions);
    const first = await ask(next);
    if (!first.isError) continue;
    again++;
    const second = await ask(next);
    if (second.isError) failures.push(`${second.code} twice: ${first.text} ${second.text}`);
  }
  await endedWhole(client, failures);
  return {
    figures: [
      `backends hurt in ${rounds} rounds: ${counted(hurt)}`,
      `${codes.length} calls meanwhile: ${counted(codes)}; ${seconds(slowest)} at most, with a deadline of ${seconds(deadline)}`,
      `the next call failed ${again} times, the one after it never`,
    ],
    failures,
  };
}

/** The answers of a server that nothing happens to, and the milliseconds that the slowest of them took. */
async function askUndisturbed(
  server: ServerName,
  world: World,
  questions: readonly Question[],
  failures: string[],
): Promise<{ readonly truth: ReadonlyMap<Question, string>; readonly slowest: number }> {
  await using client = await connectTo(server, world);
  const truth = new Map<Question, string>();
  let slowest = 0;
  for (const question of questions) {
    const call = question();
    const outcome = await client.call(...call);
    if (outcome.isError) failures.push(`${JSON.stringify(call)}, undisturbed: ${outcome.text}`);
    truth.set(question, gist(outcome));
    slowest = Math.max(slowest, outcome.milliseconds);
  }
  return { truth, slowest };
}

/** A call whose answer is known. One that writes is another call each time, with the same answer but for a number. */
type Question = () => Call;

/** Questions that need every backend of a server. */
function backendQuestions(server: ServerName, world: World): Question[] {
  const calls = backendCalls(server, world).map((call) => (): Call => call);
  return server === "kart-edit" ? [...calls, ...Array<Question>(calls.length).fill(lintedFiles(world))] : calls;
}

/** Files that are made anew, since nothing that is only tried is linted. */
function lintedFiles({ symbols }: World): Question {
  const folder = symbols.find(({ path }) => path.includes("query-core"))?.path.replace(/[^/]*$/, "") ?? "";
  let made = 0;
  return () => ["kart_write", { path: `${folder}linted${++made}.ts`, content: "export const linted = 1 as any;\n" }];
}

/** Calls that leave the disk as it is. */
function backendCalls(server: ServerName, { symbols }: World): Call[] {
  const declared = symbols.filter(({ path }) => path.includes("query-core")).slice(0, 40);
  const some = declared.filter((_symbol, index) => index % 8 === 0).map(({ path, name }) => ({ path, symbol: name }));
  const [first] = some as [(typeof some)[number]];
  switch (server) {
    case "kart-nav":
      return [
        ...some.map(({ symbol }): Call => ["kart_find", { name: symbol }]),
        ...some.map(({ symbol }): Call => ["kart_search", { pattern: symbol, limit: 1000 }]),
        ["kart_list", { recursive: true }],
        ["kart_importers", { path: first.path }],
        ["kart_unused_exports", { path: "packages/query-core" }],
      ];
    case "kart-zoom":
      return [
        ...some.flatMap((place): Call[] => [
          ["kart_references", place],
          ["kart_hover", place],
          ["kart_impact", { ...place, depth: 2 }],
        ]),
        ["kart_check", {}],
        ["kart_check", { paths: [first.path] }],
      ];
    case "kart-edit":
      return [
        ...some.flatMap(({ path, symbol }): Call[] => [
          ["kart_rename", { file: path, symbol, newName: `${symbol}Renamed`, dryRun: true }],
        ]),
        ["kart_grep", { pattern: first.symbol }],
      ];
    case "kart-cochange":
      return some.flatMap(({ path }): Call[] => [
        ["kart_cochange", { path }],
        ["kart_cochange", { paths: [path, first.path] }],
      ]);
  }
}

/** What an answer says, without what may differ: times, whether the linter was there, and the number of a file that was made. */
function gist({ data }: Outcome): string {
  const {
    durationMs: _time,
    diagnostics: _found,
    existingDiagnostics: _old,
    oxlintAvailable: _lint,
    ...rest
  } = data ?? {};
  const { lintProblem: _problem, typeAware: _types, warnings: _warnings, ...said } = rest;
  return JSON.stringify(said).replaceAll(/linted\d+/g, "linted");
}

/** Milliseconds that a backend is waited for: git, for one, is seldom asked. */
const WAITED_FOR = 500;

/** One of the programs that the server has started; undefined where there is none for a while. */
async function someBackend(client: ToolClient, random: Random): Promise<Process | undefined> {
  for (const end = performance.now() + WAITED_FOR; performance.now() < end;) {
    const running = descendantsOf(client.pid).filter(({ command }) => isBackend(command));
    if (running.length > 0) return random.pick(running);
    await Bun.sleep(0);
  }
  return undefined;
}

/** A child that is no program of its own yet is left alone: its parent waits in the kernel until it is, and nothing can help it. */
function isBackend(command: string): boolean {
  return command !== "" && !/src\/main\.ts|read -r _; kill/.test(command);
}

function strike({ pid }: Process, signal: "SIGKILL" | "SIGSTOP"): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function nameOf({ command }: Process): string {
  if (command.includes("--lsp")) return "language server";
  return ["tsgolint", "oxlint", "rg", "git"].find((name) => command.includes(name)) ?? command;
}
