import type { Node, Program } from "oxc-parser";
import { calleeName, createsRequire, isRequire } from "./module-expressions.ts";
import { nodesIn } from "../parser/tree.ts";

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<Program, ReadonlySet<string>>();

/**
 * What a file calls `require` besides that, whatever the scope: variables that are given what `createRequire()` makes, as an ES module
 * has to, or `require` itself.
 */
export function requireNames(program: Program, source: string): ReadonlySet<string> {
  let names = known.get(program);
  if (names === undefined) {
    names = MAY_NAME.test(source) ? namesIn([...nodesIn(program, program)]) : NONE;
    known.set(program, names);
  }
  return names;
}

/**
 * Whether a text may give `require` another name, or make one. It is given behind `=`, as one of two values (`a ? require : b`,
 * `a && require`), or as another type (`<any>require`).
 */
export const MAY_NAME = /\bcreateRequire\b|[=?:&|>][\s(]*(?:module\s*\.\s*)?require\b(?!\s*[.(])/;

function namesIn(nodes: readonly Node[]): Set<string> {
  const creators = new Set(nodes.flatMap(creatorOf));
  const isOne = (value: Node): boolean => {
    switch (value.type) {
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
        return isOne(value.expression);
      case "ConditionalExpression":
        return isOne(value.consequent) || isOne(value.alternate);
      case "LogicalExpression":
        return isOne(value.left) || isOne(value.right);
      case "CallExpression":
        return createsRequire(value) || (value.callee.type === "Identifier" && creators.has(value.callee.name));
      default:
        return isRequire(value);
    }
  };
  return new Set(
    nodes.flatMap((node) => {
      if (node.type === "VariableDeclarator")
        return node.id.type === "Identifier" && node.init !== null && isOne(node.init) ? node.id.name : [];
      if (node.type !== "AssignmentExpression" || !isOne(node.right)) return [];
      return calleeName(node.left) ?? [];
    }),
  );
}

/** `name` of `import { createRequire as name }`. */
function creatorOf(node: Node): string[] {
  if (node.type !== "ImportSpecifier" || node.imported.type !== "Identifier") return [];
  return node.imported.name === "createRequire" ? [node.local.name] : [];
}
