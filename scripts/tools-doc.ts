/**
 * Writes docs/tools.md from the tool definitions and from calls of every tool, and the table of docs/agents.md of what a
 * server costs a model: `bun scripts/tools-doc.ts`.
 */
import { join } from "node:path";
import { listing } from "../packages/core/src/mcp/listing.ts";
import { cochangeServer } from "../packages/kart-cochange/src/server.ts";
import { editServer } from "../packages/kart-edit/src/server.ts";
import { navServer } from "../packages/kart-nav/src/server.ts";
import { zoomServer } from "../packages/kart-zoom/src/server.ts";
import { runExamples, type ShownCall, type ShownExample } from "./tool-examples.ts";

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

/** How every tool's examples went, by its name. */
export type Examples = ReadonlyMap<string, readonly ShownExample[]>;

export async function runAllExamples(): Promise<Examples> {
  return new Map([
    ...(await runExamples(navServer)),
    ...(await runExamples(zoomServer)),
    ...(await runExamples(editServer)),
    ...(await runExamples(cochangeServer)),
  ]);
}

/** The reference of every tool, as Markdown. */
export function toolsDoc(examples: Examples): string {
  const servers = SERVERS.map(
    ({ name, summary, tools }) =>
      `## ${name}\n\n${name} ${summary}.\n\n${tools.map((tool) => toolDoc(listing(tool, true), examples)).join("\n")}`,
  );
  return `# Tools

Made from the tool definitions by \`bun scripts/tools-doc.ts\`; do not edit. The examples are calls of the real servers on
[a small shop](fixtures/shop), those that write each on a copy of its own, with the text that a model gets.

${servers.join("\n")}`;
}

function toolDoc(tool: ReturnType<typeof listing>, examples: Examples): string {
  const input = tool.inputSchema as JsonSchema;
  const parameters = Object.entries(input.properties ?? {}).map(([name, schema]) =>
    parameterRow(name, schema, input.required?.includes(name) === true),
  );
  const result = shapeOf(tool.outputSchema as JsonSchema);
  const shown = (examples.get(tool.name) ?? []).map(
    ({ calls }) => `\n\`\`\`\n${calls.map(block).join("\n\n")}\n\`\`\`\n`,
  );
  return `### ${tool.name}\n\n${tool.description}\n\n| parameter | takes | |\n| --- | --- | --- |\n${parameters.join("\n")}\n\nResult: \`${result}\`\n${shown.join("")}`;
}

function block({ call, text }: ShownCall): string {
  return `${call}\n${text}`;
}

export const AGENTS_DOC = join(import.meta.dir, "../docs/agents.md");

const TABLE_START = "<!-- costs: made by bun scripts/tools-doc.ts -->";
const TABLE_END = "<!-- end of costs -->";

/** docs/agents.md with its table of costs as it is now. Throws where the marks of the table are missing. */
export function withCosts(doc: string, examples: Examples): string {
  const start = doc.indexOf(TABLE_START);
  const end = doc.indexOf(TABLE_END);
  if (start === -1 || end < start) throw new Error(`docs/agents.md needs ${TABLE_START} and ${TABLE_END}`);
  return `${doc.slice(0, start)}${TABLE_START}\n\n${costs(examples)}\n\n${doc.slice(end)}`;
}

/** All in characters, of the JSON where it is JSON. */
function costs(examples: Examples): string {
  const rows = SERVERS.map(({ name, instructions, tools }) => {
    const calls = tools.flatMap((tool) => (examples.get(tool.name) ?? []).flatMap((example) => example.calls));
    const answers = calls.filter(({ json }) => json !== undefined);
    return [
      `\`${name}\``,
      tools.length,
      instructions.length,
      listCost(tools, false),
      listCost(tools, true),
      answers.reduce((sum, { text }) => sum + text.length, 0),
      answers.reduce((sum, { json = "" }) => sum + json.length, 0),
    ];
  });
  const head = [
    "server",
    "tools",
    "instructions",
    "`tools/list`, Claude Code",
    "`tools/list`, other clients",
    "answers to the examples, as text",
    "the same as JSON",
  ];
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.toLocaleString("en-US")).join(" | ")} |`)
    .join("\n");
}

/** The `tools` of a `tools/list`, as a client gets them. */
export function listCost(tools: readonly Parameters<typeof listing>[0][], withOutput: boolean): number {
  return JSON.stringify(tools.map((tool) => listing(tool, withOutput))).length;
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

if (import.meta.main) {
  const examples = await runAllExamples();
  await Bun.write(TOOLS_DOC, toolsDoc(examples));
  await Bun.write(AGENTS_DOC, withCosts(await Bun.file(AGENTS_DOC).text(), examples));
}
