import { leadingCasts, mayLeadWithCast } from "../syntax/leading-casts.ts";
import { loadParser, parseSource } from "../syntax/parse.ts";
import { type Span, textOf } from "../text/span.ts";
import { LspText } from "./lsp-text.ts";
import type { Place, Questions } from "./questions.ts";
import { wordsIn } from "./words.ts";

/**
 * Loaded files of JavaScript that name something in a cast that begins an expression, absolute, each as a text in which a server finds
 * that name: with the cast in parentheses.
 *
 * @param names of what is asked about; what a file calls it counts too
 */
export async function castTexts(questions: Questions, names: readonly string[]): Promise<Map<string, LspText>> {
  const { session, signal } = questions;
  const holding = await session.candidates.holding(new Set(names), signal);
  const likely = holding.filter((file) => {
    const source = JAVASCRIPT.test(file) ? questions.reader.textOf(file)?.source : undefined;
    return source !== undefined && mayLeadWithCast(source);
  });
  if (likely.length === 0) return new Map();
  const texts = new Map<string, LspText>();
  for (const file of await session.projects.loadedAmong(likely, signal)) {
    const source = questions.reader.textOf(file)?.source ?? "";
    const casts = await castsIn(questions, file, source);
    const words = names.flatMap((name) => [name, ...aliasesOf(name, source)]);
    if (casts.some((cast) => words.some((word) => wordsIn(textOf(source, cast), word, 1).length > 0)))
      texts.set(file, new LspText(source, casts));
  }
  return texts;
}

/** The text of the file at a place that lies in such a cast, as {@link castTexts}. */
export async function castTextAt(questions: Questions, { path, offset }: Place): Promise<LspText | undefined> {
  const { absolute } = path;
  if (!JAVASCRIPT.test(absolute)) return undefined;
  const { source } = questions.text(absolute);
  if (!mayLeadWithCast(source)) return undefined;
  const casts = await castsIn(questions, absolute, source);
  return casts.some(({ start, end }) => start < offset && offset < end) ? new LspText(source, casts) : undefined;
}

/** A text that stands in the place of a file, as {@link castTexts}. */
export async function castContent(file: string, content: string): Promise<LspText> {
  if (!JAVASCRIPT.test(file) || !mayLeadWithCast(content)) return new LspText(content);
  const outcome = parseSource(await loadParser(), file, content);
  return new LspText(content, outcome.ok ? leadingCasts(outcome.parsed) : []);
}

function castsIn(questions: Questions, file: string, source: string): Promise<readonly Span[]> {
  return questions.kept(`casts ${file}`, async () => {
    const outcome = parseSource(await loadParser(), file, source);
    return outcome.ok ? leadingCasts(outcome.parsed) : [];
  });
}

const JAVASCRIPT = /\.[cm]?jsx?$/;

/** What a file calls what it imports: `import { Box as B }`, `const { Box: B } = require()`. */
function aliasesOf(name: string, source: string): string[] {
  const pattern = new RegExp(
    `(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}(?:\\s+as\\s+|\\s*:\\s*)([\\p{ID_Start}$_][\\p{ID_Continue}$]*)`,
    "gu",
  );
  return Array.from(source.matchAll(pattern), ([, alias = ""]) => alias);
}
