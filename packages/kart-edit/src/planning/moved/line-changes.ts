import { textHunks } from "@kart/core/text/line-diff";
import { splitLines } from "@kart/core/text/lines";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";

/** The edits, of whole lines, that make one text of another. */
export function lineChanges(before: string, after: string): TextEdits {
  const [old, fresh] = [before, after].map((text) => splitLines(text).map((line) => line.text + line.ending)) as [
    string[],
    string[],
  ];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) as number) + line.length);
  const edits = textHunks(before, after).map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    span: { start: starts[oldStart] as number, end: starts[oldEnd] as number },
    text: fresh.slice(newStart, newEnd).join(""),
  }));
  return textEdits(edits) as TextEdits;
}
