import type { Node } from "oxc-parser";
import { type AssignedName, assignedNames } from "./common-js-names.ts";
import { calleeName } from "../module-records/module-expressions.ts";
import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround, scopeOf } from "../scope.ts";
import { nodesIn } from "../parser/tree.ts";

/** What a CommonJS file makes of a module that it loads whole. */
export interface GivenOn {
  /** The names that it exports it by: `exports.a = require()`, `const a = require(); module.exports = { a }`. */
  readonly names: readonly AssignedName[];
  /** Whether it is all that the file exports. */
  readonly isWhole: boolean;
  /** Where it is given to a variable. UTF-16 offset. */
  readonly variable?: number;
}

/** @param start of the `require()` that loads the module, or of the `import` that takes its default; UTF-16 */
export function givenOn(parsed: ParsedSource, start: number): GivenOn {
  const chain = nodesAround(parsed.program, start);
  const at = chain.findLastIndex((node) => node.start === start && LOADING.has(node.type));
  const node = chain[at];
  if (node === undefined) return { names: [], isWhole: false };
  const variable = variableOf(node, chain.slice(0, at));
  const isMeant = (value: Span, name: string | undefined) =>
    (value.start === node.start && value.end === node.end) || (variable?.isTop === true && name === variable.name);
  const names = assignedNames(parsed).filter(({ value, local }) => isMeant(value, local));
  const isWhole = [...nodesIn(parsed.program, { start: 0, end: parsed.source.length })].some((one) => {
    if (one.type !== "AssignmentExpression" || calleeName(one.left) !== "module.exports") return false;
    const value = lastValue(one.right);
    return isMeant(value, value.type === "Identifier" ? value.name : undefined);
  });
  return { names, isWhole, ...(variable && { variable: variable.start }) };
}

const LOADING: ReadonlySet<string> = new Set(["CallExpression", "ImportDeclaration"]);

interface Variable {
  readonly name: string;
  readonly start: number;
  /** Whether it is declared at the top of the file. */
  readonly isTop: boolean;
}

function variableOf(node: Node, around: readonly Node[]): Variable | undefined {
  if (node.type === "ImportDeclaration") {
    const local = node.specifiers.find((one) => one.type === "ImportDefaultSpecifier")?.local;
    return local && { name: local.name, start: local.start, isTop: true };
  }
  const declarator = around.findLast(({ type }) => type !== "AssignmentExpression");
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return undefined;
  const { name, start } = declarator.id;
  return { name, start, isTop: scopeOf(around, name) === undefined };
}

function lastValue(value: Node): Node {
  let last = value;
  while (last.type === "AssignmentExpression") last = last.right;
  return last;
}
