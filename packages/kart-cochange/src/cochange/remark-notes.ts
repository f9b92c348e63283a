import { clip, collapse, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import type { AnswerRemarks } from "./co-change.ts";
import { MAX_COMMIT_SIZE } from "../index/read-evidence.ts";
import { TELLS_NOTHING } from "../ranking/weights.ts";

/** Lines that say what an answer does not cover, or what was done to get it. */
export function remarkNotes(remarks: AnswerRemarks): string[] {
  const {
    rebuilt,
    notKept,
    exactRenames,
    isShallow,
    varpProblem,
    notAsked,
    submodules,
    leftOut,
    crowds,
    mangled,
    hasNoCounts,
    askedAs,
    movedTo = [],
  } = remarks;
  const why = rebuilt === "corrupt" ? "was damaged" : "came from another version";
  return [
    ...(askedAs === undefined ? [] : askedAs.slice(0, MAX_NAMED).map(renamed)),
    ...(askedAs === undefined || askedAs.length <= MAX_NAMED
      ? []
      : [`${count(askedAs.length - MAX_NAMED, "more file")} not committed under the new name.`]),
    ...movedTo.slice(0, MAX_NAMED).map(([path, now]) => `${escapeName(path)} is ${escapeName(now)} now: ask for that.`),
    ...(notAsked === undefined ? [] : [`${count(notAsked, "more changed file")} NOT asked about: pass paths.`]),
    ...gapNote("NOT asked about, submodules with changes: pass files of one", submodules?.changed ?? []),
    ...gapNote(
      "NOT looked into for changes, submodules beyond the most: pass files of one",
      submodules?.notLookedInto ?? [],
    ),
    ...(leftOut !== undefined && leftOut.large > 0
      ? [`Left out: ${count(leftOut.large, "commit")} of more than ${count(MAX_COMMIT_SIZE, "file")}.`]
      : []),
    ...(leftOut?.hasOlder === true ? ["Older commits of files that change often were left out."] : []),
    ...(crowds === "left out" ? [`Left out: what is ${KNOWN}, which tell nothing.`] : []),
    ...(crowds === "listed" ? [`All of this is ${KNOWN}, which tell little.`] : []),
    ...(mangled === undefined ? [] : [`Left out: ${count(mangled, "file")} whose name is not UTF-8.`]),
    ...(hasNoCounts === true ? [".varp/cochange.db counts no commits: minCommits was ignored."] : []),
    ...(isShallow === true ? ["Shallow clone: older history is missing here; git fetch --unshallow brings it."] : []),
    ...(exactRenames === undefined ? [] : [`Some RENAMES were NOT followed. git: ${said(exactRenames)}`]),
    ...(rebuilt === undefined ? [] : [`The index ${why} and was rebuilt.`]),
    ...(notKept === undefined ? [] : [`The index is not kept: ${said(notKept)}`]),
    ...(varpProblem === undefined ? [] : [`.varp/cochange.db was NOT read: ${said(varpProblem)}`]),
  ];
}

const KNOWN = `known only from commits that changed ${TELLS_NOTHING} other files or more`;

/** Files named before the rest is counted. */
const MAX_NAMED = 3;

function renamed([path, old]: readonly [path: string, old: string]): string {
  return `${escapeName(path)} is not committed: answered as ${escapeName(old)}, which it was before.`;
}

function said(text: string): string {
  return clip(escapeInvisible(collapse(text)), 200);
}
