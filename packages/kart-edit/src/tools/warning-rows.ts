import { escapeInvisible } from "@kart/core/text/display";

/** Each warning as a row of an answer's text. */
export function warningRows(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `WARNING: ${escapeInvisible(warning)}`);
}
