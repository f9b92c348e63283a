import { ownGlobals } from "../../syntax/module-records/own-globals.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { nameAt } from "../../text/name-at.ts";
import { isBehindDot } from "../../text/words.ts";
import { locationsFrom } from "../answers.ts";
import type { Place, Questions } from "../questions.ts";

/**
 * Whether a place means what its file alone declares for itself, though it is no module: to a server all scripts are one program, in
 * which `main` of `a.js` is that of `b.js`. False where some file uses the name without declaring it: that may mean any of them.
 */
export async function isOfOwnProgram(questions: Questions, place: Place): Promise<boolean> {
  const { path, offset } = place;
  const globals = await globalsOf(questions, path.absolute);
  if (globals.size === 0) return false;
  const { source } = questions.text(path.absolute);
  const name = nameAt(source, offset) ?? "";
  const starts = globals.get(name);
  if (starts === undefined || !(starts.includes(offset) || isUse(source, offset, name))) return false;
  return questions.kept(`own program ${offset} ${path.absolute}`, async () => {
    const isDeclaredIn = async (file: string) => (await globalsOf(questions, file)).has(name);
    const holding = await questions.session.candidates.holding(new Set([name]), questions.signal);
    const others = holding.filter((file) => file !== path.absolute);
    const declaring = await Promise.all(others.map(isDeclaredIn));
    if (!declaring.includes(true)) return false;
    // Who is not loaded is not found.
    await questions.session.projects.load(holding, questions.signal);
    const users = new Set((await takenForOne(questions, place)).map(({ file }) => file));
    return (await Promise.all(Array.from(users, isDeclaredIn))).every(Boolean);
  });
}

/** What the server finds in the texts as they are. */
async function takenForOne(questions: Questions, place: Place) {
  const more = { context: { includeDeclaration: true } };
  const answer = await questions.within(place, (text) =>
    questions.ask("references", place.path, text, place.offset, more),
  );
  return locationsFrom(answer, questions.reader);
}

/** Where a script declares what it is unlikely to share. */
function globalsOf(questions: Questions, file: string): Promise<ReadonlyMap<string, readonly number[]>> {
  return questions.kept(`own globals ${file}`, async () => {
    const source = questions.reader.textOf(file)?.source ?? "";
    // Most files are modules, which need not be parsed to see that.
    if (/^\s*(?:import|export)\b/m.test(source)) return NONE;
    const outcome = parseSource(await loadParser(), file, source);
    return outcome.ok ? ownGlobals(outcome.parsed) : NONE;
  });
}

/** Whether a name seems to be no member's. UTF-16 offset. */
function isUse(source: string, offset: number, { length }: string): boolean {
  return !isBehindDot(source, offset) && !/^\s*[:?]/.test(source.slice(offset + length, offset + length + 80));
}

const NONE: ReadonlyMap<string, readonly number[]> = new Map();
