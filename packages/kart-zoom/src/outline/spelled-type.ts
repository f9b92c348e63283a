import { childNodes } from "@kart/core/syntax/parser/tree";
import type {
  ArrowFunctionExpression,
  BindingPattern,
  Expression,
  Function as FunctionNode,
  Node,
  ObjectExpression,
  ParamPattern,
  TemplateLiteral,
} from "oxc-parser";
import { bindingName } from "./binding-name.ts";
import { type Hole, type Piece, plain } from "./pieces.ts";
import type { Slices } from "./slices.ts";

/** Longest list of type parameters that is put on one line, in UTF-16 units. */
const MAX_TYPE_PARAMETERS = 400;

type Callable = FunctionNode | ArrowFunctionExpression;

/**
 * Type parameters, parameters and return type: `<T>(x: T): T[]`. A parameter with a default is optional where it may be left out.
 *
 * @param at where the compiler tells the rest; undefined where it cannot be asked
 * @param form `declaration` of a function or a class' method, which returns nothing where it returns no value; `method` of an object;
 * `type`, with an arrow; `bare`, without a return type
 */
export function callable(
  node: Callable,
  slices: Slices,
  at: number | undefined,
  form: "declaration" | "method" | "type" | "bare",
): Piece[] {
  const pieces: Piece[] = [];
  if (node.typeParameters) pieces.push(slices.compact(node.typeParameters, MAX_TYPE_PARAMETERS).replace(/,\s*>$/, ">"));
  pieces.push("(", ...parameters(node.params, slices, at), ")");
  if (form === "bare") return pieces;
  const known = returnType(node, slices, form === "declaration");
  const arrow = form === "type" ? " => " : ": ";
  if (known !== undefined) pieces.push(arrow, known);
  else if (form === "type") pieces.push(arrow, { ...hole(at, "return"), needsType: true });
  else pieces.push(hole(at, "return"));
  return pieces;
}

function parameters(params: readonly ParamPattern[], slices: Slices, at: number | undefined): Piece[] {
  return params.flatMap((param, index) => {
    const isLast = params.slice(index + 1).every(mayBeLeftOut);
    return [...(index === 0 ? [] : [", "]), ...parameter(param, slices, hole(at, index), isLast)];
  });
}

/** Nobody can be asked about a place below 0: what holds such a hole is asked about as a whole. */
function hole(at: number | undefined, part: Hole["part"]): Hole {
  return { at: at ?? -1, part };
}

function mayBeLeftOut(param: ParamPattern): boolean {
  const inner = param.type === "TSParameterProperty" ? param.parameter : param;
  if (inner.type === "RestElement" || inner.type === "AssignmentPattern") return true;
  return isOptional(inner);
}

/** The parser marks parameters, whatever its types say. */
export function isOptional(node: object): boolean {
  return (node as { readonly optional?: boolean }).optional === true;
}

/** @param isLast whether all that follow may be left out */
function parameter(param: ParamPattern, slices: Slices, unknown: Hole, isLast: boolean): Piece[] {
  const inner = param.type === "TSParameterProperty" ? param.parameter : param;
  if (inner.type === "RestElement") {
    const annotation = inner.typeAnnotation ?? annotationOf(inner.argument);
    return [
      "...",
      bindingName(inner.argument, slices),
      ...(annotation ? [`: ${slices.compact(annotation.typeAnnotation)}`] : [unknown]),
    ];
  }
  if (inner.type !== "AssignmentPattern") {
    const annotation = annotationOf(inner);
    const mark = isOptional(inner) ? "?" : "";
    return [bindingName(inner, slices) + mark, annotation ? `: ${slices.compact(annotation.typeAnnotation)}` : unknown];
  }
  const annotation = annotationOf(inner.left) ?? inner.typeAnnotation;
  const isPattern = inner.left.type !== "Identifier";
  const type = annotation
    ? slices.compact(annotation.typeAnnotation)
    : isPattern
      ? undefined
      : valueType(inner.right, slices, "widened");
  const start = bindingName(inner.left, slices);
  if (isLast) return [`${start}?`, type === undefined ? unknown : `: ${type}`];
  if (type === undefined) return [start, unknown];
  return [start, `: ${orUndefined(type, annotation?.typeAnnotation.type)} | undefined`];
}

/** What a parameter is declared as, where its syntax tells. */
export function parameterType(param: ParamPattern, slices: Slices): string | undefined {
  const inner = param.type === "TSParameterProperty" ? param.parameter : param;
  if (inner.type === "RestElement") return undefined;
  const annotation =
    inner.type === "AssignmentPattern" ? (annotationOf(inner.left) ?? inner.typeAnnotation) : annotationOf(inner);
  if (annotation) return slices.compact(annotation.typeAnnotation);
  return inner.type === "AssignmentPattern" && inner.left.type === "Identifier"
    ? valueType(inner.right, slices, "widened")
    : undefined;
}

function orUndefined(type: string, kind: string | undefined): string {
  return kind === "TSFunctionType" || kind === "TSConstructorType" || kind === "TSConditionalType" || /=>/.test(type)
    ? `(${type})`
    : type;
}

function annotationOf(pattern: BindingPattern) {
  return pattern.typeAnnotation ?? undefined;
}

function returnType(node: Callable, slices: Slices, isDeclaration: boolean): string | undefined {
  if (node.returnType) return slices.compact(node.returnType.typeAnnotation);
  if (node.generator || node.body === null) return undefined;
  const type = bodyType(node, node.body, slices, isDeclaration);
  return type === undefined || !node.async ? type : `Promise<${type}>`;
}

/** What a body without annotation returns, where its syntax alone tells. */
function bodyType(
  node: Callable,
  body: NonNullable<Callable["body"]>,
  slices: Slices,
  isDeclaration: boolean,
): string | undefined {
  if (body.type !== "BlockStatement") {
    // A promise would be waited for.
    if (node.async && body.type !== "Literal") return undefined;
    return valueType(body, slices, "widened");
  }
  if (body.body.length === 0) return "void";
  // An expression that never ends returns `never`; a declaration returns nothing all the same.
  return !isDeclaration || returnsValue(body) ? undefined : "void";
}

/** Whether anything is returned; functions inside are others'. */
function returnsValue(node: Node): boolean {
  if (node.type === "ReturnStatement") return node.argument !== null;
  if (/Function|^Class/.test(node.type)) return false;
  return childNodes(node).some(returnsValue);
}

/**
 * How a value is held: `const` by a name that never changes, so that a literal is its own type; `frozen` by `as const`, down to
 * the innermost; otherwise literals are widened.
 */
export type Holding = "widened" | "const" | "frozen";

/**
 * The type of an expression as far as syntax tells, by the rules of TypeScript's `isolatedDeclarations`; undefined where only
 * the compiler knows.
 */
export function valueType(node: Expression, slices: Slices, holding: Holding): string | undefined {
  switch (node.type) {
    case "ParenthesizedExpression":
      return valueType(node.expression, slices, holding);
    case "Literal":
      return literalType(node, slices, holding);
    case "TemplateLiteral":
      if (node.expressions.length > 0) return templateType(node, holding);
      return holding === "widened" ? "string" : quoted(node.quasis[0]?.value.cooked);
    case "UnaryExpression":
      return unaryType(node.operator, node.argument, slices, holding);
    case "TSAsExpression":
    case "TSTypeAssertion": {
      const type = node.typeAnnotation;
      if (type.type !== "TSTypeReference" || slices.text.slice(type.start, type.end) !== "const")
        return slices.compact(type);
      return valueType(node.expression, slices, "frozen");
    }
    case "TSSatisfiesExpression":
      // What it satisfies keeps literals in it narrow.
      return holding === "frozen" || isFunction(withoutParentheses(node.expression))
        ? valueType(node.expression, slices, holding)
        : undefined;
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return functionType(node, slices);
    case "ObjectExpression":
      return objectType(node, slices, holding === "frozen" ? "frozen" : "widened");
    case "ArrayExpression": {
      if (holding !== "frozen") return undefined;
      const elements = node.elements.map((element) =>
        element === null || element.type === "SpreadElement" ? undefined : valueType(element, slices, "frozen"),
      );
      return elements.includes(undefined) ? undefined : `readonly [${elements.join(", ")}]`;
    }
    default:
      return undefined;
  }
}

/** What is made of constants alone is its own type where it never changes. */
function templateType({ expressions }: TemplateLiteral, holding: Holding): "string" | undefined {
  if (holding === "frozen") return undefined;
  return holding === "widened" || !expressions.every(mayBeConstant) ? "string" : undefined;
}

/** Whether the compiler may know the value of an expression: a literal, a const, a member of an enum, and what is computed of these. */
function mayBeConstant(node: Node): boolean {
  switch (node.type) {
    case "Literal":
    case "Identifier":
      return true;
    case "MemberExpression":
    case "BinaryExpression":
    case "UnaryExpression":
    case "TemplateLiteral":
    case "ParenthesizedExpression":
      return childNodes(node).every(mayBeConstant);
    default:
      return node.type === "TemplateElement";
  }
}

/** The initializer that stands for a type in declarations, ` = "x"`, of what holds a literal and never changes. */
export function literalInitializer(node: Expression, slices: Slices): string | undefined {
  const isLiteral =
    (node.type === "Literal" && node.value !== null && !("regex" in node)) ||
    (node.type === "TemplateLiteral" && node.expressions.length === 0) ||
    (node.type === "UnaryExpression" && node.operator === "-" && isNumber(node.argument));
  return isLiteral ? valueType(node, slices, "const") : undefined;
}

/** `Symbol()`, which gives a type of its own to the const that holds it. */
export function isUniqueSymbol(node: Expression): boolean {
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name === "Symbol";
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "Symbol" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "for"
  );
}

function literalType(
  node: Extract<Expression, { type: "Literal" }>,
  slices: Slices,
  holding: Holding,
): string | undefined {
  if ("regex" in node) return "RegExp";
  if ("bigint" in node && node.bigint !== undefined) return holding === "widened" ? "bigint" : (node.raw ?? undefined);
  // Without strict null checks it is `any`.
  if (node.value === null) return holding === "frozen" ? "null" : undefined;
  if (holding === "widened") return typeof node.value;
  return typeof node.value === "string" ? quoted(node.value) : slices.of(node);
}

function quoted(value: string | null | undefined): string | undefined {
  return typeof value === "string" ? JSON.stringify(value) : undefined;
}

function isNumber(node: Expression): boolean {
  return node.type === "Literal" && (typeof node.value === "number" || typeof node.value === "bigint");
}

function unaryType(operator: string, argument: Expression, slices: Slices, holding: Holding): string | undefined {
  if (!isNumber(argument) || (operator !== "-" && operator !== "+")) return undefined;
  const type = valueType(argument, slices, holding);
  if (holding === "widened" || type === undefined) return type;
  return operator === "-" ? `-${type}` : type;
}

/** A value without the parentheses around it. */
export function withoutParentheses(value: Expression): Expression {
  return value.type === "ParenthesizedExpression" ? withoutParentheses(value.expression) : value;
}

function isFunction(node: Expression): node is FunctionNode | ArrowFunctionExpression {
  return node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression";
}

function functionType(node: FunctionNode | ArrowFunctionExpression, slices: Slices): string | undefined {
  return plain(callable(node, slices, undefined, "type"));
}

function objectType(node: ObjectExpression, slices: Slices, holding: Holding): string | undefined {
  const members: string[] = [];
  for (const property of node.properties) {
    if (property.type !== "Property" || property.kind !== "init" || property.computed || property.shorthand)
      return undefined;
    const key = slices.of(property.key);
    const { value } = property;
    if (property.method && value.type === "FunctionExpression") {
      const signature = plain(callable(value, slices, undefined, "method"));
      if (signature === undefined) return undefined;
      members.push(`${key}${signature};`);
      continue;
    }
    const type = valueType(value, slices, holding);
    if (type === undefined) return undefined;
    members.push(`${holding === "frozen" ? "readonly " : ""}${key}: ${type};`);
  }
  if (members.length === 0) return "{}";
  const line = `{ ${members.join(" ")} }`;
  if (line.length <= 100 && !line.includes("\n")) return line;
  return `{\n${members.map((member) => `  ${member.replaceAll("\n", "\n  ")}`).join("\n")}\n}`;
}
