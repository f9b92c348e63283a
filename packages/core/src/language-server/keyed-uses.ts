import { keysInTypes } from "../syntax/key-types.ts";
import { loadParser, parseSource } from "../syntax/parse.ts";
import { WHOLE } from "./cover.ts";
import type { KnownPlace } from "./indirect-uses.ts";
import { keyMeanings } from "./key-meanings.ts";
import { isInstalled, type SourceLocation } from "./locations.ts";
import { moduleExports } from "./module-exports.ts";
import { nameAt } from "./name-at.ts";
import type { NamedUses } from "./named-uses.ts";
import type { Place, Questions } from "./questions.ts";

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
  const definitions = await questions.definitions(place);
  // What stands at the top of a module is nobody's key.
  if (!(await areMembers(questions, definitions))) return NONE;
  const name = nameAt(questions.text(place.path.absolute).source, place.offset);
  if (name === undefined || name.startsWith("#")) return NONE;
  const [holding, keying] = await Promise.all([
    session.candidates.holding(new Set([name]), signal),
    session.candidates.matching(KEYING, signal),
  ]);
  const likely = [...new Set(holding).intersection(new Set(keying))];
  if (likely.length === 0) return NONE;
  return session.candidates.kept(`keyed ${place.offset} ${place.path.absolute}`, async () => {
    const known = new Set([...(await direct), ...definitions].map(keyOf));
    const files = [...(await session.projects.loadedAmong(likely, signal))].toSorted();
    const found = await Promise.all(files.map((file) => usesIn(questions, file, name, known)));
    return { found: found.flat(), coverage: WHOLE };
  });
}

async function areMembers(questions: Questions, definitions: readonly SourceLocation[]): Promise<boolean> {
  const own = definitions.filter((one) => !isInstalled(one));
  const areOfModules = own.map(async ({ file, span }) => (await moduleExports(questions, file)).isTopLevel(span.start));
  return own.length > 0 && !(await Promise.all(areOfModules)).includes(true);
}

/** What may hold such a key: types that the language has for it, and what else is given a string last. */
const KEYING = "\\b(?:Omit|Pick|Exclude|Extract)\\s*<|\\bkeyof\\b|[\"'`]\\s*>";

async function usesIn(
  questions: Questions,
  file: string,
  name: string,
  known: ReadonlySet<string>,
): Promise<readonly SourceLocation[]> {
  const { reader } = questions;
  const text = reader.textOf(file)?.source ?? "";
  if (!/\.[cm]?tsx?$/.test(file) || !new RegExp(`(["'\`])${RegExp.escape(name)}\\1`).test(text)) return [];
  const outcome = parseSource(await loadParser(), file, text);
  const keys = outcome.ok ? keysInTypes(outcome.parsed, name) : [];
  if (keys.length === 0) return [];
  const meanings = await keyMeanings(
    file,
    text,
    keys,
    (content, offsets) => questions.definitionsIn(file, content, offsets),
    (one, { start }) => !isInstalled(one) && known.has(keyOf({ ...one, span: { start, end: start } })),
  );
  // A key of one type is one of it beside others, too. What only may be a key the compiler complains of where the member is gone.
  return keys.flatMap(({ span, isKey }, at) => {
    const isMeant = meanings[at] === "key" || (isKey && meanings[at] === "maybe");
    return isMeant ? (reader.located(file, span) ?? []) : [];
  });
}

function keyOf({ file, span }: KnownPlace): string {
  return `${span.start} ${file}`;
}
