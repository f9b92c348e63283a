import { namesInType } from "./closure-types.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { taggedTypes } from "./tagged-types.ts";
import type { Span } from "../../text/span.ts";

/**
 * The variables of JavaScript that are types, too, by `@enum {string}` above them. TypeScript reads the tag up to 6; 7 does not, and
 * finds nothing where comments name the type.
 */
export function enumNames({ language, program, comments, source }: ParsedSource): string[] {
  if (!/^jsx?$/.test(language) || !mayHoldEnumTag(source)) return [];
  return program.body.flatMap((statement) => {
    const variable = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    const [declarator] = variable?.type === "VariableDeclaration" ? variable.declarations : [];
    const above = comments.findLast(({ end }) => end <= statement.start);
    const isTagged =
      above !== undefined && TAG.test(above.value) && source.slice(above.end, statement.start).trim() === "";
    return isTagged && declarator?.id.type === "Identifier" ? [declarator.id.name] : [];
  });
}

/** Where types of comments name one of some enums as a type, of the file or of another: `Kind`, `all.Kind`, `import("./a").Kind`. UTF-16 offsets. */
export function enumUses({ language, comments }: ParsedSource, names: ReadonlySet<string>): Span[] {
  if (!/^jsx?$/.test(language)) return [];
  // Behind `typeof` the variable is meant, which TypeScript 7 finds.
  const isOne = (name: string) => !/^typeof\s/.test(name) && names.has(/[\p{ID_Continue}$]+$/u.exec(name)?.[0] ?? "");
  return comments.flatMap(({ type, value, start }) => {
    if (type !== "Block" || !value.startsWith("*")) return [];
    const from = start + "/*".length;
    return taggedTypes(value).flatMap((span) =>
      namesInType(value.slice(span.start, span.end), from + span.start).filter((one) =>
        isOne(value.slice(one.start - from, one.end - from)),
      ),
    );
  });
}

/** A text without one needs no tree to know that. */
export function mayHoldEnumTag(source: string): boolean {
  return TAG.test(source);
}

const TAG = /@enum\b/;
