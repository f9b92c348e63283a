import type { Declaration, SymbolKind } from "@kart/core/syntax/declaration";
import { Leads } from "@kart/core/syntax/comments/lead";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import type { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import type { Piece } from "./pieces.ts";
import { overloadTags } from "./overload-tags.ts";
import { Slices } from "./slices.ts";

/** One declaration of an outline: what it is, without how. Lines are 1-based. */
export interface Outlined {
  readonly name: string;
  readonly namePath: string;
  /** `signature` for call, construct and index signatures, which have no name. */
  readonly kind: SymbolKind | "signature";
  readonly exported: boolean;
  /** `private` or `#private`: nothing to those who import the module. */
  readonly isPrivate: boolean;
  /** One, or one for each overload. Without `export`, `declare` and the `;`. */
  readonly signatures: readonly Signature[];
  /** The JSDoc comment above, as it stands there; empty where there is none. */
  readonly doc: string;
  readonly line: number;
  readonly endLine: number;
  /** What stands in braces behind the signature. */
  readonly children?: readonly Outlined[];
  /** Only the members that were asked for stand in it. */
  readonly isNarrowed?: true;
  /** The symbol it shows; absent where there is none. */
  readonly declaration?: Declaration;
  /** The comment that declares it, where that is what does. */
  readonly comment?: Span;
  /** Other outlines say all that it does: `module.exports = { … }`, of which each member is an export. */
  readonly isSpelledOut?: true;
  /** What its text calls it, where that cannot be its name. */
  readonly local?: string;
  /** How importers name it, where the declaration is no statement of its own that could be exported: an unnamed default. */
  readonly exportAs?: "export default" | "export =" | "export * as";
}

export interface Signature {
  readonly pieces: readonly Piece[];
  readonly line: number;
  /** The JSDoc comment above, of an overload behind the first. */
  readonly doc?: string;
}

/** A parsed file, as those who outline it read it. */
export class OutlineSource {
  readonly slices: Slices;
  readonly lines: LineIndex;
  /** Types stand in comments, where syntax does not see them. */
  readonly isJavaScript: boolean;
  /** Variables of a CommonJS module that stand for its exports. */
  readonly exportsNames: ReadonlySet<string>;
  readonly #parsed: ParsedSource;
  readonly #declarations = new Map<number, Declaration>();
  #leads: Leads | undefined;

  constructor(parsed: ParsedSource, declarations: readonly Declaration[]) {
    this.#parsed = parsed;
    this.slices = new Slices(parsed.source);
    this.lines = parsed.lines;
    this.isJavaScript = parsed.language === "js" || parsed.language === "jsx";
    this.exportsNames = new Set(declarations.flatMap((one) => (one.isExports === true ? one.name : [])));
    this.#note(declarations);
  }

  /** The symbol whose name stands at an offset. */
  declarationAt(nameStart: number): Declaration | undefined {
    return this.#declarations.get(nameStart);
  }

  /** Whether a comment tells the type of the symbol whose name stands at an offset. */
  hasTypeTag(nameStart: number): boolean {
    const declaration = this.declarationAt(nameStart);
    return this.isJavaScript && declaration !== undefined && /@type\b/.test(this.#docOf(declaration));
  }

  signature(span: Span, ...pieces: Piece[]): Signature {
    return { pieces, line: this.lines.lineAt(span.start) };
  }

  /** The signatures that comments of JavaScript list, in the place of the function's own. */
  taggedOverloads({ lead, span }: Declaration, before: string): readonly Signature[] | undefined {
    if (!this.isJavaScript || lead === undefined) return undefined;
    const found = overloadTags(this.#parsed.source.slice(lead.start, lead.end));
    return found.length === 0 ? undefined : found.map((one) => this.signature(span, before + one));
  }

  /** A declaration with one overload more. */
  withOverload(first: Outlined, signature: Signature): Outlined {
    const overload = first.declaration?.overloads?.[first.signatures.length];
    const doc = overload === undefined ? "" : this.#docOf(overload);
    return { ...first, signatures: [...first.signatures, doc === "" ? signature : { ...signature, doc }] };
  }

  /** What an outline says of every declaration alike. */
  about(declaration: Declaration): Omit<Outlined, "signatures" | "isPrivate"> {
    const { name, namePath, kind, exported, span } = declaration;
    return {
      name,
      namePath,
      kind,
      exported,
      doc: this.#docOf(declaration),
      line: this.lines.lineAt(span.start),
      endLine: this.lines.lineAt(span.end),
      declaration,
    };
  }

  /** The JSDoc comment above what has no symbol. */
  docAbove(start: number): string {
    return this.#doc(this.#leadsHere().before(start), start);
  }

  #docOf({ lead, span: { start } }: Pick<Declaration, "lead" | "span">): string {
    return this.#doc(lead, start);
  }

  /** What is attached to a declaration ends at a blank line; its doc does not. */
  #doc(lead: Span | undefined, start: number): string {
    const attached = lead === undefined ? "" : docIn(this.#parsed.source.slice(lead.start, lead.end));
    return attached === "" ? (this.#leadsHere().docBefore(start) ?? "") : attached;
  }

  #leadsHere(): Leads {
    return (this.#leads ??= new Leads(this.#parsed));
  }

  #note(declarations: readonly Declaration[]): void {
    for (const declaration of declarations) {
      this.#declarations.set(declaration.nameRange.start, declaration);
      this.#note(declaration.children);
    }
  }
}

/** The last JSDoc comment among those above a declaration. */
export function docIn(lead: string): string {
  if (!lead.includes("/**")) return "";
  return lead.match(/\/\*\*(?![*/])[\s\S]*?\*\//g)?.at(-1) ?? "";
}

/** `declare global` and `declare module "m"`, which nobody imports by name. */
export function isAugmentation(outlined: Outlined): boolean {
  return outlined.kind === "namespace" && /^(?:global$|module\b)/.test(startOf(outlined));
}

/** What a namespace exports by a list, `export { name }`: another statement declares it. */
export function isListed(outlined: Outlined): boolean {
  return startOf(outlined).startsWith("export ");
}

/** The signature up to the first hole. */
export function startOf({ signatures }: Outlined): string {
  const [first] = signatures[0]?.pieces ?? [];
  return typeof first === "string" ? first : "";
}
