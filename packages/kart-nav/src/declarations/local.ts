import { ParserGarbage } from "@kart/core/process/parser-garbage";
import { localDeclarations } from "@kart/core/syntax/local-declarations";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { loadParser, parseSource } from "@kart/core/syntax/parse";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
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

/** UTF-16 units of source after which the parser's garbage is collected at the earliest. */
const COLLECT_AFTER = 16 * 1024 * 1024;

/**
 * Finds what is declared inside of functions, by `this.name = …` or in JSDoc.
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
  const garbage = new ParserGarbage(COLLECT_AFTER);
  const ranked: { readonly found: Found; readonly rank: number }[] = [];
  const unparsed: FindResult["unparsed"][number][] = [];
  for (const path of read) {
    const outcome = readTextFile(`${root.absolute}/${path}`);
    if (outcome.status !== "read") continue;
    const result = parseSource(parser, path, outcome.text);
    if (!result.ok) unparsed.push({ path, ...result.failure });
    const parsed = result.ok ? result.parsed : result.recovered;
    if (parsed === undefined) continue;
    for (const declaration of localDeclarations(parsed, (name) => rankOf(name, last, query.match) !== undefined)) {
      const { span } = declaration;
      const place = { line: parsed.lines.lineAt(span.start), endLine: parsed.lines.lineAt(span.end) };
      const rank = rankOf(declaration.name, last, query.match) as number;
      ranked.push({ found: { declaration, depth: 0, ...place, path, isLocal: true }, rank });
    }
    garbage.add(outcome.text.length);
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
