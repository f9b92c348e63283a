import type { Program } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import type { Binding, NamePlace } from "../scopes/scopes.ts";
import { attributesOf, type TakenFrom, type TakenName } from "./import-statements.ts";

/** An import that moved code needs. */
export interface NeededImport extends TakenName {
  /** Not as a part of types alone. */
  readonly isValue: boolean;
  readonly from: TakenFrom;
}

/** The import that gives a name, as another file may write it. Throws `invalid_argument` where it cannot. */
export function neededImport(
  { parsed: { program, source } }: SourceSymbols,
  { name, declared }: Binding,
): Omit<NeededImport, "isValue"> {
  const [[statement, one] = [], ...others] = declared
    .map((place) => importOf(program, place))
    .filter((each) => each !== undefined);
  if (statement === undefined || one === undefined || others.length > 0)
    throw new ToolError(
      "invalid_argument",
      `It uses \`${escapeInvisible(name)}\`, which is imported in a way that cannot be written anew. Change that to a plain import first.`,
    );
  const imported =
    one.type === "ImportNamespaceSpecifier"
      ? "*"
      : one.type === "ImportDefaultSpecifier"
        ? "default"
        : source.slice(one.imported.start, one.imported.end);
  const isTypeOnly = statement.importKind === "type" || (one.type === "ImportSpecifier" && one.importKind === "type");
  const attributes = attributesOf(statement, source);
  return {
    imported,
    local: name,
    typeOnly: isTypeOnly,
    ...(statement.phase !== null && { phase: statement.phase }),
    from: { specifier: statement.source.value, ...(attributes !== "" && { attributes }) },
  };
}

/** The import that gives a name where it is declared. */
function importOf(program: Program, { start }: NamePlace) {
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    const specifier = statement.specifiers.find(({ local }) => local.start === start);
    if (specifier !== undefined) return [statement, specifier] as const;
  }
  return undefined;
}

/**
 * Throws `invalid_argument` where a file imports what goes by a name and declares something else by it: `import { Ticks } from "./units";
 * function Ticks() {}`.
 */
export function refuseImportedToo({ parsed: { program, lines } }: SourceSymbols, { name, declared }: Binding): void {
  const { imported: [imported] = [], own: [own] = [] } = Object.groupBy(declared, (place) =>
    importOf(program, place) === undefined ? "own" : "imported",
  );
  if (imported === undefined || own === undefined) return;
  const shown = escapeInvisible(name);
  throw new ToolError(
    "invalid_argument",
    `\`${shown}\` is a type that line ${lines.lineAt(imported.start)} imports, and a value that line ${lines.lineAt(own.start)} declares: which of them is meant could not be told apart in another file. Import the type by another name first, \`${shown} as …\`.`,
  );
}
