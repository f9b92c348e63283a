import { holdersOf } from "../modules/holders.ts";
import { moduleRecord } from "../syntax/module-record.ts";
import { loadParser, type Parser } from "../syntax/parse.ts";
import type { LocationReader, SourceLocation } from "./locations.ts";
import { nameAt } from "./name-at.ts";
import type { Place, Questions } from "./questions.ts";
import { isTopLevel } from "./top-level.ts";

type KnownPlace = Pick<SourceLocation, "file" | "span">;

/** Uses that are found without TypeScript's search. */
export interface IndirectUses {
  readonly found: readonly SourceLocation[];
  /** Files with more places than were asked about, absolute. */
  readonly unseen: readonly string[];
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 500;

const NONE: IndirectUses = { found: [], unseen: [] };

/**
 * Uses of an export by a file that does not import its module, through a value that holds the module, such as `api.users.find`
 * where another file says `export const api = { users }`. TypeScript's own search for references looks at importers alone
 * (`getImportersForExport` in its `services/importTracker.ts`), though it knows the type of such a value.
 *
 * @param known places that were found already
 */
export async function indirectUses(
  questions: Questions,
  place: Place,
  known: readonly KnownPlace[],
): Promise<IndirectUses> {
  const { root, session, reader, signal } = questions;
  const oxc = await loadParser();
  const definitions = (await questions.locations("definition", place)).filter(({ path }) => path !== undefined);
  const exported = definitions.map((one) => exportedNames(oxc, reader, one));
  const names = new Set(exported.flat());
  if (names.size === 0) return NONE;
  for (const alias of aliasesAt(reader, known)) names.add(alias);
  const places = new Set(known.map(({ file, span }) => `${span.start} ${file}`));
  const holding = await session.candidates.holding(names, signal);
  const suspects = holding.flatMap((file) => {
    const text = reader.textOf(file);
    const offsets =
      text === undefined ? [] : suspectsIn(text.source, names).filter((one) => !places.has(`${one} ${file}`));
    return text === undefined || offsets.length === 0 ? [] : [{ file, text, offsets }];
  });
  if (suspects.length === 0) return NONE;
  const graph = await questions.moduleGraph();
  const holders = new Set(
    definitions.flatMap(({ path }, at) => [...holdersOf(graph, path as string, exported[at] ?? [])]),
  );
  let asked = 0;
  const unseen: string[] = [];
  const answers = suspects.map(async ({ file, text, offsets }) => {
    if (!holders.has(root.relative(file))) return [];
    asked += offsets.length;
    if (asked > MAX_ASKED) {
      unseen.push(file);
      return [];
    }
    const path = root.proveFile(root.relative(file));
    const found = await Promise.all(
      offsets.map(async (offset) => {
        const targets = await questions.locations("definition", { path, offset });
        const isMeant = targets.some((one) => definitions.some((other) => isSame(one, other)));
        const end = offset + (nameAt(text.source, offset)?.length ?? 0);
        return isMeant ? (reader.located(file, { start: offset, end }) ?? []) : [];
      }),
    );
    return found.flat();
  });
  return { found: (await Promise.all(answers)).flat(), unseen };
}

/** The names that a module exports a declaration of its top level under; none for anything else. */
function exportedNames(oxc: Parser, reader: LocationReader, { file, span }: SourceLocation): string[] {
  const source = reader.textOf(file)?.source ?? "";
  const name = nameAt(source, span.start);
  const read = moduleRecord(oxc, file, source);
  if (!read.ok || name === undefined || !isTopLevel(oxc, file, source, span.start)) return [];
  return read.record.exports.flatMap((one) => (one.local === name && one.from === undefined ? [one.name] : []));
}

/** Names that others export it under: `export { name as alias } from`. */
function aliasesAt(reader: LocationReader, known: readonly KnownPlace[]): string[] {
  return known.flatMap(({ file, span }) => {
    const after = reader.textOf(file)?.source.slice(span.end, span.end + 200) ?? "";
    return /^\s+as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(after)?.[1] ?? [];
  });
}

/** Where one of some names may be that of a member: behind a dot, in quotes within brackets, or in a pattern. */
function suspectsIn(source: string, names: ReadonlySet<string>): number[] {
  const words = [...names].filter((name) => source.includes(name)).map((name) => RegExp.escape(name));
  if (words.length === 0) return [];
  const pattern = new RegExp(
    `(?:\\.\\s*|\\[\\s*["'\`])(${words.join("|")})(?![\\w$])|[{,]\\s*(${words.join("|")})(?=\\s*[,}=:])`,
    "dg",
  );
  return Array.from(source.matchAll(pattern), ({ indices }) => (indices?.[1] ?? indices?.[2] ?? [0])[0]);
}

function isSame(one: SourceLocation, other: SourceLocation): boolean {
  return one.file === other.file && one.span.start === other.span.start;
}
