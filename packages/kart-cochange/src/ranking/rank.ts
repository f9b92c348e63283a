import { kinship, type NameFeatures, nameFeatures } from "./kinship.ts";
import { isChangelog } from "./noise.ts";
import { decayed, SIZE_POWER } from "./weights.ts";

/** A commit that changed a given file. */
export interface TouchingCommit {
  readonly id: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** The other files it changed, by id of their current path, each once; noise left out. */
  readonly others: readonly number[];
}

export interface GivenFile {
  readonly path: string;
  /** Newest first. */
  readonly commits: readonly TouchingCommit[];
}

export interface Neighbor {
  readonly path: string;
  /** Time-decayed weight; only its order means something. */
  readonly score: number;
  /** Commits that changed it together with a given file. */
  readonly commits: number;
  /** Those, as a share of all commits that changed a given file: 0 to 1. */
  readonly confidence: number;
  /** When it last changed together with a given file, in seconds since 1970. */
  readonly lastChanged: number;
  /** Files that the smallest of those commits changed beside a given one. */
  readonly leastOthers: number;
}

const CHANGELOG_WEIGHT = 0.2;
/** Commits that a given file is taken to have had beside its own, with nothing else: a single one is no certainty. */
const DOUBT = 1;

/**
 * Orders files by how likely they belong to a change of the given ones: for each given file the share of its commits, newer and
 * smaller ones counting more, times what the names of both say.
 *
 * @param now seconds since 1970, of the newest commit: the order does not depend on the time of asking
 */
export function rank(given: readonly GivenFile[], pathOf: (id: number) => string | undefined, now: number): Neighbor[] {
  const touching = new Set(given.flatMap(({ commits }) => commits.map(({ id }) => id)));
  const found = new Map<number, Evidence>();
  for (const { path, commits } of given) {
    const features = nameFeatures(path);
    const weights = weigh(commits, found, now);
    for (const [file, weight] of weights) {
      const evidence = found.get(file);
      const itsPath = pathOf(file);
      if (evidence === undefined || itsPath === undefined) continue;
      evidence.features ??= nameFeatures(itsPath);
      evidence.score += weight * kinship(features, evidence.features);
    }
  }
  const isGiven = new Set(given.map(({ path }) => path));
  const neighbors = [...found].flatMap(([file, { score, shared, lastChanged, leastOthers }]): Neighbor[] => {
    const path = pathOf(file);
    if (path === undefined || isGiven.has(path)) return [];
    const commits = shared.size;
    const weighed = isChangelog(path) ? score * CHANGELOG_WEIGHT : score;
    return [{ path, score: weighed, commits, confidence: commits / touching.size, lastChanged, leastOthers }];
  });
  return neighbors.sort((a, b) => b.score - a.score || b.commits - a.commits || (a.path < b.path ? -1 : 1));
}

interface Evidence {
  score: number;
  /** Ids of the commits. */
  readonly shared: Set<number>;
  lastChanged: number;
  leastOthers: number;
  features?: NameFeatures;
}

/** What each file gathers from one given file's commits; its shared commits are noted in `found`. */
function weigh(
  commits: readonly TouchingCommit[],
  found: Map<number, Evidence>,
  now: number,
): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  // Beside a file that changes every day, one that rarely does would have no say in what belongs to both.
  const all = commits.reduce((sum, { time }) => sum + decayed(time, now), DOUBT);
  for (const { id, time, others } of commits) {
    const weight = decayed(time, now) / others.length ** SIZE_POWER / all;
    for (const file of others) {
      weights.set(file, (weights.get(file) ?? 0) + weight);
      let evidence = found.get(file);
      if (evidence === undefined) {
        evidence = { score: 0, shared: new Set(), lastChanged: time, leastOthers: others.length };
        found.set(file, evidence);
      }
      evidence.shared.add(id);
      evidence.leastOthers = Math.min(evidence.leastOthers, others.length);
      evidence.lastChanged = Math.max(evidence.lastChanged, time);
    }
  }
  return weights;
}
