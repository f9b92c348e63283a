import { formatNamePart } from "@kart/core/syntax/name-path";
import { childNodes } from "@kart/core/syntax/tree";
import type {
  AssignmentExpression,
  Class,
  ClassElement,
  Expression,
  MethodDefinition,
  Node,
  ParamPattern,
} from "oxc-parser";
import type { Outlined, OutlineSource } from "./outline.ts";
import type { Piece } from "./pieces.ts";
import { literalInitializer, valueType } from "./spelled-type.ts";

/**
 * The properties that a class of JavaScript gets by `this.name = …`, which the compiler takes for their declarations: those of its
 * constructor first, then those of its methods. They are no symbols.
 *
 * @param owner the name path of the class
 */
export function assignedMembers({ body, superClass }: Class, owner: string, source: OutlineSource): Outlined[] {
  const declared = new Set(body.body.flatMap(ownName));
  const uses = body.body.filter(isMethod).toSorted(constructorFirst).flatMap(usesIn);
  const byName = Map.groupBy(uses, ({ name }) => name);
  return [...byName].flatMap(([name, all]): Outlined[] => {
    const node = all.find(({ assignment }) => assignment !== undefined)?.assignment;
    if (node === undefined || declared.has(name)) return [];
    const doc = source.docAbove(node.start);
    const isPrivate = /@private\b/.test(doc);
    const type = typeOf(all, /@type\b/.test(doc), superClass !== null, source);
    return [
      {
        name,
        namePath: `${owner}.${formatNamePart(name)}`,
        kind: "property",
        exported: !isPrivate,
        isPrivate,
        signatures: [source.signature(node, `${isPrivate ? "private " : ""}${name}`, type)],
        doc,
        line: source.lines.lineAt(node.start),
        endLine: source.lines.lineAt(node.end),
      },
    ];
  });
}

function ownName(element: ClassElement): string[] {
  if (!("key" in element) || element.static || element.computed) return [];
  return element.key.type === "Identifier" ? [element.key.name] : [];
}

function isMethod(element: ClassElement): element is MethodDefinition {
  return element.type === "MethodDefinition" && !element.static;
}

function constructorFirst(a: MethodDefinition, b: MethodDefinition): number {
  return Number(b.kind === "constructor") - Number(a.kind === "constructor");
}

/** `this.name` in a method. */
interface Use {
  readonly name: string;
  /** UTF-16 offset of the name. */
  readonly at: number;
  readonly method: MethodDefinition;
  /** Set where something is assigned to it. */
  readonly assignment?: AssignmentExpression;
}

/** Where only the compiler could tell, and does at no place of the class. */
export const UNTOLD: Piece = " /* inferred */";

/**
 * Of a name without a type the compiler tells at an assignment in the constructor `any`, and behind one what was assigned: it is
 * asked where a method takes the name, or about what is assigned. What methods assign is no part of the type where a constructor
 * assigns more than `null`.
 */
function typeOf(uses: readonly Use[], isTyped: boolean, mayInherit: boolean, source: OutlineSource): Piece {
  const assigned = uses.filter(({ assignment }) => assignment !== undefined);
  const constructed = assigned.filter(({ method }) => method.kind === "constructor");
  const isPlain = isTyped || constructed.length === 0;
  const told = isPlain ? assigned[0] : uses.find((use) => assigned.every(({ method }) => method !== use.method));
  if (told !== undefined) return { at: told.at, part: "type" };
  if (mayInherit) return UNTOLD;
  const values = constructed.flatMap(({ assignment }) => assignment?.right ?? []);
  if (values.every(isNothing)) return assigned.length === constructed.length ? ": any" : UNTOLD;
  const [value, ...others] = values;
  const [method] = constructed.map((use) => use.method);
  if (value === undefined || method === undefined || others.length > 0) return UNTOLD;
  return isAlwaysRun(method, value) ? typeOfValue(value, method, source) : UNTOLD;
}

/** Whether a constructor comes to a value in any case: what it may leave out is `undefined` as well. */
function isAlwaysRun({ value: { body } }: MethodDefinition, value: Expression): boolean {
  const statements = body?.body ?? [];
  const at = statements.findIndex((one) => one.start <= value.start && value.end <= one.end);
  const statement = statements[at];
  if (statement?.type !== "ExpressionStatement") return false;
  let assigned = statement.expression;
  while (assigned.type === "AssignmentExpression" && assigned.right !== value) assigned = assigned.right;
  return assigned.type === "AssignmentExpression" && !statements.slice(0, at).some(mayLeave);
}

/** Whether a statement may end the function that it stands in. */
function mayLeave(node: Node): boolean {
  if (node.type === "ReturnStatement" || node.type === "ThrowStatement") return true;
  return !/Function|^Class/.test(node.type) && childNodes(node).some(mayLeave);
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "===", "!==", "<", "<=", ">", ">=", "in", "instanceof"]);

/** The type of a property that has one value in the constructor. */
function typeOfValue(value: Expression, { value: { params } }: MethodDefinition, { slices }: OutlineSource): Piece {
  switch (value.type) {
    case "Identifier":
      return params.some((one) => isNamed(one, value.name) && !isNothingElse(one))
        ? { at: value.start, part: "type" }
        : UNTOLD;
    case "NewExpression": {
      const { callee } = value;
      if (callee.type === "Identifier") return { at: callee.start, part: "return" };
      const isMember = callee.type === "MemberExpression" && !callee.computed;
      return isMember ? { at: callee.property.start, part: "return" } : UNTOLD;
    }
    case "ThisExpression":
      return ": this";
    case "ArrayExpression":
      return value.elements.length === 0 ? ": any[]" : UNTOLD;
    case "ObjectExpression":
      return value.properties.length === 0 ? ": {}" : UNTOLD;
    case "BinaryExpression":
      return COMPARISONS.has(value.operator) ? ": boolean" : UNTOLD;
    default: {
      if (value.type === "UnaryExpression" && value.operator === "!") return ": boolean";
      const isKnown =
        value.type === "UnaryExpression" ||
        (value.type === "Literal" && "regex" in value) ||
        literalInitializer(value, slices) !== undefined;
      const known = isKnown ? valueType(value, slices, "widened") : undefined;
      return known === undefined ? UNTOLD : `: ${known}`;
    }
  }
}

function isNothing(value: Expression): boolean {
  return (
    (value.type === "Literal" && value.raw === "null") || (value.type === "Identifier" && value.name === "undefined")
  );
}

/** What such a parameter is besides, the compiler does not tell. */
function isNothingElse(parameter: ParamPattern): boolean {
  return parameter.type === "AssignmentPattern" && isNothing(parameter.right);
}

/** A parameter by that name; of one in a pattern the compiler knows what else may be in it. */
function isNamed(parameter: ParamPattern, name: string): boolean {
  if (parameter.type === "TSParameterProperty") return false;
  const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  const target = pattern.type === "RestElement" ? pattern.argument : pattern;
  return target.type === "Identifier" && target.name === name;
}

function usesIn(method: MethodDefinition): Use[] {
  return method.value.body === null ? [] : usesBelow(method.value.body, method);
}

/** In the order of the source. Arrow functions have the `this` of what is around them. */
function usesBelow(node: Node, method: MethodDefinition, assignment?: AssignmentExpression): Use[] {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "ClassExpression":
      return [];
    case "AssignmentExpression":
      return [
        ...usesBelow(node.left, method, node.operator === "=" ? node : undefined),
        ...usesBelow(node.right, method),
      ];
    case "MemberExpression":
      if (node.object.type === "ThisExpression" && !node.computed && node.property.type === "Identifier") {
        const { name, start } = node.property;
        return [{ name, at: start, method, ...(assignment && { assignment }) }];
      }
      break;
    default:
  }
  const children = childNodes(node).toSorted((a, b) => a.start - b.start);
  return children.flatMap((child) => usesBelow(child, method));
}
