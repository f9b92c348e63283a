import { alternatives } from "../process/ripgrep-pattern.ts";

/**
 * A quoted specifier that may lead to one of some files, as far as its end tells, or to an index of a folder around one, which may
 * pass it on: as a regular expression of ripgrep. To follow every specifier takes reading the imports of all files.
 *
 * @param paths from the root
 */
export function specifierPattern(paths: Iterable<string>): string {
  const parts = [...paths].flatMap((path) => path.split("/"));
  const ends = new Set(["index", ".", "..", ...parts.map((part) => part.replace(/^(.+?)\..*$/, "$1"))]);
  return `(?:["'\`](?:[^"'\`]*/)?${alternatives(ends)}(?:\\.\\w+)*/?["'\`])`;
}
