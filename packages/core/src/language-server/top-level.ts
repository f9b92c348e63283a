import { isNamedAt } from "../syntax/declaration.ts";
import { declarationsOf } from "../syntax/declarations.ts";
import { type ParsedSource, type Parser, parseSource } from "../syntax/parse.ts";

/** Tells whether the name at an offset (UTF-16) is that of a declaration which is no part of another. */
export function topLevelNames(oxc: Parser, file: string, source: string): (offset: number) => boolean {
  const outcome = parseSource(oxc, file, source);
  return outcome.ok ? topLevelNamesIn(outcome.parsed) : () => false;
}

/** As {@link topLevelNames}, of what is parsed already. */
export function topLevelNamesIn(parsed: ParsedSource): (offset: number) => boolean {
  const declarations = declarationsOf(parsed, false);
  return (offset) => declarations.some((one) => isNamedAt(one, offset));
}
