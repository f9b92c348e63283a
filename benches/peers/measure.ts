import { CHANGED } from "./asked.ts";
import type { Contender } from "./contender.ts";
import { processTree } from "../process-tree.ts";
import { Project } from "./project.ts";
import { type QuestionName, QUESTIONS } from "./questions.ts";
import type { Truths } from "./truths.ts";

/** The first asking and three later ones. */
const ROUNDS = 4;
const STARTS = 3;

export interface Measured {
  readonly contender: Contender;
  /** Absent where it could not be started. */
  readonly start?: Start;
  readonly answers: Readonly<Partial<Record<QuestionName, Measure>>>;
  readonly failure?: string;
}

interface Start {
  /** Milliseconds from spawn until it could be asked, the least of {@link STARTS}. */
  readonly milliseconds: number;
  readonly toolCharacters?: number;
  /** Resident, of the server and all that it started, the most after any question; absent where nothing stays. */
  readonly megabytes?: number;
}

export interface Measure {
  readonly first?: number;
  /** The least of three. */
  readonly later?: number;
  /** Of the last answer. */
  readonly characters?: number;
  /** Absent where every answer was right. */
  readonly fault?: string;
}

/** Every question goes to a server that was started for it, in a fresh copy of the project. */
export async function measure(contender: Contender, truths: Truths, typescript: string): Promise<Measured> {
  const starts: number[] = [];
  let toolCharacters: number | undefined;
  let megabytes: number | undefined;
  const answers: Partial<Record<QuestionName, Measure>> = {};
  try {
    using project = new Project(typescript);
    for (let turn = 0; turn < STARTS; turn++) {
      const before = performance.now();
      await using running = await contender.start(project);
      starts.push(performance.now() - before);
      toolCharacters = running.toolCharacters;
    }
    for (const name of Object.keys(contender.via) as QuestionName[]) {
      const [measured, held] = await answered(contender, name, truths, typescript);
      answers[name] = measured;
      if (held !== undefined) megabytes = Math.max(megabytes ?? 0, held);
    }
  } catch (error) {
    return { contender, answers, failure: firstLine(error) };
  }
  const start = {
    milliseconds: Math.min(...starts),
    ...(toolCharacters !== undefined && { toolCharacters }),
    ...(megabytes !== undefined && { megabytes }),
  };
  return { contender, start, answers };
}

async function answered(
  contender: Contender,
  name: QuestionName,
  truths: Truths,
  typescript: string,
): Promise<[Measure, number | undefined]> {
  using project = new Project(typescript);
  const original = project.read(CHANGED.path);
  await using running = await contender.start(project);
  const times: number[] = [];
  const faults: (string | undefined)[] = [];
  let characters: number | undefined;
  for (let round = 1; round <= ROUNDS; round++) {
    const before = performance.now();
    try {
      const answer = await running.ask(name, round);
      times.push(performance.now() - before);
      characters = answer.text.length;
      faults.push(QUESTIONS[name].fault(answer, { truths, project, original, round }));
    } catch (error) {
      faults.push(`failed: ${firstLine(error)}`);
      // What was not changed cannot be changed further.
      break;
    }
  }
  const held = running.pid === undefined ? undefined : sum(processTree(running.pid).map((one) => one.megabytes));
  faults.push(QUESTIONS[name].finalFault?.(project));
  const fault = wordedFault(faults);
  const [first, ...later] = times;
  return [
    {
      ...(first !== undefined && { first }),
      ...(later.length > 0 && { later: Math.min(...later) }),
      ...(characters !== undefined && { characters }),
      ...(fault !== undefined && { fault }),
    },
    held,
  ];
}

/** The first fault; where only the first answer had one, that it was so. */
function wordedFault(faults: readonly (string | undefined)[]): string | undefined {
  const fault = faults.find((one) => one !== undefined);
  // More than one answer, and what was found at the end.
  const isFirstOnly = faults.length > 2 && faults.slice(1).every((one) => one === undefined);
  return fault !== undefined && isFirstOnly ? `first ${fault}, later right` : fault;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // A failed call begins with its arguments, which name the folder of this run.
  return (text.split("\n")[0] as string).replace(/^\w+ \{.*?\}: /, "").slice(0, 160);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
