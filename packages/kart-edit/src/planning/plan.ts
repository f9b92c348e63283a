import { type Declaration, isValueMember, ownerOf as ownerAmong } from "@kart/core/syntax/declaration";
import type { SymbolMatch } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Span } from "@kart/core/text/span";
import type { TextEdits } from "@kart/core/text/text-edit";

/** A change of one file, worked out and not yet made. All offsets are UTF-16 units of the old text. */
export interface Plan {
  readonly edits: TextEdits;
  /**
   * What the edits may change; everything else must survive. Absent where that is all that they touch, `all` where a file
   * that parsed must only parse again.
   */
  readonly free?: Span | "all";
  /** Where what was written stands, in the new text. */
  readonly result: Span;
  /** Things done that the caller did not spell out. */
  readonly warnings: readonly string[];
  /** Other plans, of which one is taken where this one's result does not parse and only that one's does. */
  readonly repairs?: () => readonly Plan[];
}

/** A symbol of a file that parses. */
export interface Target extends SymbolMatch {
  /** Nested members are among its declarations where the symbol was looked for among these. */
  readonly source: SourceSymbols;
  readonly isNested?: boolean;
  /** All that the name path could mean, where the content's kind told which of them it does. */
  readonly meantAmong?: readonly Declaration[];
  /** Where a comment declares it: whether that declares nothing else, so that the span is all of it. */
  readonly inComment?: "alone" | "shared";
}

/** The symbol whose member this is. */
export function ownerOf({ source, declaration }: Target): Declaration | undefined {
  return ownerAmong(source.declarations, declaration);
}

/** Whether the symbol is a member of values: of a class or an object, or of their types. */
export function isMemberOfValues({ source, declaration }: Target): boolean {
  return isValueMember(source.declarations, declaration);
}

/** Whether the symbol is an export of its module, by a declaration of the top level or in `module.exports = { … }`. */
export function isExport({ source, declaration }: Target): boolean {
  const holder = source.declarations.find(({ children }) => children.includes(declaration));
  return declaration.exported && (source.declarations.includes(declaration) || holder?.holdsExports === true);
}

/** The comments attached above the declaration, above the one overload that is meant, or above one of several declarators. */
export function leadOf({ source, span, inComment }: Target): Span | undefined {
  return inComment === undefined ? source.leads.before(span.start) : undefined;
}
