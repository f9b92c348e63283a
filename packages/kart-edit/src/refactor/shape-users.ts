import { isFailure } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import type { FileText } from "../change/file-text.ts";
import { declaresAt } from "../planning/members/member-names.ts";

/**
 * Files that may take a type with a member for another type with a member of that name, though they write neither the name
 * nor the types: `draw(makeCircle())`. They import both sides, straight or through others; the nearest come first.
 *
 * @param changing files with declarations of the member that change
 * @param keeping files with declarations of the name that stay
 */
export function sharingShape(graph: ModuleGraph, changing: readonly string[], keeping: readonly string[]): string[] {
  const [here, there] = [stepsTo(graph, changing), stepsTo(graph, keeping)];
  const far = (path: string) => (here.get(path) ?? 0) + (there.get(path) ?? 0);
  return [...here.keys()].filter((path) => there.has(path)).sort((a, b) => far(a) - far(b));
}

/** Whether a text declares members of a name that change, and any that stay. One that does not parse may do both. */
export function membersNamed(
  { parsed: symbols, text }: FileText,
  name: string,
  isChanged: (offset: number) => boolean,
): { readonly changes: boolean; readonly stays: boolean } {
  if (symbols === undefined) return { changes: false, stays: false };
  if (isFailure(symbols)) return { changes: true, stays: true };
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, "gu");
  const found = Array.from(text.matchAll(word), ({ index }) => index).filter((start) =>
    [...nodesIn(symbols.parsed.program, { start, end: start + 1 })].some(
      (node, index, around) => around[index - 1]?.type !== "ObjectPattern" && declaresAt(node, start),
    ),
  );
  return { changes: found.some(isChanged), stays: !found.every(isChanged) };
}
