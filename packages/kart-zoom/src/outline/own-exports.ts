import type { ExportRecord, ModuleRecord } from "@kart/core/syntax/module-records/module-record";
import type { ParsedFile } from "./parsed-files.ts";

/**
 * What a module exports where it does so at its declarations alone, from the tree at hand: asking the parser for its record would
 * be half a parse more. Undefined where it takes the record to know.
 */
export function ownExports({ parsed, failure, declarations, lines }: ParsedFile): ModuleRecord | undefined {
  if (parsed === undefined || failure !== undefined) return undefined;
  let isModule = false;
  for (const statement of parsed.program.body) {
    switch (statement.type) {
      case "ExportAllDeclaration":
      case "TSExportAssignment":
      case "TSImportEqualsDeclaration":
      case "TSNamespaceExportDeclaration":
        return undefined;
      case "ExportNamedDeclaration":
        isModule = true;
        if (statement.source !== null || statement.specifiers.length > 0) return undefined;
        if (statement.declaration?.type === "TSImportEqualsDeclaration") return undefined;
        break;
      case "ExportDefaultDeclaration":
        isModule = true;
        if (statement.declaration.type === "Identifier") return undefined;
        break;
      default:
    }
  }
  if (!isModule) return undefined;
  const exports = declarations.flatMap(
    ({ name, exported, exportedAs, memberOf, nameRange: { start } }): ExportRecord[] => {
      if (!exported || memberOf !== undefined || name === "global" || name.startsWith('"')) return [];
      const one = { line: lines.lineAt(start), typeOnly: false, local: name, start };
      return (exportedAs ?? [name]).map((exportName) => ({ ...one, name: exportName }));
    },
  );
  return { imports: [], computed: [], exports, stars: [], hasShebang: false };
}
