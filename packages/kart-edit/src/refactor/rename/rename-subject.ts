import { assignedNames, isExportsProperty } from "@kart/core/syntax/common-js/common-js-names";
import type { Place } from "@kart/core/language-server/questions";
import { ToolError } from "@kart/core/mcp/tool-error";
import { nodesAround } from "@kart/core/syntax/scope";
import { textOf } from "@kart/core/text/span";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { commentType } from "../../planning/comment-type.ts";
import { type NewName, newNameFor } from "../../planning/names.ts";
import { isExport, ownerOf, type Target } from "../../planning/plan.ts";
import { exportedAlias } from "./exported-alias.ts";
import { exportedKey } from "./exported-key.ts";
import { renameTargets } from "./rename-targets.ts";
import { nameless, placeOf } from "../symbol-place.ts";

/** A symbol that is to be renamed with the help of the language server. */
export interface RenameSubject {
  readonly path: WorkspacePath;
  /** Every declaration of it in the file, the one that was asked about first. */
  readonly targets: readonly Target[];
  readonly target: Target;
  readonly names: NewName;
  /** Where the first is named. */
  readonly place: Place;
  /** Other members that override one another with it, though TypeScript does not rename them with it. */
  readonly family: readonly Place[];
  /** Where the variable is declared that CommonJS exports by its own name, and that is renamed with the export. */
  readonly variables: readonly Place[];
  /** Whether it belongs to values or types rather than to a scope. */
  readonly isMember: boolean;
  readonly isExported: boolean;
  /** Whether importers go on using the old name, which a property of CommonJS gives it. */
  readonly keepsExport: boolean;
}

/** What is renamed by a name that no declaration of the file has: that of CommonJS, of an export list, or of a comment. */
export function unlistedName(source: Target["source"], symbol: string, line: number | undefined): Target | undefined {
  return exportedKey(source, symbol) ?? exportedAlias(source, symbol, line) ?? commentType(source, symbol, line);
}

/** Throws what finding the symbol throws, and `invalid_argument` where it or the new name is none to rename. */
export function renameSubject(
  path: WorkspacePath,
  source: Target["source"],
  { symbol, newName, line }: { readonly symbol: string; readonly newName: string; readonly line?: number | undefined },
): Omit<RenameSubject, "family"> {
  const unlisted = unlistedName(source, symbol, line);
  const found = unlisted === undefined ? renameTargets(source, path.relative, symbol, line) : [unlisted];
  // By its line, a key of what CommonJS exports is found as what a nested object has.
  const key = unlisted ?? (found.length === 1 ? keyAt(found[0] as Target) : undefined);
  const targets = key === undefined ? found : [key];
  const [target] = targets as [Target, ...Target[]];
  const isOfOwner = isMember(target);
  const own = isOfOwner ? undefined : ownExport(target);
  if (own !== undefined) {
    const names = newNameFor(target.declaration, newName, false);
    const variables = targets.flatMap((one) => placeOf(path, one) ?? []);
    const place = renamablePlace(path, own);
    const of = { path, targets: [own], target: own, names, place, variables };
    return { ...of, isMember: true, isExported: true, keepsExport: false };
  }
  const names = newNameFor(target.declaration, newName, isOfOwner);
  if (names.fresh === "prototype" && isAddedToCallable(target))
    throw new ToolError(
      "invalid_argument",
      "`prototype` of a class or a function is what its instances inherit from. Send another name.",
    );
  return {
    path,
    targets,
    target,
    names,
    place: renamablePlace(path, target),
    variables: [],
    isMember: isOfOwner,
    isExported: isExport(target) || (key !== undefined && ownerOf(target) === undefined),
    keepsExport: key === undefined && keepsExport(target),
  };
}

function isMember(target: Target): boolean {
  const owner = ownerOf(target);
  if (owner === undefined)
    return (
      target.declaration.kind === "property" ||
      isExportsProperty(target.source.parsed.source, target.declaration.nameRange)
    );
  // A parameter property is a binding of the constructor too; what the type of a parameter declares is none.
  return owner.kind !== "namespace" && (owner.kind !== "constructor" || target.declaration.memberOf !== undefined);
}

/** Whether a statement gives it to a class or a function: `Thing.made = …`, which no parser refuses by any name. */
function isAddedToCallable({ declaration: { memberOf = [] }, source }: Target): boolean {
  const [owner, ...inner] = memberOf;
  return (
    inner.length === 0 &&
    source.declarations.some(({ name, kind }) => name === owner && (kind === "class" || kind === "function"))
  );
}

/**
 * The name by which CommonJS exports a variable of the same name, `a` of `module.exports = { a }`: as with `export { a }` the two
 * are one to whoever renames it. Undefined where it is exported otherwise, or where TypeScript does not follow that, and where a
 * pattern takes the variable by the name of a property.
 */
function ownExport({ declaration: { name, nameRange }, source }: Target): Target | undefined {
  const assigned = assignedNames(source.parsed).filter((one) => one.local === name);
  if (assigned.length !== 1 || assigned[0]?.name !== name) return undefined;
  const key = exportedKey(source, `module.exports.${name}`);
  if (key === undefined || key.declaration.isUntracked === true || key.declaration.isTyped === true) return undefined;
  const around = nodesAround(source.parsed.program, nameRange.start);
  return around.some((node) => node.type === "Property" && node.shorthand) ? undefined : key;
}

/** The key of what CommonJS exports that a declaration is, which others know it by. */
function keyAt({ declaration: { name, nameRange }, source }: Target): Target | undefined {
  const key = exportedKey(source, `module.exports.${name}`);
  return key?.declaration.nameRange.start === nameRange.start ? key : undefined;
}

/** Whether the declaration is exported by a property of CommonJS, which keeps the name that importers know. */
function keepsExport({ declaration, source }: Target): boolean {
  return assignedNames(source.parsed).some(({ local }) => local === declaration.name);
}

function renamablePlace(path: WorkspacePath, target: Target): Place {
  const { name, kind, nameRange } = target.declaration;
  const isNamed =
    kind !== "constructor" &&
    !((name === "default" || name === "export=") && textOf(target.source.parsed.source, nameRange) !== name);
  const place = placeOf(path, target);
  const isKeyword = ["default", "global"].includes(name) || name.startsWith('"') || name === "export=";
  if (place === undefined || !isNamed || (isKeyword && ownerOf(target) === undefined))
    throw nameless(
      target,
      /^(?:module\.exports|exports|export=)\./.test(target.declaration.namePath)
        ? "Change it, and what uses it, with kart_patch."
        : "Change the declaration with kart_replace.",
    );
  return place;
}
