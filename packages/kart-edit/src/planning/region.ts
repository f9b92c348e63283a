import { siblingList } from "@kart/core/syntax/sibling-list";
import { escapeInvisible } from "@kart/core/text/display";
import type { Span } from "@kart/core/text/span";
import { LineIndex } from "@kart/core/text/line-index";
import type { Region } from "./lines/chunks.ts";
import { commaAfter } from "./comma.ts";
import { indentationAt, startsLine } from "./content.ts";
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
  if (target === undefined) return { region: { from: 0, to: count, name: "the file", starts: [] } };
  const start = leadOf(target)?.start ?? target.span.start;
  const end = endOf(target);
  return {
    region: {
      from: lines.lineAt(start) - 1,
      to: lines.lineAt(end),
      name: `\`${escapeInvisible(target.declaration.namePath)}\``,
      starts: [...new Set([start, target.span.start])]
        .filter((offset) => startsLine(source, offset))
        .map((offset) => ({ line: lines.lineAt(offset) - 1, indentation: indentationAt(source, offset) })),
    },
    free: { start, end },
  };
}

/** Behind the separator and the comments on the symbol's last line. */
function endOf({ source, declaration, span }: Target): number {
  const { program, comments, source: text } = source.parsed;
  if (declaration.statement === undefined) return tailOf(source, siblingList(program, span)?.kind, span.end).end;
  // Of several declarators, or elements of a pattern, the last has no comma, but may end the statement.
  if (commaAfter(text, comments, span.end) !== undefined) return tailOf(source, "object", span.end).end;
  const isLast = /^\s*;?\s*$/.test(text.slice(span.end, declaration.statement.end));
  return isLast ? tailOf(source, undefined, declaration.statement.end).end : span.end;
}
