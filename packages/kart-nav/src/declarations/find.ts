import type { Declaration, SymbolKind } from "@kart/core/syntax/declaration";
import { parseNamePath, partNames, unquoted } from "@kart/core/syntax/name-path";
import type { FileListing, Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { DeclarationIndex } from "./declaration-index.ts";
import type { IndexedDeclaration, IndexedFile } from "./indexed-file.ts";
import { mayDeclare, type NameMatch } from "./may-declare.ts";

export interface FindQuery {
  /** A name or name path; the last part is compared by `match`, those before it must be the owners. With an index it is exact. */
  readonly name?: string;
  readonly match: NameMatch;
  readonly kinds?: readonly SymbolKind[];
  readonly exported?: boolean;
  /** A file or folder. */
  readonly path: WorkspacePath;
}

export interface Found extends IndexedDeclaration {
  readonly path: string;
  /** It is no symbol: it stands inside of a function, or is made by an assignment or a comment. */
  readonly isLocal?: true;
  /** It is a member of what a symbol's type or value holds, and its name path is one that other tools take. */
  readonly isNested?: true;
}

export interface FindResult {
  /** Every match, best first. */
  readonly found: readonly Found[];
  /** Files that hold the name, or all source files where no name was given; sorted. */
  readonly files: readonly string[];
  /** Files among them whose declarations are not all known. */
  readonly unparsed: readonly { readonly path: string; readonly line: number; readonly message: string }[];
  /** Folders and files that could not be searched. */
  readonly problems: readonly string[];
}

/** Finds declarations: ripgrep names the files that hold the name, a look at each drops those that only use it, and the rest are parsed. */
export async function findDeclarations(
  workspace: Workspace,
  index: DeclarationIndex,
  query: FindQuery,
  signal: AbortSignal,
): Promise<FindResult> {
  const { parts, index: one } = query.name === undefined ? { parts: [] } : parseNamePath(query.name);
  const named = {
    ...query,
    // A part that is empty in its quotes would be a part of every name.
    parts: parts.map((part) => unquoted(part) || part),
    ...(one !== undefined && { index: one, match: "exact" as const }),
  };
  const { match } = named;
  const last = named.parts.at(-1);
  const [candidates] = await Promise.all([candidateFiles(workspace, named, last, signal), index.prepare()]);
  const files = await index.files(
    candidates.files.sort(),
    signal,
    last === undefined ? undefined : `${match} ${last}`,
    last === undefined ? undefined : (source) => mayDeclare(source, last, match),
  );
  const matches = files.flatMap((file) => matchesIn(file, named));
  if (matches.length === 0 && parts.length > 1) {
    // A name with dots in it, written without its quotes.
    const whole = await findDeclarations(workspace, index, { ...query, name: JSON.stringify(query.name) }, signal);
    if (whole.found.length > 0) return whole;
  }
  return {
    found: bestFirst(matches),
    files: candidates.files,
    unparsed: files.flatMap(({ path, failure }) => (failure === undefined ? [] : [{ path, ...failure }])),
    problems: candidates.problems,
  };
}

function candidateFiles(
  workspace: Workspace,
  query: FindQuery,
  last: string | undefined,
  signal: AbortSignal,
): Promise<FileListing> {
  const pattern = last === undefined ? undefined : textPattern(last, query.match);
  return pattern === undefined
    ? workspace.sourceFiles(query.path, signal)
    : workspace.filesMatching(pattern, [query.path], signal);
}

/** What a file must hold to declare the name; undefined where nothing can be said, as of a name without a letter. */
function textPattern(name: string, match: NameMatch): string | undefined {
  // A quoted or computed name may be spelled otherwise in the source: its longest word stands in any spelling.
  const word = (name.match(/[\p{ID_Continue}$]+/gu) ?? []).reduce(
    (best, run) => (run.length > best.length ? run : best),
    "",
  );
  // Unnamed default exports and constructors are named by keywords; `export=` by two tokens.
  if (word === "") return undefined;
  return `${match === "substring" ? "(?i)" : ""}${word.replaceAll("$", "\\$")}`;
}

interface Match {
  readonly found: Found;
  /** The lower the better. */
  readonly order: number;
}

/** A query with its name taken apart. */
interface NamedQuery extends FindQuery {
  readonly parts: readonly string[];
  readonly index?: number;
}

function matchesIn({ path, declarations: all }: IndexedFile, query: NamedQuery): Match[] {
  const matches: Match[] = [];
  const { parts, index } = query;
  const owners = parts.slice(0, -1);
  // What a module takes from another by `require()` is declared there; what it passes on as well is its own to importers.
  const declarations = all.filter(({ declaration: { isImport, exported } }) => isImport !== true || exported);
  for (const one of index === undefined ? declarations : picked(declarations, parts.at(-1), index)) {
    const { declaration, depth, line, endLine } = one;
    const rank = rankOf(declaration.name, parts.at(-1), query.match);
    if (rank === undefined || !fits(declaration, query, owners)) continue;
    const order = (rank * 2 + (declaration.exported ? 0 : 1)) * DEPTHS + Math.min(depth, DEPTHS - 1);
    matches.push({ found: { declaration, depth, line, endLine, path }, order });
  }
  return matches;
}

/** Whether a declaration is of a wanted kind, exported as wanted, and has the owners. */
export function fits(
  { kind, exported, namePath }: Declaration,
  query: Pick<FindQuery, "kinds" | "exported">,
  owners: readonly string[],
): boolean {
  if (query.kinds !== undefined && !query.kinds.includes(kind)) return false;
  if (query.exported !== undefined && exported !== query.exported) return false;
  return hasOwners(namePath, owners);
}

/** What an index means: it counts declarations of one path, and the overloads of each. */
function picked(
  declarations: readonly IndexedDeclaration[],
  name: string | undefined,
  index: number,
): readonly IndexedDeclaration[] {
  const named = declarations.filter(({ declaration }) => rankOf(declaration.name, name, "exact") === 0);
  const paths = Map.groupBy(named, ({ declaration }) => declaration.namePath);
  return [...paths.values()].flatMap((alike) => alike.flatMap((one) => one.overloads ?? [one])[index] ?? []);
}

/** Depths that are told apart. */
const DEPTHS = 32;

/** By rank, exported before local, shallow before deep; then by path and line, in which order the matches come. */
function bestFirst(matches: readonly Match[]): Found[] {
  const buckets: Found[][] = [];
  for (const { found, order } of matches) (buckets[order] ??= []).push(found);
  return buckets.flat();
}

/** 0 for the very name, then alike but for case, then a prefix, then a part; undefined for no match. */
export function rankOf(declared: string, wanted: string | undefined, match: NameMatch): number | undefined {
  if (wanted === undefined || partNames(wanted, declared)) return 0;
  const name = unquoted(declared);
  if (match === "exact") return undefined;
  if (match === "prefix") return name.startsWith(wanted) ? 2 : undefined;
  const place = name.toLowerCase().indexOf(wanted.toLowerCase());
  if (place === -1) return undefined;
  return place > 0 ? 3 : name.length === wanted.length ? 1 : 2;
}

function hasOwners(namePath: string, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const owners = parseNamePath(namePath).parts.slice(0, -1);
  const from = owners.length - wanted.length;
  return from >= 0 && wanted.every((part, index) => partNames(part, unquoted(owners[from + index] as string)));
}
