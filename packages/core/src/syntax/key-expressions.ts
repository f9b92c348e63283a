import type { Node } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { childNodes } from "./parser/tree.ts";
import { isPlainKey } from "./plain-keys.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { quotedName } from "./pattern-keys.ts";

/** A key that may be the name of a member by its type: `point[axis]`, `({ [axis]: at }: Point) => at`. */
export interface KeyExpression {
  /** UTF-16. */
  readonly span: Span;
  /** What a string may stand in the place of so that it is the key: in a pattern with the brackets, and the colon behind it again. */
  readonly whole: Span;
  readonly isOfPattern: boolean;
  /** Where the name ends that it is, or the last of several, `options.key`. */
  readonly nameEnd: number | undefined;
}

/** Keys of a file of which it is looked up what declares them: each takes a walk through all that stands around it. */
const MAX_LOOKED_UP = 300;

/** Those of a file by which members are taken, as they stand; what stands in one comes after it. */
export function keyExpressions({ program, language }: Pick<ParsedSource, "program" | "language">): KeyExpression[] {
  const found: { readonly key: Node; readonly expression: KeyExpression }[] = [];
  const add = (key: Node, whole: Span, isOfPattern: boolean) => {
    if (!mayBeString(key)) return;
    const span = { start: key.start, end: key.end };
    found.push({ key, expression: { span, whole, isOfPattern, nameEnd: nameEnd(key) } });
  };
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node));
    if (node.type === "MemberExpression" && node.computed) {
      const { start, end } = node.property;
      add(node.property, { start, end }, false);
    }
    if (node.type !== "ObjectPattern") continue;
    for (const property of node.properties)
      if (property.type === "Property" && property.computed)
        add(property.key, { start: property.start, end: property.value.start }, true);
  }
  // In JavaScript a comment may say what it is.
  const isLookedUp = !language.startsWith("js") && found.length <= MAX_LOOKED_UP;
  return found
    .filter(({ key }) => !(isLookedUp && isPlainKey(program, key)))
    .map(({ expression }) => expression)
    .toSorted((a, b) => a.whole.start - b.whole.start || b.whole.end - a.whole.end);
}

/** Whether an expression may give the name of a member, and is none by itself. */
export function mayBeString(key: Node): boolean {
  switch (key.type) {
    case "Literal":
    case "PrivateIdentifier":
    case "UnaryExpression":
    case "UpdateExpression":
      return false;
    case "BinaryExpression":
      return key.operator === "+";
    default:
      return quotedName(key) === undefined;
  }
}

function nameEnd(key: Node): number | undefined {
  return key.type === "Identifier" || (key.type === "MemberExpression" && !key.computed) ? key.end : undefined;
}
