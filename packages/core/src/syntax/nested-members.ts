import type { Node, ParamPattern } from "oxc-parser";
import { type Declaration, overloadsOf } from "./declaration.ts";
import type { FileSymbols } from "./find-symbol.ts";
import { Leads } from "./comments/lead.ts";
import { literalMembers, signatureMembers } from "./members.ts";
import { formatNamePart, resolveNamePath } from "./name-path.ts";
import type { ParsedSource } from "./parser/parse.ts";
import type { Span } from "../text/span.ts";
import { childNodes, isKey } from "./parser/tree.ts";

/**
 * The declarations among which a name path is to be looked for: the symbols of the file, or where none of them has the name, or
 * none on that line, those with nested members.
 *
 * @param parse gives the tree of the file, where that is needed
 * @param line 1-based
 */
export function declarationsNaming(
  { declarations, lines }: FileSymbols,
  parse: () => ParsedSource | undefined,
  symbol: string,
  line?: number,
): readonly Declaration[] {
  const known = resolveNamePath(declarations, symbol, lines, line);
  if (known.status === "found" || (known.status === "ambiguous" && line === undefined)) return declarations;
  // An index that is too high counts symbols all the same.
  const bare = symbol.replace(/\[\d+\]$/, "");
  if (bare !== symbol && resolveNamePath(declarations, bare, lines).status !== "missing") return declarations;
  const parsed = parse();
  if (parsed === undefined) return declarations;
  // A name alone is rather that of a local than of what some call is given.
  const takesGiven = line !== undefined || /[./]/.test(symbol) || !namesVariable(parsed, symbol);
  const all = withNestedMembers(parsed, declarations, takesGiven);
  const { status } = resolveNamePath(all, symbol, lines, line);
  if (status === "found") return all;
  // Of a member that its owner does not have, those that it has are told.
  return known.status === "missing" && (status === "ambiguous" || /[./]/.test(symbol)) ? all : declarations;
}

/** Whether a name is anywhere more than that of a member. */
function namesVariable({ program }: ParsedSource, name: string): boolean {
  const nodes: Node[] = [program];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const of = node;
    const children = childNodes(of);
    if (children.some((one) => one.type === "Identifier" && one.name === name && !isKey(one, of))) return true;
    nodes.push(...children);
  }
  return false;
}

/**
 * The declarations of a file with what is declared further in, each below what it belongs to: `A.inner.deep` of
 * `type A = { inner: { deep: 1 } }`, members in unions, arrays, branches and type arguments, those of the types of parameters
 * (`f.options.size`), of the objects that functions return, and of those that a call is given: `slice.reducers.add` of
 * `const slice = createSlice({ reducers: { add() {} } })`. These are no symbols: several may have one path.
 *
 * What a function declares in its body belongs to nothing that has a name.
 *
 * @param takesGiven whether what a call is given counts
 */
export function withNestedMembers(
  parsed: ParsedSource,
  declarations: readonly Declaration[],
  takesGiven = true,
): readonly Declaration[] {
  const reader = new NestedReader(parsed, declarations, takesGiven);
  reader.read();
  return reader.declarations;
}

/** A declaration while members are added to it. */
type Growing = Declaration & { readonly children: Growing[]; otherNames?: readonly Span[] };

/** A node to be read, and what its members belong to. */
interface Step {
  readonly node: Node;
  readonly owner: Growing | undefined;
  /** Names between the owner and its members: of parameters and type parameters. */
  readonly between: readonly string[];
  /** The union that the node is a part of. */
  readonly union?: Union;
  /** A call is given it. */
  readonly isGiven?: boolean;
}

type Union = Node & { readonly type: "TSUnionType" };

type Nodes = readonly (Node | null | undefined)[];

class NestedReader {
  readonly declarations: readonly Growing[];
  readonly #parsed: ParsedSource;
  readonly #leads: Leads;
  /** By where they are named, UTF-16. */
  readonly #known = new Map<number, Growing>();
  /** Members of the types of unions. */
  readonly #ofUnions: UnionMember[] = [];
  /** Members of what calls are given. */
  readonly #given = new Set<Growing>();
  readonly #takesGiven: boolean;

  constructor(parsed: ParsedSource, declarations: readonly Declaration[], takesGiven: boolean) {
    this.#parsed = parsed;
    this.#takesGiven = takesGiven;
    this.#leads = new Leads(parsed);
    this.declarations = declarations.map((one) => this.#growing(one));
  }

  /** A type or an expression may be deeper than the stack. */
  read(): void {
    const steps = stepsTo([this.#parsed.program], undefined);
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) steps.push(...this.#inside(step));
    for (const { children } of this.#known.values()) {
      this.#leaveOutGiven(children);
      children.sort((a, b) => a.span.start - b.span.start);
    }
    for (const members of Map.groupBy(this.#ofUnions, ({ union }) => union).values()) joinNames(members);
  }

  /** What a type declares is meant by its name, and not what a call is given besides: `ref<{ a: 1 }>({ a: 1 })`. */
  #leaveOutGiven(children: Growing[]): void {
    const given = children.filter((one) => this.#given.has(one));
    if (given.length === 0) return;
    const declared = new Set(children.flatMap((one) => (this.#given.has(one) ? [] : one.name)));
    for (const one of given) if (declared.has(one.name)) children.splice(children.indexOf(one), 1);
  }

  #growing(declaration: Declaration): Growing {
    const one: Growing = { ...declaration, children: declaration.children.map((child) => this.#growing(child)) };
    for (const { nameRange } of [declaration, ...overloadsOf(declaration)]) this.#known.set(nameRange.start, one);
    return one;
  }

  /** Adds the members that a node declares; returns what is to be read of it. */
  #inside(step: Step): Step[] {
    const { node, owner, between, isGiven = false } = step;
    const within = (nodes: Nodes) => stepsTo(nodes, owner, between, isGiven);
    switch (node.type) {
      case "TSTypeLiteral":
      case "ObjectExpression":
        this.#add(node, step);
        return within(childNodes(node));
      case "TSUnionType":
        return within(node.types).map((one) => ({ ...one, union: node }));
      case "Property":
      case "PropertyDefinition":
      case "TSAbstractPropertyDefinition":
      case "AccessorProperty":
      case "TSAbstractAccessorProperty":
      case "MethodDefinition":
      case "TSAbstractMethodDefinition":
      case "TSPropertySignature":
      case "TSMethodSignature": {
        const { source } = this.#parsed;
        const start = node.computed ? source.lastIndexOf("[", node.key.start - 1) : node.key.start;
        const member = this.#known.get(start);
        if (member === undefined) return [];
        if (node.type === "TSMethodSignature") return this.#signature(node, member, []);
        return stepsTo("value" in node ? [node.value, typeOf(node)] : [typeOf(node)], member);
      }
      case "TSModuleBlock":
        return stepsTo(childNodes(node), undefined);
      case "ExpressionStatement":
      case "ExportDefaultDeclaration":
      case "TSExportAssignment": {
        const declared = this.declarations.find(({ span }) => span.start === node.start);
        // The members of `module.exports = { … }` are exports, or what is declared elsewhere.
        return stepsTo(childNodes(node), declared?.holdsExports === true ? undefined : declared);
      }
      case "VariableDeclarator":
        return stepsTo([typeOf(node.id), node.init], this.#known.get(node.id.start));
      case "TSTypeParameter":
        return stepsTo([node.constraint, node.default], owner, [...between, node.name.name]);
      case "CallExpression":
      case "NewExpression":
        return [
          ...within([calledIn(node.callee), node.typeArguments]),
          ...(this.#takesGiven ? stepsTo(node.arguments.filter(mayHold), owner, between, true) : []),
        ];
      case "ConditionalExpression":
        return within([node.consequent, node.alternate]);
      case "AssignmentExpression":
        return within([node.right]);
      default: {
        if (LEFT_OUT.has(node.type)) return [];
        const named = "id" in node && node.id ? this.#known.get(node.id.start) : undefined;
        if (isSignature(node)) return this.#signature(node, named ?? owner, named ? [] : between, isGiven);
        return named === undefined ? within(childNodes(node)) : stepsTo(childNodes(node), named);
      }
    }
  }

  #signature(node: Signature, owner: Growing | undefined, between: readonly string[], isGiven = false): Step[] {
    const { params, typeParameters, returnType, body } = node;
    const returned: Nodes = body?.type === "BlockStatement" ? returnedBy(body) : [body];
    const given = params.flatMap((one): Step[] => {
      const parameter = one.type === "TSParameterProperty" ? one.parameter : one;
      const pattern = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
      const value = parameter.type === "AssignmentPattern" ? parameter.right : undefined;
      const { name, start } = nameOf(pattern);
      const property = this.#known.get(start);
      const names = name === undefined || property !== undefined ? [] : [name];
      return stepsTo([typeOf(pattern), value], property ?? owner, property ? [] : [...between, ...names], isGiven);
    });
    return [...stepsTo([typeParameters, returnType, ...returned], owner, between, isGiven), ...given];
  }

  #add(node: Node & { type: "TSTypeLiteral" | "ObjectExpression" }, { owner, between, union, isGiven }: Step): void {
    if (owner === undefined) return;
    const prefix = [owner.namePath, ...between.map(formatNamePart), ""].join(".");
    const { exported } = owner;
    const around = { prefix, exported, ambient: false, source: this.#parsed.source, leads: this.#leads };
    const members =
      node.type === "TSTypeLiteral" ? signatureMembers(node.members, around) : literalMembers(node, around);
    for (const member of members) {
      if (this.#known.has(member.nameRange.start)) continue;
      // What a constructor owns without such names is a parameter property.
      const isOwn = between.length === 0 && owner.kind !== "constructor";
      const added = this.#growing(isOwn ? member : { ...member, memberOf: between });
      owner.children.push(added);
      if (isGiven === true) this.#given.add(added);
      if (union !== undefined) this.#ofUnions.push({ union, type: node, member: added });
    }
  }
}

interface UnionMember {
  readonly union: Union;
  readonly type: Node;
  readonly member: Growing;
}

/** Members of one name are one to the compiler where each type of their union has one. */
function joinNames(members: readonly UnionMember[]): void {
  for (const alike of Map.groupBy(members, ({ member }) => member.name).values()) {
    const types = new Set(alike.map(({ type }) => type));
    if (alike.some(({ union }) => union.types.length !== types.size)) continue;
    const names = alike.map(({ member }) => member.nameRange);
    for (const { member } of alike) member.otherNames = names.filter((name) => name !== member.nameRange);
  }
}

function stepsTo(nodes: Nodes, owner: Growing | undefined, between: readonly string[] = [], isGiven = false): Step[] {
  return nodes.flatMap((node) => (node ? [{ node, owner, between, isGiven }] : []));
}

/** What holds members of nothing that is around it, or none. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "BinaryExpression",
  "Decorator",
  "ImportExpression",
  "JSXElement",
  "JSXFragment",
  "MemberExpression",
  "StaticBlock",
  "TaggedTemplateExpression",
  "TemplateLiteral",
  "UnaryExpression",
]);

/** The call whose result is called, or a method of it: of `create<T>()(f)`, `z.object({}).strict()`. */
function calledIn(callee: Node): Node | undefined {
  let node = callee;
  while (node.type === "MemberExpression") node = node.object;
  return node.type === "CallExpression" ? node : undefined;
}

/** What a call is given that may spell members out: an object, or what returns one. */
function mayHold(argument: Node): boolean {
  return HOLDING.has(argument.type);
}

const HOLDING: ReadonlySet<string> = new Set([
  "ObjectExpression",
  "ArrayExpression",
  "ArrowFunctionExpression",
  "FunctionExpression",
  "CallExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
]);

/** A function, or the type of one. */
interface Signature {
  readonly params: readonly ParamPattern[];
  readonly typeParameters?: Node | null;
  readonly returnType?: Node | null;
  readonly body?: Node | null;
}

function isSignature(node: Node): node is Node & Signature {
  return "params" in node && "returnType" in node;
}

/** What a function itself returns, in the order of the source. */
function returnedBy(body: Node): Node[] {
  const found: Node[] = [];
  const nodes = [body];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (isSignature(node) || node.type === "ClassDeclaration" || node.type === "ClassExpression") continue;
    if (node.type !== "ReturnStatement") nodes.push(...childNodes(node));
    else if (node.argument !== null) found.push(node.argument);
  }
  return found;
}

function typeOf(node: Node): Node | null | undefined {
  return "typeAnnotation" in node ? node.typeAnnotation : undefined;
}

/** The name of a parameter, where it has one. */
function nameOf(pattern: Node): { readonly name?: string; readonly start: number } {
  if (pattern.type === "RestElement") return nameOf(pattern.argument);
  return pattern.type === "Identifier" ? pattern : { start: pattern.start };
}
