import type {
  Expression,
  ImportDeclaration,
  ImportDeclarationSpecifier,
  MemberExpression,
  Node,
  Program,
} from "oxc-parser";
import { ExportsNames } from "../common-js/exports-names.ts";
import { unwrap } from "../members.ts";
import { calleeName, literal, nameOf, requiredNamespace } from "./module-expressions.ts";
import { requireNames } from "./require-names.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround, scopeOf } from "../scope.ts";

/** Where the module is loaded: the start of its `require()`, `import()`, `import` or `export`, in UTF-16 units; `own` for that of the file. */
export type LoadedAt = number | "own";

/** A member of a module, or of what the module exports. */
export interface ModuleMember {
  readonly module: LoadedAt;
  /** The names of exports between the two, outermost first: `codes` of `require("…").codes.name`. */
  readonly through: readonly string[];
}

/**
 * The module whose member the name at an offset is, by the looks alone: `require("…").name`, `export { name } from`, `variable.name` and
 * `{ name } = variable` where the variable was declared with a module or an export of it, `module.exports.name`. Undefined where it may be a member of
 * anything.
 */
export function moduleMemberAt(parsed: ParsedSource, offset: number): ModuleMember | undefined {
  const chain = nodesAround(parsed.program, offset);
  const place = chain.length - 1;
  for (let at = place - 1; at >= Math.max(1, place - 2); at--) {
    const [outer, node, inner] = [chain[at - 1] as Node, chain[at] as Node, chain[at + 1] as Node];
    if (node.type === "MemberExpression") {
      const isName = node.property === inner && (!node.computed || literal(node.property) !== undefined);
      return isName && at === place - 1 ? moduleIn(node.object, chain, parsed) : undefined;
    }
    if (node.type === "ImportSpecifier") return { module: outer.start, through: [] };
    if (node.type === "ExportSpecifier" && outer.type === "ExportNamedDeclaration")
      return outer.source === null || node.local !== inner ? undefined : { module: outer.start, through: [] };
    if (node.type === "Property" && outer.type === "ObjectPattern") {
      const value = valueTaken(chain[at - 2], outer);
      return value === undefined ? undefined : moduleIn(value, chain, parsed);
    }
  }
  return undefined;
}

/** What a pattern takes names out of. */
function valueTaken(around: Node | undefined, pattern: Node): Expression | undefined {
  if (around?.type === "VariableDeclarator" && around.id === pattern) return around.init ?? undefined;
  return around?.type === "AssignmentExpression" && around.left === pattern ? around.right : undefined;
}

function moduleIn(value: Expression, chain: readonly Node[], parsed: ParsedSource): ModuleMember | undefined {
  const node = value.type === "Super" ? value : unwrap(value);
  if (node.type === "AwaitExpression") {
    const awaited = unwrap(node.argument);
    return awaited.type === "ImportExpression" ? { module: awaited.start, through: [] } : undefined;
  }
  const loaded = requiredAt(node, requireNames(parsed.program, parsed.source));
  if (loaded !== undefined) return { module: loaded, through: [] };
  const name = calleeName(node);
  if (name === "module.exports" || name === "exports") return { module: "own", through: [] };
  if (node.type === "Identifier") return moduleNamed(node.name, chain, parsed);
  return node.type === "MemberExpression" ? exportIn(node, chain, parsed) : undefined;
}

/** Of what is a member itself. */
function exportIn(
  { object, property, computed }: MemberExpression,
  chain: readonly Node[],
  parsed: ParsedSource,
): ModuleMember | undefined {
  const name = computed ? literal(property) : nameOf(property);
  const within = name === undefined ? undefined : moduleIn(object, chain, parsed);
  return name === undefined || within === undefined ? undefined : below(within, name);
}

function below({ module, through }: ModuleMember, name: string): ModuleMember {
  return { module, through: [...through, name] };
}

/** Of a variable. */
function moduleNamed(name: string, chain: readonly Node[], parsed: ParsedSource): ModuleMember | undefined {
  const { program } = parsed;
  if (new ExportsNames(program.body).has(name, () => chain)) return { module: "own", through: [] };
  const scope = scopeOf(chain, name);
  if (scope !== undefined && scope.type !== "BlockStatement") return undefined;
  const statements: readonly Node[] = scope === undefined ? program.body : scope.body;
  for (const statement of statements) {
    if (statement.type === "ImportDeclaration") {
      const specifier = statement.specifiers.find(({ local }) => local.name === name);
      if (specifier !== undefined) return moduleImported(statement, specifier);
    }
    if (statement.type === "TSImportEqualsDeclaration" && statement.id.name === name)
      return { module: statement.start, through: [] };
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      const found = init === null ? undefined : moduleGiven(name, id, unwrap(init), parsed);
      if (found !== undefined) return found;
    }
  }
  return scope === undefined && isModuleItself(name, program) ? { module: "own", through: [] } : undefined;
}

/** A default import of CommonJS is the whole module. */
function moduleImported({ start }: ImportDeclaration, specifier: ImportDeclarationSpecifier): ModuleMember {
  const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "default";
  return { module: start, through: name === "default" ? [] : [name] };
}

/** Of a variable that a declarator gives what `require()` does, an export of that, or takes out of it by a pattern. */
function moduleGiven(
  name: string,
  id: Node,
  init: Expression,
  { program, source }: ParsedSource,
): ModuleMember | undefined {
  const names: string[] = [];
  let value = init;
  while (value.type === "MemberExpression" && value.object.type !== "Super") {
    const member = value.computed ? literal(value.property) : nameOf(value.property);
    if (member === undefined) return undefined;
    names.unshift(member);
    value = unwrap(value.object);
  }
  const module = requiredAt(value, requireNames(program, source));
  if (module === undefined) return undefined;
  if (id.type === "Identifier") return id.name === name ? { module, through: names } : undefined;
  const taken = id.type === "ObjectPattern" ? id.properties.find((one) => isTakenAs(one, name)) : undefined;
  return taken?.type === "Property" ? { module, through: [...names, nameOf(taken.key)] } : undefined;
}

function isTakenAs(property: Node, name: string): boolean {
  return (
    property.type === "Property" &&
    !property.computed &&
    property.value.type === "Identifier" &&
    property.value.name === name
  );
}

/** Whether the file exports the variable as the whole of it: `module.exports = name`, `const name = module.exports = …`. */
function isModuleItself(name: string, program: Program): boolean {
  const isExports = (node: Node | null): boolean =>
    node?.type === "AssignmentExpression" && (calleeName(node.left) === "module.exports" || isExports(node.right));
  const valueOf = (node: Node): Node => (node.type === "AssignmentExpression" ? valueOf(node.right) : node);
  return program.body.some((statement) => {
    if (statement.type === "VariableDeclaration")
      return statement.declarations.some(
        ({ id, init }) => id.type === "Identifier" && id.name === name && isExports(init),
      );
    if (statement.type !== "ExpressionStatement" || !isExports(statement.expression)) return false;
    const value = valueOf(statement.expression);
    return value.type === "Identifier" && value.name === name;
  });
}

function requiredAt(node: Node, names: ReadonlySet<string>): number | undefined {
  if (requiredNamespace(node, names) === undefined || node.type !== "CallExpression") return undefined;
  const [argument] = node.arguments;
  return argument?.type === "CallExpression" ? requiredAt(argument, names) : node.start;
}
