import { Workspace } from "../packages/core/src/workspace/workspace.ts";
import { CoChange } from "../packages/kart-cochange/src/cochange/co-change.ts";
import { isNoise } from "../packages/kart-cochange/src/ranking/noise.ts";
import { Past, type Ranker } from "./baselines.ts";
import { type History, recordedHistories, type RecordedCommit, ReplayedHistory } from "./histories.ts";
import { Score } from "./score.ts";
import type { Finding } from "./side-by-side.ts";

/** Names the folder of recorded histories, which are not part of this repository. */
const VARIABLE = "KART_HISTORIES";

/** The last part of the commits that can be asked about. */
const ASKED_PART = 0.3;
const MIN_FILES = 2;
const MAX_FILES = 20;

const KART = "kart_cochange";

/**
 * How well the rest of a commit is found. The last 30 % of the commits with 2 to 20 files are asked about; the index sees what
 * came before each. One of its files is given and the others are wanted, then all but one are given and that one is wanted.
 * Files that did not exist before a commit can be found by nobody, and noise by nobody who leaves it out: neither is asked for.
 */
export async function* cochange(): AsyncGenerator<Finding> {
  const folder = process.env[VARIABLE];
  if (folder === undefined) {
    const measured = `not measured; set ${VARIABLE} to a folder of NAME.jsonl.gz, a line {"time":1,"changes":[["M","a.ts"]]} a commit`;
    yield { what: "how well the rest of a commit is found", measured, isMet: true };
    return;
  }
  const averages = [new Map<string, Score[]>(), new Map<string, Score[]>()] as const;
  for (const history of recordedHistories(folder)) {
    const [one, all] = await evaluate(history);
    yield* shown(`${history.name}, one file given`, one);
    yield best(history.name, one);
    yield* shown(`${history.name}, all but one given`, all);
    for (const [place, scores] of [one, all].entries())
      for (const [name, score] of scores) averages[place]?.set(name, [...(averages[place].get(name) ?? []), score]);
  }
  const [one, all] = averages.map((scores) => new Map([...scores].map(([name, list]) => [name, Score.average(list)])));
  yield* shown("average, one file given", one ?? new Map());
  yield best("average", one ?? new Map(), 3);
  yield* shown("average, all but one given", all ?? new Map());
}

type Scores = ReadonlyMap<string, Score>;

async function evaluate(history: History): Promise<readonly [one: Scores, all: Scores]> {
  using replayed = new ReplayedHistory(history);
  process.env["XDG_CACHE_HOME"] = replayed.cache;
  const coChange = new CoChange(new Workspace(replayed.root));
  const past = new Past();
  const askable = history.commits.flatMap(({ changes }, place) =>
    changes.length >= MIN_FILES && changes.length <= MAX_FILES ? [place] : [],
  );
  const asked = new Set(askable.slice(Math.floor(askable.length * (1 - ASKED_PART))));
  const scores = [new Map<string, Score>(), new Map<string, Score>()] as const;
  for (const [place, commit] of history.commits.entries()) {
    if (asked.has(place)) {
      replayed.moveTo(replayed.oids[place - 1] as string);
      const files = filesBefore(commit, past);
      if (files.length > 1) {
        for (const file of files) {
          const others = files.filter((other) => other !== file);
          await ask([file], others, commit.time, scores[0]);
          await ask(others, [file], commit.time, scores[1]);
        }
      }
    }
    past.add(commit);
  }
  return scores;

  async function ask(given: string[], wanted: string[], now: number, into: Map<string, Score>): Promise<void> {
    const outcome = await coChange.ask({ paths: given, limit: 100, minCommits: 1 }, new AbortController().signal);
    const found = outcome.status === "found" ? outcome.answer.neighbors.map(({ path }) => path) : [];
    const rankers: [string, Ranker][] = [[KART, () => found], ...Object.entries(past.baselines)];
    for (const [name, ranker] of rankers) {
      const score = into.get(name) ?? new Score();
      into.set(name, score);
      score.add(ranker(given, now), new Set(wanted));
    }
  }
}

/** The files of a commit by the paths they had before it. */
function filesBefore({ changes }: RecordedCommit, past: Past): string[] {
  return [...new Set(changes.map(([, path]) => path))].filter((path) => past.exists(path) && !isNoise(path));
}

function* shown(what: string, scores: Scores): Generator<Finding> {
  for (const [name, score] of scores) yield { what: `${what}, ${name}`, measured: score.toString(), isMet: true };
}

/** Hit@3 against the best of the others, in points. */
function best(what: string, scores: Scores, atLeast = 0): Finding {
  const ours = scores.get(KART)?.hit(3) ?? 0;
  const theirs = Math.max(...[...scores].flatMap(([name, score]) => (name === KART ? [] : [score.hit(3)])));
  const points = (ours - theirs) * 100;
  return {
    what: `${what}, hit@3 above the best baseline`,
    measured: `${points.toFixed(1)} points`,
    target: `${atLeast === 0 ? "above" : "at least"} ${atLeast}`,
    isMet: atLeast === 0 ? points > 0 : points >= atLeast,
  };
}
