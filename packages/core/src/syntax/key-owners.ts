import type { Node } from "oxc-parser";
import { textOf } from "../text/span.ts";

/** Type parameters that are in sight, `P` of `[P in keyof I]` among them. */
export interface TypeScope {
  readonly constraints: ReadonlyMap<string, Node | null>;
  readonly outer: TypeScope | undefined;
  /** What its constraints are read in: those of a declaration may name each other. */
  readonly inner: boolean;
}

/** What the parts of a node see. */
export function scopeIn(node: Node, outer: TypeScope | undefined): TypeScope | undefined {
  if (node.type === "TSMappedType")
    return { constraints: new Map([[node.key.name, node.constraint]]), outer, inner: false };
  const declared = "typeParameters" in node ? node.typeParameters : undefined;
  if (declared?.type !== "TSTypeParameterDeclaration") return outer;
  const constraints = new Map(declared.params.map(({ name, constraint }) => [name.name, constraint]));
  return { constraints, outer, inner: true };
}

/** A type whose members are named, and what its text is read in. */
export interface KeyOwner {
  readonly type: Node;
  readonly scope: TypeScope | undefined;
}

/** Whose members a type names: `I` for `keyof I`, for `Exclude<keyof I, …>`, and for `P` of `[P in keyof I]`. */
export interface KeyOwners {
  readonly owners: readonly KeyOwner[];
  /** Whether it can name nothing else. */
  readonly isSure: boolean;
}

/** @param known what was found so far: constraints may go round in circles, and one may be asked for often */
export function ownersOfKeys(keys: Node, scope: TypeScope | undefined, known = new Map<Node, KeyOwners>()): KeyOwners {
  const type = plain(keys);
  const before = known.get(type);
  if (before !== undefined) return before;
  known.set(type, NONE);
  const found = ownersBehind(type, scope, known);
  known.set(type, found);
  return found;
}

function ownersBehind(type: Node, scope: TypeScope | undefined, known: Map<Node, KeyOwners>): KeyOwners {
  if (type.type === "TSTypeOperator" && type.operator === "keyof")
    return ownersThemselves(type.typeAnnotation, scope, known);
  if (type.type === "TSIntersectionType" || type.type === "TSUnionType") {
    const all = type.types.map((one) => ownersOfKeys(one, scope, known));
    const isSure = type.type === "TSIntersectionType" || all.every((one) => one.isSure);
    const owners = new Map(all.flatMap((one) => one.owners.map((owner) => [owner.type, owner] as const)));
    return { owners: [...owners.values()], isSure };
  }
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return NONE;
  const { name } = type.typeName;
  const [first] = type.typeArguments?.params ?? [];
  if (first !== undefined) return name === "Exclude" || name === "Extract" ? ownersOfKeys(first, scope, known) : NONE;
  const binding = bindingOf(name, scope);
  const constraint = binding?.constraints.get(name);
  if (binding === undefined || constraint === undefined || constraint === null) return NONE;
  return ownersOfKeys(constraint, binding.inner ? binding : binding.outer, known);
}

const NONE: KeyOwners = { owners: [], isSure: false };

/** A mapped type has the members of the one whose keys it goes over, and so have those that the language itself makes of one. */
export function ownersThemselves(owner: Node, scope: TypeScope | undefined, known?: Map<Node, KeyOwners>): KeyOwners {
  const type = plain(owner);
  if (type.type === "TSMappedType" && type.nameType === null) {
    const behind = ownersOfKeys(type.constraint, scope, known);
    if (behind.owners.length > 0) return behind;
  }
  if (type.type === "TSTypeReference" && type.typeName.type === "Identifier" && MAPPED.has(type.typeName.name)) {
    const [first] = type.typeArguments?.params ?? [];
    if (first !== undefined) return ownersThemselves(first, scope, known);
  }
  return { owners: [{ type, scope }], isSure: true };
}

const MAPPED = new Set(["Omit", "Pick", "Partial", "Required", "Readonly"]);

/** Whether the text of an owner means the same in another scope within its own. */
export function isReadableIn(source: string, owner: KeyOwner, scope: TypeScope | undefined): boolean {
  const words = new Set(textOf(source, owner.type).match(/[\p{ID_Continue}$]+/gu));
  for (let at = scope; at !== undefined && at !== owner.scope; at = at.outer)
    if (at.constraints.keys().some((name) => words.has(name))) return false;
  return true;
}

/** What a type parameter extends, or goes over; undefined for any other type, and for one without. */
export function constraintOf(type: Node, scope: TypeScope | undefined): Node | undefined {
  const name = plain(type);
  if (name.type !== "TSTypeReference" || name.typeName.type !== "Identifier" || name.typeArguments) return undefined;
  return bindingOf(name.typeName.name, scope)?.constraints.get(name.typeName.name) ?? undefined;
}

function bindingOf(name: string, scope: TypeScope | undefined): TypeScope | undefined {
  let at = scope;
  while (at !== undefined && !at.constraints.has(name)) at = at.outer;
  return at;
}

export function plain(type: Node): Node {
  return type.type === "TSParenthesizedType" ? plain(type.typeAnnotation) : type;
}
