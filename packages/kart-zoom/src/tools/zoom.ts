import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { ZoomServices } from "../services.ts";
import type { ReExport } from "../outline/module-exports.ts";
import { path, symbol } from "./parameters.ts";

const outlined = z.object({
  name: z.string(),
  namePath: z.string(),
  kind: z.string(),
  signature: z.string(),
  doc: z.string(),
  exported: z.boolean(),
  line: z.int(),
  endLine: z.int(),
  from: z.string().optional(),
  get children() {
    return z.array(outlined).optional();
  },
});

const reExport = z.object({
  specifier: z.string(),
  path: z.string().optional(),
  from: z.string().optional(),
  names: z.array(z.string()),
});

export const zoom = defineTool({
  name: "kart_zoom",
  title: "Outline a file, folder or symbol",
  description:
    "What does this module offer? Its exports as TypeScript declarations with full types (inferred ones too), docs and lines, bodies left out; cheaper than reading the file. Level 1 adds what is not exported, 2 is the source. A folder gives each of its files; `symbol` one declaration.",
  input: z.strictObject({
    path: path.describe("Source file or folder"),
    level: z.literal([0, 1, 2]).default(0),
    symbol: symbol.optional(),
  }),
  output: z.object({
    path: z.string(),
    level: z.int(),
    symbols: z.array(outlined),
    reExports: z.array(reExport).optional(),
    truncated: z.boolean(),
    files: z.array(z.object({ path: z.string(), symbols: z.array(outlined) })).optional(),
    text: z.string().optional(),
    notes: z.array(z.string()).optional(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<ZoomServices>) => {
    const { level, symbol: name } = args;
    const place = workspace.root.prove(args.path);
    if (place.kind === "folder" && (level !== 0 || name !== undefined))
      throw new ToolError(
        "invalid_argument",
        `${escapeName(place.relative)} is a folder, which has level 0 alone. Name a file in it.`,
      );
    const [sources, { Zoom, gapRows }, { fitFile, fitFolder, MAX_SYMBOL }, { sourceAnswer }] = await Promise.all([
      services.parsed(),
      import("../outline/zoom.ts"),
      import("../outline/fit.ts"),
      import("../outline/source-answer.ts"),
    ]);
    const question = new Zoom(workspace, services, sources, signal);
    const about = { path: place.relative, level };
    if (level === 2) {
      const { text, data, truncated, symbols } = await sourceAnswer(place, name, question);
      return { structured: { ...about, symbols, truncated, text: data }, text };
    }
    if (place.kind === "folder") {
      const { sections, gaps } = await question.exportsIn(place);
      const { text, truncated, symbols } = fitFolder(place.relative, sections);
      const notes = gapRows(gaps);
      const files = sections.map(({ path: file }, index) => ({ path: file, symbols: [...(symbols[index] ?? [])] }));
      const none =
        sections.length === 0
          ? [`// No source file in ${escapeName(place.relative)} exports anything, tests left out.`]
          : [];
      return {
        structured: { ...about, symbols: [], truncated, files, ...(notes.length > 0 && { notes }) },
        text: [...none, ...(text === "" ? [] : [text]), ...notes].join("\n"),
      };
    }
    const { sections, gaps } =
      name !== undefined
        ? await question.symbol(place, name)
        : level === 0
          ? await question.exportsOf(place)
          : await question.declarationsOf(place);
    const [section] = sections;
    if (section === undefined) throw new Error("an outline has a section");
    const { text, truncated, symbols } = fitFile(section, level === 1, name === undefined ? undefined : MAX_SYMBOL);
    const notes = gapRows(gaps);
    return {
      structured: {
        ...about,
        path: section.path,
        symbols: [...(symbols[0] ?? [])],
        ...(section.reExports.length > 0 && { reExports: section.reExports.map(withoutLine) }),
        truncated,
        ...(notes.length > 0 && { notes }),
      },
      // Of what does not parse nothing is known.
      text: [
        text,
        ...(gaps.unparsed.length > 0
          ? []
          : emptyNote(section.blocks.length + section.reExports.length, level, gaps.isOpen)),
        ...notes,
      ].join("\n"),
    };
  },
});

function emptyNote(total: number, level: number, isOpen = false): string[] {
  if (total > 0) return [];
  if (level === 1) return ["// It declares nothing."];
  return [`// ${isOpen ? "No export of it is plain to see" : "It exports nothing"}; level 1 shows what it declares.`];
}

function withoutLine({ specifier, path: file, from, names }: ReExport): z.infer<typeof reExport> {
  return { specifier, ...(file && { path: file }), ...(from && { from }), names: [...names] };
}
