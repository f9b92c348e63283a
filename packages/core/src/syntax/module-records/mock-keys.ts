import type { Node, Program } from "oxc-parser";
import { calleeName, isMock } from "./module-expressions.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { nodesHolding, nodesIn } from "../parser/tree.ts";
import { contains, type Span } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";

/** Where the stand-in of a module names one of its exports. */
export interface MockKey {
  readonly span: Span;
  /** `{ name }`: the value of that name stays. */
  readonly isShorthand: boolean;
}

/**
 * The key of an export in what stands in for its module: `vi.mock("./math", () => ({ double: 1 }))`. Undefined where that is no
 * literal that the factory returns whatever happens, or where it has the new name too.
 *
 * @param call where the module is mocked
 * @param fresh a name that it is to have
 */
export function mockKey(program: Program, call: Span, name: string, fresh?: string): MockKey | undefined {
  for (const node of nodesIn(program, call)) {
    if (node.type !== "CallExpression" || node.start !== call.start || !isMock(calleeName(node.callee))) continue;
    const factory = node.arguments[1];
    const made = factory === undefined ? undefined : returned(factory);
    if (made === undefined) return undefined;
    const keys = made.properties.flatMap((one) =>
      one.type === "Property" && !one.computed && one.key.type === "Identifier" ? [one] : [],
    );
    const [key, second] = keys.filter((one) => "name" in one.key && one.key.name === name);
    const isTaken = fresh !== undefined && keys.some((one) => "name" in one.key && one.key.name === fresh);
    if (key === undefined || second !== undefined || isTaken) return undefined;
    const { start, end } = key.key;
    return { span: { start, end }, isShorthand: key.shorthand };
  }
  return undefined;
}

/**
 * Where what stands in for a module has members of a name, at whatever depth, of one of its exports: `vi.mock("./api", () => ({ api:
 * { get: 1 } }))`. UTF-16 offsets.
 */
export function memberKeys({ source, program }: ParsedSource, call: Span, owner: string, name: string): number[] {
  const words = wordsIn(source, name).filter((at) => call.start <= at && at < call.end);
  const nodes = Array.from(nodesHolding(program, words)).filter((node) => KEYED.has(node.type) && contains(call, node));
  const owners = nodes.filter((node) => keyIn(node, owner) !== undefined);
  return nodes.flatMap((node) => {
    const at = keyIn(node, name);
    return at === undefined || !owners.some((one) => one !== node && contains(one, node)) ? [] : [at];
  });
}

const KEYED = new Set<string>(["Property", "MethodDefinition", "PropertyDefinition"]);

/** Where a name stands as a key. */
function keyIn(node: Node, name: string): number | undefined {
  const key = "key" in node ? (node.key as Node) : undefined;
  if (key?.type === "Identifier") return key.name === name ? key.start : undefined;
  return key?.type === "Literal" && key.value === name ? key.start + 1 : undefined;
}

type ObjectLiteral = Extract<Node, { type: "ObjectExpression" }>;

/** The literal that a function returns as its value, or as its last statement where nothing before it returns. */
function returned(factory: Node): ObjectLiteral | undefined {
  if (factory.type !== "ArrowFunctionExpression" && factory.type !== "FunctionExpression") return undefined;
  const { body } = factory;
  if (body === null) return undefined;
  if (body.type !== "BlockStatement") return literalIn(body);
  const last = body.body.at(-1);
  if (last?.type !== "ReturnStatement" || last.argument === null) return undefined;
  return body.body.slice(0, -1).every(({ type }) => PASSING.has(type)) ? literalIn(last.argument) : undefined;
}

/** Statements that never return. */
const PASSING = new Set<string>(["VariableDeclaration", "ExpressionStatement", "FunctionDeclaration"]);

function literalIn(node: Node): ObjectLiteral | undefined {
  switch (node.type) {
    case "ObjectExpression":
      return node;
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return literalIn(node.expression);
    default:
      return undefined;
  }
}
