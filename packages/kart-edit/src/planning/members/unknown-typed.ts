import type { Node, TSParameterProperty } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { type Span, textOf } from "@kart/core/text/span";
import type { TextEdit } from "@kart/core/text/text-edit";

/** Asks a method for more than any other takes, which refuses it wherever one is expected. */
const TAKES_TOO_MUCH = `(${Array.from({ length: 20 }, (_, index) => `a${index}: never`).join(", ")}): unknown`;

/**
 * What gives a member of values a type that no other type's member of the name takes: `size: number` to `size: unknown`, `size: 1` to
 * `size: (1) as unknown`, a method to one that asks for more than it is given. Undefined for what is no such member. Everything stays
 * in its line.
 *
 * @param name where the member is named
 */
export function unknownTyped(
  { program, source, language }: Pick<ParsedSource, "program" | "source" | "language">,
  name: Span,
): readonly TextEdit[] | undefined {
  let holder: Node["type"] | undefined;
  for (const node of nodesIn(program, { start: name.start, end: name.start + 1 })) {
    const isOfValue = holder !== "ObjectPattern";
    holder = node.type;
    if (node.type === "TSParameterProperty") return annotated(source, name, boundBy(node).typeAnnotation);
    if (!("key" in node) || node.key.start > name.start || node.key.end < name.end || !isOfValue) continue;
    return language === "jsx" ? ofUntyped(source, node) : ofTyped(source, node);
  }
  return undefined;
}

function ofTyped(source: string, node: Node): readonly TextEdit[] | undefined {
  switch (node.type) {
    case "TSPropertySignature":
    case "PropertyDefinition":
    case "TSAbstractPropertyDefinition":
    case "AccessorProperty":
    case "TSAbstractAccessorProperty":
      return annotated(source, node.key, node.typeAnnotation);
    case "TSMethodSignature": {
      const end = node.returnType?.end ?? source.slice(0, node.end).replace(/[\s;,]+$/, "").length;
      return node.kind === "set" ? undefined : [headed(source, node, end, node.kind)];
    }
    case "MethodDefinition":
    case "TSAbstractMethodDefinition":
      return node.kind === "constructor" || node.kind === "set"
        ? undefined
        : [headed(source, node, endOfHead(node.value), node.kind)];
    case "Property":
      if (node.value.type === "FunctionExpression" && (node.method || node.kind === "get"))
        return [headed(source, node, endOfHead(node.value), node.kind === "get" ? "get" : "method")];
      return node.kind === "set" ? undefined : wrapped(source, node.value, AS_UNKNOWN, node.shorthand);
    default:
      return undefined;
  }
}

/** Of JavaScript, where a comment gives a value its type, and a method may be given less than it names. */
function ofUntyped(source: string, node: Node): readonly TextEdit[] | undefined {
  if (node.type === "Property" && node.kind === "init" && !node.method)
    return wrapped(source, node.value, BY_COMMENT, node.shorthand);
  return node.type === "PropertyDefinition" && node.value !== null
    ? wrapped(source, node.value, BY_COMMENT)
    : undefined;
}

const AS_UNKNOWN = ["(", ") as unknown"] as const;
const BY_COMMENT = ["/** @type {unknown} */ (", ")"] as const;

function boundBy({ parameter }: TSParameterProperty) {
  return parameter.type === "AssignmentPattern" ? parameter.left : parameter;
}

/** @param type its annotation, with the colon */
function annotated(source: string, key: Span, type?: Span | null): readonly TextEdit[] {
  if (type !== undefined && type !== null) return [{ span: type, text: `: unknown${linesOf(source, type)}` }];
  const mark = /^\s*\]?\s*[?!]?/.exec(source.slice(key.end))?.[0] ?? "";
  const end = key.end + mark.trimEnd().length;
  return [{ span: { start: end, end }, text: ": unknown" }];
}

/** A method or a getter with another head; what it does stays. @param end where its head ends */
function headed(
  source: string,
  { key, optional }: { readonly key: Span; readonly optional?: boolean },
  end: number,
  kind: "get" | "method",
): TextEdit {
  const start = key.end + (/^\s*\]/.exec(source.slice(key.end))?.[0].length ?? 0);
  const span = { start, end };
  const head = kind === "get" ? "(): unknown" : TAKES_TOO_MUCH;
  return { span, text: `${optional === true ? "?" : ""}${head}${linesOf(source, span)} ` };
}

function endOfHead({ body, end }: { readonly body: Span | null; readonly end: number }): number {
  return body?.start ?? end;
}

/** A value with something around it; of `{ size }` the value is what the name stands for. */
function wrapped(
  source: string,
  value: Span,
  [before, behind]: readonly [string, string],
  isShorthand = false,
): readonly TextEdit[] {
  const { start, end } = value;
  if (isShorthand) return [{ span: { start: end, end }, text: `: ${before}${textOf(source, value)}${behind}` }];
  return [
    { span: { start, end: start }, text: before },
    { span: { start: end, end }, text: behind },
  ];
}

/** The line breaks of a range. */
function linesOf(source: string, { start, end }: Span): string {
  return source.slice(start, end).replaceAll(/[^\n]+/g, "");
}
