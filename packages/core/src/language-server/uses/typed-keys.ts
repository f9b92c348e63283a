import { stepsTo } from "../../modules/steps-to.ts";
import { type KeyExpression, keyExpressions } from "../../syntax/key-expressions.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { nameAt } from "../../text/name-at.ts";
import { textOf } from "../../text/span.ts";
import { hoverFrom } from "../answers.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyOf, type SourceLocation, unique } from "../locations.ts";
import { answersOf } from "./probes.ts";
import type { Place, Questions } from "../questions.ts";
import { memberDefinitions } from "./shorthand-members.ts";
import { programOf } from "../trees.ts";

/** Keys whose types are asked for, one by one. */
const MAX_KEYS = 1_000;

/** Files that hold the name as a string, up to which it is followed who imports them. */
const MAX_NAMING = 30;

/** Keys that may name a member by their type. */
export interface TypedKeys {
  readonly found: readonly SourceLocation[];
  /** Keys that were not asked about, there being too many. */
  readonly unasked: number;
}

const NONE: TypedKeys = { found: [], unasked: 0 };

/**
 * Where members may be taken by keys whose types are strings that somebody wrote, `point[axis]` with `axis: "x" | "y"`: TypeScript knows
 * what that gives, and calls it a use of neither. Keys of `keyof Point` are left out, as the strings which are given for these are
 * found by themselves.
 *
 * @param places of members that the workspace declares
 * @param known what was found already
 */
export async function typedKeys(
  questions: Questions,
  places: readonly Place[],
  known: readonly KnownPlace[],
): Promise<TypedKeys> {
  const apart = Bun.hash(known.map(keyOf).toSorted().join("\n"));
  const all = await Promise.all(
    places.map((place) =>
      questions.session.candidates.kept(`typed keys ${apart} ${place.offset} ${place.path.absolute}`, () =>
        ofMember(questions, place, known),
      ),
    ),
  );
  return {
    found: unique(all.flatMap((one) => one.found)),
    unasked: all.reduce((sum, { unasked }) => sum + unasked, 0),
  };
}

async function ofMember(questions: Questions, place: Place, known: readonly KnownPlace[]): Promise<TypedKeys> {
  const { session, reader, signal } = questions;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#")) return NONE;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const definitions = await memberDefinitions(questions, place);
  const meant = new Set([...known, ...definitions].map(keyOf));
  const naming = holding.filter((file) => namesAsKey(file, reader.textOf(file)?.source ?? "", name, meant));
  if (naming.length === 0) return NONE;
  const files = await leadingFrom(questions, definitions, await session.projects.loadedAmong(naming, signal));
  const likely: KeysOfFile[] = [];
  let unasked = 0;
  let asked = 0;
  for (const file of files) {
    const keys = await keysIn(questions, file);
    if (asked + keys.length > MAX_KEYS) unasked += keys.length;
    else {
      asked += keys.length;
      const types = await Promise.all(keys.map((key) => shownType(questions, file, key)));
      const { source = "" } = reader.textOf(file) ?? {};
      likely.push({ file, keys: keys.filter((_, at) => mayHold(types[at], name, source)) });
    }
  }
  return { found: await namingKeys(questions, likely, name, meant), unasked };
}

interface KeysOfFile {
  readonly file: string;
  readonly keys: readonly KeyExpression[];
}

/** Whether a text holds a name as a string that no key of a literal is, nor what is known. */
function namesAsKey(file: string, source: string, name: string, known: ReadonlySet<string>): boolean {
  const quoted = new RegExp(`(["'\`])${RegExp.escape(name)}\\1(?!\\s*\\??:(?!:))`, "g");
  return source
    .matchAll(quoted)
    .some(({ index }) => [index, index + 1].every((start) => !known.has(keyOf({ file, span: { start, end: start } }))));
}

/**
 * Files that may hold a member's values and its name as a type: those that lead to where it is declared and to what holds the name, by
 * imports. What is nearest to its declaration comes first.
 */
async function leadingFrom(
  questions: Questions,
  definitions: readonly SourceLocation[],
  naming: ReadonlySet<string>,
): Promise<string[]> {
  const { root, session, reader, signal } = questions;
  if (naming.size === 0) return [];
  const graph = await questions.moduleGraph();
  const users = stepsTo(
    graph,
    definitions.flatMap(({ path }) => path ?? []),
  );
  const named =
    naming.size > MAX_NAMING
      ? undefined
      : stepsTo(
          graph,
          Array.from(naming, (file) => root.relative(file)),
        );
  const both = Array.from(users.keys(), (path) => `${root.absolute}/${path}`).filter(
    (file) => named === undefined || named.has(root.relative(file)),
  );
  const likely = both.filter((file) => COMPUTED.test(reader.textOf(file)?.source ?? ""));
  const depth = (file: string) => users.get(root.relative(file)) ?? 0;
  return [...(await session.projects.loadedAmong(likely, signal))].toSorted(
    (a, b) => depth(a) - depth(b) || (a < b ? -1 : 1),
  );
}

/** What may be a key that is no string: an access, or one in a pattern. */
const COMPUTED = /[\w$)\]!.]\[\s*[\w$(`]|[{,]\s*\[\s*[\w$(`]/;

/** They are small, and trees are not. */
function keysIn(questions: Questions, file: string): Promise<readonly KeyExpression[]> {
  return questions.kept(`key expressions ${file}`, async () => {
    const program = await programOf(questions, file);
    const language = sourceLanguage(file);
    return program === undefined || language === undefined ? [] : keyExpressions({ program, language });
  });
}

/** What the server says of the last name of a key; what is written where it has none. */
async function shownType(
  questions: Questions,
  file: string,
  { span, nameEnd }: KeyExpression,
): Promise<string | undefined> {
  return nameEnd === undefined
    ? textOf(questions.reader.textOf(file)?.source ?? "", span)
    : shownAt(questions, file, nameEnd);
}

/** Whether any string may be the value of a name, or of the last of several, that ends at an offset. */
export async function isAnyKey(questions: Questions, file: string, nameEnd: number): Promise<boolean> {
  return ANY_KEY.test((await shownAt(questions, file, nameEnd)) ?? "");
}

/** A member of what has no type is shown as its type alone. */
const ANY_KEY = /(?:: |^```\w*\n)(?:(?:any|string|unknown|PropertyKey)(?: \| (?:number|symbol|null|undefined))*)\n```/;

/** What the server shows of a name that ends at an offset (UTF-16). */
export function shownAt(questions: Questions, file: string, nameEnd: number): Promise<string | undefined> {
  return questions.kept(`type of key ${nameEnd} ${file}`, async () => {
    const path = questions.root.proveFile(questions.root.relative(file));
    return hoverFrom(await questions.at("hover", { path, offset: nameEnd - 1 }), questions.root)?.markdown;
  });
}

/** Whether a type may be one of strings that hold a name, by what is shown of it, and by how the file makes it: `K extends keyof T`. */
function mayHold(type: string | undefined, name: string, source: string): boolean {
  if (type === undefined) return true;
  if (PLAIN.test(type) || /\bkeyof\b/.test(type)) return false;
  const own = /: ([\w$]+)\n```/.exec(type)?.[1];
  if (own !== undefined && new RegExp(`\\b${RegExp.escape(own)}\\s*(?:extends|in|=)[^;,(){}]*\\bkeyof\\b`).test(source))
    return false;
  return !LITERALS.test(type) || type.includes(JSON.stringify(name));
}

/** A type that no string in particular is of, and one of literals alone, others beside them or not. */
const PLAIN =
  /: (?:any|bigint|number|string|symbol|unknown|PropertyKey)(?: \| (?:number|string|symbol|null|undefined))*\n```/;
const LITERALS =
  /: (?:"[^"]*"|\d+|undefined|null|\(string & \{\}\))(?: \| (?:"[^"]*"|\d+|undefined|null|\(string & \{\}\)))*\n```/;

/** Those of some keys whose values have a member that is meant, and whose types name it. */
async function namingKeys(
  questions: Questions,
  likely: readonly KeysOfFile[],
  name: string,
  meant: ReadonlySet<string>,
): Promise<SourceLocation[]> {
  const { reader } = questions;
  const quoted = JSON.stringify(name);
  const members = await answersOf(
    questions,
    likely.map(({ file, keys }) => ({
      file,
      probes: keys.map(({ whole: span, isOfPattern }) => ({
        edits: [{ span, text: isOfPattern ? `${quoted}: ` : quoted }],
        at: 1,
      })),
    })),
  );
  const taking = likely.map(({ file, keys }, index) => ({
    file,
    keys: keys.filter((_, at) => members[index]?.[at]?.some((one) => meant.has(keyOf(one)))),
  }));
  // Of two overloads the call is one of the first where the key is any string, or certainly has another name.
  const first = `({} as { is<K extends PropertyKey>(key: K & (string extends K ? unknown : ${quoted} extends K ? never : unknown)): never; `;
  const second = "is(key: unknown): never }).";
  const overloads = await answersOf(
    questions,
    taking.map(({ file, keys }) => ({
      file,
      probes: keys.map(({ span }) => ({
        edits: [{ span, text: `${first}${second}is(${textOf(reader.textOf(file)?.source ?? "", span)})` }],
        at: first.length + second.length,
      })),
    })),
  );
  return taking.flatMap(({ file, keys }, index) =>
    keys
      .filter((_, at) => overloads[index]?.[at]?.some(({ within }) => within === first.length))
      .flatMap(({ span }) => reader.located(file, span) ?? []),
  );
}
