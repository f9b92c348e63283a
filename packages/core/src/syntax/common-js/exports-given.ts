import type { Node } from "oxc-parser";
import { ExportsNames } from "./exports-names.ts";
import { alternatives } from "../members.ts";
import { calleeName, isExportsName, literal, requiredNamespace } from "../module-records/module-expressions.ts";
import { isModuleSyntax } from "../module-records/exported-names.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesIn } from "../parser/tree.ts";
import { nodesAround } from "../scope.ts";

/**
 * Where a CommonJS module gives the object that it exports to functions of others, `require("./create")(exports)`, which may add to it
 * what no syntax tells. UTF-16 offsets.
 */
export function exportsGivenAt(parsed: ParsedSource): number[] {
  return placesIn(parsed, (node, isExports, names) => {
    if (node.type !== "CallExpression" || names.isGiver(node)) return false;
    return !OF_EXPORTS.test(calleeName(node.callee) ?? "") && node.arguments.some(isExports);
  });
}

/**
 * Where a CommonJS module gives the object that it exports members by names which it works out, `exports[name] = …`, or all that another
 * object has, `Object.assign(exports, helpers)`. UTF-16 offsets.
 */
export function exportsComputedAt(parsed: ParsedSource): number[] {
  return placesIn(parsed, (node, isExports) => {
    if (node.type === "AssignmentExpression") {
      const { left } = node;
      return left.type === "MemberExpression" && left.computed && !isKnown(left.property) && isExports(left.object);
    }
    if (node.type !== "CallExpression") return false;
    const [target, ...given] = node.arguments;
    if (target === undefined || !isExports(target)) return false;
    const name = calleeName(node.callee);
    const [first] = given;
    if (name === "Object.defineProperty") return first !== undefined && !isKnown(first);
    return name === "Object.assign" && given.some(hasUnknownNames);
  });
}

function placesIn(
  { program, source }: ParsedSource,
  isOne: (node: Node, isExports: (one: Node) => boolean, names: ExportsNames) => boolean,
): number[] {
  if (!/\bexports\b/.test(source) || program.body.some(isModuleSyntax)) return [];
  const names = new ExportsNames(program.body);
  const isExports = (node: Node) => isExportsName(names.calleeName(node, () => nodesAround(program, node.start)));
  return [...nodesIn(program, { start: 0, end: source.length })].flatMap((node) =>
    isOne(node, isExports, names) ? node.start : [],
  );
}

function isKnown(key: Node): boolean {
  return literal(key) !== undefined || (key.type === "Literal" && typeof key.value === "number");
}

/** Whether the members of a value are plain to see neither there nor in the module that it is. */
function hasUnknownNames(value: Node): boolean {
  return alternatives(value).some((one) => {
    if (requiredNamespace(one) !== undefined) return false;
    if (one.type !== "ObjectExpression") return true;
    return one.properties.some((property) =>
      property.type === "SpreadElement"
        ? hasUnknownNames(property.argument)
        : property.computed && !isKnown(property.key),
    );
  });
}

/** Functions of the language and of compilers, of which it is plain to see what they add. */
const OF_EXPORTS = /^Object\.|(?:^|\.)__/;
