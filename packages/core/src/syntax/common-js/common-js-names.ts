import type { AssignmentExpression, Expression, Node, Program } from "oxc-parser";
import { ExportsNames } from "./exports-names.ts";
import { unwrap } from "../members.ts";
import { calleeName, isExportsName, literal, nameOf, requiredNamespace } from "../module-records/module-expressions.ts";
import { requireNames } from "../module-records/require-names.ts";
import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { occurrences } from "../../text/occurrences.ts";
import { nodesAround, scopeOf } from "../scope.ts";
import { nodesIn } from "../parser/tree.ts";

/** A name that a CommonJS module exports by an assignment. */
export interface AssignedName {
  readonly name: string;
  /** Where the name is written, with its quotes. UTF-16 offsets. */
  readonly span: Span;
  /** What is assigned in the end, and whether that is a member of something. */
  readonly value: Span;
  readonly isMember: boolean;
  /** Where another module, or a member of one, is named that it is given. UTF-16 offset. */
  readonly givenAt?: number;
  /** The variable it stands for, and where that is named. */
  readonly local?: string;
  readonly localStart?: number;
  /**
   * Where else TypeScript says that it is declared: at the name of its function or class, `exports.a = class B {}`, at the last
   * of those that are given one value, `exports.a = exports.b = value`, and where its variable is given a function, `a = () => 1`.
   */
  readonly otherStarts?: readonly number[];
  /** It is assigned to another name of the exports, which TypeScript does not follow. */
  readonly isUntracked?: true;
  /** To TypeScript the exports have no such property: it is assigned beside `module.exports = value`, or given by `Object.assign`. */
  readonly isBeside?: true;
}

/** A variable that is taken out of a module. UTF-16 offsets. */
export interface TakenName {
  /** Where the name stands that the module exports. */
  readonly start: number;
  readonly local: string;
  readonly localStart: number;
  /** It is given it as a member, `const local = require("…").name`. */
  readonly isVariable?: true;
}

/**
 * The names in `exports.name = …`, in `module.exports = { name: … }`, in `Object.assign(module.exports, { name })` and in
 * `Object.defineProperty(exports, "name", { … })`, wherever these stand, in `value.name = …` of what `module.exports = value` exports, and in `self.name = …` where `self` is another name of
 * the exports.
 */
export function assignedNames(parsed: ParsedSource): AssignedName[] {
  const nodes = nodesOf(parsed);
  const wholes = new Set(nodes.flatMap((node) => (node.type === "AssignmentExpression" ? wholeOf(node) : [])));
  const objects = parsed.program.body.flatMap(objectsOf);
  for (const { name, isWhole } of objects) if (isWhole) wholes.add(name);
  const unfollowed = new Set(objects.map(({ name }) => name));
  const exportsNames = new ExportsNames(parsed.program.body);
  const hasWhole = nodes.some((node) => node.type === "AssignmentExpression" && assignsWhole(node));
  const found = nodes.flatMap((node) => {
    if (node.type === "AssignmentExpression") {
      const target = exportsNames.calleeName(node.left, () => nodesAround(parsed.program, node.left.start));
      return assignedBy(node, target, { wholes, unfollowed, hasWhole });
    }
    const callee = node.type === "CallExpression" ? calleeName(node.callee) : undefined;
    if (node.type !== "CallExpression" || (callee !== "Object.assign" && callee !== "Object.defineProperty")) return [];
    const [target, ...values] = node.arguments;
    if (target === undefined) return [];
    const called = exportsNames.calleeName(target, () => nodesAround(parsed.program, target.start));
    if (!isExportsName(called)) return [];
    return callee === "Object.assign" ? values.flatMap(propertiesOf).map(beside) : definedBy(values);
  });
  const given = functionsGiven(parsed.program, nodes, new Set(found.flatMap(({ local }) => local ?? [])));
  return found.map((one) => {
    const starts = one.local === undefined ? undefined : given.get(one.local);
    return starts === undefined ? one : { ...one, otherStarts: [...(one.otherStarts ?? []), ...starts] };
  });
}

/** Where some variables of the top are given functions behind their declarations, by their names. UTF-16 offsets. */
function functionsGiven(
  program: Program,
  nodes: readonly Node[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const node of nodes) {
    if (node.type !== "AssignmentExpression" || node.left.type !== "Identifier" || !names.has(node.left.name)) continue;
    let value = unwrap(node.right);
    while (value.type === "AssignmentExpression") value = unwrap(value.right);
    if (!/^(?:ArrowFunction|Function|Class)Expression$/.test(value.type)) continue;
    const { name, start } = node.left;
    if (scopeOf(nodesAround(program, start), name) === undefined) found.getOrInsertComputed(name, () => []).push(start);
  }
  return found;
}

/** The variable that is all a module exports, `module.exports = exports = name`. */
function wholeOf({ left, right }: AssignmentExpression): string[] {
  let value: Node = right;
  while (value.type === "AssignmentExpression") value = value.right;
  return calleeName(left) === "module.exports" && value.type === "Identifier" ? [value.name] : [];
}

/** Whether it gives the module exports other than the object that it starts with. */
function assignsWhole({ left, right }: AssignmentExpression): boolean {
  let value: Node = right;
  while (value.type === "AssignmentExpression") value = value.right;
  return calleeName(left) === "module.exports" && !isExportsName(calleeName(value));
}

function beside(one: AssignedName): AssignedName {
  return { ...one, isBeside: true };
}

/** What a file tells of what is assigned in it. */
interface Assigning {
  /** Variables that are all the module exports. */
  readonly wholes: ReadonlySet<string>;
  /** Those of which TypeScript does not follow the members. */
  readonly unfollowed: ReadonlySet<string>;
  /** Whether anything is all the module exports. */
  readonly hasWhole: boolean;
}

/**
 * Variables of the top of which TypeScript does not follow what is added to them: `const a = { name: 1 }`, and
 * `const a = module.exports = value`, which is the whole of the module.
 */
function objectsOf(statement: Node): { readonly name: string; readonly isWhole: boolean }[] {
  if (statement.type !== "VariableDeclaration") return [];
  return statement.declarations.flatMap(({ id, init }) => {
    let value: Node | null = init;
    let isWhole = false;
    for (; value?.type === "AssignmentExpression"; value = value.right)
      isWhole ||= calleeName(value.left) === "module.exports";
    const isFilled = value?.type === "ObjectExpression" && value.properties.length > 0;
    return id.type === "Identifier" && (isWhole || isFilled) ? [{ name: id.name, isWhole }] : [];
  });
}

/** @param called what it assigns to, where the exports go by their own name */
function assignedBy(
  { left, right }: AssignmentExpression,
  called: string | undefined,
  { wholes, unfollowed, hasWhole }: Assigning,
): AssignedName[] {
  const [, target = "", name] =
    /^(.*?)(?:\.([^.]+))?$/.exec(called?.replace(/^module\.exports/, "exports") ?? "") ?? [];
  let value: Node = right;
  let last: Node = left;
  for (; value.type === "AssignmentExpression"; value = value.right) last = value.left;
  if (name !== undefined && left.type === "MemberExpression" && (target === "exports" || wholes.has(target)))
    return [
      {
        ...assigned(left.property, value, last === left ? undefined : last),
        ...((called !== calleeName(left) || unfollowed.has(target)) && { isUntracked: true }),
        ...(hasWhole && target === "exports" && { isBeside: true }),
      },
    ];
  return target === "exports" && name === undefined && left.type === "MemberExpression" ? propertiesOf(value) : [];
}

function propertiesOf(value: Node): AssignedName[] {
  if (value.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) => {
    if (property.type === "SpreadElement") return [];
    const isPlain = property.key.type === "Identifier" || literal(property.key) !== undefined;
    return property.computed || !isPlain ? [] : [assigned(property.key, property.value)];
  });
}

/** What `Object.defineProperty` is given behind the object. */
function definedBy([key, descriptor]: readonly Node[]): AssignedName[] {
  const name = key === undefined ? undefined : literal(key);
  if (key?.type !== "Literal" || name === undefined || descriptor?.type !== "ObjectExpression") return [];
  const [value] = descriptor.properties.flatMap((one) =>
    one.type === "Property" && nameOf(one.key) === "value" ? [one.value] : [],
  );
  return [assigned(key, value ?? descriptor)];
}

/** Whether a declared name is that of a property of the exports, `exports.name = …`, and no variable. */
export function isExportsProperty(source: string, { start }: Span): boolean {
  return /\bexports\s*[.[]\s*$/.test(source.slice(Math.max(0, start - 40), start));
}

/** @param last what else is given the value, nearest to that */
function assigned(key: Node, value: Node, last?: Node): AssignedName {
  const { start, end } = key;
  // What compilers make of an enum: `exports.A = A = {}`.
  const variable = value.type === "Identifier" ? value : last;
  const local = variable?.type === "Identifier" && { local: variable.name, localStart: variable.start };
  const named = value.type === "ClassExpression" || value.type === "FunctionExpression" ? value.id : null;
  const others = [named, last?.type === "MemberExpression" ? last.property : null];
  const otherStarts = others.flatMap((one) => (one === null ? [] : [one.start]));
  const givenAt = givenFrom(value);
  return {
    name: nameOf(key),
    span: { start, end },
    ...(givenAt !== undefined && { givenAt }),
    value: { start: value.start, end: value.end },
    isMember: value.type === "MemberExpression",
    ...local,
    ...(otherStarts.length > 0 && { otherStarts }),
  };
}

/** The last name of `require("…").a.b` and `module.a`, and the string of `require("…")`. */
function givenFrom(value: Node): number | undefined {
  if (value.type === "MemberExpression") return value.computed ? undefined : value.property.start;
  if (value.type !== "CallExpression" || requiredNamespace(value) === undefined) return undefined;
  const [specifier] = value.arguments;
  return specifier?.type === "Literal" ? specifier.start + 1 : undefined;
}

/** The names in `const { name: local } = require("…")`, in `const local = require("…").name`, and in `import { name as local }`. */
export function takenNames(parsed: ParsedSource): TakenName[] {
  const names = requireNames(parsed.program, parsed.source);
  return nodesOf(parsed).flatMap((node) => {
    if (node.type === "ImportSpecifier")
      return [{ start: node.imported.start, local: node.local.name, localStart: node.local.start }];
    if (node.type !== "VariableDeclarator") return [];
    if (node.id.type === "Identifier") {
      const { init } = node;
      if (init?.type !== "MemberExpression" || init.computed || !isRequired(init.object, names)) return [];
      return [
        { start: init.property.start, local: node.id.name, localStart: node.id.start, isVariable: true as const },
      ];
    }
    if (node.id.type !== "ObjectPattern" || !isRequired(node.init, names)) return [];
    return node.id.properties.flatMap((property) => {
      if (property.type === "RestElement" || property.computed) return [];
      const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      if (value.type !== "Identifier") return [];
      return [{ start: property.key.start, local: value.name, localStart: value.start }];
    });
  });
}

/** Where `{ name }` makes a property of a variable. UTF-16 offsets. */
export function shorthandsOf({ program, source }: ParsedSource, name: string, declaredAt: number): Span[] {
  const scopeAt = (offset: number) => scopeOf(nodesAround(program, offset), name);
  const own = scopeAt(declaredAt);
  return [...occurrences(source, name)].flatMap((start) => {
    const property = nodesAround(program, start).findLast(({ type }) => type === "Property");
    const isOne = property?.type === "Property" && property.shorthand && property.value.type === "Identifier";
    if (!isOne || property.start !== start || property.value.end !== start + name.length) return [];
    return isInPattern(program, property) || scopeAt(start) !== own ? [] : [{ start, end: start + name.length }];
  });
}

function isInPattern(program: Program, property: Node): boolean {
  return nodesAround(program, property.start).at(-3)?.type === "ObjectPattern";
}

/**
 * Whether the name at an offset is that of a property, or of what a pattern, an import or a list of exports takes out of a module,
 * rather than of a variable.
 */
export function isPropertyName({ program }: ParsedSource, offset: number): boolean {
  const around = [...nodesIn(program, { start: offset, end: offset + 1 })];
  return around.some((node, index) => {
    const isAt = (name: Node) => name.start <= offset && offset < name.end;
    switch (node.type) {
      case "MemberExpression":
        return isAt(node.property) && (!node.computed || literal(node.property) !== undefined);
      case "Property":
        return around[index - 1]?.type === "ObjectPattern" && isAt(node.key);
      case "ImportSpecifier":
        return isAt(node.imported);
      case "ExportSpecifier":
        return isAt(node.local) && around.some((one) => one.type === "ExportNamedDeclaration" && one.source !== null);
      default:
        return false;
    }
  });
}

/**
 * Whether a variable is given a module: `require("…")`.
 *
 * @param names what the file calls `require` besides that
 */
export function isRequired(init: Node | null, names?: ReadonlySet<string>): boolean {
  return init !== null && requiredNamespace(init, names) !== undefined;
}

/** Whether a variable is given a module or a member of one: `require("…").a.b`. */
export function isRequiredOrMember(init: Expression | null): boolean {
  let node: Node | null = init && unwrap(init);
  while (node?.type === "MemberExpression") node = node.object.type === "Super" ? null : unwrap(node.object);
  return isRequired(node);
}

function nodesOf({ program, source }: ParsedSource): Node[] {
  return [...nodesIn(program, { start: 0, end: source.length })];
}
