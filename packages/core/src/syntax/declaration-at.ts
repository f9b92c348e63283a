import { contains } from "../text/span.ts";
import { type Declaration, isNamedAt, ownerOf, walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { declaresGlobals } from "./module-records/is-script.ts";
import { withMadeAt } from "./made-members.ts";
import { withNestedMembers } from "./nested-members.ts";
import type { ParsedSource } from "./parser/parse.ts";

/** What is declared by a name; of a constructor its class. */
export interface DeclarationAt extends Pick<Declaration, "name" | "kind" | "span" | "nameRange"> {
  readonly isMember: boolean;
  /** Whether it is asked about for its constructor. */
  readonly isConstructed: boolean;
  /** Whether it has its name without being imported. */
  readonly isGlobal: boolean;
}

/** What a file declares, without what is further in. */
export interface FileDeclarations {
  readonly declarations: readonly Declaration[];
  readonly areGlobal: boolean;
}

export function fileDeclarations(parsed: ParsedSource): FileDeclarations {
  return { declarations: declarationsOf(parsed), areGlobal: declaresGlobals(parsed) };
}

/** The symbol that the name at an offset (UTF-16) declares. */
export function symbolAt({ declarations, areGlobal }: FileDeclarations, start: number): DeclarationAt | undefined {
  return declaredAmong(declarations, start, areGlobal);
}

/** The same, or a member further in, as the actions of a store are, or one that `this.name =` makes. */
export function declarationAt(parsed: ParsedSource, start: number): DeclarationAt | undefined {
  const { declarations, areGlobal } = fileDeclarations(parsed);
  return (
    declaredAmong(declarations, start, areGlobal) ??
    declaredAmong(withNestedMembers(parsed, declarations), start, areGlobal) ??
    declaredAmong(withMadeAt(parsed, declarations, start), start, areGlobal)
  );
}

/** @param areGlobal whether a script declares them */
function declaredAmong(all: readonly Declaration[], start: number, areGlobal: boolean): DeclarationAt | undefined {
  const { declaration, depth = 0 } = walkDeclarations(all).find((one) => isNamedAt(one.declaration, start)) ?? {};
  if (declaration === undefined) return undefined;
  const owner = declaration.kind === "constructor" ? ownerOf(all, declaration) : undefined;
  const { name, kind, span, nameRange } = owner ?? declaration;
  const isConstructed = owner !== undefined;
  const isAmbient = (one: Declaration) =>
    one.kind === "namespace" && (one.name === "global" || /^["']/.test(one.namePath)) && contains(one.span, span);
  const isGlobal = areGlobal || all.some((one) => one !== declaration && isAmbient(one));
  return { name, kind, span, nameRange, isMember: depth > 0 && !isConstructed, isConstructed, isGlobal };
}
