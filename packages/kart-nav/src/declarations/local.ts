import { BESIDE } from "@kart/core/process/ripgrep-pattern";
import { type SymbolKind, walkDeclarations } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { localDeclarations } from "@kart/core/syntax/local-declarations";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { withNestedMembers } from "@kart/core/syntax/nested-members";
import { loadParser, type ParsedSource, parseSource } from "@kart/core/syntax/parser/parse";
import { isJavaScript, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { nearestFirst } from "@kart/core/text/nearest-first";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import { mayDeclareLocally } from "./may-declare.ts";
import { fits, type FindQuery, type FindResult, type Found, rankOf } from "./find.ts";

export interface LocalResult {
  /** Those with the name that fits best, by path and line. */
  readonly found: readonly Found[];
  /** As {@link found}, with other owners or of another kind than was asked for. */
  readonly others: readonly Found[];
  /** How many of the files were read that hold the name. */
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
  workspace: Workspace,
  query: FindQuery,
  files: readonly string[],
  signal: AbortSignal,
): Promise<LocalResult> {
  const { parts, index } = parseNamePath(query.name ?? "");
  const last = parts.at(-1);
  const likely = index === undefined ? await likelyFirst(workspace, query, last, files, signal) : [];
  const read = likely.slice(0, MAX_FILES).toSorted();
  const parser = await loadParser();
  const ranked: { readonly found: Found; readonly rank: number }[] = [];
  const unparsed: FindResult["unparsed"][number][] = [];
  for (const path of read) {
    const outcome = readTextFile(`${workspace.root.absolute}/${path}`);
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

/** Of more files than are read those that seem to declare a function or a member of the name before others. */
async function likelyFirst(
  workspace: Workspace,
  { path }: FindQuery,
  name: string | undefined,
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (files.length <= MAX_FILES || name === undefined || !IDENTIFIER.test(name)) return files;
  const likely = new Set((await workspace.filesMatching(declaringPattern(name), [path], signal)).files);
  return [...files.filter((one) => likely.has(one)), ...files.filter((one) => !likely.has(one))];
}

const IDENTIFIER = /^[\p{ID_Continue}$]+$/u;

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
  const scripts = files.filter(isOfJavaScript);
  const local = await findLocal(workspace, { ...query, match: "exact" }, scripts, signal);
  return local.found.filter(({ declaration: { kind, namePath } }) => kind === "type" && namePath === last);
}

/** What is declared locally by a name that symbols were found by. */
export interface Beside {
  /** Members first, those that are nearest to the symbols before others. */
  readonly found: readonly Found[];
  /** Files that seem to declare it so, and how many of them were read, the nearest ones. */
  readonly files: number;
  readonly read: number;
}

/**
 * The functions, classes and members of the very name in JavaScript, where symbols were found by it, and are none themselves: of what
 * `Groups.create = …` in a function makes others have the name. Variables are left out, of which there are many of any name, and
 * TypeScript, whose modules offer what they declare.
 */
export async function functionsBeside(
  workspace: Workspace,
  query: FindQuery,
  { found: symbols, files: holding }: Pick<FindResult, "found" | "files">,
  signal: AbortSignal,
): Promise<Beside> {
  const { parts, index } = parseNamePath(query.name ?? "");
  const last = parts.at(-1) ?? "";
  const mayFit = query.exported !== true && (query.kinds?.some((kind) => CALLED.has(kind)) ?? true);
  const isAsked = symbols.length > 0 && mayFit && index === undefined && IDENTIFIER.test(last);
  if (!isAsked || !holding.some(isOfJavaScript)) return { found: [], files: 0, read: 0 };
  const matching = await workspace.filesMatching(declaringPattern(last), [query.path], signal);
  const files = matching.files.filter(isOfJavaScript);
  const homes = new Set(symbols.slice(0, MAX_BESIDE).map(({ path }) => path));
  const read = nearestFirst(files, homes).slice(0, MAX_BESIDE);
  const parser = await loadParser();
  const found: Found[] = [];
  for (const path of read) {
    const outcome = readTextFile(`${workspace.root.absolute}/${path}`);
    const result = outcome.status === "read" ? parseSource(parser, path, outcome.text) : undefined;
    if (result?.ok !== true) continue;
    const { parsed } = result;
    for (const declaration of localDeclarations(parsed, (name) => name === last)) {
      if (!CALLED.has(declaration.kind) || !fits(declaration, query, parts.slice(0, -1))) continue;
      const { start, end } = declaration.span;
      const place = { line: parsed.lines.lineAt(start), endLine: parsed.lines.lineAt(end) };
      found.push({ declaration, ...place, depth: 0, path, isLocal: true });
    }
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  const isAlone = ({ declaration: { name, namePath } }: Found) => Number(name === namePath);
  return {
    found: found.toSorted((a, b) => isAlone(a) - isAlone(b)),
    files: files.length,
    read: read.length,
  };
}

function isOfJavaScript(path: string): boolean {
  return isJavaScript(sourceLanguage(path));
}

/** Files that are parsed beside symbols, which is most of the time that it takes. */
const MAX_BESIDE = 20;

const CALLED: ReadonlySet<SymbolKind> = new Set(["function", "class", "method", "property"]);

/** What a function, a class or a member of that name looks like to ripgrep. */
function declaringPattern(name: string): string {
  const word = name.replaceAll("$", String.raw`\$`);
  const keyword = String.raw`\b(?:function\s*\*?|class)\s*${word}(?:${BESIDE}|$)`;
  const assigned = String.raw`\.\s*${word}\s*=(?:[^=>]|$)`;
  const member = String.raw`(?:^|[^0-9A-Za-z_$.])${word}\s*(?:\([^()]*\)\s*\{|:\s*(?:async\s*)?(?:function|\())`;
  return `${keyword}|${assigned}|${member}`;
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
