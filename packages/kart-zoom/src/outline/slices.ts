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
    const lines = plainSpace(slice);
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

/** A line break that may stand for the semicolon between two members. */
const MEMBERS_APART = /(?:[^\s;,{(<|&=?:[>]|[^=\s]>)\s*\n\s*[^\s})\]|&?:=>]/;

/** Line breaks that separate members are put before those, or end a comment, cannot go. */
export function onOneLineIfShort(text: string, max = MAX_LINE): string {
  if (!text.includes("\n") || /\/[/*]|`/.test(text)) return text;
  if (text.includes("{") && MEMBERS_APART.test(text)) return text;
  const line = text
    .replaceAll(/(=>|[=(<:,?])\s*\n\s*[|&] /g, "$1 ")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/([(<[]) /g, "$1")
    .replaceAll(/,? ([)\]>])/g, "$1")
    .replace(/^\| /, "");
  return line.length > max ? text : line;
}

const TOKEN =
  /"(?:\\[^]|[^"\\\r\n])*"|'(?:\\[^]|[^'\\\r\n])*'|`|\/\*[^]*?\*\/|\/\/[^\r\n\u2028\u2029]*|[\r\n\v\f\ufeff\u2028\u2029]+|[{}]/g;

/** The white space of code as LF and blanks. Strings keep theirs, templates with their line breaks written out. */
function plainSpace(text: string): string {
  return codeFrom(text, 0, false).text;
}

/** @param isHole whether this is the code in a template's `${…}`, which ends at the first brace that closes nothing */
function codeFrom(text: string, from: number, isHole: boolean): { readonly text: string; readonly end: number } {
  let result = "";
  let at = from;
  let depth = 0;
  for (let match = next(TOKEN, text, at); match !== null; match = next(TOKEN, text, at)) {
    const [token] = match;
    result += text.slice(at, match.index);
    at = match.index + token.length;
    if (token === "`") {
      const template = templateFrom(text, at);
      result += template.text;
      at = template.end;
      continue;
    }
    if (token === "{") depth++;
    else if (token === "}" && --depth < 0 && isHole) return { text: result, end: match.index };
    result += isHole && /^[\r\n]/.test(token) ? " " : spaceOf(token);
  }
  return { text: result + text.slice(at), end: text.length };
}

function spaceOf(token: string): string {
  if (/^["'{}]/.test(token)) return token;
  const lines = token.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
  return token.startsWith("/") ? lines : lines.replaceAll(/[\v\f\ufeff]/g, " ");
}

const TEMPLATE_TOKEN = /\\[^]|`|\$\{|\r\n?|\n/g;

/** A line break within a template reads the same when it is written out; there it cannot be taken for the end of a line. */
function templateFrom(text: string, from: number): { readonly text: string; readonly end: number } {
  let result = "`";
  let at = from;
  for (let match = next(TEMPLATE_TOKEN, text, at); match !== null; match = next(TEMPLATE_TOKEN, text, at)) {
    const [token] = match;
    result += text.slice(at, match.index);
    at = match.index + token.length;
    if (token === "`") return { text: `${result}\``, end: at };
    if (token === "${") {
      const hole = codeFrom(text, at, true);
      result += `\${${hole.text}`;
      at = hole.end;
    } else result += /^[\r\n]/.test(token) ? "\\n" : token;
  }
  return { text: result + text.slice(at), end: text.length };
}

function next(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
