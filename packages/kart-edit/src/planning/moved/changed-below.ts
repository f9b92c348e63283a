import type { Expression, Node, Program, Statement } from "oxc-parser";
import { unwrap } from "@kart/core/syntax/members";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains, type Span } from "@kart/core/text/span";
import { bindingsIn } from "../scopes/scope-walk.ts";
import type { Binding } from "../scopes/scopes.ts";
import { memberAssigned } from "./acts-at-load.ts";
import { UsePlaces } from "./use-places.ts";

/**
 * The statements below some parts of a file that may change, while it loads, what these parts read then: `log.push("b")` below
 * `const size = log.length`. Where the parts come to run behind the file, they read what is left in the end.
 *
 * @param parts top-level statements, with their comments
 */
export function changingBelow({ parsed }: SourceSymbols, parts: readonly Span[]): Statement[] {
  const { program } = parsed;
  const module = bindingsIn(parsed, true).filter(({ scope, kind }) => scope.parent === undefined && kind !== "import");
  const places = new UsePlaces(program);
  const isOfParts = (place: Span) => parts.some((part) => contains(part, place));
  /** What is used while a span runs: of functions that are named, what these use as well. */
  const reached = (isIn: (use: Span) => boolean): Set<Binding> => {
    const found = new Set(module.filter(({ uses }) => uses.some((use) => isIn(use) && places.isAtLoad(use))));
    for (const { declared } of found) {
      const bodies = declared.flatMap((place) => functionAt(program, place) ?? []);
      for (const one of module) if (one.uses.some((use) => bodies.some((body) => contains(body, use)))) found.add(one);
    }
    return found;
  };
  const start = Math.min(...parts.map((part) => part.start));
  const below = program.body.filter((one) => one.start > start && !isOfParts(one));
  const isAssigned = ({ uses }: Binding) =>
    below.some((statement) => {
      const target = memberAssigned(statement);
      return target !== undefined && uses.some((use) => use.start === target.start);
    });
  const state = [...reached(isOfParts)].filter(
    (one) => !one.declared.some(isOfParts) && (mayChange(program, one) || isAssigned(one)),
  );
  if (state.length === 0) return [];
  return below.filter((statement) => {
    if (!doesSomething(statement, places)) return false;
    const used = reached((use) => contains(statement, use));
    return state.some((one) => used.has(one));
  });
}

/** What may have another value, or other members, later on. */
function mayChange(program: Program, { kind, declared: [place] }: Binding): boolean {
  if (kind === "let" || kind === "var") return true;
  if (kind !== "const" || place === undefined) return false;
  const init = declaratorAt(program, place)?.init;
  return init !== null && init !== undefined && !isFrozen(init) && !FIXED.test(unwrap(init).type);
}

const FIXED = /^(?:(?:Template)?Literal|(?:Arrow)?FunctionExpression|(?:Unary|Binary)Expression)$/;

/** `[…] as const`, which nobody may write to. */
function isFrozen(init: Expression): boolean {
  if (init.type === "ParenthesizedExpression" || init.type === "TSSatisfiesExpression")
    return isFrozen(init.expression);
  if (init.type === "CallExpression") return calleeName(init.callee) === "Object.freeze";
  if (init.type !== "TSAsExpression") return false;
  const type = init.typeAnnotation;
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
}

function declaratorAt(program: Program, place: Span) {
  for (const node of nodesIn(program, place))
    if (node.type === "VariableDeclarator" && contains(node.id, place)) return node;
  return undefined;
}

/** The function or the class that a name is declared for. */
export function functionAt(program: Program, place: Span): Node | undefined {
  for (const node of nodesIn(program, place)) {
    if (/^(?:Function|Class)Declaration$/.test(node.type)) return node;
    if (node.type === "VariableDeclarator" && node.init !== null && contains(node.id, place))
      return /Function|^Class/.test(unwrap(node.init).type) ? node.init : undefined;
  }
  return undefined;
}

/** Whether it calls or assigns anything while the file loads. */
export function doesSomething(statement: Statement, places: UsePlaces): boolean {
  for (const node of nodesIn(statement, statement))
    if (DOES.has(node.type) && places.isAtLoad(node) && !isHarmless(node)) return true;
  return false;
}

/** A call that shows, or makes something of what it is given, and writes to nothing. */
function isHarmless(node: Node): boolean {
  if (node.type === "NewExpression") return MAKING.test(calleeName(node.callee) ?? "");
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  const name = calleeName(callee) ?? "";
  if (/^console\.|^Object\.(?:entries|keys|values|fromEntries|freeze)$|^(?:String|Number|Boolean|Symbol)$/.test(name))
    return true;
  return (
    callee.type === "MemberExpression" &&
    !callee.computed &&
    callee.property.type === "Identifier" &&
    READING.has(callee.property.name)
  );
}

const MAKING = /^(?:Array|Date|Error|Map|RegExp|Set|URL|WeakMap|WeakSet)$/;

/** Methods of lists, texts and the like that change nothing, as long as what they are given does not. */
const READING: ReadonlySet<string> = new Set(
  "at concat entries every filter find findIndex findLast flat flatMap get has includes indexOf join keys map reduce replace slice some split toLowerCase toSorted toString toUpperCase trim values".split(
    " ",
  ),
);

const DOES: ReadonlySet<string> = new Set([
  "AssignmentExpression",
  "CallExpression",
  "NewExpression",
  "TaggedTemplateExpression",
  "UpdateExpression",
]);
