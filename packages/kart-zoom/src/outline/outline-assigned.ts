import {
  type Assignment,
  assignmentOf,
  declaringProperties,
  isDeclaring,
} from "@kart/core/syntax/common-js/common-js-assignment";
import { calledWithExports, type CalledWithExports } from "@kart/core/syntax/common-js/exports-names";
import type { Declaration } from "@kart/core/syntax/declaration";
import { unwrap } from "@kart/core/syntax/members";
import { RESERVED_WORDS } from "@kart/core/syntax/reserved-words";
import type {
  ArrowFunctionExpression,
  Expression,
  ExpressionStatement,
  Function as FunctionNode,
  ObjectExpression,
  ObjectProperty,
  Statement,
} from "oxc-parser";
import { bindingName } from "./binding-name.ts";
import type { Outlined, OutlineSource } from "./outline.ts";
import { keyOf } from "./outline-members.ts";
import { classValue } from "./outline-values.ts";
import type { Piece } from "./pieces.ts";

/** What a statement of CommonJS declares by assigning it to the exports or to a prototype. */
export function addAssigned(outlined: Outlined[], statement: ExpressionStatement, source: OutlineSource): void {
  const called = calledWithExports(statement, source.exportsNames);
  if (called !== undefined) {
    outlined.push(...called.statements.flatMap((one) => assignedIn(one, called, source)));
    return;
  }
  const assignment = assignmentOf(statement.expression, source.exportsNames);
  if (assignment === undefined || !isDeclaring(assignment)) return;
  if (assignment.exported.length === 0) addToPrototype(outlined, assignment, source);
  else outlined.push(...exportsOf(assignment, source));
}

/** Of a function that is called at once with the exports what it gives to them. */
function assignedIn(statement: Statement, { names, declares }: CalledWithExports, source: OutlineSource): Outlined[] {
  const assignment = statement.type === "ExpressionStatement" ? assignmentOf(statement.expression, names) : undefined;
  const isExport = assignment !== undefined && assignment.exported.length > 0 && isDeclaring(assignment, declares);
  return isExport ? exportsOf(assignment, source) : [];
}

/** What a variable holds in the end: `const a = module.exports = value`. */
export function assignedValue(init: Expression, source: OutlineSource): Expression {
  const value = unwrap(init);
  return (source.isJavaScript ? assignmentOf(value, source.exportsNames)?.value : undefined) ?? value;
}

/** The members of `const a = module.exports = { … }`, which importers name as exports. */
export function heldExports(init: Expression, source: OutlineSource): Outlined[] {
  const assignment = source.isJavaScript ? assignmentOf(unwrap(init)) : undefined;
  const isWhole = assignment?.exported.some(({ name }) => name === "export=") ?? false;
  if (!isWhole || assignment?.value.type !== "ObjectExpression") return [];
  // What the file declares itself stands where it does so.
  return memberExports({ properties: [...declaringProperties(assignment.value)] }, source);
}

/** Whether `module.exports = { … }` says nothing that its members, exports of their own, do not say. */
export function isSpelledOut({ properties }: ObjectExpression): boolean {
  return properties.every((one) => one.type === "Property" && !one.computed);
}

function exportsOf({ exported, value }: Assignment, source: OutlineSource): Outlined[] {
  const own = value.type === "FunctionExpression" || value.type === "ClassExpression" ? value.id : null;
  const starts = [...exported.map(({ nameRange }) => nameRange.start), ...(own === null ? [] : [own.start])];
  const declaration = starts.map((start) => source.declarationAt(start)).find((one) => one !== undefined);
  if (declaration === undefined) return [];
  const whole = named(declaration, value, source);
  if (declaration.holdsExports !== true || value.type !== "ObjectExpression") return [whole];
  return [isSpelledOut(value) ? { ...whole, isSpelledOut: true } : whole, ...memberExports(value, source)];
}

function memberExports({ properties }: Pick<ObjectExpression, "properties">, source: OutlineSource): Outlined[] {
  return properties.flatMap((property): Outlined[] => {
    if (property.type !== "Property" || property.computed) return [];
    const declaration = source.declarationAt(keyOf(property, source).start);
    // A getter stands for its setter.
    const isTwin = property.kind === "set" && properties.some((one) => isGetterOf(one, property, source));
    return declaration === undefined || isTwin
      ? []
      : [named(declaration, unwrap(property.value), source, property.kind)];
  });
}

function isGetterOf(
  one: ObjectExpression["properties"][number],
  property: ObjectProperty,
  source: OutlineSource,
): boolean {
  if (one.type !== "Property" || one.kind !== "get" || one.computed) return false;
  return keyOf(one, source).key === keyOf(property, source).key;
}

/** @param kind of a property: what a getter gives is a value, though it is a function */
function named(
  declaration: Declaration,
  value: Expression,
  source: OutlineSource,
  kind: ObjectProperty["kind"] = "init",
): Outlined {
  const { name, nameRange, span } = declaration;
  const naming = namingOf(name);
  const { local = name } = naming;
  const about = { ...source.about(declaration), isPrivate: false, ...naming };
  if (value.type === "ClassExpression" && kind === "init")
    return { ...about, ...classValue(value, local, declaration, source) };
  const part = isFunction(value) && kind === "init" ? "signature" : "type";
  const head = `${part === "type" ? "const" : "function"} ${local}`;
  const known =
    part === "signature" && declaration.isUntracked === true ? parametersOf(value as FunctionNode, source) : undefined;
  const pieces: Piece[] = known === undefined ? [head, { at: nameRange.start, part }] : [head + known];
  const tagged = part === "signature" ? source.taggedOverloads(declaration, head) : undefined;
  return { ...about, signatures: tagged ?? [source.signature(span, ...pieces)] };
}

/** How the text names an export and what it calls it: any string may be the name of one. */
export function namingOf(name: string): Pick<Outlined, "local" | "exportAs"> {
  const local = localName(name);
  const exportAs = name === "export=" ? "export =" : name === "default" ? "export default" : undefined;
  return { ...(local !== name && { local }), ...(exportAs !== undefined && { exportAs }) };
}

function localName(name: string): string {
  if (name === "export=") return "_exports";
  const word = name.replaceAll(/[^\p{ID_Continue}$]/gu, "_");
  return word !== name || RESERVED_WORDS.has(name) || /^\d/.test(name) ? `_${word}` : name;
}

/** `interface Thing` with what is added to its prototype: it merges with what `Thing` is declared as. */
function addToPrototype(outlined: Outlined[], { added, value }: Assignment, source: OutlineSource): void {
  if (added === undefined) return;
  const properties = added.name === undefined && value.type === "ObjectExpression" ? value.properties : [];
  const members = [
    ...(added.name === undefined ? [] : [prototypeMember(added.nameRange.start, value, source)]),
    ...properties.map((one) =>
      one.type === "Property"
        ? prototypeMember(keyOf(one, source).start, one.kind === "init" ? unwrap(one.value) : undefined, source)
        : [],
    ),
  ].flat();
  const [first] = members;
  if (first === undefined) return;
  const last = outlined.at(-1);
  if (last?.kind === "interface" && last.declaration === undefined && last.name === added.owner) {
    outlined[outlined.length - 1] = {
      ...last,
      endLine: members.at(-1)?.endLine ?? last.endLine,
      children: [...(last.children ?? []), ...members],
    };
    return;
  }
  outlined.push({
    name: added.owner,
    namePath: added.owner,
    kind: "interface",
    exported: false,
    isPrivate: false,
    signatures: [{ pieces: [`interface ${added.owner}`], line: first.line }],
    doc: "",
    line: first.line,
    endLine: members.at(-1)?.endLine ?? first.endLine,
    children: members,
  });
}

/** @param value undefined for an accessor */
function prototypeMember(start: number, value: Expression | undefined, source: OutlineSource): Outlined[] {
  const declaration = source.declarationAt(start);
  if (declaration === undefined || source.slices.text[start] === "[") return [];
  const { end } = declaration.nameRange;
  // The compiler takes it for no member, and tells nothing of it.
  const head = source.slices.text.slice(start, end) + (isFunction(value) ? parametersOf(value, source) : "");
  return [{ ...source.about(declaration), isPrivate: false, signatures: [source.signature(declaration.span, head)] }];
}

export function isFunction(value: Expression | undefined): value is FunctionNode | ArrowFunctionExpression {
  return value?.type === "FunctionExpression" || value?.type === "ArrowFunctionExpression";
}

/** The names of parameters, in parentheses, where the compiler tells nothing of a function. */
export function parametersOf({ params }: FunctionNode | ArrowFunctionExpression, source: OutlineSource): string {
  const names = params.map((one) => {
    if (one.type === "TSParameterProperty") return "";
    if (one.type === "RestElement") return `...${bindingName(one.argument, source.slices)}`;
    const isOptional = one.type === "AssignmentPattern";
    return `${bindingName(one, source.slices)}${isOptional ? "?" : ""}`;
  });
  return `(${names.join(", ")})`;
}
