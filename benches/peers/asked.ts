/** Who uses it, and where it is declared: twenty lines hold the word, comments most of them. */
export const USED = { path: "src/v4/core/to-json-schema.ts", symbol: "finalize" } as const;

/** A text that is special as a regular expression. */
export const SEARCHED = "throw new Error(";

export const LISTED = "src/v4/core";

/** Its type is inferred: the source does not spell it. */
export const TYPED = { path: "src/v3/errors.ts", symbol: "getErrorMap", line: 11, column: 17 } as const;

/** Read among the first thirty lines, then changed. */
export const CHANGED = {
  path: "src/v4/core/regexes.ts",
  line: 8,
  shown: 30,
  text: (round: number) => `export const cuid: RegExp = /^[cC][0-9a-z]{${6 + round},}$/;`,
} as const;

/** Used through namespaces in three other files. */
export const RENAMED = { path: "src/v4/core/util.ts", symbol: "normalizeParams" } as const;

/** The name after so many renames. */
export function nameAfter(round: number): string {
  return round === 0 ? RENAMED.symbol : `${RENAMED.symbol}${round}`;
}
