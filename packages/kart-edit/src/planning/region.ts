import { escapeInvisible } from "@kart/core/text/display";
import type { Span } from "@kart/core/text/span";
import { LineIndex } from "@kart/core/text/line-index";
import type { Region } from "./chunks.ts";
import { leadOf, type Target } from "./plan.ts";
import { tailOf } from "./tail.ts";

/** Where chunks may fit, and what they may change: a symbol with the comments above and behind it, or a whole file. */
export function regionOf(
  source: string,
  target: Target | undefined,
): { readonly region: Region; readonly free?: Span } {
  const lines = new LineIndex(source);
  // What follows the final line break is no line.
  const count = source === "" || /[\r\n]$/.test(source) ? lines.lineCount - 1 : lines.lineCount;
  if (target === undefined) return { region: { from: 0, to: count, name: "the file" } };
  const start = leadOf(target)?.start ?? target.span.start;
  const { end } = tailOf(target.source, undefined, target.span.end);
  return {
    region: {
      from: lines.lineAt(start) - 1,
      to: lines.lineAt(end),
      name: `\`${escapeInvisible(target.declaration.namePath)}\``,
    },
    free: { start, end },
  };
}
