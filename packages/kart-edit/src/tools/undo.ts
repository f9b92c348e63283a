import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { WRITES } from "./parameters.ts";

export const undo = defineTool({
  name: "kart_undo",
  title: "Take back edits",
  description:
    "Take back the last edits made by these tools, newest first, byte for byte; an edit of several files as one. Refused where a file has changed since.",
  input: z.strictObject({ steps: z.int().min(1).max(50).default(1) }),
  output: z.object({
    undone: z.array(z.object({ tool: z.string(), paths: z.array(z.string()) })),
    remaining: z.int(),
  }),
  hints: WRITES,
  handler: async ({ steps }, context: ToolContext<EditServices>) => {
    const { undoEdits } = await import("../change/undo-edits.ts");
    const { undone, warnings } = await undoEdits(steps, context);
    const remaining = context.services.history.size;
    const rows = undone.map(
      ({ tool, files }) => `took back ${tool}: ${files.map(({ path }) => escapeName(path)).join(", ")}`,
    );
    return {
      structured: {
        undone: undone.map(({ tool, files }) => ({ tool, paths: files.map(({ path }) => path) })),
        remaining,
      },
      text: [
        ...rows,
        ...warnings.map((warning) => `WARNING: ${warning}`),
        `${count(remaining, "edit")} left to take back`,
      ].join("\n"),
    };
  },
});
