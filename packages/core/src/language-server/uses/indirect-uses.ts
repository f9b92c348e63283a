import { nameAt } from "../../text/name-at.ts";
import { occurrences } from "../../text/occurrences.ts";
import { holdersOf } from "../../modules/holders.ts";
import { endsToOrAround } from "../../modules/specifier-end.ts";
import { declaredAmong } from "./declared-members.ts";
import { isUnreadError } from "../../workspace/unread-error.ts";
import type { LocationReader, SourceLocation } from "../locations.ts";
import { namesExportedAt } from "./module-exports.ts";
import type { Place, Questions } from "../questions.ts";
import { isShorthandMember, shorthandMembers } from "./shorthand-members.ts";
import { loadedEnds } from "./untyped-graph.ts";

export type KnownPlace = Pick<SourceLocation, "file" | "span">;

/** Uses that are found without TypeScript's search. */
export interface IndirectUses {
  readonly found: readonly SourceLocation[];
  /** Files with more places than were asked about, absolute. */
  readonly unseen: readonly string[];
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 500;

/** Where an answer must come at once: files that are read, and those of them that the server is asked about. */
const MAX_READ = 200;
const MAX_SUSPECTS = 30;

const NONE: IndirectUses = { found: [], unseen: [] };

/**
 * Uses of an export by a file that does not import its module, through a value that holds the module, such as `api.users.find`
 * where another file says `export const api = { users }`. TypeScript's own search for references looks at importers alone
 * (`getImportersForExport` in its `services/importTracker.ts`), though it knows the type of such a value.
 *
 * @param found places that were found already, or will be: what can be done without them is done meanwhile
 */
export async function indirectUses(
  questions: Questions,
  place: Place,
  found: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const { root, session, reader, signal } = questions;
  const { definitions, exported } = await exportsAt(questions, place);
  const names = new Set(exported.flat());
  if (names.size === 0) return indexedUses(questions, place, definitions, found);
  const holding = session.candidates.holding(new Set(names), signal);
  const [known, files] = await Promise.all([found, holding]);
  const aliases = aliasesAt(reader, known).filter((alias) => !names.has(alias));
  for (const alias of aliases) names.add(alias);
  const more = aliases.length === 0 ? [] : await session.candidates.holding(new Set(aliases), signal);
  const suspects = suspectsAmong(reader, [...new Set([...files, ...more])], names, known);
  if (suspects.length === 0) return NONE;
  const graph = await questions.moduleGraph();
  const holders = new Set(
    definitions.flatMap(({ path }, at) => [...holdersOf(graph, path as string, exported[at] ?? [])]),
  );
  return firstMeant(
    questions,
    suspects.filter(({ file }) => holders.has(root.relative(file))),
    definitions,
  );
}

/** Uses of a member by its name in quotes, `I["name"]`, which TypeScript's search passes by in a file without another. */
async function indexedUses(
  questions: Questions,
  place: Place,
  definitions: readonly SourceLocation[],
  found: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<IndirectUses> {
  const { session, reader, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || definitions.length === 0) return NONE;
  const names = new Set([name]);
  const [known, files] = await Promise.all([found, session.candidates.holding(names, signal)]);
  const suspects = indexedAmong(suspectsAmong(reader, files, names, known));
  return suspects.length === 0
    ? NONE
    : firstMeant(questions, suspects, await withFamily(questions, definitions, known));
}

/** Where a member is declared, and what it overrides or is overridden by: `Heir["name"]` means those. */
async function withFamily(
  questions: Questions,
  definitions: readonly SourceLocation[],
  known: readonly KnownPlace[],
): Promise<readonly SourceLocation[]> {
  return [...definitions, ...(await declaredAmong(questions, known)).map(({ place }) => place)];
}

/** As {@link meant}, of as many places as may be asked about. */
async function firstMeant(
  questions: Questions,
  suspects: readonly Suspect[],
  definitions: readonly SourceLocation[],
): Promise<IndirectUses> {
  const asked: Suspect[] = [];
  const unseen: string[] = [];
  let count = 0;
  for (const suspect of suspects) {
    count += suspect.offsets.length;
    if (count > MAX_ASKED) unseen.push(suspect.file);
    else asked.push(suspect);
  }
  return { found: await meant(questions, asked, definitions), unseen };
}

/**
 * As {@link indirectUses}, of each of several places, where texts tell that a value may hold their modules, and few files hold their
 * names: what a name stands for that many hold takes the module graph to tell, and an answer that waits for it would take several
 * times as long.
 *
 * @param known for each place what was found already
 */
export function fewIndirectUses(
  questions: Questions,
  places: readonly Place[],
  known: readonly Promise<readonly KnownPlace[]>[],
): Promise<SourceLocation[][]> {
  const { candidates } = questions.session;
  return Promise.all(
    places.map((place, at) =>
      candidates.kept(`indirect ${place.offset} ${place.path.absolute}`, async () => {
        const name = nameAt(questions.text(place.path.absolute).source, place.offset);
        if (name === undefined) return [];
        const { definitions, exported } = await exportsAt(questions, place);
        const isMember = exported.every((one) => one.length === 0);
        if (!isMember && !(await mayFlow(questions, definitions))) return [];
        const found = (await known[at]) ?? [];
        const suspects = await fewSuspects(questions, name, found);
        const meaning = isMember ? indexedAmong(suspects) : suspects;
        if (meaning.length === 0 || meaning.length > MAX_SUSPECTS) return [];
        // Who is in no project that is loaded was found not to lead there.
        const files = meaning.map(({ file }) => file);
        const loaded = await questions.session.projects.loadedAmong(files, questions.signal);
        return meant(
          questions,
          meaning.filter(({ file }) => loaded.has(file)),
          isMember ? await withFamily(questions, definitions, found) : definitions,
        );
      }),
    ),
  );
}

/** Whether a value may hold what modules export that declare something, as far as texts tell. */
async function mayFlow(questions: Questions, definitions: readonly SourceLocation[]): Promise<boolean> {
  const { session, reader, signal } = questions;
  // Through a link TypeScript finds another module, and the answer to a place tells that we read none there.
  if (session.candidates.links.size > 0) return true;
  // What CommonJS exports an import of the default holds, too.
  if (definitions.some(({ file }) => COMMON_JS.test(reader.textOf(file)?.source ?? ""))) return true;
  const paths = definitions.flatMap(({ path }) => path ?? []);
  if (!(await loadedEnds(questions)).isDisjointFrom(endsToOrAround(paths))) return true;
  return session.candidates.kept(`flows ${paths.join(" ")}`, () => session.wholeImports.mayFlow(paths, signal));
}

const COMMON_JS = /\bexport\s*=|\bexports\s*[.[=]/;

/** Where a name that few files hold may be that of a member, and was not found already. */
async function fewSuspects(questions: Questions, name: string, known: readonly KnownPlace[]): Promise<Suspect[]> {
  const { session, reader, signal } = questions;
  const names = new Set([...aliasesAt(reader, known), name]);
  const files = await session.candidates.holding(names, signal);
  const others = files.length - new Set(known.map(({ file }) => file)).size;
  return others > MAX_READ ? [] : suspectsAmong(reader, files, names, known);
}

/** Places of a file that may be uses. */
export interface Suspect {
  readonly file: string;
  readonly source: string;
  /** UTF-16. */
  readonly offsets: readonly number[];
}

/** Where names may be those of members, and were not found already. */
function suspectsAmong(
  reader: LocationReader,
  files: readonly string[],
  names: ReadonlySet<string>,
  known: readonly KnownPlace[],
): Suspect[] {
  const places = new Set(known.map(({ file, span }) => `${span.start} ${file}`));
  return files.flatMap((file) => {
    const source = reader.textOf(file)?.source ?? "";
    const offsets = suspectsIn(source, names).filter((one) => !places.has(`${one} ${file}`));
    return offsets.length === 0 ? [] : [{ file, source, offsets }];
  });
}

/** Those that stand in quotes within brackets. */
function indexedAmong(suspects: readonly Suspect[]): Suspect[] {
  return suspects.flatMap(({ file, source, offsets }) => {
    const indexed = offsets.filter((offset) => /\[\s*["'`]$/.test(source.slice(Math.max(0, offset - 40), offset)));
    return indexed.length === 0 ? [] : [{ file, source, offsets: indexed }];
  });
}

/** Those of some places that stand for a definition. What was deleted meanwhile holds none. */
export async function meant(
  questions: Questions,
  suspects: readonly Suspect[],
  definitions: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  return (await told(questions, suspects, definitions)).meant;
}

/**
 * As {@link meant}, and those of the places of which the server knows no declaration at all.
 *
 * @param isNone whether a declaration that it does know counts as none
 */
export async function told(
  questions: Questions,
  suspects: readonly Suspect[],
  definitions: readonly SourceLocation[],
  isNone: (declared: SourceLocation) => boolean = () => false,
): Promise<{ readonly meant: SourceLocation[]; readonly untold: SourceLocation[] }> {
  const { session, signal } = questions;
  await session.projects.showLoose(
    suspects.map(({ file }) => file),
    signal,
  );
  const meaning = async (file: string, offset: number) => {
    try {
      const path = questions.root.proveFile(questions.root.relative(file));
      const targets = await questions.locations("definition", { path, offset });
      if (targets.every(isNone)) return "untold";
      const isMeant = (one: SourceLocation) => definitions.some((other) => isSame(one, other));
      if (!targets.some(isMeant)) return "other";
      // Of a member that a shorthand makes the server names the variable as well.
      const members = targets.length === 1 ? [] : targets.filter((one) => !isMeant(one));
      const are = await Promise.all(members.map((one) => isShorthandMember(questions, one)));
      return are.includes(true) ? "other" : "meant";
    } catch (error) {
      if (isUnreadError(error)) return "other";
      throw error;
    }
  };
  const asked = suspects.flatMap(({ file, source, offsets }) =>
    offsets.map(async (offset) => {
      const end = offset + (nameAt(source, offset)?.length ?? 0);
      const is = await meaning(file, offset);
      return { is, location: is === "other" ? undefined : questions.reader.located(file, { start: offset, end }) };
    }),
  );
  const all = await Promise.all(asked);
  const those = (wanted: string) => all.flatMap(({ is, location }) => (is === wanted ? (location ?? []) : []));
  return { meant: those("meant"), untold: those("untold") };
}

interface Exports {
  readonly definitions: readonly SourceLocation[];
  /** For each definition the names that its module exports it under. */
  readonly exported: readonly string[][];
}

async function exportsAt(questions: Questions, place: Place): Promise<Exports> {
  const found = await questions.definitions(place);
  // A member that a shorthand makes is no export, though the server names what that is made of.
  const members = await shorthandMembers(questions, place, found);
  if (members.length > 0) return { definitions: members, exported: members.map(() => []) };
  const all = await Promise.all(
    found.filter((one) => one.path !== undefined).map((definition) => exportsOf(questions, definition)),
  );
  const definitions = all.flatMap((one) => one ?? []);
  return {
    definitions: definitions.map(({ definition }) => definition),
    exported: definitions.map(({ names }) => names),
  };
}

/**
 * A definition with the names that its module exports it under, which are none but for a declaration of its top level. Undefined
 * where CommonJS assigns it to the exports: a property holds it then that keeps its name when the declaration gets another.
 */
async function exportsOf(
  questions: Questions,
  definition: SourceLocation,
): Promise<{ readonly definition: SourceLocation; readonly names: string[] } | undefined> {
  const names = await namesExportedAt(questions, definition.file, definition.span.start);
  return names && { definition, names };
}

/** Names that others export it under: `export { name as alias } from`. */
function aliasesAt(reader: LocationReader, known: readonly KnownPlace[]): string[] {
  return known.flatMap(({ file, span }) => {
    const after = reader.textOf(file)?.source.slice(span.end, span.end + 200) ?? "";
    return /^\s+as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(after)?.[1] ?? [];
  });
}

/** Where one of some names may be that of a member: behind a dot, in quotes within brackets, or in a pattern. UTF-16 offsets. */
export function suspectsIn(source: string, names: ReadonlySet<string>): number[] {
  const found: number[] = [];
  for (const name of names)
    // A search for plain text costs a tenth of what a regular expression does, and most files hold the name in other ways.
    for (const at of occurrences(source, name)) {
      const before = source.slice(Math.max(0, at - 40), at);
      const after = source.slice(at + name.length, at + name.length + 40);
      const isMember = /(?:\.\s*|\[\s*["'`])$/.test(before) && !/^[\p{ID_Continue}$]/u.test(after);
      if (isMember || (/[{,]\s*$/.test(before) && /^\s*[,}=:]/.test(after))) found.push(at);
    }
  return found;
}

function isSame(one: SourceLocation, other: SourceLocation): boolean {
  return one.file === other.file && one.span.start === other.span.start;
}
