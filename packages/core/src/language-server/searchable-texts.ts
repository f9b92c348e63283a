import { closureTypeNames, mayHoldClosureType } from "../syntax/closure-types.ts";
import { mayExportUnmarked, unmarkedExports } from "../syntax/implied-exports.ts";
import { jsDocImports } from "../syntax/jsdoc-imports.ts";
import { leadingCasts, mayLeadWithCast } from "../syntax/leading-casts.ts";
import { loadParser, parseSource } from "../syntax/parse.ts";
import { isDeclarationFile } from "../syntax/source-language.ts";
import { mayHaveTemplateDefault, templateDefaults } from "../syntax/template-defaults.ts";
import { type Span, textOf } from "../text/span.ts";
import { type Insert, LspText } from "./lsp-text.ts";
import type { Place, Questions } from "./questions.ts";
import { wordsIn } from "./words.ts";

/**
 * Loaded files that name something where a server heeds it and does not find it, absolute, each as a text in which it does. Of
 * JavaScript: with casts in parentheses, with tags of no effect that repeat the defaults of parameters of types, or hold the names in
 * functions as Closure writes them, and with import tags of their own for default exports that others import something beside. Of
 * ambient modules: with the word `export` before what they export without it.
 *
 * @param names of what is asked about; what a file calls it counts too
 */
export async function searchableTexts(questions: Questions, names: readonly string[]): Promise<Map<string, LspText>> {
  const { session, signal } = questions;
  const holding = await session.candidates.holding(new Set(names), signal);
  const declaring = new Set(await session.candidates.holding(new Set(["declare"]), signal));
  const likely = holding.filter((file) => {
    const isLikely = JAVASCRIPT.test(file) || isDeclarationFile(file) || (TEXTS.test(file) && declaring.has(file));
    const source = isLikely ? questions.reader.textOf(file)?.source : undefined;
    return source !== undefined && mayHide(file, source);
  });
  if (likely.length === 0) return new Map();
  const texts = new Map<string, LspText>();
  for (const file of await session.projects.loadedAmong(likely, signal)) {
    const source = questions.reader.textOf(file)?.source ?? "";
    const hidden = await hiddenIn(questions, file, source);
    const words = names.flatMap((name) => [name, ...aliasesOf(name, source)]);
    if (hidden.some(({ span }) => words.some((word) => wordsIn(textOf(source, span), word, 1).length > 0)))
      texts.set(file, shown(source, hidden));
  }
  return texts;
}

/** The text of the file at a place that lies where a server does not find names, as {@link searchableTexts}. */
export async function searchableTextAt(questions: Questions, { path, offset }: Place): Promise<LspText | undefined> {
  const { absolute } = path;
  if (!TEXTS.test(absolute)) return undefined;
  const { source } = questions.text(absolute);
  if (!mayHide(absolute, source)) return undefined;
  const hidden = await hiddenIn(questions, absolute, source);
  return hidden.some(({ span }) => span.start <= offset && offset <= span.end) ? shown(source, hidden) : undefined;
}

/** A text that stands in the place of a file, as {@link searchableTexts}. */
export async function searchableContent(file: string, content: string): Promise<LspText> {
  return shown(content, TEXTS.test(file) && mayHide(file, content) ? await hiddenNames(file, content) : []);
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
