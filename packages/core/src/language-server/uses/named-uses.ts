import { declarationTwin } from "../../modules/declaration-twin.ts";
import { type Declaration, isNamedAt, walkDeclarations } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { loadParser, type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import { isBehindDot, isExportSpecifier, isSpecifier, wordsIn } from "../../text/words.ts";
import { WHOLE } from "../projects/cover.ts";
import { type IndirectUses, type KnownPlace, meant, type Suspect } from "./indirect-uses.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import { isExportedAt } from "./module-exports.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";

export interface NamedUses {
  readonly found: readonly SourceLocation[];
  readonly coverage: Coverage;
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 2000;

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * Uses that TypeScript's search passes by, though it knows where each name leads: of a member of what `export =` or
 * `module.exports =` exports, which importers name as if the module exported it (every hook of React is one), and of what packages
 * and the library declare in several ways at once, of which it searches one project alone.
 *
 * @param direct what was found already
 */
export async function namedUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]>,
): Promise<NamedUses> {
  const { session, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  // Nor does `export const` stand in what `export =` exports, and who passes it on is among what was found.
  if ((await isExportedAt(questions, place)) && (await passedOn(questions, await direct)).length === 0) return NONE;
  const all = name === undefined ? [] : await questions.definitions(place);
  // At a call of `const own = lib.use` the server names what the type comes from, too.
  const own = all.filter((one) => !isInstalled(one));
  const definitions = own.length === 0 ? all : own;
  if (name === undefined || definitions.length === 0) return NONE;
  const isWhole = (await isOfExported(questions, definitions)) || (await passedOn(questions, await direct)).length > 0;
  if (!isWhole && own.length > 0) return NONE;
  if (!isWhole && !(await session.projects.areSeveralLoaded(signal))) return NONE;
  const key = `named ${place.offset} ${place.path.absolute}`;
  return session.candidates.kept(key, async () => {
    const known = [...definitions, ...(await direct)];
    return isWhole ? everyUse(questions, name, definitions, known) : otherProjects(questions, name, definitions, known);
  });
}

/**
 * Those of {@link namedUses} that stand in the braces of what imports from, or re-exports, the module itself: with these changed,
 * the name that each file goes by is its own.
 */
export async function importedMembers(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const { reader, root } = questions;
  const { found, coverage } = await namedUses(questions, place, Promise.resolve(direct));
  const passing = new Set((await passedOn(questions, await direct)).map(({ file }) => root.relative(file)));
  // What is named by its namespace is a member of what exports it.
  const qualified =
    passing.size === 0
      ? []
      : found.filter(({ file, span }) => isBehindDot(reader.textOf(file)?.source ?? "", span.start));
  const listed = found.flatMap(({ file, span, ...rest }) => {
    const source = reader.textOf(file)?.source ?? "";
    const from = isSpecifier(source, span.start) ? FROM.exec(source.slice(span.end))?.[2] : undefined;
    return from === undefined ? [] : [{ use: { file, span, ...rest }, from }];
  });
  if (listed.length === 0) return { found: qualified, unseen: coverage.unseen };
  const graph = await questions.moduleGraph();
  const declaring = new Set((await questions.definitions(place)).map(({ path }) => path));
  const isOwn = ({ use, from }: (typeof listed)[number]) => {
    const target = graph.nodes.get(root.relative(use.file))?.targets.get(from);
    if (target?.kind !== "source") return false;
    const { path } = target;
    // The graph leads to the JavaScript beside a declaration file.
    return declaring.has(path) || passing.has(path) || passing.has(declarationTwin(graph, path) ?? "");
  };
  return { found: [...listed.filter(isOwn).map(({ use }) => use), ...qualified], unseen: coverage.unseen };
}

const FROM = /^[^{}]*\}\s*from\s*(["'])(.*?)\1/;

/** Whether a definition is a member of what its module exports by `export =`. */
async function isOfExported({ reader, session }: Questions, definitions: readonly SourceLocation[]): Promise<boolean> {
  const isMember = async ({ file, span }: SourceLocation) => {
    const source = reader.textOf(file)?.source ?? "";
    if (!EXPORTED.test(source)) return false;
    const key = `exported whole ${span.start} ${file}`;
    return session.candidates.kept(key, async () => isMemberOf(await loadParser(), file, source, span.start));
  };
  return (await Promise.all(definitions.map(isMember))).includes(true);
}

/** Places that list a name in a namespace which `export =` exports: `declare namespace N { export type { name } }`. */
async function passedOn({ reader, session }: Questions, direct: readonly KnownPlace[]): Promise<KnownPlace[]> {
  const listed = direct.filter(({ file, span }) => {
    const source = reader.textOf(file)?.source ?? "";
    return isExportSpecifier(source, span.start) && EXPORTED.test(source);
  });
  const passing = listed.map(async ({ file, span }) => {
    const key = `passed on ${span.start} ${file}`;
    const source = reader.textOf(file)?.source ?? "";
    return session.candidates.kept(key, async () => isListedBy(await loadParser(), file, source, span.start));
  });
  const are = await Promise.all(passing);
  return listed.filter((_, at) => are[at]);
}

function isListedBy(oxc: Parser, file: string, source: string, offset: number): boolean {
  return exportedWhole(oxc, file, source).some(
    ({ kind, span }) => kind === "namespace" && span.start <= offset && offset < span.end,
  );
}

const EXPORTED = /\b(?:export|module\.exports)\s*=\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

function isMemberOf(oxc: Parser, file: string, source: string, offset: number): boolean {
  return exportedWhole(oxc, file, source).some(
    ({ kind, children }) =>
      (kind === "namespace" || kind === "const") && children.some((one) => isNamedAt(one, offset)),
  );
}

/** What `export =` and `module.exports =` export, by the name given there. */
function exportedWhole(oxc: Parser, file: string, source: string): Declaration[] {
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) return [];
  const exported = new Set(Array.from(source.matchAll(new RegExp(EXPORTED, "gu")), ([, name]) => name));
  return walkDeclarations(declarationsOf(outcome.parsed)).flatMap(({ declaration }) =>
    exported.has(declaration.name) ? [declaration] : [],
  );
}

/** Asks about each place at which the name stands, and those at which it is given away under another. */
async function everyUse(
  questions: Questions,
  name: string,
  definitions: readonly SourceLocation[],
  known: readonly KnownPlace[],
): Promise<NamedUses> {
  const found: SourceLocation[] = [];
  const unknown = new UnknownPlaces(known);
  const names = new Set([name]);
  // A set grows while it is walked.
  for (const one of names) {
    const suspects = (await holding(questions, one)).flatMap((suspect) => unknown.in(suspect) ?? []);
    for (const use of await meant(questions, suspects, definitions)) {
      found.push(use);
      const { source } = suspects.find(({ file }) => file === use.file) as Suspect;
      const alias = ALIAS.exec(source.slice(use.span.end));
      const own = alias?.[1];
      if (alias === null || own === undefined) continue;
      if (isExportSpecifier(source, use.span.start)) names.add(own);
      else found.push(...(await localUses(questions, use.file, use.span.end + alias[0].length - own.length)));
    }
  }
  return { found, coverage: unknown.coverage() };
}

const ALIAS = /^\s+as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

async function localUses(questions: Questions, file: string, offset: number): Promise<SourceLocation[]> {
  const path = questions.root.proveFile(questions.root.relative(file));
  return (await questions.references({ path, offset })).filter((one) => one.file === file);
}

/** Asks about each place that is not known yet; where one is meant, all that its projects know of are references. */
async function otherProjects(
  questions: Questions,
  name: string,
  definitions: readonly SourceLocation[],
  known: readonly KnownPlace[],
): Promise<NamedUses> {
  const found: SourceLocation[] = [];
  const unknown = new UnknownPlaces(known);
  for (const one of await holding(questions, name)) {
    const suspect = unknown.in(one);
    const [use, ...others] = suspect === undefined ? [] : await meant(questions, [suspect], definitions);
    if (use === undefined) continue;
    const path = questions.root.proveFile(questions.root.relative(one.file));
    const references = await questions.references({ path, offset: use.span.start });
    unknown.learn(references);
    found.push(use, ...others, ...references);
  }
  return { found, coverage: unknown.coverage() };
}

async function holding({ session, reader, signal }: Questions, name: string): Promise<Suspect[]> {
  const files = await session.candidates.holding(new Set([name]), signal);
  return files.toSorted().map((file) => {
    const source = reader.textOf(file)?.source ?? "";
    return { file, source, offsets: wordsIn(source, name) };
  });
}

/** Places that nobody has asked about yet, up to a number in all. */
class UnknownPlaces {
  readonly #known = new Set<string>();
  readonly #unseen: string[] = [];
  #asked = 0;

  constructor(known: readonly KnownPlace[]) {
    this.learn(known);
  }

  learn(places: readonly KnownPlace[]): void {
    for (const { file, span } of places) this.#known.add(`${span.start} ${file}`);
  }

  /** Undefined where there are none, or too many. */
  in({ file, source, offsets }: Suspect): Suspect | undefined {
    const unknown = offsets.filter((offset) => !this.#known.has(`${offset} ${file}`));
    if (unknown.length === 0) return undefined;
    this.#asked += unknown.length;
    if (this.#asked <= MAX_ASKED) return { file, source, offsets: unknown };
    this.#unseen.push(file);
    return undefined;
  }

  coverage(): Coverage {
    return { ...WHOLE, complete: this.#unseen.length === 0, unseen: this.#unseen };
  }
}
