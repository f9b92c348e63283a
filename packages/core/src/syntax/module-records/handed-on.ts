import type { Node, Program } from "oxc-parser";
import { isRequired } from "../common-js/common-js-names.ts";
import { assignedVariable, type AssignedVariable, declaratorIn } from "./assigned-variable.ts";
import { calleeName, literal } from "./module-expressions.ts";
import { chainsNaming, isNoUse, nameIn, placesOf } from "./named-places.ts";
import { requireNames } from "./require-names.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesAround, scopeOf } from "../scope.ts";

/** Where a module is used as a value, so that its exports may be used in a way that no name or type leads to. */
export interface HandedOn {
  /** UTF-16 offset. */
  readonly start: number;
  /** The one export that is meant there; absent where it may be any. */
  readonly name?: string;
}

/** An export that holds the module, or an object with it. */
export interface ExportedHolder {
  /** What the file calls it; `default` for what has no other name. */
  readonly local: string;
  /** Members of it that lead to what is asked about. */
  readonly path: readonly string[];
}

export interface HandsOn {
  /** In the order of the source. */
  readonly places: readonly HandedOn[];
  /** Who imports these may hand on what they hold. */
  readonly exported: readonly ExportedHolder[];
}

/**
 * Where what an import takes of a module is handed on whole: `f(ns)`, `{ ...ns }`, `ns[key]`. What types follow is not among these:
 * `ns.member`, `const { a } = ns`, `typeof ns`, an object with a name of its own (`const api = { ns }`), and what is exported.
 *
 * @param start of the import statement, or of the call that loads the module; UTF-16
 * @param local the binding that a statement makes
 * @param path members that lead to what is asked about: `["inner"]` of `export * as inner`
 * @param isFollowed whether types lead to that; where they do not, members of objects that hold the module are among these
 */
export function handsOn(
  parsed: ParsedSource,
  start: number,
  local: string,
  path: readonly string[] = [],
  isFollowed = true,
): HandsOn {
  const reader = new HandedOnReader(parsed, isFollowed);
  reader.readAt(start, local, path);
  return {
    places: [...reader.found.values()].toSorted((a, b) => a.start - b.start),
    exported: [...reader.exported.values()],
  };
}

/**
 * Whether a text may hand on what one of its names holds, or a member of that: most files that import a namespace use members of it,
 * and need no parsing to see that. Words of comments and strings may look like it.
 */
export function mayHandOn(source: string, name: string, path: readonly string[] = []): boolean {
  return [name, ...path].some((_, depth) => {
    const members = path.slice(0, depth).map((member) => `\\s*[?!]*\\.\\s*${RegExp.escape(member)}`);
    return placesOf(source, `${RegExp.escape(name)}${members.join("")}`).some(({ start, end }) => {
      const after = source.slice(end, end + 200);
      if (MEMBER.test(after) || IN_STATEMENT.test(after)) return false;
      if (/^\s*\[/.test(after)) return true;
      const before = source.slice(Math.max(0, start - 200), start);
      return AHEAD.test(before) && !(NAMED.test(after) && LISTED.test(before));
    });
  });
}

/** What may stand in front of a value that is handed on. */
const AHEAD = /(?:[([{,:=?>|&!]|\.\.\.|\b(?:await|in|of|return|throw|yield)|\*\/|\/\/.*\n)\s*$/;

/** A member that is taken by its name; behind what takes types stands no module. */
const MEMBER = /^\s*(?:!\s*)?\??\.\s*[\p{ID_Start}$_]|^</u;

/** A key or a parameter: between what is ahead and what comes after. */
const LISTED = /[({,]\s*$/;
const NAMED = /^\s*\??:/;

const IN_STATEMENT = /^\s*(?:,[^{}]*)?\}\s*from\b/;

/** A value on its way from where it is written to where it is used. */
interface Value {
  /** Outermost first; the last of them is the value. */
  readonly chain: readonly Node[];
  readonly path: readonly string[];
  /** TypeScript does not tell whose member a name of it is: of `cond ? a : b`, or `a as any`. */
  readonly isLoose: boolean;
  /** It was read from a variable. */
  readonly isOfVariable?: boolean;
}

class HandedOnReader {
  /** By offset and name. */
  readonly found = new Map<string, HandedOn>();
  /** By name and path. */
  readonly exported = new Map<string, ExportedHolder>();
  readonly #program: Program;
  readonly #source: string;
  /** Variables that were followed. */
  readonly #followed = new Set<string>();
  readonly #requireNames: ReadonlySet<string>;
  /** Whether a call of `require()` loads the module. */
  #isRequired = false;
  readonly #isFollowed: boolean;

  constructor({ program, source }: ParsedSource, isFollowed: boolean) {
    this.#isFollowed = isFollowed;
    this.#program = program;
    this.#source = source;
    this.#requireNames = requireNames(program, source);
  }

  readAt(start: number, local: string, path: readonly string[]): void {
    const chain = nodesAround(this.#program, start);
    // `import()` starts where the call of its `then` does; what has type arguments is read from behind them.
    const at = chain.findLastIndex(
      (node) =>
        LOADING.has(node.type) &&
        (node.start === start || (node.type === "CallExpression" && node.typeArguments?.end === start)),
    );
    const node = chain[at];
    this.#isRequired = node !== undefined && isRequired(node, this.#requireNames);
    if (node?.type === "ImportDeclaration") {
      const specifier = node.specifiers.find((one) => one.local.name === local);
      if (specifier !== undefined) this.#follow(nodesAround(this.#program, specifier.local.start), path, false);
    } else if (node?.type === "TSImportEqualsDeclaration")
      this.#follow(nodesAround(this.#program, node.id.start), path, false);
    else if (node !== undefined) this.#read({ chain: chain.slice(0, at + 1), path, isLoose: false });
  }

  /**
   * Reads every use of what a name declares.
   *
   * @param isNamed whether its members are found by the looks where types do not lead to them
   */
  #follow(declared: readonly Node[], path: readonly string[], isLoose: boolean, isNamed = !isLoose): void {
    const { name, start } = declared.at(-1) as Node & { name: string };
    const key = `${start} ${path.join(".")} ${isLoose}`;
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    const scope = scopeOf(declared, name);
    for (const { start: index, end } of placesOf(this.#source, RegExp.escape(name))) {
      if (path.length === 0 && isNamed && MEMBER.test(this.#source.slice(end, end + 200))) continue;
      const chain = nodesAround(this.#program, index);
      const last = chain.at(-1);
      if (index === start || last?.type !== "Identifier" || last.start !== index || isNoUse(chain)) continue;
      if (isKept(chain, name)) continue;
      if (scopeOf(chain, name) === scope) this.#read({ chain, path, isLoose, isOfVariable: true });
    }
  }

  #found({ chain }: Value, name?: string): void {
    const { start } = chain.at(-1) as Node;
    this.found.set(`${start} ${name}`, { start, ...(name !== undefined && { name }) });
  }

  /** Follows a value to what uses it. */
  #read(value: Value): void {
    const { chain, path, isLoose, isOfVariable = false } = value;
    const child = chain.at(-1) as Node;
    const around = chain.slice(0, -1);
    const parent = around.at(-1);
    const on = (more: Partial<Value> = {}) => this.#read({ chain: around, path, isLoose, isOfVariable, ...more });
    switch (parent?.type) {
      case "ParenthesizedExpression":
      case "TSNonNullExpression":
      case "ChainExpression":
      case "AwaitExpression":
        return on();
      case "TSAsExpression":
      case "TSTypeAssertion":
        return parent.expression === child ? on({ isLoose: true }) : undefined;
      case "ConditionalExpression":
        return parent.test === child ? undefined : on({ isLoose: true });
      case "LogicalExpression":
        return parent.left === child && parent.operator === "&&" ? undefined : on({ isLoose: true });
      case "SequenceExpression":
        return parent.expressions.at(-1) === child ? on() : undefined;
      case "MemberExpression":
        if (parent.object !== child) return;
        if (child.type === "ImportExpression") return this.#resolved(value, around);
        return this.#member(value, parent.computed ? literal(parent.property) : nameIn(parent.property), on);
      case "CallExpression":
      case "NewExpression": {
        const callee = calleeName(parent.callee)?.replace(/^.*\./, "") ?? "";
        if (parent.callee === child) return;
        if (callee === "mocked") return on();
        const [first, second] = parent.arguments;
        const named = first === child && second !== undefined && NAMING.test(callee) ? literal(second) : undefined;
        return named === undefined ? this.#found(value) : this.#member(value, named, () => {}, true);
      }
      case "BinaryExpression":
        if (parent.operator !== "in" || parent.right !== child) return;
        return this.#member(value, literal(parent.left), () => {}, true);
      case "ForInStatement":
      case "ForOfStatement":
        return parent.right === child ? this.#found(value) : undefined;
      case "VariableDeclarator":
        return parent.init === child ? this.#assigned(value, [...around, parent.id]) : undefined;
      case "AssignmentExpression":
        if (parent.right !== child) return;
        this.#assigned(value, [...around, parent.left]);
        // Of `m ??= require()` types tell what the variable had before, too.
        return around.at(-2)?.type === "ExpressionStatement"
          ? undefined
          : on(parent.operator === "=" ? {} : { isLoose: true });
      case "Property":
        return parent.value === child && around.at(-2)?.type === "ObjectExpression"
          ? this.#held(value, around.slice(0, -1), keysOf(parent))
          : undefined;
      case "ArrowFunctionExpression":
        return parent.body === child ? this.#found(value) : undefined;
      case "AssignmentPattern":
        return parent.right === child ? this.#found(value) : undefined;
      case "PropertyDefinition":
        return parent.value === child ? this.#found(value) : undefined;
      case "TSSatisfiesExpression":
        return parent.expression === child ? this.#found(value) : undefined;
      case "SpreadElement":
        // Who has an object by a name takes members of it; who has it from another file may be anybody.
        return around.at(-2)?.type === "ObjectExpression" && !isExported(around)
          ? this.#held(value, around.slice(0, -1), [])
          : this.#found(value);
      case "TSImportEqualsDeclaration":
        return this.#assigned(value, [...around, parent.id]);
      case "ArrayExpression":
        return this.#element(value, around, parent.elements.indexOf(child as never));
      case "TemplateLiteral":
        return around.at(-2)?.type === "TaggedTemplateExpression" ? this.#found(value) : undefined;
      case "JSXSpreadAttribute":
      case "JSXExpressionContainer":
      case "ReturnStatement":
      case "ThrowStatement":
      case "YieldExpression":
        return this.#found(value);
      default:
    }
  }

  /** Where a member is taken of a value, by a name that is known or not. */
  #member(value: Value, name: string | undefined, on: (more: Partial<Value>) => void, isByName = value.isLoose): void {
    const [next, ...path] = value.path;
    if (name === undefined) this.#found(value);
    else if (next === name) on({ path });
    else if (next === undefined && isByName) this.#found(value, name);
  }

  /** What `import().then(module => …)` gives to the function. */
  #resolved(value: Value, around: readonly Node[]): void {
    const [call, member] = [around.at(-2), around.at(-1)];
    const isThen = member?.type === "MemberExpression" && !member.computed && nameIn(member.property) === "then";
    if (!isThen || call?.type !== "CallExpression" || call.callee !== member) return;
    const [callback] = call.arguments;
    if (callback !== undefined) this.#given(value, [...around.slice(0, -1), callback]);
  }

  /** Follows a value to the first parameter of a function that gets it. */
  #given(value: Value, callback: readonly Node[], element?: number): void {
    const last = callback.at(-1);
    if (last?.type !== "ArrowFunctionExpression" && last?.type !== "FunctionExpression") return this.#found(value);
    const [parameter] = last.params;
    if (parameter === undefined) return;
    this.#assigned(value, [...callback, parameter], element);
  }

  /** Follows an element of an array to where `Promise.all` of that goes. */
  #element(value: Value, around: readonly Node[], index: number): void {
    const [user, call] = [around.at(-3), around.at(-2)];
    if (call?.type !== "CallExpression" || calleeName(call.callee) !== "Promise.all") return this.#found(value);
    const declarator = around.at(-4);
    if (user?.type === "AwaitExpression" && declarator?.type === "VariableDeclarator")
      this.#assigned(value, [...around.slice(0, -3), declarator.id], index);
    else if (
      user?.type === "MemberExpression" &&
      nameIn(user.property) === "then" &&
      declarator?.type === "CallExpression"
    )
      this.#given(value, [...around.slice(0, -3), declarator.arguments[0] ?? declarator], index);
    else this.#found(value);
  }

  /**
   * @param target with what is around it
   * @param element of an array pattern, which takes what all of several promises give
   */
  #assigned(value: Value, target: readonly Node[], element?: number): void {
    const pattern = target.at(-1) as Node;
    if (element !== undefined) {
      const elements = pattern.type === "ArrayPattern" ? pattern.elements.slice(0, element + 1) : undefined;
      if (elements?.every((one) => one?.type !== "RestElement") !== true) return this.#found(value);
      const taken = elements[element] ?? undefined;
      return taken === undefined ? undefined : this.#assigned(value, [...target, taken]);
    }
    if (pattern.type === "Identifier") {
      if (!this.#isUntyped(target, value)) return this.#found(value);
      this.#exportedBy(target, value.path);
      if (value.isLoose || target.at(-2)?.type !== "AssignmentExpression")
        return this.#follow(target, value.path, value.isLoose);
      const { isTyped, isOfModule } = this.#variable(target, value);
      return this.#follow(target, value.path, !isTyped, isTyped || (isOfModule && this.#isRequired));
    }
    if (pattern.type !== "ObjectPattern") {
      // What is written there itself is followed, whichever of several it is.
      const isOfExports = /^(?:module\.)?exports(?:\.|$)/.test(calleeName(pattern) ?? "");
      return isOfExports && !(value.isLoose && value.isOfVariable === true) ? undefined : this.#found(value);
    }
    for (const property of pattern.properties) {
      if (property.type === "RestElement" || property.computed) return this.#found(value);
      this.#member(value, keyOf(property.key), ({ path = [] }) => {
        const taken = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
        if (taken.type === "Identifier") this.#follow(nodesAround(this.#program, taken.start), path, value.isLoose);
        else if (taken.type === "ObjectPattern") this.#assigned({ ...value, path }, [...target, taken]);
        else this.#found(value);
      });
    }
  }

  /** Which variables of the module are exported its exports tell; those of a namespace are members of that. */
  #exportedBy(target: readonly Node[], path: readonly string[]): void {
    const { name } = target.at(-1) as Node & { name: string };
    const scope = scopeOf(target, name);
    if (scope === undefined) return this.#exports(name, path);
    const at = target.indexOf(scope);
    const [outside, owner, within] = [target.slice(0, at - 1), target[at - 1], target[at + 1]];
    if (owner?.type !== "TSModuleDeclaration" || within?.type !== "ExportNamedDeclaration") return;
    if (owner.id.type === "Identifier" && !outside.some(({ type }) => type === "TSModuleBlock"))
      this.#exports(owner.id.name, [name, ...path]);
  }

  /** Whether types follow what a variable is given: it has no type of its own, or that of the value. */
  #isUntyped(target: readonly Node[], { chain }: Value): boolean {
    const types = this.#declared(target).flatMap((node) =>
      node.type === "Identifier" && node.typeAnnotation ? [node.typeAnnotation.typeAnnotation] : [],
    );
    const value = chain.at(-1) as Node;
    const isOf = (type: Node): boolean =>
      type.type === "TSTypeQuery"
        ? type.exprName.type === "TSImportType" || nameIn(type.exprName) === (nameIn(value) ?? "")
        : type.type === "TSUnionType" && type.types.every((one) => NOTHING.has(one.type) || isOf(one));
    return types.every(isOf);
  }

  /** What declares a variable that is given a value: that itself, or where it stands without one. */
  #declared(target: readonly Node[]): readonly Node[] {
    if (target.at(-2)?.type !== "AssignmentExpression") return [target.at(-1) as Node];
    const all = chainsNaming(this.#program, this.#source, target);
    return all.flatMap((chain) => (declaratorIn(chain) === undefined ? [] : [chain.at(-1) as Node]));
  }

  #variable(target: readonly Node[], { chain }: Value): AssignedVariable {
    const own = chain.at(-1)?.start;
    const loadOf = (value: Node) => {
      const node = value.type === "AwaitExpression" ? value.argument : value;
      if (value.start !== own && node.type !== "ImportExpression" && !isRequired(node, this.#requireNames))
        return undefined;
      return this.#source.slice(node.start, node.end);
    };
    return assignedVariable(chainsNaming(this.#program, this.#source, target), loadOf);
  }

  #exports(local: string, path: readonly string[]): void {
    this.exported.set([local, ...path].join("\0"), { local, path });
  }

  /** What an object literal holds goes where that goes; types follow what has a name, or is exported. */
  #held(value: Value, object: readonly Node[], keys: readonly string[] | undefined): void {
    if (keys === undefined) return this.#found(value);
    const loose = this.#isFollowed ? {} : { isLoose: true, isOfVariable: false };
    const inner = { ...value, ...loose, path: [...keys, ...value.path] };
    const outside = object.findLastIndex((node, index) => index < object.length - 1 && !WRAPPERS.has(node.type));
    const user = object[outside];
    const around = object.slice(0, outside + 1);
    if (user?.type === "Property" && around.at(-2)?.type === "ObjectExpression")
      return this.#held(inner, around.slice(0, -1), keysOf(user));
    if (user?.type === "ExportDefaultDeclaration") return this.#exports("default", inner.path);
    if (user?.type === "TSExportAssignment") return;
    if (user?.type === "VariableDeclarator") return this.#assigned(inner, [...around, user.id]);
    if (user?.type === "AssignmentExpression") return this.#assigned(inner, [...around, user.left]);
    this.#found(value);
  }
}

const LOADING: ReadonlySet<string> = new Set([
  "CallExpression",
  "ImportDeclaration",
  "ImportExpression",
  "TSImportEqualsDeclaration",
]);

/** What names one member of what it is given. */
const NAMING = /^(?:spyOn|spy|stub|replaceProperty|method|hasOwn|has|get)$/;

/** Types of what is not there. */
const NOTHING: ReadonlySet<string> = new Set(["TSNullKeyword", "TSUndefinedKeyword"]);

/** What may stand around an object without changing what it holds. */
const WRAPPERS: ReadonlySet<string> = new Set(["ParenthesizedExpression", "TSAsExpression"]);

/** Whether a variable is given what it has: `name = name || other`. */
function isKept(chain: readonly Node[], name: string): boolean {
  const assignment = chain.slice(0, -1).findLast(({ type }) => !CHOOSING.has(type));
  return assignment?.type === "AssignmentExpression" && nameIn(assignment.left) === name;
}

const CHOOSING: ReadonlySet<string> = new Set([
  "ConditionalExpression",
  "LogicalExpression",
  "ParenthesizedExpression",
]);

function keyOf(node: Node): string | undefined {
  return nameIn(node) ?? literal(node);
}

function keysOf({ key, computed }: Node & { type: "Property" }): string[] | undefined {
  const name = computed ? undefined : keyOf(key);
  // What an object inherits is taken of it by any name.
  return name === undefined || name === "__proto__" ? undefined : [name];
}

function isExported(around: readonly Node[]): boolean {
  return around.some(({ type }) => type === "ExportNamedDeclaration" || type === "ExportDefaultDeclaration");
}
