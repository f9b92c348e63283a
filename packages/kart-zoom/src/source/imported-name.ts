import { wordsIn } from "@kart/core/text/words";
import type { SourceFile } from "./source-file.ts";

/** A name that a file gives what it imports by an `import` statement. */
export interface ImportedName {
  /** UTF-16, of the name in the file. */
  readonly offset: number;
  readonly specifier: string;
}

/** Where a file imports something under a name. */
export function importedName(file: SourceFile, name: string): ImportedName | undefined {
  for (const { start, end } of file.outline.statements) {
    const text = file.text.slice(start, end);
    if (!text.startsWith("import")) continue;
    for (const at of wordsIn(text, name)) {
      const found = importAt(file, start + at);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What an import names at an offset; undefined where none gives a name of the file's own. */
export function importAt(file: SourceFile, offset: number): ImportedName | undefined {
  // A statement is parsed to be looked into, and hardly any is an import.
  if (!file.isInImport(offset)) return undefined;
  const [statement, specifier] = file.nodesAround(offset);
  if (statement?.node.type !== "ImportDeclaration" || specifier === undefined) return undefined;
  const { node, span } = specifier;
  if (!("local" in node) || node.local === null) return undefined;
  const at = offset - span.start + node.start;
  if (at < node.local.start || at >= node.local.end) return undefined;
  return { offset: node.local.start - node.start + span.start, specifier: statement.node.source.value };
}
