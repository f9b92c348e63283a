import { unwrap } from "@kart/core/syntax/members";
import { quotedName } from "@kart/core/syntax/pattern-keys";
import { formatNamePart } from "@kart/core/syntax/name-path";
import type {
  ArrowFunctionExpression,
  Expression,
  ExpressionStatement,
  Function as FunctionNode,
  MemberExpression,
  Program,
  Statement,
} from "oxc-parser";
import { type Outlined, type OutlineSource, startOf } from "./outline.ts";
import { isFunction as isFunctionValue, namingOf, parametersOf } from "./outline-assigned.ts";
import type { Piece } from "./pieces.ts";
import { callable, withoutParentheses } from "./spelled-type.ts";

/**
 * The declarations of some statements with what others of these add to them: `Thing.create = …` to a class of JavaScript, where the
 * compiler takes it for a static member, to a function, where it is a variable of its namespace, and to a const that holds a function,
 * where it is a member of its type. What is added to an object
 * literal stands in one too where the compiler does not follow it, and its type lacks that.
 */
export function withStatics(
  outlined: readonly Outlined[],
  body: readonly Program["body"][number][],
  source: OutlineSource,
): Outlined[] {
  const added = body.flatMap(expressionsIn).flatMap(addedBy);
  const byOwner = Map.groupBy(added, ({ owner }) => owner);
  if (byOwner.size === 0) return [...outlined];
  return outlined.flatMap((one) => {
    const all = byOwner.get(one.name) ?? [];
    if (one.kind === "class" && source.isJavaScript) {
      const known = new Set((one.children ?? []).flatMap((child) => (isStatic(child) ? child.name : [])));
      const members = eachOnce(all, known).map((each) => member(one, each, source));
      return [members.length === 0 ? one : { ...one, children: [...(one.children ?? []), ...members] }];
    }
    const isUntracked = VARIABLES.has(one.kind) && all.some((each) => isUntrackedAt(each, source));
    const held = source.isJavaScript || all.length === 0 ? undefined : heldFunction(one, body);
    if (held !== undefined) return [withMembers(one, held, eachOnce(all, new Set()), source)];
    if (!isUntracked && (one.kind !== "function" || !startOf(one).startsWith("function "))) return [one];
    // No variable is called by a word of the language.
    const named = all.filter(({ property }) => namingOf(property.name).local === undefined);
    const ours = isUntracked ? named.filter((each) => isUntrackedAt(each, source)) : eachOnce(named, new Set());
    const members = ours.map((each) => variable(one, each, source));
    return members.length === 0 ? [one] : [one, namespaceOf(one, members)];
  });
}

/** The function that a const holds, whose type nothing but that tells. */
function heldFunction(one: Outlined, body: readonly Program["body"][number][]): FunctionValue | undefined {
  if (one.kind !== "const") return undefined;
  for (const statement of body) {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type !== "VariableDeclaration") continue;
    const found = node.declarations.find(({ id }) => id.type === "Identifier" && id.name === one.name);
    const value = found?.init ? withoutParentheses(found.init) : undefined;
    if (found !== undefined) return isFunctionValue(value) && !found.id.typeAnnotation ? value : undefined;
  }
  return undefined;
}

type FunctionValue = ArrowFunctionExpression | FunctionNode;

/** A const whose type is that of a call, with members. */
function withMembers(one: Outlined, held: FunctionValue, added: readonly Added[], source: OutlineSource): Outlined {
  const at = one.declaration?.nameRange.start;
  const members = added.flatMap(({ property: { name, start }, value, isFunction }): Piece[] => [
    `  ${name}`,
    ...(isFunction && isFunctionValue(value)
      ? callable(value, source.slices, start, "method")
      : [{ at: start, part: "type" } as const]),
    ";\n",
  ]);
  const pieces = [
    `const ${one.local ?? one.name}: {\n  `,
    ...callable(held, source.slices, at, "method"),
    ";\n",
    ...members,
    "}",
  ];
  return { ...one, signatures: one.signatures.map((signature) => ({ ...signature, pieces })) };
}

const VARIABLES: ReadonlySet<string> = new Set(["const", "let", "var"]);

function isUntrackedAt({ property }: Added, source: OutlineSource): boolean {
  return source.declarationAt(property.start)?.isUntracked === true;
}

/** The expressions that a statement is made of: what is added under a condition is declared all the same. */
function expressionsIn(statement: Statement): ExpressionStatement[] {
  switch (statement.type) {
    case "ExpressionStatement":
      return [statement];
    case "BlockStatement":
      return statement.body.flatMap(expressionsIn);
    case "IfStatement":
      return [statement.consequent, statement.alternate ?? []].flat().flatMap(expressionsIn);
    default:
      return [];
  }
}

interface Property {
  readonly name: string;
  /** Without quotes. UTF-16 offset. */
  readonly start: number;
}

interface Added {
  readonly owner: string;
  readonly property: Property;
  readonly statement: ExpressionStatement;
  readonly value: Expression;
  /** Whether it holds one function, whatever happens. */
  readonly isFunction: boolean;
}

/** `Thing.name = Thing.other = value`. */
function addedBy(statement: ExpressionStatement): Added[] {
  const found: Added[] = [];
  for (let value = statement.expression; value.type === "AssignmentExpression"; value = unwrap(value.right)) {
    const { left, operator } = value;
    if (operator !== "=" || left.type !== "MemberExpression") continue;
    const { object } = left;
    const property = propertyOf(left);
    if (object.type !== "Identifier" || property === undefined || property.name === "prototype") continue;
    const given = unwrap(value.right);
    found.push({ owner: object.name, property, statement, value: given, isFunction: isFunctionValue(given) });
  }
  return found;
}

/** `name` of `Thing.name` and of `Thing["name"]`. */
function propertyOf({ computed, property }: MemberExpression): Property | undefined {
  if (!computed) return property.type === "Identifier" ? { name: property.name, start: property.start } : undefined;
  const quoted = quotedName(property);
  const isWord = quoted !== undefined && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(quoted.name);
  return isWord ? { name: quoted.name, start: quoted.span.start } : undefined;
}

/** The first assignment to a name declares it, and what is assigned to once is what it holds. */
function eachOnce(all: readonly Added[], known: ReadonlySet<string>): Added[] {
  return [...Map.groupBy(all, ({ property }) => property.name)].flatMap(([name, [first, ...others]]) =>
    first === undefined || known.has(name) ? [] : [{ ...first, isFunction: first.isFunction && others.length === 0 }],
  );
}

function isStatic(one: Outlined): boolean {
  return /^(?:(?:private|protected) )?static\b/.test(startOf(one));
}

function member(owner: Outlined, added: Added, source: OutlineSource): Outlined {
  const about = aboutOf(owner, added, source);
  const { property, statement, isFunction } = added;
  const head = `${about.isPrivate ? "private " : ""}static ${property.name}`;
  return {
    ...about,
    kind: isFunction ? "method" : "property",
    signatures: [source.signature(statement, head, { at: property.start, part: isFunction ? "signature" : "type" })],
  };
}

function variable(owner: Outlined, added: Added, source: OutlineSource): Outlined {
  const { property, statement, value, isFunction } = added;
  const head = `${isFunction ? "function" : "let"} ${property.name}`;
  const isKnown = isFunctionValue(value) && isUntrackedAt(added, source);
  const pieces: Piece[] = isKnown
    ? [head + parametersOf(value, source)]
    : [head, { at: property.start, part: isFunction ? "signature" : "type" }];
  return {
    ...aboutOf(owner, added, source),
    kind: isFunction ? "function" : "let",
    signatures: [source.signature(statement, ...pieces)],
  };
}

function aboutOf(owner: Outlined, { property: { name, start }, statement }: Added, source: OutlineSource) {
  const doc = source.docAbove(statement.start);
  const declaration = source.declarationAt(start);
  const isPrivate = /@private\b/.test(doc);
  return {
    name,
    namePath: `${owner.namePath}.${formatNamePart(name)}`,
    exported: owner.exported && !isPrivate,
    isPrivate,
    doc,
    line: source.lines.lineAt(statement.start),
    endLine: source.lines.lineAt(statement.end),
    ...(declaration !== undefined && { declaration }),
  };
}

function namespaceOf(owner: Outlined, children: readonly Outlined[]): Outlined {
  const { name, namePath, exported, isPrivate, local } = owner;
  const line = children[0]?.line ?? owner.line;
  return {
    name,
    namePath,
    kind: "namespace",
    exported,
    isPrivate,
    ...(local !== undefined && { local }),
    signatures: [{ pieces: [`namespace ${local ?? name}`], line }],
    doc: "",
    line,
    endLine: children.at(-1)?.endLine ?? line,
    children,
  };
}
