import {
  type AssignedName,
  assignedNames,
  isPropertyName,
  shorthandsOf,
  takenNames,
} from "../../syntax/common-js/common-js-names.ts";
import { type Declaration, isNamedAt } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { loadParser, type Parser, type ParsedSource } from "../../syntax/parser/parse.ts";
import {
  type GivenName,
  type Giver,
  isMember,
  loadersOf,
  LONGEST_GAP,
  parsed,
  usersOf,
  usesBySyntax,
  usesOfOthers,
} from "./common-js-users.ts";
import { giverOf, isExporting, placesOf, takenBy } from "./common-js-givers.ts";
import { allOf, WHOLE } from "../projects/cover.ts";
import { type IndirectUses, type KnownPlace, meant, told } from "./indirect-uses.ts";
import { contains } from "../../text/span.ts";
import { isSpecifier } from "../../text/words.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";
import { requiredExport } from "./required-exports.ts";
import { topLevelNamesIn } from "../top-level.ts";
import { NOT_GIVEN, wholeGivenOn } from "./whole-given-on.ts";
import { giversOfTaken, isRequiredUnknown, untracked } from "./untracked-exports.ts";

export interface CommonJsUses {
  readonly found: readonly SourceLocation[];
  readonly coverage: Coverage;
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 500;

const NONE: CommonJsUses = { found: [], coverage: WHOLE };

/**
 * Uses of what a CommonJS module exports by `module.exports = { name }` or `exports.name =`, in the files that load it. To
 * TypeScript's search the property is another symbol than the variable, and what `const { name } = require()` declares a third,
 * though it knows where each of them leads. That third it is of what an ES module exports, too.
 *
 * @param direct what that search found
 */
export async function commonJsUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
  isFollowed = true,
): Promise<CommonJsUses> {
  const { absolute } = place.path;
  const required = await requiredExport(questions, place);
  const isUnknown = required === undefined && (await isRequiredUnknown(questions, place));
  if (required === undefined && !isUnknown && !isExporting(questions, absolute)) return NONE;
  const key = `common-js ${isFollowed} ${place.offset} ${absolute}`;
  return questions.session.candidates.kept(key, async () => {
    const oxc = await loadParser();
    if (required !== undefined) return search(oxc, questions, place, [required], await direct, isFollowed);
    const giving = isUnknown ? await giversOfTaken(oxc, questions, place) : [];
    if (giving.length > 0) {
      const { found, coverage } = await search(oxc, questions, place, giving, await direct, isFollowed);
      return { found, coverage: allOf([coverage, untracked(giving)]) };
    }
    const source = parsed(oxc, questions.reader, absolute);
    const declarations = source === undefined ? [] : declarationsOf(source, false);
    const owner = constructed(declarations, place);
    const uses = (of: Place, known: readonly SourceLocation[]) =>
      usesOf(oxc, questions, of, { source, declarations }, known, isFollowed);
    if (owner !== undefined) return callsOf(questions, place, await uses(owner, []));
    return uses(place, await direct);
  });
}

/**
 * Uses of a property that declares what a CommonJS module exports, `exports.name = function () {}`, which the server leaves out of
 * a rename, and of what an ES module exports: its names in the files that load it. The variables that patterns take it into keep
 * theirs.
 *
 * @param known places that were found already, or will be
 */
export async function propertyUses(
  questions: Questions,
  place: Place,
  known: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const required = await requiredExport(questions, place);
  if (required === undefined && !(await isAssignedAt(questions, place))) return { found: [], unseen: [] };
  const oxc = await loadParser();
  // Who takes it into a variable of its own may export that, which keeps its name.
  const [{ found, coverage }, direct] = await Promise.all([
    commonJsUses(questions, place, Promise.resolve([]), false),
    known,
  ]);
  const places = new Set(direct.map(keyOf));
  const left = [...Map.groupBy(found, ({ file }) => file)].flatMap(([file, uses]) => {
    const user = parsed(oxc, questions.reader, file);
    return user === undefined
      ? []
      : uses.filter(
          (use) => !places.has(keyOf(use)) && isPropertyName(user, use.span.start) && !isOfOwnExports(user, use),
        );
  });
  return { found: await ofProperty(questions, place, required, left), unseen: coverage.unseen };
}

/**
 * Those uses that name the property itself. The server tells of a call where its function is declared, and so it does of
 * `o.name()` where `o = { name: module.name }`, which is a property of its own.
 */
async function ofProperty(
  questions: Questions,
  { path, offset }: Place,
  required: Giver | undefined,
  uses: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  const giver = required ?? { file: path.absolute, path: path.relative, names: [] };
  const isName = ({ file, span }: SourceLocation) =>
    file === giver.file &&
    [{ start: offset, end: offset }, ...giver.names.map((one) => one.span)].some((one) => contains(span, one));
  const oxc = await loadParser();
  const others = await usesOfOthers(questions, oxc, giver, uses);
  const certain = new Set(await usesBySyntax(questions, oxc, giver, uses));
  const isCertain = (use: SourceLocation) =>
    certain.has(use) || !isMember(questions.reader.textOf(use.file)?.source ?? "", use.span.start);
  const all = uses.map(async (use) => {
    if (others.has(use)) return [];
    if (isCertain(use)) return [use];
    const one = { path: questions.root.proveFile(questions.root.relative(use.file)), offset: use.span.start };
    const own = await questions.references(one);
    return own.length === 0 || own.some(isName) ? [use] : [];
  });
  return (await Promise.all(all)).flat();
}

/** Whether it stands behind `module.exports`: what the file exports itself has a name of its own. */
function isOfOwnExports({ source }: ParsedSource, { span, file }: SourceLocation): boolean {
  const before = source.slice(Math.max(0, span.start - LONGEST_GAP), span.start);
  return /\.[cm]?jsx?$/.test(file) && /(?:^|[^.\w$])(?:module\s*\.\s*)?exports\s*\??\.\s*$/.test(before);
}

async function isAssignedAt(questions: Questions, { path: { absolute }, offset }: Place): Promise<boolean> {
  if (!isExporting(questions, absolute)) return false;
  const source = parsed(await loadParser(), questions.reader, absolute);
  return source !== undefined && assignedNames(source).some((one) => isNameAt(one, offset));
}

/** Within its quotes, where it has any. */
function isNameAt({ span }: AssignedName, offset: number): boolean {
  return span.start === offset || span.start + 1 === offset;
}

/** The file of a place as it is. */
interface OwnFile {
  readonly source: ParsedSource | undefined;
  readonly declarations: readonly Declaration[];
}

/** Those of the assigned name, and what the server finds at the others that it is known by: `module.exports`. */
async function usesOf(
  oxc: Parser,
  questions: Questions,
  place: Place,
  { source, declarations }: OwnFile,
  direct: readonly SourceLocation[],
  isFollowed: boolean,
): Promise<CommonJsUses> {
  const { path, offset } = place;
  const own = declarations.find((one) => isNamedAt(one, offset));
  const definitions = await questions.definitions(place);
  const giving = definitions.flatMap((definition) => giverOf(oxc, questions.reader, definition));
  // What another module gives by the name has its uses by that of its own.
  const givers = isFollowed ? giving : giving.filter(({ file }) => file === path.absolute);
  const others = own?.otherNames?.filter(({ start }) => start !== offset) ?? [];
  const known = new Set(givers.flatMap(({ names }) => names.map(({ span }) => span.start)));
  // TypeScript says nothing of what is assigned beside `module.exports = value`, or names what that has the value of.
  const named = own?.nameRange.start ?? offset;
  const names = (source === undefined ? [] : assignedNames(source)).filter(
    (one) =>
      !known.has(one.span.start) &&
      // What exports it beside its own name: `const name = exports.name = …`.
      (isNameAt(one, named) || others.some(({ start }) => start === one.span.start)),
  );
  if (names.length > 0) givers.push({ file: path.absolute, path: path.relative, names });
  const whole = isFollowed ? await wholeGivenOn(oxc, questions, place) : NOT_GIVEN;
  givers.push(...whole.givers);
  const [{ found, coverage }, ...more] = await Promise.all([
    search(oxc, questions, place, givers, direct, isFollowed),
    ...others.map(({ end }) => questions.references({ path, offset: end - 1 })),
  ]);
  const isOwn = ({ file, span }: SourceLocation) =>
    file === path.absolute && own !== undefined && isNamedAt(own, span.start);
  // Of what is declared there itself its declaration says so; what is declared nowhere is looked for by its looks alone.
  const isNowhere = own === undefined && definitions.length === 0;
  const isUnfollowed = ({ isUntracked, isBeside, span }: GivenName) =>
    isNowhere ? isUntracked === true || isBeside === true : isUntracked === true && span.start !== offset;
  const unfollowed = givers.filter((one) => one.names.some(isUnfollowed));
  return {
    found: [...found, ...more.flat(), ...whole.found].filter((one) => !isOwn(one)),
    coverage: unfollowed.length === 0 ? coverage : allOf([coverage, untracked(unfollowed)]),
  };
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

/**
 * @param first who gives it away
 * @param direct uses that are known, and need not be asked about
 * @param isFollowed whether uses of what others export again count
 */
async function search(
  oxc: Parser,
  questions: Questions,
  place: Place,
  first: readonly Giver[],
  direct: readonly SourceLocation[],
  isFollowed: boolean,
): Promise<CommonJsUses> {
  const { session, reader, signal } = questions;
  const givers = [...first];
  const targets = [...(await questions.definitions(place))];
  const known = new Map(direct.map((one) => [keyOf(one), one]));
  const found = new Map<string, SourceLocation>();
  const unseen: string[] = [];
  const coverages: Coverage[] = [];
  // Of what leads nowhere the server says that it is declared where it is imported.
  const isUnfollowed = ({ file, span }: SourceLocation) => isSpecifier(reader.textOf(file)?.source ?? "", span.start);
  const isNew = firstTimes();
  const shorthands = new Set<string>();
  // A list grows while it is walked: what a file takes it may give away again.
  for (const giver of givers) {
    targets.push(
      ...giver.names.flatMap((one) => placesOf(one).flatMap((span) => reader.located(giver.file, span) ?? [])),
    );
    targets.push(...(await takenBy(oxc, questions, giver)));
    const users = await usersOf(questions, giver);
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
    const { meant: uses, untold } = await told(questions, within, targets, isUnfollowed);
    const bySyntax = await usesBySyntax(questions, oxc, giver, untold);
    uses.push(...bySyntax);
    for (const { file: user, offsets } of users)
      uses.push(...offsets.flatMap((offset) => known.get(`${offset} ${user}`) ?? []));
    // It holds the module and the name, and nobody can tell how the two meet: `c ? {} : require("./esm.js")`.
    if (giver.among !== undefined) {
      const using = new Set([...uses.map((use) => use.file), ...unseen]);
      const loading = await loadersOf(questions, giver.path);
      unseen.push(...users.map((user) => user.file).filter((user) => !using.has(user) && loading.has(user)));
    }
    // The known ones too: what is found is kept for callers who know others.
    for (const use of uses) found.set(keyOf(use), use);
    for (const [user, taken] of Map.groupBy(uses, (use) => use.file)) {
      const source = parsed(oxc, reader, user);
      if (source === undefined) continue;
      const isOfTop = once(() => topLevelNamesIn(source));
      const starts = new Set(taken.map(({ span }) => span.start));
      for (const { start, local, localStart, isVariable } of takenNames(source).filter((one) =>
        starts.has(one.start),
      )) {
        const own = { path: questions.root.proveFile(questions.root.relative(user)), offset: localStart };
        const isOwnSymbol =
          localStart !== start || bySyntax.some((use) => use.file === user && use.span.start === start);
        const beside = isOwnSymbol
          ? await questions.references(own)
          : // These alone the server passes by, which at the name of both would search all files.
            shorthandsOf(source, local, localStart).flatMap((span) => reader.located(user, span) ?? []);
        // A variable that is given it by its name is declared there, and uses it by that name.
        const isUse = ({ file, span }: SourceLocation) => file === user && !(isVariable && span.start === localStart);
        for (const use of beside) if (isUse(use)) found.set(keyOf(use), use);
        if (!isOwnSymbol) for (const use of beside) shorthands.add(keyOf(use));
        if (!isFollowed || !isNew(`${localStart} ${user}`) || !isOfTop()(localStart)) continue;
        const again = assignedNames(source).filter((one) => one.local === local);
        if (again.length > 0) givers.push({ file: user, path: own.path.relative, names: again });
      }
      if (!isFollowed) continue;
      // `exports.name = module.name`.
      const ends = new Set(taken.map(({ span }) => span.end));
      const again = assignedNames(source).filter(
        ({ value, isMember: isOf }) => isOf && ends.has(value.end) && isNew(`${value.end} = ${user}`),
      );
      if (again.length > 0) givers.push({ file: user, path: questions.root.relative(user), names: again });
    }
  }
  const isTarget = ({ file, span }: SourceLocation) =>
    targets.some((target) => target.file === file && contains(target.span, span));
  return {
    // Who gives it away again by its name uses it there.
    found: [...found.values()].filter((one) => shorthands.has(keyOf(one)) || !isTarget(one)),
    coverage: allOf([...coverages, { ...WHOLE, complete: unseen.length === 0, unseen }]),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function firstTimes(): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => !seen.has(key) && seen.add(key).size > 0;
}
