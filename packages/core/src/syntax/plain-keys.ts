import type { Node, ParamPattern, Program, TSTypeAnnotation } from "oxc-parser";
import { nodesAround, scopeOf } from "./scope.ts";

type Plain = "number" | "symbol";

/** Variables that are given one another. */
const MAX_STEPS = 4;

/**
 * Whether a key is a number or a symbol, as its text and the declarations of its file alone tell: `i + 1` of `let i = 0`, `i: number`,
 * `Symbol.iterator`. What does not seem so may be all the same; any string may turn out to be one, `if (key === "name")`.
 */
export function isPlainKey(program: Program, key: Node): boolean {
  return plainType(program, key, 0) !== undefined;
}

function plainType(program: Program, node: Node, steps: number): Plain | undefined {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "number" ? "number" : undefined;
    case "ParenthesizedExpression":
      return plainType(program, node.expression, steps);
    case "UpdateExpression":
      return "number";
    case "UnaryExpression":
      return /^[-+~]$/.test(node.operator) ? "number" : undefined;
    case "BinaryExpression": {
      if (ARITHMETIC.has(node.operator)) return "number";
      const isSum =
        node.operator === "+" && [node.left, node.right].every((one) => plainType(program, one, steps) === "number");
      return isSum ? "number" : undefined;
    }
    case "MemberExpression":
      return !node.computed && node.object.type === "Identifier" && node.object.name === "Symbol"
        ? "symbol"
        : undefined;
    case "Identifier":
      return steps < MAX_STEPS ? ofVariable(program, node.name, node.start, steps + 1) : undefined;
    default:
      return undefined;
  }
}

/** With those of what is no string either, `1n - 1n`. */
const ARITHMETIC: ReadonlySet<string> = new Set(["-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"]);

/** What declares a name nearest around an offset (UTF-16) tells. */
function ofVariable(program: Program, name: string, offset: number, steps: number): Plain | undefined {
  const scope = scopeOf(nodesAround(program, offset), name);
  switch (scope?.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return firstOf(scope.params, (one) => ofParameter(program, one, name, steps));
    case "ForStatement":
      return scope.init === null ? undefined : ofStatement(program, scope.init, name, steps);
    case "BlockStatement":
      return firstOf(scope.body, (one) => ofStatement(program, one, name, steps));
    default:
      return undefined;
  }
}

function firstOf<T>(list: readonly T[], plain: (one: T) => Plain | undefined): Plain | undefined {
  for (const one of list) {
    const found = plain(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ofParameter(program: Program, parameter: ParamPattern, name: string, steps: number): Plain | undefined {
  const [pattern, value] =
    parameter.type === "AssignmentPattern" ? [parameter.left, parameter.right] : [parameter, null];
  if (pattern.type !== "Identifier" || pattern.name !== name) return undefined;
  return ofDeclared(program, pattern.typeAnnotation, value, steps);
}

function ofStatement(program: Program, statement: Node, name: string, steps: number): Plain | undefined {
  if (statement.type !== "VariableDeclaration") return undefined;
  return firstOf(statement.declarations, ({ id, init }) =>
    id.type === "Identifier" && id.name === name ? ofDeclared(program, id.typeAnnotation, init, steps) : undefined,
  );
}

function ofDeclared(
  program: Program,
  annotation: TSTypeAnnotation | null | undefined,
  value: Node | null,
  steps: number,
): Plain | undefined {
  const type = annotation?.typeAnnotation.type;
  if (type === undefined) return value === null ? undefined : plainType(program, value, steps);
  if (type === "TSNumberKeyword") return "number";
  return type === "TSSymbolKeyword" ? "symbol" : undefined;
}
