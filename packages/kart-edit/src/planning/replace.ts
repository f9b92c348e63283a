import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import type { Parser } from "@kart/core/syntax/parse";
import { siblingList } from "@kart/core/syntax/sibling-list";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { clip } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { commaAfter } from "./comma.ts";
import { contentFor, indentationAt } from "./content.ts";
import { mixedEndingsKept } from "./endings.ts";
import { leadOf, ownerOf, type Plan, type Target } from "./plan.ts";

/**
 * Replaces a symbol by `content`: its whole span, and the comments above it exactly when the content brings its own.
 * Content equal to the span is written as it is. Of several declarators in one statement the one is replaced, or the
 * statement where the content is one that declares the others too.
 */
export function planReplacement(oxc: Parser, path: string, target: Target, content: string): Plan {
  const { parsed } = target.source;
  const lead = startsWithComment(content) ? leadOf(target) : undefined;
  const span = { start: lead?.start ?? target.span.start, end: target.span.end };
  if (content === textOf(parsed.source, span)) return planOf(span, content, []);
  if (content === textOf(parsed.source, target.span)) return planOf(target.span, content, []);
  if (target.declaration.statement !== undefined && declaresAgain(content))
    return planStatement(oxc, path, target, content, target.declaration.statement);
  const list = siblingList(parsed.program, target.span)?.kind;
  const place = {
    path,
    source: parsed.source,
    offset: span.start,
    list,
    indentation: indentationAt(parsed.source, span.start),
  };
  const text = withoutSecondSeparator(contentFor(oxc, content, place), target);
  return planOf(span, mixedEndingsKept(textOf(parsed.source, span), text), lostDoc(parsed.source, lead, text));
}

function startsWithComment(content: string): boolean {
  return /^\s*\/[/*]/.test(content);
}

function planOf(span: Span, text: string, warnings: readonly string[]): Plan {
  const edits = textEdits([{ span, text }]) as TextEdits;
  return { edits, free: span, result: { start: span.start, end: span.start + text.length }, warnings };
}

/** Content that starts like a statement, where only a part of one is to be replaced. */
function declaresAgain(content: string): boolean {
  return /^\s*(?:\/\*[^]*?\*\/\s*|\/\/.*\s+)*(?:export|declare|const|let|var|using|await|function|class)\b/.test(
    content,
  );
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
  return planOf(span, contentFor(oxc, content, place), []);
}

function firstLine(text: string): string {
  return clip(text.split(/[\r\n]/)[0] ?? "", 60);
}

/** Content that ends in the comma or semicolon that follows the symbol anyway would double it. */
function withoutSecondSeparator(text: string, { source: { parsed }, span, declaration }: Target): string {
  if (text.endsWith(",") && commaAfter(parsed.source, parsed.comments, span.end) !== undefined)
    return text.slice(0, -1);
  const isPart = declaration.statement !== undefined;
  return isPart && /[,;]$/.test(text) ? text.slice(0, -1) : text;
}

function lostDoc(source: string, lead: Span | undefined, text: string): string[] {
  const isLost = lead !== undefined && textOf(source, lead).includes("/**") && !text.includes("/**");
  return isLost ? ["The JSDoc above gave way to the comment that the content starts with."] : [];
}
