import { declaredByComment, jsDocTypes } from "@kart/core/syntax/jsdoc-types";
import { isOnLine } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Target } from "../planning/plan.ts";

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
  const declared = jsDocTypes(source.parsed).map(declaredByComment);
  const [found, ...others] = declared
    .flatMap((one) => [one, ...one.children])
    .filter((one) => one.namePath === symbol && (line === undefined || lines.lineAt(one.nameRange.start) === line));
  if (found === undefined || others.length > 0) return undefined;
  // Who asks what it is a member of finds the type among the rest.
  const declarations = [...source.declarations, ...declared];
  return { source: { ...source, declarations }, span: found.span, declaration: found };
}
