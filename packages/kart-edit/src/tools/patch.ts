import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { changeAnswer, changeOutput } from "./change-answer.ts";
import { file, line, lines, options, refuseLineAlone, symbol, WRITES } from "./parameters.ts";

const chunk = z.strictObject({
  contextBefore: lines.optional().describe("Where oldLines fit several places"),
  oldLines: lines.describe("Whole lines, indentation too; [] inserts"),
  newLines: lines.describe("[] deletes"),
  contextAfter: lines.optional(),
});

export const patch = defineTool({
  name: "kart_patch",
  title: "Change lines inside a declaration",
  description:
    "Change a few lines inside one declaration (without symbol, a file) and send only those, whole: several chunks a call, all or none. Each must fit one place; add context where it does not. Safety and result as kart_replace.",
  input: z.strictObject({ file, symbol: symbol.optional(), line, chunks: z.array(chunk).min(1).max(500), ...options }),
  output: z.object({
    ...changeOutput,
    chunks: z.array(z.object({ line: z.int(), removed: z.int(), added: z.int() })),
  }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [{ changeFile }, { findTargetOrType }, { chunksOf }, { regionOf }, { planPatch }, { patchedSymbol }] =
      await Promise.all([
        import("../change/change-file.ts"),
        import("../change/find-target.ts"),
        import("../planning/lines/chunks.ts"),
        import("../planning/region.ts"),
        import("../planning/patch.ts"),
        import("../change/patched-symbol.ts"),
      ]);
    refuseLineAlone(args);
    const chunks = chunksOf(args.chunks);
    const change = await changeFile(
      { tool: "kart_patch", call: args, ...args },
      context,
      (before) => {
        const target =
          args.symbol === undefined
            ? undefined
            : findTargetOrType(before.symbols(), before.path, args.symbol, args.line);
        const { region, free } = regionOf(before.text, target);
        return { ...planPatch(before.text, chunks, region, free), target };
      },
      ({ result, target }, after) => patchedSymbol(after, result, target),
    );
    const answer = changeAnswer(change, { verb: "patched", ...change.accepted, dryRun: args.dryRun });
    return { ...answer, structured: { ...answer.structured, chunks: [...change.plan.chunks] } };
  },
});
