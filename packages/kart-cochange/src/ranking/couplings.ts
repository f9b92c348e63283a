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
  const totals = new Map<number, number>();
  for (const { files } of commits) for (const file of files) totals.set(file, (totals.get(file) ?? 0) + 1);
  const weighed = commits.flatMap(({ time, files }): WeighedCommit[] => {
    if (files.length > MAX_COUPLED) return [];
    const weight = decayed(time, now) / (files.length - 1) ** SIZE_POWER;
    // What changed once is coupled to nothing.
    const often = files.filter((file) => (totals.get(file) ?? 0) > 1 && !isChangelog(nameOf(file)));
    return [{ time, weight, files: often }];
  });
  const found: FoundPair[] = [];
  let total = 0;
  // One file at a time: all pairs of a long history at once would not fit in memory.
  for (const [a, itsCommits] of commitsByFile(weighed)) {
    for (const [b, pair] of pairsOf(a, itsCommits)) {
      if (pair.commits < 2) continue;
      const confidence = pair.commits / Math.min(totals.get(a) ?? 0, totals.get(b) ?? 0);
      found.push({ ...pair, a, b, confidence, score: pair.score * confidence });
      total++;
    }
    if (found.length > limit + MAX_WAITING) keepStrongest(found, limit);
  }
  keepStrongest(found, limit);
  const strongest = found.map(({ a, b, newest, ...rest }) => ({
    ...rest,
    a: nameOf(a),
    b: nameOf(b),
    lastChanged: newest,
  }));
  return { strongest, total };
}

interface WeighedCommit extends CoupledFiles {
  readonly weight: number;
}

interface FoundPair extends Pair {
  readonly a: number;
  readonly b: number;
  readonly confidence: number;
}

/** Pairs that are gathered before the weakest are dropped. */
const MAX_WAITING = 20_000;

function commitsByFile(commits: readonly WeighedCommit[]): ReadonlyMap<number, readonly WeighedCommit[]> {
  const byFile = new Map<number, WeighedCommit[]>();
  for (const commit of commits) {
    for (const file of commit.files) {
      const list = byFile.get(file);
      if (list === undefined) byFile.set(file, [commit]);
      else list.push(commit);
    }
  }
  return byFile;
}

/** A file with each of those that have a greater id, so that a pair is met once. */
function pairsOf(a: number, commits: readonly WeighedCommit[]): ReadonlyMap<number, Pair> {
  const pairs = new Map<number, Pair>();
  for (const { time, weight, files } of commits) {
    for (const b of files) {
      if (b <= a) continue;
      const pair = pairs.get(b);
      if (pair === undefined) {
        pairs.set(b, { score: weight, commits: 1, newest: time });
        continue;
      }
      pair.score += weight;
      pair.commits++;
      pair.newest = Math.max(pair.newest, time);
    }
  }
  return pairs;
}

function keepStrongest(pairs: FoundPair[], limit: number): void {
  pairs.sort((x, y) => y.score - x.score);
  pairs.length = Math.min(pairs.length, limit);
}
