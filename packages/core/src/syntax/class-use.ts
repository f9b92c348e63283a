import type { Node } from "oxc-parser";
import { isLastPart, lastPart } from "./last-part.ts";

/** What comes of a class where it is named. */
export type ClassUse =
  /** An instance is made there. */
  | { readonly kind: "constructed" }
  /** It goes by another name, which stands at an offset, UTF-16: by that alone, unless it is passed on as well. */
  | { readonly kind: "renamed"; readonly at: number; readonly isPassedOn: boolean }
  /** Whoever it is given to may make instances of it. */
  | { readonly kind: "passed-on" }
  /** No constructor is called by that. */
  | { readonly kind: "other" };

const OTHER: ClassUse = { kind: "other" };
const PASSED_ON: ClassUse = { kind: "passed-on" };

/**
 * What comes of a class, or of what may hold one, at its name: `new A()` constructs it, `const B = A`, `cls: typeof A` and `class B
 * extends A {}` give it another name, `make(A)` passes it on.
 *
 * @param around the nodes around the name, the outermost first
 */
export function classUse(around: readonly Node[]): ClassUse {
  let at = around.length - 1;
  const [last, owner] = [around[at], around[at - 1]];
  if (last?.type === "JSXIdentifier") return owner?.type === "JSXClosingElement" ? OTHER : PASSED_ON;
  if (last?.type !== "Identifier") return OTHER;
  while (isSameValue(around[at] as Node, around[at - 1])) at--;
  const self = around[at] as Node;
  const user = around[at - 1];
  switch (user?.type) {
    case "NewExpression":
      return user.callee === self ? { kind: "constructed" } : PASSED_ON;
    case "CallExpression":
      return user.callee === self || ASKING.test(lastPart(user.callee)?.name ?? "") ? OTHER : PASSED_ON;
    case "ClassDeclaration":
    case "ClassExpression":
      return user.superClass === self ? useOfHeir(around.slice(0, at)) : OTHER;
    case "VariableDeclarator":
      return user.init === self ? renamed(user.id) : OTHER;
    case "AssignmentPattern":
      return user.right === self ? renamed(user.left) : OTHER;
    case "AssignmentExpression":
      return user.right === self && !isExports(user.left) ? renamed(user.left) : OTHER;
    case "AccessorProperty":
    case "PropertyDefinition":
      return user.value === self ? renamed(user.key, true) : OTHER;
    case "Property":
      return user.value === self ? useOfProperty(user, around.slice(0, at - 1)) : OTHER;
    case "ConditionalExpression":
      return user.test === self ? OTHER : PASSED_ON;
    case "TSTypeQuery":
      return useOfType(around.slice(0, at));
    case "ArrowFunctionExpression":
      return user.body === self ? PASSED_ON : OTHER;
    case "ArrayExpression":
    case "Decorator":
    case "JSXExpressionContainer":
    case "LogicalExpression":
    case "ReturnStatement":
    case "SpreadElement":
    case "YieldExpression":
      return PASSED_ON;
    default:
      return OTHER;
  }
}

/** Functions of test runners and libraries that only ask whether the class made a value. */
const ASKING = /^(?:toBeInstanceOf|toThrow|toThrowError|instanceOf|isInstance)$/;

/** Whether a node has the value, or is the whole name, of one in it: `all.A`, `(A as any)`. */
function isSameValue(node: Node, parent: Node | undefined): boolean {
  if (isLastPart(node, parent)) return true;
  switch (parent?.type) {
    case "ChainExpression":
    case "ParenthesizedExpression":
    case "TSNonNullExpression":
      return true;
    case "TSAsExpression":
    case "TSInstantiationExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return parent.expression === node;
    default:
      return false;
  }
}

/** Of what a property is given, or takes in a pattern. */
function useOfProperty({ key, value, computed }: Node & { type: "Property" }, around: readonly Node[]): ClassUse {
  const [user, object] = [around.at(-2), around.at(-1)];
  if (object?.type === "ObjectPattern") return renamed(value);
  if (user?.type === "AssignmentExpression" && isExports(user.left)) return OTHER;
  return computed ? PASSED_ON : renamed(key, true);
}

/** Whether it is what a CommonJS module exports, or one of that: importers are followed. */
function isExports(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "exports";
  if (node.type !== "MemberExpression") return false;
  const { object, property } = node;
  if (object.type !== "Identifier" || object.name !== "module") return isExports(object);
  return property.type === "Identifier" && property.name === "exports";
}

/** Of a class that extends another, the last of some nodes: one with a constructor of its own calls that of the other by `super`. */
function useOfHeir(around: readonly Node[]): ClassUse {
  const heir = around.at(-1);
  if (heir?.type !== "ClassDeclaration" && heir?.type !== "ClassExpression") return OTHER;
  if (heir.body.body.some((one) => one.type === "MethodDefinition" && one.kind === "constructor")) return OTHER;
  const user = around.at(-2);
  if (heir.type === "ClassExpression") return user?.type === "VariableDeclarator" ? renamed(user.id) : PASSED_ON;
  // Who imports an export without a name gives it one.
  return heir.id === null ? PASSED_ON : renamed(heir.id);
}

/** Of `typeof A`, the last of some nodes. */
function useOfType(around: readonly Node[]): ClassUse {
  const [holder, given, type] = [around.at(-3), around.at(-2), around.at(-1)];
  if (given?.type === "TSTypeOperator" || given?.type === "TSIndexedAccessType") return OTHER;
  if (given?.type === "TSTypeParameterInstantiation" && holder?.type === "TSTypeReference") {
    const { typeName } = holder;
    if (typeName.type === "Identifier" && typeName.name === "InstanceType") return OTHER;
  }
  if (type?.type !== "TSTypeQuery" || given?.type !== "TSTypeAnnotation" || holder?.type !== "Identifier")
    return PASSED_ON;
  return renamed(holder);
}

/** @param isPassedOn whether who has what holds it has the class, too */
function renamed(name: Node, isPassedOn = false): ClassUse {
  if (name.type === "Identifier") return { kind: "renamed", at: name.start, isPassedOn };
  return name.type === "ObjectPattern" ? OTHER : PASSED_ON;
}
