import { defineTool, type ToolContext } from "@kart/core/mcp/define-tool";
import * as z from "zod";
import type { EditServices } from "../services.ts";
import { changeAnswer, changeOutput } from "./change-answer.ts";
import { content, file, line, options, symbol, WRITES } from "./parameters.ts";

export const replace = defineTool({
  name: "kart_replace",
  title: "Replace a declaration",
  description:
    "Replace a whole declaration (function, class, type, const, method, enum member…) by name, without reading or quoting the old text. The file must parse and every other symbol survive, or nothing is written. Returns the diff with anchors and the problems it made (oxlint, types).",
  input: z.strictObject({
    file,
    symbol,
    content: content.describe(
      "The new declaration, with decorators and `export`; a JSDoc in it takes the old one's place, without one that stays",
    ),
    line: line.describe("A line of it, where the name is not unique"),
    ...options,
  }),
  output: z.object(changeOutput),
  hints: WRITES,
  handler: async (args, context: ToolContext<EditServices>) => {
    const [
      { changeFile },
      { findReplaced },
      { replacementOf, replacementWarnings },
      { planReplacement },
      { requireContent },
    ] = await Promise.all([
      import("../change/change-file.ts"),
      import("../change/find-target.ts"),
      import("../change/replacement-of.ts"),
      import("../planning/replace.ts"),
      import("../planning/content.ts"),
    ]);
    requireContent(args.content);
    const change = await changeFile(
      { tool: "kart_replace", call: args, ...args },
      context,
      (opened) => {
        const target = findReplaced(opened, args.symbol, args.line, args.content);
        return { ...planReplacement(opened.oxc, opened.path, target, args.content), target };
      },
      ({ result, target }, after) => {
        const symbols = after.symbols();
        const written = replacementOf(symbols, result, target);
        return { written, lines: symbols.parsed.lines, warnings: replacementWarnings(target, written, symbols) };
      },
    );
    const { written, lines, warnings } = change.accepted;
    return changeAnswer(change, {
      verb: "replaced",
      symbol: written.declaration.namePath,
      startLine: lines.lineAt(written.span.start),
      endLine: lines.lineAt(written.span.end),
      dryRun: args.dryRun,
      warnings,
    });
  },
});
