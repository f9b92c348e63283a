import type { ExportSpecifier } from "oxc-parser";
import { isOnLine } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Target } from "../../planning/plan.ts";
import { bindingsIn } from "../../planning/scopes/scope-walk.ts";

/**
 * The name by which an export list exports what the file calls otherwise, `b` of `export { a as b }`, where nothing else in the file has
 * the name or the line is that of the list. It is no declaration of the file: what is renamed is the name that importers know. None of
 * what the file imports: who takes that by `require()` is not followed through it.
 *
 * @param line 1-based
 */
export function exportedAlias(source: SourceSymbols, symbol: string, line: number | undefined): Target | undefined {
  const { program, lines } = source.parsed;
  const [found] = program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) return [];
    const own = statement.specifiers.filter((one) => isAliasOf(one, symbol) && isDeclared(source, one));
    return own.map((specifier) => ({ statement, specifier }));
  });
  if (found === undefined) return undefined;
  const { statement, specifier } = found;
  const isMeant =
    line === undefined
      ? !bindingsIn(source.parsed).some(({ name }) => name === symbol)
      : lines.lineAt(statement.start) <= line &&
        line <= lines.lineAt(statement.end) &&
        !source.declarations.some((one) => one.name === symbol && isOnLine(one, lines, line));
  if (!isMeant) return undefined;
  const { start, end } = specifier.exported;
  const span = { start, end };
  const about = { name: symbol, namePath: symbol, kind: "const", exported: true, children: [] } as const;
  return { source, span, declaration: { ...about, span, nameRange: span, head: span } };
}

function isDeclared({ declarations }: SourceSymbols, { local }: ExportSpecifier): boolean {
  return (
    local.type === "Identifier" && declarations.some(({ name, isImport }) => name === local.name && isImport !== true)
  );
}

function isAliasOf({ local, exported }: ExportSpecifier, name: string): boolean {
  return (
    exported.type === "Identifier" && exported.name === name && local.start !== exported.start && name !== "default"
  );
}
