import { ToolError } from "@kart/core/mcp/tool-error";
import { literalSpans } from "@kart/core/syntax/literal-spans";
import { type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import type { ListKind } from "@kart/core/syntax/sibling-list";
import { clip, escapeInvisible } from "@kart/core/text/display";
import { placed } from "@kart/core/text/indent";
import { endingAt, indentationOf, lineStart, splitLines, withEnding } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";

/** Throws `invalid_argument` for content that cannot be written as text, or that is none. */
export function requireContent(content: string): void {
  if (content.trim() === "")
    throw new ToolError(
      "invalid_argument",
      "`content` is empty. Send the whole declaration; kart_patch takes lines out.",
    );
  if (/^\s*(```|~~~)/.test(content))
    throw new ToolError(
      "invalid_argument",
      "`content` begins with a Markdown fence, which would be written into the file. Send the code alone.",
    );
  requireText(content, "content");
}

/**
 * Throws `invalid_argument` for content that leaves code out and says so, `// ... existing code ...`, as models do in answers: what it
 * stands for would be gone.
 *
 * @param before what it takes the place of, which may hold such a line itself
 */
export function refuseElided(content: string, before: string): void {
  const elided = content.split("\n").find((line) => ELIDED.test(line) && !before.includes(line.trim()));
  if (elided !== undefined)
    throw new ToolError(
      "invalid_argument",
      `\`${clip(escapeInvisible(elided.trim()), 80)}\` stands for code that would be lost. Send all of it, or change some lines alone with kart_patch.`,
    );
}

const ELIDED =
  /^\s*(?:\/\/|\/\*+|\{\/\*|#)\s*(?:\.{3}|…)\s*(?:\(?(?:the\s+)?(?:existing|rest|remaining|unchanged|other|previous|same|omitted|keep|original)\b.*)(?:\*\/\}?)?\s*$/i;

/** Throws `invalid_argument` for code in a fence, as models answer with it: only prose has such in a file. */
export function refuseFenced(path: string, lines: readonly string[], parameter: string): void {
  const isFenced = /^\s*(?:```|~~~)[\w-]*\s*$/.test(lines.find((one) => one.trim() !== "") ?? "");
  if (!isFenced || PROSE.test(path)) return;
  const isClosed = /^\s*(?:```|~~~)\s*$/.test(lines.findLast((one) => one.trim() !== "") ?? "");
  if (isClosed)
    throw new ToolError(
      "invalid_argument",
      `\`${parameter}\` stands in a Markdown fence, which would be written into the file. Send the code alone.`,
    );
}

const PROSE = /(?:\.(?:md|mdx|mdc|markdown|txt|rst|adoc)|(?:^|\/)[^./]+)$/i;

/** Throws `invalid_argument` for text that would not come back from disk as it was. */
export function requireText(text: string, parameter: string): void {
  if (!text.isWellFormed())
    throw new ToolError("invalid_argument", `\`${parameter}\` holds half a surrogate pair. Send whole characters.`);
  if (text.includes("\0"))
    throw new ToolError("invalid_argument", `\`${parameter}\` holds a NUL character. Write it as an escape.`);
}

/** Where content is to stand. */
export interface Place {
  readonly path: string;
  readonly source: string;
  /** UTF-16 offset */
  readonly offset: number;
  /** The list it becomes an element of; undefined for one of several declarators. */
  readonly list: ListKind | undefined;
  /** The white space it stands behind. */
  readonly indentation: string;
}

/** Content with the indentation and the line breaks of its place, and no blank lines around it. */
export function contentFor(oxc: Parser, content: string, { path, source, offset, list, indentation }: Place): string {
  // A byte order mark belongs to the start of a file alone.
  const text = withEnding(content.replace(/^\ufeff/, ""), endingAt(source, offset));
  const literals = mayHoldLiterals(text) ? literalsIn(oxc, path, list, text) : [];
  return placed(text, indentation, literals, indentation.includes("\t") ? "\t" : indentUnit(source));
}

/** Only the tree tells a literal from code; a string over several lines escapes its breaks, except in JSX. */
function mayHoldLiterals(text: string): boolean {
  return text.includes("`") || /\\[\r\n]|=\s*(?:"[^"\r\n]*|'[^'\r\n]*)[\r\n]/.test(text);
}

/** The least that a line of the source is indented by, in blanks; two where none is. */
function indentUnit(source: string): string {
  const widths = splitLines(source.slice(0, MAX_LOOKED)).flatMap(
    ({ text }) => /^( {2,8})\S/.exec(text)?.[1]?.length ?? [],
  );
  return " ".repeat(widths.length === 0 ? 2 : Math.min(...widths));
}

/** UTF-16 units of a source that tell how it is indented. */
const MAX_LOOKED = 20_000;

/** None where the content does not parse: it will be refused for that. */
function literalsIn(oxc: Parser, path: string, list: ListKind | undefined, text: string): Span[] {
  const wrapped = parseWrapped(oxc, path, list, text);
  if (wrapped === undefined) return [];
  const { parsed, offset } = wrapped;
  return literalSpans(parsed.program, parsed.source, { start: 0, end: parsed.source.length }).map(({ start, end }) => ({
    start: start - offset,
    end: end - offset,
  }));
}

/** What makes a program of an element of a list. */
const WRAPPERS: Readonly<Record<ListKind | "declarators", readonly [before: string, after: string]>> = {
  statements: ["", ""],
  class: ["abstract class _ extends _ {\n", "\n}"],
  signatures: ["interface _ {\n", "\n}"],
  enum: ["enum _ {\n", "\n}"],
  object: ["({\n", "\n})"],
  declarators: ["let ", ""],
};

/** Content on its own, as a program; `offset` is where the content starts in that. */
export function parseWrapped(
  oxc: Parser,
  path: string,
  list: ListKind | undefined,
  text: string,
): { readonly parsed: ParsedSource; readonly offset: number } | undefined {
  const [before, after] = WRAPPERS[list ?? "declarators"];
  const outcome = parseSource(oxc, path, before + text + after);
  return outcome.ok ? { parsed: outcome.parsed, offset: before.length } : undefined;
}

/** The white space before an offset on its line, as far as nothing else stands there. */
export function indentationAt(source: string, offset: number): string {
  return indentationOf(source.slice(lineStart(source, offset), offset));
}

/** Whether nothing but white space stands before an offset on its line. */
export function startsLine(source: string, offset: number): boolean {
  return source.slice(lineStart(source, offset), offset).trim() === "";
}
