import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { mayHoldEntry, namespaceEntries } from "./namespace-entries.ts";

const oxc = await loadParser();

/** `«a»` marks the names that are found, `‹a›` those that are written once. */
test.each([
  "declare namespace N { export { a as «a», b as c }; }",
  "export declare namespace N { export { ‹a› }; }",
  "declare namespace N.O { export { b, type ‹a› } }",
  "declare namespace N { namespace O { export type { a as «a» } } export namespace P { export { ‹a› } } }",
  "declare namespace N { export { b as a, a as b } }",
  "declare module 'm' { export { a }; namespace N { export { ‹a› } } }",
  "declare namespace N { export { a }; export { a as «a» } } declare namespace O { export { ‹a› } } export = N;",
  "export { a }; namespace N { export const o = { a }; }",
])("%s", (marked) => {
  const source = marked.replaceAll(/[«»‹›]/g, "");
  const outcome = parseSource(oxc, "a.d.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = namespaceEntries(outcome.parsed.program, new Set(["a"]));
  let written = source;
  for (const { exported, isShorthand } of found.toReversed())
    written = `${written.slice(0, exported.start)}${isShorthand ? "‹a›" : "«a»"}${written.slice(exported.end)}`;
  expect(written).toBe(marked);
  if (found.length > 0) expect(mayHoldEntry(source, ["a"])).toBe(true);
});
