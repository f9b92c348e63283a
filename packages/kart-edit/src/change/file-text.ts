import { ToolError } from "@kart/core/mcp/tool-error";
import {
  isFailure,
  type ParsedSource,
  type Parser,
  parseSource,
  syntaxFailure,
  type SyntaxFailure,
} from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { mayMention, mentionsIn, type Spoken } from "../planning/mentions.ts";

/** The text of a file before or after a change, with its symbols where it is source code that parses: parsed when first asked. */
export class FileText {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly oxc: Parser;
  readonly #isSource: boolean;
  #parsed: SourceSymbols | SyntaxFailure | undefined;
  #failure: { readonly why: SyntaxFailure | undefined } | undefined;
  #mentions: { readonly name: string; readonly places: readonly Spoken[] } | undefined;

  constructor(oxc: Parser, path: string, text: string) {
    this.oxc = oxc;
    this.path = path;
    this.text = text;
    this.#isSource = sourceLanguage(path) !== undefined;
  }

  /** Undefined for a file that is no TypeScript or JavaScript. */
  get parsed(): SourceSymbols | SyntaxFailure | undefined {
    if (!this.#isSource) return undefined;
    return (this.#parsed ??= sourceSymbols(this.oxc, this.path, this.text));
  }

  /** Why it does not parse; undefined for one that does, or that is no source code. Reads no tree. */
  get failure(): SyntaxFailure | undefined {
    if (!this.#isSource) return undefined;
    if (this.#parsed !== undefined) return isFailure(this.#parsed) ? this.#parsed : undefined;
    return (this.#failure ??= { why: syntaxFailure(this.oxc, this.path, this.text) }).why;
  }

  /** The text with its tree, where it is source code that parses: parsed for who asks, and not kept. */
  get tree(): ParsedSource | undefined {
    if (!this.#isSource) return undefined;
    if (this.#parsed !== undefined) return isFailure(this.#parsed) ? undefined : this.#parsed.parsed;
    const outcome = parseSource(this.oxc, this.path, this.text);
    this.#failure = { why: outcome.ok ? undefined : outcome.failure };
    return outcome.ok ? outcome.parsed : undefined;
  }

  /** As {@link mentionsIn}; none where it does not parse. The tree is not kept. */
  mentions(name: string): readonly Spoken[] {
    if (this.#mentions?.name !== name) this.#mentions = { name, places: this.#mentionsOf(name) };
    return this.#mentions.places;
  }

  #mentionsOf(name: string): readonly Spoken[] {
    if (!this.#isSource || !mayMention(this.text, name)) return [];
    const { tree } = this;
    return tree === undefined ? [] : mentionsIn(tree, name);
  }

  /** Throws `syntax_error` where the file does not parse as it is, `invalid_argument` where it has no symbols at all. */
  symbols(): SourceSymbols {
    const name = escapeName(this.path);
    const { parsed } = this;
    if (parsed === undefined)
      throw new ToolError(
        "invalid_argument",
        `${name} is no TypeScript or JavaScript file and has no symbols. kart_edit changes lines of any text file.`,
      );
    if (isFailure(parsed))
      throw new ToolError(
        "syntax_error",
        `${name} does not parse as it is, so its symbols are unknown: line ${parsed.line}: ${clip(escapeInvisible(parsed.message), 300)}. Mend that line with kart_edit, or kart_patch without symbol.`,
      );
    return parsed;
  }
}
