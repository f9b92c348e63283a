import type { SourceLocation } from "@kart/core/language-server/locations";
import { nameSpan } from "@kart/core/syntax/name-span";
import { isBehindDot } from "@kart/core/text/words";
import type { AskedPlace } from "../source/asked-place.ts";

/**
 * The place of a declaration that the language server does not call one: of a name that is computed, or of a variable of a pattern, for
 * which it tells the property alone. Undefined for all others.
 */
export function unnamedDeclaration(place: AskedPlace): SourceLocation | undefined {
  const { path, file, declaration } = place;
  if (declaration === undefined || declaration.isImport === true) return undefined;
  // What is assigned to `exports` goes by the name of a variable too.
  const isVariable =
    /^(?:const|let|var)$/.test(declaration.kind) && !isBehindDot(file.text, declaration.nameRange.start);
  if (!isVariable && !hasComputedName(place)) return undefined;
  const { nameRange: span } = declaration;
  return { file: path.absolute, path: path.relative, span, ...file.lines.positionAt(span.start) };
}

export function hasComputedName({ file, declaration }: AskedPlace): boolean {
  return declaration !== undefined && nameSpan(file.text, declaration) === undefined;
}
