import type { Node, VariableDeclarator } from "oxc-parser";
import { alternatives } from "../members.ts";
import { nameIn } from "./named-places.ts";

/** A variable that is assigned a module somewhere. */
export interface AssignedVariable {
  /**
   * Whether TypeScript tells of each use what it holds there, as it does of one that is declared without a value, holds modules alone and
   * is used in no other function than the one that declares it, or has a type.
   */
  readonly isTyped: boolean;
  /** Whether a member of it can be one of a module alone. */
  readonly isOfModule: boolean;
}

/**
 * @param chains wherever the variable is named, with the nodes around, outermost first
 * @param loadOf what loads the module that a value is, as it is written
 */
export function assignedVariable(
  chains: readonly (readonly Node[])[],
  loadOf: (value: Node) => string | undefined,
): AssignedVariable {
  const declared = chains.filter((chain) => declaratorIn(chain) !== undefined);
  const [first] = declared;
  // What is given to a parameter, its callers say.
  if (first === undefined) return { isTyped: false, isOfModule: false };
  if (first.some((node) => node.type === "Identifier" && (node.typeAnnotation ?? null) !== null))
    return { isTyped: true, isOfModule: true };
  const name = nameIn(first.at(-1) as Node);
  const isOne = (value: Node) => isNothing(value) || nameIn(value) === name || loadOf(value) !== undefined;
  const init = declared.flatMap((chain) => declaratorIn(chain)?.init ?? []);
  const written = chains.flatMap((chain) => writtenIn(chain) ?? []).flatMap(alternatives);
  const home = functionAround(first);
  // Of two modules a name may be a member of either.
  if (new Set([...init, ...written].flatMap((one) => loadOf(one) ?? [])).size > 1)
    return { isTyped: false, isOfModule: false };
  return {
    isTyped:
      declared.length === 1 &&
      init.every(isNothing) &&
      written.every(isOne) &&
      chains.every((chain) => functionAround(chain) === home),
    isOfModule: [...init, ...written].every((one) => isOne(one) || isEmpty(one)),
  };
}

/** The declarator that declares what is named at the end of a chain. */
export function declaratorIn(chain: readonly Node[]): VariableDeclarator | undefined {
  const [parent, node] = chain.slice(-2);
  return parent?.type === "VariableDeclarator" && parent.id === node ? parent : undefined;
}

/** What is assigned to the name at the end of a chain: the pattern itself where it is part of one. */
function writtenIn(chain: readonly Node[]): Node | undefined {
  const at = chain.findLastIndex(({ type }, index) => index < chain.length - 1 && !PATTERNS.has(type));
  const [assignment, target] = [chain[at], chain[at + 1]];
  if (assignment?.type !== "AssignmentExpression" || assignment.left !== target) return undefined;
  return at + 2 === chain.length ? assignment.right : target;
}

const PATTERNS: ReadonlySet<string> = new Set([
  "ArrayPattern",
  "AssignmentPattern",
  "ObjectPattern",
  "Property",
  "RestElement",
]);

function functionAround(chain: readonly Node[]): Node | undefined {
  return chain.findLast(
    ({ type }) => type.includes("Function") || type === "StaticBlock" || type === "PropertyDefinition",
  );
}

/** Whether it holds no member at all. */
function isNothing(value: Node): boolean {
  if (value.type === "Literal") return true;
  return value.type === "UnaryExpression" ? value.operator === "void" : nameIn(value) === "undefined";
}

function isEmpty(value: Node): boolean {
  return value.type === "ObjectExpression" && value.properties.length === 0;
}
