import { posix } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { gapNote } from "@kart/core/text/gap-note";
import type { MovedSymbols } from "../../planning/moved/moved-symbols.ts";
import type { Ends } from "./move-symbols.ts";

/**
 * Imports in moved code whose relative paths are put together when they run, `src/b.ts:3 ./locales/…`: in another folder they lead
 * elsewhere. By the lines that they have there; one that stood there before and starts alike is not told apart.
 */
export function movedComputed(oxc: Parser, { from, to }: Ends, { statements }: MovedSymbols, placed: string): string[] {
  if (posix.dirname(from.path) === posix.dirname(to.path)) return [];
  const { lines } = from.source.parsed;
  const isMoved = (line: number) =>
    statements.some(({ span }) => lines.lineAt(span.start) <= line && line <= lines.lineAt(span.end));
  const prefixes = new Set(
    from.node.record.computed.flatMap(({ line, prefix }) => (isRelative(prefix) && isMoved(line) ? prefix : [])),
  );
  const outcome = prefixes.size === 0 ? undefined : moduleRecord(oxc, to.path, placed);
  const there = outcome?.ok === true ? outcome.record.computed : [];
  return gapNote(
    "LOOK AT THESE, whose paths are put together when they run",
    there.flatMap(({ line, prefix }) => (prefixes.has(prefix) ? [`${to.path}:${line} ${prefix}…`] : [])),
  );
}
