import type { Place } from "@kart/core/language-server/questions";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible } from "@kart/core/text/display";
import { type Span, textOf } from "@kart/core/text/span";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { Target } from "../planning/plan.ts";

/**
 * Where to ask the language server about a symbol: at the name of its declaration, inside the quotes of a quoted one.
 * Undefined for a name that is computed when the program runs.
 */
export function placeOf(path: WorkspacePath, target: Target): Place | undefined {
  const span = nameSpan(target);
  return span === undefined ? undefined : { path, offset: span.start };
}

/** The name at a symbol's declaration without quotes and brackets. */
function nameSpan({ source, declaration: { nameRange } }: Target): Span | undefined {
  const text = textOf(source.parsed.source, nameRange);
  const literal = /^(?:\[\s*)?(["'`])[^]*\1(?:\s*\])?$/.exec(text);
  if (literal !== null) {
    const quote = literal[1] as string;
    return { start: nameRange.start + text.indexOf(quote) + 1, end: nameRange.start + text.lastIndexOf(quote) };
  }
  return text.startsWith("[") ? undefined : nameRange;
}

/** The error for what goes by no name that could be looked for. */
export function nameless(target: Target, next: string): ToolError {
  const name = escapeInvisible(target.declaration.namePath);
  return new ToolError("invalid_argument", `\`${name}\` has no name of its own that others write. ${next}`);
}
