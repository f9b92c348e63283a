import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { join } from "node:path";
import { Attributes } from "../history/attributes.ts";
import { FilesNow, fromTop, type Place } from "../history/place-of.ts";
import type { Repository } from "../history/repository.ts";
import type { UncommittedRenames } from "../history/uncommitted-renames.ts";
import type { EvidenceReader } from "../index/read-evidence.ts";
import { type Neighbor, rank } from "../ranking/rank.ts";
import { TELLS_NOTHING } from "../ranking/weights.ts";
import type { CoChangeAnswer, Question } from "./co-change.ts";

export interface HistoryAnswer {
  readonly answer: CoChangeAnswer;
  /** Whether a file is there that no commit has, or one is gone that HEAD has: it may be the same. */
  readonly isBehind: boolean;
}

/** Answers from what a history says of files. Throws what the proof of a path did, where no commit has the path either. */
export function historyAnswer(
  evidence: EvidenceReader,
  root: WorkspaceRoot,
  repository: Repository,
  places: readonly Place[],
  question: Question,
  { oldOf, newOf }: UncommittedRenames,
): HistoryAnswer {
  const top = repository.top ?? root.absolute;
  const attributes = new Attributes(repository);
  const asked = places.map((place) => ({ place, path: fromTop(top, place.absolute) }));
  const unknown = asked.filter(({ path }) => !evidence.knows(path));
  for (const { place } of unknown) if (place.missing !== undefined) throw place.missing;

  const { given, now, commitsSeen, leftOut } = evidence.read(
    [...new Set(asked.map(({ path }) => oldOf.get(path) ?? path))],
    (path) => attributes.isNoise(path),
  );
  const commits = new Map(given.flatMap((file) => file.commits.map((commit) => [commit.id, commit])));
  const [shared, ...more] = [...commits.values()].filter(({ others }) => others.length > 0);
  const together = more.length === 0 ? (shared?.others.length ?? 0) : 0;
  const isTelling = together < TELLS_NOTHING;
  const ranked = (isTelling ? rank(given, (id) => evidence.pathOf(id), now) : []).map((neighbor) => ({
    ...neighbor,
    path: newOf.get(neighbor.path) ?? neighbor.path,
  }));
  const telling = ranked.filter(({ leastOthers }) => leastOthers < TELLS_NOTHING);
  const listed = telling.length === 0 ? ranked : telling;
  const { neighbors, truncated, mangled, hasGone } = present(listed, evidence, root, repository, question);
  const hasCrowd = ranked.some((one) => one.leastOthers >= TELLS_NOTHING && one.commits >= question.minCommits);
  const isLeftOut = hasCrowd && telling.length > 0 && !truncated;
  const isListed = telling.length === 0 && neighbors.length > 0;
  const askedAs = asked.flatMap(({ place, path }): [string, string][] => {
    const old = oldOf.get(path);
    return old === undefined ? [] : [[place.relative, root.relative(join(top, old))]];
  });
  const movedTo = asked.flatMap(({ place, path }): [string, string][] => {
    const current = place.missing === undefined ? undefined : evidence.renamedTo(path);
    return current === undefined ? [] : [[place.relative, root.relative(join(top, current))]];
  });
  const answer: CoChangeAnswer = {
    paths: places.map(({ relative }) => relative),
    neighbors,
    truncated,
    pathCommits: commits.size,
    ...(isTelling ? {} : { onlyTogether: together }),
    commitsSeen,
    indexedTo: repository.head,
    source: "git",
    remarks: {
      leftOut,
      ...(isLeftOut || isListed ? { crowds: isListed ? "listed" : "left out" } : {}),
      ...(mangled === 0 ? {} : { mangled }),
      ...(askedAs.length === 0 ? {} : { askedAs }),
      ...(movedTo.length === 0 ? {} : { movedTo }),
    },
  };
  return { answer, isBehind: unknown.length > 0 || hasGone };
}

interface Present {
  /** By their paths from the workspace root. */
  readonly neighbors: readonly Neighbor[];
  readonly truncated: boolean;
  /** How many are there, and cannot be named. */
  readonly mangled: number;
  /** Whether one is gone that HEAD has. */
  readonly hasGone: boolean;
}

/** The best of those that exist now, as many as were asked for. */
function present(
  ranked: readonly Neighbor[],
  evidence: EvidenceReader,
  root: WorkspaceRoot,
  { top }: Repository,
  { limit, minCommits }: Question,
): Present {
  const folder = top ?? root.absolute;
  const files = new FilesNow(root, folder);
  const exists = (path: string) => (top === undefined ? evidence.exists(path) : files.has(path));
  const neighbors: Neighbor[] = [];
  let mangled = 0;
  let hasGone = false;
  for (const neighbor of ranked) {
    const { path } = neighbor;
    if (neighbor.commits < minCommits) continue;
    if (!exists(path)) {
      if (!root.holds(join(folder, path)) || !evidence.exists(path)) continue;
      if (isMangled(path)) mangled++;
      else hasGone = true;
      continue;
    }
    if (neighbors.length === limit) return { neighbors, truncated: true, mangled, hasGone };
    neighbors.push({ ...neighbor, path: root.relative(join(folder, path)) });
  }
  return { neighbors, truncated: false, mangled, hasGone };
}

/** Whether a path came from bytes that are no UTF-8, as far as can be told. */
function isMangled(path: string): boolean {
  return path.includes("\u{fffd}");
}
