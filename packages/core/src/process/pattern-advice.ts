import { clip, escapeInvisible } from "../text/display.ts";

/** Characters that make a text a broken pattern, by what ripgrep says of it. */
const SPECIAL: readonly (readonly [complaint: RegExp, characters: string])[] = [
  [/repetition (?:quantifier|count)|counted repetition/, "{}"],
  [/repetition operator/, "*+?"],
  [/group/, "()"],
  [/character class/, "[]"],
];

/** Longest pattern that is shown, in UTF-16 units. */
const MAX_PATTERN = 200;

/** What to do about a pattern that does not parse: most are plain text with a brace or a parenthesis in it. */
export function patternAdvice(complaint: string, pattern: string, hasLiteral: boolean): string {
  const literal = hasLiteral ? ", or pass literal: true" : "";
  const characters = SPECIAL.find(([words]) => words.test(complaint))?.[1];
  if (characters === undefined || pattern.length > MAX_PATTERN) return `Mend the pattern${literal}.`;
  const escaped = pattern.replaceAll(/\\[^]|[^]/g, (part) => (characters.includes(part) ? `\\${part}` : part));
  return `To find it as text escape it: \`${clip(escapeInvisible(escaped), 2 * MAX_PATTERN)}\`${literal}.`;
}
