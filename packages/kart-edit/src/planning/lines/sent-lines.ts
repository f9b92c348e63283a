import { ToolError } from "@kart/core/mcp/tool-error";
import { holdsLineBreak, splitLines } from "@kart/core/text/lines";
import { requireText } from "../content.ts";

/** Lines as a caller sends them: a list, or one text. */
export type SentLines = string | readonly string[];

/** Text as a caller sends it: split at its line breaks, or a list of lines. Throws `invalid_argument`. */
export function linesOf(sent: SentLines, parameter: string): readonly string[] {
  const lines = typeof sent === "string" ? splitLines(sent).map(({ text }) => text) : sent;
  for (const line of lines) {
    requireText(line, parameter);
    if (holdsLineBreak(line))
      throw new ToolError(
        "invalid_argument",
        `A line of \`${parameter}\` holds a line break. Send one item for each line.`,
      );
  }
  return lines;
}
