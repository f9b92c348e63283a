import { resolveNamePath } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { givesVariable } from "@kart/core/syntax/common-js/gives-variable";
import { isBehindDot } from "@kart/core/text/words";
import { findTarget } from "../../change/find-target.ts";
import { ownerOf, type Target } from "../../planning/plan.ts";

/**
 * The declarations that a name path means: one, or all that share their name and what they stand in, such as a type and a
 * value, or a getter and its setter. Whether those are one symbol is for the language server to say.
 *
 * Throws as `findTarget`.
 */
export function renameTargets(source: SourceSymbols, path: string, symbol: string, line: number | undefined): Target[] {
  const resolution = resolveNamePath(source.declarations, symbol, source.parsed.lines, line);
  if (resolution.status === "ambiguous" && resolution.candidates.length > 1) {
    const targets = resolution.candidates.map((declaration): Target => ({
      source,
      declaration,
      span: declaration.span,
    }));
    const [first, ...others] = targets as [Target, ...Target[]];
    const isAlike = ({ declaration: { namePath } }: Target) => namePath === first.declaration.namePath;
    const isOne = isOfExports(first);
    if (others.every((one) => isAlike(one) && ownerOf(one) === ownerOf(first) && isOfExports(one) === isOne))
      return targets;
  }
  return [findTarget(source, path, symbol, line)];
}

/** Whether it is what CommonJS exports by the name, `exports.name = () => 1`: to the file itself a variable of that name is another. */
function isOfExports({ source: { parsed }, declaration }: Target): boolean {
  if (declaration.name !== declaration.namePath) return false;
  return isBehindDot(parsed.source, declaration.nameRange.start) && !givesVariable(parsed.source, declaration);
}
