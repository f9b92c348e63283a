import { wordsIn } from "../../text/words.ts";
import type { SourceLocation } from "../locations.ts";
import { nameAt } from "../../text/name-at.ts";
import type { Place, Questions } from "../questions.ts";
import { isAddedTo } from "./added-to.ts";
import { isExportedAt } from "./module-exports.ts";

/**
 * Where what stands at a place is declared, if that is the place itself and texts tell that it is declared nowhere else: an ES module
 * of TypeScript exports it by `export const name` and says its name behind no other word that declares or imports. The server would
 * check the type of the declaration first.
 */
export async function ownDefinition(questions: Questions, place: Place): Promise<SourceLocation | undefined> {
  const { path, offset } = place;
  const file = path.absolute;
  const source = questions.reader.textOf(file)?.source ?? "";
  const name = nameAt(source, offset);
  if (name === undefined || !/\.[cm]?tsx?$/.test(file) || !(await isExportedAt(questions, place))) return undefined;
  const words = wordsIn(source, name, MAX_WORDS);
  if (words.length === MAX_WORDS || words.some((at) => at !== offset && mayDeclare(source, at))) return undefined;
  if (await isAddedTo(questions, file, name)) return undefined;
  return questions.reader.located(file, { start: offset, end: offset + name.length });
}

/** Words that are looked at: of more the server tells sooner. */
const MAX_WORDS = 300;

/** Whether a word may be declared or imported where it stands. */
function mayDeclare(source: string, offset: number): boolean {
  const before = source.slice(Math.max(0, offset - LONGEST), offset);
  return DECLARING.test(before.slice(-NEAR)) || /\bimport\b[^;'"`=()]*$/.test(before);
}

/** UTF-16 units before a name that are looked at: for the word that declares it, and for an import that lists many others. */
const NEAR = 200;
const LONGEST = 2000;

const DECLARING =
  /\b(?:const|let|var|function|class|enum|interface|type|namespace|module|import)\b(?:[\s*]|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)*$/;
