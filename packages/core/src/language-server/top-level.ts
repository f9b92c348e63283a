import { nameRangesOf } from "../syntax/declaration.ts";
import { declarationsOf } from "../syntax/declarations.ts";
import { type ParsedSource, type Parser, parseSource } from "../syntax/parse.ts";

/** Tells whether the name at an offset (UTF-16) is that of a declaration which is no part of another. */
export function topLevelNames(oxc: Parser, file: string, source: string): (offset: number) => boolean {
  const outcome = parseSource(oxc, file, source);
  return outcome.ok ? topLevelNamesIn(outcome.parsed) : () => false;
}

/** As {@link topLevelNames}, of what is parsed already. What is kept of it for long are numbers, and no tree. */
export function topLevelNamesIn(parsed: ParsedSource): (offset: number) => boolean {
  const ranges = Int32Array.from(
    declarationsOf(parsed, false).flatMap((one) => nameRangesOf(one).flatMap(({ start, end }) => [start, end])),
  );
  return (offset) => {
    for (let at = 0; at < ranges.length; at += 2)
      if ((ranges[at] as number) <= offset && offset <= (ranges[at + 1] as number)) return true;
    return false;
  };
}
