import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { refuseElided } from "../planning/content.ts";
import { FileLines } from "../planning/lines/file-lines.ts";
import { refuseCopiedPrefix } from "../planning/lines/line-edits.ts";
import type { Plan } from "../planning/plan.ts";
import { MARK, wholeText } from "../planning/whole-text.ts";
import type { FileText } from "./file-text.ts";
import type { Snapshots } from "./snapshots.ts";

/**
 * Plans a new text for a whole file. Throws `stale` unless every line that would be lost was shown here, in the text that
 * is there now and was shown last. A file without lines has none to lose.
 */
export function planOverwrite(before: FileText, content: string, snapshots: Snapshots): Plan {
  const { lines } = new FileLines(before.text);
  const [last] = snapshots.versions(before.path);
  const unseen = lines.findIndex((_, index) => last?.isSeen(index + 1) !== true) + 1;
  if (lines.length > 0 && last?.text !== before.text)
    throw stale(before.path, last === undefined ? "was not read here" : "is not as it was last read here");
  if (unseen > 0) throw stale(before.path, `has lines that were not shown whole here, the first of them ${unseen}`);
  refuseElided(content, before.text);
  const isIssued = (line: number, hash: string) => snapshots.isIssued(before.path, line, hash);
  refuseCopiedPrefix(content.split("\n"), "content", isIssued);
  const text = wholeText(before.text, content);
  const isUnmarked = before.text.startsWith(MARK) && !text.startsWith(MARK);
  return {
    edits: textEdits([{ span: { start: 0, end: before.text.length }, text }]) as TextEdits,
    free: "all",
    result: { start: 0, end: text.length },
    warnings: isUnmarked ? ["The file's byte order mark was left out: `#!` must be the first of a file."] : [],
  };
}

function stale(path: string, what: string): ToolError {
  return new ToolError(
    "stale",
    `${escapeName(path)} ${what}, so overwriting it could lose what nobody saw. Read all of it with kart_read, then repeat the call; or change parts of it with kart_edit.`,
  );
}
