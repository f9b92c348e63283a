import { ToolError } from "@kart/core/mcp/tool-error";
import { isFailure, type Parser, type SyntaxFailure } from "@kart/core/syntax/parse";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";

/** The text of a file before or after a change, with its symbols where it is source code that parses. */
export class FileText {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly oxc: Parser;
  /** Undefined for a file that is no TypeScript or JavaScript. */
  readonly parsed: SourceSymbols | SyntaxFailure | undefined;

  constructor(oxc: Parser, path: string, text: string) {
    this.oxc = oxc;
    this.path = path;
    this.text = text;
    this.parsed = sourceLanguage(path) === undefined ? undefined : sourceSymbols(oxc, path, text);
  }

  /** Why it does not parse; undefined for one that does, or that is no source code. */
  get failure(): SyntaxFailure | undefined {
    return this.parsed !== undefined && isFailure(this.parsed) ? this.parsed : undefined;
  }

  /** Throws `syntax_error` where the file does not parse as it is, `invalid_argument` where it has no symbols at all. */
  symbols(): SourceSymbols {
    const name = escapeName(this.path);
    if (this.parsed === undefined)
      throw new ToolError(
        "invalid_argument",
        `${name} is no TypeScript or JavaScript file and has no symbols. kart_edit changes lines of any text file.`,
      );
    if (isFailure(this.parsed))
      throw new ToolError(
        "syntax_error",
        `${name} does not parse as it is, so its symbols are unknown: line ${this.parsed.line}: ${clip(escapeInvisible(this.parsed.message), 300)}. Mend that line with kart_edit, or kart_patch without symbol.`,
      );
    return this.parsed;
  }
}
