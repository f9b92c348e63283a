import type { Node } from "oxc-parser";
import type { Declaration } from "@kart/core/syntax/declaration";
import { type ParsedSource, parseSource, type Parser, type SyntaxFailure } from "@kart/core/syntax/parse";
import { nodesIn } from "@kart/core/syntax/tree";
import { declaratorIn, enclosingDeclarations, isInTypeBraces, type Use, useAt } from "@kart/core/syntax/use-site";
import { LineIndex } from "@kart/core/text/line-index";
import { contains, type Span } from "@kart/core/text/span";

/** What is known of a file's syntax, without its text and its tree. */
export interface FileOutline {
  readonly declarations: readonly Declaration[];
  /** Everything at the top level but comments, in order. */
  readonly statements: readonly Span[];
  /** Set where the two may lack some or all. */
  readonly failure?: SyntaxFailure;
}

/** The text of a file with its outline. The tree is made anew of single statements: whole, it takes thirty times the text. */
export class SourceFile {
  /** From the root; absolute where it lies outside. */
  readonly path: string;
  readonly text: string;
  readonly outline: FileOutline;
  readonly #oxc: Parser;
  #lines: LineIndex | undefined;
  readonly #uses = new Map<number, Use>();
  #parsed: { readonly statement: Span; readonly source: ParsedSource | undefined } | undefined;

  constructor(oxc: Parser, path: string, text: string, outline: FileOutline) {
    this.#oxc = oxc;
    this.path = path;
    this.text = text;
    this.outline = outline;
  }

  get lines(): LineIndex {
    return (this.#lines ??= new LineIndex(this.text));
  }

  /** How the name at an offset is used. */
  useAt(offset: number): Use {
    const known = this.#uses.get(offset) ?? this.#useAt(offset);
    this.#uses.set(offset, known);
    return known;
  }

  #useAt(offset: number): Use {
    const statement = this.#statementAt(offset);
    // Between statements there are comments.
    if (statement === undefined)
      return /\.[cm]?jsx?$/.test(this.path) && isInTypeBraces(this.text.slice(this.#endBefore(offset), offset))
        ? "type"
        : "mention";
    const source = this.#parse(statement);
    return source === undefined ? "reference" : useAt(source, offset - statement.start);
  }

  /** The innermost declarations around an offset; none for code of the module itself. */
  enclosing(offset: number): readonly Declaration[] {
    return enclosingDeclarations(this.outline.declarations, offset, (at, { start }) => {
      const statement = this.#statementAt(at);
      const source = statement === undefined ? undefined : this.#parse(statement);
      if (statement === undefined || source === undefined) return undefined;
      const found = declaratorIn(source, at - statement.start, { start: start - statement.start, end: statement.end });
      return found === undefined ? undefined : moved(found, statement.start);
    });
  }

  /** The nodes of the statement around an offset, the outermost first, each with its place in the file. */
  nodesAround(offset: number): readonly { readonly node: Node; readonly span: Span }[] {
    const statement = this.#statementAt(offset);
    const source = statement === undefined ? undefined : this.#parse(statement);
    if (statement === undefined || source === undefined) return [];
    const at = offset - statement.start;
    return Array.from(nodesIn(source.program, { start: at, end: at + 1 }), (node) => ({
      node,
      span: moved(node, statement.start),
    })).slice(1);
  }

  /** The offsets of all names in a range, those that declare something included. */
  namesIn(range: Span): number[] {
    return this.outline.statements.flatMap((statement) => {
      if (statement.end <= range.start || statement.start >= range.end) return [];
      const source = this.#parse(statement);
      if (source === undefined) return [];
      const within = moved(range, -statement.start);
      const names = [...nodesIn(source.program, within)].filter((node) => isName(node) && contains(within, node));
      return [...new Set(names.map(({ start }) => start + statement.start))];
    });
  }

  #statementAt(offset: number): Span | undefined {
    const { statements } = this.outline;
    return statements.find(({ start, end }) => start <= offset && offset < end);
  }

  #endBefore(offset: number): number {
    return this.outline.statements.findLast(({ end }) => end <= offset)?.end ?? 0;
  }

  /** A statement by itself; names are mostly asked about in the order in which they stand. */
  #parse(statement: Span): ParsedSource | undefined {
    if (this.#parsed?.statement !== statement) {
      const outcome = parseSource(this.#oxc, this.path, this.text.slice(statement.start, statement.end));
      this.#parsed = { statement, source: outcome.ok ? outcome.parsed : outcome.recovered };
    }
    return this.#parsed.source;
  }
}

function isName({ type }: Node): boolean {
  return type === "Identifier" || type === "JSXIdentifier" || type === "PrivateIdentifier";
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
