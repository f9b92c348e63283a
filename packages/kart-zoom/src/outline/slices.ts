import type { Span } from "@kart/core/text/span";

/** Parts of a source text as they may stand in another: line breaks are LF, indentation is that of the part's first line. */
export class Slices {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  of({ start, end }: Span): string {
    const slice = this.text.slice(start, end);
    if (!/[`\r\n\v\f\ufeff\u2028\u2029]/.test(slice)) return slice;
    const indent = this.#indentAt(start);
    // What is white space between tokens would not be, once it is written out for readers.
    const lines = outsideStrings(slice, (code) =>
      code.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll(/[\v\f\ufeff]/g, " "),
    );
    return indent === "" ? lines : lines.replaceAll(`\n${indent}`, "\n");
  }

  /** As {@link of}, on one line where that is short and changes nothing. */
  compact(span: Span, max = MAX_LINE): string {
    return onOneLineIfShort(this.of(span), max);
  }

  #indentAt(offset: number): string {
    const before = this.text.slice(Math.max(0, offset - 2000), offset);
    const line = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
    return /^[ \t]*/.exec(line)?.[0] ?? "";
  }
}

/** Longest line that is made of several, in UTF-16 units. */
const MAX_LINE = 100;

/** Line breaks that separate members are put before those, or end a comment, cannot go. */
export function onOneLineIfShort(text: string, max = MAX_LINE): string {
  if (!text.includes("\n") || /\/[/*]|`/.test(text)) return text;
  if (/\{/.test(text) && /[^\s;,{(<|&=>?:[]\s*\n\s*[^\s})\]|&?:=>]/.test(text)) return text;
  const line = text
    .replaceAll(/([=(<:,?>])\s*\n\s*[|&] /g, "$1 ")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/([(<[]) /g, "$1")
    .replaceAll(/,? ([)\]>])/g, "$1")
    .replace(/^\| /, "");
  return line.length > max ? text : line;
}

/** Rewrites code, leaving strings and comments as they are but for line breaks, which templates may hold. */
function outsideStrings(text: string, rewrite: (code: string) => string): string {
  if (!/[`"'/]/.test(text)) return rewrite(text);
  const parts = text.split(/("(?:\\[^]|[^"\\\r\n])*"|'(?:\\[^]|[^'\\\r\n])*'|`(?:\\[^]|[^`\\])*`)/);
  return parts.map((part, index) => (index % 2 === 0 ? rewrite(part) : escapedBreaks(part))).join("");
}

/** A line break within a template reads the same when it is written out; there it cannot be taken for the end of a line. */
function escapedBreaks(literal: string): string {
  return literal.replaceAll(/(?<!\\)(?:\r\n?|\n)/g, "\\n");
}
