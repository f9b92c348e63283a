import { declaredByComment, jsDocTypes } from "@kart/core/syntax/jsdoc-types";
import { isOnLine } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Target } from "../planning/plan.ts";

/**
 * The type of that name that a comment of JavaScript declares, `@typedef` or `@callback`, where the line is that of it or nothing else
 * in the file has the name. It is no statement of the file, and every file of modules can import it.
 *
 * @param line 1-based
 */
export function commentType(source: SourceSymbols, symbol: string, line: number | undefined): Target | undefined {
  const { lines } = source.parsed;
  const isElse = source.declarations.some(
    (one) => one.name === symbol && (line === undefined || isOnLine(one, lines, line)),
  );
  const named = isElse ? [] : jsDocTypes(source.parsed).filter(({ name }) => name === symbol);
  const [found, ...others] = named.filter(({ start }) => line === undefined || lines.lineAt(start) === line);
  if (found === undefined || others.length > 0) return undefined;
  return { source, span: found.span, declaration: declaredByComment(found) };
}
