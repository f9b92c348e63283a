import { holdersOf } from "../modules/holders.ts";
import { importersOf } from "../modules/importers.ts";
import { type AssignedName, assignedNames, isPropertyName, takenNames } from "../syntax/common-js-names.ts";
import { type Declaration, isNamedAt } from "../syntax/declaration.ts";
import { declarationsOf } from "../syntax/declarations.ts";
import { loadParser, type Parser, parseSource, type ParsedSource } from "../syntax/parse.ts";
import { allOf, WHOLE } from "./cover.ts";
import { type IndirectUses, type KnownPlace, meant, type Suspect } from "./indirect-uses.ts";
import { contains } from "../text/span.ts";
import type { LocationReader, SourceLocation } from "./locations.ts";
import type { Coverage } from "./projects.ts";
import type { Place, Questions } from "./questions.ts";
import { topLevelNamesIn } from "./top-level.ts";
import { wordsIn } from "./words.ts";

export interface CommonJsUses {
  readonly found: readonly SourceLocation[];
  readonly coverage: Coverage;
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 500;

const NONE: CommonJsUses = { found: [], coverage: WHOLE };

/** A file that gives away what is asked about, and the names it does so under. */
interface Giver {
  readonly file: string;
  readonly path: string;
  readonly names: readonly AssignedName[];
}

/**
 * Uses of what a CommonJS module exports by `module.exports = { name }` or `exports.name =`, in the files that load it. To
 * TypeScript's search the property is another symbol than the variable, and what `const { name } = require()` declares a third,
 * though it knows where each of them leads.
 *
 * @param direct what that search found
 */
export function commonJsUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<CommonJsUses> {
  const { absolute } = place.path;
  if (!isExporting(questions, absolute)) return Promise.resolve(NONE);
  const key = `common-js ${place.offset} ${absolute}`;
  return questions.session.candidates.kept(key, async () => {
    const oxc = await loadParser();
    const source = parsed(oxc, questions.reader, absolute);
    const declarations = source === undefined ? [] : declarationsOf(source, false);
    const owner = constructed(declarations, place);
    if (owner !== undefined) return callsOf(questions, place, await usesOf(oxc, questions, owner, declarations, []));
    return usesOf(oxc, questions, place, declarations, await direct);
  });
}

/**
 * Uses of a property that declares what a CommonJS module exports, `exports.name = function () {}`, which the server leaves out of
 * a rename: its names in the files that load it. The variables that patterns take it into keep theirs.
 *
 * @param known places that were found already, or will be
 */
export async function propertyUses(
  questions: Questions,
  place: Place,
  known: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const { absolute } = place.path;
  const oxc = await loadParser();
  const source = isExporting(questions, absolute) ? parsed(oxc, questions.reader, absolute) : undefined;
  const isHere = ({ span }: AssignedName) => span.start === place.offset || span.start + 1 === place.offset;
  if (source === undefined || !assignedNames(source).some(isHere)) return { found: [], unseen: [] };
  const [{ found, coverage }, direct] = await Promise.all([commonJsUses(questions, place, Promise.resolve([])), known]);
  const places = new Set(direct.map(keyOf));
  const left = [...Map.groupBy(found, ({ file }) => file)].flatMap(([file, uses]) => {
    const user = parsed(oxc, questions.reader, file);
    return user === undefined
      ? []
      : uses.filter((use) => !places.has(keyOf(use)) && isPropertyName(user, use.span.start));
  });
  return { found: left, unseen: coverage.unseen };
}

function isExporting(questions: Questions, absolute: string): boolean {
  return /\.[cm]?jsx?$/.test(absolute) && /\bexports\b/.test(questions.text(absolute).source);
}

/** Those of the assigned name, and what the server finds at the others that it is known by: `module.exports`. */
async function usesOf(
  oxc: Parser,
  questions: Questions,
  place: Place,
  declarations: readonly Declaration[],
  direct: readonly SourceLocation[],
): Promise<CommonJsUses> {
  const { path, offset } = place;
  const own = declarations.find((one) => isNamedAt(one, offset));
  const others = own?.otherNames?.filter(({ start }) => start !== offset) ?? [];
  const [{ found, coverage }, ...more] = await Promise.all([
    search(oxc, questions, place, direct),
    ...others.map(({ end }) => questions.references({ path, offset: end - 1 })),
  ]);
  const isOwn = ({ file, span }: SourceLocation) =>
    file === path.absolute && own !== undefined && isNamedAt(own, span.start);
  return { found: [...found, ...more.flat()].filter((one) => !isOwn(one)), coverage };
}

/** The class of the constructor at a place. */
function constructed(declarations: readonly Declaration[], { path, offset }: Place): Place | undefined {
  const isHere = (one: Declaration) => one.kind === "constructor" && isNamedAt(one, offset);
  const owner = declarations.find(({ children }) => children.some(isHere));
  return owner === undefined ? undefined : { path, offset: owner.nameRange.start };
}

/** Those uses of a class that call its constructor, at a place. */
async function callsOf(questions: Questions, place: Place, { found, coverage }: CommonJsUses): Promise<CommonJsUses> {
  const suspects = [...Map.groupBy(found, ({ file }) => file)].map(([file, uses]) => ({
    file,
    source: questions.reader.textOf(file)?.source ?? "",
    offsets: uses.map(({ span }) => span.start),
  }));
  return { found: await meant(questions, suspects, await questions.definitions(place)), coverage };
}

/** @param direct uses that are known, and need not be asked about */
async function search(
  oxc: Parser,
  questions: Questions,
  place: Place,
  direct: readonly SourceLocation[],
): Promise<CommonJsUses> {
  const { session, reader, signal } = questions;
  const definitions = await questions.definitions(place);
  const givers = definitions.flatMap((definition) => giverOf(oxc, reader, definition));
  const targets = [...definitions];
  const known = new Map(direct.map((one) => [keyOf(one), one]));
  const found = new Map<string, SourceLocation>();
  const unseen: string[] = [];
  const coverages: Coverage[] = [];
  const isNew = firstTimes();
  // A list grows while it is walked: what a file takes it may give away again.
  for (const { file, path, names } of givers) {
    targets.push(...names.flatMap(({ span }) => reader.located(file, span) ?? []));
    const users = await usersOf(questions, path, new Set(names.map(({ name }) => name)));
    coverages.push(
      await session.projects.load(
        users.map((user) => user.file),
        signal,
      ),
    );
    let asked = 0;
    const open = users.map(({ offsets, ...user }) => ({
      ...user,
      offsets: offsets.filter((offset) => !known.has(`${offset} ${user.file}`)),
    }));
    const within = open.filter(({ offsets }) => (asked += offsets.length) <= MAX_ASKED);
    unseen.push(...open.filter((user) => !within.includes(user)).map((user) => user.file));
    const uses = await meant(questions, within, targets);
    for (const { file: user, offsets } of users)
      uses.push(...offsets.flatMap((offset) => known.get(`${offset} ${user}`) ?? []));
    // The known ones too: what is found is kept for callers who know others.
    for (const use of uses) found.set(keyOf(use), use);
    for (const [user, taken] of Map.groupBy(uses, (use) => use.file)) {
      const source = parsed(oxc, reader, user);
      if (source === undefined) continue;
      const isTopLevel = once(() => topLevelNamesIn(source));
      const starts = new Set(taken.map(({ span }) => span.start));
      for (const { start, local, localStart } of takenNames(source).filter((one) => starts.has(one.start))) {
        const own = { path: questions.root.proveFile(questions.root.relative(user)), offset: localStart };
        if (localStart !== start)
          for (const use of await questions.references(own)) if (use.file === user) found.set(keyOf(use), use);
        if (!isNew(`${localStart} ${user}`) || !isTopLevel()(localStart)) continue;
        const again = assignedNames(source).filter((one) => one.local === local);
        if (again.length > 0) givers.push({ file: user, path: own.path.relative, names: again });
      }
    }
  }
  const isTarget = ({ file, span }: SourceLocation) =>
    targets.some((target) => target.file === file && contains(target.span, span));
  return {
    found: [...found.values()].filter((one) => !isTarget(one)),
    coverage: allOf([...coverages, { ...WHOLE, complete: unseen.length === 0, unseen }]),
  };
}

/** The module of a definition, where it exports that by an assignment. */
function giverOf(oxc: Parser, reader: LocationReader, { file, path, span }: SourceLocation): Giver[] {
  const source = parsed(oxc, reader, file);
  if (source === undefined || path === undefined) return [];
  const name = source.source.slice(span.start, span.end);
  const isHere = (one: AssignedName) => one.span.start === span.start || one.ownStart === span.start;
  const named = assignedNames(source).filter((one) => isHere(one) || one.local === name);
  const names = named.every(isHere) || topLevelNamesIn(source)(span.start) ? named : named.filter(isHere);
  return names.length === 0 ? [] : [{ file, path, names }];
}

/** Where the files that may load a module hold one of some names that it exports, and the module itself. */
async function usersOf(questions: Questions, path: string, names: ReadonlySet<string>): Promise<Suspect[]> {
  const { session, reader, root, signal } = questions;
  const [graph, holding] = await Promise.all([questions.moduleGraph(), session.candidates.holding(names, signal)]);
  const users = new Set([path, ...holdersOf(graph, path, [...names])]);
  for (const symbol of names) {
    const known = importersOf(graph, { path, symbol, depth: 1 }, signal);
    const result = known.status === "found" ? known : importersOf(graph, { path, depth: 1 }, signal);
    if (result.status === "found") for (const importer of result.importers) users.add(importer.path);
  }
  return holding.flatMap((file) => {
    const source = users.has(root.relative(file)) ? (reader.textOf(file)?.source ?? "") : "";
    const offsets = [...names].flatMap((name) => {
      const words = wordsIn(source, name);
      // Who takes it under its name uses it by that alone; others name it as a member.
      return words.some((at) => isTaken(source, at)) ? words : words.filter((at) => isMember(source, at));
    });
    return offsets.length === 0 ? [] : [{ file, source, offsets }];
  });
}

/**
 * Whether a name seems to stand in the braces of what takes it out of an object or a module: those of `= {` and `return {` do not.
 * UTF-16 offset.
 */
function isTaken(source: string, offset: number): boolean {
  const start = Math.max(0, offset - LONGEST_PATTERN);
  const before = source.slice(start, offset);
  if (/@import\b[^\n]*$/.test(before)) return true;
  const code = before.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  if (!/[{,:]\s*$/.test(code)) return false;
  let braces = 0;
  let parentheses = 0;
  for (let at = code.length - 1; at >= 0; at--) {
    const character = code[at];
    if (character === "}") braces++;
    if (character === ")") parentheses++;
    // An argument.
    if (character === "(" && parentheses-- === 0) return false;
    if (character === "{" && braces-- === 0)
      return /(?:\b(?:const|let|var|import|export|type)|[,:(])\s*$/.test(code.slice(0, at));
  }
  return start > 0;
}

/** UTF-16 units of a pattern that are looked at, and of what stands between two words. */
const LONGEST_PATTERN = 4000;
const LONGEST_GAP = 200;

/** Whether a name stands behind a dot, or in quotes. UTF-16 offset. */
function isMember(source: string, offset: number): boolean {
  return /[.'"`]\s*$/.test(source.slice(Math.max(0, offset - LONGEST_GAP), offset));
}

function parsed(oxc: Parser, reader: LocationReader, file: string): ParsedSource | undefined {
  const source = reader.textOf(file)?.source;
  const outcome = source === undefined ? undefined : parseSource(oxc, file, source);
  return outcome?.ok === true ? outcome.parsed : undefined;
}

function keyOf({ file, span }: KnownPlace): string {
  return `${span.start} ${file}`;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function firstTimes(): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => !seen.has(key) && seen.add(key).size > 0;
}
