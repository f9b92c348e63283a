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

/** What keeps absurd values out is nothing that a model needs to read in every session. */
function leaveBoundsOut({ jsonSchema: json, path }: Overridden): void {
  delete json.minLength;
  delete json.maxLength;
  delete json.minItems;
  delete json.maxItems;
  if ((json.minimum ?? ABSURD) <= 1) delete json.minimum;
  if ((json.maximum ?? 0) >= ABSURD) delete json.maximum;
  // At the top it tells that a wrong name is an error, which holds further down too.
  if (path.length > 0 && json.additionalProperties === false) delete json.additionalProperties;
}

const ABSURD = 1_000_000;

interface Overridden {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
  readonly path: readonly (string | number)[];
}
