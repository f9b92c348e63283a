import type { Expression, Node } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { bindingsOf } from "./bindings.ts";
import { isRequiredOrMember } from "./common-js/common-js-names.ts";
import { type Declaration, type SymbolKind, walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { jsDocTypes } from "./comments/jsdoc-types.ts";
import { headEnd, unwrap } from "./members.ts";
import { calleeName, literal } from "./module-records/module-expressions.ts";
import { formatNamePath } from "./name-path.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { childNodes } from "./parser/tree.ts";

/**
 * What a file declares that is no symbol: functions, classes, types and variables within functions and blocks, members of what stands
 * there, functions that are made members by an assignment, properties that `this.name = …` makes, and what JSDoc declares. Parameters
 * and keys of plain values are none. In the order of the source; the name path holds the names around it.
 *
 * @param isWanted by its name
 */
export function localDeclarations(parsed: ParsedSource, isWanted: (name: string) => boolean): Declaration[] {
  const symbols = walkDeclarations(declarationsOf(parsed, false));
  const declared = symbols.map(({ declaration }) => declaration);
  const callable = declared.filter(({ kind }) => kind === "function" || kind === "class").map(({ name }) => name);
  const reader = new LocalReader(
    isWanted,
    new Set(declared.map(({ nameRange }) => nameRange.start)),
    new Set(callable),
  );
  reader.read(parsed.program);
  for (const { name, start, comment, properties } of jsDocTypes(parsed)) {
    const nameRange = { start, end: start + name.length };
    reader.add(name, "type", [], comment, nameRange, nameRange);
    for (const one of properties) {
      const range = { start: one.start, end: one.start + one.name.length };
      reader.add(one.name, "property", [name], one.span, range, range);
    }
  }
  return reader.found.sort((a, b) => a.nameRange.start - b.nameRange.start);
}

/** A node to be read, and the names around it. */
interface Step {
  readonly node: Node;
  readonly owners: readonly string[];
  /** Those of what `this` is. */
  readonly self: readonly string[];
}

/** A member of a class or of an object literal. */
interface Member extends Span {
  readonly type: string;
  readonly key: Node;
  readonly computed: boolean;
  readonly value: Node | null;
  readonly kind?: string | undefined;
}

class LocalReader {
  readonly found: Declaration[] = [];
  readonly #isWanted: (name: string) => boolean;
  /** Where symbols are named; UTF-16 offsets. */
  readonly #symbols: ReadonlySet<number>;
  /** Members that `this.name = …` or `Thing.name = …` made, which are assigned again elsewhere. */
  readonly #made = new Set<string>();

  /** Functions and classes of the file, of which an assignment makes what is static. */
  readonly #callable: ReadonlySet<string>;

  constructor(isWanted: (name: string) => boolean, symbols: ReadonlySet<number>, callable: ReadonlySet<string>) {
    this.#isWanted = isWanted;
    this.#symbols = symbols;
    this.#callable = callable;
  }

  /** An expression may be deeper than the stack. */
  read(program: Node): void {
    const steps: Step[] = [{ node: program, owners: [], self: [] }];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { node, owners, self } = this.#step(step);
      for (const child of childNodes(node).toReversed()) steps.push({ node: child, owners, self });
    }
  }

  add(name: string, kind: SymbolKind, owners: readonly string[], span: Span, nameRange: Span, head: Span): void {
    if (!this.#isWanted(name) || this.#symbols.has(nameRange.start)) return;
    const range = ({ start, end }: Span) => ({ start, end });
    this.found.push({
      name,
      namePath: formatNamePath([...owners, name]),
      kind,
      exported: false,
      span: range(span),
      nameRange: range(nameRange),
      head: range(head),
      children: [],
    });
  }

  /** Adds what a node declares; returns what is around its children. */
  #step(step: Step): Step {
    const { node, owners, self } = step;
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ClassDeclaration":
      case "ClassExpression": {
        if (node.id === null) return step;
        const { name } = node.id;
        // A function that is given to its own name declares it once.
        const isNamed = node.type.endsWith("Expression") && owners.at(-1) === name;
        const inside = isNamed ? owners : [...owners, name];
        const kind = node.type.startsWith("Class") ? "class" : "function";
        const head = { start: node.start, end: node.body?.start ?? node.end };
        if (!isNamed) this.add(name, kind, owners, node, node.id, head);
        return { node, owners: inside, self: kind === "class" || node.type === "FunctionDeclaration" ? inside : self };
      }
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSEnumDeclaration": {
        const { name } = node.id;
        const end = node.type === "TSTypeAliasDeclaration" ? node.end : node.body.start;
        this.add(name, TYPE_KINDS[node.type], owners, node, node.id, { start: node.start, end });
        return step;
      }
      case "VariableDeclaration":
        this.#variables(node, owners);
        return step;
      case "VariableDeclarator":
        return node.id.type === "Identifier" && isOwner(node.init)
          ? within(step, [...owners, node.id.name], node.init)
          : step;
      case "MethodDefinition":
      case "PropertyDefinition":
      case "Property":
        return this.#member(node, step);
      case "AssignmentExpression":
        return this.#assigned(node, step);
      default:
        return step;
    }
  }

  #variables(node: Node & { type: "VariableDeclaration" }, owners: readonly string[]): void {
    const kind = node.kind.endsWith("using") ? "using" : (node.kind as "const" | "let" | "var");
    for (const declarator of node.declarations) {
      const { init } = declarator;
      if (isRequiredOrMember(init)) continue;
      const isOnly = node.declarations.length === 1;
      for (const { name, nameRange, element } of bindingsOf(declarator.id, declarator)) {
        const isPlain = declarator.id.type === "Identifier";
        const span = isPlain && isOnly ? node : element;
        const end = isPlain && init !== null ? headEnd(unwrap(init), declarator.end) : element.end;
        this.add(name, kind, owners, span, nameRange, { start: span.start, end });
      }
    }
  }

  #member(node: Member, step: Step): Step {
    const { key, value, kind: role } = node;
    const name = node.computed || key.type !== "Identifier" ? literal(key) : key.name;
    const isFunction = isNaming(value);
    if (name === undefined) return step;
    const owners = isOwner(value) ? [...step.owners, name] : step.owners;
    const self = node.type === "Property" && value?.type === "FunctionExpression" ? step.owners : step.self;
    if (node.type === "Property" && !isFunction) return { ...step, owners };
    const kind = role === "get" ? "getter" : role === "set" ? "setter" : isFunction ? "method" : "property";
    const end = value === null ? node.end : headEnd(value as Expression, node.end);
    if (role !== "constructor") this.add(name, kind, step.owners, node, key, { start: node.start, end });
    return { node: step.node, owners, self };
  }

  /** `this.name = value`, `Thing.name = value`, `app.name = function () {}`. */
  #assigned({ left, right, operator, start }: Node & { type: "AssignmentExpression" }, step: Step): Step {
    if (operator !== "=" || left.type !== "MemberExpression") return step;
    const name = left.computed || left.property.type !== "Identifier" ? literal(left.property) : left.property.name;
    const value = unwrap(right);
    const isThis = left.object.type === "ThisExpression";
    const isStatic = left.object.type === "Identifier" && this.#callable.has(left.object.name);
    if (name === undefined || !(isThis || isStatic || isNaming(value))) return step;
    const owners = isThis ? step.self : (calleeName(left.object) ?? "").split(".").filter((one) => !PASSING.test(one));
    const key = formatNamePath([...owners, name]);
    const isMade = isThis || isStatic;
    if (!isMade || !this.#made.has(key)) {
      if (isMade) this.#made.add(key);
      const kind = value.type === "ClassExpression" ? "class" : isNaming(value) ? "method" : "property";
      this.add(name, kind, owners, { start, end: right.end }, left.property, { start, end: headEnd(value, right.end) });
    }
    return isNaming(value) ? { node: step.node, owners: [...owners, name], self: owners } : step;
  }
}

const TYPE_KINDS = {
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
  TSEnumDeclaration: "enum",
} as const;

/** Parts of `Thing.prototype.name` and `exports.name` that own nothing. */
const PASSING = /^(?:prototype|module|exports|)$/;

/** Whether a value goes by the name that it is given to. */
function isNaming(value: Node | null): boolean {
  return (
    value?.type === "FunctionExpression" ||
    value?.type === "ArrowFunctionExpression" ||
    value?.type === "ClassExpression"
  );
}

/** Whether what stands in a value goes by the name of that. */
function isOwner(value: Node | null): boolean {
  return isNaming(value) || value?.type === "ObjectExpression";
}

/** What a function or a class is around; the `this` of an arrow function is that of what is around itself. */
function within({ node, self }: Step, owners: readonly string[], value: Node | null): Step {
  return { node, owners, self: value?.type === "FunctionExpression" ? owners : self };
}
