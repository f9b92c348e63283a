import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import { entriesWithoutSource } from "@kart/core/modules/entries-without-source";
import type { EntryPoint } from "@kart/core/modules/entry-points";
import type { NavServices } from "../services.ts";
import type { UnseenUse } from "../unused/unseen-uses.ts";
import { configNote, unparsedNote, unresolvedNote, unresolvedPaths } from "./notes.ts";
import { limit, path } from "./parameters.ts";

const unusedExport = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.string(),
  line: z.int(),
  usedInFile: z.literal(true).optional(),
  passedOnBy: z.string().optional(),
});

export const unusedExports = defineTool({
  name: "kart_unused_exports",
  title: "Exports that nothing imports",
  description:
    "Which exports does nothing in the workspace import? Package entry points, config files, scripts and tests count as users and are named in the answer. Candidates for deletion first, then those that their own file uses, where only `export` is needless.",
  input: z.strictObject({ path: path("File or folder to report on").default("."), limit: limit(200) }),
  output: z.object({
    unused: z.array(unusedExport),
    total: z.int(),
    totalExports: z.int(),
    entryPoints: z.array(z.string()),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<NavServices>) => {
    const folder = workspace.root.prove(args.path);
    if (workspace.ignoreRules().ignores(folder.relative, folder.kind === "folder"))
      throw new ToolError(
        "invalid_argument",
        `git ignores ${escapeName(folder.relative)}, whose exports are not read. Name a path that it tracks.`,
      );
    const [index, ask, { listedExports }, { mayTake }] = await Promise.all([
      services.modules(),
      import("../unused/unused-exports.ts"),
      import("../unused/listed-exports.ts"),
      import("../unused/unseen-uses.ts"),
    ]);
    const graph = await index.graph(signal);
    const prefix = `${folder.relative}/`;
    const isWithin = (file: string) => folder.relative === "." || file === folder.relative || file.startsWith(prefix);
    const { packages } = graph.resolver;
    const asked = packages.packageOf(folder.kind === "file" ? folder.relative : `${prefix}file`);
    const concerns = (file: string) => isWithin(file) || packages.packageOf(file) === asked;
    const result = await ask.unusedAndUnnamed(workspace, graph, isWithin, signal);
    const shown = await listedExports(workspace, await services.declarations(), result.unused, args.limit, signal);
    const total = result.unused.length;
    return {
      structured: {
        unused: shown,
        total,
        totalExports: result.totalExports,
        entryPoints: result.entryPoints.map(({ path: entry }) => entry),
        truncated: total > shown.length,
      },
      text: [
        `${total} of ${count(result.totalExports, "export")} unused in ${count(graph.nodes.size, "file")}${total > shown.length ? `; ${shown.length} shown, raise limit or name a path` : ""}`,
        ...rows(shown.filter(({ usedInFile }) => usedInFile !== true)),
        ...neededInside(
          shown.filter(({ usedInFile }) => usedInFile === true),
          graph.resolver.configs.all().some(({ declares }) => declares === true),
        ),
        entryPointNote(result.entryPoints, concerns),
        ...declarationNote(result.declarationFiles),
        ...gapNote("MAY use any of them, by a specifier computed at run time", [
          ...new Set(result.computed.map(({ path: at, line }) => `${at}:${line}`)),
        ]),
        ...gapNote(
          "NOT LOOKED AT: exports that others may take unseen",
          result.unseen.map(({ path: file, why, by = "" }) => `${file} (${UNSEEN[why](by)})`),
        ),
        ...gapNote("NO SOURCE KNOWN for entry points, whose exports may stand here", entriesWithoutSource(graph)),
        ...unresolvedNote("use any of them", unresolvedPaths(graph), mayTake(graph, result.unused)),
        ...unparsedNote(graph.unparsed),
        ...configNote(graph.resolver.problems),
        ...unsearchedNote(graph.files.problems),
      ].join("\n"),
    };
  },
});

/** Not a line where there are none. */
function declarationNote(files: number): string[] {
  if (files === 0) return [];
  return [
    `NOT LOOKED AT: the exports of ${count(files, "declaration file")}; kart_importers tells who takes one of them`,
  ];
}

/** Why it cannot be told what is taken of a module. */
const UNSEEN: Record<UnseenUse["why"], (by: string) => string> = {
  "handed-on": () => "hands its exports on",
  named: (by) => `a string in ${by} names it`,
  unresolved: (by) => `may be what ${by} imports, which leads nowhere`,
  computed: (by) => `may be loaded by ${by} alone`,
};

/** Exports of one file stand under its name. */
function rows(unused: readonly z.infer<typeof unusedExport>[]): string[] {
  return unused.flatMap(({ path: file, name, kind, line, passedOnBy }, place) => {
    const by = passedOnBy === undefined ? "" : `, passed on by ${escapeName(passedOnBy)}`;
    const text = `${line} ${kind} ${escapeName(name)}${by}`;
    return unused[place - 1]?.path === file ? [text] : [escapeName(file), text];
  });
}

/**
 * Of these the `export` alone is of no use.
 *
 * @param areDeclared whether the types of what is exported are written down: of what is inferred from a type these need its name
 */
function neededInside(used: readonly z.infer<typeof unusedExport>[], areDeclared: boolean): string[] {
  if (used.length === 0) return [];
  const hasTypes = areDeclared && used.some(({ kind }) => kind === "interface" || kind === "type");
  const doubt = hasTypes ? " (types may be needed by what `declaration` writes of other files: TS4023, TS4082)" : "";
  return [`Exported needlessly, USED in their own file${doubt}:`, ...rows(used)];
}

/** Entry points named before the rest is counted. */
const MAX_ENTRIES = 10;

/** Tests are many and known by their names: they are counted, as are those of other packages than the one asked about. */
function entryPointNote(all: readonly EntryPoint[], concerns: (file: string) => boolean): string {
  const entries = all.filter(({ path: entry }) => concerns(entry));
  const elsewhere = all.length - entries.length;
  const tests = entries.filter(({ reason }) => reason === "test").length;
  const others = entries.filter(({ reason }) => reason !== "test");
  const named = others.slice(0, MAX_ENTRIES).map(({ path: entry, reason }) => `${escapeName(entry)} (${reason})`);
  const more = others.length > MAX_ENTRIES ? [`${others.length - MAX_ENTRIES} more`] : [];
  const counted = tests > 0 ? [count(tests, "test file")] : [];
  const outside = elsewhere > 0 ? [`${elsewhere} in other packages`] : [];
  const listed = [...named, ...more, ...counted, ...outside];
  return `Entry points, whose exports count as used: ${listed.length === 0 ? "none found" : listed.join(", ")}`;
}
