import type { SourceSymbols } from "@kart/core/syntax/source-symbols";

/** `use client` and its like, at the top of a file. */
export function directivesOf({ parsed: { program } }: SourceSymbols): string[] {
  return program.body.flatMap((one) => ("directive" in one && typeof one.directive === "string" ? one.directive : []));
}

/** The comments at the top of a file that say what JSX is compiled to, as they are written. */
export function pragmasOf({ parsed: { program, comments, source } }: SourceSymbols): string[] {
  const first = program.body.find((one) => !("directive" in one && typeof one.directive === "string"));
  return comments
    .filter(({ start, value }) => start < (first?.start ?? source.length) && PRAGMA.test(value))
    .map(({ start, end }) => source.slice(start, end));
}

/** What those comments call by name: `h` of `@jsx h`. */
export function pragmaNames(source: SourceSymbols): string[] {
  return pragmasOf(source).flatMap((text) => Array.from(text.matchAll(FACTORY), ([, name = ""]) => name));
}

const PRAGMA = /@jsx(?:Frag|ImportSource|Runtime)?\s/;
const FACTORY = /@jsx(?:Frag)?\s+([\w$]+)/g;

/**
 * What stands at the top of a file that takes code from another one, as it stands there.
 *
 * @param isAction whether `use server` is meant for the code, which may be what the functions only share
 */
export function headLike(like: SourceSymbols, { isJsx, isAction }: { isJsx: boolean; isAction: boolean }): string {
  const { program, source } = like.parsed;
  const directives = program.body.flatMap((one) =>
    "directive" in one && typeof one.directive === "string" && (isAction || one.directive !== "use server")
      ? source.slice(one.start, one.end)
      : [],
  );
  return [...(isJsx ? pragmasOf(like) : []), ...directives].join("\n");
}
