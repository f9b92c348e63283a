import { jsDocImports } from "@kart/core/syntax/comments/jsdoc-imports";
import { jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { textOf } from "@kart/core/text/span";

/** A type that a JavaScript file has for all of its code by a comment. */
export interface CommentName {
  readonly name: string;
  /** Where it comes from; undefined for one that the comment declares. */
  readonly specifier?: string;
  /**
   * What it is of the module: `.A` for an export, `.default`, `*` for the namespace of an import, empty for all of it, and more for an
   * alias that says more: `typeof .A`, `.A<T>`.
   */
  readonly what: string;
  /** One that the comment declares, as it stands there, without white space and stars. */
  readonly text?: string;
  /** Whether parameters of types belong to it, or an import tag takes them along. */
  readonly isGeneric: boolean;
}

/** The types that comments of a JavaScript file import or declare. */
export function commentNames(parsed: ParsedSource): CommentName[] {
  const imported = jsDocImports(parsed).flatMap(({ specifier, names }) =>
    names.map(({ imported: name, local }) => ({
      name: local,
      specifier,
      what: name === "*" ? "*" : `.${name}`,
      isGeneric: true,
    })),
  );
  const declared = jsDocTypes(parsed).map(({ name, comment, span }) => {
    const isGeneric = /@template\b/.test(textOf(parsed.source, comment));
    const alias = isGeneric ? null : ALIAS.exec(textOf(parsed.source, span));
    const text = textOf(parsed.source, span).replaceAll(/[\s*/]+/g, "");
    if (alias === null) return { name, what: `.${name}`, text, isGeneric };
    const [, kind = "", , specifier = "", path = "", parameters = ""] = alias;
    return { name, specifier, what: kind + path + parameters.replaceAll(/\s/g, ""), isGeneric };
  });
  return [...imported, ...declared];
}

/** A type that is another file's alone, `@typedef {import(…).T} T`. */
const ALIAS =
  /^@typedef[\s*]*\{[ \t]*(typeof )?[ \t]*import[ \t]*\([ \t]*(["'])([^"'\n]+)\2[ \t]*\)((?:\.[\w$]+)*)(<[\w$, ]+>)?[ \t]*\}/;
