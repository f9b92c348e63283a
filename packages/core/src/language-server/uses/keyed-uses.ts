import { isNamedAt, typeOwnerOf, walkDeclarations } from "../../syntax/declaration.ts";
import { declarationsOf } from "../../syntax/declarations.ts";
import { type KeyInType, keysInTypes } from "../../syntax/key-types.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import type { Span } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";
import { WHOLE } from "../projects/cover.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyMeanings } from "./key-meanings.ts";
import { isInstalled, keyOf, type SourceLocation } from "../locations.ts";
import { isExportedAt, isTopLevel } from "./module-exports.ts";
import type { NamedUses } from "./named-uses.ts";
import type { Coverage } from "../projects/projects.ts";
import type { Place, Questions } from "../questions.ts";
import { memberDefinitions } from "./shorthand-members.ts";
import { memberNameAt } from "./world-without.ts";

const NONE: NamedUses = { found: [], coverage: WHOLE };

/**
 * Keys in types that name a member, `Omit<Invoice, "total">`: no references to TypeScript, and no error to it where the member is
 * gone.
 *
 * @param direct what was found already
 */
export async function keyedUses(
  questions: Questions,
  place: Place,
  direct: Promise<readonly KnownPlace[]>,
): Promise<NamedUses> {
  const { session, signal } = questions;
  // What stands at the top of a module is nobody's key.
  if (await isExportedAt(questions, place)) return NONE;
  const definitions = await memberDefinitions(questions, place);
  if (!(await areMembers(questions, definitions))) return NONE;
  const name = memberNameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined) return NONE;
  const [holding, keying] = await Promise.all([
    session.candidates.holding(new Set([name]), signal),
    session.candidates.matching(`${KEYING}|${GIVEN_LAST}|${CONSTRAINT}`, signal),
  ]);
  const likely = [...new Set(holding).intersection(new Set(keying))];
  if (likely.length === 0) return NONE;
  return session.candidates.kept(`keyed uses ${place.offset} ${place.path.absolute}`, async () => {
    const known = new Set([...(await direct), ...definitions].map(keyOf));
    const owners = new Set((await Promise.all(definitions.map((one) => ownersOf(questions, one)))).flat());
    const files = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
    const found = await Promise.all(files.map((file) => usesIn(questions, file, name, { known, owners })));
    const perhaps = found.flatMap((one) =>
      one.perhaps.map(({ path, file: other, line }) => `${path ?? other}:${line}${PERHAPS}`),
    );
    const coverage = perhaps.length === 0 ? WHOLE : { ...WHOLE, complete: false, unseen: perhaps };
    return { found: found.flatMap((one) => one.certain), coverage };
  });
}

const PERHAPS = " (perhaps a key)";

/** A coverage without the places that are perhaps keys and are told of as strings that name a member. */
export function withoutTold(coverage: Coverage, told: readonly SourceLocation[]): Coverage {
  const lines = new Set(told.map(({ path, file, line }) => `${path ?? file}:${line}${PERHAPS}`));
  return { ...coverage, unseen: coverage.unseen.filter((one) => !lines.has(one)) };
}

async function areMembers(questions: Questions, definitions: readonly SourceLocation[]): Promise<boolean> {
  const own = definitions.filter((one) => !isInstalled(one));
  const areOfModules = own.map(({ file, span }) => isTopLevel(questions, file, span.start));
  return own.length > 0 && !(await Promise.all(areOfModules)).includes(true);
}

/** The type that declares a member, as its place; none for what is a member of no type that has a name. */
function ownersOf(questions: Questions, { file, span }: SourceLocation): Promise<readonly string[]> {
  return questions.kept(`owner ${span.start} ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, questions.reader.textOf(file)?.source ?? "");
    const declarations = outcome.ok ? declarationsOf(outcome.parsed) : [];
    const all = [...walkDeclarations(declarations)].map(({ declaration }) => declaration);
    const member = all.findLast((one) => isNamedAt(one, span.start));
    const owner = member && typeOwnerOf(declarations, member);
    return owner === undefined ? [] : [keyOf({ file, span: owner.nameRange })];
  });
}

/** What the language has for such keys; and what else is given a string last. */
const KEYING = "\\b(?:Omit|Pick|Exclude|Extract)\\s*<|\\bkeyof\\b";
const GIVEN_LAST = "[\"'`]\\s*>";
/** What a type parameter goes over or extends, by which members may be taken: `{ [P in "total"]: Invoice[P] }`. */
const CONSTRAINT = "\\b(?:in|extends)\\s+\\|?\\s*[\"'`]";

/** UTF-16 units of a type between what makes keys and a key. */
const LONGEST = 500;

/** What a key may name: members, and types that have them; by {@link keyOf}. */
interface Meant {
  readonly known: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

interface KeysInFile {
  readonly certain: readonly SourceLocation[];
  /** What another generic type is given beside the owner: `SetOptional<Invoice, "total">`. */
  readonly perhaps: readonly SourceLocation[];
}

async function usesIn(questions: Questions, file: string, name: string, meant: Meant): Promise<KeysInFile> {
  const { reader } = questions;
  const text = reader.textOf(file)?.source ?? "";
  const quoted = `["'\`]${RegExp.escape(name)}["'\`]`;
  const likely = new RegExp(
    `(?:${KEYING}|\\b(?:in|extends)\\s)[^;]{0,${LONGEST}}?${quoted}|${quoted}(?:[^;]{0,${LONGEST}}?\\bkeyof\\b|[^;<>(){}]{0,${LONGEST}}>)`,
  );
  if (!/\.[cm]?tsx?$/.test(file) || !likely.test(text)) return { certain: [], perhaps: [] };
  const outcome = parseSource(await loadParser(), file, text);
  const keys = outcome.ok ? keysInTypes(outcome.parsed, name) : [];
  const byName = await Promise.all(keys.map((key) => namesOwner(questions, file, text, key, meant.owners)));
  const left = keys.filter(({ isKey }, at) => isKey && byName[at] === undefined);
  const ask = (content: string, offsets: readonly number[]) => questions.definitionsIn(file, content, offsets);
  const isMeant = (one: SourceLocation, { start, end }: Span) =>
    !isInstalled(one) && meant.known.has(keyOf({ ...one, span: { start, end } }));
  const meanings = left.length === 0 ? [] : await keyMeanings(file, text, left, ask, isMeant);
  // A key of several types is one of each.
  const uses = keys.filter((key, at) => byName[at] ?? (key.isKey && meanings[left.indexOf(key)] !== "other"));
  const located = (isKey: boolean) =>
    uses.flatMap((key) => (key.isKey === isKey ? (reader.located(file, key.span) ?? []) : []));
  return { certain: located(true), perhaps: located(false) };
}

/** Whether the one type that a key is of is one of some, told by its name; undefined where that takes more. */
async function namesOwner(
  questions: Questions,
  file: string,
  text: string,
  { span, owners: [written = "", ...others] }: KeyInType,
  known: ReadonlySet<string>,
): Promise<boolean | undefined> {
  // What it is given itself does not matter.
  const owner = written.replace(/\s*<[^]*>$/, "");
  const at = wordsIn(text.slice(0, span.start), owner).at(-1);
  if (others.length > 0 || at === undefined || !/^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(owner)) return undefined;
  const { reader, root } = questions;
  const path = root.proveFile(root.relative(file));
  const found = await questions.definitions({ path, offset: at + owner.lastIndexOf(".") + 1 });
  if (found.length === 0) return undefined;
  if (found.every((one) => known.has(keyOf(one)))) return true;
  // What extends nothing, and is no other name of anything, has the members alone that it declares.
  const isPlain = found.every((one) => PLAIN.test(reader.textOf(one.file)?.source.slice(one.span.end) ?? ""));
  return isPlain && !found.some((one) => known.has(keyOf(one))) ? false : undefined;
}

/** What follows the name of an interface or a class without a heritage. */
const PLAIN = /^\s*(?:<[^{}=]{0,300}>)?\s*\{/;
