import { isChangelog } from "./noise.ts";
import { DAY, decayed, SIZE_POWER } from "./weights.ts";

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
  /** Days before the newest commit. */
  readonly age: number;
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

/** The strongest couplings, best first. A single shared commit is none. */
export function couplings(
  commits: Iterable<CoupledFiles>,
  nameOf: (id: number) => string,
  now: number,
  limit: number,
): Coupling[] {
  const pairs = new Map<number, Pair>();
  const totals = new Map<number, number>();
  for (const { time, files } of commits) {
    for (const file of files) totals.set(file, (totals.get(file) ?? 0) + 1);
    if (files.length > MAX_COUPLED) continue;
    const weight = decayed(time, now) / (files.length - 1) ** SIZE_POWER;
    for (const [place, a] of files.entries()) {
      for (const b of files.slice(place + 1)) addTo(pairs, a < b ? a * MAX_ID + b : b * MAX_ID + a, weight, time);
    }
  }
  const found = [...pairs].flatMap(([key, { score, commits: shared, newest }]): Coupling[] => {
    if (shared < 2) return [];
    const [a, b] = [Math.floor(key / MAX_ID), key % MAX_ID];
    const [nameA, nameB] = [nameOf(a), nameOf(b)];
    if (isChangelog(nameA) || isChangelog(nameB)) return [];
    const confidence = shared / Math.min(totals.get(a) ?? shared, totals.get(b) ?? shared);
    const age = Math.max(0, Math.round((now - newest) / DAY));
    return [{ a: nameA, b: nameB, score: score * confidence, commits: shared, confidence, age }];
  });
  return found.sort((x, y) => y.score - x.score).slice(0, limit);
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
