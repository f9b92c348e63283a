import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { NavServices } from "../services.ts";
import { augmented, headline, plain, rows, twinNote, unknownSymbol, wholeness } from "./importers-answer.ts";
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
    const shown = found.slice(0, args.limit);
    const total = found.length;
    const placed = args.symbol === undefined ? [] : placing(graph, file.relative);
    const { namedByText } = await import("../unused/named-by-text.ts");
    const named = total > 0 ? [] : (await namedByText(workspace, graph, [file.relative], signal)).values();
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
        ...gapNote("MAY import it too, by a specifier computed at run time", [
          ...new Set(result.computed.map(({ path: at, line }) => `${at}:${line}`)),
        ]),
        ...gapNote("MAY take it, by the path of its file", [
          ...placed.map(({ importer, record }) => `${importer.path}:${record.line}`),
          ...named,
        ]),
        ...unresolvedNote("lead here", total === 0 ? unresolvedPaths(graph) : [], meant),
        ...unparsedNote(graph.unparsed),
        ...configNote(graph.resolver.problems),
        ...unsearchedNote(graph.files.problems),
      ].join("\n"),
    };
  },
});
