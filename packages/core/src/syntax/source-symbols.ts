import { declarationsOf } from "./declarations.ts";
import type { Declaration } from "./declaration.ts";
import { Leads } from "./comments/lead.ts";
import { type ParsedSource, type Parser, parseSource, type SyntaxFailure } from "./parser/parse.ts";

/** A source text that parses, with its symbols and the comments that belong to them. */
export interface SourceSymbols {
  readonly parsed: ParsedSource;
  readonly declarations: readonly Declaration[];
  readonly leads: Leads;
}

export function sourceSymbols(oxc: Parser, path: string, source: string): SourceSymbols | SyntaxFailure {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) return outcome.failure;
  const { parsed } = outcome;
  return { parsed, declarations: declarationsOf(parsed), leads: new Leads(parsed) };
}
