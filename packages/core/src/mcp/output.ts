import type { ToolAnswer } from "./define-tool.ts";
import { ToolError } from "./tool-error.ts";

/** What a reply carries. `auto` decides by the client. */
export const OUTPUT_MODES = ["auto", "both", "text", "structured"] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

/** Longest text of a reply, in UTF-16 units. */
const MAX_REPLY = 40_000;

/** Most data of a reply, in bytes of JSON: the MCP SDK's clients close the connection over a message of 10 MB. */
const MAX_STRUCTURED_BYTES = 8 * 1024 * 1024;

/**
 * Some clients show a model only one of the two forms. Claude Code shows it `structuredContent` in place of the text,
 * and JSON costs a model about twice the tokens of our text: there the text goes alone.
 */
export function resolveOutput(mode: OutputMode, clientName: string | undefined): Exclude<OutputMode, "auto"> {
  if (mode !== "auto") return mode;
  return clientName === "claude-code" ? "text" : "both";
}

export interface ReplyContent {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

export function replyOf(
  answer: ToolAnswer<Record<string, unknown>>,
  output: Exclude<OutputMode, "auto">,
): ReplyContent {
  const content = output === "structured" ? [] : [{ type: "text" as const, text: capped(answer.text) }];
  return output === "text" ? { content } : { content, structuredContent: bounded(answer.structured) };
}

/** Data cannot be cut as text can: what is too much is refused. Throws `invalid_argument`. */
function bounded(structured: Record<string, unknown>): Record<string, unknown> {
  const bytes = Buffer.byteLength(JSON.stringify(structured));
  if (bytes <= MAX_STRUCTURED_BYTES) return structured;
  throw new ToolError(
    "invalid_argument",
    `The answer holds ${Math.ceil(bytes / 1024 / 1024)} MB of data, more than a client takes. Lower limit, ask for less of each (context, body), or narrow the call.`,
  );
}

/** Longest end of a reply that is kept where it is cut: there stands what an answer lacks. */
const MAX_END = 2_500;

/** Leaves out what stands before the last lines, and says so: a list that ends without a word would look complete. */
function capped(text: string): string {
  if (text.length <= MAX_REPLY) return text;
  const from = text.indexOf("\n", text.length - MAX_END);
  const end = from === -1 ? "" : text.slice(from);
  const note = `\n… cut at ${MAX_REPLY.toLocaleString("en-US")} characters of ${text.length.toLocaleString("en-US")}. Narrow the call to see the rest.`;
  const room = MAX_REPLY - note.length - end.length;
  const line = text.lastIndexOf("\n", room);
  return text.slice(0, line > room / 2 ? line : room) + note + end;
}
