import type { Node } from "oxc-parser";
import { isKey } from "../parser/tree.ts";
import type { ExportsNames } from "./exports-names.ts";
import { calleeName, isExportsName, literal } from "../module-records/module-expressions.ts";

/**
 * Whether a name of a CommonJS module hands on the object that it exports, so that any member may be used where no import tells:
 * `register(exports)`, `const self = module.exports`, `typeof module`, a parameter called `exports`. What makes, takes or adds a
 * member does not: `exports.a`, `module.exports = { a }`, `this.a` in a function that is exported where it is written, nor what gives
 * them a name that is followed.
 *
 * @param parents outermost first
 */
export function handsOnExports(node: Node, parents: readonly Node[], names: ExportsNames): boolean {
  const exported = exportsObjectAt(node, parents, names);
  if (exported !== undefined) return isHandedOn(exported.value, exported.parents, names);
  const parent = parents.at(-1);
  if (node.type !== "Identifier" || node.name !== "module" || parent === undefined || isKey(node, parent)) return false;
  // `require.main === module`
  if (parent.type === "BinaryExpression") return false;
  return parent.type !== "MemberExpression" || parent.object !== node || memberOf(parent) === undefined;
}

/** The object that a CommonJS module exports where a name or `this` begins to name it, with what is around that, outermost first. */
export function exportsObjectAt(
  node: Node,
  parents: readonly Node[],
  names: ExportsNames,
): { readonly value: Node; readonly parents: readonly Node[] } | undefined {
  const parent = parents.at(-1);
  if (node.type === "ThisExpression") return isExportsObject(parents) ? { value: node, parents } : undefined;
  if (node.type !== "Identifier" || parent === undefined || isKey(node, parent)) return undefined;
  if (node.name === "exports") return { value: node, parents };
  if (!isBound(node, parent) && names.has(node.name, () => parents)) return { value: node, parents };
  const isOwn = node.name === "module" && parent.type === "MemberExpression" && parent.object === node;
  return isOwn && memberOf(parent) === "exports" ? { value: parent, parents: parents.slice(0, -1) } : undefined;
}

/** Whether a name stands where a variable or a parameter is declared. */
function isBound(node: Node, parent: Node): boolean {
  if (parent.type === "VariableDeclarator") return parent.id === node;
  return "params" in parent && (parent.params as readonly Node[]).includes(node);
}

/** Whether all that a module exports is assigned, and is no object made for that: what it has for members may come and go by itself. */
export function assignsOwnValue(left: Node, value: Node): boolean {
  return calleeName(left) === "module.exports" && value.type !== "ObjectExpression" && calleeName(value) !== "exports";
}

function isHandedOn(value: Node, parents: readonly Node[], names: ExportsNames): boolean {
  const parent = parents.at(-1);
  if (parent !== undefined && names.isGiver(parent)) return false;
  switch (parent?.type) {
    case "MemberExpression":
      return parent.object === value && memberOf(parent) === undefined;
    case "AssignmentExpression":
      return parent.left !== value || isAssignedOn(parent, parents.slice(0, -1));
    case "CallExpression":
      return !(
        parent.arguments[0] === value &&
        /^Object\.(?:defineProperty|defineProperties|assign|freeze|setPrototypeOf)$/.test(
          calleeName(parent.callee) ?? "",
        ) &&
        parents.at(-2)?.type === "ExpressionStatement"
      );
    case "ExpressionStatement":
      return false;
    default:
      return true;
  }
}

/** `const api = module.exports = …`, but not `exports = module.exports = …`. */
function isAssignedOn(assignment: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent?.type === "ParenthesizedExpression") return isAssignedOn(parent, parents.slice(0, -1));
  // What is assigned to one member of the exports is no more than that; the compilers' `0 && (module.exports = {})` never runs.
  if (parent?.type === "ExpressionStatement") return false;
  if (parent?.type === "LogicalExpression") return parent.right !== assignment || !/^0$/.test(rawOf(parent.left));
  if (parent?.type !== "AssignmentExpression") return true;
  return !isExportsName(calleeName(parent.left)) || isAssignedOn(parent, parents.slice(0, -1));
}

/** Whether `this` may be what the module exports: outside of functions, and in those that are exported where they are written. */
function isExportsObject(parents: readonly Node[]): boolean {
  const at = parents.findLastIndex(({ type }) => OWN_THIS.has(type));
  if (at === -1) return true;
  const [outer, object, owner, own] = [parents[at - 3], parents[at - 2], parents[at - 1], parents[at]];
  if (own?.type !== "FunctionExpression") return false;
  if (owner?.type === "AssignmentExpression") return /^(?:module\.)?exports\./.test(calleeName(owner.left) ?? "");
  return (
    owner?.type === "Property" &&
    outer?.type === "AssignmentExpression" &&
    outer.right === object &&
    calleeName(outer.left) === "module.exports"
  );
}

const OWN_THIS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "PropertyDefinition",
  "StaticBlock",
]);

/** The name of a member, unless it is computed when the program runs. */
export function memberOf({ property, computed }: Node & { type: "MemberExpression" }): string | undefined {
  return property.type === "Identifier" && !computed ? property.name : literal(property);
}

function rawOf(node: Node): string {
  return node.type === "Literal" ? String(node.raw) : "";
}
