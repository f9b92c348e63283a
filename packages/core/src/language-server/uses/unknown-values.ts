import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { count, escapeName } from "../../text/display.ts";
import { gapNote, linesByFile } from "../../text/gap-note.ts";
import { NAME_PART, nameAt } from "../../text/name-at.ts";
import { nearestFirst } from "../../text/nearest-first.ts";
import type { Span } from "../../text/span.ts";
import { isUnreadError } from "../../workspace/unread-error.ts";
import { heirsOfAny } from "./heirs-of-any.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { isOfAny } from "./is-of-any.ts";
import { keyOf, type SourceLocation } from "../locations.ts";
import { mayHoldAny, memberPlaces } from "./member-places.ts";
import { assignedKeys } from "./pattern-uses.ts";
import type { Place, Questions } from "../questions.ts";
import { quotedPlaces } from "./quoted-places.ts";
import type { QuotedUses } from "./quoted-uses.ts";
import type { TypedKeys } from "./typed-keys.ts";

/** Where the name of a member stands on values of type any, so that no type tells whether it is that member. */
export interface UnknownValues {
  /** What shares most folders with the member first, then by path and line; what is minified last. */
  readonly found: readonly SourceLocation[];
  /** Places of the name that were not asked about, there being too many. */
  readonly unasked: number;
  /** Where classes declare it that extend a value of type any, so that it may override the member. */
  readonly heirs?: readonly SourceLocation[];
  /** Classes that may do so and were not looked at, there being too many. */
  readonly unaskedHeirs?: number;
  /** Strings that name it by a type made of keys, where these were looked for. */
  readonly quoted?: QuotedUses;
  /** Where it may be taken from what has it by a key that may be any, or with all others, where these were looked for. */
  readonly computed?: readonly SourceLocation[];
  /** Where it may be taken by a key whose type names it, where these were looked for. */
  readonly keyed?: TypedKeys;
}

export function areNone({ found, heirs = [], unaskedHeirs = 0, quoted, computed = [], keyed }: UnknownValues): boolean {
  return (
    found.length + heirs.length + unaskedHeirs + computed.length + (keyed?.found.length ?? 0) === 0 &&
    (quoted === undefined || quotedNotes("", quoted).length === 0)
  );
}

/** Places that the server is asked about, one by one: a millisecond each in most code, five where types are as heavy as effect's. */
const MAX_ASKED = 100;

/**
 * What an answer says of these; nothing where there are none.
 *
 * @param what what comes of them: `NOT COUNTED`
 */
export function unknownNotes(
  what: string,
  { found, unasked, heirs = [], unaskedHeirs = 0, quoted, computed = [], keyed }: UnknownValues,
): string[] {
  const members = count(
    heirs.length,
    "member of that name in a class that extends",
    "members of that name in classes that extend",
  );
  const strings = [
    ...gapNote(`${what}: ${members} a value of unknown type (any)`, linesByFile(heirs)),
    ...(unaskedHeirs === 0
      ? []
      : [
          `${count(unaskedHeirs, "more class", "more classes")} with a member of that name NOT looked at: what they extend may be made of it.`,
        ]),
    ...gapNote(
      `${what}: ${count(computed.length, "place that takes", "places that take")} members of its owner by computed keys, or all of them`,
      linesByFile(computed),
    ),
    ...(quoted === undefined ? [] : quotedNotes(what, quoted)),
    ...(keyed === undefined ? [] : keyedNotes(what, keyed)),
  ];
  if (found.length === 0)
    return unasked === 0 || strings.length > 0
      ? strings
      : [
          `Of ${(unasked + MAX_ASKED).toLocaleString("en-US")} other places with that name ${MAX_ASKED} were looked at for values of unknown type: none.`,
        ];
  const uses = count(found.length, "use of that name on a value", "uses of that name on values");
  return [
    ...gapNote(`${what}: ${unasked > 0 ? "at least " : ""}${uses} of unknown type (any)`, linesByFile(found)),
    ...strings,
  ];
}

function quotedNotes(what: string, quoted: QuotedUses): string[] {
  const { found, made = [], needing = [], open, unchecked, takenBy } = quoted;
  const strings = count(found.length, "string that names it", "strings that name it");
  const names = count(made.length, "name that a type makes of it", "names that types make of it");
  const needed = count(needing.length, "place whose types need its name", "places whose types need its name");
  const perhaps = count(open.length, "string that may name it", "strings that may name it");
  const more = count(unchecked.length, "more file");
  return [
    ...gapNote(`${what}: ${strings} (keyof)`, linesByFile(found)),
    ...gapNote(`${what}: ${names} (template literals)`, linesByFile(made)),
    ...gapNote(`${what}: ${needed}`, linesByFile(needing)),
    ...gapNote(`${what}: ${perhaps}, as a key beside which any other string is taken too`, linesByFile(open)),
    ...gapNote(
      `${more} that may need its name as a key${takenBy === undefined ? "" : ` (keyof in ${escapeName(takenBy)})`} NOT checked`,
      unchecked,
    ),
  ];
}

function keyedNotes(what: string, { found, unasked }: TypedKeys): string[] {
  const keys = count(found.length, "computed key whose type names it", "computed keys whose types name it");
  const more = count(unasked, "more computed key");
  return [
    ...gapNote(`${what}: ${keys}`, linesByFile(found)),
    ...(unasked === 0 ? [] : [`${more} in files that lead to it NOT looked at.`]),
  ];
}

/** As data, for programs: the field of an answer, where there are any. */
export function unknownField(
  { found, heirs = [], quoted, computed = [], keyed }: UnknownValues,
  limit: number,
): { readonly unknown?: { path: string; line: number }[] } {
  const more = [
    ...(quoted?.found ?? []),
    ...(quoted?.made ?? []),
    ...(quoted?.needing ?? []),
    ...(quoted?.open ?? []),
    ...(keyed?.found ?? []),
  ];
  const all = [...found, ...heirs, ...computed, ...more].map(({ path = "", line }) => ({ path, line }));
  return all.length === 0 ? {} : { unknown: all.slice(0, limit) };
}

/**
 * Where members may be used by their names on values of type any: parameters of JavaScript, `x as any`, what `JSON.parse` gives.
 * TypeScript's search knows of none of them.
 *
 * @param places of members that the workspace declares
 * @param known what was found already
 */
export async function unknownValues(
  questions: Questions,
  places: readonly Place[],
  known: readonly KnownPlace[],
): Promise<UnknownValues> {
  const members = places.flatMap((place) => {
    const name = nameAt(questions.text(place.path.absolute).source, place.offset);
    return name === undefined || name.startsWith("#") ? [] : [{ place, name }];
  });
  const own = places.map(({ path, offset }) => ({ file: path.absolute, span: { start: offset, end: offset } }));
  const found = new Set([...known, ...own].map(({ file, span }) => `${span.start} ${file}`));
  // Who knows of fewer uses may be told of more.
  const apart = Bun.hash([...found].toSorted().join("\n"));
  const all = await Promise.all(
    Array.from(
      Map.groupBy(members, ({ name }) => name),
      ([name, ones]) => {
        const key = `${apart} ${ones.map(({ place }) => `${place.offset} ${place.path.absolute}`).join(" ")}`;
        return questions.session.candidates.kept(`unknown ${key}`, async () => {
          const definitions = await Promise.all(ones.map(({ place }) => questions.definitions(place)));
          const declaring = ones.map(({ place }) => place.path.absolute);
          return ofName(questions, name, found, definitions.flat(), declaring);
        });
      },
    ),
  );
  const heirs = all.flatMap((one) => one.heirs ?? []);
  const unaskedHeirs = all.reduce((sum, one) => sum + (one.unaskedHeirs ?? 0), 0);
  return {
    found: all.flatMap((one) => one.found),
    unasked: all.reduce((sum, { unasked }) => sum + unasked, 0),
    ...(heirs.length > 0 && { heirs }),
    ...(unaskedHeirs > 0 && { unaskedHeirs }),
  };
}

/** Where the name may be taken out of a value of type any. */
interface PlaceOfName {
  /** Absolute. */
  readonly file: string;
  readonly offset: number;
  /** The brackets around it, where it is a string in some. */
  readonly taken?: Span;
}

async function ofName(
  questions: Questions,
  name: string,
  known: ReadonlySet<string>,
  definitions: readonly SourceLocation[],
  declaring: readonly string[],
): Promise<UnknownValues> {
  const { session, reader, root, signal } = questions;
  const holding = await session.candidates.holding(new Set([name]), signal);
  // Who is in no project that is loaded was found not to lead there.
  const files = await session.projects.loadedAmong(holding, signal);
  // What is built of a package holds all of its names again, and would take all that is asked about.
  const all = nearestFirst([...files], declaring).flatMap((file) => {
    const source = reader.textOf(file)?.source ?? "";
    const isScript = sourceLanguage(file)?.startsWith("js") === true;
    const isOther = ({ offset }: PlaceOfName) => !known.has(`${offset} ${file}`);
    const named = memberPlaces(source, name, !isScript).map((offset) => ({ file, offset }));
    const quoted = quotedPlaces(source, name, !isScript).map(({ at, ...taken }) => ({ file, offset: at, taken }));
    const places = [...named, ...quoted].filter(isOther);
    if (places.length === 0 || !(isScript || mayHoldAny(source))) return [];
    const isBuilt = isMinified(source);
    return places.map((one: PlaceOfName) => ({ ...one, isBuilt }));
  });
  // What a person wrote comes first: one minified line would take all that is asked about.
  const suspects = [...all.filter(({ isBuilt }) => !isBuilt), ...all.filter(({ isBuilt }) => isBuilt)];
  const first = suspects.slice(0, MAX_ASKED);
  await session.projects.showLoose([...new Set(first.map(({ file }) => file))], signal);
  const assigned = await assignedKeys(questions, first);
  const asked = first.map(async ({ file, offset, taken }) => {
    const span = { start: offset, end: offset + name.length };
    const isOne =
      assigned.get(keyOf({ file, span })) ??
      (await mayBeMeant(questions, { path: root.proveFile(root.relative(file)), offset }, definitions, taken));
    return isOne ? (reader.located(file, span) ?? []) : [];
  });
  const [found, heirs] = await Promise.all([Promise.all(asked), heirsOfAny(questions, name, definitions, known)]);
  return {
    found: found.flat(),
    heirs: heirs.found,
    unaskedHeirs: heirs.unasked,
    unasked: Math.max(0, suspects.length - MAX_ASKED),
  };
}

/** Whether the lines of a text are longer than anybody writes them, on average. */
function isMinified(source: string): boolean {
  let lines = 1;
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) lines++;
  return source.length / lines > LONG;
}

/** UTF-16 units of a line. */
const LONG = 300;

/**
 * What is nowhere declared is any, a key of an index signature, a word of a comment, or an error. In JavaScript the search for
 * references passes by some of what it knows the declaration of: a parameter whose type a doc comment names. And nobody checks what
 * a value has to be whose shape a comment declares, `@property {Function} load`: any method of the name may be meant.
 */
async function mayBeMeant(
  questions: Questions,
  place: Place,
  definitions: readonly SourceLocation[],
  taken: Span | undefined,
): Promise<boolean> {
  try {
    const targets = await questions.locations("definition", place);
    const own = definitions.filter(({ file }) => /\.[cm]?jsx?$/.test(file));
    if (targets.length > 0)
      return targets.some(
        (one) =>
          isIndexOfAny(questions, one) ||
          own.some(({ file, span }) => file === one.file && span.start === one.span.start) ||
          (own.length > 0 && isShapeOfComment(questions, one) && own.some((its) => isMethod(questions, its))),
      );
    return await (taken === undefined ? isOfAny(questions, place) : isTakenOfAny(questions, place, taken));
  } catch (error) {
    if (isUnreadError(error)) return false;
    throw error;
  }
}

/**
 * Whether a string takes a member out of what has no type, where TypeScript leads it nowhere. Of a string it says nothing: what the value
 * is tells that, or what a dot in the place of the brackets gives.
 */
async function isTakenOfAny(questions: Questions, { path, offset }: Place, { start, end }: Span): Promise<boolean> {
  const { source } = questions.text(path.absolute);
  if (NAME_PART.test(source[start - 1] ?? "")) return isOfAny(questions, { path, offset: start - 1 });
  const content = `${source.slice(0, start)}.${nameAt(source, offset) ?? ""}${source.slice(end)}`;
  return isOfAny(questions, { path, content, offset: start + 1 });
}

/** Whether `[key: string]: any` declares it, and all other names too. */
function isIndexOfAny({ reader }: Questions, { file, span: { start } }: SourceLocation): boolean {
  const text = reader.textOf(file)?.source.slice(start, start + 200) ?? "";
  return /^(?:(?:readonly|static)\s+)*\[\s*[\p{ID_Start}$_][\p{ID_Continue}$]*\s*:[^\]]*\]\s*:\s*any(?![\p{ID_Continue}$[|&])/u.test(
    text,
  );
}

/** Whether a comment of JavaScript declares a function for some value's member. */
function isShapeOfComment({ reader }: Questions, { file, span: { start } }: SourceLocation): boolean {
  if (!/\.[cm]?jsx?$/.test(file)) return false;
  const { source } = reader.textOf(file) ?? { source: "" };
  const open = source.lastIndexOf("/**", start);
  if (open === -1 || source.indexOf("*/", open) < start) return false;
  const [line = ""] = /.*/.exec(source.slice(source.lastIndexOf("\n", start) + 1)) ?? [];
  return /\bfunction\b|=>/i.test(line);
}

/** Whether what is declared at a place is written as a function: `load() {`, `load = (a) =>`, `load: async function`. */
function isMethod({ reader }: Questions, { file, span: { end } }: SourceLocation): boolean {
  const after = reader.textOf(file)?.source.slice(end, end + 200) ?? "";
  return /^\s*(?:\(|[=:]\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>))/.test(after);
}
