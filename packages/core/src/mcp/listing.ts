import type { Tool as ToolListing } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Tool } from "./define-tool.ts";

/**
 * A tool as `tools/list` shows it. The build puts the finished listings in the place of this file: making them from
 * schemas takes a tenth of the time from spawn to `tools/list`.
 */
export function listing(tool: Tool<never>, withOutput: boolean): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, "input"),
    ...(withOutput ? { outputSchema: jsonSchema(tool.output, "output") } : {}),
    annotations: { ...tool.hints },
  };
}

function jsonSchema(schema: z.ZodObject, io: "input" | "output"): ToolListing["inputSchema"] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, override: leaveBoundsOut });
  return json as ToolListing["inputSchema"];
}

/** How long a text or list may be keeps absurd ones out, and is nothing that a model needs to read in every session. */
function leaveBoundsOut({ jsonSchema: json }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete json.maxLength;
  delete json.maxItems;
}
