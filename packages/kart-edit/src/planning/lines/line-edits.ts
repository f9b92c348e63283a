import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, escapeInvisible } from "@kart/core/text/display";
import type { LineEnding } from "@kart/core/text/lines";
import { applyEdits, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { FileLines } from "./file-lines.ts";

/** Lines `[from, to)` of a file, 0-based, give way to others; none of them where the two are equal. */
export interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly string[];
}

/** The text with every edit made; see {@link lineTextEdits}. */
export function editedText(file: FileLines, edits: readonly LineEdit[]): string {
  return applyEdits(file.source, textEdits(lineTextEdits(file, edits)) as TextEdits);
}

/**
 * Edits of lines, all speaking of the same ones, as disjoint edits of the text. Insertions at one place keep their order,
 * and stand before what is replaced there.
 *
 * Throws `invalid_argument` where two overlap.
 */
export function lineTextEdits(file: FileLines, edits: readonly LineEdit[]): TextEdit[] {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const merged: (LineEdit & { readonly endings: LineEnding[] })[] = [];
  for (const { from, to, texts } of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from < last.to) throw overlapping(last, { from, to, texts });
    const endings = file.endingsFor(from, to, texts.length);
    // What touches is one edit: at the end of a file two of them would both take the break between them.
    if (last?.to !== from) merged.push({ from, to, texts, endings });
    else
      merged[merged.length - 1] = {
        from: last.from,
        to,
        texts: [...last.texts, ...texts],
        endings: [...last.endings, ...endings],
      };
  }
  const spans = merged.map(({ from, to, texts, endings }) => file.replaced(from, to, texts, endings));
  if (file.lines.some(({ ending }) => ending === "\r")) refuseRunningTogether(file, merged, spans);
  return spans;
}

/** In a file that mixes lone CRs with LFs, two edits can bring one of each together, which are one line break then. */
function refuseRunningTogether(file: FileLines, edits: readonly LineEdit[], spans: readonly TextEdit[]): void {
  const lines = file.lines.map(({ text }) => text);
  for (const { from, to, texts } of edits.toReversed()) lines.splice(from, to - from, ...texts);
  const disjoint = textEdits(spans);
  // Undefined where keeping two breaks apart takes one edit into the next.
  const result = disjoint === undefined ? [] : new FileLines(applyEdits(file.source, disjoint)).lines;
  // A blank last line without a break is no line.
  const isOpen = file.lines.at(-1)?.ending === "";
  const isSame = (wanted: readonly string[]) =>
    wanted.length === result.length && wanted.every((text, index) => text === result[index]?.text);
  if (disjoint !== undefined && (isSame(lines) || (isOpen && lines.at(-1) === "" && isSame(lines.slice(0, -1)))))
    return;
  throw new ToolError(
    "invalid_argument",
    "The file mixes lone CR and LF line breaks, and lines would run together here. Make these edits one by one.",
  );
}

function overlapping(one: LineEdit, other: LineEdit): ToolError {
  const named = ({ from, to }: LineEdit) => (to - from > 1 ? `lines ${from + 1}-${to}` : `line ${from + 1}`);
  return new ToolError(
    "invalid_argument",
    `Two edits change the same lines: ${named(one)} and ${named(other)}. Make one of them.`,
  );
}

/**
 * Throws `invalid_argument` for a row that begins with the anchor that was shown for it: it was copied with its prefix.
 * Any other row is literal, however much it looks like one.
 */
export function refuseCopiedPrefix(
  lines: readonly string[],
  parameter: string,
  isIssued: (line: number, hash: string) => boolean,
): void {
  for (const [index, text] of lines.entries()) {
    const match = /^[\s>+-]{0,4}(\d{1,9}):([0-9a-f]{2})\|/.exec(text);
    if (match === null || !isIssued(Number(match[1]), match[2] as string)) continue;
    throw new ToolError(
      "invalid_argument",
      `Row ${index + 1} of \`${parameter}\` begins with an anchor that was shown, \`${clip(escapeInvisible(match[0].trim()), 30)}\`. Send the content alone.`,
    );
  }
}
