import type { Node } from "oxc-parser";
import { valueAt } from "./computed-access.ts";

/** A value among what a call is given. */
export interface GivenValue {
  /** Where the argument starts that it is or stands in, UTF-16. */
  readonly start: number;
  /** Where the last name ends of what is called. */
  readonly calleeEnd: number | undefined;
}

/** Globals that look at what they are given, and pass it on to nobody; what takes members is told by itself. */
const LOOKING: ReadonlySet<string> = new Set(["Array", "Boolean", "JSON", "Number", "Object", "String", "console"]);

/**
 * Where a value is given whole to a call, as it is, in a list or copied: `each(routes)`, `all([routes])`, `each({ ...routes })`.
 *
 * @param around the nodes around its name, the outermost first
 */
export function givenValue(around: readonly Node[]): GivenValue | undefined {
  let at = valueAt(around);
  for (let user = around[at - 1]; user !== undefined && passesOn(user, around[at]); user = around[at - 1]) at--;
  const [call, argument] = [around[at - 1], around[at]];
  if (call?.type !== "CallExpression" && call?.type !== "NewExpression") return undefined;
  if (argument === undefined || !call.arguments.some((one) => one === argument)) return undefined;
  const { callee } = call;
  const first = callee.type === "MemberExpression" ? callee.object : callee;
  if (first.type === "Identifier" && LOOKING.has(first.name)) return undefined;
  const last = callee.type === "MemberExpression" && !callee.computed ? callee.property : callee;
  return { start: argument.start, calleeEnd: last.type === "Identifier" ? last.end : undefined };
}

/** Whether what an expression gives is or holds a value in it. */
function passesOn(user: Node, self: Node | undefined): boolean {
  switch (user.type) {
    case "ArrayExpression":
    case "LogicalExpression":
    case "ParenthesizedExpression":
    case "SpreadElement":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return true;
    case "ConditionalExpression":
      return user.test !== self;
    case "ObjectExpression":
      return self?.type === "SpreadElement";
    default:
      return false;
  }
}
