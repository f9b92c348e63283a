import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { type ListKind, siblingList } from "@kart/core/syntax/sibling-list";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { lineEnd } from "@kart/core/text/lines";
import { type Span, textOf } from "@kart/core/text/span";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { commaAfter, withComma } from "./comma.ts";
import { contentFor, indentationAt, parseWrapped, refuseElided } from "./content.ts";
import { saidAmongOthers } from "./comment-type.ts";
import { mixedEndingsKept } from "./endings.ts";
import { leadOf, ownerOf, type Plan, type Target } from "./plan.ts";
import { firstLine, leadLength, replacedLead, startsWithComment } from "./replaced-lead.ts";
import { tailOf } from "./tail.ts";

/**
 * Replaces a symbol by `content`: its whole span, the comments above it exactly when the content brings its own (see `replacedLead`), and the
 * comment behind it exactly when the content ends in one. Content equal to the span is written as it is. Of several
 * declarators in one statement the one is replaced, or the statement where the content is one that declares the others too.
 */
export function planReplacement(oxc: Parser, path: string, target: Target, content: string): Plan {
  const { source, declaration } = target;
  const { parsed } = source;
  const lead = startsWithComment(content) ? leadOf(target) : undefined;
  const span = { start: lead?.start ?? target.span.start, end: target.span.end };
  refuseElided(content, textOf(parsed.source, span));
  const itself = [span, target.span].find((own) => content === textOf(parsed.source, own));
  if (itself !== undefined) return planOf(itself, content, []);
  if (target.inComment !== undefined) return planComment(oxc, path, target, content);
  if (declaration.statement !== undefined && declaresAgain(content))
    return planStatement(oxc, path, target, content, declaration.statement);
  const list = siblingList(parsed.program, target.span)?.kind;
  const place = {
    path,
    source: parsed.source,
    offset: span.start,
    list,
    indentation: indentationAt(parsed.source, span.start),
  };
  const written = contentFor(oxc, content, place);
  const { text: sent, end } = withTail(oxc, path, target, list, written);
  const { text, warnings } = replacedLead(parsed, lead, target.span.start, sent);
  const whole = { start: span.start, end };
  const kept = (fresh: string) => mixedEndingsKept(textOf(parsed.source, whole), fresh);
  const plan = planOf(whole, kept(text), warnings);
  const separator = /[;,]?$/.exec(textOf(parsed.source, target.span))?.[0] ?? "";
  return {
    ...plan,
    // A stray semicolon behind a method or a function comes to end what needs one, behind a comment as well.
    result: { start: plan.result.start, end: plan.result.end + strayLength(parsed.source, end, BLANKS_AND_COMMENTS) },
    // On a shared line, that of the old declaration is missing.
    ...(separator === "" || text.endsWith(separator)
      ? {}
      : { repairs: () => [planOf(whole, kept(text + separator), plan.warnings)] }),
  };
}

/** A comment in the place of one, as it is sent. */
function planComment(oxc: Parser, path: string, target: Target, content: string): Plan {
  const { declaration, span, inComment } = target;
  const { source } = target.source.parsed;
  if (inComment === "shared") throw saidAmongOthers(target, "Change");
  const name = escapeInvisible(declaration.namePath);
  if (!/^\/\*\*(?:[^*]|\*(?!\/))*\*\/$/.test(content.trim()))
    throw new ToolError(
      "invalid_argument",
      `\`${name}\` is declared by a comment. Send one in its place, \`/** … */\`, and nothing beside it.`,
    );
  const indentation = indentationAt(source, span.start);
  const text = contentFor(oxc, content, { path, source, offset: span.start, list: "statements", indentation });
  return planOf(span, mixedEndingsKept(textOf(source, span), text), []);
}

function planOf(span: Span, text: string, warnings: readonly string[]): Plan {
  const edits = textEdits([{ span, text }]) as TextEdits;
  return { edits, free: span, result: { start: span.start, end: span.start + text.length }, warnings };
}

/** Content that starts like a statement, where only a part of one is to be replaced. */
function declaresAgain(content: string): boolean {
  return /^(?:export|declare|const|let|var|using|await|function|class)\b/.test(content.slice(leadLength(content)));
}

/** `const a = 3, b = 2;` for `a` of `const a = 1, b = 2;`: only where `b` is still what it was. */
function planStatement(oxc: Parser, path: string, target: Target, content: string, statement: Span): Plan {
  const { parsed, leads, declarations } = target.source;
  const shared = [...declarations, ...(ownerOf(target)?.children ?? [])].filter(
    (other) => other !== target.declaration && other.statement?.start === statement.start,
  );
  const sent = sourceSymbols(oxc, path, content);
  const isKept = (other: Declaration) =>
    "declarations" in sent &&
    sent.declarations.some(
      ({ name, span }) => name === other.name && textOf(content, span) === textOf(parsed.source, other.span),
    );
  if (!shared.every(isKept)) {
    const names = shared.map(({ name }) => `\`${name}\``).join(", ");
    throw new ToolError(
      "invalid_argument",
      `\`${target.declaration.name}\` shares its statement with ${names}. Send its part alone, in place of \`${firstLine(textOf(parsed.source, target.span))}\`, or the whole statement with the others unchanged.`,
    );
  }
  const lead = startsWithComment(content) ? leads.before(statement.start) : undefined;
  const span = { start: lead?.start ?? statement.start, end: statement.end };
  const place = {
    path,
    source: parsed.source,
    offset: span.start,
    list: "statements" as const,
    indentation: indentationAt(parsed.source, span.start),
  };
  const { text, warnings } = replacedLead(parsed, lead, statement.start, contentFor(oxc, content, place));
  return planOf(span, mixedEndingsKept(textOf(parsed.source, span), text), warnings);
}

/**
 * The content with the separator that belongs between it and what follows, and where what it replaces ends: behind the
 * comment that stands behind the symbol, where the content ends in one itself.
 */
function withTail(
  oxc: Parser,
  path: string,
  { source, span, declaration }: Target,
  list: ListKind | undefined,
  text: string,
): { readonly text: string; readonly end: number } {
  const { parsed } = source;
  if (declaration.statement === undefined && endsInComment(oxc, path, list, text)) {
    const tail = tailOf(source, list, span.end);
    const isCommaList = list === "object" || list === "enum";
    const withOwn = (wanted: boolean) => (isCommaList ? (withComma(oxc, path, list, text, wanted) ?? text) : text);
    // A block comment may stand before the separator as well: without a reason to move it, it is left there.
    const isBehind = !text.endsWith("*/") || tail.end > tail.separated || withOwn(false) !== text;
    if (isBehind) return { text: withOwn(tail.comma !== undefined), end: tail.end };
  }
  // The separator that follows the symbol anyway would be doubled.
  const hasComma = text.endsWith(",") && commaAfter(parsed.source, parsed.comments, span.end) !== undefined;
  const isPart = declaration.statement !== undefined && /[,;]$/.test(text);
  if (hasComma || isPart) return { text: text.slice(0, -1), end: span.end };
  const isEnded = parsed.source[span.end - 1] === ";" || !text.endsWith(";");
  return { text, end: span.end + (isEnded ? 0 : strayLength(parsed.source, span.end)) };
}

const BLANKS = /^[^\S\r\n]*/;
const BLANKS_AND_COMMENTS = /^(?:[^\S\r\n]|\/\*(?:[^*]|\*(?!\/))*\*\/)*/;

/** UTF-16 units of a semicolon on the same line that ends nothing, and of what stands before it; 0 where there is none. */
function strayLength(source: string, end: number, before: RegExp = BLANKS): number {
  const line = source.slice(end, lineEnd(source, end));
  const length = before.exec(line)?.[0].length ?? 0;
  return line[length] === ";" ? length + 1 : 0;
}

function endsInComment(oxc: Parser, path: string, list: ListKind | undefined, text: string): boolean {
  if (!/\/\/[^\r\n]*$|\*\/$/.test(text)) return false;
  const wrapped = parseWrapped(oxc, path, list, text);
  return wrapped?.parsed.comments.some(({ end }) => end === wrapped.offset + text.length) === true;
}
