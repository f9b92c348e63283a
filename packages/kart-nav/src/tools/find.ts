import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { SYMBOL_KINDS } from "@kart/core/syntax/declaration";
import { bareName, parseNamePath } from "@kart/core/syntax/name-path";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { unsearchedNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { Description } from "../declarations/describe.ts";
import type { FindResult, Found } from "../declarations/find.ts";
import type { NameMatch } from "../declarations/may-declare.ts";
import type { NavServices } from "../services.ts";
import { unparsedNote } from "./notes.ts";
import { limit, path, text } from "./parameters.ts";

const kind = z.enum(SYMBOL_KINDS);

const symbol = z.object({
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

export const find = defineTool({
  name: "kart_find",
  title: "Find declarations by name",
  description:
    "Where is a symbol declared? Functions, classes, types, consts and members of the TypeScript/JavaScript workspace, by name or part of one (`parse`, `Router.match`), best match first. Returns file, lines and signature; `body: true` adds the source, which saves reading the file. Use instead of grepping for `function x`.",
  input: z.strictObject({
    name: text("Name or name path; omit to list everything under path").optional(),
    kind: z.union([kind, z.array(kind).min(1)]).optional(),
    exported: z.boolean().optional(),
    path: path("File or folder").optional(),
    match: z.enum(["substring", "exact", "prefix"]).default("substring"),
    body: z.boolean().default(false),
    limit: limit(50),
  }),
  output: z.object({
    symbols: z.array(symbol),
    total: z.int(),
    truncated: z.boolean(),
    fileCount: z.int(),
    durationMs: z.number(),
    unparsed: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<NavServices>) => {
    const start = performance.now();
    const folder = workspace.root.prove(args.path ?? ".");
    if (folder.kind === "file" && sourceLanguage(folder.relative) === undefined)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(folder.relative)} is no TypeScript or JavaScript file. Search its text with kart_search.`,
      );
    const name = args.name === undefined ? undefined : wantedName(args.name, args.match);
    const query = {
      match: args.match,
      path: folder,
      ...(name === undefined ? {} : { name }),
      ...(args.kind === undefined ? {} : { kinds: [args.kind].flat() }),
      ...(args.exported === undefined ? {} : { exported: args.exported }),
    };
    const [index, { findDeclarations }, { probablyMeant }, { describe }] = await Promise.all([
      services.declarations(),
      import("../declarations/find.ts"),
      import("../declarations/meant.ts"),
      import("../declarations/describe.ts"),
    ]);
    const result = await findDeclarations(workspace, index, query, signal);
    const best = result.found.slice(0, args.limit);
    const descriptions = describe(workspace, best);
    const shown = best.map((found, place) => shownOf(found, descriptions[place] as Description, args.body));
    const total = result.found.length;
    const meant = total > 0 || name === undefined ? [] : await probablyMeant(workspace, index, query, signal);
    const isFiltered = args.kind !== undefined || args.exported !== undefined;
    return {
      structured: {
        symbols: shown.map(({ symbol: data }) => data),
        total,
        truncated: total > shown.length,
        fileCount: result.fileCount,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        unparsed: [...result.unparsed],
      },
      text: [
        summary({ name, match: args.match, isFiltered }, folder.relative, result, shown.length, meant),
        ...rows(shown),
        ...unparsedNote(result.unparsed),
        ...unsearchedNote(result.problems),
      ].join("\n"),
    };
  },
});

/** The name that is meant: a star at an end asks for what a part of a name, or a prefix, finds anyway. */
function wantedName(given: string, match: NameMatch): string {
  const name = bareName(given);
  return match === "exact" ? name : name.replaceAll(/^\*+(?=.)|(?<=.)\*+$/gs, "");
}

/** Others that are named where nothing was found. */
const MAX_MEANT = 3;

function meantName({ declaration: { namePath, kind: itsKind }, path: file, line }: Found): string {
  return `\`${escapeInvisible(namePath)}\` (${itsKind}, ${escapeName(file)}:${line})`;
}

/** A symbol as data, and as one short line without its path. */
interface Shown {
  readonly symbol: FoundSymbol;
  readonly row: string;
}

function shownOf(
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
function rows(shown: readonly Shown[]): string[] {
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

function summary(
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
