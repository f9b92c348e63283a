import { type ParseOutcome, type Parser, parseSource, type SyntaxFailure } from "@kart/core/syntax/parser/parse";

/** How a text is JSON: as every program reads it, as those read it that take comments and trailing commas, or not at all. */
export type JsonText = "strict" | "lenient" | SyntaxFailure;

export function jsonText(oxc: Parser, text: string): JsonText {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return "strict";
  } catch {
    const outcome = parseJson(oxc, text);
    return outcome.ok ? "lenient" : outcome.failure;
  }
}

/**
 * JSON as the expression of JavaScript that it is, comments and trailing commas allowed; an empty text is none. Offsets are those of
 * the text behind one parenthesis.
 */
export function parseJson(oxc: Parser, text: string): ParseOutcome {
  return parseSource(oxc, "json.js", `(${text.replace(/^\ufeff/, " ")}\n)`);
}

/** Whether a file is JSON by its name. */
export function isJson(path: string): boolean {
  return /\.(?:json|jsonc|json5|webmanifest|code-workspace)$/i.test(path);
}
