import { stepsTo } from "../../modules/steps-to.ts";
import { ToolError } from "../../mcp/tool-error.ts";
import { isNamedAt, walkDeclarations } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { withNestedMembers } from "../../syntax/nested-members.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { overlaps } from "../../text/span.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { complainedOf, type Quoted, type Suspect } from "./key-complaints.ts";
import { isInstalled, type SourceLocation, unique } from "../locations.ts";
import { ANY_STRING, withoutAnyString } from "./open-keys.ts";
import { declaredAmong } from "./declared-members.ts";
import type { Place, Questions } from "../questions.ts";
import { inKeyedCalls } from "./keyed-calls.ts";
import { namedBeside, unclearAmong } from "./named-beside.ts";
import { memberDefinitions } from "./shorthand-members.ts";
import { keyIn, worldWithout } from "./world-without.ts";
import { madeNames } from "./made-keys.ts";
import { areKeysMade, takenKeys } from "./taken-keys.ts";

/** Files that are checked for one member: each takes as long as a check of it. */
const MAX_CHECKED = 4;

/** Strings that are looked at in one file: the first. */
const MAX_STRINGS = 100;

/** Strings that name a member. */
export interface QuotedUses {
  readonly found: readonly SourceLocation[];
  /** Strings that may name it: other strings are taken in their place too, `keyof Events | (string & {})`. */
  readonly open: readonly SourceLocation[];
  /** Names that types make of it, by templates: `onRename` of `rename`. */
  readonly made?: readonly SourceLocation[];
  /** Where else types need its name, by what the compiler says once it has another: `Record<keyof Form, string>`. */
  readonly needing?: readonly SourceLocation[];
  /**
   * Files that lead to it and hold its name, as a string or of another type, and were not checked whole, being too many or holding
   * too many strings; those that let any string be a key, beyond the most whose types can be changed. From the root.
   */
  readonly unchecked: readonly string[];
  /** Where keys of its owner are taken, from the root, as far as one text tells. */
  readonly takenBy?: string;
}

const NONE: QuotedUses = { found: [], open: [], unchecked: [] };

/**
 * Strings that name a member by a type made of its owner's keys, `on("open")` where `on` takes `keyof Events`. TypeScript's search
 * passes by all of them. Which are meant its complaints tell where the member has another name.
 *
 * @param places of members that the workspace declares
 * @param known what was found already
 */
export async function quotedUses(
  questions: Questions,
  places: readonly Place[],
  known: readonly KnownPlace[],
): Promise<QuotedUses> {
  // What is known already is not looked at again.
  const apart = Bun.hash(
    known
      .map(({ file, span }) => `${span.start} ${file}`)
      .toSorted()
      .join("\n"),
  );
  const all = await Promise.all(
    places.map((place) =>
      questions.session.candidates.kept(`quoted ${apart} ${place.offset} ${place.path.absolute}`, () =>
        ofMember(questions, place, known),
      ),
    ),
  );
  const takenBy = all.find((one) => one.takenBy !== undefined && one.unchecked.length > 0)?.takenBy;
  const once = (ones: readonly SourceLocation[]) => [
    ...new Map(ones.map((one) => [`${one.file} ${one.span.start}`, one])).values(),
  ];
  return {
    found: once(all.flatMap((one) => one.found)),
    made: once(all.flatMap((one) => one.made ?? [])),
    needing: once(all.flatMap((one) => one.needing ?? [])),
    open: once(all.flatMap((one) => one.open)),
    unchecked: [...new Set(all.flatMap((one) => one.unchecked))],
    ...(takenBy !== undefined && { takenBy }),
  };
}

/** Those of them that are `open`: the compiler itself tells of all others where a member is renamed. */
export async function openKeys(questions: Questions, place: Place, known: readonly KnownPlace[]): Promise<QuotedUses> {
  const isWritten = (await questions.session.candidates.matching(ANY_STRING, questions.signal)).length > 0;
  return isWritten ? { ...(await ofMember(questions, place, known, true)), found: [] } : NONE;
}

async function ofMember(
  questions: Questions,
  place: Place,
  known: readonly KnownPlace[],
  isOpenOnly = false,
): Promise<QuotedUses> {
  const { session, reader, root, signal } = questions;
  const declared = (await memberDefinitions(questions, place)).filter(
    (one) => one.path !== undefined && !isInstalled(one),
  );
  const keys = declared.map((one) => keyIn(reader.textOf(one.file)?.source ?? "", one.span.start));
  const [key] = keys;
  if (key === undefined || keys.some((one) => one?.name !== key.name)) return NONE;
  // The strings come first: what leads to them is asked where there are any.
  const holding = await session.candidates.holding(new Set([key.name]), signal);
  const apart = new Set([...known, ...declared].map(({ file, span }) => `${file} ${span.start}`));
  const isKnown = (file: string, start: number) => apart.has(`${file} ${start}`) || apart.has(`${file} ${start + 1}`);
  const files = [...(await session.projects.loadedAmong(holding, signal))].sort();
  const quoted = files.flatMap((file) => {
    const strings = stringsIn(reader.textOf(file)?.source ?? "", key.name).filter(({ start }) => !isKnown(file, start));
    return strings.length === 0 ? [] : [{ file, strings }];
  });
  const quoting = quoted.map(({ file, strings }) => ({ file, strings: strings.slice(0, MAX_STRINGS) }));
  const making = isOpenOnly ? [] : await madeNames(questions, key.name, isKnown);
  const beside = isOpenOnly ? [] : namedBeside(questions, key.name, files, isKnown);
  if (quoting.length + making.length + beside.length === 0) return NONE;
  // What it overrides, or is overridden by, goes by its name: where one alone had another, a class would have both.
  const family = await declaredAmong(questions, known);
  const owners = new Set([...(await ownersOf(questions, declared)), ...family.flatMap(({ owner }) => owner ?? [])]);
  const { family: types, areTaken: isKeyed, by } = await takenKeys(questions, owners);
  if (isOpenOnly && !isKeyed) return NONE;
  const declaring = unique([...declared, ...family.map(({ place: one }) => one)]);
  const doubling = new RegExp(`${DOUBLES}["'\`]${RegExp.escape(key.name)}["'\`]`);
  const likely = isKeyed ? quoting : quoting.filter(({ file }) => doubling.test(reader.textOf(file)?.source ?? ""));
  const others = quoting.filter((one) => !likely.includes(one));
  const leading = eachFile([
    ...(await leadingTo(questions, likely, declaring)),
    ...(await inKeyedCalls(questions, await leadingTo(questions, others, declaring), types)),
    ...(await madeOf(questions, await leadingTo(questions, making, declaring), owners)),
  ]);
  const named = isKeyed ? await leadingTo(questions, beside, declaring, true) : [];
  const naming =
    named.length + leading.length > MAX_CHECKED
      ? await unclearAmong(questions, named, key.name, isKnown, declaring)
      : named;
  if (leading.length + naming.length === 0) return NONE;
  const all = eachFile([...leading, ...naming]);
  const checked = all.slice(0, MAX_CHECKED);
  const crowded = quoted.filter(({ strings }) => strings.length > MAX_STRINGS);
  const crowds = new Set((await leadingTo(questions, crowded, declaring, true)).map(({ file }) => file));
  const fromRoot = (ones: readonly Suspect[]) => ones.map(({ file }) => root.relative(file));
  const unchecked = fromRoot(all.filter((one, at) => at >= MAX_CHECKED || crowds.has(one.file)));
  const world = worldWithout(questions, key.name, declaring, known);
  const complained = (ones: readonly Suspect[], texts: ReadonlyMap<string, string>) =>
    complainedOf(questions, ones, world.other, texts, world.over(texts));
  const locate = (ones: readonly Suspect[], areMade = false) =>
    ones.flatMap(({ file, strings }) =>
      strings.flatMap(({ start, end }) => {
        const isMade = end - start !== key.name.length + 2;
        return (isMade === areMade && reader.located(file, { start: start + 1, end: end - 1 })) || [];
      }),
    );
  const closed = isKeyed ? await withoutAnyString(questions) : undefined;
  try {
    const { certain, elsewhere } = await complained(checked, new Map());
    const left = checked.flatMap(({ file, strings }) => {
      const found = certain.find((one) => one.file === file)?.strings;
      const rest = strings.filter((one) => found?.includes(one) !== true);
      return rest.length === 0 ? [] : [{ file, strings: rest }];
    });
    const isAnyTaken = closed !== undefined && closed.texts.size > 0 && left.length > 0;
    const open = isAnyTaken ? (await complained(left, closed.texts)).certain : [];
    if (isAnyTaken) unchecked.push(...closed.rest);
    const isKnownAt = ({ file, span }: SourceLocation) =>
      [...known, ...declared].some((one) => one.file === file && overlaps(one.span, span));
    const needing = world.isWhole ? elsewhere.flatMap(({ location }) => (isKnownAt(location) ? [] : location)) : [];
    const takenBy = by === undefined ? {} : { takenBy: root.relative(by) };
    return { found: locate(certain), made: locate(certain, true), needing, open: locate(open), unchecked, ...takenBy };
  } catch (error) {
    // What takes too long, or a server that checks nothing, is no answer to who asked for references.
    if (error instanceof ToolError && /^(?:timeout|backend_unavailable)$/.test(error.code))
      return { ...NONE, unchecked: fromRoot(all) };
    throw error;
  }
}

/** One for each file, with all its strings. */
function eachFile(suspects: readonly Suspect[]): Suspect[] {
  return Array.from(
    Map.groupBy(suspects, ({ file }) => file),
    ([file, ones]) => ({ file, strings: ones.flatMap(({ strings }) => strings) }),
  );
}

/** Those of some names that may be made of keys of some types. */
async function madeOf(
  questions: Questions,
  names: readonly Suspect[],
  owners: ReadonlySet<string>,
): Promise<readonly Suspect[]> {
  if (names.length === 0) return [];
  return (await areKeysMade(questions, owners)) ? names : inKeyedCalls(questions, names, undefined);
}

/** `vi.spyOn(store, "get")` and what else is given a value and the name of a member in most tests. */
const DOUBLES = "\\b(?:spyOn|replaceProperty|stub|spy|method|getter|setter)\\s*\\(\\s*[\\w$.]+\\s*,\\s*";

/** The names of the types and the values that declare members. */
async function ownersOf({ reader }: Questions, declared: readonly SourceLocation[]): Promise<ReadonlySet<string>> {
  const oxc = await loadParser();
  return new Set(
    declared.flatMap(({ file, span }) => {
      const outcome = parseSource(oxc, file, reader.textOf(file)?.source ?? "");
      const { parsed } = outcome.ok ? outcome : {};
      const all = parsed === undefined ? [] : walkDeclarations(withNestedMembers(parsed, declarationsOf(parsed)));
      const { namePath = "" } = all.find((one) => isNamedAt(one.declaration, span.start))?.declaration ?? {};
      // What a namespace declares goes by its own name there.
      return /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\.)+/u.exec(namePath)?.[0].split(".").filter(Boolean) ?? [];
    }),
  );
}

/** Strings of a text that may be such a name: no key of an object, no module, none of a comment. */
function stringsIn(source: string, name: string): Quoted[] {
  const found: Quoted[] = [];
  for (const { index, 0: text } of source.matchAll(new RegExp(`(["'\`])${RegExp.escape(name)}\\1`, "g"))) {
    const end = index + text.length;
    const before = source.slice(Math.max(0, index - 200), index);
    if (
      /(?:\bfrom|\bimport|\brequire\s*\()\s*\(?\s*$/.test(before) ||
      /\/\/[^\n]*$|^\s*\*[^\n]*$/m.test(before.slice(before.lastIndexOf("\n") + 1))
    )
      continue;
    if (/[{,;]\s*$/.test(before) && /^\s*\??\s*[:(]/.test(source.slice(end, end + 20))) continue;
    found.push({ start: index, end });
  }
  return found;
}

/** Those of some files that declare the member, or import what does: by the fewest steps first. Few are taken as they are. */
async function leadingTo(
  questions: Questions,
  suspects: readonly Suspect[],
  declared: readonly SourceLocation[],
  isAlways = false,
): Promise<readonly Suspect[]> {
  if (suspects.length === 0 || (suspects.length <= MAX_CHECKED && !isAlways)) return suspects;
  const graph = await questions.moduleGraph();
  const order = stepsTo(
    graph,
    declared.flatMap(({ path }) => path ?? []),
  );
  const depth = ({ file }: Suspect) => order.get(questions.root.relative(file));
  return suspects.filter((one) => depth(one) !== undefined).toSorted((a, b) => (depth(a) ?? 0) - (depth(b) ?? 0));
}
