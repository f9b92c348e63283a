import type { Span } from "../../text/span.ts";
import { allOf } from "../projects/cover.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Place, Questions } from "../questions.ts";
import { alternatives, BESIDE } from "../../process/ripgrep-pattern.ts";
import { nodesAround } from "../trees.ts";
import type { NamedUses } from "./named-uses.ts";

/**
 * The aliases that are declared for what some locations name, each by its own name: by `import alias = Space.name`, by `export as
 * namespace alias` beside `export = name`, and by a global `const alias: typeof import("./a")["name"]`. To TypeScript's search such an
 * alias is another symbol than what it stands for, as no alias of a module is.
 */
export function aliasesOf({ root, reader }: Questions, locations: readonly SourceLocation[]): Place[] {
  return locations.flatMap((one) => {
    const { file, path, span } = one;
    if (path === undefined || isInstalled(one)) return [];
    const source = reader.textOf(file)?.source ?? "";
    const start = importAlias(source, span) ?? globalAlias(source, span) ?? typeofAlias(source, span);
    return start === undefined ? [] : [{ path: root.proveFile(path), offset: start }];
  });
}

function importAlias(source: string, { start, end }: Span): number | undefined {
  const before = IMPORT.exec(source.slice(Math.max(0, start - LONGEST), start));
  if (before === null || /^\s*\./.test(source.slice(end, end + LONGEST))) return undefined;
  return start - before[0].length + (before[1] ?? "").length;
}

function globalAlias(source: string, { start }: Span): number | undefined {
  if (!/\bexport\s*=\s*$/.test(source.slice(Math.max(0, start - LONGEST), start))) return undefined;
  const found = GLOBAL.exec(source);
  return found === null ? undefined : found.index + found[0].length;
}

/** What is declared where a bundler imports a name wherever it stands: no variable with a value of its own. */
function typeofAlias(source: string, { start, end }: Span): number | undefined {
  const from = Math.max(0, start - LONGEST);
  const found = TYPEOF_IMPORT.exec(source.slice(from, start));
  if (found === null || /^["']?\s*\]?\s*=/.test(source.slice(end, end + LONGEST))) return undefined;
  const statement = from + found.index;
  const before = source.slice(0, statement);
  const global = before.lastIndexOf("declare global");
  const isInside = global !== -1 && !/\n\}/.test(before.slice(global));
  return isInside || /\bdeclare\s+$/.test(before) ? statement + (found[1] ?? "").length : undefined;
}

/** The aliases of types that some locations name there, alone or with others that a value is of as well: `type Both = Base & Extra`. */
async function typeAliasesOf(questions: Questions, locations: readonly SourceLocation[]): Promise<Place[]> {
  const found = locations.map(async (one) => {
    const { file, path, span } = one;
    const before = questions.reader.textOf(file)?.source.slice(Math.max(0, span.start - LONGEST), span.start) ?? "";
    if (path === undefined || isInstalled(one) || !OPERAND.test(before)) return [];
    const around = await nodesAround(questions, file, span.start);
    const at = around.findLastIndex(({ type }) => type === "TSTypeAliasDeclaration");
    const alias = around[at];
    if (alias?.type !== "TSTypeAliasDeclaration" || !around.slice(at + 1).every(({ type }) => WHOLE_TYPE.has(type)))
      return [];
    return alias.id.start === span.start ? [] : [{ path: questions.root.proveFile(path), offset: alias.id.start }];
  });
  return (await Promise.all(found)).flat();
}

/** What a type is all of that stands in it: not a member of it, an argument, or one of several. */
const WHOLE_TYPE = new Set([
  "Identifier",
  "TSIntersectionType",
  "TSParenthesizedType",
  "TSQualifiedName",
  "TSTypeReference",
]);

/** What stands before a name that is all of a type, or one of an intersection. */
const BEFORE_OPERAND = String.raw`[=&]\s*(?:\(\s*)*(?:[\w$]+\s*\.\s*)*`;
const OPERAND = new RegExp(`${BEFORE_OPERAND}$`);

/** Where an alias of a type may be one of some names, or an intersection with it: to ripgrep and to JavaScript. */
function aliasing(names: ReadonlySet<string>): string {
  return `${BEFORE_OPERAND}${alternatives(names)}(?:${BESIDE}|$)`;
}

/**
 * What extends or implements a type by such an alias, or by that of a type, at any depth.
 *
 * @param direct what the server finds below a place
 * @param ask for that, of another place
 */
export async function subtypesOfAliases(
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
  ask: (place: Place) => Promise<NamedUses>,
): Promise<NamedUses> {
  const { session, root, reader, signal } = questions;
  const { candidates } = session;
  const found: SourceLocation[] = [];
  const coverages: NamedUses["coverage"][] = [];
  const isAnyImported = (await candidates.matching(ANY_OF_TYPES, signal)).length > 0;
  const nameOf = ({ path, offset }: Place) => nameAt(reader.textOf(path.absolute)?.source ?? "", offset) ?? "";
  const looked = new Set<string>();
  /** Names that an alias of a type holds somewhere. */
  const named = new Set<string>();
  const lookFor = async (ones: readonly Place[]) => {
    const names = new Set(ones.map(nameOf)).difference(looked);
    names.delete("");
    for (const name of names) looked.add(name);
    const files = names.size === 0 ? [] : await candidates.matching(aliasing(names), signal);
    const texts = files.map((file) => reader.textOf(file)?.source ?? "");
    for (const name of names) {
      const pattern = new RegExp(aliasing(new Set([name])));
      if (texts.some((text) => pattern.test(text))) named.add(name);
    }
  };
  const placesOf = (locations: readonly SourceLocation[]) =>
    locations.flatMap(({ file, path, span }) => {
      // A literal has no name for an alias to stand for.
      const isNamed = nameAt(reader.textOf(file)?.source ?? "", span.start) !== undefined;
      return path === undefined || !isNamed ? [] : [{ path: root.proveFile(path), offset: span.start }];
    });
  const places = new PlacesOnce();
  places.add([place, ...placesOf(direct)]);
  await lookFor(places.all);
  const known = new Set(direct.map(keyOf));
  // Places are added while they are gone through.
  for (const one of places.all) {
    if (!isAnyImported && !named.has(nameOf(one))) continue;
    const references = await questions.references(one);
    const aliases = places.add([...aliasesOf(questions, references), ...(await typeAliasesOf(questions, references))]);
    const answers = await Promise.all(aliases.map(ask));
    const below = answers.flatMap((answer) => answer.found);
    found.push(...below.filter((each) => !known.has(keyOf(each)) && known.add(keyOf(each)).size > 0));
    coverages.push(...answers.map(({ coverage }) => coverage));
    await lookFor([...aliases, ...places.add(placesOf(below))]);
  }
  return { found, coverage: allOf(coverages) };
}

/** Places in the order in which they come, each once. */
export class PlacesOnce {
  readonly all: Place[] = [];
  readonly #keys = new Set<string>();

  /** Gives those that were not there. */
  add(places: readonly Place[]): readonly Place[] {
    const fresh = places.filter(({ path, offset }) => {
      const key = `${offset} ${path.absolute}`;
      return !this.#keys.has(key) && this.#keys.add(key).size > 0;
    });
    this.all.push(...fresh);
    return fresh;
  }
}

/** What stands before the last name of what an alias stands for. */
const IMPORT =
  /(\bimport\s+(?:type\s+)?)[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\s*\.\s*)*$/u;

const TYPEOF_IMPORT =
  /(\b(?:const|let|var)\s+)[\p{ID_Start}$_][\p{ID_Continue}$]*\s*:\s*typeof\s+import\s*\(\s*["'][^"'\n]*["']\s*\)\s*(?:\.\s*|\[\s*["']?)$/u;

const GLOBAL = /^[ \t]*export\s+as\s+namespace\s+(?=[\p{ID_Start}$_])/mu;

/** Both to ripgrep: an import makes aliases of namespaces, and types only of their members. */
const ANY_OF_TYPES = "\\bimport\\s+(?:type\\s+)?[\\w$]+\\s*=\\s*[\\w$]+\\s*\\.|\\bexport\\s+as\\s+namespace\\b";

/** UTF-16 units around a name that are looked at. */
const LONGEST = 400;
