import { isChangelog } from "./noise.ts";
import { decayed, SIZE_POWER } from "./weights.ts";

/** A commit and the files it changed, by id of their current path, each once; noise and what is gone left out. */
export interface CoupledFiles {
  /** Seconds since 1970. */
  readonly time: number;
  readonly files: readonly number[];
}

/** Two things that change together. */
export interface Coupling {
  readonly a: string;
  readonly b: string;
  readonly score: number;
  readonly commits: number;
  /** Share of the commits of the one that changes less: 0 to 1. */
  readonly confidence: number;
  /** When they last changed together, in seconds since 1970. */
  readonly lastChanged: number;
}

export interface Couplings {
  /** Best first. */
  readonly strongest: readonly Coupling[];
  /** Of all there are. */
  readonly total: number;
}

interface Pair {
  score: number;
  commits: number;
  newest: number;
}

/** Files to a commit beyond which it says nothing about two of them, and would make a million pairs. */
const MAX_COUPLED = 30;

/** Ids are below this: two of them fit a number. */
const MAX_ID = 2 ** 26;

/**
 * The strongest couplings. A single shared commit is none.
 *
 * @param now seconds since 1970, of the newest commit
 */
export function couplings(
  commits: readonly CoupledFiles[],
  nameOf: (id: number) => string,
  now: number,
  limit: number,
): Couplings {
  const pairs = new Map<number, Pair>();
  const totals = new Map<number, number>();
  for (const { files } of commits) for (const file of files) totals.set(file, (totals.get(file) ?? 0) + 1);
  for (const { time, files } of commits) {
    if (files.length > MAX_COUPLED) continue;
    const weight = decayed(time, now) / (files.length - 1) ** SIZE_POWER;
    // What changed once is coupled to nothing, and would make most of the pairs.
    const often = files.filter((file) => (totals.get(file) ?? 0) > 1);
    for (const [place, a] of often.entries()) {
      for (const b of often.slice(place + 1)) addTo(pairs, a < b ? a * MAX_ID + b : b * MAX_ID + a, weight, time);
    }
  }
  const found = [...pairs].flatMap(([key, { score, commits: shared, newest }]): Coupling[] => {
    if (shared < 2) return [];
    const [a, b] = [Math.floor(key / MAX_ID), key % MAX_ID];
    const [nameA, nameB] = [nameOf(a), nameOf(b)];
    if (isChangelog(nameA) || isChangelog(nameB)) return [];
    const confidence = shared / Math.min(totals.get(a) ?? shared, totals.get(b) ?? shared);
    return [{ a: nameA, b: nameB, score: score * confidence, commits: shared, confidence, lastChanged: newest }];
  });
  return { strongest: found.sort((x, y) => y.score - x.score).slice(0, limit), total: found.length };
}

function addTo(pairs: Map<number, Pair>, key: number, weight: number, time: number): void {
  const pair = pairs.get(key);
  if (pair === undefined) {
    pairs.set(key, { score: weight, commits: 1, newest: time });
    return;
  }
  pair.score += weight;
  pair.commits++;
  pair.newest = Math.max(pair.newest, time);
}
