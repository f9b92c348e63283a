import { unnamedCallers } from "@kart/core/syntax/called-unnamed";
import { ownerOf, type Target } from "../planning/plan.ts";

/** A line about what calls a member by a name, its own or the one that it gets, where no code names it. */
export function unnamedCallNote({ source, declaration }: Target, name: string): string[] {
  const callers = unnamedCallers(source.declarations, declaration, name);
  if (callers === undefined) return [];
  return [`\`${name}\` is called by ${callers} without being named, and no search finds where.`];
}

/** The same of a member that goes; nothing where it is only declared, or other overloads stay. */
export function unnamedCallsLeft(target: Target): string[] {
  const kind = ownerOf(target)?.kind;
  if (target.overload !== undefined || kind === "interface" || kind === "type") return [];
  return unnamedCallNote(target, target.declaration.name);
}
