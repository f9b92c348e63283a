import { nameRangesOf } from "../syntax/declaration.ts";
import { declarationsOf } from "../syntax/declarations.ts";
import { isFailure, type ParsedSource, type Parser, parseSource, runParser } from "../syntax/parser/parse.ts";

/** Tells whether the name at an offset (UTF-16) is that of a declaration which is no part of another. */
export function topLevelNames(oxc: Parser, file: string, source: string): (offset: number) => boolean {
  const outcome = parseSource(oxc, file, source);
  return outcome.ok ? topLevelNamesIn(outcome.parsed) : () => false;
}

/** The offsets (UTF-16) of all names that exports of a module stand for; none of one that does not parse. The tree is not read, which takes most of the time. */
export function exportedNameStarts(oxc: Parser, file: string, source: string): ReadonlySet<number> {
  const result = runParser(oxc, file, source);
  if (isFailure(result) || result.errors.some(({ severity }) => severity === "Error")) return new Set();
  return new Set(
    result.module.staticExports.flatMap(({ entries }) => entries.flatMap(({ localName }) => localName.start ?? [])),
  );
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
