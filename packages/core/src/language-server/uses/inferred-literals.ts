import { type GivenKey, givenKeys } from "../../syntax/given-keys.ts";
import { nameAt } from "../../text/name-at.ts";
import { nearestFirst } from "../../text/nearest-first.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import { WHOLE } from "../projects/cover.ts";
import type { Place, Questions } from "../questions.ts";
import { nodesAround } from "../trees.ts";
import { meant } from "./indirect-uses.ts";
import { isNoMember } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/** Keys that the server is asked about, one by one: first a few of each function, then all of those that take the member. */
const MAX_FIRST = 40;
const MAX_OF_CALLEE = 2;
const MAX_ASKED = 500;

/** A key in a file, absolute. */
interface KeyAt extends GivenKey {
  readonly file: string;
}

/**
 * Keys of literals that are taken for a type by inference, `take({ name })` of `take<T extends Named>(value: T)`: TypeScript knows what
 * each is, and its search for references passes by them.
 *
 * @param direct what that found
 */
export async function inferredLiterals(
  questions: Questions,
  place: Place,
  direct: Promise<readonly SourceLocation[]>,
): Promise<NamedUses> {
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#") || (await isNoMember(questions, place))) return NONE;
  const definitions = await questions.definitions(place);
  const are = await Promise.all(definitions.map((one) => isOfType(questions, one)));
  if (!are.includes(true)) return NONE;
  const known = new Set([...(await direct), ...definitions].map(keyOf));
  const keys = await keysNamed(questions, name, known, place.path.absolute);
  if (keys.length === 0) return NONE;
  const byCallee = Map.groupBy(keys, ({ callee }) => callee);
  const first = [...byCallee.values()].flatMap((ones) => ones.slice(0, MAX_OF_CALLEE)).slice(0, MAX_FIRST);
  const found = await meantAmong(questions, first, definitions);
  const taking = new Set(found.flatMap((one) => first.find((key) => isAt(key, one))?.callee ?? []));
  const others = [...taking].flatMap((callee) => byCallee.get(callee) ?? []).filter((one) => !first.includes(one));
  const more = await meantAmong(questions, others.slice(0, MAX_ASKED), definitions);
  const unseen = [...new Set(others.slice(MAX_ASKED).map(({ file }) => file))];
  return {
    found: [...found, ...more],
    coverage: { ...WHOLE, complete: unseen.length === 0, unseen },
  };
}

function isAt({ file, offset }: KeyAt, one: SourceLocation): boolean {
  return one.file === file && one.span.start === offset;
}

/** Whether a type of the workspace declares it, of which literals are. */
async function isOfType(questions: Questions, one: SourceLocation): Promise<boolean> {
  if (isInstalled(one)) return false;
  const around = await nodesAround(questions, one.file, one.span.start);
  return around.some(({ type }) => type === "TSPropertySignature" || type === "TSMethodSignature");
}

/** Those that are not known, of the files that are loaded, the nearest first. */
async function keysNamed(
  questions: Questions,
  name: string,
  known: ReadonlySet<string>,
  declaring: string,
): Promise<KeyAt[]> {
  const { session, reader, signal } = questions;
  const holding = await session.candidates.holding(new Set([name]), signal);
  const keys = holding.flatMap((file) =>
    givenKeys(reader.textOf(file)?.source ?? "", name)
      .filter(({ offset }) => !known.has(keyOf({ file, span: { start: offset, end: offset } })))
      .map((one) => ({ ...one, file })),
  );
  const byFile = Map.groupBy(keys, ({ file }) => file);
  const files = byFile.size === 0 ? [] : [...(await session.projects.loadedAmong([...byFile.keys()], signal))];
  return nearestFirst(files.toSorted(), [declaring]).flatMap((file) => byFile.get(file) ?? []);
}

function meantAmong(
  questions: Questions,
  keys: readonly KeyAt[],
  definitions: readonly SourceLocation[],
): Promise<SourceLocation[]> {
  const suspects = Array.from(
    Map.groupBy(keys, ({ file }) => file),
    ([file, ones]) => ({
      file,
      source: questions.reader.textOf(file)?.source ?? "",
      offsets: ones.map(({ offset }) => offset),
    }),
  );
  return suspects.length === 0 ? Promise.resolve([]) : meant(questions, suspects, definitions);
}
