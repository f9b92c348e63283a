import type { BindingPattern, FormalParameterRest, Node, Program } from "oxc-parser";
import { bindingsOf } from "./bindings.ts";
import { firstIndex } from "../text/sorted.ts";
import { childNodes, startOf } from "./parser/tree.ts";

/** The nodes around an offset, outermost first; of a shorthand its value. */
export function nodesAround(program: Program, offset: number): Node[] {
  const chain: Node[] = [program];
  for (;;) {
    const node = chain.at(-1) as Node;
    const children = node.type === "Program" ? statementBefore(node, offset) : childNodes(node);
    const within = children.filter((child) => startOf(child) <= offset && offset < child.end);
    const inner = node.type === "Property" ? (within.find((one) => one === node.value) ?? within[0]) : within[0];
    if (inner === undefined) return chain;
    chain.push(inner);
  }
}

/** The last statement that starts at an offset or before it: a file may have thousands. */
function statementBefore({ body }: Program, offset: number): readonly Node[] {
  const index = firstIndex(body, (one) => startOf(one) > offset);
  return body.slice(Math.max(0, index - 1), index);
}

/** The innermost node around a value's name that declares it; undefined at the top level. */
export function scopeOf(chain: readonly Node[], name: string): Node | undefined {
  return chain.slice(1).findLast((node) => declares(node, name));
}

function declares(node: Node, name: string): boolean {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return (
        (node.type === "FunctionExpression" && node.id?.name === name) ||
        node.params.some((one) => patternHas(one.type === "TSParameterProperty" ? one.parameter : one, name))
      );
    case "ClassExpression":
      return node.id?.name === name;
    case "CatchClause":
      return node.param !== null && patternHas(node.param, name);
    case "ForStatement":
      return node.init?.type === "VariableDeclaration" && statementHas(node.init, name);
    case "ForInStatement":
    case "ForOfStatement":
      return node.left.type === "VariableDeclaration" && statementHas(node.left, name);
    case "BlockStatement":
    case "StaticBlock":
    case "TSModuleBlock":
      return node.body.some((one) => statementHas(one, name));
    case "SwitchStatement":
      return node.cases.some(({ consequent }) => consequent.some((one) => statementHas(one, name)));
    default:
      return false;
  }
}

function statementHas(node: Node, name: string): boolean {
  if (node.type === "ExportNamedDeclaration") return node.declaration !== null && statementHas(node.declaration, name);
  if (node.type === "VariableDeclaration") return node.declarations.some(({ id }) => patternHas(id, name));
  return (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id?.name === name;
}

function patternHas(pattern: BindingPattern | FormalParameterRest, name: string): boolean {
  const inner = pattern.type === "RestElement" ? pattern.argument : pattern;
  return bindingsOf(inner, inner).some((one) => one.name === name);
}
