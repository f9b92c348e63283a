import { indentationOf, splitLines } from "./lines.ts";
import type { Span } from "./span.ts";

/**
 * Content as it is to stand behind an indentation that is there already. Blank lines around it go, and so does what its
 * first line is indented by, from every line where all have it. If its other lines then stand left of the indentation,
 * they are moved right by it, tabs or blanks as the place has them; otherwise they are taken to be where they belong.
 *
 * @param literals disjoint spans of `content` (UTF-16 offsets) whose text is data, such as template literals: their lines stay
 * @param unit one step of indentation at the place: a tab, or blanks
 */
export function placed(content: string, indentation: string, literals: readonly Span[], unit = "  "): string {
  const start = content.length - content.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/, "").length;
  const body = content.slice(start).trimEnd();
  const rows = rowsOf(body, start, literals);
  const own = indentationOf(rows[0]?.text ?? "");
  // The first line shows that the content was copied as it stands in the file.
  if (own !== "" && own === indentation) return body.slice(own.length);
  const movable = rows.filter((row, index) => index > 0 && row.isMovable);
  const isShared = movable.every(({ text }) => text.startsWith(own));
  const stripped = rows.map((row, index) => ({
    ...row,
    text: index === 0 || (isShared && row.isMovable) ? row.text.slice(own.length) : row.text,
  }));
  const moved = stripped.filter(({ isMovable }, index) => index > 0 && isMovable);
  const isLeft = moved.some(({ text }) => indentationOf(text).length < indentation.length);
  const inSteps = stepsOf(
    moved.map(({ text }) => indentationOf(text)),
    unit,
  );
  return stripped
    .map(
      ({ text, ending, isMovable }, index) =>
        (index > 0 && isMovable && isLeft ? indentation + inSteps(text) : text) + ending,
    )
    .join("");
}

/** Gives a line its indentation in the place's own steps, where all lines are indented by the other kind alone. */
function stepsOf(indentations: readonly string[], unit: string): (text: string) => string {
  const used = indentations.filter((indentation) => indentation !== "");
  const isOther = unit === "\t" ? /^ +$/ : /^\t+$/;
  if (used.length === 0 || !used.every((indentation) => isOther.test(indentation))) return (text) => text;
  const step = unit === "\t" ? Math.min(...used.map(({ length }) => length)) : 1;
  return (text) => {
    const { length } = indentationOf(text);
    return unit.repeat(Math.floor(length / step)) + " ".repeat(unit === "\t" ? length % step : 0) + text.slice(length);
  };
}

interface Row {
  readonly text: string;
  readonly ending: string;
  /** Not for blank lines, which stay blank, nor for those that start inside a literal. */
  readonly isMovable: boolean;
}

function rowsOf(body: string, offset: number, literals: readonly Span[]): Row[] {
  const sorted = literals.toSorted((a, b) => a.start - b.start);
  let at = offset;
  let next = 0;
  return splitLines(body).map(({ text, ending }) => {
    const start = at;
    at += text.length + ending.length;
    while (next < sorted.length && (sorted[next] as Span).end < start) next++;
    const literal = sorted[next];
    const isData = literal !== undefined && literal.start < start;
    return { text, ending, isMovable: !isData && text.trim() !== "" };
  });
}
