import { lineHunks, oldLineOf } from "@kart/core/text/line-diff";
import { splitLines } from "@kart/core/text/lines";

/**
 * New text whose lines that were there before keep the line break they had: in a file of mixed line breaks only what
 * really changed is touched.
 */
export function mixedEndingsKept(before: string, after: string): string {
  const old = splitLines(before);
  const kinds = new Set(old.map(({ ending }) => ending));
  kinds.delete("");
  if (kinds.size < 2) return after;
  const fresh = splitLines(after);
  const bare = (lines: typeof old) => lines.map(({ text }) => ({ text, ending: "" as const }));
  const hunks = lineHunks(bare(old), bare(fresh));
  return fresh
    .map(({ text, ending }, index) => {
      const from = oldLineOf(hunks, index);
      const kept = from === undefined ? "" : (old[from]?.ending ?? "");
      return text + (ending === "" ? "" : kept || ending);
    })
    .join("");
}
