import { clip, collapse, count, escapeInvisible } from "@kart/core/text/display";
import type { AnswerRemarks } from "./co-change.ts";
import { MAX_COMMIT_SIZE } from "../index/read-evidence.ts";

/** Lines that say what an answer does not cover, or what was done to get it. */
export function remarkNotes(remarks: AnswerRemarks): string[] {
  const { rebuilt, notKept, exactRenames, isShallow, varpProblem, notAsked, leftOut, mangled, hasNoCounts } = remarks;
  const why = rebuilt === "corrupt" ? "was damaged" : "came from another version";
  return [
    ...(notAsked === undefined ? [] : [`${count(notAsked, "more changed file")} NOT asked about: pass paths.`]),
    ...(leftOut !== undefined && leftOut.large > 0
      ? [`Left out: ${count(leftOut.large, "commit")} of more than ${count(MAX_COMMIT_SIZE, "file")}.`]
      : []),
    ...(leftOut?.hasOlder === true ? ["Older commits of files that change often were left out."] : []),
    ...(mangled === undefined ? [] : [`Left out: ${count(mangled, "file")} whose name is not UTF-8.`]),
    ...(hasNoCounts === true ? [".varp/cochange.db counts no commits: minCommits was ignored."] : []),
    ...(isShallow === true ? ["Shallow clone: older history is missing here; git fetch --unshallow brings it."] : []),
    ...(exactRenames === undefined ? [] : [`Some RENAMES were NOT followed. git: ${said(exactRenames)}`]),
    ...(rebuilt === undefined ? [] : [`The index ${why} and was rebuilt.`]),
    ...(notKept === undefined ? [] : [`The index is not kept: ${said(notKept)}`]),
    ...(varpProblem === undefined ? [] : [`.varp/cochange.db was NOT read: ${said(varpProblem)}`]),
  ];
}

function said(text: string): string {
  return clip(escapeInvisible(collapse(text)), 200);
}
