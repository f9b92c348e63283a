import { ToolError } from "@kart/core/mcp/tool-error";
import { declaredByComment, isOfTypesAlone, jsDocTypes, type JsDocType } from "@kart/core/syntax/comments/jsdoc-types";
import { isOnLine } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";
import type { Target } from "./plan.ts";

/**
 * The type, or the property of one, that a comment of JavaScript declares by `@typedef`, `@callback` and `@property`, where the line is
 * that of its name or nothing else in the file has the name. It is no statement of the file, and every file of modules can import it.
 *
 * @param line 1-based
 */
export function commentType(source: SourceSymbols, symbol: string, line: number | undefined): Target | undefined {
  const { lines } = source.parsed;
  const [owner] = symbol.split(".");
  const isElse = source.declarations.some(
    (one) => one.name === owner && (line === undefined || isOnLine(one, lines, line)),
  );
  if (isElse) return undefined;
  const types = jsDocTypes(source.parsed);
  const declared = types.map(declaredByComment);
  const [found, ...others] = declared
    .flatMap((type, index) => [type, ...type.children].map((one) => ({ one, type: types[index] as JsDocType })))
    .filter(({ one: { name, namePath, nameRange } }) =>
      line === undefined
        ? namePath === symbol
        : isNamed({ name, namePath }, symbol) && lines.lineAt(nameRange.start) === line,
    );
  if (found === undefined || others.length > 0) return undefined;
  const { one, type } = found;
  // Who asks what it is a member of finds the type among the rest.
  const about = { source: { ...source, declarations: [...source.declarations, ...declared] }, declaration: one };
  const isWhole = one.kind === "type" && isAlone(type, types, source);
  return {
    ...about,
    span: isWhole ? type.comment : tagSpan(source, one.span),
    inComment: isWhole ? "alone" : "shared",
  };
}

/** On its line a property goes by its own name too. */
function isNamed({ name, namePath }: { readonly name: string; readonly namePath: string }, symbol: string): boolean {
  return name === symbol || namePath === symbol;
}

/** Whether a comment declares nothing but the type. */
function isAlone({ comment }: JsDocType, types: readonly JsDocType[], { parsed }: SourceSymbols): boolean {
  const own = parsed.comments.find(({ start }) => start === comment.start);
  const sharing = types.filter((one) => one.comment.start === comment.start);
  return own !== undefined && sharing.length === 1 && isOfTypesAlone(own) && !/@import\b/.test(own.value);
}

/** For a type or a property in a comment that says more than it. */
export function saidAmongOthers({ source, span, declaration }: Target, verb: "Cut" | "Change"): ToolError {
  const line = source.parsed.lines.lineAt(span.start);
  return new ToolError(
    "invalid_argument",
    `\`${escapeInvisible(declaration.namePath)}\` is one of several things that a comment says, at line ${line}. ${verb} its lines with kart_patch.`,
  );
}

/** A tag without what ends its comment or stands before the next one. */
function tagSpan({ parsed }: SourceSymbols, span: Span): Span {
  const text = textOf(parsed.source, span);
  let end = text.endsWith("*/") ? text.length - "*/".length : text.length;
  while (end > 0 && /[\s*]/.test(text.charAt(end - 1))) end--;
  return { start: span.start, end: span.start + end };
}
