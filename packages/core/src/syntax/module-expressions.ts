import type { Node } from "oxc-parser";
import { memberUses } from "./member-uses.ts";
import type { ImportedName } from "./module-record.ts";

const WHOLE: readonly ImportedName[] = [{ imported: "*", local: "*", typeOnly: false, members: "all" }];

/** Which names of the module are taken where a call stands, as far as that is plain to see; the whole namespace otherwise. */
export function usedNames(node: Node, parents: readonly Node[], source: string): ImportedName[] {
  let child = node;
  for (let depth = parents.length - 1; depth >= 0; depth--) {
    const parent = parents[depth] as Node;
    switch (parent.type) {
      case "AwaitExpression":
      case "ParenthesizedExpression":
      case "ChainExpression":
      case "TSNonNullExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
        child = parent;
        continue;
      case "ExpressionStatement":
        return [];
      case "VariableDeclarator":
        if (parent.init !== child) return [...WHOLE];
        if (isPromise(node, child)) return [...WHOLE];
        return parents[depth - 2]?.type === "ExportNamedDeclaration"
          ? exportedNames(parent.id, source)
          : boundNames(parent.id, source);
      case "MemberExpression": {
        if (parent.object !== child) return [...WHOLE];
        const name =
          parent.property.type === "Identifier" && !parent.computed ? parent.property.name : literal(parent.property);
        if (name === undefined) return [...WHOLE];
        if (!isPromise(node, child)) return [{ imported: name, local: name, typeOnly: false }];
        const call = parents[depth - 1];
        return name === "then" && call?.type === "CallExpression" && call.arguments[0] !== undefined
          ? callbackNames(call.arguments[0], source)
          : [...WHOLE];
      }
      default:
        return [...WHOLE];
    }
  }
  return [...WHOLE];
}

/** A call that gives a promise of the module, which nothing has awaited up to the node that was reached. */
function isPromise(call: Node, reached: Node): boolean {
  if (
    call.type !== "ImportExpression" &&
    !(call.type === "CallExpression" && calleeName(call.callee)?.startsWith("vi.") === true)
  )
    return false;
  let node = reached;
  while (node !== call && node.type !== "AwaitExpression") node = (node as Node & { expression: Node }).expression;
  return node === call;
}

/** `export const ns = await import("x")`: others may use every member. */
function exportedNames(target: Node, source: string): ImportedName[] {
  return boundNames(target, source).map((name) => (name.imported === "*" ? { ...name, members: "all" } : name));
}

function callbackNames(callback: Node, source: string): ImportedName[] {
  if (callback.type !== "ArrowFunctionExpression" && callback.type !== "FunctionExpression") return [...WHOLE];
  const [parameter] = callback.params;
  return parameter === undefined ? [] : boundNames(parameter, source, callback);
}

/** @param scope where the binding can be used, the whole text unless given */
function boundNames(target: Node, source: string, scope?: Node): ImportedName[] {
  if (target.type === "Identifier") {
    const text = scope === undefined ? source : source.slice(scope.start, scope.end);
    const start = target.start - (scope?.start ?? 0);
    return [
      {
        imported: "*",
        local: target.name,
        typeOnly: false,
        members: memberUses(text, target.name, [{ start, end: start + 1 }]),
      },
    ];
  }
  if (target.type !== "ObjectPattern") return [...WHOLE];
  const names: ImportedName[] = [];
  for (const property of target.properties) {
    if (property.type === "RestElement" || property.computed) return [...WHOLE];
    const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    const imported = nameOf(property.key);
    names.push({ imported, local: value.type === "Identifier" ? value.name : imported, typeOnly: false });
  }
  return names;
}

/** A string, or a template without expressions. */
export function literal(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  if (node.type === "ParenthesizedExpression") return literal(node.expression);
  return undefined;
}

/** What a computed string surely starts with. */
export function literalPrefix(node: Node): string {
  if (node.type === "TemplateLiteral") return node.quasis[0]?.value.cooked ?? "";
  if (node.type === "BinaryExpression" && node.operator === "+") return literalPrefix(node.left);
  return literal(node) ?? "";
}

/** `a.b.c` of identifiers, `import.meta` included. */
export function calleeName(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MetaProperty") return `${node.meta.name}.${node.property.name}`;
  if (node.type === "ParenthesizedExpression" || node.type === "TSNonNullExpression" || node.type === "ChainExpression")
    return calleeName(node.expression);
  if (node.type !== "MemberExpression") return undefined;
  const object = calleeName(node.object);
  const property = node.property.type === "Identifier" && !node.computed ? node.property.name : literal(node.property);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

/** What a node that loads a module calls. */
export function callIn(node: Node): { readonly call?: string } {
  if (node.type === "ImportExpression") return { call: "import" };
  if (node.type === "NewExpression") return { call: `new ${calleeName(node.callee)}` };
  const call = node.type === "CallExpression" ? calleeName(node.callee) : undefined;
  return call === undefined ? {} : { call };
}

export function requiredNamespace(node: Node): string | undefined {
  if (node.type !== "CallExpression" || node.arguments[0] === undefined) return undefined;
  if (calleeName(node.callee) === "require") return literal(node.arguments[0]);
  // What TypeScript and Babel wrap around a namespace.
  return /^(?:__importStar|__importDefault|_interopRequire\w*)$/.test(calleeName(node.callee) ?? "")
    ? requiredNamespace(node.arguments[0])
    : undefined;
}

/** Every kind of name that has a part before its first dot. */
export function firstName(node: Node): string {
  return node.type === "TSQualifiedName" ? firstName(node.left) : node.type === "Identifier" ? node.name : "*";
}

export function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "*";
}
