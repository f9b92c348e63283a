import {
  assignedPatterns,
  likelyKeys,
  likelyPlaces,
  type NamedKey,
  type PatternKey,
  patternKeys,
} from "../../syntax/pattern-keys.ts";
import { wordNumber } from "../../syntax/scan/word-table.ts";
import { WHOLE } from "../projects/cover.ts";
import { givenPlaces } from "./common-js-givers.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyOf, type SourceLocation, unique } from "../locations.ts";
import { isDeclaredAtTop, isNoMember } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";
import { answersOf, keysMeant } from "./probes.ts";
import type { Place, Questions } from "../questions.ts";
import { programOf } from "../trees.ts";
import { memberNameAt } from "./world-without.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * Keys of patterns that take a member out of a value, as far as TypeScript's search passes by them: of assignments where a class
 * declares it, `({ area: a } = plain)`, and strings, `({ ["area"]: a }: Plain) => a`.
 *
 * @param direct what was found already
 * @param isFollowed whether uses of what CommonJS gives its value to count, which may keep its name
 */
export async function patternUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]> | readonly KnownPlace[],
  isFollowed = true,
): Promise<NamedUses> {
  const { session, reader, signal } = questions;
  const name = memberNameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || (await isDeclaredAtTop(questions, place))) return NONE;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const mayHold = await Promise.all(holding.map((file) => mayHoldKey(questions, file, name)));
  const likely = holding.filter((_, at) => mayHold[at]);
  if (likely.length === 0 || (await isNoMember(questions, place))) return NONE;
  // A member that overrides another is among what was found of that.
  const definitions = await questions.definitions(place);
  const given = isFollowed ? await givenPlaces(questions, definitions) : [];
  const known = new Set([...(await direct), ...definitions, ...given].map(keyOf));
  const files = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
  const asked = await Promise.all(
    files.map(async (file) => {
      const isWanted = (key: NamedKey) => key.name === name && !known.has(keyOf({ file, span: key.span }));
      const places = likelyPlaces(reader.textOf(file)?.source ?? "", name);
      return { file, keys: places.length === 0 ? [] : await keysIn(questions, file, places, isWanted) };
    }),
  );
  const { found, unseen } = await keysMeant(questions, asked, known);
  return { found, coverage: { ...WHOLE, complete: unseen.length === 0, unseen } };
}

/** Names are kept, and texts are not: of a common name every file is looked at. */
async function mayHoldKey(questions: Questions, file: string, name: string): Promise<boolean> {
  const names = await questions.kept(`likely keys ${file}`, () =>
    Promise.resolve(likelyKeys(questions.reader.textOf(file)?.source ?? "")),
  );
  return names.has(wordNumber(name));
}

/** What declares the name at a place, where it is such a key, by what was found without that knowledge. */
export async function withPatternMembers(
  questions: Questions,
  { path: { absolute: file }, offset }: Place,
  found: SourceLocation[],
): Promise<SourceLocation[]> {
  const { source } = questions.text(file);
  if (!(await mayBeKey(questions, file, source, offset))) return found;
  const [key] = await keysIn(questions, file, [offset], ({ span }) => span.start <= offset && offset <= span.end);
  const [[members] = []] = key === undefined ? [] : await answersOf(questions, [{ file, probes: [key.probe] }]);
  if (key === undefined || members === undefined || members.length === 0) return found;
  // The variable that a shorthand names is meant as well; a name by itself leads to itself.
  const isKey = ({ file: other, span }: SourceLocation) => other === file && span.start <= offset && offset <= span.end;
  const isShorthand = !/^["'`\s\])]*:/.test(source.slice(key.span.end, key.span.end + NEAR));
  return isShorthand ? unique([...found.filter((one) => !isKey(one)), ...members]) : members;
}

/**
 * Of the keys of assignments, which TypeScript leads to themselves or to variables, whether it knows no member that they take, by their
 * {@link keyOf}.
 *
 * @param places where the name stands, by absolute path and UTF-16 offset
 */
export async function assignedKeys(
  questions: Questions,
  places: readonly { readonly file: string; readonly offset: number }[],
): Promise<ReadonlyMap<string, boolean>> {
  const asked = await Promise.all(
    Array.from(
      Map.groupBy(places, ({ file }) => file),
      async ([file, ones]) => {
        const patterns = assignedPatterns(questions.reader.textOf(file)?.source ?? "");
        const offsets = ones
          .map(({ offset }) => offset)
          .filter((offset) => patterns.some(({ start, end }) => start <= offset && offset <= end));
        const isWanted = ({ span }: NamedKey) => offsets.includes(span.start);
        return { file, keys: offsets.length === 0 ? [] : await keysIn(questions, file, offsets, isWanted) };
      },
    ),
  );
  const probes = asked.map(({ file, keys }) => ({ file, probes: keys.map(({ probe }) => probe) }));
  const members = await answersOf(questions, probes, true);
  return new Map(
    asked.flatMap(({ file, keys }, index) =>
      keys.map(({ span }, at) => [keyOf({ file, span }), members[index]?.[at]?.length === 0] as const),
    ),
  );
}

/** UTF-16 units beside a name that are looked at. */
const NEAR = 80;

async function mayBeKey(questions: Questions, file: string, source: string, offset: number): Promise<boolean> {
  const before = source.slice(Math.max(0, offset - NEAR), offset);
  if (/[{,/]\s*(?:\[[\s(]*)?["'`][\p{ID_Continue}$]*$/u.test(before)) return true;
  if (!/[{,/]\s*[\p{ID_Continue}$]*$/u.test(before)) return false;
  if (!/^[\p{ID_Continue}$]*\s*[,}=:/]/u.test(source.slice(offset, offset + NEAR))) return false;
  // Every name in an import or a literal comes here.
  const patterns = await questions.kept(`assigned patterns ${file}`, () => Promise.resolve(assignedPatterns(source)));
  return patterns.some(({ start, end }) => start <= offset && offset <= end);
}

async function keysIn(
  questions: Questions,
  file: string,
  places: readonly number[],
  isWanted: (key: NamedKey) => boolean,
): Promise<PatternKey[]> {
  const program = await programOf(questions, file);
  const source = questions.reader.textOf(file)?.source ?? "";
  return program === undefined ? [] : patternKeys({ source, program }, places, isWanted);
}
