import { type Span, textOf } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";

/**
 * The name at a symbol's declaration without quotes and brackets, which is where a language server knows it. Undefined for a
 * name that is computed when the program runs: no server lists who writes it.
 */
export function nameSpan(source: string, { nameRange }: Pick<Declaration, "nameRange">): Span | undefined {
  const text = textOf(source, nameRange);
  const literal = /^(?:\[\s*)?(["'`])[^]*\1(?:\s*\])?$/.exec(text);
  if (literal !== null) {
    const quote = literal[1] as string;
    return { start: nameRange.start + text.indexOf(quote) + 1, end: nameRange.start + text.lastIndexOf(quote) };
  }
  return text.startsWith("[") ? undefined : nameRange;
}
