import type { ClassElement, Node, ParamPattern, TSSignature } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { wordsIn } from "../text/words.ts";
import { bindingsOf } from "./bindings.ts";
import { type BaseNode, basesOf } from "./heir-bases.ts";
import { lastPart } from "./last-part.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { nodesHolding, nodesIn } from "./parser/tree.ts";

/** A class or an interface that extends or implements others. */
export interface Heir {
  /** UTF-16 offset of the brace that ends it. */
  readonly end: number;
  readonly bases: readonly HeirBase[];
  /** Where its members are named, inside of quotes, but for static ones: several times where they have overloads or two accessors. */
  readonly members: ReadonlyMap<string, readonly Span[]>;
}

/** What a class or an interface extends or implements. */
export interface HeirBase {
  /** With the types that it is given. */
  readonly span: Span;
  /** The name that an import gives it in its module; none of what is declared in the file, or called. */
  readonly imported?: string;
  /** Whether it is a value, which a class extends. */
  readonly isValue: boolean;
}

/**
 * The heirs of a file.
 *
 * @param isAny whether each base counts, not only those that may be put together of several types: no class and no interface of the
 *   file, and nothing global
 */
export function heirsIn({ program, source }: ParsedSource, isAny: boolean): Heir[] {
  // A name may be written with escapes.
  const nodesWith = (...words: readonly string[]) =>
    source.includes("\\u")
      ? nodesIn(program, program)
      : nodesHolding(
          program,
          words.flatMap((word) => wordsIn(source, word)).sort((a, b) => a - b),
        );
  const found = Array.from(nodesWith("class", "interface")).flatMap((node) => {
    const heir = heirAt(node);
    return heir === undefined || heir.bases.length === 0 ? [] : heir;
  });
  if (found.length === 0) return [];
  found.sort((a, b) => a.body.start - b.body.start);
  const names = new FileNames();
  const asked = isAny
    ? []
    : found.flatMap(({ bases }) => bases.flatMap(({ expression }) => firstPart(expression) ?? []));
  for (const node of nodesWith(...new Set(asked))) names.add(node);
  return found.flatMap(({ body, bases }) => {
    const likely = isAny ? bases.map(plainBase) : bases.flatMap((one) => names.baseOf(one) ?? []);
    return likely.length === 0 ? [] : [{ end: body.end - 1, bases: likely, members: membersOf(body.body) }];
  });
}

interface HeirNode {
  readonly body: {
    readonly body: readonly (ClassElement | TSSignature)[];
    readonly start: number;
    readonly end: number;
  };
  readonly bases: readonly BaseNode[];
}

function heirAt(node: Node): HeirNode | undefined {
  const isHeir =
    node.type === "TSInterfaceDeclaration" || node.type === "ClassDeclaration" || node.type === "ClassExpression";
  return isHeir ? { body: node.body, bases: basesOf(node) } : undefined;
}

/** What names of a file stand for, wherever in it they are declared. */
class FileNames {
  readonly #types = new Set<string>();
  /** By local name; what has no name of its own in the module is `default` or `*`. */
  readonly #imports = new Map<string, string>();
  /** Variables, parameters and aliases. */
  readonly #others = new Set<string>();

  add(node: Node): void {
    switch (node.type) {
      case "ClassDeclaration":
      case "ClassExpression":
      case "TSInterfaceDeclaration":
        if (node.id !== null) this.#types.add(node.id.name);
        break;
      case "TSTypeAliasDeclaration":
      case "TSImportEqualsDeclaration":
        this.#others.add(node.id.name);
        break;
      case "TSModuleDeclaration":
        if (node.id.type === "Identifier") this.#others.add(node.id.name);
        break;
      case "VariableDeclarator":
        for (const { name } of bindingsOf(node.id, node)) this.#others.add(name);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        for (const one of node.params) this.#parameter(one);
        break;
      case "ImportSpecifier":
        this.#import(node.local.name, node.imported.type === "Identifier" ? node.imported.name : "default");
        break;
      case "ImportDefaultSpecifier":
        this.#import(node.local.name, "default");
        break;
      case "ImportNamespaceSpecifier":
        this.#import(node.local.name, "*");
        break;
      default:
    }
  }

  /** Modules that one file declares may each import something else by one name. */
  #import(local: string, imported: string): void {
    if ((this.#imports.get(local) ?? imported) !== imported) this.#others.add(local);
    this.#imports.set(local, imported);
  }

  #parameter(parameter: ParamPattern): void {
    const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
    const inner = pattern.type === "RestElement" ? pattern.argument : pattern;
    for (const { name } of bindingsOf(inner, inner)) this.#others.add(name);
  }

  /** A base that may be put together. */
  baseOf(node: BaseNode): HeirBase | undefined {
    const { expression } = node;
    const base = plainBase(node);
    const last = lastPart(expression);
    const first = firstPart(expression);
    if (last === undefined || first === undefined || this.#others.has(first)) return base;
    const imported = this.#imports.get(first);
    // A static member of a class may hold anything.
    if (imported === undefined) return first !== last.name && this.#types.has(first) ? base : undefined;
    if (first === last.name) return { ...base, imported: imported === "default" ? first : imported };
    return last.name === "default" ? base : { ...base, imported: last.name };
  }
}

function plainBase({ node: { start, end }, isValue }: BaseNode): HeirBase {
  return { span: { start, end }, isValue };
}

/** Of `all` in `all.Base`. */
function firstPart(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "TSQualifiedName") return firstPart(node.left);
  return node.type === "MemberExpression" && !node.computed ? firstPart(node.object) : undefined;
}

function membersOf(elements: readonly (ClassElement | TSSignature)[]): Map<string, Span[]> {
  const members = new Map<string, Span[]>();
  for (const element of elements)
    for (const { name, span } of namesOf(element)) members.getOrInsertComputed(name, () => []).push(span);
  return members;
}

interface NamedAt {
  readonly name: string;
  readonly span: Span;
}

/** A constructor declares members by its parameters. */
function namesOf(element: ClassElement | TSSignature): NamedAt[] {
  if (("static" in element && element.static) || !("key" in element)) return [];
  if (element.type === "MethodDefinition" && element.kind === "constructor")
    return element.value.params.flatMap((one) =>
      one.type === "TSParameterProperty"
        ? bindingsOf(one.parameter, one.parameter).map(({ name, nameRange }) => ({ name, span: nameRange }))
        : [],
    );
  const { key } = element;
  if (key.type === "Literal" && typeof key.value === "string")
    return [{ name: key.value, span: { start: key.start + 1, end: key.end - 1 } }];
  if (key.type !== "Identifier" || element.computed) return [];
  return [{ name: key.name, span: { start: key.start, end: key.end } }];
}
