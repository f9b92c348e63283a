import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { Importer } from "@kart/core/modules/importers";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { NavServices } from "../services.ts";
import { configNote, unparsedNote, unresolvedNote, unresolvedPaths } from "./notes.ts";
import { limit, path, text } from "./parameters.ts";

export const importers = defineTool({
  name: "kart_importers",
  title: "Importers of a file or export",
  description:
    "Who imports a file, or one `symbol` it exports? Follows barrels, renames, tsconfig paths, workspace packages, import(), require(). `depth` 2 and more adds the importers of importers: what a change may reach. Grepping for the path misses aliases and barrels.",
  input: z.strictObject({
    path: path("Source file"),
    symbol: text("Exported name, or `default`").optional(),
    depth: z.int().min(1).max(10).default(1),
    limit: limit(200),
  }),
  output: z.object({
    path: z.string(),
    importers: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        names: z.array(z.string()),
        via: z.array(z.string()),
        depth: z.int(),
        typeOnly: z.boolean(),
        /** It takes the module, and does not name the symbol. */
        whole: z.boolean().optional(),
      }),
    ),
    total: z.int(),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<NavServices>) => {
    const file = workspace.root.proveFile(args.path);
    const [index, { importersOf }, { declarationTwin, describedBy }, { importsMeaning, takesOneOf }, { placing }] =
      await Promise.all([
        services.modules(),
        import("@kart/core/modules/importers"),
        import("@kart/core/modules/declaration-twin"),
        import("@kart/core/modules/unresolved-imports"),
        import("../unused/unseen-uses.ts"),
      ]);
    const graph = await index.graph(signal);
    const own = graph.nodes.get(file.relative);
    const ignored = own !== undefined ? undefined : await index.file(file.relative, signal);
    const query = {
      path: file.relative,
      depth: args.depth,
      byRole: true as const,
      byDeclaration: true as const,
      ...(ignored !== undefined && ignored.failure === undefined && { ignored: ignored.node }),
      ...(args.symbol === undefined ? {} : { symbol: args.symbol }),
    };
    const isOfComment =
      args.symbol !== undefined &&
      (await (await import("../declarations/comment-types.ts")).declares(file, args.symbol));
    const result = importersOf(graph, { ...query, isOfComment }, signal);
    const twin = describedBy(graph, file.relative) ?? declarationTwin(graph, file.relative);
    if (result.status === "unknown-symbol") {
      const name = args.symbol ?? "";
      const isBeside = twin !== undefined && graph.exportedNames(twin).names.has(name);
      throw unknownSymbol(
        file.relative,
        name,
        result,
        isBeside ? `${escapeName(twin)} beside it` : augmented(graph, own, name),
      );
    }
    const found = result.importers.toSorted((a, b) => a.depth - b.depth || wholeness(a) - wholeness(b));
    const taken = new Set(result.exportedAs);
    const meant = importsMeaning(graph, file.relative).filter(
      ({ record }) => args.symbol === undefined || takesOneOf(record, taken),
    );
    const placed = args.symbol === undefined ? [] : placing(graph, file.relative);
    const shown = found.slice(0, args.limit);
    const total = found.length;
    const what =
      args.symbol === undefined
        ? escapeName(file.relative)
        : `${escapeName(args.symbol)} of ${escapeName(file.relative)}`;
    const searched = `${count(graph.nodes.size, "file")} searched`;
    return {
      structured: { path: file.relative, importers: shown.map(plain), total, truncated: total > shown.length },
      text: [
        total === 0
          ? `Nothing imports ${what} (${searched}).`
          : `${headline(result.importers, what)}${total > shown.length ? `, ${shown.length} shown; raise limit` : ""}`,
        ...rows(shown),
        ...(twin === undefined ? [] : [twinNote(file.relative, twin)]),
        ...gapNote(
          "MAY import it too, by a specifier computed at run time",
          result.computed.map(({ path: at, line }) => `${at}:${line}`),
        ),
        ...gapNote(
          "MAY take it, by the path of its file",
          placed.map(({ importer, record }) => `${importer.path}:${record.line}`),
        ),
        ...unresolvedNote("lead here", total === 0 ? unresolvedPaths(graph) : [], meant),
        ...unparsedNote(graph.unparsed),
        ...configNote(graph.resolver.problems),
        ...unsearchedNote(graph.files.problems),
      ].join("\n"),
    };
  },
});

/** Whose importers these are, of a declaration file and the JavaScript beside it. */
function twinNote(file: string, twin: string): string {
  return isDeclarationFile(file)
    ? `TypeScript takes ${escapeName(file)} for ${escapeName(twin)}: imports of that in TypeScript, and of its types, are here. JavaScript that loads it: ask for ${escapeName(twin)}.`
    : `Only what may load it: imports of types alone lead to ${escapeName(twin)}, which TypeScript takes for it.`;
}

function plain({ names, via, isWhole, ...importer }: Importer) {
  return { ...importer, names: [...names], via: [...via], ...(isWhole && { whole: isWhole }) };
}

/** Who takes a symbol by its name comes before who takes the module that has it. */
function wholeness({ isWhole }: Importer): number {
  return isWhole === true ? 1 : 0;
}

/** Beyond the first depth it is anything of a file that is imported, not what was asked about. */
function headline(found: readonly Importer[], what: string): string {
  const direct = found.filter(({ depth }) => depth === 1).length;
  const whole = found.filter(({ isWhole }) => isWhole === true).length;
  const named = direct - whole;
  const further = found.length - direct;
  const others = direct === 1 ? "that file" : "those files";
  return [
    named === 0 ? `No file imports ${what} by name` : `${count(named, "file")} import${named === 1 ? "s" : ""} ${what}`,
    ...(whole === 0
      ? []
      : [`${whole}${named === 0 ? "" : " more"} take${whole === 1 ? "s" : ""} the whole module and may use it`]),
    ...(further === 0 ? [] : [`${further} more depend${further === 1 ? "s" : ""} on ${others}`]),
  ].join("; ");
}

/** `src/b.ts:3 { a, b } via src/index.ts`; each depth beyond the first has a heading, and so has what follows those that name it. */
function rows(shown: readonly Importer[]): string[] {
  const isDeep = shown.some(({ depth }) => depth > 1);
  return shown.flatMap((importer, place) => {
    const before = shown[place - 1];
    const starts = isDeep && importer.depth !== before?.depth;
    const isFirstWhole = importer.isWhole === true && before !== undefined && before.isWhole !== true;
    return [
      ...(starts ? [`depth ${importer.depth}`] : []),
      ...(isFirstWhole ? ["the whole module"] : []),
      row(importer),
    ];
  });
}

/** Names shown of one importer. */
const MAX_NAMES = 8;

function row({ path: itsPath, line, names, via, typeOnly }: Importer): string {
  const more = names.length > MAX_NAMES ? `, +${names.length - MAX_NAMES}` : "";
  const taken =
    names.length === 0 ? "" : ` { ${clip(escapeInvisible(names.slice(0, MAX_NAMES).join(", ")), 200)}${more} }`;
  const through = via.length === 0 ? "" : ` via ${via.map((step) => escapeName(step)).join(" > ")}`;
  return `${escapeName(itsPath)}:${line}${typeOnly ? " type" : ""}${taken}${through}`;
}

/** The file to whose exports another one adds a name by `declare module`. */
function augmented(graph: ModuleGraph, own: ModuleNode | undefined, symbol: string): string | undefined {
  const adding = own?.record.imports.find(({ augments = [] }) => augments.includes(symbol));
  const target = own && adding && graph.targetOf(own, adding.specifier);
  return target === undefined ? undefined : `${escapeName(target)}, to which it adds that,`;
}

function unknownSymbol(
  file: string,
  symbol: string,
  result: { readonly exports: readonly string[]; readonly isOpen: boolean },
  elsewhere: string | undefined,
): ToolError {
  const names = result.exports.slice(0, 30).map((name) => escapeName(name));
  const list =
    names.length === 0
      ? result.isOpen
        ? "No export of it is plain to see"
        : "It exports no name"
      : `It exports ${names.join(", ")}${result.exports.length > 30 ? ` and ${result.exports.length - 30} more` : ""}`;
  const open = result.isOpen ? `, and ${names.length === 0 ? "it " : ""}may export others that cannot be seen` : "";
  return new ToolError(
    "symbol_not_found",
    `${escapeName(file)} does not export \`${clip(escapeName(symbol), 80)}\`. ${list}${open}. ${elsewhere === undefined ? "Leave symbol out to see who imports the file." : `${elsewhere} does: name that as path.`}`,
  );
}
