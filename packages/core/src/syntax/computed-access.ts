import type { CallExpression, Node } from "oxc-parser";
import { mayBeString } from "./key-expressions.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { childNodes } from "./parser/tree.ts";
import type { Span } from "../text/span.ts";

/** How a value's members are taken where no name of one is written. */
export type ComputedAccess =
  /** By a key whose type tells which: its last name ends at an offset, UTF-16. */
  | { readonly kind: "key"; readonly nameEnd: number }
  /** By a key that may be any, or is asked for: `key in routes`. */
  | { readonly kind: "any" }
  /** All that the value itself has: `Object.entries(routes)`. */
  | { readonly kind: "all" }
  /** The type of all, or of those that a type names: `(typeof routes)[keyof typeof routes]`. */
  | { readonly kind: "type" };

/** What gives away the names or the values of all that an object has. */
const TAKERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Object", ["keys", "values", "entries", "getOwnPropertyNames", "getOwnPropertyDescriptors", "assign"]],
  ["Reflect", ["ownKeys"]],
  ["JSON", ["stringify"]],
]);

/**
 * How the members of a value are taken at its name, other than by their names: `handlers[name]`. Undefined where they are not.
 *
 * @param around the nodes around the name, the outermost first
 */
export function computedAccess(around: readonly Node[]): ComputedAccess | undefined {
  const at = valueAt(around);
  const [self, user] = [around[at], around[at - 1]];
  if (self === undefined || user === undefined) return undefined;
  if (user.type !== "TSTypeQuery") return accessBy(user, self);
  return typeOfAll(around.slice(0, at)) ? { kind: "type" } : undefined;
}

/** Where among some nodes the value is that the last of them names. */
export function valueAt(around: readonly Node[]): number {
  let at = around.length - 1;
  // Of `config.handlers` what follows counts.
  while (isNameOf(around[at - 1], around[at])) at--;
  while (isWrapper(around[at - 1])) at--;
  return at;
}

/** A name of a value, or `this`, whose members are taken without theirs. */
export interface TakenValue {
  /** UTF-16. */
  readonly span: Span;
  readonly access: ComputedAccess;
}

/** Those of a file, but for types; what no name stands for is left out, and what is copied unless it is `this`. */
export function takenValues({ program }: Pick<ParsedSource, "program">): TakenValue[] {
  const found: TakenValue[] = [];
  const pending: Node[] = [program];
  for (let user = pending.pop(); user !== undefined; user = pending.pop()) {
    pending.push(...childNodes(user));
    for (const self of takenFrom(user)) {
      const name = lastName(self);
      const access = name && accessBy(user, self);
      if (name !== undefined && access !== undefined)
        found.push({ span: { start: name.start, end: name.end }, access });
    }
  }
  return found.toSorted((a, b) => a.span.start - b.span.start);
}

/** The nodes right below one that it may take members from. */
function takenFrom(user: Node): readonly Node[] {
  switch (user.type) {
    case "MemberExpression":
      return [user.object];
    case "CallExpression":
      return user.arguments;
    case "BinaryExpression":
    case "ForInStatement":
      return [user.right];
    case "SpreadElement":
      return [user.argument];
    default:
      return [];
  }
}

function lastName(node: Node): Node | undefined {
  let value = node;
  while (isWrapper(value)) value = value.expression;
  if (value.type === "MemberExpression") return value.computed ? undefined : value.property;
  return value.type === "Identifier" || value.type === "ThisExpression" ? value : undefined;
}

function accessBy(user: Node, self: Node): ComputedAccess | undefined {
  switch (user.type) {
    case "MemberExpression":
      return user.computed && user.object === self ? byKey(user.property) : undefined;
    case "CallExpression":
      return takesAll(user, self) ? { kind: "all" } : undefined;
    case "BinaryExpression":
      return user.operator === "in" && user.right === self && mayBeString(user.left) ? { kind: "any" } : undefined;
    case "ForInStatement":
      return user.right === self ? { kind: "all" } : undefined;
    case "SpreadElement":
      // Of what has a name the compiler knows what its copy has.
      return self.type === "ThisExpression" ? { kind: "all" } : undefined;
    default:
      return undefined;
  }
}

type Wrapper = Extract<
  Node,
  { type: "TSNonNullExpression" | "ParenthesizedExpression" | "TSAsExpression" | "TSSatisfiesExpression" }
>;

const WRAPPERS: ReadonlySet<string> = new Set([
  "TSNonNullExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
] satisfies Wrapper["type"][]);

function isWrapper(node: Node | undefined): node is Wrapper {
  return node !== undefined && WRAPPERS.has(node.type);
}

function isNameOf(user: Node | undefined, self: Node | undefined): boolean {
  if (user?.type === "TSQualifiedName") return user.right === self;
  return user?.type === "MemberExpression" && !user.computed && user.property === self;
}

/** Whether the type of a value, the last of some nodes, is asked for its members by a key that is no literal, nor a number. */
function typeOfAll(around: readonly Node[]): boolean {
  let at = around.length - 1;
  while (around[at - 1]?.type === "TSParenthesizedType") at--;
  const user = around[at - 1];
  if (user?.type !== "TSIndexedAccessType" || user.objectType !== around[at]) return false;
  return user.indexType.type !== "TSLiteralType" && user.indexType.type !== "TSNumberKeyword";
}

function byKey(key: Node): ComputedAccess | undefined {
  if (!mayBeString(key)) return undefined;
  if (key.type === "ParenthesizedExpression") return byKey(key.expression);
  if (key.type === "ConditionalExpression") return either(byKey(key.consequent), byKey(key.alternate));
  if (key.type === "LogicalExpression") return either(byKey(key.left), byKey(key.right));
  if (key.type === "Identifier") return { kind: "key", nameEnd: key.end };
  if (key.type === "MemberExpression" && !key.computed) return { kind: "key", nameEnd: key.end };
  return { kind: "any" };
}

function either(one: ComputedAccess | undefined, other: ComputedAccess | undefined): ComputedAccess | undefined {
  return one === undefined || other === undefined ? (one ?? other) : { kind: "any" };
}

function takesAll({ callee, arguments: given }: CallExpression, value: Node): boolean {
  if (callee.type !== "MemberExpression" || callee.computed || callee.object.type !== "Identifier") return false;
  const name = callee.property.type === "Identifier" ? callee.property.name : "";
  const at = given.findIndex((one) => one === value);
  // What is assigned to is given members, and asked for none.
  return TAKERS.get(callee.object.name)?.includes(name) === true && (name === "assign" ? at > 0 : at === 0);
}
