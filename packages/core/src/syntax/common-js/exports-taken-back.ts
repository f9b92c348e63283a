import type { Node } from "oxc-parser";
import { exportsObjectAt, memberOf } from "./exports-handed-on.ts";
import type { ExportsNames } from "./exports-names.ts";
import { calleeName } from "../module-records/module-expressions.ts";

/**
 * The name of the export that a CommonJS module takes back from the object that it exports, `exports.name()` and
 * `module.exports.name`, at the first word of that; the module needs the export itself then. What stands in the declaration of the
 * name uses itself alone, and what is assigned is no use.
 *
 * @param parents outermost first
 */
export function takenBack(node: Node, parents: readonly Node[], names: ExportsNames): string | undefined {
  const exported = exportsObjectAt(node, parents, names);
  const [outer, member] = [exported?.parents.at(-2), exported?.parents.at(-1)];
  if (member?.type !== "MemberExpression" || member.object !== exported?.value) return undefined;
  const isGiven = outer?.type === "AssignmentExpression" && outer.left === member;
  const name = isGiven ? undefined : memberOf(member);
  const isOwn = (one: Node, at: number) => isDeclaring(one, parents.slice(0, at), names, name as string);
  return name === undefined || parents.some(isOwn) ? undefined : name;
}

/** Whether a node declares what is exported by a name: `exports.name = …`, `name` of `module.exports = { … }`, `function name() {}`. */
function isDeclaring(node: Node, parents: readonly Node[], names: ExportsNames, name: string): boolean {
  const around = parents.at(-2);
  switch (node.type) {
    case "AssignmentExpression": {
      const called = names.calleeName(node.left, () => parents) ?? "";
      return /^(?:module\.)?exports\./.test(called) && called.split(".").at(-1) === name;
    }
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
