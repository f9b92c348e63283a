import { SYMBOL_KINDS } from "@kart/core/syntax/declaration";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { Description } from "../declarations/describe.ts";
import type { FindResult, Found } from "../declarations/find.ts";
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
});

type FoundSymbol = z.infer<typeof symbol>;

/** A symbol as data, and as one short line without its path. */
export interface Shown {
  readonly symbol: FoundSymbol;
  readonly row: string;
}

export function shownOf(
  { declaration, path: file, line, endLine }: Found,
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
  };
  return { symbol: data, row: row(data, tail) };
}

/** `12-40 export function parse(input: string): Url` */
function row(
  { line, endLine, exported, exportedAs, kind: itsKind, namePath, body }: FoundSymbol,
  rest: string,
): string {
  const lines = endLine === line ? `${line}` : `${line}-${endLine}`;
  const isTop = !namePath.includes(".");
  const marks = `${exported && isTop ? "export " : ""}${itsKind} `;
  const aliases = exportedAs === undefined ? "" : ` (as ${exportedAs.join(", ")})`;
  return `${lines} ${marks}${escapeInvisible(namePath)}${rest}${aliases}${body === undefined ? "" : `\n${escapeInvisible(body)}`}`;
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

/** What was found, in a line; where that is nothing, what was searched, or what may be meant. */
export function summary(
  args: { readonly name: string | undefined; readonly match: NameMatch; readonly isFiltered: boolean },
  folder: string,
  result: FindResult,
  shown: number,
  meant: readonly Found[],
): string {
  const total = result.found.length;
  const where = folder === "." ? "" : ` in ${escapeName(folder)}`;
  if (total > shown)
    return `${count(shown, "symbol")} of ${count(total, "match", "matches")}${where}. Narrow with path, kind or match, or raise limit.`;
  if (total > 0) return `${count(total, "symbol")}${where}`;
  const asked = args.isFiltered ? " as asked for" : "";
  const what =
    args.name === undefined
      ? "No such symbol"
      : `No ${args.match === "substring" ? "declaration" : `declaration with that ${args.match === "exact" ? "exact name" : "prefix"}`} \`${clip(escapeInvisible(args.name), 80)}\`${asked}`;
  if (meant.length > 0)
    return `${what}${where}. Did you mean ${meant.slice(0, MAX_MEANT).map(meantName).join(" or ")}?`;
  return `${what}${where}: ${searched(args.name, result.fileCount)}. Ignored files and node_modules are searched only by naming them in path.`;
}

function searched(name: string | undefined, files: number): string {
  if (name === undefined) return count(files, "source file");
  const { parts, index } = parseNamePath(name);
  const [last = ""] = parts.slice(-1);
  if (/^[^"'[].*[*?|^\\+]|^[*?|^\\+]/s.test(last))
    return "that is no name; send a name or a part of one, without wildcards";
  if (files === 0) return "no source file holds the name";
  if (index !== undefined) return `no such one among its declarations and overloads; leave [${index}] out to see them`;
  return `${count(files, "file")} ${files === 1 ? "holds" : "hold"} the name without declaring it; try kart_search`;
}

function meantName({ declaration: { namePath, kind: itsKind }, path: file, line }: Found): string {
  return `\`${escapeInvisible(namePath)}\` (${itsKind}, ${escapeName(file)}:${line})`;
}
