import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { clip, collapse, count, escapeInvisible } from "@kart/core/text/display";
import * as z from "zod";
import type { Completion } from "../answers/completions.ts";
import type { ZoomServices } from "../services.ts";
import { column, content, line, path } from "./parameters.ts";

/** Longest type of one row of text, in UTF-16 units. */
const MAX_TYPE = 160;

export const completions = defineTool({
  name: "kart_completions",
  title: "What can be written here",
  description:
    "What the compiler would accept at a position: the members of a value with their types, or the names in scope. Put `receiver.` into `content` to learn an API without reading it.",
  input: z.strictObject({ path, line, column, content, limit: z.int().min(1).max(500).default(30) }),
  output: z.object({
    completions: z.array(
      z.object({
        label: z.string(),
        kind: z.string(),
        type: z.string(),
        documentation: z.string(),
        insertText: z.string(),
      }),
    ),
    context: z.object({ receiverType: z.string().optional(), trigger: z.string().optional() }),
    total: z.int(),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<ZoomServices>) => {
    const [sources, server, { askedPlace }, { completionsAt }] = await Promise.all([
      services.sources(),
      services.languageServerFor(args.path, signal),
      import("../source/asked-place.ts"),
      import("../answers/completions.ts"),
    ]);
    const place = askedPlace(workspace.root, sources, args);
    if (typeof place === "string")
      return { structured: { completions: [], context: {}, total: 0, truncated: false }, text: place };
    const asked = { ...place, ...(args.content !== undefined && { content: args.content }) };
    const found = await completionsAt(asked, place.file, args.limit, server, signal);
    const { completions: shown, total, receiverType, trigger } = found;
    const context = { ...(receiverType !== undefined && { receiverType }), ...(trigger !== undefined && { trigger }) };
    const truncated = shown.length < total;
    const headline = `${truncated ? `${shown.length} of ` : ""}${count(total, "completion")}${receiverType === undefined ? "" : ` of ${clip(collapse(receiverType), MAX_TYPE)}`}`;
    return {
      structured: { completions: [...shown], context, total, truncated },
      text: [headline, ...shown.map(row)].join("\n"),
    };
  },
});

/**
 * The type says the label where it knows one. What is written otherwise is shown as it is written: of a promise `rows` is no member,
 * and `(await p).rows` is.
 */
function row({ label, kind, type, documentation, insertText }: Completion): string {
  const what = type === "" ? `${kind} ${label}` : clip(collapse(type), MAX_TYPE);
  const written = clip(escapeInvisible(collapse(insertText)), MAX_TYPE);
  const named =
    written === label ? (what.includes(label) ? what : `${label}: ${what}`) : writtenAs(written, label, what);
  const [summary = ""] = documentation.split(/\n\s*\n/);
  return summary === "" ? named : `${named}  // ${clip(collapse(summary), 100)}`;
}

/** What is written, then what its type says behind its name: `Page.rows: string[]`, `Page['a-b']: 1`, `"a-b": 1`. */
function writtenAs(written: string, label: string, what: string): string {
  const name = RegExp.escape(label);
  const named = new RegExp(`^(?:(?:.*?\\.)?${name}|(?:.*?\\[)?["']${name}["']\\]?)(?=\\??[:(<])`, "u");
  return named.test(what) ? what.replace(named, () => written) : `${written}: ${what}`;
}
