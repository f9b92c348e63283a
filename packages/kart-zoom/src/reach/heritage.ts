import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import { type Declaration, typeOwnerOf } from "@kart/core/syntax/declaration";
import { textOf } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { Node } from "oxc-parser";
import { namedAt } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import type { Reference } from "./references.ts";
import { placeOfNode } from "./symbol-node.ts";

/** A class, an interface, or a type that is a literal, of the workspace. */
type Type = Member;

/** A declaration with its file. */
export interface Member {
  readonly file: SourceFile;
  readonly declaration: Declaration;
}

/** What a type extends and implements by name; undefined where that takes more than reading names, as `extends mixin(Base)` does. */
type Bases = readonly Type[] | undefined;

/**
 * Which members override which, read from what their classes and interfaces extend and implement. The language server tells where
 * these are declared in a millisecond each; for what implements a member it goes through every type that it knows.
 */
export class Heritage {
  readonly #server: LanguageServer;
  readonly #sources: SourceFiles;
  readonly #root: WorkspaceRoot;
  readonly #signal: AbortSignal;
  readonly #bases = new Map<string, Promise<Bases>>();

  constructor(server: LanguageServer, sources: SourceFiles, root: WorkspaceRoot, signal: AbortSignal) {
    this.#server = server;
    this.#sources = sources;
    this.#root = root;
    this.#signal = signal;
  }

  /**
   * Whether a member overrides or implements another one, which it shares a base with or overrides; undefined where names do not tell.
   *
   * @param one the first, by its name
   */
  async isOverriding(one: Reference, file: SourceFile, member: Declaration): Promise<boolean | undefined> {
    const type = ownerAt(one);
    const ancestor = ownerIn(file, member);
    return type && ancestor && this.#isBelow(type, keyOf(ancestor));
  }

  /** Whether a type extends or implements another, at any depth. */
  async #isBelow(type: Type, ancestor: string): Promise<boolean | undefined> {
    const seen = new Map([[keyOf(type), type]]);
    let isWhole = true;
    // What is added here is gone through as well.
    for (const one of seen.values()) {
      const bases = await this.#basesOf(one);
      if (bases === undefined) isWhole = false;
      for (const base of bases ?? []) seen.set(keyOf(base), base);
      if (seen.has(ancestor)) return true;
    }
    return isWhole ? false : undefined;
  }

  /** The members that one overrides or implements, the nearest of each base. */
  async overridden(file: SourceFile, member: Declaration): Promise<readonly Member[]> {
    const owner = ownerIn(file, member);
    if (owner === undefined || member.kind === "constructor" || member.name.startsWith("#")) return [];
    const seen = new Set([keyOf(owner)]);
    const found: Member[] = [];
    const open = [...((await this.#basesOf(owner)) ?? [])];
    // What is added here is gone through as well.
    for (const base of open) {
      if (seen.has(keyOf(base))) continue;
      seen.add(keyOf(base));
      const members = membersOf(base.declaration).filter(({ name }) => name === member.name);
      if (members.length === 0) open.push(...((await this.#basesOf(base)) ?? []));
      found.push(...members.map((declaration) => ({ file: base.file, declaration })));
    }
    return found;
  }

  /** All members that one overrides or implements, at any depth; undefined where names do not tell. */
  async chain(file: SourceFile, member: Declaration): Promise<readonly Member[] | undefined> {
    const owner = ownerIn(file, member);
    if (owner === undefined || member.kind === "constructor" || member.name.startsWith("#")) return undefined;
    const seen = new Map([[keyOf(owner), owner]]);
    // What is added here is gone through as well.
    for (const type of seen.values()) {
      const bases = await this.#basesOf(type);
      if (bases === undefined) return undefined;
      for (const base of bases) seen.set(keyOf(base), seen.get(keyOf(base)) ?? base);
    }
    return [...seen.values()].slice(1).flatMap((base) =>
      membersOf(base.declaration)
        .filter(({ name }) => name === member.name)
        .map((declaration) => ({ file: base.file, declaration })),
    );
  }

  #basesOf(type: Type): Promise<Bases> {
    const key = keyOf(type);
    const known = this.#bases.get(key) ?? this.#readBases(type);
    this.#bases.set(key, known);
    return known;
  }

  async #readBases({ file, declaration }: Type): Promise<Bases> {
    const named = namesOfBases(file, declaration);
    if (named === undefined) return undefined;
    const { path, offset } = placeOfNode(this.#root, file, declaration);
    // At its own name stand the other parts of what is declared in several.
    const asked: BaseName[] = [{ offset, isGeneric: false, isValue: declaration.kind === "class" }, ...named];
    const places = asked.map((one) => ({ path, offset: one.offset }));
    const definitions = await this.#server.definitionsOfAll(places, this.#signal);
    const bases: Type[] = [];
    for (const [at, found] of definitions.entries()) {
      if (found.length === 0) return undefined;
      // What a package declares has no base here, unless that is made of a type it is given: `Pick<Base, "run">`.
      if (asked[at]?.isGeneric && found.some(isInstalled)) return undefined;
      const own = found.filter((one) => !isInstalled(one)).map((one) => this.#typeAt(one));
      const types = own.filter((one) => one !== undefined);
      // A value of the name is no base of what only takes its type.
      if (types.length < own.length && (asked[at]?.isValue === true || types.length === 0)) return undefined;
      bases.push(...types);
    }
    return bases;
  }

  #typeAt({ file: absolute, span }: SourceLocation): Type | undefined {
    const file = this.#sources.at(absolute);
    const declaration = file && namedAt(file.outline.declarations, span.start);
    if (file === undefined || declaration === undefined) return undefined;
    const isType = KINDS.has(declaration.kind) || isLiteralType(file, declaration);
    return isType ? { file, declaration } : undefined;
  }
}

/** A namespace is merged with one of the others, or has no bases. */
const KINDS: ReadonlySet<Declaration["kind"]> = new Set(["class", "interface", "namespace"]);

function keyOf({ file, declaration }: Type): string {
  return `${file.path}\0${declaration.nameRange.start}`;
}

function ownerAt({ file, offset }: Reference): Type | undefined {
  const member = namedAt(file.outline.declarations, offset);
  return member && ownerIn(file, member);
}

/** The type that has a member. */
function ownerIn(file: SourceFile, member: Declaration): Type | undefined {
  const declaration = typeOwnerOf(file.outline.declarations, member);
  if (declaration === undefined) return undefined;
  const isType = declaration.kind === "class" || declaration.kind === "interface" || isLiteralType(file, declaration);
  return isType ? { file, declaration } : undefined;
}

/** Whether an alias stands for members alone, and so has no bases: `type Shape = { area(): number }`. */
function isLiteralType(file: SourceFile, { kind, nameRange }: Declaration): boolean {
  if (kind !== "type") return false;
  const alias = file.nodesAround(nameRange.start).findLast(({ node }) => node.type === "TSTypeAliasDeclaration")?.node;
  return alias?.type === "TSTypeAliasDeclaration" && alias.typeAnnotation.type === "TSTypeLiteral";
}

/** Parameter properties stand in the constructor. */
function membersOf({ children }: Declaration): readonly Declaration[] {
  return children.flatMap((one) => (one.kind === "constructor" ? one.children : [one]));
}

interface BaseName {
  /** UTF-16, of its last part. */
  readonly offset: number;
  /** Whether it is given types. */
  readonly isGeneric: boolean;
  /** Whether it is what a class extends: a value, which may be made of others. */
  readonly isValue: boolean;
}

/** Undefined where not all bases are names. */
function namesOfBases(file: SourceFile, { kind, nameRange, lead }: Declaration): readonly BaseName[] | undefined {
  if (kind === "namespace" || kind === "type") return [];
  const comment = lead === undefined ? "" : textOf(file.text, lead);
  const tags = [...comment.matchAll(IMPLEMENTS)];
  if (tags.some(([, name]) => name === undefined)) return undefined;
  const implemented = tags.map(({ 0: tag, 1: name = "", index }) => {
    // In a comment the server stops at what a module exports.
    const required = file.outline.declarations.find((one) => one.isImport === true && one.name === name);
    if (required !== undefined) return { offset: required.nameRange.start, isGeneric: false, isValue: false };
    const end = (lead?.start ?? 0) + index + tag.trimEnd().replace(/\s*\}$/, "").length;
    return { offset: end - (name.split(".").at(-1) ?? "").length, isGeneric: false, isValue: false };
  });
  for (const { node, span } of file.nodesAround(nameRange.start)) {
    const placeOf = ({ start }: Node) => span.start + start - node.start;
    const heritage = heritageOf(node);
    if (heritage === undefined || placeOf(heritage.id) !== nameRange.start) continue;
    const names = heritage.bases.map(([base, types]) => {
      const name = lastName(base);
      const isGeneric = (types ?? null) !== null || GIVEN.test(comment);
      return name && { offset: placeOf(name), isGeneric, isValue: base === heritage.superClass };
    });
    return names.includes(undefined) ? undefined : [...implemented, ...names.filter((one) => one !== undefined)];
  }
  return undefined;
}

/** What tells of more bases in JavaScript; without a name where that is more than one. */
const IMPLEMENTS = /@implements\b(?:\s*\{\s*([\w$]+(?:\.[\w$]+)*)\s*\})?/g;

/** What gives types to the one that the class names itself: TypeScript knows of no other by it. */
const GIVEN = /@(?:extends|augments)\b[^*\n]*</;

interface HeritageNodes {
  readonly id: Node;
  readonly superClass?: Node | null;
  /** Each with the types it is given. */
  readonly bases: readonly (readonly [base: Node, types: Node | null | undefined])[];
}

function heritageOf(node: Node): HeritageNodes | undefined {
  if (node.type === "TSInterfaceDeclaration")
    return { id: node.id, bases: node.extends.map((one) => [one.expression, one.typeArguments]) };
  if (node.type !== "ClassDeclaration" || node.id === null) return undefined;
  const implemented = (node.implements ?? []).map((one) => [one.expression, one.typeArguments] as const);
  const { id, superClass, superTypeArguments } = node;
  return {
    id,
    superClass,
    bases: superClass === null ? implemented : [[superClass, superTypeArguments], ...implemented],
  };
}

/** Of `Base`, or of `all.Base`. */
function lastName(base: Node): Node | undefined {
  if (base.type === "Identifier") return base;
  if (base.type === "TSQualifiedName") return base.right;
  return base.type === "MemberExpression" && !base.computed ? base.property : undefined;
}
