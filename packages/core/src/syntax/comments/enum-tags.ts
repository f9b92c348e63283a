import type { Node } from "oxc-parser";
import { childNodes } from "../parser/tree.ts";
import { namesInType } from "./closure-types.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { taggedTypes } from "./tagged-types.ts";
import type { Span } from "../../text/span.ts";
import { isJavaScript } from "../parser/source-language.ts";

/**
 * The variables of JavaScript that are types, too, by `@enum {string}` above them. TypeScript reads the tag up to 6; 7 does not, and
 * finds nothing where the type is named.
 */
export function enumNames({ language, program, comments, source }: ParsedSource): string[] {
  if (!isJavaScript(language) || !mayHoldEnumTag(source)) return [];
  return program.body.flatMap((statement) => {
    const variable = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    const [declarator] = variable?.type === "VariableDeclaration" ? variable.declarations : [];
    const above = comments.findLast(({ end }) => end <= statement.start);
    const isTagged =
      above !== undefined && TAG.test(above.value) && source.slice(above.end, statement.start).trim() === "";
    return isTagged && declarator?.id.type === "Identifier" ? [declarator.id.name] : [];
  });
}

/**
 * Where types name one of some enums, of the file or of another: `Kind`, `all.Kind`, `import("./a").Kind`. In JavaScript those are types
 * of comments. UTF-16 offsets.
 */
export function enumUses({ language, comments, program, source }: ParsedSource, names: ReadonlySet<string>): Span[] {
  const isOne = ({ start, end }: Span) => names.has(LAST_NAME.exec(source.slice(start, end))?.[0] ?? "");
  if (!isJavaScript(language)) return namesOfTypes(program).filter(isOne);
  return comments.flatMap(({ type, value, start }) => {
    if (type !== "Block" || !value.startsWith("*")) return [];
    const from = start + "/*".length;
    return taggedTypes(value).flatMap((span) =>
      namesInType(value.slice(span.start, span.end), from + span.start).filter(
        // Behind `typeof` the variable is meant, which TypeScript 7 finds.
        (one) => !/^typeof\s/.test(source.slice(one.start, one.end)) && isOne(one),
      ),
    );
  });
}

/** Without those behind `typeof`. */
function namesOfTypes(node: Node): Span[] {
  if (node.type === "TSTypeQuery") return node.typeArguments === null ? [] : namesOfTypes(node.typeArguments);
  const name = node.type === "TSTypeReference" ? node.typeName : node.type === "TSImportType" ? node.qualifier : null;
  const own = name === null ? [] : [{ start: node.start, end: name.end }];
  return [...own, ...childNodes(node).flatMap(namesOfTypes)];
}

const LAST_NAME = /[\p{ID_Continue}$]+$/u;

/** A text without one needs no tree to know that. */
export function mayHoldEnumTag(source: string): boolean {
  return TAG.test(source);
}

const TAG = /@enum\b/;
