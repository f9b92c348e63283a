import type { Tool, ToolContext } from "@kart/core/mcp/define-tool";
import { escapeInvisible } from "@kart/core/text/display";
import type { EditServices } from "../services.ts";
import { warningRows } from "./warning-rows.ts";

/**
 * The tool, run only when what a killed server left is taken back. The first answer says what that was: in its text, and in
 * its warnings where it has any.
 */
export function afterRecovery(tool: Tool<EditServices>): Tool<EditServices> {
  const handler = async (args: never, context: ToolContext<EditServices>) => {
    const notes = await context.services.recovered();
    const { structured, text } = await tool.handler(args, context);
    if (notes.length === 0) return { structured, text };
    const told = notes.splice(0).map((note) => escapeInvisible(note));
    const warnings = structured["warnings"];
    return {
      structured: Array.isArray(warnings)
        ? { ...structured, warnings: [...told, ...(warnings as string[])] }
        : structured,
      text: [...warningRows(told), text].join("\n"),
    };
  };
  return { ...tool, handler };
}
