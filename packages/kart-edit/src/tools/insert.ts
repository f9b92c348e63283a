import type { ToolAnswer, ToolContext } from "@kart/core/mcp/define-tool";
import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import * as z from "zod";
import type { Side } from "../planning/insert.ts";
import type { EditServices } from "../services.ts";
import { changeAnswer, type ChangeData } from "./change-answer.ts";
import { content, file, line, options, refuseLineAlone, symbol } from "./parameters.ts";

/** What kart_insert_before and kart_insert_after take. */
export const insertInput = z.strictObject({ file, symbol: symbol.optional(), content, line, ...options });

type InsertArguments = z.output<typeof insertInput>;

/** Puts content beside a symbol, or at an end of the file. */
export async function insert(
  tool: string,
  side: Side,
  args: InsertArguments,
  context: ToolContext<EditServices>,
): Promise<ToolAnswer<ChangeData>> {
  const [{ changeFile }, { findInCode }, { planFileInsertion, planInsertion }, { requireContent }] = await Promise.all([
    import("../change/change-file.ts"),
    import("../change/find-target.ts"),
    import("../planning/insert.ts"),
    import("../planning/content.ts"),
  ]);
  requireContent(args.content);
  refuseLineAlone(args);
  const change = await changeFile(
    { tool, call: args, ...args },
    context,
    (before) => {
      const symbols = before.symbols();
      if (args.symbol === undefined)
        return { ...planFileInsertion(before.oxc, before.path, symbols, side, args.content), target: undefined };
      const target = findInCode(symbols, before.path, args.symbol, args.line, NEXT);
      return { ...planInsertion(before.oxc, before.path, target, side, args.content), target };
    },
    ({ result }, after) => linesOf(after.text, result),
  );
  const name = change.plan.target?.declaration.namePath;
  return changeAnswer(change, {
    verb: name === undefined ? `inserted at the ${side === "before" ? "top" : "end"}` : `inserted ${side}`,
    ...(name === undefined ? {} : { symbol: name }),
    ...change.accepted,
    dryRun: args.dryRun,
  });
}

const NEXT = "Name a symbol of the code beside it, or put it there with kart_edit.";

/** The 1-based lines of what stands in a span, white space around it left out. */
function linesOf(text: string, { start, end }: Span): { readonly startLine: number; readonly endLine: number } {
  const written = text.slice(start, end);
  const lines = new LineIndex(text);
  return {
    startLine: lines.lineAt(start + written.length - written.trimStart().length),
    endLine: lines.lineAt(start + written.trimEnd().length),
  };
}
