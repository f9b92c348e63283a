import { ToolError } from "@kart/core/mcp/tool-error";
import { applyEdits, textEdits, type TextEdits, trimmed } from "@kart/core/text/text-edit";
import {
  type Anchor,
  type AnchoredRange,
  parseAnchor,
  type Resolution,
  resolveAnchors,
  type ShownVersion,
} from "../planning/lines/anchors.ts";
import { FileLines } from "../planning/lines/file-lines.ts";
import { editedText, type LineEdit, refuseCopiedPrefix } from "../planning/lines/line-edits.ts";
import type { Plan } from "../planning/plan.ts";
import { possibleRepairs } from "../planning/lines/repairs.ts";
import { linesOf, type SentLines } from "../planning/lines/sent-lines.ts";
import { refuseFenced } from "../planning/content.ts";
import { isIndentedByMeaning } from "../planning/lines/indented-text.ts";
import { replaceText } from "../planning/lines/text-replacement.ts";
import { FileText } from "./file-text.ts";
import { rowText, shownRow, wholeRanges } from "./shown-rows.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** An edit as a caller sends it: exactly one of the four. */
export interface SentEdit {
  readonly set_line?: { readonly anchor: string; readonly new_text: SentLines } | undefined;
  readonly replace_lines?:
    | { readonly start_anchor: string; readonly end_anchor: string; readonly new_text: SentLines }
    | undefined;
  readonly insert_after?: { readonly anchor: string; readonly text: SentLines } | undefined;
  readonly replace?:
    | { readonly old_text: string; readonly new_text: string; readonly all?: boolean | undefined }
    | undefined;
}

/**
 * Plans anchored edits, all of which speak of the text as it was shown, and then text replacements, in their order.
 *
 * @param shownAtArrival the text that was last shown when the call came
 *
 * Throws `stale` with the rows as they are now, which then count as shown, and what each part of the plan throws.
 */
export function planLineEdits(
  before: FileText,
  sent: readonly SentEdit[],
  snapshots: Snapshots,
  shownAtArrival?: string,
): Plan {
  const file = new FileLines(before.text);
  const isIssued = (line: number, hash: string) => snapshots.isIssued(before.path, line, hash);
  const anchored = sent.flatMap(
    (edit, index) => anchoredEdit(before.path, edit, `edits[${index}]`, file, isIssued) ?? [],
  );
  for (const [index, { replace }] of sent.entries())
    if (replace !== undefined) {
      const name = `edits[${index}].new_text`;
      refuseCopiedPrefix(linesOf(replace.new_text, name), name, isIssued);
    }
  const ranges = anchored.flatMap(({ range }) => range ?? []);
  const versions = knownVersions(snapshots.versions(before.path), shownAtArrival);
  const resolution = resolveAnchors(ranges, versions, file.lines);
  if (resolution.status === "rejected") throw rejection(before, file, ranges, resolution, snapshots);

  const starts = [...resolution.starts];
  const edits = anchored.map((edit) => placed(edit, edit.range === undefined ? 0 : (starts.shift() as number)));
  const planFor = (lineEdits: readonly LineEdit[], warnings: readonly string[]) =>
    wholePlan(before, sent, editedText(file, lineEdits), warnings);
  // What this server wrote or showed last is what the caller knows.
  const isForeign = snapshots.versions(before.path)[0]?.text !== before.text;
  const moved =
    resolution.isMoved && isForeign
      ? ["The file had changed on disk since it was shown; the lines meant stand there unchanged, and were edited."]
      : [];
  return {
    ...planFor(edits, moved),
    repairs: () =>
      possibleRepairs(file, edits)
        .filter(({ index }) => sent.length === 1 || isSoleFault(before, file, sent, edits, index))
        .flatMap(({ what, edits: mended }) =>
          attempted(() => planFor(mended, [...moved, `REPAIRED, since it would not parse: ${what}.`])),
        ),
  };
}

/** What was shown of a file, and nothing newer than what was when the call came: that a model does not answer to. */
function knownVersions(versions: readonly Snapshot[], shownAtArrival: string | undefined): readonly ShownVersion[] {
  const last = versions.findIndex(({ text }) => text === shownAtArrival);
  return versions.map((version, at) =>
    at >= last
      ? version
      : {
          get lines() {
            return version.lines;
          },
          isShown: version.isShown,
          isDisplayed: () => false,
        },
  );
}

/** Whether one edit is why the result does not parse: without it the others would, and it alone would not. */
function isSoleFault(
  before: FileText,
  file: FileLines,
  sent: readonly SentEdit[],
  edits: readonly LineEdit[],
  index: number,
): boolean {
  const parses = (replacements: readonly SentEdit[], some: readonly LineEdit[]) =>
    attempted(() => wholePlan(before, replacements, editedText(file, some), [])).some(
      (plan) => new FileText(before.oxc, before.path, applyEdits(before.text, plan.edits)).failure === undefined,
    );
  return parses(sent, edits.toSpliced(index, 1)) && !parses([], edits.slice(index, index + 1));
}

/** None where text that a replacement looks for is not there. */
function attempted(plan: () => Plan): Plan[] {
  try {
    return [plan()];
  } catch (error) {
    if (error instanceof ToolError) return [];
    throw error;
  }
}

/** Text replacements are made one after the other, on the text that the anchored edits give. */
function wholePlan(before: FileText, sent: readonly SentEdit[], start: string, warnings: readonly string[]): Plan {
  const said = [...warnings];
  let text = start;
  for (const [index, { replace }] of sent.entries()) {
    if (replace === undefined) continue;
    const { old_text: oldText, new_text: newText, all = false } = replace;
    linesOf(newText, `edits[${index}].new_text`);
    const replaced = replaceText(text, { oldText, newText, all }, `edits[${index}]`, isIndentedByMeaning(before.path));
    text = replaced.text;
    if (replaced.warning !== undefined) said.push(replaced.warning);
  }
  const edit = trimmed(before.text, { span: { start: 0, end: before.text.length }, text });
  return {
    edits: textEdits([edit]) as TextEdits,
    free: "all",
    result: { start: edit.span.start, end: edit.span.start + edit.text.length },
    warnings: said,
  };
}

interface AnchoredEdit {
  /** Absent for the start and the end of the file. */
  readonly range?: AnchoredRange;
  /** 0-based, for an edit without a range. */
  readonly at: number;
  readonly isInsertion: boolean;
  readonly texts: readonly string[];
}

function anchoredEdit(
  path: string,
  { set_line: set, replace_lines: replaced, insert_after: inserted }: SentEdit,
  name: string,
  file: FileLines,
  isIssued: (line: number, hash: string) => boolean,
): AnchoredEdit | undefined {
  const read = (text: SentLines, parameter: string) => {
    const lines = linesOf(text, `${name}.${parameter}`);
    refuseFenced(path, lines, `${name}.${parameter}`);
    refuseCopiedPrefix(lines, `${name}.${parameter}`, isIssued);
    return lines;
  };
  const replacing = (start: Anchor, end: Anchor, text: SentLines): AnchoredEdit => {
    const range = rangeOf(start, end, name);
    return { range, at: 0, isInsertion: false, texts: text === "" ? [] : read(text, "new_text") };
  };
  if (set !== undefined) {
    const anchor = parseAnchor(set.anchor, `${name}.anchor`);
    return replacing(anchor, anchor, set.new_text);
  }
  if (replaced !== undefined) {
    const start = parseAnchor(replaced.start_anchor, `${name}.start_anchor`);
    return replacing(start, parseAnchor(replaced.end_anchor, `${name}.end_anchor`), replaced.new_text);
  }
  if (inserted === undefined) return undefined;
  const texts = read(inserted.text, "text");
  if (texts.length === 0)
    throw new ToolError("invalid_argument", `\`${name}.text\` has no lines. Send those to insert.`);
  const edge = /^\s*(BOF|EOF)\s*$/i.exec(inserted.anchor)?.[1]?.toUpperCase();
  if (edge !== undefined) return { at: edge === "BOF" ? 0 : file.lines.length, isInsertion: true, texts };
  const anchor = parseAnchor(inserted.anchor, `${name}.anchor`);
  return { range: { start: anchor, end: anchor, isGap: true }, at: 0, isInsertion: true, texts };
}

function rangeOf(start: Anchor, end: Anchor, name: string): AnchoredRange {
  if (end.line < start.line)
    throw new ToolError(
      "invalid_argument",
      `\`${name}\` ends at line ${end.line}, before it starts at line ${start.line}. Swap the anchors.`,
    );
  return { start, end, isGap: false };
}

function placed({ range, at, isInsertion, texts }: AnchoredEdit, start: number): LineEdit {
  if (range === undefined) return { from: at, to: at, texts };
  const end = start + range.end.line - range.start.line + 1;
  return isInsertion ? { from: end, to: end, texts } : { from: start, to: end, texts };
}

/** Rows shown around a place that was not found, and in all. */
const AROUND = 2;
const MAX_ROWS = 30;
/** UTF-16 units of rows: a failure's text is cut behind them, and what is cut off was not shown. */
const MAX_ROW_TEXT = 3000;

function rejection(
  before: FileText,
  file: FileLines,
  ranges: readonly AnchoredRange[],
  { reason, near, misfits }: Extract<Resolution, { readonly status: "rejected" }>,
  snapshots: Snapshots,
): ToolError {
  const marked = new Set<number>();
  const wanted = new Set<number>();
  for (const [index, line] of near.entries()) {
    const { start, end } = ranges[index] as AnchoredRange;
    const first = Math.max(1, Math.min(line, file.lines.length));
    const last = Math.min(first + end.line - start.line, first + MAX_ROWS);
    if (misfits.has(index)) for (let row = first; row <= last; row++) marked.add(row);
    for (let row = first - AROUND; row <= last + AROUND; row++) wanted.add(row);
  }
  const numbers = [...wanted].filter((line) => line >= 1 && line <= file.lines.length).toSorted((a, b) => a - b);
  let room = MAX_ROW_TEXT;
  const rows = numbers
    .slice(0, MAX_ROWS)
    .map((line) => shownRow(file.lines, line))
    .filter((row) => (room -= rowText(row).length) >= 0);
  // The same anchors sent again must not come to mean the rows around.
  const sentBefore = new Set(
    ranges.flatMap(({ start, end }, index) => (misfits.has(index) ? [start.line, end.line] : [])),
  );
  const counted = rows.filter(({ line }) => marked.has(line) || !sentBefore.has(line));
  snapshots.show(before.path, before.text, wholeRanges(counted));
  const shown = rows.map((row) => `${marked.has(row.line) ? ">>>" : "   "}${rowText(row)}`);
  const more = numbers.length > rows.length ? [`… ${numbers.length - rows.length} more; kart_read shows them`] : [];
  // No anchor would do, however often it is repeated.
  const isClipped = rows.some(({ line, hash }) => hash === undefined && marked.has(line));
  const next = isClipped
    ? "A clipped row has no anchor: change the text of that line with `replace` instead. These are the rows now:"
    : "Repeat the edit with these rows, or read the file again:";
  return new ToolError("stale", [`${reason}. ${next}`, ...shown, ...more].join("\n"));
}
