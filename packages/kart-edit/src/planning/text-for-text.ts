import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesAround } from "@kart/core/syntax/scope";
import { textOf } from "@kart/core/text/span";
import type { TextEdit, TextEdits } from "@kart/core/text/text-edit";

/**
 * Whether edits of a source text that parses do nothing but write other characters within strings that are given away where they stand:
 * specifiers of imports, arguments, elements of arrays. Then each token is of the kind that it was, and no string is a name or a
 * directive: the text parses into the same tree.
 */
export function isTextForText(parsed: ParsedSource, edits: TextEdits): boolean {
  return edits.every((edit) => isWithinString(parsed, edit));
}

function isWithinString({ program, source }: ParsedSource, { span, text }: TextEdit): boolean {
  const { start, end } = span;
  if (!PLAIN.test(text) || !PLAIN.test(textOf(source, span)) || source[start - 1] === "\\") return false;
  const around = nodesAround(program, start);
  const at = around.findLastIndex(({ type }) => type === "Literal" || type === "TemplateLiteral");
  const [parent, node] = [around[at - 1], around[at]];
  if (parent === undefined || node === undefined || !GIVING.has(parent.type)) return false;
  if ("source" in parent && parent.source?.start !== node.start) return false;
  const isString =
    node.type === "Literal"
      ? typeof node.value === "string"
      : !text.includes("$") && !source.slice(node.start, node.end).includes("{");
  return isString && node.start < start && end < node.end;
}

/** What ends no string of any kind, and starts no escape and no substitution. */
const PLAIN = /^[^'"`\\{\r\n\u2028\u2029]*$/;

const GIVING: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "CallExpression",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
  "ImportDeclaration",
  "ImportExpression",
  "NewExpression",
  "TSExternalModuleReference",
  "TSImportType",
  "TSLiteralType",
]);
