import type { Node } from "oxc-parser";
import { assignmentOf } from "./common-js/common-js-assignment.ts";
import { isRequired } from "./common-js/common-js-names.ts";
import { requireNames } from "./module-records/require-names.ts";
import type { Declaration } from "./declaration.ts";
import type { Span } from "../text/span.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { defaultsIn, isInTemplateDefault } from "./comments/template-defaults.ts";
import { heritageTypes } from "./comments/tagged-types.ts";
import { nodesIn } from "./parser/tree.ts";
import { isJavaScript } from "./parser/source-language.ts";

/**
 * How a name is used where it stands. `declaration` is a name that declares something itself, `mention` one in a comment that
 * no compiler reads: `{@link parse}`.
 */
export type Use =
  | "call"
  | "jsx"
  | "extends"
  | "implements"
  | "type"
  | "import"
  | "re-export"
  | "declaration"
  | "mention"
  | "reference";

/** How the name at an offset (UTF-16) is used, read from the syntax around it. */
export function useAt(parsed: ParsedSource, offset: number): Use {
  return useInCode(parsed, offset) ?? useInComment(parsed, offset);
}

/** The same, of a name in the code; undefined for what stands in a comment, or is no name. */
export function useInCode({ program, source }: ParsedSource, offset: number): Use | undefined {
  const around = [...nodesIn(program, { start: offset, end: offset + 1 })];
  // A key in quotes is asked about behind the quote.
  const quoted = around.findLast((node) => node.type === "Literal" && node.start === offset - 1);
  const key = around.some((node) => isKeyOf(quoted, node)) ? quoted : undefined;
  const leaf = around.findLast((node) => node === key || (node.start === offset && isName(node)));
  // What JSX is compiled to calls stands in no name.
  if (leaf === undefined) return around.some((node) => node.start === offset && isJsx(node)) ? "jsx" : undefined;
  // `import { a }` has two names at one place, which stand beside each other.
  const chain = around.filter((node) => node === leaf || node.start !== offset || !isName(node));
  return useOf(chain, chain.indexOf(leaf), requireNames(program, source));
}

function useInComment({ comments, language, source }: ParsedSource, offset: number): Use {
  const comment = comments.find(({ start, end }) => start <= offset && offset < end);
  if (comment === undefined) return "reference";
  return isJavaScript(language) ? useBehind(source.slice(comment.start, offset)) : "mention";
}

/** How a name in a comment of JavaScript is used, by the comment up to the name: the compiler reads the types of it, and imports. */
export function useBehind(before: string): Use {
  if (/@import\s+(?:type\s+)?[^"'@]*$/.test(before)) return "import";
  return isInType(before) ? "type" : "mention";
}

/**
 * The innermost declarations whose text holds an offset (UTF-16): several where one value is taken apart into them, none for
 * code of the module itself.
 *
 * @param declaratorAt the outermost declarator of a variable statement that holds an offset
 */
export function enclosingDeclarations(
  declarations: readonly Declaration[],
  offset: number,
  declaratorAt: (offset: number, statement: Span) => Span | undefined,
): readonly Declaration[] {
  // In JavaScript the types of a declaration stand in the comment above it.
  const found = declarations.find(
    ({ span, lead }) => holds(span, offset) || (lead !== undefined && holds(lead, offset)),
  );
  if (found !== undefined) {
    const inner = enclosingDeclarations(found.children, offset, declaratorAt);
    return inner.length > 0 ? inner : [found];
  }
  const sharing = declarations.filter(({ statement }) => statement !== undefined && holds(statement, offset));
  const statement = sharing[0]?.statement;
  const declarator = statement === undefined ? undefined : declaratorAt(offset, statement);
  return sharing.filter(({ span }) => declarator !== undefined && holds(declarator, span.start));
}

/** The outermost declarator of a statement that holds an offset. */
export function declaratorIn({ program }: ParsedSource, offset: number, statement: Span): Span | undefined {
  return [...nodesIn(program, { start: offset, end: offset + 1 })].find(
    (node) => node.type === "VariableDeclarator" && node.start >= statement.start,
  );
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

/** Whether a comment up to some place ends in a type: in JavaScript the compiler reads `@param {Shape} shape`. */
export function isInType(before: string): boolean {
  return isInTypeBraces(before) || isInTemplateDefault(before) || isInHeritage(before);
}

/** A name may begin where the comment up to it ends. */
function isInHeritage(before: string): boolean {
  return heritageTypes(`${before}x`).at(-1)?.end === before.length + 1;
}

function isInTypeBraces(before: string): boolean {
  const open = before.lastIndexOf("{");
  if (open === -1 || before.startsWith("{@", open)) return false;
  const inside = before.slice(open + 1);
  return !inside.includes("}") || isInTypeBraces(before.slice(0, open) + inside.slice(inside.indexOf("}") + 1));
}

/** The offsets (UTF-16) of the names that stand in the types of a comment. What leads to a module is none of them. */
export function typeNamesIn(comment: string): number[] {
  const names: number[] = [];
  const isType: boolean[] = [];
  const others = [...defaultsIn(comment), ...heritageTypes(comment)];
  for (const { 0: token, index } of comment.matchAll(TYPE_TOKENS)) {
    if (token === "}") isType.pop();
    else if (token.startsWith("{")) isType.push(token === "{");
    else if (token.endsWith(")")) continue;
    else if (isType.at(-1) === true || others.some(({ start, end }) => start <= index && index < end))
      names.push(index);
  }
  return names;
}

const TYPE_TOKENS = /\{@?|\}|\bimport\s*\(\s*(["'])[^"'\n]*\1\s*\)|[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

function isJsx({ type }: Node): boolean {
  return type === "JSXElement" || type === "JSXFragment";
}

/** Whether a string names a member. */
function isKeyOf(literal: Node | undefined, node: Node): boolean {
  if (literal === undefined) return false;
  if (node.type === "MemberExpression") return node.computed && node.property === literal;
  if (node.type === "TSIndexedAccessType") return "literal" in node.indexType && node.indexType.literal === literal;
  return "key" in node && node.key === literal;
}

function isName({ type }: Node): boolean {
  return NAMES.has(type);
}

const NAMES = new Set<string>([
  "Identifier",
  "JSXIdentifier",
  "PrivateIdentifier",
  "Literal",
  "ThisExpression",
  "Super",
]);

/**
 * @param chain the nodes around a name from the outermost on; where nodes share a range, the parent first
 * @param names what the file calls `require` besides that
 */
function useOf(chain: readonly Node[], leaf: number, names: ReadonlySet<string>): Use {
  let at = leaf;
  const node = () => chain[at] as Node;
  const parent = () => chain[at - 1];
  for (let up = parent(); up !== undefined && isTransparent(up, node()); up = parent()) at--;
  const user = parent();
  if (user === undefined) return "reference";
  switch (user.type) {
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "TSImportEqualsDeclaration":
      return "import";
    case "ExportSpecifier":
    case "ExportAllDeclaration":
    case "ExportDefaultDeclaration":
    case "TSExportAssignment":
      return "re-export";
    case "JSXOpeningElement":
    case "JSXClosingElement":
      return "jsx";
    case "CallExpression":
    case "NewExpression":
      if (user.callee === node()) return "call";
      return isRequired(user, names) && isExportedAt(chain, at - 1) ? "re-export" : "reference";
    case "TaggedTemplateExpression":
      return user.tag === node() ? "call" : "reference";
    case "Decorator":
      return "call";
    case "ClassDeclaration":
    case "ClassExpression":
      return user.superClass === node() ? "extends" : "declaration";
    case "TSClassImplements":
      return "implements";
    case "TSInterfaceHeritage":
      return "extends";
    case "TSTypeReference":
    case "TSTypeQuery":
    case "TSImportType":
    case "TSTypePredicate":
    case "TSLiteralType":
      return "type";
    case "VariableDeclarator":
      return user.id !== node() ? "reference" : isRequired(user.init, names) ? "import" : "declaration";
    case "AssignmentPattern":
    case "Property": {
      if (isTakenFromModule(chain, at, names)) return "import";
      if (isExportedAt(chain, at)) return "re-export";
      if (user.type === "AssignmentPattern")
        return chain[at - 2]?.type === "TSParameterProperty" && user.left === node() ? "declaration" : "reference";
      return user.key === node() && !user.shorthand && !user.computed && !isPattern(chain, at)
        ? "declaration"
        : "reference";
    }
    case "AssignmentExpression":
      return isExportedAt(chain, at) ? "re-export" : "reference";
    default:
      return declares(user, node()) ? "declaration" : "reference";
  }
}

/** Whether what stands there is all that a CommonJS module exports under some name: `exports.a = name`, `module.exports = { name }`. */
function isExportedAt(chain: readonly Node[], at: number): boolean {
  const property = chain[at - 1];
  const isListed = property?.type === "Property" && property.value === chain[at];
  const [assignment, value] = isListed ? chain.slice(at - 3) : chain.slice(at - 1);
  return (
    assignment?.type === "AssignmentExpression" &&
    assignment.right === value &&
    (assignmentOf(assignment)?.exported ?? []).some(({ name }) => !isListed || name === "export=")
  );
}

/** Whether a node only wraps the name, so that what is around it uses the name. */
function isTransparent(outer: Node, inner: Node): boolean {
  switch (outer.type) {
    case "MemberExpression":
      return outer.property === inner && (!outer.computed || inner.type === "Literal");
    case "JSXMemberExpression":
    case "TSQualifiedName":
      return true;
    case "ParenthesizedExpression":
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
      return true;
    default:
      return false;
  }
}

function isPattern(chain: readonly Node[], at: number): boolean {
  return chain[at - 2]?.type === "ObjectPattern";
}

/** Whether a name stands in `const { name: local = 1 } = require("…")`, and not in what is there by default. */
function isTakenFromModule(chain: readonly Node[], at: number, names: ReadonlySet<string>): boolean {
  const [declarator, pattern, property] = chain.slice(at - (chain[at - 1]?.type === "Property" ? 3 : 4));
  if (declarator?.type !== "VariableDeclarator" || declarator.id !== pattern || property?.type !== "Property")
    return false;
  const isDefault = property.value.type === "AssignmentPattern" && property.value.right === chain[at];
  return isRequired(declarator.init, names) && !isDefault;
}

/** Whether a node declares what a name in it says: a function, a member, a parameter of a type, or one that is a property. */
function declares(owner: Node, name: Node): boolean {
  if (owner.type === "TSParameterProperty") return owner.parameter === name;
  if ("id" in owner && owner.id === name) return true;
  return "key" in owner && owner.key === name && !("computed" in owner && owner.computed);
}
