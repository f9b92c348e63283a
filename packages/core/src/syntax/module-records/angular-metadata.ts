import type { Node, Program } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround } from "../scope.ts";
import { nameOf } from "./module-expressions.ts";

/** Where decorators of Angular name members by strings, without their quotes. UTF-16 offsets. */
export interface AngularMetadata {
  /** Templates of components. */
  readonly templates: readonly Span[];
  /** What elements are bound to, `host: { "(focus)": "onFocus()" }`, and the names of inputs and outputs. */
  readonly bindings: readonly Span[];
}

/** Whether a source may hold any. */
export function mayHoldMetadata(source: string): boolean {
  return DECORATOR.test(source);
}

export function angularMetadata({ program, source }: Pick<ParsedSource, "program" | "source">): AngularMetadata {
  const properties = Array.from(source.matchAll(DECORATORS), ({ index }) => propertiesAt(program, index)).flat();
  const values = (...names: string[]) => properties.flatMap(([name, value]) => (names.includes(name) ? value : []));
  return {
    templates: values("template").flatMap(literalSpans),
    bindings: [...values("host").flatMap(boundValues), ...values("inputs", "outputs").flatMap(elements)].flatMap(
      literalSpans,
    ),
  };
}

const DECORATOR = /@(?:Component|Directive)\b/;
const DECORATORS = /@(?:Component|Directive)\b/g;

/** The properties of what a decorator is given. */
function propertiesAt(program: Program, offset: number): [name: string, value: Node][] {
  const decorator = nodesAround(program, offset).find((one) => one.type === "Decorator" && one.start === offset);
  const call = decorator?.type === "Decorator" ? decorator.expression : undefined;
  return call?.type === "CallExpression" && call.arguments[0] !== undefined ? propertiesOf(call.arguments[0]) : [];
}

function propertiesOf(node: Node): [name: string, value: Node][] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((one) => (one.type === "Property" ? [[nameOf(one.key), one.value]] : []));
}

/** Those of the values for an element that are expressions: `"(focus)"`, `"[class.on]"`, but `class`. */
function boundValues(host: Node): Node[] {
  return propertiesOf(host).flatMap(([name, value]) => (/^[[(]/.test(name) ? value : []));
}

function elements(list: Node): Node[] {
  if (list.type !== "ArrayExpression") return [];
  return list.elements.flatMap((one) => {
    if (one === null) return [];
    return one.type === "ObjectExpression" ? propertiesOf(one).map(([, value]) => value) : one;
  });
}

function literalSpans(node: Node): Span[] {
  const isText = node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
  return isText ? [{ start: node.start + 1, end: node.end - 1 }] : [];
}
