import type { Span } from "../text/span.ts";

export const SYMBOL_KINDS = [
  "function",
  "class",
  "interface",
  "type",
  "enum",
  "enum-member",
  "namespace",
  "const",
  "let",
  "var",
  "using",
  "method",
  "property",
  "getter",
  "setter",
  "constructor",
  "accessor",
] as const;

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/**
 * A top-level declaration or a member of one, as the syntax tree has it. All ranges are UTF-16 offsets into the source.
 *
 * Laws, over any file that parses: a child's span lies inside its parent's; spans of siblings are disjoint and in
 * order; `nameRange` lies inside the span and holds the name, quotes or brackets included.
 */
export interface Declaration {
  /** The last part of the name path: quoted names without quotes, computed ones with brackets, `#private` with its `#`. */
  readonly name: string;
  /** From the top of the file, `Api.Client.#token`; each part as `formatNamePart` gives it. */
  readonly namePath: string;
  readonly kind: SymbolKind;
  /** Whether an importer of the module can reach it. */
  readonly exported: boolean;
  /** The names it is exported under, where they are not just its own. */
  readonly exportedAs?: readonly string[];
  /** Whether it only holds what `require()` gives, or a member of that: `const { a } = require("b")` imports, and declares nothing. */
  readonly isImport?: true;
  /**
   * The names in its path that its owner does not have: `Thing` where `Thing.prototype.name = …` stands outside of that, a parameter
   * whose type declares it.
   */
  readonly memberOf?: readonly string[];
  /**
   * TypeScript 7 does not know who uses it: what is assigned to a prototype, or to `exports` beside `module.exports = …`.
   */
  readonly isUntracked?: true;
  /** It is a name for all that the module exports, who has that by `require()` does not name it: `const self = module.exports`. */
  readonly isExports?: true;
  /** Its members are exports of the module, and go by names of their own: `module.exports = { … }`. */
  readonly holdsExports?: true;
  /** A comment states the type of these exports, or of what this one is: each is a member of the values of that type as well. */
  readonly isTyped?: true;
  /** Where else the compiler says it is declared: `module.exports` of `const a = module.exports = …`, `K` of `exports.L = class K {}`. */
  readonly otherNames?: readonly Span[];
  /**
   * The whole declaration: decorators and modifiers up to the `;`. Where a statement declares several names it is this
   * name's declarator or pattern element alone, and `statement` is the rest of the story.
   */
  readonly span: Span;
  /** The comments attached above, from the first to the end of the last: see `Leads`. */
  readonly lead?: Span;
  readonly nameRange: Span;
  /** The part that tells what it is without telling how: up to the body, from the keyword on. */
  readonly head: Span;
  /** The whole statement, where it declares more names than this one. */
  readonly statement?: Span;
  /** Every overload signature and the implementation, in order; absent where there is just one. */
  readonly overloads?: readonly Overload[];
  /** Members in the order of the source. */
  readonly children: readonly Declaration[];
}

/** What is an overload's own of its declaration. */
export type Overload = Pick<Declaration, "span" | "nameRange" | "head" | "lead">;

/** The overloads of a declaration, each as one by itself; it alone where it has none. */
export function overloadsOf(declaration: Declaration): readonly Declaration[] {
  const { overloads, lead: _lead, ...shared } = declaration;
  return overloads?.map((overload) => ({ ...shared, ...overload, children: [] })) ?? [declaration];
}

/** A declaration with its depth: 0 at the top level. */
export interface WalkedDeclaration {
  readonly declaration: Declaration;
  readonly depth: number;
}

/** Every declaration with its members, parents first. */
export function walkDeclarations(declarations: readonly Declaration[]): WalkedDeclaration[] {
  const walked: WalkedDeclaration[] = [];
  walkInto(walked, declarations, 0);
  return walked;
}

function walkInto(walked: WalkedDeclaration[], declarations: readonly Declaration[], depth: number): void {
  for (const declaration of declarations) {
    walked.push({ declaration, depth });
    walkInto(walked, declaration.children, isNoOwner(declaration) ? depth : depth + 1);
  }
}

/** Whether what stands inside belongs to what is around: parameter properties are members of the class, exports those of the module. */
export function isNoOwner({ kind, holdsExports }: Declaration): boolean {
  return kind === "constructor" || holdsExports === true;
}

/** Where a declaration is named: its own name, that of each overload, and others that it has. */
export function nameRangesOf({ nameRange, overloads = [], otherNames = [] }: Declaration): readonly Span[] {
  return [nameRange, ...overloads.map((one) => one.nameRange), ...otherNames];
}

/** Whether an offset lies in a declaration's own name, that of any overload included, or right behind it. */
export function isNamedAt({ nameRange, overloads, otherNames }: Declaration, offset: number): boolean {
  const holds = ({ start, end }: Span) => start <= offset && offset <= end;
  if (holds(nameRange)) return true;
  return (overloads?.some((one) => holds(one.nameRange)) ?? false) || (otherNames?.some(holds) ?? false);
}

/** The declaration that another is a member of; undefined at the top level. */
export function ownerOf(declarations: readonly Declaration[], member: Declaration): Declaration | undefined {
  for (const declaration of declarations) {
    if (declaration.children.includes(member)) return declaration;
    const owner = ownerOf(declaration.children, member);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * The names under which importers come by an exported declaration: of a member those of what it is in at the top of the file,
 * unless that only lists exports.
 */
export function namesLeadingTo(
  declarations: readonly Declaration[],
  declaration: Declaration,
): { readonly names: readonly string[]; readonly isMember: boolean } {
  // What a statement adds to a class or a function stands beside that.
  const [added] = declarations.includes(declaration) ? (declaration.memberOf ?? []) : [];
  const isIn = (one: Declaration) => one.name === added || ownerOf([one], declaration) !== undefined;
  const holder = declarations.find((one) => one.holdsExports !== true && isIn(one));
  const { name, exportedAs = [name] } = holder ?? declaration;
  return { names: exportedAs, isMember: holder !== undefined };
}

/** What a member is one of: of a parameter property, the class rather than its constructor. */
export function typeOwnerOf(declarations: readonly Declaration[], member: Declaration): Declaration | undefined {
  const owner = ownerOf(declarations, member);
  return owner?.kind === "constructor" ? ownerOf(declarations, owner) : owner;
}

/** Whether it is a member of values, which uses reach through a value of its type. */
export function isValueMember(declarations: readonly Declaration[], declaration: Declaration): boolean {
  if (!MEMBER_KINDS.has(declaration.kind)) return false;
  const owner = ownerOf(declarations, declaration);
  if (owner !== undefined) return owner.holdsExports !== true || owner.isTyped === true;
  if (declaration.isTyped === true) return true;
  // What a statement adds to a prototype stands beside its owner.
  return declaration.namePath !== declaration.name && !/^(?:module\.)?exports\b/.test(declaration.namePath);
}

/** Whether it is a variable or a function of `declare global`: the global object has it for a member, whatever that is taken for. */
export function isOfGlobalObject(declarations: readonly Declaration[], declaration: Declaration): boolean {
  if (declaration.kind !== "var" && declaration.kind !== "function") return false;
  const owner = ownerOf(declarations, declaration);
  return owner?.kind === "namespace" && owner.name === "global";
}

const MEMBER_KINDS: ReadonlySet<SymbolKind> = new Set(["method", "property", "getter", "setter", "accessor"]);
