import { calledWithExports } from "@kart/core/syntax/common-js/exports-names";
import type { Declaration } from "@kart/core/syntax/declaration";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { unwrap } from "@kart/core/syntax/members";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import { scopeOf } from "@kart/core/syntax/scope";
import type { ArrowFunctionExpression, Function as FunctionNode, Node, Statement } from "oxc-parser";
import type { SourceFile } from "../source/source-file.ts";
import type { Reference } from "./references.ts";

/**
 * What a use in CommonJS stands in that is no symbol and that others may call all the same, so that nobody can tell who depends on it:
 * the function that a module gives to a member of what is given to it, `Groups.create = function () { … }`, and one that is declared
 * in a function which is called with the exports. Undefined for all other uses.
 */
export function unseenUser({ file, offset, enclosing, via }: Reference): string | undefined {
  if (via === "definition" || via === "mention" || via === "import") return undefined;
  if (!/\.c?jsx?$/.test(file.path) || !/\bexports\b/.test(file.text)) return undefined;
  const around = file.nodesAround(offset);
  const nodes = around.map(({ node }) => node);
  const inner = nodes.findLastIndex(isFunction);
  const at = nodes.slice(0, Math.max(inner, 0)).findLastIndex((node, index) => gives(node, nodes[index + 1]));
  const [statement] = nodes;
  if (statement === undefined) return undefined;
  const target = at === -1 ? undefined : targetOf(nodes[at] as Node);
  const told = (name: string, place: number) =>
    `uses of ${name} (${file.path}:${file.lines.lineAt(around[place]?.span.start ?? 0)})`;
  if (target !== undefined) {
    const outer = around.slice(0, at).filter(({ node }) => isFunction(node));
    // What is assigned is a symbol itself, unless it stands in a function of one.
    const isSymbol = enclosing.some(({ span: { start } }) => outer.every(({ span }) => span.start < start));
    return isSymbol || isVariable(target, nodes.slice(0, at))
      ? undefined
      : `${told(target, at)}, whose owner is not known`;
  }
  const isWithin = enclosing.length === 0 && calledWithExports(statement as Statement, new Set()) !== undefined;
  const functions = nodes.flatMap((node, index) => (isFunction(node) ? index : []));
  const [, first] = functions;
  if (!isWithin || first === undefined) return undefined;
  const name = nameOf(nodes[first] as Node, nodes[first - 1]);
  return `${told(name, first)}, which stands in a function that is called with the exports`;
}

/**
 * The function that one which CommonJS exports adds to what it is given, so that the users of that are users of the function:
 * `module.exports = function (Groups) { Groups.create = … }`. Undefined for all other symbols.
 */
export function addedTo(file: SourceFile, { exported, kind, nameRange, span }: Declaration): string | undefined {
  if (!exported || kind !== "function" || !/\.c?jsx?$/.test(file.path) || !/\bexports\b/.test(file.text))
    return undefined;
  const [statement] = file.nodesAround(nameRange.start);
  if (statement === undefined) return undefined;
  const start = span.start - statement.span.start;
  const end = span.end - statement.span.start;
  const own = [...nodesIn(statement.node, { start, end })].filter(isFunction).find((node) => start <= node.start);
  if (own?.body?.type !== "BlockStatement") return undefined;
  const given = new Set(own.params.flatMap((one) => (one.type === "Identifier" ? one.name : [])));
  for (const { expression } of own.body.body.filter((one) => one.type === "ExpressionStatement")) {
    const isAdding = expression.type === "AssignmentExpression" && isFunction(unwrap(expression.right));
    const target = isAdding ? targetOf(expression) : undefined;
    if (target?.includes(".") !== true || !given.has(target.split(".")[0] ?? "")) continue;
    const line = file.lines.lineAt(statement.span.start + expression.start);
    return `uses of what it adds to what it is given, as ${target} (${file.path}:${line})`;
  }
  return undefined;
}

function isFunction(node: Node): node is FunctionNode | ArrowFunctionExpression {
  const { type } = node;
  return type === "FunctionExpression" || type === "FunctionDeclaration" || type === "ArrowFunctionExpression";
}

/** Whether a node gives what stands in it to a member: `a.name = …`, and `Object.assign(a, { name: … })`. */
function gives(node: Node, child: Node | undefined): boolean {
  if (node.type === "AssignmentExpression") return node.right === child && node.left.type === "MemberExpression";
  return node.type === "CallExpression" && calleeName(node.callee) === "Object.assign" && node.arguments[0] !== child;
}

/** What a node gives to, where that has a name. */
function targetOf(node: Node): string | undefined {
  if (node.type === "AssignmentExpression") return calleeName(node.left);
  const [target] = node.type === "CallExpression" ? node.arguments : [];
  return target === undefined ? undefined : calleeName(target);
}

/** Whether a variable of a function holds it: `const self = this; self.name = …`. */
function isVariable(target: string, around: readonly Node[]): boolean {
  const [owner = ""] = target.split(".");
  const scope = scopeOf([...around.slice(0, 1), ...around], owner);
  return scope !== undefined && !isFunction(scope);
}

function nameOf(node: Node, parent: Node | undefined): string {
  if (node.type === "FunctionDeclaration" && node.id !== null) return node.id.name;
  return parent?.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : "a function";
}
