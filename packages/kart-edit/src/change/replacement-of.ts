import { ToolError } from "@kart/core/mcp/tool-error";
import { type Declaration, overloadsOf } from "@kart/core/syntax/declaration";
import { describedSymbols } from "@kart/core/syntax/find-symbol";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains, type Span } from "@kart/core/text/span";
import { ownerOf, type Target } from "../planning/plan.ts";
import { declaredIn } from "./proven-result.ts";

/** What stands where a symbol stood. */
export interface Replacement {
  readonly declaration: Declaration;
  /** The declaration's span, or the overload's where one was replaced. */
  readonly span: Span;
}

/**
 * The symbol that content put in the place of another: the one of its name, or else the first; itself where the content takes it
 * from another module, as it does when a file is split.
 *
 * Throws `invalid_argument` where the content declares none: that would be a deletion nobody asked for.
 */
export function replacementOf(symbols: SourceSymbols, result: Span, target: Target): Replacement {
  const { name, namePath } = target.declaration;
  const declared = target.overload === undefined ? declaredIn(symbols, result, target) : [];
  const declaration = declared.find((one) => one.name === name) ?? declared[0];
  if (declaration !== undefined) return { declaration, span: declaration.span };
  const taken =
    target.overload === undefined && ownerOf(target) === undefined ? takenIn(symbols, result, name) : undefined;
  if (taken !== undefined) return { declaration: target.declaration, span: taken };
  const part = overloadIn(symbols.declarations, result);
  if (part !== undefined) return part;
  throw new ToolError(
    "invalid_argument",
    `The content declares nothing, so \`${namePath}\` would be gone. Send a declaration, or \`export { … } from\` or \`import\` of that name; kart_delete takes it out.`,
  );
}

/** The statement that passes a name on from another module, or imports it. */
function takenIn({ parsed: { program } }: SourceSymbols, within: Span, name: string): Span | undefined {
  return program.body.find((statement) => {
    if (!contains(within, statement)) return false;
    if (statement.type === "ImportDeclaration") return statement.specifiers.some(({ local }) => local.name === name);
    if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return false;
    return statement.specifiers.some(({ exported }) => "name" in exported && exported.name === name);
  });
}

/** One overload stands inside the symbol that all of them are. */
function overloadIn(declarations: readonly Declaration[], within: Span): Replacement | undefined {
  for (const declaration of declarations) {
    const part = overloadsOf(declaration).find(({ span }) => contains(within, span));
    if (part !== undefined) return { declaration, span: part.span };
    const inside = overloadIn(declaration.children, within);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** What the caller may not have meant. */
export function replacementWarnings(
  target: Target,
  { declaration, span }: Replacement,
  symbols: SourceSymbols,
): string[] {
  const old = target.declaration;
  const was = `\`${old.namePath}\``;
  return [
    ...kindWarning(target),
    ...renameWarning(old, declaration),
    ...(hasDecorators(target.source, target.span) && !hasDecorators(symbols, span)
      ? [`${was} had decorators, the content has none.`]
      : []),
  ];
}

/** Said where the content's kind told which of several of one name is meant: a caller may know of one alone. */
function kindWarning({ declaration, meantAmong = [], source: { declarations, parsed } }: Target): string[] {
  if (meantAmong.length === 0) return [];
  const all = describedSymbols(meantAmong, { declarations, lines: parsed.lines });
  const at = meantAmong.indexOf(declaration);
  return [
    `Of one name, ${all[at]} is what the content declares and was replaced; untouched: ${all.toSpliced(at, 1).join(", ")}.`,
  ];
}

/** Said where content or a patch gave a symbol another name. */
export function renameWarning(old: Declaration, written: Declaration): string[] {
  if (written.name === old.name) return [];
  return [`\`${old.namePath}\` is now \`${written.namePath}\`; what refers to the old name was not changed.`];
}

function hasDecorators({ parsed: { source } }: SourceSymbols, { start }: Span): boolean {
  return source[start] === "@";
}
