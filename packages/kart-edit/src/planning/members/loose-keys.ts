import type { Node, Program } from "oxc-parser";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";

/** A key of an object literal, which may have no type that ties it to a declaration. */
export interface LooseKey {
  /** UTF-16 offset; of a string, behind its quote. */
  readonly offset: number;
  readonly isShorthand: boolean;
  /** Whether what it stands in is said to be of any type: `{ name: 1 } as any`, `{ name: 1 } as unknown as T`. */
  readonly isCast: boolean;
  /** What is spread beside it, where that is only named: `{ ...props, name: 1 }`. */
  readonly spreads: readonly Span[];
}

/** Every key of a name in the object literals of a text, in its order. */
export function looseKeys(program: Program, name: string): LooseKey[] {
  const found: LooseKey[] = [];
  const visit = (node: Node, isCast: boolean): void => {
    if (node.type === "ObjectExpression") {
      const spreads = node.properties.flatMap((one) =>
        one.type === "SpreadElement" && isNamed(one.argument) ? [spanOf(one.argument)] : [],
      );
      for (const one of node.properties) {
        if (one.type !== "Property") continue;
        const offset = one.computed ? undefined : offsetOf(one.key, name);
        if (offset !== undefined) found.push({ offset, isShorthand: one.shorthand, isCast, spreads });
      }
    }
    const isAny = isCast ? HANDING_ON.has(node.type) : isCastToAny(node);
    for (const child of childNodes(node)) visit(child, isAny);
  };
  visit(program, false);
  return found.toSorted((a, b) => a.offset - b.offset);
}

/** What is of any type where it stands in what is. */
const HANDING_ON = new Set<string>([
  "ArrayExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "ObjectExpression",
  "ParenthesizedExpression",
  "Property",
  "SpreadElement",
]);

function isCastToAny(node: Node): boolean {
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  return /^TS(?:Any|Never|Unknown)Keyword$/.test(node.typeAnnotation.type);
}

function isNamed(node: Node): boolean {
  switch (node.type) {
    case "Identifier":
    case "ThisExpression":
      return true;
    case "MemberExpression":
      return !node.computed && isNamed(node.object);
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
      return isNamed(node.expression);
    default:
      return false;
  }
}

function offsetOf(key: Node, name: string): number | undefined {
  if (key.type === "Literal") return key.value === name ? key.start + 1 : undefined;
  return key.type === "Identifier" && key.name === name ? key.start : undefined;
}

function spanOf({ start, end }: Node): Span {
  return { start, end };
}
