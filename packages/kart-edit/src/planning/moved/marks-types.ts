import type { Program } from "oxc-parser";
import type { Span } from "@kart/core/text/span";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { nodesAround } from "@kart/core/syntax/scope";

/**
 * Whether what a file comes to import for its type alone is imported as a type, so that it loads no file for it. JavaScript has no such
 * imports, and what decorators are told of types would be gone with them.
 */
export function marksTypes({ parsed: { language, program, source } }: SourceSymbols): boolean {
  if (language.startsWith("js")) return false;
  return !source.includes("@") || nodesIn(program, program).every(({ type }) => type !== "Decorator");
}

/** Whether a name stands in a list of exports, be it that of a namespace: whoever has it from there may use it as a value. */
export function isListed(program: Program, use: Span): boolean {
  return nodesAround(program, use.start).some(({ type }) => type === "ExportSpecifier");
}
