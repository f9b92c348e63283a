import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeInvisible, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import { insteadNote } from "../answers/instead-note.ts";
import { headline, referenceData, rows } from "../answers/reference-rows.ts";
import { kindsOf, symbolNode } from "../reach/symbol-node.ts";
import type { ZoomServices } from "../services.ts";
import type { AskedPlace } from "../source/asked-place.ts";
import { target } from "./parameters.ts";

/** References in the data where no limit is given, and most text then, in UTF-16 units. */
const DEFAULT_LIMIT = 200;
const SHORT_TEXT = 19_500;

export const references = defineTool({
  name: "kart_references",
  title: "Find references",
  description:
    "Every use of a symbol in all packages of the workspace, by type and not by text: grouped by file, each with the declaration around it and how it is used (call, type, jsx, import, override…). Says whether that is all. For the blast radius beyond direct uses: kart_impact.",
  input: z.strictObject({
    ...target,
    includeDefinition: z.boolean().default(false),
    limit: z.int().min(1).max(10_000).optional().describe("200, or what fits 20 kB"),
  }),
  output: z.object({
    symbol: z.string(),
    kind: z.string(),
    path: z.string().optional(),
    references: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        column: z.int(),
        context: z.string(),
        enclosing: z.string(),
        via: z.string(),
      }),
    ),
    total: z.int(),
    complete: z.boolean(),
    truncated: z.boolean(),
    /** On values of type any or as a string, and not among the references. */
    unknown: z.array(z.object({ path: z.string(), line: z.int() })).optional(),
  }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    const { workspace, services, signal } = context;
    const [
      sources,
      server,
      { declaredPlace },
      { behindImport },
      { askedName, unknownName },
      { referencesTo },
      { completenessOf },
      { unparsedAmong, withUnparsed, wordsOf },
      values,
      { calledFromOutside },
    ] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../source/declared-place.ts"),
      import("../reach/behind-import.ts"),
      import("../answers/asked-name.ts"),
      import("../reach/references.ts"),
      import("../reach/coverage.ts"),
      import("../reach/unparsed.ts"),
      import("@kart/core/language-server/uses/unknown-values"),
      import("../reach/called-from-outside.ts"),
    ]);
    const asked = await declaredPlace(context, sources, { ...args, namesakes: "each" });
    if (typeof asked === "string") return noPlace(asked);
    const graph = async () => (await services.modules()).graph(signal);
    const behind = await behindImport(asked, server, sources, graph, workspace.root, signal);
    const { place } = behind;
    const answer = await referencesTo(place, behind.alike, server, sources, workspace, signal);
    const { references: all, definitions, coverage, declaring, unknown } = answer;
    const named = await askedName(place, definitions, all, sources, server, signal);
    if (named === undefined) return noPlace(`${unknownName(place)} kart_search finds text.`);
    const { symbol, kind } = named;
    const found = all.filter(({ via }) => via !== "mention" && (args.includeDefinition || via !== "definition"));
    const mentions = all.filter(({ via }) => via === "mention").length;
    const files = new Set(found.map(({ file }) => file.path));
    const { complete: isAllTyped, notes } = withUnparsed(
      await completenessOf(coverage, declaring, files, workspace.root, services.modules, signal),
      await unparsedAmong(files.union(declaring), wordsOf([symbol]), server, sources, workspace.root, signal),
    );
    const complete = isAllTyped && behind.notes.length === 0 && values.areNone(unknown);
    const callers =
      found.length === 0 && place.declaration !== undefined
        ? await calledFromOutside(symbolNode(place.file, place.declaration), services.modules, signal)
        : [];
    const limit = args.limit ?? DEFAULT_LIMIT;
    const shown = found.slice(0, limit);
    const of = place.isElsewhere === true ? ` of ${escapeName(place.path.relative)}` : "";
    const what = `${kindsOf(kind, place.namesakes)} ${escapeInvisible(symbol)}${of}`;
    const remarks = [
      ...(mentions === 0 ? [] : [`${count(mentions, "mention")} in doc comments left out.`]),
      ...aliasNote(asked),
      ...insteadNote(place),
      ...callers,
      ...notes,
      ...behind.notes,
      ...values.unknownNotes("NOT COUNTED", unknown),
    ];
    const first = (number: number) => headline(what, found.length, files.size, number, complete, isAllTyped);
    const room = SHORT_TEXT - [first(shown.length), ...remarks].join("\n").length;
    const told = rows(shown, args.limit === undefined ? room : Infinity);
    return {
      structured: {
        symbol,
        kind,
        ...(place.isElsewhere === true && { path: place.path.relative }),
        references: shown.map(referenceData),
        total: found.length,
        complete,
        truncated: shown.length < found.length,
        ...values.unknownField(unknown, limit),
      },
      text: [first(told.number), ...told.rows, ...remarks].join("\n"),
    };
  },
});

/** By types, all names of one declaration are one. */
function aliasNote({ exportedAs, file }: AskedPlace): string[] {
  if (exportedAs === undefined) return [];
  return [
    `${escapeName(file.path)} exports it as ${escapeName(exportedAs)}: uses by its other names are among these. kart_importers (kart-nav) tells who imports that name.`,
  ];
}

function noPlace(note: string) {
  return {
    structured: { symbol: "", kind: "", references: [], total: 0, complete: false, truncated: false },
    text: note,
  };
}
