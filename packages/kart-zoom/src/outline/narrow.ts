import type { Declaration } from "@kart/core/syntax/declaration";
import { parseNamePath, partNames } from "@kart/core/syntax/name-path";
import type { ExportedSymbol } from "./module-exports.ts";
import type { Outlined } from "./outline.ts";

/** The outline of a declaration: whole at the top, and otherwise inside its owners without their other members. */
export function within(outlines: readonly Outlined[], declaration: Declaration): Outlined | undefined {
  for (const outlined of outlines) {
    if (outlined.declaration === declaration) return outlined;
    const inner = outlined.children === undefined ? undefined : within(outlined.children, declaration);
    if (inner !== undefined)
      return { ...outlined, doc: "", isNarrowed: true, children: [{ ...inner, isPrivate: false }] };
    // Members of literals are part of the type of what holds them.
    if (outlined.children === undefined && holds(outlined.declaration, declaration)) return outlined;
  }
  return undefined;
}

/** What an outline was narrowed to. */
export function innermost(outlined: Outlined): Outlined {
  const [only, ...more] = outlined.children ?? [];
  return only !== undefined && more.length === 0 && outlined.isNarrowed === true ? innermost(only) : outlined;
}

function holds(owner: Declaration | undefined, member: Declaration): boolean {
  return owner !== undefined && owner.span.start <= member.span.start && member.span.end <= owner.span.end;
}

/** What a name path means among the exports of a module. */
export function symbolsNamed(symbols: readonly ExportedSymbol[], name: string): ExportedSymbol[] {
  const [first = "", ...members] = parseNamePath(name).parts;
  return symbols
    .filter((one) => partNames(first, one.name))
    .flatMap((one) => {
      const outlined = memberNamed(one.outlined, members);
      return outlined === undefined ? [] : [{ ...one, outlined }];
    });
}

function memberNamed(outlined: Outlined, parts: readonly string[]): Outlined | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return outlined;
  const members = (outlined.children ?? []).flatMap((child) =>
    partNames(first, child.name) ? (memberNamed(child, rest) ?? []) : [],
  );
  return members.length === 0 ? undefined : { ...outlined, doc: "", isNarrowed: true, children: members };
}
