import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import * as z from "zod";
import { rowText } from "../change/shown-rows.ts";
import type { MentionGroup, Mentions } from "../refactor/rename/mentions-of.ts";
import type { Renamed } from "../refactor/rename/rename-symbol.ts";
import type { EditServices } from "../services.ts";
import { filesDiff } from "./files-answer.ts";
import { file, line, options, symbol, WRITES } from "./parameters.ts";
import { warningRows } from "./warning-rows.ts";

export const rename = defineTool({
  name: "kart_rename",
  title: "Rename a symbol everywhere",
  description:
    "Rename a symbol in all packages: imports, JSX, overrides, `{ a }` to `{ a: b }`; locals and labels too. Refused where the name is taken or (unless `force`) types break. Comments and strings are listed.",
  input: z.strictObject({
    file: file.describe("Where it is declared"),
    symbol: symbol.describe("`parse`, `Router.match`, `f[1]`; a local: `f.count`"),
    newName: z.string().min(1).max(500),
    line,
    force: z.boolean().default(false),
    // Of diagnostics there are none to leave out, but whoever passes `lint` may pass it to all that write.
    ...options,
  }),
  output: z.object({
    success: z.boolean(),
    files: z.array(z.object({ path: z.string(), edits: z.int() })),
    totalEdits: z.int(),
    diff: z.string(),
    complete: z.boolean(),
    mentions: z.array(z.object({ path: z.string(), line: z.int(), text: z.string(), hash: z.string().optional() })),
    totalMentions: z.int(),
    warnings: z.array(z.string()),
  }),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const { renameSymbol } = await import("../refactor/rename/rename-symbol.ts");
    return answer(await renameSymbol(args, context), args.dryRun, context.services);
  },
});

function answer(renamed: Renamed, dryRun: boolean, services: EditServices) {
  const { old, fresh, member = old, files, complete, mentions, warnings } = renamed;
  const totalEdits = files.reduce((sum, { edits }) => sum + edits.length, 0);
  const diff = filesDiff(files, dryRun, services);
  const where = `${count(totalEdits, "edit")} in ${count(files.length, "file")}`;
  const names = `\`${escapeInvisible(member)}\` to \`${escapeInvisible(fresh)}\``;
  return {
    structured: {
      success: true,
      files: files.map(({ path, edits }) => ({ path, edits: edits.length })),
      totalEdits,
      diff,
      complete,
      mentions: mentionData(mentions, dryRun),
      totalMentions: mentions.total,
      warnings: [...warnings],
    },
    text: [
      `renamed ${names}: ${where}${complete ? "" : ", INCOMPLETE"}${dryRun ? " (dry run, nothing written)" : ""}`,
      diff,
      ...warningRows(warnings),
      ...mentionRows(mentions, dryRun),
    ].join("\n"),
  };
}

/** Longest line of a mention shown where it is no anchor, in UTF-16 units. */
const MAX_TEXT = 120;
/** Mentions in the data of an answer. */
const MAX_DATA = 20;

function mentionData({ strings, others }: Mentions, dryRun: boolean) {
  return [strings, others]
    .flatMap(({ shown, named }) => [
      ...shown.flatMap(({ path, rows }) =>
        rows.map(({ line: at, hash, text }) => ({ path, line: at, text, ...(hash && !dryRun && { hash }) })),
      ),
      ...named.map(({ path, line: at, text }) => ({ path, line: at, text })),
    ])
    .slice(0, MAX_DATA)
    .map((one) => ({ ...one, text: clip(escapeInvisible(one.text.trim()), MAX_TEXT) }));
}

function mentionRows({ strings, havePaths, others, isPartial }: Mentions, dryRun: boolean): string[] {
  const some = isPartial ? "At least " : "";
  const orPath = havePaths ? ", or a path to it" : "";
  const inCode = `${count(strings.total, "string in code that is the name", "strings in code that are the name")}${orPath}`;
  const other = strings.total === 0 ? ["mention", "mentions"] : ["other mention", "other mentions"];
  const spoken = count(others.total, ...(other as [string, string]));
  return [
    ...groupRows(`${some}${inCode}, not changed`, strings, dryRun),
    ...groupRows(`${some}${spoken} in comments, strings and other files, not changed`, others, dryRun),
  ];
}

/** Anchors are for lines that stand there: after a dry run none does yet. */
function groupRows(what: string, { shown, rest, named }: MentionGroup, dryRun: boolean): string[] {
  const where = `in ${count(new Set(rest.map(({ path }) => path)).size, "file")}`;
  const worth = named.length < rest.length ? ". Those that read like code" : "";
  const more = (before: string) => (named.length === 0 ? [before] : gapNote(`${before}${worth}`, linesByFile(named)));
  if (shown.length === 0) return rest.length === 0 ? [] : more(`${what}, ${where}`);
  return [
    `${what}:`,
    ...shown.flatMap(({ path, rows }) => [
      escapeName(path),
      ...rows.map((row) => (dryRun ? `${row.line}|${clip(escapeInvisible(row.text.trim()), MAX_TEXT)}` : rowText(row))),
    ]),
    ...(rest.length === 0 ? [] : more(`… and ${rest.length.toLocaleString("en-US")} more ${where}`)),
  ];
}
