import { ToolError } from "@kart/core/mcp/tool-error";
import { findSymbol } from "@kart/core/syntax/find-symbol";
import { withLocalMembers } from "@kart/core/syntax/local-members";
import { withMadeMember } from "@kart/core/syntax/made-members";
import { resolveNamePath } from "@kart/core/syntax/name-path";
import { declarationsNaming } from "@kart/core/syntax/nested-members";
import { isFailure } from "@kart/core/syntax/parser/parse";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { commentType } from "../planning/comment-type.ts";
import type { Target } from "../planning/plan.ts";
import type { FileText } from "./file-text.ts";

const WHERE_EMPTY = "The file declares nothing; kart_insert_after without symbol adds to it.";

/** The one symbol, or nested member of one, that a name path, and a line, mean. Throws as `findSymbol`. */
export function findTarget(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target {
  const naming = sourceNaming(source, symbol, line);
  const { declarations, parsed } = naming;
  if (resolveNamePath(declarations, symbol, parsed.lines, line).status === "missing") refuseMade(source, symbol, line);
  const match = findSymbol({ declarations, lines: parsed.lines }, path, symbol, line, WHERE_EMPTY);
  return { source: naming, ...match, isNested: naming !== source };
}

/** Throws `symbol_not_found` where a name path means a property that `this.name = …` makes: it stands in no place of its own. */
function refuseMade(source: SourceSymbols, symbol: string, line: number | undefined): void {
  const { parsed, declarations } = source;
  const made = withMadeMember(parsed, declarations, symbol, line);
  const found = made === declarations ? undefined : resolveNamePath(made, symbol, parsed.lines, line);
  if (found?.status !== "found") return;
  const { namePath, name, span } = found.match.declaration;
  throw new ToolError(
    "symbol_not_found",
    `\`${escapeInvisible(namePath)}\` is made by \`this.${escapeInvisible(name)} = …\` at line ${parsed.lines.lineAt(span.start)}, and is no symbol: change that with kart_patch or kart_edit. kart_rename renames it.`,
  );
}

/** As {@link findTarget}, and of JavaScript the types that comments declare. */
export function findTargetOrType(
  source: SourceSymbols,
  path: string,
  symbol: string,
  line: number | undefined,
): Target {
  return commentType(source, symbol, line) ?? findTarget(source, path, symbol, line);
}

/**
 * As {@link findTarget}, of what stands among other code. Throws `invalid_argument` for a type that a comment declares.
 *
 * @param next what to do instead
 */
export function findInCode(
  source: SourceSymbols,
  path: string,
  symbol: string,
  line: number | undefined,
  next: string,
): Target {
  const type = commentType(source, symbol, line);
  if (type === undefined) return findTarget(source, path, symbol, line);
  const { declaration } = type;
  throw new ToolError(
    "invalid_argument",
    `\`${escapeInvisible(declaration.namePath)}\` is declared by a comment, at line ${source.parsed.lines.lineAt(declaration.nameRange.start)}. ${next}`,
  );
}

/**
 * The symbol that content is to replace: of several of one name at the top of the file, as a type and a value, the one that is what the
 * content declares, to be said with the others. Throws as {@link findTargetOrType}.
 */
export function findReplaced(file: FileText, symbol: string, line: number | undefined, content: string): Target {
  const source = file.symbols();
  const { declarations, parsed } = source;
  const resolution = resolveNamePath(declarations, symbol, parsed.lines, line);
  const candidates = resolution.status === "ambiguous" ? resolution.candidates : [];
  const sent = candidates.length < 2 ? undefined : sourceSymbols(file.oxc, file.path, content);
  const declared = sent === undefined || isFailure(sent) ? [] : sent.declarations;
  const [only, ...others] = candidates.filter((one) =>
    declared.some(({ kind, namePath }) => namePath === one.namePath && kind === one.kind),
  );
  if (only === undefined || others.length > 0 || declared.length > 1)
    return findTargetOrType(source, file.path, symbol, line);
  return { source, declaration: only, span: only.span, meantAmong: candidates };
}

/** A file with its nested members among the declarations, where a name path takes these. */
function sourceNaming(source: SourceSymbols, symbol: string, line: number | undefined): SourceSymbols {
  const { declarations, parsed } = source;
  const naming = declarationsNaming({ declarations, lines: parsed.lines }, () => parsed, symbol, line);
  return naming === declarations ? source : { ...source, declarations: naming };
}

/**
 * The same with the property that a class is given by `this.name = …`, or a member of what a function declares, where a name path, and a
 * line, take that: to be read or renamed.
 */
export function madeNaming(source: SourceSymbols, symbol: string, line: number | undefined): SourceSymbols {
  const naming = sourceNaming(source, symbol, line);
  const made = withMadeMember(naming.parsed, naming.declarations, symbol, line);
  const declarations = withLocalMembers(naming.parsed, made, symbol, line);
  return declarations === naming.declarations ? naming : { ...naming, declarations };
}
