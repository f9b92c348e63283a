import type { Node } from "oxc-parser";
import { exportsObjectAt, memberOf } from "./exports-handed-on.ts";
import { calleeName } from "../module-records/module-expressions.ts";

/**
 * The name of the export that a CommonJS module takes back from the object that it exports, `exports.name()` and
 * `module.exports.name`, at the first word of that; the module needs the export itself then. What stands in the declaration of the
 * name uses itself alone, and what is assigned is no use.
 *
 * @param parents outermost first
 */
export function takenBack(node: Node, parents: readonly Node[]): string | undefined {
  const exported = exportsObjectAt(node, parents);
  const [outer, member] = [exported?.parents.at(-2), exported?.parents.at(-1)];
  if (member?.type !== "MemberExpression" || member.object !== exported?.value) return undefined;
  const isGiven = outer?.type === "AssignmentExpression" && outer.left === member;
  const name = isGiven ? undefined : memberOf(member);
  if (name === undefined || parents.some((one, at) => isDeclaring(one, parents[at - 2], name))) return undefined;
  return name;
}

/** Whether a node declares what is exported by a name: `exports.name = …`, `name` of `module.exports = { … }`, `function name() {}`. */
function isDeclaring(node: Node, around: Node | undefined, name: string): boolean {
  switch (node.type) {
    case "AssignmentExpression":
      return (
        /^(?:module\.)?exports\./.test(calleeName(node.left) ?? "") && calleeName(node.left)?.split(".").at(-1) === name
      );
    case "Property":
      return (
        around?.type === "AssignmentExpression" &&
        calleeName(around.left) === "module.exports" &&
        node.key.type === "Identifier" &&
        node.key.name === name
      );
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "VariableDeclarator":
      return node.id?.type === "Identifier" && node.id.name === name;
    default:
      return false;
  }
}
