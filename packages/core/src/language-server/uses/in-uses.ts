import type { CallExpression, Node } from "oxc-parser";
import { calleeName } from "../../syntax/module-records/module-expressions.ts";
import { childNodes } from "../../syntax/parser/tree.ts";
import { quotedName } from "../../syntax/pattern-keys.ts";
import type { Span } from "../../text/span.ts";
import { WHOLE } from "../projects/cover.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyOf } from "../locations.ts";
import { isDeclaredAtTop, isNoMember } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";
import { type AskedKeys, keysMeant, type Probe } from "./probes.ts";
import type { Place, Questions } from "../questions.ts";
import { programOf } from "../trees.ts";
import { memberNameAt } from "./world-without.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/** A string before `in`, and behind an object that these are given. */
const ASKING =
  "[\"'`]\\s+in\\s|\\bObject\\s*\\.\\s*(?:defineProperty|getOwnPropertyDescriptor|hasOwn)\\s*\\(|\\bReflect\\s*\\.\\s*[a-z]";
const ASKING_WORDS = ["in", "Object", "Reflect"];

/** Which functions take a value and the name of a member of it. */
const TAKING =
  /^(?:Object\.(?:defineProperty|getOwnPropertyDescriptor|hasOwn)|Reflect\.(?:defineProperty|deleteProperty|get|getOwnPropertyDescriptor|has|set))$/;

/**
 * Strings by which it is asked whether a value has a member, `"bark" in pet`, and by which functions of the language take it,
 * `Object.defineProperty(pet, "bark", …)`: TypeScript calls them no references.
 *
 * @param direct what was found already
 */
export async function inUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
): Promise<NamedUses> {
  const { session, reader, signal } = questions;
  const name = memberNameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || (await isDeclaredAtTop(questions, place))) return NONE;
  const [holding, asking] = await Promise.all([
    session.candidates.holding(new Set([name]), signal),
    session.candidates.matching(ASKING, signal, ASKING_WORDS),
  ]);
  const likely = new Set(holding).intersection(new Set(asking));
  const files = [...likely].filter((file) => isAskedFor(reader.textOf(file)?.source ?? "", name)).toSorted();
  if (files.length === 0 || (await isNoMember(questions, place))) return NONE;
  const loaded = await session.projects.loadedAmong(files, signal);
  const asked = await Promise.all(
    Array.from(loaded, async (file) => ({ file, keys: await keysIn(questions, file, name) })),
  );
  const known = new Set([...(await direct), ...(await questions.definitions(place))].map(keyOf));
  const { found, unseen } = await keysMeant(questions, asked, known);
  return { found, coverage: { ...WHOLE, complete: unseen.length === 0, unseen } };
}

/** Whether a name stands in quotes before `in` or at the end of an argument. */
function isAskedFor(source: string, name: string): boolean {
  // Such a string is found without a regular expression much sooner, and hardly any file has one.
  if (!QUOTES.some((quote) => source.includes(`${quote}${name}${quote}`))) return false;
  return new RegExp(`(["'\`])${RegExp.escape(name)}\\1(?:\\s+in\\s|\\s*[,)])`).test(source);
}

const QUOTES = ["'", '"', "`"];

/** By the names without quotes; each is asked of a value that has the member. */
async function keysIn(questions: Questions, file: string, name: string): Promise<AskedKeys["keys"]> {
  const found: AskedKeys["keys"][number][] = [];
  const pending: Node[] = [(await programOf(questions, file)) ?? []].flat();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...childNodes(node));
    if (node.type === "CallExpression") found.push(...keyGiven(node, name));
    if (node.type !== "BinaryExpression" || node.operator !== "in") continue;
    const key = quotedName(node.left);
    if (key?.name !== name) continue;
    const { right, start, end } = node;
    const quoted = JSON.stringify(name);
    // The value need not be one that the compiler tells apart by itself, such as what a call gives.
    found.push({
      span: key.span,
      probe: memberProbe(`${quoted} in value && value[${quoted}]`, { start, end: right.start }, { start: end, end }),
    });
  }
  return found.toSorted((a, b) => a.span.start - b.span.start);
}

/** The name of a member that a call is given behind what has it. */
function keyGiven({ callee, arguments: [value, given], start, end }: CallExpression, name: string): AskedKeys["keys"] {
  if (value === undefined || given === undefined || !TAKING.test(calleeName(callee) ?? "")) return [];
  const key = quotedName(given);
  if (key?.name !== name || value.type === "SpreadElement") return [];
  const expression = `value[${JSON.stringify(name)}]`;
  return [{ span: key.span, probe: memberProbe(expression, { start, end: value.start }, { start: value.end, end }) }];
}

/** Has a function of a value in its place ask for a member; what stands before and behind the value gives way to that. */
function memberProbe(expression: string, before: Span, behind: Span): Probe {
  const text = `((value) => ${expression})(`;
  return {
    edits: [
      { span: before, text },
      { span: behind, text: ")" },
    ],
    at: text.indexOf("[") + 2,
  };
}
