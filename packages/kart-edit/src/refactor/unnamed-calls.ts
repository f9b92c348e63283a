import { unnamedCallers } from "@kart/core/syntax/called-unnamed";
import { isTakenByJsx } from "@kart/core/syntax/module-records/jsx-runtime";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible } from "@kart/core/text/display";
import { ownerOf, type Target } from "../planning/plan.ts";

/** A line about what calls a member by a name, its own or the one that it gets, where no code names it. */
export function unnamedCallNote({ source, declaration }: Target, name: string): string[] {
  if (isTakenByJsx(declaration, name)) return [`\`${escapeInvisible(name)}\` ${TAKEN}.`];
  const callers = unnamedCallers(source.declarations, declaration, name);
  if (callers === undefined) return [];
  return [`\`${name}\` is called by ${callers} without being named, and no search finds where.`];
}

/** The same of a member that goes; nothing where it is only declared, or other overloads stay. */
export function unnamedCallsLeft(target: Target): string[] {
  const { declaration } = target;
  if (isTakenByJsx(declaration, declaration.name)) return unnamedCallNote(target, declaration.name);
  const kind = ownerOf(target)?.kind;
  if (target.overload !== undefined || kind === "interface" || kind === "type") return [];
  return unnamedCallNote(target, declaration.name);
}

const TAKEN = "is taken by JSX without being named, and no search finds by which elements";

/** Throws `still_referenced` for what JSX takes by its name: without it each element is an error, or of any type. */
export function refuseTakenByJsx({ declaration }: Target): void {
  if (!isTakenByJsx(declaration, declaration.name)) return;
  throw new ToolError(
    "still_referenced",
    `No code names \`${escapeInvisible(declaration.namePath)}\`, but it ${TAKEN}. Pass force: true to delete it.`,
  );
}
