import { type Parser, type SyntaxFailure, syntaxFailure } from "../parser/parse.ts";
import { LineIndex } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";

export interface MdxStatements {
  /** Blocks of lines that start with `import` or `export`. */
  readonly spans: readonly Span[];
  /** Of the first such block that does not parse. */
  readonly failure?: SyntaxFailure;
}

/** Empty lines inside of the blocks of one file that are read on over. */
const MAX_GAPS = 200;

/**
 * The JavaScript among the Markdown of an `.mdx` file. As its compiler does, a block goes on behind an empty line where it does not
 * parse without what follows.
 *
 * @param text without what it shows as code
 */
export function mdxStatements(oxc: Parser, text: string): MdxStatements {
  const spans: Span[] = [];
  let failure: SyntaxFailure | undefined;
  let behind = 0;
  let gaps = 0;
  for (const { index: start, 0: keyword } of text.matchAll(/^(?:import|export)(?:[ \t]|(?=[{*"'\r\n]))/gm)) {
    if (start < behind) continue;
    let end = blockEnd(text, start);
    behind = end;
    const first = syntaxFailure(oxc, "x.tsx", text.slice(start, end));
    let last = first;
    for (; last !== undefined && end < text.length && gaps < MAX_GAPS; gaps++) {
      end = blockEnd(text, end + 1);
      last = syntaxFailure(oxc, "x.tsx", text.slice(start, end));
    }
    if (last === undefined) {
      spans.push({ start, end });
      behind = end;
    } else if (first !== undefined && keyword.endsWith(" ") && isBehindEmptyLine(text, start))
      failure ??= { ...first, line: new LineIndex(text).lineAt(start) + first.line - 1 };
  }
  return { spans, ...(failure !== undefined && { failure }) };
}

/** Where the next empty line is, from a place on. */
function blockEnd(text: string, start: number): number {
  const emptyLine = /\n(?=[ \t]*\r?\n)/g;
  emptyLine.lastIndex = start;
  return emptyLine.exec(text)?.index ?? text.length;
}

/** Within a paragraph `import` is a word. */
function isBehindEmptyLine(text: string, at: number): boolean {
  return /(?:^|\n[ \t]*\r?\n)$/.test(text.slice(Math.max(0, at - 100), at));
}
