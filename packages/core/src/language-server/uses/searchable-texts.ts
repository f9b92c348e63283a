import { closureTypeNames, mayHoldClosureType } from "../../syntax/comments/closure-types.ts";
import { enumNames, enumUses, mayHoldEnumTag } from "../../syntax/comments/enum-tags.ts";
import { mayExportUnmarked, unmarkedExports } from "../../syntax/module-records/implied-exports.ts";
import { jsDocImports } from "../../syntax/comments/jsdoc-imports.ts";
import { leadingCasts, mayLeadWithCast } from "../../syntax/comments/leading-casts.ts";
import { loadParser, parseSource } from "../../syntax/parser/parse.ts";
import { isDeclarationFile } from "../../syntax/parser/source-language.ts";
import { mayHaveTemplateDefault, templateDefaults } from "../../syntax/comments/template-defaults.ts";
import { type Span, textOf } from "../../text/span.ts";
import { wordsIn } from "../../text/words.ts";
import { type Insert, LspText } from "../session/lsp-text.ts";
import { isOfOwnProgram } from "./own-programs.ts";
import type { Place, Questions } from "../questions.ts";

/**
 * Loaded files that name something where a server heeds it and does not find it, absolute, each as a text in which it does. Of
 * JavaScript: with casts in parentheses, with tags of no effect that repeat the defaults of parameters of types, or hold the names in
 * functions as Closure writes them, with import tags of their own for default exports that others import something beside, and with
 * `typeof` before the names of enums, as in TypeScript, where one of these is asked about. Of
 * ambient modules: with the word `export` before what they export without it. Of a script {@link isOfOwnProgram}: as a module.
 *
 * @param place what is asked about
 * @param names of that; what a file calls it counts too
 */
export async function searchableTexts(
  questions: Questions,
  place: Place,
  names: readonly string[],
): Promise<Map<string, LspText>> {
  const { session, signal } = questions;
  const holding = await session.candidates.holding(new Set(names), signal);
  const ambient = await session.candidates.scannedAs("hasAmbient", signal);
  const likely = holding.filter((file) => {
    const isLikely = JAVASCRIPT.test(file) || isDeclarationFile(file) || ambient.has(file);
    const text = isLikely ? questions.reader.textOf(file) : undefined;
    return text !== undefined && mayHideAny(file, text);
  });
  const enums = await enumsMeant(questions, place, await enumsAmong(questions, holding, names));
  const asked = enums.size === 0 ? likely : holding.filter((file) => TEXTS.test(file));
  const ends = await endsOf(questions, place);
  const texts = new Map<string, LspText>();
  if (ends.length > 0) texts.set(place.path.absolute, shown(questions.text(place.path.absolute).source, ends));
  if (asked.length === 0) return texts;
  for (const file of await session.projects.loadedAmong(asked, signal)) {
    const source = questions.reader.textOf(file)?.source ?? "";
    const hidden = [...(await hiddenIn(questions, file, source)), ...(await enumUsesIn(file, source, enums))];
    const words = names.flatMap((name) => [name, ...aliasesOf(name, source)]);
    if (hidden.some(({ span }) => words.some((word) => wordsIn(textOf(source, span), word, 1).length > 0)))
      texts.set(file, shown(source, file === place.path.absolute ? [...hidden, ...ends] : hidden));
  }
  return texts;
}

/** All of some enums where a place leads to one, and none where another symbol of its name is asked about: types that have that mean it. */
async function enumsMeant(
  questions: Questions,
  place: Place,
  enums: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (enums.size === 0) return enums;
  const leads = (await questions.definitions(place)).map(async ({ file, span }) => {
    const source = questions.reader.textOf(file)?.source ?? "";
    const isTagged = JAVASCRIPT.test(file) && mayHoldEnumTag(source);
    return isTagged && (await enumsOf(questions, file)).includes(textOf(source, span));
  });
  return (await Promise.all(leads)).includes(true) ? enums : NO_NAMES;
}

/** Those of some names that variables with `@enum` have, which are types to TypeScript up to 6. */
async function enumsAmong(
  questions: Questions,
  files: readonly string[],
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const tagged = files.filter(
    (file) => JAVASCRIPT.test(file) && mayHoldEnumTag(questions.reader.textOf(file)?.source ?? ""),
  );
  const found = await Promise.all(tagged.map((file) => enumsOf(questions, file)));
  return new Set(found.flat()).intersection(new Set(names));
}

function enumsOf(questions: Questions, file: string): Promise<string[]> {
  return questions.kept(`enums ${file}`, () => enumsIn(file, questions.reader.textOf(file)?.source ?? ""));
}

async function enumsIn(file: string, source: string): Promise<string[]> {
  const outcome = parseSource(await loadParser(), file, source);
  return outcome.ok ? enumNames(outcome.parsed) : [];
}

/** The variable is what the server finds where the type is named: `typeof Kind`. */
async function enumUsesIn(file: string, source: string, enums: ReadonlySet<string>): Promise<readonly Hidden[]> {
  if (enums.size === 0 || !TEXTS.test(file)) return [];
  const outcome = parseSource(await loadParser(), file, source);
  const names = new Set(Array.from(enums, (name) => [name, ...aliasesOf(name, source)]).flat());
  const spans = outcome.ok ? enumUses(outcome.parsed, names) : [];
  return spans.map((span) => ({ span, inserts: [{ at: span.start, text: "typeof " }] }));
}

/** The text of the file at a place that lies where a server does not find names, as {@link searchableTexts}. */
export async function searchableTextAt(questions: Questions, place: Place): Promise<LspText | undefined> {
  const { path, offset } = place;
  const { absolute } = path;
  if (!TEXTS.test(absolute)) return undefined;
  const text = questions.text(absolute);
  const { source } = text;
  const ends = await endsOf(questions, place);
  const hidden = mayHideAny(absolute, text) ? await hiddenIn(questions, absolute, source) : [];
  const isHidden = hidden.some(({ span }) => span.start <= offset && offset <= span.end);
  return isHidden || ends.length > 0 ? shown(source, [...hidden, ...ends]) : undefined;
}

/** What makes a module of a script, of which nothing else uses what is asked about. */
async function endsOf(questions: Questions, place: Place): Promise<readonly Hidden[]> {
  if (!(await isOfOwnProgram(questions, place))) return [];
  const { length } = questions.text(place.path.absolute).source;
  return [end(length)];
}

/** On a line of its own, which it would be of the built file too: those who look at that for its format would take it for a module. */
const MODULE_END = ["", "export {};", ""].join("\n");

function end(length: number): Hidden {
  return { span: { start: length, end: length }, inserts: [{ at: length, text: MODULE_END }] };
}

/**
 * Texts that stand in the place of files, as {@link searchableTexts}.
 *
 * @param place what is asked about, on disk
 * @param contents by absolute path
 */
export async function searchableContents(
  questions: Questions,
  place: Place,
  contents: ReadonlyMap<string, string>,
  names: readonly string[],
): Promise<Map<string, LspText>> {
  const holding = await questions.session.candidates.holding(new Set(names), questions.signal);
  const [onDisk, ...own] = await Promise.all([
    enumsAmong(questions, holding, names),
    ...Array.from(contents, async ([file, text]) =>
      JAVASCRIPT.test(file) && mayHoldEnumTag(text) ? enumsIn(file, text) : Promise.resolve([]),
    ),
  ]);
  const all = onDisk.union(new Set(own.flat()).intersection(new Set(names)));
  const enums = await enumsMeant(questions, place, all);
  const isProgram = contents.has(place.path.absolute) && (await isOfOwnProgram(questions, place));
  const shownTexts = Array.from(contents, async ([file, text]) => {
    const hidden = TEXTS.test(file) && mayHide(file, text) ? await hiddenNames(file, text) : [];
    const ends = isProgram && file === place.path.absolute ? [end(text.length)] : [];
    return [file, shown(text, [...hidden, ...(await enumUsesIn(file, text, enums)), ...ends])] as const;
  });
  return new Map(await Promise.all(shownTexts));
}

/** What a server heeds and finds no names in. */
interface Hidden {
  readonly span: Span;
  /** With these it finds them. */
  readonly inserts: readonly Insert[];
}

function shown(source: string, hidden: readonly Hidden[]): LspText {
  return new LspText(
    source,
    hidden.flatMap(({ inserts }) => inserts),
  );
}

/** As {@link mayHide}, told once of each text: of a large file hundreds of places are asked about. */
function mayHideAny(file: string, text: LspText): boolean {
  const known = HIDING.get(text) ?? mayHide(file, text.source);
  HIDING.set(text, known);
  return known;
}

const HIDING = new WeakMap<LspText, boolean>();

function mayHide(file: string, source: string): boolean {
  if (!JAVASCRIPT.test(file)) return mayExportUnmarked(source, isDeclarationFile(file));
  return (
    mayLeadWithCast(source) ||
    mayHaveTemplateDefault(source) ||
    IMPORTS_BESIDE.test(source) ||
    mayHoldClosureType(source)
  );
}

function hiddenIn(questions: Questions, file: string, source: string): Promise<readonly Hidden[]> {
  return questions.kept(`hidden ${file}`, () => hiddenNames(file, source));
}

async function hiddenNames(file: string, source: string): Promise<readonly Hidden[]> {
  const outcome = parseSource(await loadParser(), file, source);
  if (!outcome.ok) return [];
  if (!JAVASCRIPT.test(file))
    return unmarkedExports(outcome.parsed, isDeclarationFile(file)).flatMap(({ start, names }) =>
      names.map((span, at) => ({ span, inserts: at === 0 ? [{ at: start, text: "export " }] : [] })),
    );
  const around = (span: Span, before: string, behind: string) => ({
    span,
    inserts: [
      { at: span.start, text: before },
      { at: span.end, text: behind },
    ],
  });
  return [
    ...leadingCasts(outcome.parsed).map((span) => around(span, "(", ")")),
    // The default itself is the copy: what stands in the source is searched as the type of a tag that says nothing.
    ...templateDefaults(outcome.parsed).map((span) => around(span, `${textOf(source, span)}] @throws {`, "}")),
    // Each is the type of a tag that says nothing, on a line of its own.
    ...closureTypeNames(outcome.parsed).map((span) => around(span, "\n* @throws {", "}\n* ")),
    // The import of the default export alone, and another for what is imported beside it.
    ...jsDocImports(outcome.parsed).flatMap(({ defaultBeside: span, specifier }) =>
      span === undefined ? [] : [around(span, "", ` from "${specifier}" @import $${span.start}$`)],
    ),
  ];
}

const NO_NAMES: ReadonlySet<string> = new Set();

const IMPORTS_BESIDE = /@import\s+[\p{ID_Continue}$]+[\s*]*,/u;

const JAVASCRIPT = /\.[cm]?jsx?$/;

const TEXTS = /\.[cm]?[jt]sx?$/;

/** What a file calls what it imports: `import { Box as B }`, `const { Box: B } = require()`. */
function aliasesOf(name: string, source: string): string[] {
  const pattern = new RegExp(
    `(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}(?:\\s+as\\s+|\\s*:\\s*)([\\p{ID_Start}$_][\\p{ID_Continue}$]*)`,
    "gu",
  );
  return Array.from(source.matchAll(pattern), ([, alias = ""]) => alias);
}
