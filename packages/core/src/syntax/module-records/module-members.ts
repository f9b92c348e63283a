import type {
  Expression,
  ImportDeclaration,
  ImportDeclarationSpecifier,
  MemberExpression,
  Node,
  Program,
} from "oxc-parser";
import { ExportsNames } from "../common-js/exports-names.ts";
import { alternatives, unwrap } from "../members.ts";
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
 * The modules whose member the name at an offset may be, by the looks alone: `require("…").name`, `export { name } from`, `variable.name`
 * and `{ name } = variable` where the variable is given a module or an export of it, `module.exports.name`. Several where it is assigned
 * more than one; none where it may be a member of anything.
 */
export function moduleMembersAt(parsed: ParsedSource, offset: number): readonly ModuleMember[] {
  const chain = nodesAround(parsed.program, offset);
  const place = chain.length - 1;
  for (let at = place - 1; at >= Math.max(1, place - 2); at--) {
    const [outer, node, inner] = [chain[at - 1] as Node, chain[at] as Node, chain[at + 1] as Node];
    if (node.type === "MemberExpression") {
      const isName = node.property === inner && (!node.computed || literal(node.property) !== undefined);
      return isName && at === place - 1 ? modulesIn(node.object, chain, parsed) : [];
    }
    if (node.type === "ImportSpecifier") return [{ module: outer.start, through: [] }];
    if (node.type === "ExportSpecifier" && outer.type === "ExportNamedDeclaration")
      return outer.source === null || node.local !== inner ? [] : [{ module: outer.start, through: [] }];
    if (node.type === "Property" && outer.type === "ObjectPattern") {
      const value = valueTaken(chain[at - 2], outer);
      return value === undefined ? [] : modulesIn(value, chain, parsed);
    }
  }
  return [];
}

/** What a pattern takes names out of. */
function valueTaken(around: Node | undefined, pattern: Node): Expression | undefined {
  if (around?.type === "VariableDeclarator" && around.id === pattern) return around.init ?? undefined;
  return around?.type === "AssignmentExpression" && around.left === pattern ? around.right : undefined;
}

function modulesIn(value: Expression, chain: readonly Node[], parsed: ParsedSource): readonly ModuleMember[] {
  const node = value.type === "Super" ? value : unwrap(value);
  if (node.type === "AwaitExpression") {
    const awaited = unwrap(node.argument);
    return awaited.type === "ImportExpression" ? [{ module: awaited.start, through: [] }] : [];
  }
  const loaded = requiredAt(node, requireNames(parsed.program, parsed.source));
  if (loaded !== undefined) return [{ module: loaded, through: [] }];
  const name = calleeName(node);
  if (name === "module.exports" || name === "exports" || isThisOfModule(node, chain)) return [OWN];
  if (node.type === "Identifier") return modulesNamed(node.name, chain, parsed);
  const either = alternatives(node);
  if (either[0] !== node) return either.flatMap((one) => modulesIn(one as Expression, chain, parsed));
  return node.type === "MemberExpression" ? exportsIn(node, chain, parsed) : [];
}

const OWN: ModuleMember = { module: "own", through: [] };

/** Where no function but an arrow is around, `this` is what CommonJS exports. */
function isThisOfModule(node: Node, chain: readonly Node[]): boolean {
  return node.type === "ThisExpression" && !chain.some(({ type }) => HAVING_THIS.has(type));
}

const HAVING_THIS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "PropertyDefinition",
  "StaticBlock",
]);

/** Of what is a member itself. */
function exportsIn(
  { object, property, computed }: MemberExpression,
  chain: readonly Node[],
  parsed: ParsedSource,
): readonly ModuleMember[] {
  const name = computed ? literal(property) : nameOf(property);
  return name === undefined ? [] : modulesIn(object, chain, parsed).map((within) => below(within, name));
}

function below({ module, through }: ModuleMember, name: string): ModuleMember {
  return { module, through: [...through, name] };
}

/** Of a variable. */
function modulesNamed(name: string, chain: readonly Node[], parsed: ParsedSource): readonly ModuleMember[] {
  const { program } = parsed;
  if (new ExportsNames(program.body).has(name, () => chain)) return [OWN];
  const scope = scopeOf(chain, name);
  const declared =
    scope === undefined || scope.type === "BlockStatement" ? moduleDeclared(name, scope ?? program, parsed) : undefined;
  if (declared !== undefined) return [declared];
  if (scope === undefined && isModuleItself(name, program)) return [OWN];
  return modulesAssigned(name, scope, parsed);
}

/** Of a variable that a statement of its scope gives a module where it declares it. */
function moduleDeclared(
  name: string,
  { body }: { readonly body: readonly Node[] },
  parsed: ParsedSource,
): ModuleMember | undefined {
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") {
      const specifier = statement.specifiers.find(({ local }) => local.name === name);
      if (specifier !== undefined) return moduleImported(statement, specifier);
    }
    if (statement.type === "TSImportEqualsDeclaration" && statement.id.name === name)
      return { module: statement.start, through: [] };
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      for (const value of init === null ? [] : alternatives(init)) {
        const found = moduleGiven(name, id, unwrap(value as Expression), parsed);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** What a variable is given later than it is declared: `name = require("…")`. */
function modulesAssigned(name: string, scope: Node | undefined, parsed: ParsedSource): readonly ModuleMember[] {
  const { program, source } = parsed;
  const assigning = new RegExp(`(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}\\s*(?:\\|\\||\\?\\?)?=(?![=>])`, "gu");
  return Array.from(source.matchAll(assigning), ({ index }) => nodesAround(program, index)).flatMap((chain) => {
    const assignment = chain.at(-2);
    if (assignment?.type !== "AssignmentExpression" || assignment.left !== chain.at(-1)) return [];
    if (scopeOf(chain, name) !== scope) return [];
    return alternatives(assignment.right).flatMap((value) => moduleGiven(name, assignment.left, value, parsed) ?? []);
  });
}

/** A default import of CommonJS is the whole module. */
function moduleImported({ start }: ImportDeclaration, specifier: ImportDeclarationSpecifier): ModuleMember {
  const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "default";
  return { module: start, through: name === "default" ? [] : [name] };
}

/** Of a variable that a declarator gives what `require()` does, an export of that, or takes out of it by a pattern. */
function moduleGiven(name: string, id: Node, init: Node, { program, source }: ParsedSource): ModuleMember | undefined {
  const names: string[] = [];
  let value: Node = init;
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
