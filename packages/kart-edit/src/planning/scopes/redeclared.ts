import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";

/**
 * Where a name is declared twice in one scope by the rules of the language, and was not before: a `let` beside a parameter, a
 * `var` that would leave the block of a `let`.
 *
 * @returns UTF-16 offsets in the text after
 */
export function redeclared(oxc: Parser, path: string, before: string, after: string, name: string): number[] {
  const places = (source: string) => {
    const { errors } = oxc.parseSync(path, source, {
      lang: sourceLanguage(path) ?? "ts",
      astType: "ts",
      showSemanticErrors: true,
    });
    return errors.flatMap(({ labels }) =>
      labels.map(({ start }) => start).filter((start) => source.startsWith(name, start)),
    );
  };
  const now = places(after);
  return now.length === 0 || now.length <= places(before).length ? [] : now;
}
