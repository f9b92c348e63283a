import { declarationsOf } from "../syntax/declarations.ts";
import { type Parser, parseSource } from "../syntax/parse.ts";

/** Whether the name at an offset (UTF-16) is that of a declaration which is no part of another. */
export function isTopLevel(oxc: Parser, file: string, source: string, offset: number): boolean {
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) return false;
  return declarationsOf(outcome.parsed, false).some(
    ({ nameRange }) => nameRange.start <= offset && offset < nameRange.end,
  );
}
