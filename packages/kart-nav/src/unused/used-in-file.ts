import { assignedNames } from "@kart/core/syntax/common-js/common-js-names";
import { type ParsedSource, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { nodesAround, scopeOf } from "@kart/core/syntax/scope";
import { useAt, useInCode } from "@kart/core/syntax/use-site";
import type { Span } from "@kart/core/text/span";
import type { IndexedDeclaration } from "../declarations/indexed-file.ts";
import type { UnusedExport } from "./unused-exports.ts";
import { isJavaScript } from "@kart/core/syntax/parser/source-language";

/** Names that are looked for one by one. Where more are asked for, all words of a text are found at once: it may export thousands. */
const MANY = 16;

/** A text that is parsed once somebody asks for more than where it holds a word. */
export class TextOfFile {
  readonly source: string;
  readonly #parser: Parser;
  readonly #path: string;
  #parsed: ParsedSource | "unparsed" | undefined;
  #exportedAt: ReadonlySet<number> | undefined;
  #asked = 0;
  #words: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(parser: Parser, path: string, source: string) {
    this.#parser = parser;
    this.#path = path;
    this.source = source;
  }

  get isParsed(): boolean {
    return this.#parsed !== undefined;
  }

  get parsed(): ParsedSource | "unparsed" {
    if (this.#parsed !== undefined) return this.#parsed;
    const outcome = parseSource(this.#parser, this.#path, this.source);
    return (this.#parsed = outcome.ok ? outcome.parsed : "unparsed");
  }

  /** Where it holds a name, other than as that of a member; UTF-16 offsets. */
  placesOf(name: string): readonly number[] {
    if (++this.#asked <= MANY || !WHOLE_WORD.test(name)) return wordsIn(this.source, name);
    this.#words ??= allWords(this.source);
    return this.#words.get(name) ?? [];
  }

  /** Where assignments name what CommonJS exports, and the variables that they export; UTF-16 offsets. */
  get exportedAt(): ReadonlySet<number> {
    const names = () => (this.parsed === "unparsed" ? [] : assignedNames(this.parsed));
    return (this.#exportedAt ??= new Set(
      names().flatMap(({ span, localStart = span.start }) => [span.start, localStart]),
    ));
  }
}

/** By name. */
export type DeclaredAtTop = ReadonlyMap<string, readonly IndexedDeclaration[]>;

/**
 * Whether a file uses what it exports elsewhere than in the declaration itself, or exports it under another name that is used.
 * In doubt it does: what does not parse any more is doubtful, and so are types that hide one another.
 */
export function isUsedInFile(
  text: TextOfFile,
  declared: DeclaredAtTop,
  { name, local, isUsedOtherwise, commonJs }: UnusedExport,
): boolean {
  if (isUsedOtherwise === true) return true;
  const spansOf = (wanted: string) => (declared.get(wanted) ?? []).map(({ declaration }) => declaration.span);
  if (commonJs === true && takesMember(text, name, spansOf(name))) return true;
  if (local === undefined) return false;
  const own = spansOf(local);
  return text
    .placesOf(local)
    .some(
      (offset) =>
        !isWithin(own, offset) &&
        (text.parsed === "unparsed" ||
          (usesOwn(text.parsed, local, offset) && !(commonJs === true && text.exportedAt.has(offset)))),
    );
}

/** Whether a CommonJS module takes what it exports back by its name: `exports.name()`, `this.name`. In doubt it does. */
function takesMember(text: TextOfFile, name: string, own: readonly Span[]): boolean {
  const member = new RegExp(
    `(?<![\\p{ID_Continue}$])(?:exports|this)\\s*(?:\\?\\.|\\.)?\\s*(?:\\[\\s*)?(["'\`]?${RegExp.escape(name)})(?![\\p{ID_Continue}$\\u200c\\u200d])`,
    "gdu",
  );
  const offsets = Array.from(text.source.matchAll(member), ({ indices }) => indices?.[1]?.[0] as number);
  return offsets.some((at) => !isWithin(own, at) && !text.exportedAt.has(at));
}

const PART = "[\\p{ID_Continue}$\\u200c\\u200d]";
const WHOLE_WORD = new RegExp(`^${PART}+$`, "u");

function wordsIn(source: string, name: string): number[] {
  const word = new RegExp(`(?<!${PART}|${MEMBER})${RegExp.escape(name)}(?!${PART})`, "gu");
  return Array.from(source.matchAll(word), ({ index }) => index);
}

/** What stands before the name of a member. */
const MEMBER = "#|(?<!\\.\\.)\\.";

function allWords(source: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { 0: word, index } of source.matchAll(new RegExp(`(?<!${PART}|${MEMBER})${PART}+`, "gu")))
    found.getOrInsertComputed(word, () => []).push(index);
  return found;
}

function isWithin(spans: readonly Span[], offset: number): boolean {
  return spans.some(({ start, end }) => start <= offset && offset < end);
}

/** Whether a name that stands at an offset means what the file declares under it at its top level. */
function usesOwn(parsed: ParsedSource, name: string, offset: number): boolean {
  switch (useInCode(parsed, offset)) {
    case undefined:
      // TypeScript reads the types in comments of JavaScript.
      return isJavaScript(parsed.language) && useAt(parsed, offset) === "type";
    case "declaration":
    case "import":
    case "re-export":
    case "mention":
      return false;
    case "call":
    case "jsx":
    case "reference":
      return scopeOf(nodesAround(parsed.program, offset), name) === undefined;
    default:
      // A value does not hide a type of its name.
      return true;
  }
}
