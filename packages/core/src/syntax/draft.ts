import type { Span } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";
import type { ExportedNames } from "./module-records/exported-names.ts";
import { formatNamePart } from "./name-path.ts";
import type { Draft, Owner } from "./overloads.ts";

/** Whether and under which names a declaration is exported. */
export interface Exports {
  readonly exported: boolean;
  readonly exportedAs?: readonly string[];
}

/** Joins the export at the declaration with those of lists elsewhere in the file. */
export function exportsOf(owner: Owner, name: string, names: ExportedNames, isExported: boolean): Exports {
  const listed = names.get(name) ?? [];
  const all = isExported ? [...new Set([name, ...listed])] : listed;
  const exported = owner.exported && all.length > 0;
  return exported && (all.length > 1 || all[0] !== name) ? { exported, exportedAs: all } : { exported };
}

export function within(owner: Owner, name: string, exported: boolean): Owner {
  const { ambient, source, leads } = owner;
  return { prefix: `${owner.prefix}${formatNamePart(name)}.`, exported, ambient, source, leads };
}

export function draft(
  owner: Owner,
  name: string,
  kind: Declaration["kind"],
  exports: Exports,
  span: Span,
  nameRange: Span,
  head: Span,
  children: readonly Declaration[],
): Draft {
  const declaration: Draft["declaration"] = {
    name,
    namePath: owner.prefix + formatNamePart(name),
    kind,
    exported: exports.exported,
    span: range(span),
    nameRange: range(nameRange),
    head: range(head),
    children,
  };
  if (exports.exportedAs !== undefined) declaration.exportedAs = exports.exportedAs;
  return { declaration };
}

/** Syntax nodes keep their whole subtree alive; a range keeps two numbers. */
export function range({ start, end }: Span): Span {
  return { start, end };
}
