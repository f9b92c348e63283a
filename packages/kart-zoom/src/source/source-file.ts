import type { Node } from "oxc-parser";
import type { Declaration } from "@kart/core/syntax/declaration";
import { type ParsedSource, parseSource, type Parser, type SyntaxFailure } from "@kart/core/syntax/parser/parse";
import { nodesAround, scopeOf } from "@kart/core/syntax/scope";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { quotedName } from "@kart/core/syntax/pattern-keys";
import {
  declaratorIn,
  enclosingDeclarations,
  useBehind,
  typeNamesIn,
  type Use,
  useAt,
} from "@kart/core/syntax/use-site";
import { LineIndex } from "@kart/core/text/line-index";
import { contains, type Span, textOf } from "@kart/core/text/span";

/** What is known of a file's syntax, without its text and its tree. */
export interface FileOutline {
  readonly declarations: readonly Declaration[];
  /** Everything at the top level but comments, in order. */
  readonly statements: readonly Span[];
  /** Set where the two may lack some or all. */
  readonly failure?: SyntaxFailure;
}

/** The text of a file with its outline. The tree is made anew of single statements: whole, it takes ten to thirty times the text. */
export class SourceFile {
  /** From the root; absolute where it lies outside. */
  readonly path: string;
  readonly text: string;
  readonly outline: FileOutline;
  readonly #oxc: Parser;
  #lines: LineIndex | undefined;
  readonly #uses: Map<number, Use>;
  #parsed: { readonly statement: Span; readonly source: ParsedSource | undefined } | undefined;

  /** @param uses by offset, as far as they are known; others are added as they are asked for */
  constructor(oxc: Parser, path: string, text: string, outline: FileOutline, uses = new Map<number, Use>()) {
    this.#oxc = oxc;
    this.#uses = uses;
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
    // Nothing is known of what does not parse.
    if (statement === undefined && this.outline.failure !== undefined) return "reference";
    // Between statements there are comments.
    if (statement === undefined)
      return this.#isJavaScript() ? useBehind(this.text.slice(this.#endBefore(offset), offset)) : "mention";
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

  /** Whether a name means, at an offset, what something within a statement declares: a parameter, or a variable of a function. */
  isLocalAt(offset: number, name: string): boolean {
    const statement = this.#statementAt(offset);
    const source = statement === undefined ? undefined : this.#parse(statement);
    if (statement === undefined || source === undefined) return false;
    return scopeOf(nodesAround(source.program, offset - statement.start), name) !== undefined;
  }

  /** Whether a declaration is one that a comment of JavaScript makes. */
  isInComment({ start }: Span): boolean {
    return this.#isJavaScript() && this.text.startsWith("@", start) && this.#statementAt(start) === undefined;
  }

  /** The offsets of all names in a range, those that declare something included; in JavaScript also those of types in comments. */
  namesIn(range: Span): number[] {
    // A type that a comment declares stands between statements.
    if (this.isInComment(range)) return typeNamesIn(textOf(this.text, range)).map((at) => range.start + at);
    return this.outline.statements.flatMap((statement, index) => {
      if (statement.end <= range.start || statement.start >= range.end) return [];
      const source = this.#parse(statement);
      if (source === undefined) return [];
      const within = moved(range, -statement.start);
      const names = Array.from(nodesIn(source.program, within), nameOf).filter((name) => name !== undefined);
      const inCode = new Set(
        names.filter((name) => contains(within, name)).map(({ start }) => start + statement.start),
      );
      if (!this.#isJavaScript()) return [...inCode];
      const inside = source.comments.filter((one) => contains(within, one)).map((one) => moved(one, statement.start));
      const above = {
        start: Math.max(range.start, this.outline.statements[index - 1]?.end ?? 0),
        end: statement.start,
      };
      const inTypes = [above, ...inside].flatMap((comment) =>
        typeNamesIn(textOf(this.text, comment)).map((at) => comment.start + at),
      );
      return [...inTypes, ...inCode];
    });
  }

  /** Whether a statement that starts with `import` holds an offset. */
  isInImport(offset: number): boolean {
    const statement = this.#statementAt(offset);
    return statement !== undefined && this.text.startsWith("import", statement.start);
  }

  #isJavaScript(): boolean {
    return /\.[cm]?jsx?$/.test(this.path);
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

/** A node that is a name, the `super` that a node calls (of `super.name` the name tells), or the string or number that it takes or gives a member by. */
function nameOf(node: Node): Span | undefined {
  switch (node.type) {
    case "CallExpression":
      return node.callee.type === "Super" ? node.callee : undefined;
    case "MemberExpression":
      return node.computed ? literalKey(node.property) : undefined;
    case "Property":
      return node.key.type === "Identifier" ? undefined : literalKey(node.key);
    case "TSIndexedAccessType":
      return node.indexType.type === "TSLiteralType" ? literalKey(node.indexType.literal) : undefined;
    case "Identifier":
    case "JSXIdentifier":
    case "PrivateIdentifier":
      return node;
    default:
      return undefined;
  }
}

function literalKey(key: Node): Span | undefined {
  return key.type === "Literal" && typeof key.value === "number" ? key : quotedName(key)?.span;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
