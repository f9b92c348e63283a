import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Node } from "oxc-parser";
import type { SourceFile } from "../source/source-file.ts";

/**
 * Whether what the language server gives for an implementation of a type may be one. It gives whatever is exported again under the
 * name, and the literals of each declaration whose type names it anywhere: `{}` of `({ a }: { a?: Shape } = {})` implements nothing.
 * A class is given for `this`, too, where that is cast.
 *
 * @param around the nodes around it, the outermost first
 * @param start of what it gives, in UTF-16 units
 * @param type what is implemented; an interface may be a function's or any literal's, the value of a class is made by one that extends it
 */
export function isImplementing(
  around: ReturnType<SourceFile["nodesAround"]>,
  start: number,
  {
    name,
    isClass,
    isMember = false,
  }: { readonly name: string; readonly isClass: boolean; readonly isMember?: boolean },
): boolean {
  const nodes = around.map(({ node }) => node);
  if (nodes.some(({ type }) => type === "ExportSpecifier" || type === "ImportSpecifier")) return false;
  if (isClass && nodes.at(-1)?.type === "ThisExpression") return false;
  if (isMember && isRead(around, start)) return false;
  const at = around.findLastIndex(({ node, span }) => span.start === start && LITERALS.has(unwrapped(node).type));
  const literal = at === -1 ? undefined : unwrapped(nodes[at] as Node);
  const type = literal === undefined ? undefined : givenType(nodes.slice(0, at + 1));
  if (literal === undefined) return !isClass || isClassAt(around, start);
  // No type says that it is the value of a class, or of one below that: those of their members and arguments are others'.
  if (isClass && (type === undefined || !mayBeOfClass(literal, type, name))) return false;
  if (type === undefined) return true;
  if (literal.type === "ObjectExpression")
    return !isPartAlone(type, name, isClass ? PARTS_OR_GIVEN : PARTS) || childNodes(literal).some(holdsLiteral);
  // `[...all]` is no `Shape`, though it is a `Shape[]`; nor is a function whose type is given one.
  if (!isList(type) && !isPartAlone(type, name, PARTS_OR_GIVEN)) return true;
  return literal.type === "ArrayExpression" && childNodes(literal).some(holdsLiteral);
}

/**
 * Whether a class stands there, by its own name or by one that it is given: for a class of CommonJS the server also gives `require()` of what
 * extends it, `module.exports = …` and the types of comments.
 */
function isClassAt(around: ReturnType<SourceFile["nodesAround"]>, start: number): boolean {
  return around.some(({ node, span }) => {
    const offset = start - span.start + node.start;
    switch (node.type) {
      case "ClassDeclaration":
      case "ClassExpression":
        return offset === node.start || node.id?.start === offset;
      case "TSInterfaceDeclaration":
        return node.id.start === offset;
      case "VariableDeclarator":
        return node.id.start === offset && node.init !== null && isClassExpression(node.init);
      case "AssignmentExpression":
        return offset <= node.left.end && isClassExpression(node.right);
      case "Property":
        return node.key.start === offset && isClassExpression(node.value);
      case "PropertyDefinition":
        return node.key.start === offset && node.value !== null && isClassExpression(node.value);
      default:
        return false;
    }
  });
}

function isClassExpression(node: Node): boolean {
  if (node.type === "AssignmentExpression") return isClassExpression(node.right);
  const value = unwrapped(node);
  return value.type === "ClassExpression" || (value.type === "TSAsExpression" && isClassExpression(value.expression));
}

/** Whether a pattern takes a member there into a variable, or the variable is declared whose name a shorthand takes or gives it by. */
function isRead(around: ReturnType<SourceFile["nodesAround"]>, start: number): boolean {
  // A shorthand is a key and a value at one place.
  const at = around.findIndex(({ node, span }) => span.start === start && node.type === "Identifier");
  const [holder, parent] = [around[at - 2], around[at - 1]].map((one) => one?.node.type);
  if (parent === "Property") return holder === "ObjectPattern";
  // `constructor(readonly side = 1)` declares the member.
  return parent !== undefined && holder !== "TSParameterProperty" && BINDING.test(parent);
}

/** What declares a name that it holds: a variable, a parameter, a function. */
const BINDING =
  /^(?:VariableDeclarator|AssignmentPattern|RestElement|ArrayPattern|Import\w*Specifier|(?:Arrow)?Function(?:Declaration|Expression))$/;

/** Whether a literal may have a class for its type, or hold one that has: the class is named in it, or what may be one that extends it. */
function mayBeOfClass(literal: Node, type: Node, name: string): boolean {
  if (/Function/.test(literal.type)) return false;
  if (placesOf(type, name, PARTS, false).length > 0) return true;
  return literal.type === "ArrayExpression" ? isList(type) : isPlainName(type);
}

/** Whether a type, or one of several, is a name that is given no types. */
function isPlainName(type: Node): boolean {
  if (type.type === "TSUnionType" || type.type === "TSIntersectionType") return type.types.some(isPlainName);
  return type.type === "TSTypeReference" && (type.typeArguments ?? null) === null;
}

/** Whether a type says that it is one of lists: what extends something else may be so by another name. */
function isList(type: Node): boolean {
  if (type.type === "TSTypeOperator") return isList(type.typeAnnotation);
  if (type.type === "TSArrayType" || type.type === "TSTupleType") return true;
  const name = type.type === "TSTypeReference" ? type.typeName : undefined;
  return name?.type === "Identifier" && (name.name === "Array" || name.name === "ReadonlyArray");
}

/** What stands in parentheses, with which the language server begins. */
export function unwrapped(node: Node): Node {
  return node.type === "ParenthesizedExpression" ? unwrapped(node.expression) : node;
}

const LITERALS = new Set<string>([
  "ArrayExpression",
  "ArrowFunctionExpression",
  "FunctionExpression",
  "ObjectExpression",
]);

/** The type that is written for the last of some nodes, each of which holds the next. */
function givenType(nodes: readonly Node[]): Node | undefined {
  let child = nodes.at(-1);
  for (let at = nodes.length - 2; at >= 0; at--) {
    const parent = nodes[at] as Node;
    switch (parent.type) {
      case "ParenthesizedExpression":
      case "ConditionalExpression":
      case "LogicalExpression":
        child = parent;
        continue;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
        return parent.typeAnnotation;
      case "VariableDeclarator":
        return parent.id.typeAnnotation?.typeAnnotation;
      case "AssignmentPattern":
        return parent.right === child ? annotationOf(parent.left) : undefined;
      case "PropertyDefinition":
        return parent.typeAnnotation?.typeAnnotation;
      case "ArrowFunctionExpression":
        return returnedBy(parent);
      case "ReturnStatement":
        return returnedBy(nodes.slice(0, at).findLast(isFunction));
      default:
        return undefined;
    }
  }
  return undefined;
}

/** The type that is written for what a function returns: of an async one that which it promises. */
function returnedBy(node: FunctionNode | undefined): Node | undefined {
  const type = node?.returnType?.typeAnnotation;
  const isPromise =
    type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise";
  return node?.async === true && isPromise ? (type.typeArguments?.params[0] ?? type) : type;
}

function annotationOf(node: Node): Node | undefined {
  return "typeAnnotation" in node && node.typeAnnotation?.type === "TSTypeAnnotation"
    ? node.typeAnnotation.typeAnnotation
    : undefined;
}

type FunctionNode = Extract<Node, { type: "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression" }>;

function isFunction(node: Node): node is FunctionNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/** Whether a type has the named one for the types of its members alone: it may go by another name, too, and is none of these then. */
function isPartAlone(type: Node, name: string, parts: RegExp): boolean {
  const found = placesOf(type, name, parts, false);
  return found.length > 0 && found.every((isInside) => isInside);
}

/** What has types for members; and what else is given types. */
const PARTS = /^TS(?:TypeLiteral|IndexedAccessType|FunctionType|MappedType)$/;
const PARTS_OR_GIVEN = /^TS(?:TypeLiteral|IndexedAccessType|FunctionType|MappedType|TypeParameterInstantiation)$/;

/** For each place of a name whether it stands in a part. */
function placesOf(node: Node, name: string, parts: RegExp, isInside: boolean): boolean[] {
  if (node.type === "Identifier") return node.name === name ? [isInside] : [];
  const isPart = isInside || parts.test(node.type);
  return childNodes(node).flatMap((child) => placesOf(child, name, parts, isPart));
}

/** Whether another literal stands in a node as a value: that of a member, then. */
function holdsLiteral(node: Node): boolean {
  if (node.type === "ObjectExpression" || node.type === "ClassExpression") return true;
  if (node.type === "CallExpression" || node.type === "NewExpression") return false;
  return childNodes(node).some(holdsLiteral);
}
