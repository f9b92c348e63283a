import type { Comment } from "oxc-parser";

/**
 * The names that `@jsx` and `@jsxFrag` give to what JSX calls: `h` of `@jsx h`, `React` of `@jsx React.createElement`. TypeScript heeds
 * comments at the top of a file alone, Babel any.
 */
export function pragmaNames(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ value }) =>
    Array.from(value.matchAll(/@jsx(?:Frag)?\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu), ([, name = ""]) => name),
  );
}
