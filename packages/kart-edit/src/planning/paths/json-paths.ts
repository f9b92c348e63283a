import type { Expression } from "oxc-parser";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { Span } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";
import { parseJson } from "../json.ts";

/** A string of a JSON file, comments allowed. */
export interface JsonString {
  /** Names of properties and positions in lists, outermost first; of a name the way to its object. */
  readonly keys: readonly string[];
  /** It is the name of a property in quotes. */
  readonly isName: boolean;
  readonly value: string;
  /** With its quotes; UTF-16 offsets. */
  readonly span: Span;
}

/** Every string; none of a file that is no JSON. */
export function jsonStrings(oxc: Parser, text: string): JsonString[] {
  const outcome = parseJson(oxc, text);
  if (!outcome.ok) return [];
  const [statement] = outcome.parsed.program.body;
  const found: JsonString[] = [];
  if (statement?.type === "ExpressionStatement") collect(statement.expression, [], found);
  return found;
}

function collect(node: Expression, keys: readonly string[], found: JsonString[]): void {
  switch (node.type) {
    case "ParenthesizedExpression":
      return collect(node.expression, keys, found);
    case "Literal":
      if (typeof node.value === "string") found.push({ keys, isName: false, value: node.value, span: spanIn(node) });
      return;
    case "ArrayExpression":
      for (const [index, element] of node.elements.entries())
        if (element !== null && element.type !== "SpreadElement") collect(element, [...keys, `${index}`], found);
      return;
    case "ObjectExpression":
      for (const property of node.properties) {
        if (property.type !== "Property") continue;
        const { key } = property;
        const name = key.type === "Literal" ? String(key.value) : key.type === "Identifier" ? key.name : undefined;
        if (key.type === "Literal" && typeof key.value === "string")
          found.push({ keys, isName: true, value: key.value, span: spanIn(key) });
        if (name !== undefined) collect(property.value, [...keys, name], found);
      }
      return;
    default:
  }
}

/** A parenthesis stands in front of what was parsed. */
function spanIn({ start, end }: Span): Span {
  return { start: start - 1, end: end - 1 };
}

export function jsonEdit({ span }: JsonString, value: string): TextEdit {
  return { span, text: JSON.stringify(value) };
}
