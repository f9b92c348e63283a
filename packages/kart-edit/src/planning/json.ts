import { type Parser, parseSource, type SyntaxFailure } from "@kart/core/syntax/parse";

/** How a text is JSON: as every program reads it, as those read it that take comments and trailing commas, or not at all. */
export type JsonText = "strict" | "lenient" | SyntaxFailure;

export function jsonText(oxc: Parser, text: string): JsonText {
  const body = text.replace(/^\ufeff/, "");
  try {
    JSON.parse(body);
    return "strict";
  } catch {
    // What is JSON but for comments and commas is an expression too; an empty text is none.
    const outcome = parseSource(oxc, "json.js", `(${body}\n)`);
    return outcome.ok ? "lenient" : outcome.failure;
  }
}

/** Whether a file is JSON by its name. */
export function isJson(path: string): boolean {
  return /\.(?:json|jsonc|json5|webmanifest|code-workspace)$/i.test(path);
}
