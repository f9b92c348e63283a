import type { Expression, Node, Program } from "oxc-parser";
import { unwrap } from "./members.ts";
import { calleeName, literal, requiredNamespace } from "./module-expressions.ts";
import type { ParsedSource } from "./parse.ts";
import { nodesAround, scopeOf } from "./scope.ts";

/** Where the module is loaded: the start of its `require()`, `import()` or `import`, in UTF-16 units; `own` for that of the file. */
export type LoadedAt = number | "own";

/**
 * The module whose member the name at an offset is, by the looks alone: `require("…").name`, `variable.name` and `{ name } = variable`
 * where the variable was declared with a module, `module.exports.name`. Undefined where it may be a member of anything.
 */
export function moduleOfMember({ program }: ParsedSource, offset: number): LoadedAt | undefined {
  const chain = nodesAround(program, offset);
  const place = chain.length - 1;
  for (let at = place - 1; at >= Math.max(1, place - 2); at--) {
    const [outer, node, inner] = [chain[at - 1] as Node, chain[at] as Node, chain[at + 1] as Node];
    if (node.type === "MemberExpression") {
      const isName = node.property === inner && (!node.computed || literal(node.property) !== undefined);
      return isName && at === place - 1 ? moduleIn(node.object, chain, program) : undefined;
    }
    if (node.type === "ImportSpecifier") return outer.start;
    if (node.type === "Property" && outer.type === "ObjectPattern") {
      const value = valueTaken(chain[at - 2], outer);
      return value === undefined ? undefined : moduleIn(value, chain, program);
    }
  }
  return undefined;
}

/** What a pattern takes names out of. */
function valueTaken(around: Node | undefined, pattern: Node): Expression | undefined {
  if (around?.type === "VariableDeclarator" && around.id === pattern) return around.init ?? undefined;
  return around?.type === "AssignmentExpression" && around.left === pattern ? around.right : undefined;
}

function moduleIn(value: Expression, chain: readonly Node[], program: Program): LoadedAt | undefined {
  const node = value.type === "Super" ? value : unwrap(value);
  if (node.type === "AwaitExpression") {
    const awaited = unwrap(node.argument);
    return awaited.type === "ImportExpression" ? awaited.start : undefined;
  }
  const loaded = requiredAt(node);
  if (loaded !== undefined) return loaded;
  const name = calleeName(node);
  if (name === "module.exports" || name === "exports") return "own";
  return node.type === "Identifier" ? moduleNamed(node.name, chain, program) : undefined;
}

/** Of a variable. */
function moduleNamed(name: string, chain: readonly Node[], program: Program): LoadedAt | undefined {
  const scope = scopeOf(chain, name);
  if (scope !== undefined && scope.type !== "BlockStatement") return undefined;
  const statements: readonly Node[] = scope === undefined ? program.body : scope.body;
  for (const statement of statements) {
    if (statement.type === "ImportDeclaration" && statement.specifiers.some(({ local }) => local.name === name))
      return statement.start;
    if (statement.type === "TSImportEqualsDeclaration" && statement.id.name === name) return statement.start;
    if (statement.type !== "VariableDeclaration") continue;
    const declarator = statement.declarations.find(({ id }) => id.type === "Identifier" && id.name === name);
    const init = declarator?.init ?? undefined;
    const loaded = init === undefined ? undefined : requiredAt(unwrap(init));
    if (loaded !== undefined) return loaded;
  }
  return scope === undefined && isModuleItself(name, program) ? "own" : undefined;
}

/** Whether the file exports the variable as the whole of it: `module.exports = name`, `const name = module.exports = …`. */
function isModuleItself(name: string, program: Program): boolean {
  const isExports = (node: Node | null): boolean =>
    node?.type === "AssignmentExpression" && (calleeName(node.left) === "module.exports" || isExports(node.right));
  const valueOf = (node: Node): Node => (node.type === "AssignmentExpression" ? valueOf(node.right) : node);
  return program.body.some((statement) => {
    if (statement.type === "VariableDeclaration")
      return statement.declarations.some(
        ({ id, init }) => id.type === "Identifier" && id.name === name && (isExports(init) || isOwnExports(init)),
      );
    if (statement.type !== "ExpressionStatement" || !isExports(statement.expression)) return false;
    const value = valueOf(statement.expression);
    return value.type === "Identifier" && value.name === name;
  });
}

function isOwnExports(init: Expression | null): boolean {
  return init !== null && /^(?:module\.)?exports$/.test(calleeName(init) ?? "");
}

function requiredAt(node: Node): number | undefined {
  if (requiredNamespace(node) === undefined || node.type !== "CallExpression") return undefined;
  const [argument] = node.arguments;
  return argument?.type === "CallExpression" ? requiredAt(argument) : node.start;
}
