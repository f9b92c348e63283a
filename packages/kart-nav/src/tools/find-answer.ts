import { SYMBOL_KINDS } from "@kart/core/syntax/declaration";
import { formatNamePath, parseNamePath } from "@kart/core/syntax/name-path";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { Alias } from "../declarations/aliases.ts";
import type { Description } from "../declarations/describe.ts";
import type { Found } from "../declarations/find.ts";
import type { Beside, LocalResult } from "../declarations/local.ts";
import type { NameMatch } from "../declarations/may-declare.ts";

export const kind = z.enum(SYMBOL_KINDS);

/** A declaration as data. */
export const symbol = z.object({
  name: z.string(),
  namePath: z.string(),
  kind,
  path: z.string(),
  line: z.int(),
  endLine: z.int(),
  exported: z.boolean(),
  exportedAs: z.array(z.string()).optional(),
  signature: z.string(),
  body: z.string().optional(),
  local: z.literal(true).optional(),
});

/** Functions and members of the very name that are no symbols, the first of them by place. */
export const locals = z.object({
  total: z.int(),
  first: z.array(z.object({ namePath: z.string(), path: z.string(), line: z.int() })),
});

type FoundSymbol = z.infer<typeof symbol>;

/** A symbol as data, and as one short line without its path. */
export interface Shown {
  readonly symbol: FoundSymbol;
  readonly row: string;
}

export function shownOf(
  { declaration, path: file, line, endLine, isLocal, isNested }: Found,
  { signature, tail, body }: Description,
  withBody: boolean,
): Shown {
  const { name, namePath, kind: itsKind, exported, exportedAs } = declaration;
  const data: FoundSymbol = {
    name,
    namePath,
    kind: itsKind,
    path: file,
    line,
    endLine,
    exported,
    ...(exportedAs === undefined ? {} : { exportedAs: [...exportedAs] }),
    signature,
    ...(withBody ? { body } : {}),
    ...(isLocal && { local: true as const }),
  };
  return { symbol: data, row: row(data, tail, isNested === true) };
}

/**
 * `12-40 export function parse(input: string): Url`; of what is no symbol `14-20 local function next(url) in parse`, and
 * `7 nested property Options.inner.size: number`.
 */
function row(data: FoundSymbol, rest: string, isNested: boolean): string {
  const { line, endLine, exported, exportedAs, kind: itsKind, namePath, body, local } = data;
  const lines = endLine === line ? `${line}` : `${line}-${endLine}`;
  const source = body === undefined ? "" : `\n${escapeInvisible(body)}`;
  // A type of JavaScript stands in a comment, and is one of the whole file.
  const role = itsKind === "type" && /\.[cm]?jsx?$/.test(data.path) ? "JSDoc" : "local";
  if (isNested) return `${lines} nested ${itsKind} ${escapeInvisible(namePath)}${rest}${source}`;
  if (local === true)
    return `${lines} ${role} ${itsKind} ${escapeInvisible(data.name)}${rest}${around(namePath)}${source}`;
  const isTop = !namePath.includes(".");
  const marks = `${exported && isTop ? "export " : ""}${itsKind} `;
  const aliases = exportedAs === undefined ? "" : ` (as ${exportedAs.join(", ")})`;
  return `${lines} ${marks}${escapeInvisible(namePath)}${rest}${aliases}${source}`;
}

/** The names around a local declaration are no name path that other tools take. */
function around(namePath: string): string {
  const owners = parseNamePath(namePath).parts.slice(0, -1);
  return owners.length === 0 ? "" : ` in ${escapeInvisible(formatNamePath(owners))}`;
}

/** Symbols that follow one another in one file share its heading. */
export function rows(shown: readonly Shown[]): string[] {
  const groups: { readonly path: string; readonly rows: string[] }[] = [];
  for (const { symbol: data, row: line } of shown) {
    const last = groups.at(-1);
    if (last?.path === data.path) last.rows.push(line);
    else groups.push({ path: data.path, rows: [line] });
  }
  return groups.map((group) =>
    group.rows.length === 1
      ? `${escapeName(group.path)}:${group.rows[0]}`
      : `${escapeName(group.path)}\n${group.rows.join("\n")}`,
  );
}

/** Others that are named where nothing was found. */
const MAX_MEANT = 3;

/**
 * What was found, in a line; where that is nothing, what was searched, or what may be meant.
 *
 * @param files that hold the name
 * @param local given where no symbol was found
 * @param aliases exports under the name, where nothing was found
 * @param unparsed how many of the files do not parse: what they declare is not known
 */
export function summary(
  args: { readonly name: string | undefined; readonly match: NameMatch; readonly isFiltered: boolean },
  folder: string,
  files: number,
  shown: readonly Shown[],
  total: number,
  meant: readonly Found[],
  local: LocalResult | undefined,
  aliases: readonly Alias[],
  unparsed: number,
): string {
  const where = folder === "." ? "" : ` in ${escapeName(folder)}`;
  const unread = local === undefined ? 0 : files - local.searched;
  const first = unread > 0 ? ` in ${local?.searched} of ${count(files, "file")} that hold the name` : "";
  const found = total > shown.length ? `${shown.length} of ${total}` : `${total}`;
  const asked = args.isFiltered ? " as asked for" : "";
  const what =
    args.name === undefined
      ? "No such symbol"
      : `No ${args.match === "substring" ? "declaration" : `declaration with that ${args.match === "exact" ? "exact name" : "prefix"}`} \`${clip(escapeInvisible(args.name), 80)}\`${asked}`;
  if (local !== undefined && total > 0)
    return `No symbol, but ${found} declared ${whereDeclared(local.found)}${where}${first}`;
  if (total > shown.length)
    return `${count(shown.length, "symbol")} of ${count(total, "match", "matches")}${where}. Narrow with path, kind or match, or raise limit.`;
  if (total > 0) return `${count(total, "symbol")}${where}`;
  if (aliases.length > 0) return `${what}${where}, ${aliasNote(aliases)}`;
  if (meant.length > 0)
    return `${what}${where}. Did you mean ${meant.slice(0, MAX_MEANT).map(meantName).join(" or ")}?`;
  return `${what}${where}: ${searched(args.name, files, unread, unparsed)}. Ignored files and node_modules are searched only by naming them in path.`;
}

/** Locals that are named beside symbols. */
const MAX_BESIDE = 5;

export function localsOf(found: readonly Found[]): z.infer<typeof locals> {
  const first = found.slice(0, MAX_BESIDE).map(({ declaration, path, line }) => {
    return { namePath: declaration.namePath, path, line };
  });
  return { total: found.length, first };
}

/** `and 3 declared locally: src/groups/create.js:11 Groups.create, …`, where symbols have the name as well. */
export function besideNote({ found, read, files }: Beside): string[] {
  if (found.length === 0) return [];
  const { total, first } = localsOf(found);
  const named = first.map(({ path, line, namePath }) => `${escapeName(path)}:${line} ${escapeInvisible(namePath)}`);
  const more = total > first.length ? ` and ${total - first.length} more` : "";
  const among = files > read ? ` in the nearest ${read} of ${count(files, "file")} that seem to` : "";
  return [`and ${total} declared locally${among}: ${named.join(", ")}${more}`];
}

function whereDeclared(found: readonly Found[]): string {
  if (found.every(({ isNested }) => isNested === true)) return "inside of symbols";
  // JavaScript has no types but those of JSDoc.
  const isOfComments = found.every(({ declaration, path }) => declaration.kind === "type" && !isTypeScript(path));
  return isOfComments ? "in comments" : "locally";
}

function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** ``but exported under that name: `parse` of "./url" (src/index.ts:3)`` */
function aliasNote(aliases: readonly Alias[]): string {
  const named = aliases.slice(0, MAX_MEANT).map(({ path, line, of, from }) => {
    const whole = of === "*" ? "all" : `\`${escapeInvisible(of)}\``;
    const module = from === undefined ? "" : ` of ${JSON.stringify(clip(escapeInvisible(from), 80))}`;
    return `${whole}${module} (${escapeName(path)}:${line})`;
  });
  const more = aliases.length > named.length ? ` and ${aliases.length - named.length} more` : "";
  return `but exported under that name: ${named.join(", ")}${more}`;
}

function searched(name: string | undefined, files: number, unread: number, unparsed: number): string {
  if (name === undefined) return count(files, "source file");
  const { parts, index } = parseNamePath(name);
  const [last = ""] = parts.slice(-1);
  if (/^[^"'[].*[*?|^\\+]|^[*?|^\\+]/s.test(last))
    return "that is no name; send a name or a part of one, without wildcards";
  if (files === 0) return "no source file holds the name";
  if (index !== undefined) return `no such one among its declarations and overloads; leave [${index}] out to see them`;
  if (unread > 0)
    return `${count(files, "file")} hold the name, no symbol has it, and ${files - unread} of them declare none inside functions either; narrow with path, or try kart_search`;
  const known = files - unparsed;
  if (known === 0) return `${count(files, "file")} ${files === 1 ? "holds" : "hold"} the name; try kart_search`;
  return `${count(known, "file")} ${known === 1 ? "holds" : "hold"} the name without declaring it, but for parameters, keys and imports; try kart_search`;
}

function meantName({
  declaration: { name, namePath, kind: itsKind },
  path: file,
  line,
  isLocal,
  isNested,
}: Found): string {
  return isLocal === true && isNested !== true
    ? `\`${escapeInvisible(name)}\` (local ${itsKind}${around(namePath)}, ${escapeName(file)}:${line})`
    : `\`${escapeInvisible(namePath)}\` (${itsKind}, ${escapeName(file)}:${line})`;
}
