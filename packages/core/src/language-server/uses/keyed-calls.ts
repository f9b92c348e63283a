import type { Node } from "oxc-parser";
import { contains, textOf } from "../../text/span.ts";
import type { Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import type { Quoted, Suspect } from "./key-complaints.ts";
import { declarationsOf, type Keyed, keyedBy } from "./keyed-generics.ts";
import { shownAt } from "./typed-keys.ts";

/** What is asked for the types that it takes. */
interface Call {
  /** What is called, as it is written. */
  readonly callee: string;
  /** The end of its name. UTF-16. */
  readonly nameEnd: number;
  readonly quoted: Quoted;
}

/** Files that are parsed for it, the nearest to the type first. */
const MAX_FILES = 20;

/**
 * Those of some strings that are given to functions which take keys of a type parameter: of what that is nothing need be written,
 * `pick(point, ["x"])`. What the server shows of the call names the type.
 *
 * @param suspects the likeliest first
 * @param types the names of those whose keys are meant; undefined for strings that may be made of keys, of which it shows no type
 */
export async function inKeyedCalls(
  questions: Questions,
  suspects: readonly Suspect[],
  types: ReadonlySet<string> | undefined,
): Promise<Suspect[]> {
  const isMeant = types === undefined ? isMaking : isTakingOf(questions, types);
  const given = suspects
    .map((suspect) => withArguments(questions, suspect))
    .filter(({ strings }) => strings.length > 0);
  const all = await Promise.all(given.slice(0, MAX_FILES).map((suspect) => ofFile(questions, suspect, isMeant)));
  return all.filter(({ strings }) => strings.length > 0);
}

/** Whether a call is one that is meant, of a file, by what its function does. */
type IsMeant = (keyed: Keyed, file: string, call: Call) => boolean | Promise<boolean>;

const isMaking: IsMeant = ({ areMade }) => areMade;

function isTakingOf(questions: Questions, types: ReadonlySet<string>): IsMeant {
  const one = Array.from(types, (name) => RegExp.escape(name)).join("|");
  // What is shown may be cut, or be a type without a name.
  const naming = new RegExp(`(?<![\\p{ID_Continue}$])(?:${one})(?![\\p{ID_Continue}$])|\\.\\.\\.|\\{`, "u");
  return async ({ areTaken }, file, { nameEnd, quoted: { start, end } }) => {
    const shown = (await shownAt(questions, file, nameEnd)) ?? "";
    const key = questions.reader.textOf(file)?.source.slice(start + 1, end - 1) ?? "";
    // Of what takes keys by a parameter of its own the key alone is shown, wherever it comes from: `register<"name">(name: "name")`.
    return (areTaken && naming.test(shown)) || shown.includes(JSON.stringify(key));
  };
}

/** Those that may stand among arguments, or attributes of JSX, by what is before them. */
function withArguments({ reader }: Questions, { file, strings }: Suspect): Suspect {
  const source = reader.textOf(file)?.source ?? "";
  return {
    file,
    strings: strings.filter(({ start }) => GIVEN.test(source.slice(Math.max(0, start - 40), start))),
  };
}

const GIVEN = /(?:[(,[:]|\s[\w-]+=)\s*$/;

async function ofFile(questions: Questions, { file, strings }: Suspect, isMeant: IsMeant): Promise<Suspect> {
  const calls = (await Promise.all(strings.map((quoted) => callAround(questions, file, quoted)))).flatMap(
    (one) => one ?? [],
  );
  const keyed = new Map<string, Promise<Keyed>>();
  const meant = await Promise.all(
    calls.map(async (call) => {
      const its = await keyed.getOrInsertComputed(call.callee, () => keyedAt(questions, file, call.nameEnd));
      return (await isMeant(its, file, call)) ? call.quoted : [];
    }),
  );
  return { file, strings: meant.flat() };
}

async function keyedAt(questions: Questions, file: string, nameEnd: number): Promise<Keyed> {
  return keyedBy(questions, await declarationsOf(questions, { file, nameEnd }));
}

/** The call or the JSX element that a string is given to, as it is or in a list; none where a function stands between. */
async function callAround(questions: Questions, file: string, quoted: Quoted): Promise<Call | undefined> {
  const around = await nodesAround(questions, file, quoted.start);
  const call = around.findLast((node) => givenTo(node) !== undefined || /Function/.test(node.type));
  const { callee, name, given } = (call && givenTo(call)) ?? {};
  if (callee === undefined || name === undefined) return undefined;
  if (given?.some((one) => contains(one, quoted)) !== true) return undefined;
  const source = questions.reader.textOf(file)?.source ?? "";
  return { callee: textOf(source, callee), nameEnd: name.end, quoted };
}

interface Giving {
  readonly callee: Node;
  /** The last part of it. */
  readonly name: Node;
  readonly given: readonly Node[];
}

/** What is called, and what it is given, where a node is a call or an element of JSX. */
function givenTo(node: Node): Giving | undefined {
  if (node.type === "JSXOpeningElement") {
    const { name: callee, attributes: given } = node;
    return { callee, name: callee.type === "JSXMemberExpression" ? callee.property : callee, given };
  }
  if (!isCall(node)) return undefined;
  const { callee, arguments: given } = node;
  return { callee, name: callee.type === "MemberExpression" ? callee.property : callee, given };
}

function isCall(node: Node): node is Extract<Node, { type: "CallExpression" | "NewExpression" }> {
  return node.type === "CallExpression" || node.type === "NewExpression";
}
