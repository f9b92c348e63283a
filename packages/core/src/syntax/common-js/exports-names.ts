import type { Expression, Function as FunctionNode, Node, Program, Statement } from "oxc-parser";
import { unwrap } from "../members.ts";
import { calleeName, isExportsName } from "../module-records/module-expressions.ts";
import { scopeOf } from "../scope.ts";

/** A name that a module has for the object that it exports, besides `exports` and `module.exports`. */
interface ExportsName {
  readonly name: string;
  /** The function whose parameter it is; absent for a variable of the top. */
  readonly scope?: Node;
  /** What gives it that object: a declarator, or the call of the function. */
  readonly giver: Node;
}

/** The body of a function that a module calls at once with what it exports. */
export interface CalledWithExports {
  readonly statements: readonly Statement[];
  /** The names for the exports that hold there. */
  readonly names: ReadonlySet<string>;
  /** Whether the function declares a name itself. */
  readonly declares: (name: string) => boolean;
}

/**
 * The names by which a CommonJS module calls the object that it exports: `image` of `var image = module.exports` at its top, and
 * `User` of `(function (User) { … })(exports)`. TypeScript 7 follows none of them. An ES module has none.
 */
export class ExportsNames {
  readonly #all: readonly ExportsName[];
  /** Variables of the top. */
  readonly atTop: ReadonlySet<string>;

  constructor(body: Program["body"]) {
    const isModule = body.some(({ type }) => /^(?:Im|Ex)port/.test(type));
    this.#all = isModule ? [] : body.flatMap((statement) => [...variablesOf(statement), ...parametersOf(statement)]);
    this.atTop = new Set(this.#all.flatMap(({ name, scope }) => (scope === undefined ? name : [])));
  }

  /** Whether a name stands for the exports where some nodes are around it, the outermost first. */
  has(name: string, around: () => readonly Node[]): boolean {
    const named = this.#all.filter((one) => one.name === name);
    if (named.length === 0) return false;
    const scope = scopeOf(around(), name);
    return named.some((one) => one.scope === scope);
  }

  /** Whether a node gives the exports such a name. */
  isGiver(node: Node): boolean {
    return this.#all.some(({ giver }) => giver === node);
  }

  /** As {@link calleeName}, with `exports` in the place of each of the names: `exports.a` of `image.a`. */
  calleeName(node: Node, around: () => readonly Node[]): string | undefined {
    const name = calleeName(node);
    const [first = "", ...others] = name?.split(".") ?? [];
    return this.has(first, around) ? ["exports", ...others].join(".") : name;
  }
}

/** What a statement calls at once with the exports of its module, the names of these at the top being known. */
export function calledWithExports(statement: Statement, atTop: ReadonlySet<string>): CalledWithExports | undefined {
  const called = calledAtOnce(statement);
  if (called === undefined || called.given.length === 0) return undefined;
  const { callee, given } = called;
  const { body } = callee;
  const declares = (name: string) => scopeOf([statement, callee, ...(body === null ? [] : [body])], name) !== undefined;
  return {
    statements: body?.type === "BlockStatement" ? body.body : [],
    names: new Set([...[...atTop].filter((name) => !declares(name)), ...given]),
    declares,
  };
}

function variablesOf(statement: Statement): ExportsName[] {
  if (statement.type !== "VariableDeclaration") return [];
  return statement.declarations.flatMap((giver) =>
    giver.id.type === "Identifier" && giver.init !== null && isExports(giver.init)
      ? [{ name: giver.id.name, giver }]
      : [],
  );
}

function parametersOf(statement: Statement): ExportsName[] {
  const called = calledAtOnce(statement);
  return called?.given.map((name) => ({ name, scope: called.callee, giver: called.call })) ?? [];
}

interface CalledAtOnce {
  readonly call: Node;
  readonly callee: FunctionNode | (Expression & { type: "ArrowFunctionExpression" });
  /** The parameters that are given the exports. */
  readonly given: readonly string[];
}

/** `(function (name) { … })(exports)`, with or without a sign in front. */
function calledAtOnce(statement: Statement): CalledAtOnce | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const expression = unwrap(statement.expression);
  const call = expression.type === "UnaryExpression" ? unwrap(expression.argument) : expression;
  const callee = call.type === "CallExpression" ? unwrap(call.callee) : undefined;
  if (call.type !== "CallExpression") return undefined;
  if (callee?.type !== "FunctionExpression" && callee?.type !== "ArrowFunctionExpression") return undefined;
  const given = callee.params.flatMap((parameter, at) => {
    const argument = call.arguments[at];
    const isGiven = argument !== undefined && argument.type !== "SpreadElement" && isExports(argument);
    return parameter.type === "Identifier" && isGiven ? parameter.name : [];
  });
  return { call, callee, given };
}

/** Also of `typeof exports === "object" ? exports : window`: as a module it is the former. */
function isExports(value: Expression): boolean {
  const node = unwrap(value);
  if (node.type === "ConditionalExpression") return isExports(node.consequent) || isExports(node.alternate);
  return isExportsName(calleeName(node));
}
