import type { Statement } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { type ListKind, siblingList, type SiblingList } from "@kart/core/syntax/sibling-list";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { startOf } from "@kart/core/syntax/parser/tree";
import { endingAt, lineEnd, lineStart, splitLines } from "@kart/core/text/lines";
import type { Span } from "@kart/core/text/span";
import { editedSpans, type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { withComma } from "./comma.ts";
import { contentFor, indentationAt, startsLine } from "./content.ts";
import type { Plan, Target } from "./plan.ts";
import { type Tail, tailOf } from "./tail.ts";

export type Side = "before" | "after";

/**
 * Inserts content beside a symbol: around the comments attached to it and to its neighbour, as far from both as the
 * neighbours stand from each other. Nothing is taken out, so that taking out what was inserted gives the old bytes.
 */
export function planInsertion(oxc: Parser, path: string, target: Target, side: Side, content: string): Plan {
  return planBeside(oxc, path, target.source, anchorOf(target), side, content);
}

/** Inserts at the top of a file, below what must stay first (directives, `#!`, comments for the whole file), or at its end. */
export function planFileInsertion(oxc: Parser, path: string, source: SourceSymbols, side: Side, content: string): Plan {
  const { body } = source.parsed.program;
  const first = body.findIndex((statement) => !("directive" in statement && statement.directive !== null));
  if (body.length === 0) return planIntoEmpty(oxc, path, source, content);
  const [item, where] =
    side === "before" && first !== -1 ? [first, "before" as const] : [body.length - 1, "after" as const];
  const comment = where === "after" ? lastComment(source, (body[item] as Span).end) : undefined;
  if (comment !== undefined) return planBelow(oxc, path, source, comment, content);
  const items = { kind: "statements" as const, items: body, first: item, last: item };
  const top =
    where === "before" ? (belowHeader(source) ?? aboveDecorators(source, body[item] as Statement)) : undefined;
  return planBeside(oxc, path, source, items, where, content, top);
}

/** Decorators in front of `export` stand before the statement that they belong to. */
function aboveDecorators({ leads }: SourceSymbols, statement: Statement): number | undefined {
  const start = startOf(statement);
  return start === statement.start ? undefined : (leads.before(start)?.start ?? start);
}

/** Inserts behind one of the statements of a file, apart from it and from the next; at the top of them for -1. */
export function planStatementInsertion(
  oxc: Parser,
  path: string,
  source: SourceSymbols,
  index: number,
  content: string,
): Plan {
  if (index === -1) return planFileInsertion(oxc, path, source, "before", content);
  const { body } = source.parsed.program;
  return planBeside(
    oxc,
    path,
    source,
    { kind: "statements", items: body, first: index, last: index },
    "after",
    content,
  );
}

/** A doc comment above the first import speaks of the whole file: what is put on top stands below it. */
function belowHeader({ parsed: { program, source }, leads }: SourceSymbols): number | undefined {
  const [first] = program.body;
  if (first?.type !== "ImportDeclaration" || !startsLine(source, first.start)) return undefined;
  const lead = leads.before(first.start);
  const isDoc = lead !== undefined && /^\/\*[^]*\*\/$/.test(source.slice(lead.start, lead.end));
  return isDoc ? first.start : undefined;
}

/** The last comment of a file, on lines of its own below all statements: an end mark, a region's end. */
function lastComment({ parsed: { source, comments } }: SourceSymbols, end: number): Span | undefined {
  const last = comments.at(-1);
  if (last === undefined || last.start < end || !/[\r\n]/.test(source.slice(end, last.start))) return undefined;
  // A source map's address must stay the last line.
  return /^[#@] sourceMappingURL=/.test(last.value) ? undefined : last;
}

function planBelow(
  oxc: Parser,
  path: string,
  { parsed: { source } }: SourceSymbols,
  { end }: Span,
  content: string,
): Plan {
  const text = contentFor(oxc, content, { path, source, offset: end, list: "statements", indentation: "" });
  const ending = endingAt(source, end);
  return planOf([insertion(lineEnd(source, end), ending + ending + text)]);
}

/** The list the symbol stands in. Throws `invalid_argument` where there is no place beside it. */
function anchorOf({ source, declaration, span, overload }: Target): SiblingList {
  const anchor = overload === undefined ? (declaration.statement ?? span) : span;
  const list = siblingList(source.parsed.program, anchor);
  if (list !== undefined) return list;
  const name = declaration.namePath;
  throw new ToolError(
    "invalid_argument",
    declaration.kind === "property"
      ? `\`${name}\` is a parameter of the constructor: nothing can stand beside it. Name the constructor, or change its parameters with kart_patch.`
      : `\`${name}\` is a part of the declaration around it: nothing can stand beside it. Name the whole declaration.`,
  );
}

function planBeside(
  oxc: Parser,
  path: string,
  symbols: SourceSymbols,
  { kind, items, first, last }: SiblingList,
  side: Side,
  content: string,
  start?: number,
): Plan {
  const { source } = symbols.parsed;
  const leadOrStart = (item: Span) => symbols.leads.before(item.start)?.start ?? item.start;
  const item = { start: (items[first] as Span).start, end: (items[last] as Span).end };
  const anchor: Anchor = {
    kind,
    item,
    start: start ?? leadOrStart(item),
    previous: items[first - 1],
    next: items[last + 1],
    tail: tailOf(symbols, kind, item.end),
  };
  const hasOwnLine =
    side === "before"
      ? startsLine(source, anchor.start)
      : source.slice(anchor.tail.end, lineEnd(source, anchor.tail.end)).trim() === "";
  const indented = [
    anchor.start,
    ...[anchor.next, anchor.previous].flatMap((near) => (near ? [leadOrStart(near)] : [])),
  ];
  const indentation = indentationAt(source, indented.find((offset) => startsLine(source, offset)) ?? anchor.start);
  const text = contentFor(oxc, content, { path, source, offset: item.start, list: kind, indentation });
  const separated = separatedText(oxc, path, anchor, side, text);
  const edits = hasOwnLine
    ? onOwnLines(source, anchor, side, separated, indentation)
    : onSharedLine(source, anchor, side, separated, indentation);
  return planOf(edits);
}

interface Anchor {
  readonly kind: ListKind;
  readonly item: Span;
  /** Of its lead, or of the item. */
  readonly start: number;
  readonly previous: Span | undefined;
  readonly next: Span | undefined;
  readonly tail: Tail;
}

interface Separated {
  readonly text: string;
  /** What the anchor needs behind it, where it is the last. */
  readonly behindAnchor: string;
}

/** The content with what must stand between it and its neighbours, line breaks and blanks left out. */
function separatedText(oxc: Parser, path: string, { kind, tail }: Anchor, side: Side, text: string): Separated {
  if (kind !== "object" && kind !== "enum") return { text, behindAnchor: "" };
  const needsComma = side === "before" || tail.comma !== undefined;
  // What is no list of members is refused when the result is parsed.
  const separated = withComma(oxc, path, kind, text, needsComma) ?? text;
  return { text: separated, behindAnchor: needsComma ? "" : "," };
}

function onOwnLines(
  source: string,
  anchor: Anchor,
  side: Side,
  { text, behindAnchor }: Separated,
  indentation: string,
): TextEdit[] {
  const ending = endingAt(source, anchor.item.start);
  const gap = ending.repeat(1 + blankLines(source, anchor, side, text));
  if (side === "before") return [insertion(anchor.start, text + gap + indentation)];
  const edit = insertion(lineEnd(source, anchor.tail.end), gap + indentation + text);
  return behindAnchor === "" ? [edit] : [insertion(anchor.item.end, behindAnchor), edit];
}

/** As many blank lines as the anchor has to its neighbour on that side, or else to that on the other. Imports have none. */
function blankLines(
  source: string,
  { kind, item, start, previous, next, tail }: Anchor,
  side: Side,
  text: string,
): number {
  const above = () => (previous === undefined ? undefined : blankLinesBefore(source, start));
  const below = () => (next === undefined ? undefined : blankLinesAfter(source, tail.end));
  const areImports = [text, source.slice(item.start, item.end)].every((statement) =>
    /^import\b(?!\s*[(.])/.test(statement),
  );
  if (areImports) return 0;
  const [near, far] = side === "before" ? [above(), below()] : [below(), above()];
  const isTall = /[\r\n]/.test(text) || /[\r\n]/.test(source.slice(item.start, item.end));
  // A line beside the first or last of a group of lines joins the group.
  if (!isTall && near !== undefined && far === 0) return 0;
  return near ?? far ?? (isTall && (kind === "statements" || kind === "class") ? 1 : 0);
}

/** Blank lines below the line of an offset, none where only they follow. */
function blankLinesAfter(source: string, offset: number): number {
  const rest = splitLines(source.slice(lineEnd(source, offset)));
  const end = rest.findIndex(({ text }) => text.trim() !== "");
  return Math.max(0, end - 1);
}

/** Blank lines above the line of an offset. */
function blankLinesBefore(source: string, offset: number): number {
  let count = 0;
  for (let start = lineStart(source, offset); start > 0; count++) {
    start = lineStart(source, start - (source.slice(start - 2, start) === "\r\n" ? 2 : 1));
    if (source.slice(start, lineEnd(source, start)).trim() !== "") return count;
  }
  return count;
}

/** Beside code on the same line. */
function onSharedLine(
  source: string,
  { kind, item, start, next, tail }: Anchor,
  side: Side,
  { text, behindAnchor }: Separated,
  indentation: string,
): TextEdit[] {
  const before = source.slice(item.start, item.end);
  if (kind === "statements") {
    const ending = endingAt(source, item.start);
    return side === "before"
      ? [insertion(start, text + ending + indentation)]
      : [insertion(item.end, ending + indentation + text + (next === undefined ? "" : ending))];
  }
  if (side === "before") return [insertion(start, `${terminated(kind, text, before)} `)];
  if (behindAnchor !== "") return [insertion(item.end, `${behindAnchor} ${text}`)];
  const content = insertion(tail.separated, ` ${next === undefined ? text : terminated(kind, text, before)}`);
  const isApart = tail.separated > item.end || terminated(kind, before, before) === before;
  return isApart ? [content] : [insertion(item.end, ";"), content];
}

/** Members of types and classes on one line need a semicolon between them, or what the neighbour has in its place. */
function terminated(kind: ListKind, text: string, like: string): string {
  const code = text.replace(/(?:\s*\/\*(?:[^*]|\*(?!\/))*\*\/)+$/, "");
  if (kind === "object" || kind === "enum" || /[;,]$/.test(code) || (kind === "class" && code.endsWith("}")))
    return text;
  return text + (kind === "signatures" && like.endsWith(",") ? "," : ";");
}

/** A file without statements: empty, or comments alone. */
function planIntoEmpty(oxc: Parser, path: string, { parsed: { source } }: SourceSymbols, content: string): Plan {
  const end = source.trimEnd().length;
  const start = source.startsWith("\ufeff") ? 1 : 0;
  const text = contentFor(oxc, content, { path, source, offset: end, list: "statements", indentation: "" });
  const ending = endingAt(source, end);
  const offset = Math.max(start, end);
  const edit = insertion(
    offset,
    `${offset > start ? ending + ending : ""}${text}${offset === source.length ? ending : ""}`,
  );
  return planOf([edit]);
}

/** The content is the last of the edits: a comma for the anchor stands before it. */
function planOf(edits: readonly TextEdit[]): Plan {
  const proven = textEdits(edits) as TextEdits;
  const { span } = edits.at(-1) as TextEdit;
  return { edits: proven, free: span, result: editedSpans(proven).at(-1) as Span, warnings: [] };
}

function insertion(offset: number, text: string): TextEdit {
  return { span: { start: offset, end: offset }, text };
}
