import { type Declaration, nameRangesOf } from "../declaration.ts";
import { declarationsOf } from "../declarations.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { declaresGlobals } from "./is-script.ts";

/**
 * Where a script, which is no module, names each function, class, `const` and `let` of its top level, UTF-16. Two scripts that both
 * declare a name in this way are no parts of one program: it would not start, or one function would take the place of the other.
 * What `var` declares they may well share, and so do types, and declarations without a body.
 */
export function ownGlobals(parsed: ParsedSource): ReadonlyMap<string, readonly number[]> {
  if (parsed.language === "dts" || !declaresGlobals(parsed)) return new Map();
  const isOwn = ({ kind, span, statement = span }: Declaration) =>
    OWN.has(kind) && !parsed.source.startsWith("declare", statement.start);
  const own = declarationsOf(parsed, false).filter(isOwn);
  return new Map(own.map((one) => [one.name, nameRangesOf(one).map(({ start }) => start)]));
}

const OWN: ReadonlySet<string> = new Set(["function", "class", "const", "let"]);
