import type { Place } from "@kart/core/language-server/questions";
import { ToolError } from "@kart/core/mcp/tool-error";
import { nameSpan } from "@kart/core/syntax/name-span";
import { escapeInvisible } from "@kart/core/text/display";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";
import type { Target } from "../planning/plan.ts";

/**
 * Where to ask the language server about a symbol: at the name of its declaration, inside the quotes of a quoted one.
 * Undefined for a name that is computed when the program runs, and for what TypeScript does not follow.
 */
export function placeOf(path: WorkspacePath, target: Target): Place | undefined {
  if (target.declaration.isUntracked === true) return undefined;
  const span = nameSpan(target.source.parsed.source, target.declaration);
  return span === undefined ? undefined : { path, offset: span.start };
}

/** The error for what goes by no name that could be looked for. */
export function nameless(target: Target, next: string): ToolError {
  const { namePath, isUntracked } = target.declaration;
  const why =
    isUntracked !== true
      ? "has no name of its own that others write"
      : "is assigned where TypeScript does not follow it";
  return new ToolError("invalid_argument", `\`${escapeInvisible(namePath)}\` ${why}. ${next}`);
}
