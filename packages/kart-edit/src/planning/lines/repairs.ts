import type { FileLines } from "./file-lines.ts";
import type { LineEdit } from "./line-edits.ts";

/** A slip that models make in what they send, taken back in one edit. */
export interface Repair {
  /** Said to the caller. */
  readonly what: string;
  /** Which of the edits it changes, 0-based. */
  readonly index: number;
  readonly edits: readonly LineEdit[];
}

/** Edits looked at: more are not one slip. */
const MAX_EDITS = 20;

/**
 * Every way in which exactly one known slip in one edit could be taken back. Whether one of them is what was meant is for
 * the parser to say: only where the literal text does not parse, and exactly one of these does.
 */
export function possibleRepairs(file: FileLines, edits: readonly LineEdit[]): Repair[] {
  return edits.slice(0, MAX_EDITS).flatMap((edit, index) =>
    repairsOf(file, edit).map(({ what, texts }) => ({
      what: `${what} (line ${edit.from + 1})`,
      index,
      edits: edits.with(index, { ...edit, texts }),
    })),
  );
}

interface Repaired {
  readonly what: string;
  readonly texts: readonly string[];
}

function repairsOf({ lines }: FileLines, { from, to, texts }: LineEdit): Repaired[] {
  const isEcho = (sent: string | undefined, line: number) => {
    const text = lines[line]?.text.trim() ?? "";
    return sent !== undefined && text !== "" && sent.trim() === text;
  };
  const last = lines[to - 1]?.text ?? "";
  const plain = texts.map((text) => text.replaceAll(LOOK_ALIKE_HYPHEN, "-"));
  return [
    ...(isEcho(texts[0], from - 1)
      ? [{ what: "the first line repeated the line above and was left out", texts: texts.slice(1) }]
      : []),
    ...(isEcho(texts.at(-1), to)
      ? [{ what: "the last line repeated the line below and was left out", texts: texts.slice(0, -1) }]
      : []),
    ...(to > from && texts.length > 0 && last.trim() !== "" && !isWritten(last, texts)
      ? [{ what: `the last replaced line, \`${last.trim()}\`, was missing and was kept`, texts: [...texts, last] }]
      : []),
    ...(plain.some((text, index) => text !== texts[index])
      ? [{ what: "look-alike hyphens were made plain ones", texts: plain }]
      : []),
  ];
}

/** Whether a line is among those sent: as it was, or, where it has words, with another end. */
function isWritten(line: string, texts: readonly string[]): boolean {
  const stem = line.trim().replace(/[^\p{L}\p{N}_$]+$/u, "");
  return texts.at(-1)?.trim() === line.trim() || (stem !== "" && texts.some((text) => text.trim().startsWith(stem)));
}

const LOOK_ALIKE_HYPHEN = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
