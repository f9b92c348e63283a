import type { CallExpression, Node } from "oxc-parser";

/** How a value's members are taken where no name of one is written. */
export type ComputedAccess =
  /** By a key whose type tells which: its last name ends at an offset, UTF-16. */
  | { readonly kind: "key"; readonly nameEnd: number }
  /** By a key that may be any. */
  | { readonly kind: "any" }
  /** All of them: `Object.entries(routes)`, `key in routes`. */
  | { readonly kind: "all" }
  /** The type of all, or of those that a type names: `(typeof routes)[keyof typeof routes]`. */
  | { readonly kind: "type" };

/** What gives away the names or the values of all that an object has. */
const TAKERS: Readonly<Record<string, readonly string[]>> = {
  Object: ["keys", "values", "entries", "getOwnPropertyNames", "getOwnPropertyDescriptors", "assign"],
  Reflect: ["ownKeys"],
  JSON: ["stringify"],
};

/**
 * How the members of a value are taken at its name, other than by their names: `handlers[name]`. Undefined where they are not.
 *
 * @param around the nodes around the name, the outermost first
 */
export function computedAccess(around: readonly Node[]): ComputedAccess | undefined {
  let at = around.length - 1;
  // Of `config.handlers` what follows counts.
  while (isNameOf(around[at - 1], around[at])) at--;
  while (WRAPPERS.has(around[at - 1]?.type ?? "")) at--;
  const [self, user] = [around[at], around[at - 1]];
  if (self === undefined || user === undefined) return undefined;
  switch (user.type) {
    case "MemberExpression":
      return user.computed && user.object === self ? byKey(user.property) : undefined;
    case "CallExpression":
      return takesAll(user, self) ? { kind: "all" } : undefined;
    case "BinaryExpression":
      return user.operator === "in" && user.right === self && !isPlain(user.left) ? { kind: "all" } : undefined;
    case "ForInStatement":
      return user.right === self ? { kind: "all" } : undefined;
    case "TSTypeQuery":
      return typeOfAll(around.slice(0, at)) ? { kind: "type" } : undefined;
    default:
      return undefined;
  }
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "TSNonNullExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
]);

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
  if (isPlain(key)) return undefined;
  if (key.type === "Identifier") return { kind: "key", nameEnd: key.end };
  if (key.type === "MemberExpression" && !key.computed) return { kind: "key", nameEnd: key.end };
  return { kind: "any" };
}

/** Whether an expression is a name that stands there, or a number. */
function isPlain(node: Node): boolean {
  return (
    node.type === "Literal" ||
    node.type === "PrivateIdentifier" ||
    node.type === "UpdateExpression" ||
    (node.type === "TemplateLiteral" && node.expressions.length === 0)
  );
}

function takesAll({ callee, arguments: given }: CallExpression, value: Node): boolean {
  if (callee.type !== "MemberExpression" || callee.computed || callee.object.type !== "Identifier") return false;
  const name = callee.property.type === "Identifier" ? callee.property.name : "";
  const at = given.findIndex((one) => one === value);
  // What is assigned to is given members, and asked for none.
  return TAKERS[callee.object.name]?.includes(name) === true && (name === "assign" ? at > 0 : at === 0);
}
