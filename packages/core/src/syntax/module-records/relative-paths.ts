import type { Span } from "../../text/span.ts";

/** An import, whose own specifier is none of what is looked for. */
interface Import extends Span {
  readonly specifier: string;
}

/**
 * Relative paths in the strings of a text that no import names where they stand, each once: `proxyquire("../a")`. Whoever is given
 * one may load a module by it. Those in comments are among them.
 */
export function relativePaths(source: string, imports: readonly Import[]): string[] {
  if (!QUOTED.test(source)) return [];
  const found = new Set<string>();
  for (const { 2: path = "", index } of source.matchAll(RELATIVE)) {
    const isImport = ({ specifier, start, end }: Import) => specifier === path && start <= index && index < end;
    if (!path.includes("${") && !imports.some(isImport)) found.add(path);
  }
  return [...found];
}

const QUOTED = /["'`]\.{1,2}["'`/]/;
const RELATIVE = /(["'`])(\.{1,2}(?:\/[^"'`\n\\]*)?)\1/g;
