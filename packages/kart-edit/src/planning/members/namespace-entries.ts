import type { Node, Program } from "oxc-parser";
import type { Span } from "@kart/core/text/span";

/** What a namespace exports by a list: `namespace Groups { export { Roles as Roles } }`. */
export interface NamespaceEntry {
  /** The name that its users know. UTF-16 offsets. */
  readonly exported: Span;
  /** Whether it is written once, for what it is in the file too. */
  readonly isShorthand: boolean;
}

/** A text without any needs no tree to know that. */
export function mayHoldEntry(text: string, names: Iterable<string>): boolean {
  if (!/\b(?:namespace|module)\b/.test(text)) return false;
  const alternatives = [...names].map((name) => RegExp.escape(name)).join("|");
  return new RegExp(`\\bexport\\b[^{}'"\`;]*\\{[^{}]*(?<![\\w$])(?:${alternatives})(?![\\w$])`).test(text);
}

/**
 * The entries that are called by some names on both sides, in the order of the source. None of `declare module "name"`, nor those
 * written once in a namespace that `export =` exports: they are exports of a module.
 */
export function namespaceEntries({ body }: Program, names: ReadonlySet<string>): NamespaceEntry[] {
  const assigned = body.find((one) => one.type === "TSExportAssignment")?.expression;
  const module = assigned?.type === "Identifier" ? assigned.name : undefined;
  return body.flatMap((statement) => {
    const isModule = isNamed(statement, module);
    return entriesIn(statement, false, names).filter(({ isShorthand }) => !(isModule && isShorthand));
  });
}

function isNamed(statement: Node, name: string | undefined): boolean {
  return statement.type === "TSModuleDeclaration" && statement.id.type === "Identifier" && statement.id.name === name;
}

function entriesIn(statement: Node, isInNamespace: boolean, names: ReadonlySet<string>): NamespaceEntry[] {
  if (statement.type === "TSModuleDeclaration") {
    const isNamespace = statement.id.type !== "Literal";
    return statement.body?.body.flatMap((one) => entriesIn(one, isNamespace, names)) ?? [];
  }
  if (statement.type !== "ExportNamedDeclaration") return [];
  if (statement.declaration !== null) return entriesIn(statement.declaration, isInNamespace, names);
  if (!isInNamespace) return [];
  return statement.specifiers.flatMap(({ local, exported }) => {
    const isCalled = [local, exported].every((one) => one.type === "Identifier" && names.has(one.name));
    const { start, end } = exported;
    return isCalled ? [{ exported: { start, end }, isShorthand: local.start === start }] : [];
  });
}
