import { clip, collapse, escapeInvisible } from "@kart/core/text/display";
import type { AnswerRemarks } from "../cochange/co-change.ts";

/** Lines that say what an answer does not cover, or what was done to get it. */
export function remarkNotes({ rebuilt, notKept, exactRenames, isShallow, varpProblem }: AnswerRemarks): string[] {
  const why = rebuilt === "corrupt" ? "was damaged" : "came from another version";
  return [
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
