import { indentationOf, splitLines } from "./lines.ts";
import type { Span } from "./span.ts";

/**
 * Content as it is to stand behind an indentation that is there already. Blank lines around it go, and so does what its
 * first line is indented by, from every line where all have it. If its other lines then stand left of the indentation,
 * they are moved right by it; otherwise they are taken to be where they belong.
 *
 * @param literals spans of `content` (UTF-16 offsets) whose text is data, such as template literals: their lines stay
 */
export function placed(content: string, indentation: string, literals: readonly Span[]): string {
  const start = content.length - content.replace(/^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/, "").length;
  const body = content.slice(start).trimEnd();
  const rows = rowsOf(body, start, literals);
  const own = indentationOf(rows[0]?.text ?? "");
  const movable = rows.filter((row, index) => index > 0 && row.isMovable);
  const isShared = movable.every(({ text }) => text.startsWith(own));
  const stripped = rows.map((row, index) => ({
    ...row,
    text: index === 0 || (isShared && row.isMovable) ? row.text.slice(own.length) : row.text,
  }));
  const isLeft = stripped.some(
    ({ text, isMovable }, index) => index > 0 && isMovable && indentationOf(text).length < indentation.length,
  );
  return stripped
    .map(({ text, ending, isMovable }, index) => (index > 0 && isMovable && isLeft ? indentation : "") + text + ending)
    .join("");
}

interface Row {
  readonly text: string;
  readonly ending: string;
  /** Not for blank lines, which stay blank, nor for those that start inside a literal. */
  readonly isMovable: boolean;
}

function rowsOf(body: string, offset: number, literals: readonly Span[]): Row[] {
  let at = offset;
  return splitLines(body).map(({ text, ending }) => {
    const start = at;
    at += text.length + ending.length;
    const isData = literals.some((literal) => literal.start < start && start <= literal.end);
    return { text, ending, isMovable: !isData && text.trim() !== "" };
  });
}
