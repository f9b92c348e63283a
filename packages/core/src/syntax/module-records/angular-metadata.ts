import type { Node, Program } from "oxc-parser";
import type { Span } from "../../text/span.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround } from "../scope.ts";
import { literal, nameOf } from "./module-expressions.ts";

/** Where decorators of Angular name members by strings, without their quotes. UTF-16 offsets. */
export interface AngularMetadata {
  /** Templates of components, and what they are put together of, as far as the file holds it. */
  readonly templates: readonly Span[];
  /** What elements are bound to, `host: { "(focus)": "onFocus()" }`, and the names of inputs and outputs. */
  readonly bindings: readonly Span[];
  /** Imports that templates are made of, by their names in the file, and where they stand for one. */
  readonly imported: readonly { readonly local: string; readonly offset: number }[];
  /** Where a template is made of what the file does not tell. */
  readonly unread: readonly number[];
}

/** Whether a source may hold any. */
export function mayHoldMetadata(source: string): boolean {
  return DECORATOR.test(source);
}

export function angularMetadata({ program, source }: Pick<ParsedSource, "program" | "source">): AngularMetadata {
  const reader = new MetadataReader(program);
  for (const { index } of source.matchAll(DECORATORS)) reader.read(index);
  return reader;
}

const DECORATOR = /@(?:Component|Directive)\b/;
const DECORATORS = /@(?:Component|Directive)\b/g;

const VALUE = `(?:[^"'\`\\s]|"[^"\\n]*"\\s*\\+|'[^'\\n]*'\\s*\\+|\`[^\`]*(?:\`\\s*\\+|\\$\\{))`;

/** Sources in which a component may have a template that is not one literal; for ripgrep, too. */
export const COMPOSED_TEMPLATE = `@Component\\s*\\(\\s*(?:[^{\\s)]|\\{\\s*\\.\\.\\.|\\{[^@]*\\btemplate(?:Url)?["']?\\s*(?:[,}]|:\\s*${VALUE}))`;

class MetadataReader implements AngularMetadata {
  readonly templates: Span[] = [];
  readonly bindings: Span[] = [];
  readonly imported: { readonly local: string; readonly offset: number }[] = [];
  readonly unread: number[] = [];
  readonly #program: Program;
  /** Consts that are being read: one may be made of itself, in code that does not compile. */
  readonly #reading = new Set<Node>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** @param offset of a decorator */
  read(offset: number): void {
    const decorator = nodesAround(this.#program, offset).find(
      (one) => one.type === "Decorator" && one.start === offset,
    );
    const call = decorator?.type === "Decorator" ? decorator.expression : undefined;
    const given = call?.type === "CallExpression" ? call.arguments[0] : undefined;
    for (const [name, value] of given === undefined ? [] : this.#properties(given))
      if (name === "template") this.#template(value);
      else if (name === "templateUrl" && literal(value) === undefined) this.unread.push(value.start);
      else if (name === "host") this.bindings.push(...boundValues(value).flatMap(literalSpans));
      else if (name === "inputs" || name === "outputs") this.bindings.push(...elements(value).flatMap(literalSpans));
  }

  #properties(given: Node): [name: string, value: Node][] {
    const object = given.type === "Identifier" ? (this.#valueOf(given.name) ?? given) : given;
    if (object.type !== "ObjectExpression") {
      this.unread.push(given.start);
      return [];
    }
    return object.properties.flatMap((one) =>
      one.type === "Property" ? [[nameOf(one.key), one.value]] : this.#properties(one.argument),
    );
  }

  #template(node: Node): void {
    switch (node.type) {
      case "TemplateLiteral":
        this.templates.push(...literalSpans(node));
        for (const one of node.expressions) this.#template(one);
        return;
      case "TaggedTemplateExpression":
        return this.#template(node.quasi);
      case "ParenthesizedExpression":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
        return this.#template(node.expression);
      case "BinaryExpression":
      case "LogicalExpression":
        this.#template(node.left);
        return this.#template(node.right);
      case "ConditionalExpression":
        this.#template(node.consequent);
        return this.#template(node.alternate);
      case "Identifier":
        return this.#named(node.name, node.start);
      default:
        if (node.type === "Literal") this.templates.push(...literalSpans(node));
        else this.unread.push(node.start);
    }
  }

  #named(name: string, offset: number): void {
    const value = this.#valueOf(name);
    if (value !== undefined && !this.#reading.has(value)) {
      this.#reading.add(value);
      this.#template(value);
      this.#reading.delete(value);
    } else if (this.#isImported(name)) this.imported.push({ local: name, offset });
    else this.unread.push(offset);
  }

  /** What a const of the file's top level is. */
  #valueOf(name: string): Node | undefined {
    const declarators = this.#program.body.flatMap((statement) => {
      const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      return node?.type === "VariableDeclaration" && node.kind === "const" ? node.declarations : [];
    });
    return declarators.find(({ id }) => id.type === "Identifier" && id.name === name)?.init ?? undefined;
  }

  #isImported(name: string): boolean {
    return this.#program.body.some(
      (one) => one.type === "ImportDeclaration" && one.specifiers.some(({ local }) => local.name === name),
    );
  }
}

/** Those of the values for an element that are expressions: `"(focus)"`, `"[class.on]"`, but `class`. */
function boundValues(host: Node): Node[] {
  if (host.type !== "ObjectExpression") return [];
  return host.properties.flatMap((one) =>
    one.type === "Property" && /^[[(]/.test(nameOf(one.key)) ? [one.value] : [],
  );
}

/** `"size"`, and the values of `{ name: "size", alias: "width" }`. */
function elements(list: Node): Node[] {
  if (list.type !== "ArrayExpression") return [];
  return list.elements.flatMap((one): Node[] => {
    if (one?.type !== "ObjectExpression") return one === null ? [] : [one];
    return one.properties.flatMap((property) => (property.type === "Property" ? property.value : []));
  });
}

function literalSpans(node: Node): Span[] {
  const isText = node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
  return isText ? [{ start: node.start + 1, end: node.end - 1 }] : [];
}
