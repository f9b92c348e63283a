import type { ExportRecord } from "../../syntax/module-records/module-record.ts";
import { loadParser } from "../../syntax/parser/parse.ts";
import {
  type ExportStyle,
  exportStyleOf,
  isDeclaredByExport,
  isDeclaredWithout,
  mayListName,
} from "../../syntax/module-records/plain-exports.ts";
import { nameAt } from "../../text/name-at.ts";
import { isInstalled } from "../locations.ts";
import type { LspText } from "../session/lsp-text.ts";
import type { Place, Questions } from "../questions.ts";
import { memberDefinitions } from "./shorthand-members.ts";
import { isAddedBeside } from "./added-to.ts";
import { exportedNameStarts, topLevelNames } from "../top-level.ts";

/** What a file exports; none of one that does not parse. */
export async function moduleExports(questions: Questions, file: string): Promise<readonly ExportRecord[]> {
  const module = await questions.moduleAt(file);
  return module === undefined || module.failure !== undefined ? [] : module.record.exports;
}

/** Whether a place is the name of what `export const name` declares at the top of a module. Reads no tree. */
export async function isExportedAt(questions: Questions, { path, offset }: Place): Promise<boolean> {
  const file = path.absolute;
  return isDeclaredByExport(sourceOf(questions, file), offset) && isTopLevel(questions, file, offset);
}

/** Whether a place is the name of what the top of a module declares, and does not export. Reads no tree. */
export async function isUnexported(questions: Questions, { path: { absolute }, offset }: Place): Promise<boolean> {
  if (!isDeclaredWithout(sourceOf(questions, absolute), offset)) return false;
  return (await isUnlisted(questions, absolute, offset)) && isTopLevel(questions, absolute, offset);
}

/** Whether a place is the name of what `export const name` declares, and that is all it is exported as. Reads no tree. */
export async function isExportedAlone(questions: Questions, place: Place): Promise<boolean> {
  return (await isExportedAt(questions, place)) && isUnlisted(questions, place.path.absolute, place.offset);
}

async function isUnlisted(questions: Questions, file: string, offset: number): Promise<boolean> {
  if (!(await styleOf(questions, file)).mayList) return true;
  const source = sourceOf(questions, file);
  return !mayListName(source, nameAt(source, offset) ?? "");
}

/** Whether the name at an offset (UTF-16) is that of a declaration of the file's top level. */
export async function isTopLevel(questions: Questions, file: string, offset: number): Promise<boolean> {
  const text = questions.reader.textOf(file);
  if (text === undefined) return false;
  if (isDeclaredByExport(text.source, offset)) {
    if (!(await styleOf(questions, file)).mayNest) return true;
    const starts = await EXPORTED.getOrInsertComputed(text, async () =>
      exportedNameStarts(await loadParser(), file, text.source),
    );
    return starts.has(offset);
  }
  const isName = await TOPS.getOrInsertComputed(text, async () => topLevelNames(await loadParser(), file, text.source));
  return isName(offset);
}

// Of texts that are kept: a file whose symbols lead to one another is asked about by each, and by many at once.
const EXPORTED = new WeakMap<LspText, Promise<ReadonlySet<number>>>();
const TOPS = new WeakMap<LspText, Promise<(offset: number) => boolean>>();

/**
 * Whether a place is the name of what a statement at the top of a file of TypeScript declares, and so is no member of anything, as far
 * as the file itself tells. In JavaScript, `const name = require()` may stand for what another file has.
 */
export async function isDeclaredAtTop(questions: Questions, { path, offset }: Place): Promise<boolean> {
  const file = path.absolute;
  const source = sourceOf(questions, file);
  return (
    /\.[cm]?tsx?$/.test(file) &&
    (isDeclaredByExport(source, offset) || isDeclaredWithout(source, offset)) &&
    (await isTopLevel(questions, file, offset)) &&
    !(await isAddedBeside(questions, file, offset, nameAt(source, offset) ?? ""))
  );
}

/** Whether what a place means is declared at the top of an ES module alone, and so is no member of anything. */
export async function isNoMember(questions: Questions, place: Place): Promise<boolean> {
  if (await isDeclaredAtTop(questions, place)) return true;
  const definitions = await memberDefinitions(questions, place);
  if (definitions.length === 0 || definitions.some(isInstalled)) return false;
  const are = definitions.map(async ({ file, span: { start } }) => {
    const source = sourceOf(questions, file);
    if (!isDeclaredByExport(source, start) && /\bexports\b/.test(source)) return false;
    return isTopLevel(questions, file, start);
  });
  return (await Promise.all(are)).every(Boolean);
}

/**
 * The names under which a file exports what it declares at an offset (UTF-16): none but for a declaration of its top level.
 * Undefined where CommonJS assigns to the exports: properties hold what is exported then.
 */
export async function namesExportedAt(
  questions: Questions,
  file: string,
  offset: number,
): Promise<string[] | undefined> {
  const source = sourceOf(questions, file);
  const name = nameAt(source, offset);
  if (name === undefined || !(await isTopLevel(questions, file, offset))) return [];
  if (await isUnlisted(questions, file, offset)) {
    if (isDeclaredByExport(source, offset)) return [name];
    if (isDeclaredWithout(source, offset)) return [];
  }
  const exports = await moduleExports(questions, file);
  if (exports.some(({ commonJs }) => commonJs)) return undefined;
  return exports.flatMap((one) => (one.local === name && one.from === undefined ? [one.name] : []));
}

function styleOf(questions: Questions, file: string): Promise<ExportStyle> {
  return questions.kept(`export style ${file}`, async () => exportStyleOf(sourceOf(questions, file)));
}

function sourceOf({ reader }: Questions, file: string): string {
  return reader.textOf(file)?.source ?? "";
}
