import type { Node } from "oxc-parser";
import { calleeName, literal, nameOf } from "@kart/core/syntax/module-records/module-expressions";
import type { ParsedSource } from "@kart/core/syntax/parser/parse";
import { childNodes } from "@kart/core/syntax/parser/tree";

/**
 * Where a name stands as a string of a list, or is given to a call, in a file that takes members of a prototype by names that it
 * has when it runs: `Object.getOwnPropertyDescriptor(Mixin.prototype, name)`, `Mixin.prototype[name]`. That is how members of one
 * class are copied to others; no type ties the string to the member. UTF-16 offsets, of the quotes.
 */
export function copiedNames({ program, source }: ParsedSource, name: string): number[] {
  if (!mayCopy(source, name)) return [];
  const found: number[] = [];
  let takesByName = false;
  const visit = (node: Node): void => {
    takesByName ||= isTakenByName(node);
    for (const one of listed(node)) if (one.type === "Literal" && one.value === name) found.push(one.start);
    for (const child of childNodes(node)) visit(child);
  };
  visit(program);
  return takesByName ? found.toSorted((a, b) => a - b) : [];
}

/** Whether {@link copiedNames} may find any, as far as the text tells. */
export function mayCopy(source: string, name: string): boolean {
  return /\.prototype\b/.test(source) && (source.includes(`"${name}"`) || source.includes(`'${name}'`));
}

function listed(node: Node): readonly Node[] {
  if (node.type === "ArrayExpression") return node.elements.filter((one) => one !== null);
  return (node.type === "CallExpression" && calleeName(node.callee) !== "require") || node.type === "NewExpression"
    ? node.arguments
    : [];
}

function isTakenByName(node: Node): boolean {
  if (node.type === "MemberExpression")
    return (
      node.computed && isPrototype(node.object) && literal(node.property) === undefined && !isSymbol(node.property)
    );
  if (node.type !== "CallExpression") return false;
  const [owner, key] = node.arguments;
  const isAsked = /^(?:Object|Reflect)\.getOwnPropertyDescriptor$/.test(calleeName(node.callee) ?? "");
  return isAsked && owner !== undefined && isPrototype(owner) && key !== undefined && literal(key) === undefined;
}

function isPrototype(node: Node): boolean {
  return node.type === "MemberExpression" && !node.computed && nameOf(node.property) === "prototype";
}

/** `Symbol.iterator` */
function isSymbol(node: Node): boolean {
  return calleeName(node)?.startsWith("Symbol.") === true;
}
