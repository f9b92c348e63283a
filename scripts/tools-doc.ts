/** Writes docs/tools.md from the tool definitions: `bun scripts/tools-doc.ts`. */
import { join } from "node:path";
import { listing } from "../packages/core/src/mcp/listing.ts";
import { cochangeServer } from "../packages/kart-cochange/src/server.ts";
import { editServer } from "../packages/kart-edit/src/server.ts";
import { navServer } from "../packages/kart-nav/src/server.ts";
import { zoomServer } from "../packages/kart-zoom/src/server.ts";

export const TOOLS_DOC = join(import.meta.dir, "../docs/tools.md");

export const SERVERS = [navServer, zoomServer, editServer, cochangeServer];

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The reference of every tool, as Markdown. */
export function toolsDoc(): string {
  const servers = SERVERS.map(
    ({ name, summary, tools }) =>
      `## ${name}\n\n${name} ${summary}.\n\n${tools.map((tool) => toolDoc(listing(tool, true))).join("\n")}`,
  );
  return `# Tools\n\nMade from the tool definitions by \`bun scripts/tools-doc.ts\`; do not edit.\n\n${servers.join("\n")}`;
}

function toolDoc(tool: ReturnType<typeof listing>): string {
  const input = tool.inputSchema as JsonSchema;
  const parameters = Object.entries(input.properties ?? {}).map(([name, schema]) =>
    parameterRow(name, schema, input.required?.includes(name) === true),
  );
  const result = shapeOf(tool.outputSchema as JsonSchema);
  return `### ${tool.name}\n\n${tool.description}\n\n| parameter | takes | |\n| --- | --- | --- |\n${parameters.join("\n")}\n\nResult: \`${result}\`\n`;
}

function parameterRow(name: string, schema: JsonSchema, isRequired: boolean): string {
  const note = [isRequired && schema.default === undefined ? "required" : "", schema.description ?? ""]
    .filter((part) => part !== "")
    .join(". ");
  const initial = schema.default === undefined ? "" : ` = ${JSON.stringify(schema.default)}`;
  return `| \`${name}\`${initial} | ${shapeOf(schema).replaceAll("|", "\\|")} | ${note} |`;
}

function shapeOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(shapeOf).join(" | ");
  if (schema.type === "array") return `[${shapeOf(schema.items ?? {})}]`;
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const mark = schema.required?.includes(name) === true ? "" : "?";
      return field.type === "object" || field.type === "array" ? `${name}${mark}: ${shapeOf(field)}` : `${name}${mark}`;
    });
    return `{ ${fields.join(", ")} }`;
  }
  if (schema.type === "integer" && schema.maximum !== undefined && schema.minimum !== undefined)
    return `integer ${schema.minimum} to ${schema.maximum}`;
  return schema.type ?? "any";
}

if (import.meta.main) await Bun.write(TOOLS_DOC, toolsDoc());
