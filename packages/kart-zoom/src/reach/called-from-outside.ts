import { calledByFramework, mayBeFrameworkEntry } from "@kart/core/modules/entry-points";
import { isFrameworkMember, mayBeFrameworkMember } from "@kart/core/modules/framework-members";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { usersOutsideIn } from "@kart/core/modules/public-entries";
import { namesLeadingTo } from "@kart/core/syntax/declaration";
import { decoratorsOf } from "@kart/core/syntax/decorators";
import type { SymbolNode } from "./symbol-node.ts";

/** What may use a symbol without naming it: the framework whose file it stands in, its decorators. In words of an answer. */
export async function calledFromOutside(
  { path, symbol }: SymbolNode,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<string[]> {
  if (symbol === undefined) return [];
  const { file, declaration } = symbol;
  const decorators = file.isInComment(declaration.span) ? [] : decoratorsOf(file.text, declaration);
  const decorated = decorators.length === 0 ? [] : [`Decorated with ${decorators.join(", ")}, which may call it.`];
  if (!mayBeFrameworkEntry(path) && !mayBeFrameworkMember(declaration.name)) return decorated;
  const graph = await (await modules()).graph(signal);
  const { declarations } = file.outline;
  if (!declarations.includes(declaration))
    return isFrameworkMember(graph, path, { declarations, text: file.text }, declaration)
      ? [MEMBER, ...decorated]
      : decorated;
  return calledByFramework(graph, path, declaration).length > 0 ? [ENTRY, ...decorated] : decorated;
}

const ENTRY = "An entry point of the framework: called by its name from outside.";
const MEMBER = "The framework reads or gives it by its name.";

/** Through which entry point of a package users outside the workspace come by a symbol, or by what it is a member of. In words of an answer. */
export async function usedFromOutside(
  { path, symbol }: SymbolNode,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<string[]> {
  if (symbol?.declaration.exported !== true) return [];
  const { names } = namesLeadingTo(symbol.file.outline.declarations, symbol.declaration);
  return usersOutsideIn(await modules(), path, names, signal);
}
