import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { ComposedHeir } from "@kart/core/language-server/uses/composed-bases";
import { type Declaration, typeOwnerOf } from "@kart/core/syntax/declaration";
import { basesOf } from "@kart/core/syntax/heir-bases";
import { lastPart } from "@kart/core/syntax/last-part";
import { textOf } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { Node } from "oxc-parser";
import { namedAt, nameOffset } from "../source/asked-place.ts";
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

/** What a type extends and implements. */
interface Bases {
  readonly types: readonly Type[];
  /** Whether these are all: names do not tell of `extends mixin(Base)`. */
  readonly isWhole: boolean;
}

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
  /** By the name of the member. */
  readonly #heirs = new Map<string, Promise<readonly ComposedHeir[]>>();

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
    if (type === undefined || ancestor === undefined) return undefined;
    const seen = new Map([[keyOf(type), type]]);
    let isTold = true;
    // What is added here is gone through as well.
    for (const each of seen.values()) {
      const bases = await this.#above(each, { file, declaration: member });
      if (!bases.isWhole) isTold = false;
      for (const base of bases.types) seen.set(keyOf(base), base);
      if (seen.has(keyOf(ancestor))) return true;
    }
    return isTold ? false : undefined;
  }

  /** The members that one overrides or implements, the nearest of each base. */
  async overridden(file: SourceFile, member: Declaration): Promise<readonly Member[]> {
    const owner = ownerIn(file, member);
    if (owner === undefined || member.kind === "constructor" || member.name.startsWith("#")) return [];
    const asked = { file, declaration: member };
    const seen = new Set([keyOf(owner)]);
    const found: Member[] = [];
    const open = [...(await this.#above(owner, asked)).types];
    // What is added here is gone through as well.
    for (const base of open) {
      if (seen.has(keyOf(base))) continue;
      seen.add(keyOf(base));
      const members = membersNamed(base, member.name);
      if (members.length === 0) open.push(...(await this.#above(base, asked)).types);
      found.push(...members);
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
      const bases = await this.#above(type, { file, declaration: member });
      if (!bases.isWhole) return undefined;
      for (const base of bases.types) seen.set(keyOf(base), seen.get(keyOf(base)) ?? base);
    }
    return [...seen.values()].slice(1).flatMap((base) => membersNamed(base, member.name));
  }

  /** The bases of a type, with those that a base is put together of which have a member, where names do not tell of them. */
  async #above(type: Type, member: Member): Promise<Bases> {
    const bases = await this.#basesOf(type);
    if (bases.isWhole) return bases;
    const own = new Set(
      membersNamed(type, member.declaration.name).map((one) =>
        placeKey(one.file.path, nameOffset(one.file, one.declaration)),
      ),
    );
    const heirs = own.size === 0 ? [] : await this.#composedHeirs(member);
    const heir = heirs.find((one) => one.own.some(({ path, span }) => own.has(placeKey(path, span.start))));
    if (heir === undefined) return bases;
    const owners = heir.above.filter((one) => !isInstalled(one)).map((one) => this.#ownerOf(one));
    const types = owners.filter((one) => one !== undefined);
    return { types: [...bases.types, ...types], isWhole: types.length === owners.length };
  }

  #composedHeirs({ file, declaration }: Member): Promise<readonly ComposedHeir[]> {
    const { name } = declaration;
    const known = this.#heirs.get(name);
    if (known !== undefined) return known;
    const found = this.#server.composedHeirs(placeOfNode(this.#root, file, declaration), this.#signal);
    this.#heirs.set(name, found);
    return found;
  }

  #ownerOf({ file: absolute, span }: SourceLocation): Type | undefined {
    const file = this.#sources.at(absolute);
    const member = file && namedAt(file.outline.declarations, span.start);
    return file && member && ownerIn(file, member);
  }

  #basesOf(type: Type): Promise<Bases> {
    const key = keyOf(type);
    const known = this.#bases.get(key) ?? this.#readBases(type);
    this.#bases.set(key, known);
    return known;
  }

  async #readBases({ file, declaration }: Type): Promise<Bases> {
    const { names, isWhole: isNamed } = namesOfBases(file, declaration);
    const { path, offset } = placeOfNode(this.#root, file, declaration);
    // At its own name stand the other parts of what is declared in several.
    const asked: BaseName[] = [{ offset, isGeneric: false, isValue: declaration.kind === "class" }, ...names];
    const places = asked.map((one) => ({ path, offset: one.offset }));
    const definitions = await this.#server.definitionsOfAll(places, this.#signal);
    const told = asked.map((one, at) => this.#typesOf(one, definitions[at] ?? []));
    const types = told.flatMap((one) => one ?? []);
    return { types, isWhole: isNamed && !told.includes(undefined) };
  }

  /** The types that the name of a base leads to; undefined where it tells less than the type is. */
  #typesOf({ isGeneric, isValue }: BaseName, found: readonly SourceLocation[]): readonly Type[] | undefined {
    if (found.length === 0) return undefined;
    // What a package declares has no base here, unless that is made of a type it is given: `Pick<Base, "run">`.
    if (isGeneric && found.some(isInstalled)) return undefined;
    const own = found.filter((one) => !isInstalled(one)).map((one) => this.#typeAt(one));
    const types = own.filter((one) => one !== undefined);
    // A value of the name is no base of what only takes its type.
    return types.length < own.length && (isValue || types.length === 0) ? undefined : types;
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

function placeKey(path: string | undefined, offset: number): string {
  return `${path}\0${offset}`;
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

function membersNamed({ file, declaration }: Type, name: string): readonly Member[] {
  // Parameter properties stand in the constructor.
  const all = declaration.children.flatMap((one) => (one.kind === "constructor" ? one.children : [one]));
  return all.filter((one) => one.name === name).map((one) => ({ file, declaration: one }));
}

interface BaseName {
  /** UTF-16, of its last part. */
  readonly offset: number;
  /** Whether it is given types. */
  readonly isGeneric: boolean;
  /** Whether it is what a class extends: a value, which may be made of others. */
  readonly isValue: boolean;
}

interface BaseNames {
  readonly names: readonly BaseName[];
  /** Whether all bases are names. */
  readonly isWhole: boolean;
}

function namesOfBases(file: SourceFile, { kind, nameRange, lead }: Declaration): BaseNames {
  if (kind === "namespace" || kind === "type") return { names: [], isWhole: true };
  const comment = lead === undefined ? "" : textOf(file.text, lead);
  const tags = [...comment.matchAll(IMPLEMENTS)];
  if (tags.some(([, name]) => name === undefined)) return { names: [], isWhole: false };
  const implemented = tags.map(({ 0: tag, 1: name = "", index }) => {
    // In a comment the server stops at what a module exports.
    const required = file.outline.declarations.find((one) => one.isImport === true && one.name === name);
    if (required !== undefined) return { offset: required.nameRange.start, isGeneric: false, isValue: false };
    const end = (lead?.start ?? 0) + index + tag.trimEnd().replace(/\s*\}$/, "").length;
    return { offset: end - (name.split(".").at(-1) ?? "").length, isGeneric: false, isValue: false };
  });
  for (const { node, span } of file.nodesAround(nameRange.start)) {
    const placeOf = ({ start }: Node) => span.start + start - node.start;
    if (node.type !== "TSInterfaceDeclaration" && node.type !== "ClassDeclaration") continue;
    if (node.id === null || placeOf(node.id) !== nameRange.start) continue;
    const names = basesOf(node).map(({ expression, given, isValue }) => {
      const name = lastPart(expression);
      return name && { offset: placeOf(name), isGeneric: given !== undefined || GIVEN.test(comment), isValue };
    });
    const known = names.filter((one) => one !== undefined);
    return { names: [...implemented, ...known], isWhole: known.length === names.length };
  }
  return { names: [], isWhole: false };
}

/** What tells of more bases in JavaScript; without a name where that is more than one. */
const IMPLEMENTS = /@implements\b(?:\s*\{\s*([\w$]+(?:\.[\w$]+)*)\s*\})?/g;

/** What gives types to the one that the class names itself: TypeScript knows of no other by it. */
const GIVEN = /@(?:extends|augments)\b[^*\n]*</;
