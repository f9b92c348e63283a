import type { Node, Program, Statement } from "oxc-parser";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import { childNodes, nodesIn, touches } from "@kart/core/syntax/parser/tree";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains, type Span } from "@kart/core/text/span";
import { isDirective } from "./file-head.ts";
import { UsePlaces } from "./use-places.ts";

/** Whether a CommonJS file does more when it loads than to declare, to require into variables, and to export. */
export function actsAtLoad(
  { parsed: { program } }: SourceSymbols,
  isLeftOut: (statement: Statement) => boolean,
): boolean {
  return program.body.some((one) => isActing(one) && !isExport(one) && !isLeftOut(one));
}

/** Whether a statement gives a member to what its own file declares, `Row.displayName = "Row"`: a part of the declaration. */
export function givesOwnMember(statement: Statement, own: ReadonlySet<string>): boolean {
  const target = memberAssigned(statement);
  return target?.type === "Identifier" && own.has(target.name);
}

/** What a statement assigns a member of: `Row` of `Row.cell.width = 1`. */
export function memberAssigned(statement: Statement): Node | undefined {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression")
    return undefined;
  let target: Node = statement.expression.left;
  if (target.type !== "MemberExpression") return undefined;
  while (target.type === "MemberExpression") target = target.object;
  return target;
}

/** Whether a statement does something when its file loads, and does not only declare. */
export function isActing(statement: Program["body"][number]): boolean {
  return ACTS.test(statement.type) && !isDirective(statement);
}

/** Those of some parts of a program that call something of its own, or of other modules, while it loads: `export const a = plugin("a")`. */
export function callingAtLoad(program: Program, parts: readonly Span[]): Span[] {
  const places = new UsePlaces(program);
  return parts.filter((part) =>
    nodesIn(program, part).some((node) => contains(part, node) && places.isAtLoad(node) && isCall(node)),
  );
}

/**
 * Those of some parts of a program that read, while it loads, a member of what others have and may change: `export const port = env.PORT`.
 *
 * @param own names that the program declares itself
 */
export function readingAtLoad(program: Program, parts: readonly Span[], own: ReadonlySet<string>): Span[] {
  const places = new UsePlaces(program);
  const isOfOthers = (node: Node) => {
    const [root = ""] = (node.type === "MemberExpression" && calleeName(node)?.split(".")) || [];
    return root !== "" && root !== "this" && !own.has(root) && !BUILT_IN.has(root);
  };
  return parts.filter((part) =>
    nodesIn(program, part).some((node) => contains(part, node) && isOfOthers(node) && places.isAtLoad(node)),
  );
}

/**
 * Calls that a part of a program makes when it is come to, the outermost: not those in functions, unless these are called where they
 * stand, nor in decorators, nor what is marked as pure.
 */
export function callsMadeIn(program: Program, source: string, part: Span): Node[] {
  const made: Node[] = [];
  const visit = (node: Node, places: UsePlaces | undefined): void => {
    if (node.type === "Decorator") return;
    const within = places ?? (contains(part, node) ? new UsePlaces(node) : undefined);
    const isMade = isCall(node) && !isOfLiteral(node) && !takesPackage(node) && !isPure(source, node);
    if (isMade && within?.isAtLoad(node) === true) made.push(node);
    else for (const child of childNodes(node)) if (touches(child, part)) visit(child, within);
  };
  visit(program, undefined);
  return made.toSorted((a, b) => a.start - b.start);
}

/** What bundlers read as: nothing is lost where the value is not used. */
function isPure(source: string, { start }: Node): boolean {
  return PURE.test(source.slice(Math.max(0, start - 100), start));
}

const PURE = /[@#]__PURE__\s*\*\/\s*\(*\s*$/;

function isCall(node: Node): boolean {
  if (node.type === "Decorator" || node.type === "StaticBlock" || node.type === "TaggedTemplateExpression") return true;
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  return !BUILT_IN.has(calleeName(node.callee)?.split(".")[0] ?? "");
}

/** A method of what is written there: `"a,b".split(",")`. */
function isOfLiteral(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  return callee.type === "MemberExpression" && /^(?:TemplateLiteral|Literal|ArrayExpression)$/.test(callee.object.type);
}

/** `require("package")`, which takes a name as an import does. */
function takesPackage(node: Node): boolean {
  const [specifier] = node.type === "CallExpression" ? node.arguments : [];
  const isRequire = node.type === "CallExpression" && calleeName(node.callee) === "require";
  return isRequire && specifier?.type === "Literal" && !String(specifier.value).startsWith(".");
}

/** What JavaScript has of itself, and what makes nothing but values. */
const BUILT_IN = new Set(
  "Array BigInt Boolean Date Error Intl JSON Map Math Number Object RegExp Set String Symbol URL WeakMap WeakRef WeakSet parseFloat parseInt".split(
    " ",
  ),
);

function isExport(statement: Statement): boolean {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  return /^(?:module\.)?exports(?:\.[^.]+)?$/.test(calleeName(statement.expression.left) ?? "");
}

const ACTS = /^(?:Expression|If|For|ForOf|ForIn|While|DoWhile|Try|Switch|Block|Labeled)Statement$/;
