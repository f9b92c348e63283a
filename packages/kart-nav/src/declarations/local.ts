import { walkDeclarations } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { localDeclarations } from "@kart/core/syntax/local-declarations";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { withNestedMembers } from "@kart/core/syntax/nested-members";
import { loadParser, type ParsedSource, parseSource } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import { mayDeclareLocally } from "./may-declare.ts";
import { fits, type FindQuery, type FindResult, type Found, rankOf } from "./find.ts";

export interface LocalResult {
  /** Those with the name that fits best, by path and line. */
  readonly found: readonly Found[];
  /** As {@link found}, with other owners or of another kind than was asked for. */
  readonly others: readonly Found[];
  /** Files that were read, the first of those that hold the name. */
  readonly searched: number;
  /** Files among them that do not parse. */
  readonly unparsed: FindResult["unparsed"];
}

/** Files that are parsed, where nothing declares the name as a symbol. */
const MAX_FILES = 100;

/**
 * Finds what is declared inside of functions, by `this.name = …` or in JSDoc, and members further in than those that are symbols.
 *
 * @param files those that hold the name
 */
export async function findLocal(
  { root }: Workspace,
  query: FindQuery,
  files: readonly string[],
  signal: AbortSignal,
): Promise<LocalResult> {
  const { parts, index } = parseNamePath(query.name ?? "");
  const last = parts.at(-1);
  const read = index === undefined ? files.slice(0, MAX_FILES) : [];
  const parser = await loadParser();
  const ranked: { readonly found: Found; readonly rank: number }[] = [];
  const unparsed: FindResult["unparsed"][number][] = [];
  for (const path of read) {
    const outcome = readTextFile(`${root.absolute}/${path}`);
    if (outcome.status !== "read" || (last !== undefined && !mayDeclareLocally(outcome.text, last, query.match)))
      continue;
    const result = parseSource(parser, path, outcome.text);
    if (!result.ok) unparsed.push({ path, ...result.failure });
    const parsed = result.ok ? result.parsed : result.recovered;
    if (parsed === undefined) continue;
    for (const one of unlisted(parsed, (name) => rankOf(name, last, query.match) !== undefined)) {
      const { declaration } = one;
      const { span } = declaration;
      const place = { line: parsed.lines.lineAt(span.start), endLine: parsed.lines.lineAt(span.end) };
      const rank = rankOf(declaration.name, last, query.match) as number;
      ranked.push({ found: { ...one, depth: 0, ...place, path, isLocal: true }, rank });
    }
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const named = ranked.filter(({ rank }) => rank === best).map(({ found }) => found);
  const [found = [], others = []] = [true, false].map((isAsked) =>
    named.filter(({ declaration }) => fits(declaration, query, parts.slice(0, -1)) === isAsked),
  );
  return { found, others, searched: read.length, unparsed };
}

/** The types that comments of JavaScript declare by that very name, where symbols only have it in theirs. */
export async function typesNamed(
  workspace: Workspace,
  query: FindQuery,
  { found, files }: Pick<FindResult, "found" | "files">,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const last = parseNamePath(query.name ?? "").parts.at(-1);
  if (found[0] === undefined || last === undefined || rankOf(found[0].declaration.name, last, "exact") === 0) return [];
  if (query.match === "exact" || query.kinds?.includes("type") === false) return [];
  const scripts = files.filter((path) => /^jsx?$/.test(sourceLanguage(path) ?? ""));
  const local = await findLocal(workspace, { ...query, match: "exact" }, scripts, signal);
  return local.found.filter(({ declaration: { kind, namePath } }) => kind === "type" && namePath === last);
}

/** What a file declares that is no symbol, in the order of the source. */
function unlisted(
  parsed: ParsedSource,
  isWanted: (name: string) => boolean,
): readonly Pick<Found, "declaration" | "isNested">[] {
  const symbols = declarationsOf(parsed, false);
  const starts = new Set(walkDeclarations(symbols).map(({ declaration }) => declaration.nameRange.start));
  const nested = walkDeclarations(withNestedMembers(parsed, symbols))
    .map(({ declaration }) => declaration)
    .filter(({ name, nameRange }) => isWanted(name) && !starts.has(nameRange.start));
  const known = new Set(nested.map(({ nameRange }) => nameRange.start));
  const local = localDeclarations(parsed, isWanted).filter(({ nameRange }) => !known.has(nameRange.start));
  return [
    ...local.map((declaration) => ({ declaration })),
    ...nested.map((declaration) => ({ declaration, isNested: true as const })),
  ].sort((a, b) => a.declaration.nameRange.start - b.declaration.nameRange.start);
}
