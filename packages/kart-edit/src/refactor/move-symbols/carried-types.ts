import { posix } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isJavaScript, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeName } from "@kart/core/text/display";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { wordsIn } from "@kart/core/text/words";
import { FileText } from "../../change/file-text.ts";
import {
  cutTypes,
  otherMeaning,
  type TakenType,
  typesNamedIn,
  withTypesTaken,
} from "../../planning/scopes/comment-imports.ts";
import { type CommentName, commentNames } from "../../planning/scopes/comment-names.ts";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import { pathMeant, stemOf } from "../../planning/paths/specifiers.ts";
import type { MoveWorld } from "./moved-importers.ts";
import type { Ends } from "./move-symbols.ts";

/** The types that comments of code name which moves, of those that its file has by comments. */
export function typesAlong(source: SourceSymbols, { statements }: MovedSymbols): Set<string> {
  return typesNamedIn(
    source,
    statements.map(({ span }) => span),
  );
}

/**
 * The text of the file that code moves to, with the types of comments that those of the code name. Throws `invalid_argument`.
 *
 * @param names those that the code names
 */
export function withCarriedTypes(
  world: MoveWorld,
  { from, to }: Pick<Ends, "from" | "to">,
  names: ReadonlySet<string>,
  placed: string,
): string {
  if (names.size === 0 || !isJavaScript(sourceLanguage(to.path))) return placed;
  const meanings = new Meanings(world.graph, from, to);
  const taken = meanings.here
    .filter(({ name }, index, all) => names.has(name) && all.findIndex((one) => one.name === name) === index)
    .filter((one) => {
      const isSame = meanings.isSameThere(one);
      if (isSame === false) throw otherMeaning(one.name, escapeName(to.path));
      return isSame === undefined;
    })
    .map((one): TakenType => ({ ...one, specifier: specifierOf(world, one, from, to.path) }));
  if (taken.length === 0) return placed;
  const texts = [placed, from.source.parsed.source];
  const hasTags = texts.some((text) => /@import\b/.test(text));
  const [quote = '"'] = texts.flatMap((text) => QUOTED.exec(text)?.[1] ?? []);
  return withTypesTaken(new FileText(world.oxc, to.path, placed).symbols(), taken, hasTags, quote);
}

function specifierOf({ specifiers }: MoveWorld, { specifier }: CommentName, from: Ends["from"], to: string): string {
  return specifier === undefined ? specifiers.to(to, from.path) : specifiers.carried(from.node, specifier, to);
}

/** What the names of two files' comments stand for. */
class Meanings {
  readonly #graph: ModuleGraph;
  readonly #from: string;
  readonly #to: Pick<Ends["to"], "path" | "source">;
  /** Those of the file that code leaves. */
  readonly here: readonly CommentName[];
  readonly #there: readonly CommentName[];

  constructor(graph: ModuleGraph, from: Ends["from"], to: Ends["to"]) {
    this.#graph = graph;
    this.#from = from.path;
    this.#to = to;
    this.here = commentNames(from.source.parsed);
    this.#there = to.source === undefined ? [] : commentNames(to.source.parsed);
  }

  /** Whether the file that code comes to means the same by a name; undefined where it has none. */
  isSameThere(one: CommentName, seen: ReadonlySet<string> = new Set()): boolean | undefined {
    const { path, source } = this.#to;
    const wanted = this.#of(this.#from, one);
    const same = this.#there.find(({ name }) => name === one.name);
    if (same !== undefined)
      return this.#isSaidAlike(one, same, seen) || this.#of(path, same).some((meaning) => wanted.includes(meaning));
    if (wanted.includes(`${path}\0.${one.name}`)) return true;
    const imported = this.#imported(one.name);
    if (imported !== undefined) return wanted.includes(imported);
    const isClass = source?.declarations.some(({ name, kind }) => name === one.name && kind === "class");
    return isClass === true ? false : undefined;
  }

  /** A type is what it is called where it is declared, or passed on. */
  #of(path: string, { specifier, what, name }: CommentName): string[] {
    if (specifier === undefined) return [`${path}\0${what}`];
    return [`${path}\0.${name}`, `${this.#target(path, specifier)}\0${what}`];
  }

  /** What code imports by a name in the file that code comes to. */
  #imported(name: string): string | undefined {
    for (const { names, specifier, reExport, dynamic } of this.#graph.nodes.get(this.#to.path)?.record.imports ?? []) {
      const entry = reExport || dynamic ? undefined : names.find(({ local }) => local === name);
      if (entry === undefined) continue;
      return `${this.#target(this.#to.path, specifier)}\0${entry.imported === "*" ? "*" : `.${entry.imported}`}`;
    }
    return undefined;
  }

  /** A file that is not there is the one that a path means. */
  #target(path: string, specifier: string): string {
    const node = this.#graph.nodes.get(path);
    const found = node && this.#graph.targetOf(node, specifier);
    return found ?? (isRelative(specifier) ? stemOf(pathMeant(path, specifier)) : specifier);
  }

  /** Whether both files declare it in words that are the same and mean the same. */
  #isSaidAlike(one: CommentName, same: CommentName, seen: ReadonlySet<string>): boolean {
    const { name, text } = one;
    if (text === undefined || text !== same.text) return false;
    if (/\bimport\(["']\./.test(text) && posix.dirname(this.#from) !== posix.dirname(this.#to.path)) return false;
    const parts = this.here.filter((part) => part.name !== name && wordsIn(text, part.name, 1).length > 0);
    return parts.every((part) => seen.has(part.name) || this.isSameThere(part, new Set([...seen, name])) === true);
  }
}

const QUOTED = /(?:\bfrom\s*|\b(?:import|require)\(\s*)(["'])/;

/** The text of the file that code leaves, without the types that its comments imported for that code alone. */
export function withoutLeftTypes(
  { oxc }: MoveWorld,
  { path }: Ends["from"],
  names: ReadonlySet<string>,
  remainder: string,
): string {
  if (names.size === 0 || !remainder.includes("@import")) return remainder;
  const edits = cutTypes(new FileText(oxc, path, remainder).symbols(), names);
  return applyEdits(remainder, textEdits(edits) as TextEdits);
}
