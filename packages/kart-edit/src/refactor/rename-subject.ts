import { assignedNames, isExportsProperty } from "@kart/core/syntax/common-js-names";
import type { Place } from "@kart/core/language-server/questions";
import { textOf } from "@kart/core/text/span";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import { type NewName, newNameFor } from "../planning/names.ts";
import { isExport, ownerOf, type Target } from "../planning/plan.ts";
import { exportedKey } from "./exported-key.ts";
import { renameTargets } from "./rename-targets.ts";
import { nameless, placeOf } from "./symbol-place.ts";

/** A symbol that is to be renamed with the help of the language server. */
export interface RenameSubject {
  readonly path: WorkspacePath;
  /** Every declaration of it in the file, the one that was asked about first. */
  readonly targets: readonly Target[];
  readonly target: Target;
  readonly names: NewName;
  /** Where the first is named. */
  readonly place: Place;
  /** Other static members that override one another with it. */
  readonly statics: readonly Place[];
  /** Whether it belongs to values or types rather than to a scope. */
  readonly isMember: boolean;
  readonly isExported: boolean;
  /** Whether importers go on using the old name, which a property of CommonJS gives it. */
  readonly keepsExport: boolean;
}

/** Throws what finding the symbol throws, and `invalid_argument` where it or the new name is none to rename. */
export function renameSubject(
  path: WorkspacePath,
  source: Target["source"],
  { symbol, newName, line }: { readonly symbol: string; readonly newName: string; readonly line?: number | undefined },
): Omit<RenameSubject, "statics"> {
  const key = exportedKey(source, symbol);
  const targets = key === undefined ? renameTargets(source, path.relative, symbol, line) : [key];
  const [target] = targets as [Target, ...Target[]];
  const isOfOwner = isMember(target);
  return {
    path,
    targets,
    target,
    names: newNameFor(target.declaration, newName, isOfOwner),
    place: renamablePlace(path, target),
    isMember: isOfOwner,
    isExported: key !== undefined || isExport(target),
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
