import type { Node } from "oxc-parser";
import { isGivenToLoader } from "./component-loader.ts";
import { type MemberUses, memberUses } from "./member-uses.ts";
import type { ImportedName } from "./module-record.ts";
import type { Span } from "../../text/span.ts";

/** All of a module, by no name. */
export const WHOLE: readonly ImportedName[] = [{ imported: "*", local: "*", typeOnly: false, members: "all" }];
const DEFAULT: readonly ImportedName[] = [{ imported: "default", local: "*", typeOnly: false }];

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
      case "UnaryExpression":
        return parent.operator === "void" ? [] : [...WHOLE];
      case "AssignmentExpression":
        // `mod = await import()`; who takes the value of the assignment takes the module.
        return parent.right === child &&
          /^(?:\|\||\?\?)?=$/.test(parent.operator) &&
          !isPromise(node, child) &&
          parents.slice(0, depth).findLast(({ type }) => type !== "ParenthesizedExpression")?.type ===
            "ExpressionStatement"
          ? assignedNames(parent.left, source)
          : [...WHOLE];
      case "ArrayExpression":
        return namesOfAll(parents, depth, parent.elements.indexOf(child as never), source);
      case "CallExpression":
        // `vi.mock(import("./x"))` says which module is meant, and loads nothing.
        return parent.arguments[0] === child && isMock(calleeName(parent.callee)) ? [] : [...WHOLE];
      case "VariableDeclarator":
        if (parent.init !== child) return [...WHOLE];
        if (isPromise(node, child)) return [...WHOLE];
        return parents[depth - 2]?.type === "ExportNamedDeclaration"
          ? exportedNames(parent.id, source)
          : boundNames(parent.id, source, blockOf(parents, depth), node);
      case "MemberExpression": {
        if (parent.object !== child) return [...WHOLE];
        const name =
          parent.property.type === "Identifier" && !parent.computed ? parent.property.name : literal(parent.property);
        if (name === undefined) return [...WHOLE];
        if (!isPromise(node, child))
          return [{ imported: name, local: name, typeOnly: false, members: membersTaken(parents, depth, source) }];
        const call = parents[depth - 1];
        return name === "then" && call?.type === "CallExpression" && call.arguments[0] !== undefined
          ? callbackNames(call.arguments[0], source)
          : [...WHOLE];
      }
      case "ArrowFunctionExpression":
        return parent.body === child && isGivenToLoader(parent, parents.slice(0, depth)) ? [...DEFAULT] : [...WHOLE];
      default:
        return [...WHOLE];
    }
  }
  return [...WHOLE];
}

/** Which members are used of a member that a call's module gives: it may be a namespace. */
function membersTaken(parents: readonly Node[], depth: number, source: string): MemberUses {
  const taken = usedNames(parents[depth] as Node, parents.slice(0, depth), source);
  const uses = taken.map(({ imported, members }) => (imported === "*" ? (members ?? "all") : [imported]));
  return uses.includes("all") ? "all" : uses.flat().toSorted();
}

/** What is taken of one element of `Promise.all([import("./a"), import("./b")])`, whose results a pattern names. */
function namesOfAll(parents: readonly Node[], array: number, index: number, source: string): ImportedName[] {
  const [user, awaited, call] = [parents[array - 2], parents[array - 3], parents[array - 1]];
  if (call?.type !== "CallExpression" || calleeName(call.callee) !== "Promise.all") return [...WHOLE];
  if (call.arguments[0] !== parents[array]) return [...WHOLE];
  if (user?.type === "AwaitExpression") {
    if (awaited?.type === "ExpressionStatement") return [];
    if (awaited?.type !== "VariableDeclarator" || parents[array - 5]?.type === "ExportNamedDeclaration")
      return [...WHOLE];
    return elementNames(awaited.id, index, source, blockOf(parents, array - 3));
  }
  if (user?.type !== "MemberExpression" || user.object !== call) return [...WHOLE];
  const isThen = !user.computed && user.property.type === "Identifier" && user.property.name === "then";
  const callback = isThen && awaited?.type === "CallExpression" ? awaited.arguments[0] : undefined;
  if (callback?.type !== "ArrowFunctionExpression" && callback?.type !== "FunctionExpression") return [...WHOLE];
  const [parameter] = callback.params;
  return parameter === undefined ? [] : elementNames(parameter, index, source, callback);
}

function elementNames(pattern: Node, index: number, source: string, scope?: Node): ImportedName[] {
  if (pattern.type !== "ArrayPattern") return [...WHOLE];
  if (pattern.elements.slice(0, index + 1).some((one) => one?.type === "RestElement")) return [...WHOLE];
  const element = pattern.elements[index];
  return element === null || element === undefined ? [] : boundNames(element, source, scope);
}

/** Of a variable that is declared elsewhere, and may be assigned several times, what the whole text uses. */
function assignedNames(target: Node, source: string): ImportedName[] {
  if (target.type !== "Identifier") return boundNames(target, source);
  const { name } = target;
  const own = new RegExp(
    `(?<!\\bexport\\s+)\\b(?:let|var)\\s+${RegExp.escape(name)}(?![\\p{ID_Continue}$])|(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}\\s*(?:\\|\\||\\?\\?)?=(?![=>])`,
    "gu",
  );
  const except = Array.from(source.matchAll(own), ({ index, 0: text }) => ({ start: index, end: index + text.length }));
  return [
    {
      imported: "*",
      local: name,
      typeOnly: false,
      members: memberUses(source, name, [...except, ...specifiersIn(source)]),
      isAssigned: true,
    },
  ];
}

/** Strings that name modules, which are often called like what they are bound to. */
function specifiersIn(text: string): Span[] {
  return Array.from(text.matchAll(SPECIFIER), ({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

const SPECIFIER =
  /\b(?:import|from|require|mock\.module|\w*[mM]ock(?:Module)?|\w*Actual)\b\s*\(?\s*(["'`])[^"'`\n]*\1/g;

/** `vi.mock`, `jest.doMock`, `jest.unstable_mockModule` and their like, and `mock.module` of Bun and Node.js. */
export function isMock(callee: string | undefined): boolean {
  return callee !== undefined && /^(?:(?:jest|vi|vitest)\.\w*[mM]ock(?:Module)?|(?:t\.)?mock\.module)$/.test(callee);
}

/** `vi.importActual`, `jest.requireActual`. */
export function isActual(callee: string): boolean {
  return /^(?:jest|vi|vitest)\.\w*Actual$/.test(callee);
}

/** A call that gives a promise of the module, which nothing has awaited up to the node that was reached. */
function isPromise(call: Node, reached: Node): boolean {
  if (
    call.type !== "ImportExpression" &&
    !(call.type === "CallExpression" && /^(?:vi|vitest)\./.test(calleeName(call.callee) ?? ""))
  )
    return false;
  let node = reached;
  while (node !== call && node.type !== "AwaitExpression") node = (node as Node & { expression: Node }).expression;
  return node === call;
}

/** The block in which what a declarator declares can be used; undefined for the whole text. */
function blockOf(parents: readonly Node[], declarator: number): Node | undefined {
  const [block, declaration] = [parents[declarator - 2], parents[declarator - 1]];
  const isOfBlock = declaration?.type === "VariableDeclaration" && declaration.kind !== "var";
  return isOfBlock && block?.type === "BlockStatement" ? block : undefined;
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

/**
 * @param scope where the binding can be used, the whole text unless given
 * @param call that gives it, whose specifier uses nothing
 */
function boundNames(target: Node, source: string, scope?: Node, call?: Span): ImportedName[] {
  if (target.type === "Identifier") {
    const text = scope === undefined ? source : source.slice(scope.start, scope.end);
    const base = scope?.start ?? 0;
    const start = target.start - base;
    const own = call === undefined ? [] : [{ start: call.start - base, end: call.end - base }];
    return [
      {
        imported: "*",
        local: target.name,
        typeOnly: false,
        members: memberUses(text, target.name, [{ start, end: start + 1 }, ...own, ...specifiersIn(text)]),
      },
    ];
  }
  if (target.type !== "ObjectPattern") return [...WHOLE];
  const names: ImportedName[] = [];
  for (const property of target.properties) {
    if (property.type === "RestElement" || property.computed) continue;
    const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    const imported = nameOf(property.key);
    names.push({ imported, local: value.type === "Identifier" ? value.name : imported, typeOnly: false });
  }
  // Besides those that it names it may take any.
  const isOpen = target.properties.some((one) => one.type === "RestElement" || one.computed);
  return isOpen ? [...names, ...WHOLE] : names;
}

/** A string, or a template without expressions, whatever type it is said to be of: `"a" as string` hides a module from the compiler alone. */
export function literal(node: Node): string | undefined {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : undefined;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return literal(node.expression);
    default:
      return undefined;
  }
}

/** What a computed string surely starts with; a path in the folder of the file starts with `./`. */
export function literalPrefix(node: Node): string {
  const { text } = knownStart(node);
  return text.startsWith(FOLDER) ? `.${text.slice(FOLDER.length)}` : text;
}

/** Stands for the folder of the file: no source text holds it. */
const FOLDER = "\0";

function knownStart(node: Node): { readonly text: string; readonly isAll: boolean } {
  const whole = literal(node);
  if (whole !== undefined) return { text: whole, isAll: true };
  if (/^(?:__dirname|import\.meta\.dirname)$/.test(calleeName(node) ?? "")) return { text: FOLDER, isAll: true };
  if (node.type === "TemplateLiteral")
    return startOfAll(node.quasis.flatMap(({ value: { cooked } }, at) => [cooked ?? "", node.expressions[at] ?? ""]));
  if (node.type === "BinaryExpression" && node.operator === "+") return startOfAll([node.left, node.right]);
  if (node.type === "CallExpression" && joinsPaths(node.callee)) {
    const [first, ...rest] = node.arguments;
    const start = first === undefined ? undefined : knownStart(first);
    if (start?.text === FOLDER && start.isAll) return startOfAll([FOLDER, ...rest.flatMap((one) => ["/", one])]);
  }
  return { text: "", isAll: false };
}

/** `join`, `path.resolve`, `require("path").join`: what it is given first tells whether it is that of paths. */
function joinsPaths(callee: Node): boolean {
  return /^(?:join|resolve)$/.test(
    nameOf(callee.type === "MemberExpression" && !callee.computed ? callee.property : callee),
  );
}

/** Of texts that follow one another, up to the first that is computed. */
function startOfAll(parts: readonly (Node | string)[]): { readonly text: string; readonly isAll: boolean } {
  let text = "";
  for (const part of parts) {
    const known = typeof part === "string" ? { text: part, isAll: true } : knownStart(part);
    text += known.text;
    if (!known.isAll) return { text, isAll: false };
  }
  return { text, isAll: true };
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

/** Whether a name, as {@link calleeName} has it, is that of all that a CommonJS module exports. */
export function isExportsName(name: string | undefined): boolean {
  return name === "exports" || name === "module.exports";
}

/** What a node that loads a module calls. */
export function callIn(node: Node): { readonly call?: string } {
  if (node.type === "ImportExpression") return { call: "import" };
  if (node.type === "NewExpression") return { call: `new ${calleeName(node.callee)}` };
  const call = node.type === "CallExpression" ? calleeName(node.callee) : undefined;
  return call === undefined ? {} : { call };
}

/** Whether a node is what a `Worker`, a `SharedWorker` or the like is made of. */
export function isGivenToWorker(node: Node, parent: Node | undefined): boolean {
  return (
    parent?.type === "NewExpression" &&
    parent.arguments[0] === node &&
    /(?:^|\.)(?:Shared)?Worker$/.test(calleeName(parent.callee) ?? "")
  );
}

/**
 * What `new URL("./a.js", import.meta.url)` names: assets and workers. A folder or a URL is no module, so only what names a file counts.
 */
export function ownUrl(node: Node): string | undefined {
  if (node.type !== "NewExpression" || calleeName(node.callee) !== "URL") return undefined;
  const [first, base] = node.arguments;
  if (first === undefined || base === undefined || calleeName(base) !== "import.meta.url") return undefined;
  const specifier = literal(first);
  return specifier !== undefined && /^\.{0,2}\/?[^:]*\.\w+$/.test(specifier) ? specifier : undefined;
}

/** Whether a value is such a URL, as far as {@link isGivenToImport} goes. */
export function holdsOwnUrl(node: Node): boolean {
  if (ownUrl(node) !== undefined) return true;
  const inner =
    node.type === "MemberExpression"
      ? [node.object]
      : node.type === "CallExpression"
        ? [node.callee, ...node.arguments]
        : "expression" in node
          ? [node.expression as Node]
          : [];
  return isOfUrl(node) && inner.some(holdsOwnUrl);
}

/** Whether a URL is what `import()` is given: itself, or its `href`. */
export function isGivenToImport(parents: readonly Node[]): boolean {
  const user = parents.findLast((node) => !isOfUrl(node));
  return user?.type === "ImportExpression";
}

function isOfUrl(node: Node): boolean {
  if (node.type === "MemberExpression") return !node.computed && /^(?:href|toString)$/.test(nameOf(node.property));
  return /^(?:CallExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression)$/.test(node.type);
}

/** @param names what the file calls `require` besides that */
export function requiredNamespace(node: Node, names?: ReadonlySet<string>): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const requires = isRequire(node.callee, names);
  // Few calls do either, and a tree takes its time to read the arguments of all.
  if (!requires && !isNamespaceWrapper(node.callee)) return undefined;
  const given = node.arguments[0];
  if (given === undefined) return undefined;
  return requires ? literal(given) : requiredNamespace(given, names);
}

/** What TypeScript and Babel wrap around a namespace. */
function isNamespaceWrapper(callee: Node): boolean {
  return /^(?:__importStar|__importDefault|_interopRequire\w*)$/.test(calleeName(callee) ?? "");
}

/**
 * Whether who calls it requires a module: `require`, `module.require`, `createRequire(…)`.
 *
 * @param names what the file calls `require` besides that
 */
export function isRequire(callee: Node, names?: ReadonlySet<string>): boolean {
  const name = calleeName(callee);
  if (name === undefined) return createsRequire(callee);
  return name === "require" || name === "module.require" || names?.has(name) === true;
}

/** `createRequire(import.meta.url)`. Paths are taken to be relative to the file, as they are with that. */
export function createsRequire(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  return nameOf(callee.type === "MemberExpression" ? callee.property : callee) === "createRequire";
}

/** Every kind of name that has a part before its first dot. */
export function firstName(node: Node): string {
  return node.type === "TSQualifiedName" ? firstName(node.left) : node.type === "Identifier" ? node.name : "*";
}

export function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "*";
}
