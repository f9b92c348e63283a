import { isNamedAt, walkDeclarations } from "../syntax/declaration.ts";
import { declarationsOf } from "../syntax/declarations.ts";
import { loadParser, type Parser, parseSource } from "../syntax/parse.ts";
import { WHOLE } from "./cover.ts";
import { type IndirectUses, type KnownPlace, meant, type Suspect } from "./indirect-uses.ts";
import { isInstalled, type LocationReader, type SourceLocation } from "./locations.ts";
import { nameAt } from "./name-at.ts";
import type { Coverage } from "./projects.ts";
import type { Place, Questions } from "./questions.ts";
import { isSpecifier, wordsIn } from "./words.ts";

export interface NamedUses {
  readonly found: readonly SourceLocation[];
  readonly coverage: Coverage;
}

/** Places that the server is asked about, one by one: half a millisecond each. */
const MAX_ASKED = 2000;

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * Uses that TypeScript's search passes by, though it knows where each name leads: of a member of what `export =` or `module.exports =` exports, which
 * importers name as if the module exported it (every hook of React is one), and of what packages and the library declare in
 * several ways at once, of which it searches one project alone.
 *
 * @param direct what was found already
 */
export async function namedUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]>,
): Promise<NamedUses> {
  const { session, reader, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  const all = name === undefined ? [] : await questions.definitions(place);
  // At a call of `const own = lib.use` the server names what the type comes from, too.
  const own = all.filter((one) => !isInstalled(one));
  const definitions = own.length === 0 ? all : own;
  if (name === undefined || definitions.length === 0) return NONE;
  const isWhole = await isOfExported(reader, definitions);
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
  const listed = found.flatMap(({ file, span, ...rest }) => {
    const source = reader.textOf(file)?.source ?? "";
    const from = isSpecifier(source, span.start) ? FROM.exec(source.slice(span.end))?.[2] : undefined;
    return from === undefined ? [] : [{ use: { file, span, ...rest }, from }];
  });
  if (listed.length === 0) return { found: [], unseen: coverage.unseen };
  const graph = await questions.moduleGraph();
  const declaring = new Set((await questions.definitions(place)).map(({ path }) => path));
  const isOwn = ({ use, from }: (typeof listed)[number]) => {
    const target = graph.nodes.get(root.relative(use.file))?.targets.get(from);
    return target?.kind === "source" && declaring.has(target.path);
  };
  return { found: listed.filter(isOwn).map(({ use }) => use), unseen: coverage.unseen };
}

const FROM = /^[^{}]*\}\s*from\s*(["'])(.*?)\1/;

/** Whether a definition is a member of what its module exports by `export =`. */
async function isOfExported(reader: LocationReader, definitions: readonly SourceLocation[]): Promise<boolean> {
  const sources = definitions.map((one) => ({ ...one, source: reader.textOf(one.file)?.source ?? "" }));
  const suspects = sources.filter(({ source }) => EXPORTED.test(source));
  if (suspects.length === 0) return false;
  const oxc = await loadParser();
  return suspects.some(({ file, source, span }) => isMemberOf(oxc, file, source, span.start));
}

const EXPORTED = /\b(?:export|module\.exports)\s*=\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

function isMemberOf(oxc: Parser, file: string, source: string, offset: number): boolean {
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) return false;
  const exported = new Set(Array.from(source.matchAll(new RegExp(EXPORTED, "gu")), ([, name]) => name));
  return walkDeclarations(declarationsOf(outcome.parsed)).some(
    ({ declaration: { name, kind, children } }) =>
      exported.has(name) &&
      (kind === "namespace" || kind === "const") &&
      children.some((one) => isNamedAt(one, offset)),
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
  const unseen: string[] = [];
  const names = new Set([name]);
  const isKnown = seen(known);
  let asked = 0;
  // A set grows while it is walked.
  for (const one of names) {
    const suspects: Suspect[] = [];
    for (const suspect of await holding(questions, one)) {
      const offsets = suspect.offsets.filter((offset) => !isKnown(suspect.file, offset));
      asked += offsets.length;
      if (asked > MAX_ASKED) unseen.push(suspect.file);
      else if (offsets.length > 0) suspects.push({ ...suspect, offsets });
    }
    for (const use of await meant(questions, suspects, definitions)) {
      found.push(use);
      const { source } = suspects.find(({ file }) => file === use.file) as Suspect;
      const alias = ALIAS.exec(source.slice(use.span.end));
      const own = alias?.[1];
      if (alias === null || own === undefined) continue;
      if (/\bexport\s*(?:type\s*)?\{[^{}]*$/.test(source.slice(0, use.span.start))) names.add(own);
      else found.push(...(await localUses(questions, use.file, use.span.end + alias[0].length - own.length)));
    }
  }
  return { found, coverage: { ...WHOLE, complete: unseen.length === 0, unseen } };
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
  const unseen: string[] = [];
  const isKnown = seen(known);
  let asked = 0;
  for (const { file, source, offsets } of await holding(questions, name)) {
    const unknown = offsets.filter((offset) => !isKnown(file, offset));
    asked += unknown.length;
    if (asked > MAX_ASKED) {
      unseen.push(file);
      continue;
    }
    const [use, ...others] = await meant(questions, [{ file, source, offsets: unknown }], definitions);
    if (use === undefined) continue;
    const path = questions.root.proveFile(questions.root.relative(file));
    const references = await questions.references({ path, offset: use.span.start });
    for (const one of references) isKnown(one.file, one.span.start);
    found.push(use, ...others, ...references);
  }
  return { found, coverage: { ...WHOLE, complete: unseen.length === 0, unseen } };
}

async function holding({ session, reader, signal }: Questions, name: string): Promise<Suspect[]> {
  const files = await session.candidates.holding(new Set([name]), signal);
  return files.toSorted().map((file) => {
    const source = reader.textOf(file)?.source ?? "";
    return { file, source, offsets: wordsIn(source, name) };
  });
}

function seen(known: readonly KnownPlace[]): (file: string, offset: number) => boolean {
  const places = new Set(known.map(({ file, span }) => `${span.start} ${file}`));
  return (file, offset) => {
    const key = `${offset} ${file}`;
    return places.has(key) || places.add(key).size === 0;
  };
}
