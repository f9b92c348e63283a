import type { Declaration } from "./declaration.ts";

/** The names of the decorators of a declaration, `@Get` for `@Get("open")`, each once. Those who wrote them may use it. */
export function decoratorsOf(source: string, { span, nameRange }: Pick<Declaration, "span" | "nameRange">): string[] {
  const before = source.slice(span.start, nameRange.start);
  if (!before.includes("@")) return [];
  const code = before.replaceAll(/\/\*[^]*?\*\/|\/\/.*|(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g, " ");
  return [
    ...new Set(Array.from(code.matchAll(/@\(?\s*([\p{ID_Start}$_][\p{ID_Continue}$.]*)/gu), ([, name]) => `@${name}`)),
  ];
}
