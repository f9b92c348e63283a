import type { Comment } from "oxc-parser";
import { firstIndex } from "../../text/sorted.ts";
import type { Span } from "../../text/span.ts";
import { isOfTypesAlone } from "./jsdoc-types.ts";
import type { ParsedSource } from "../parser/parse.ts";
import { isJavaScript } from "../parser/source-language.ts";

/**
 * Finds the comments attached above a declaration: those that stand on lines of their own (or on its own line), with
 * nothing but white space and no blank line between, unless a doc comment says what declarations alone have: the compiler takes that for
 * the doc of what stands below. Not attached are comments that speak of more than one declaration:
 * region marks, those of conditional compilation, `/// <reference>` lines, what compilers, linters and test runners read for the whole file, and in JavaScript those that
 * declare or import types for it.
 */
export class Leads {
  readonly #source: string;
  readonly #comments: readonly Comment[];
  readonly #isJavaScript: boolean;
  /** Whether `// endregion` ends what `// region` opens, which are plain words elsewhere. */
  readonly #hasRegions: boolean;

  constructor({ source, comments, language }: Pick<ParsedSource, "source" | "comments" | "language">) {
    this.#source = source;
    this.#comments = comments;
    this.#isJavaScript = isJavaScript(language);
    this.#hasRegions = source.includes("endregion") && comments.some(({ value }) => /^\s*endregion\b/.test(value));
  }

  /** The lead of the declaration that starts at `start`. */
  before(start: number): Span | undefined {
    let first: Comment | undefined;
    let last: Comment | undefined;
    for (let index = this.#lastEndingBefore(start); index >= 0; index--) {
      const comment = this.#comments[index] as Comment;
      const gap = this.#source.slice(comment.end, first?.start ?? start);
      const isApart = this.#isMarker(comment) && !(OF_RANGE.test(comment.value) && this.#isBelowDoc(index));
      if (gap.trim() !== "" || isApart || (isLicense(comment) && this.#opensFile(index))) break;
      if (this.#isJavaScript && isOfTypesAlone(comment)) break;
      const breaks = countLineBreaks(gap);
      if (breaks > 0 && !this.#startsItsLine(index)) break;
      if (breaks > 1 && (last !== undefined || !isDocOfDeclaration(comment))) break;
      first = comment;
      last ??= comment;
    }
    return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
  }

  /**
   * The doc comment of what starts at `start`, as the compiler has it: the last one with nothing but comments and white space
   * behind it, blank lines too. Not one that speaks of the file, or that declares a type.
   */
  docBefore(start: number): string | undefined {
    let from = start;
    for (let index = this.#lastEndingBefore(start); index >= 0; index--) {
      const comment = this.#comments[index] as Comment;
      if (this.#source.slice(comment.end, from).trim() !== "") return undefined;
      from = comment.start;
      if (comment.type === "Line" || !comment.value.startsWith("*")) continue;
      const isOfFile = isMarker(comment) || (isLicense(comment) && this.#opensFile(index));
      const isOther = isOfFile || OF_NOTHING_BELOW.test(comment.value) || !this.#startsItsLine(index);
      return isOther ? undefined : this.#source.slice(comment.start, comment.end);
    }
    return undefined;
  }

  /** Whether a doc comment ends right above: what stands between it and its declaration goes with both. */
  #isBelowDoc(index: number): boolean {
    const above = this.#comments[index - 1];
    if (above?.type !== "Block" || !above.value.startsWith("*") || isMarker(above)) return false;
    const gap = this.#source.slice(above.end, (this.#comments[index] as Comment).start);
    return gap.trim() === "" && countLineBreaks(gap) === 1;
  }

  #isMarker(comment: Comment): boolean {
    return isMarker(comment) || (this.#hasRegions && /^\s*(?:end)?region\b/.test(comment.value));
  }

  /** Nothing but other comments stands above. */
  #opensFile(index: number): boolean {
    let from = /^\ufeff?(#!.*)?/.exec(this.#source)?.[0].length ?? 0;
    for (const comment of this.#comments.slice(0, index + 1)) {
      if (this.#source.slice(from, comment.start).trim() !== "") return false;
      from = comment.end;
    }
    return true;
  }

  #lastEndingBefore(offset: number): number {
    return firstIndex(this.#comments, ({ end }) => end > offset) - 1;
  }

  /** A comment behind code on the same line speaks of that code. */
  #startsItsLine(index: number): boolean {
    const comment = this.#comments[index] as Comment;
    const previous = this.#comments[index - 1];
    let from = comment.start;
    while (from > (previous?.end ?? 0) && isBlank(this.#source.charCodeAt(from - 1))) from--;
    if (from === 0 || isLineBreak(this.#source.charCodeAt(from - 1))) return true;
    return from === previous?.end && this.#startsItsLine(index - 1);
  }
}

function isMarker({ type, value }: Comment): boolean {
  return (
    (type === "Line" && /^\/\s*<|^\s*#(end)?region\b/.test(value)) ||
    (type === "Block" && CONFIGURATION.test(value)) ||
    CONDITIONAL.test(value) ||
    WHOLE_FILE.some((pragma) => pragma.test(value)) ||
    OF_RANGE.test(value) ||
    (OF_MODULE.test(value) && !OF_DECLARATION.test(value))
  );
}

/** Whether a comment at the top of a file is the file's header, also where it touches the first declaration. */
export function isLicense({ value }: Comment): boolean {
  return /^!|copyright|\bSPDX-|\blicen[cs]ed?\b|@preserve\b/i.test(value);
}

/** Pragmas that hold from where they stand to the end of the file, or for all of it. */
const WHOLE_FILE = [
  /@ts-(no)?check\b|@jsx\w*\s|@(vitest|jest)-environment\b|@(license|packageDocumentation|fileoverview)\b/,
  /^\s*(eslint-|oxlint-|tslint:)(disable|enable)(?!-)|^\s*biome-ignore-all\b|^\s*deno-(lint|fmt)-ignore-file\b/,
  /^[\s*]*@(no)?flow\b|^\s*(istanbul|c8|v8)\s+ignore\s+file\b/,
];

/** What begins or ends a range of lines for coverage, linters, formatters, spell checkers and mutation tests: the other end would be left alone. */
const OF_RANGE =
  /^\s*(?:(?:istanbul|c8|v8)\s+ignore\s+(?:start|stop|end)|node:coverage\s+(?:en|dis)able|biome-ignore-(?:start|end)|(?:prettier|dprint|oxfmt)-ignore-(?:start|end)|clang-format\s+o(?:n|ff)|@formatter:o(?:n|ff)|(?:c?spell(?:-?checker)?):\s*(?:en|dis)able(?!-)|Stryker\s+(?:restore|disable(?!\s+next-line)))\b/i;

/** Marks of conditional compilation: `// #ifdef H5`, `/* @if DEBUG *\/`, `// #endif`. */
const CONDITIONAL = /^\s*[#@](?:if|ifdef|ifndef|elif|elseif|else|endif)\b/;

/**
 * What configures ESLint for a file, in blocks alone. `global` and `exported` begin sentences too, and so count only before names with
 * commas between, behind which a reason may stand.
 */
const CONFIGURATION =
  /^\s*(?:(?:eslint|eslint-env)\s|(?:globals?|exported)\s+[\w$]+(?:\s*:\s*\w+)?(?:\s*,\s*[\w$]+(?:\s*:\s*\w+)?)*(?:\s*,)?(?:\s-{2,}\s|\s*$))/;

/** What JSDoc and TypeDoc take for the doc of a module, unless it says something that modules have not. */
const OF_MODULE = /^[\s*]*@(?:module|file|overview)\b/m;
const OF_DECLARATION =
  /@(?:param|arg|argument|returns?|throws|type|template|class|constructor|extends|augments|function|method)\b/;

/** Doc comments that describe a file, or are declarations themselves. */
const OF_NOTHING_BELOW = /@(?:file|module|overview|typedef|callback)\b/;

/** Whether a doc comment is one of the declaration below it, as far apart as that stands. */
function isDocOfDeclaration({ type, value }: Comment): boolean {
  if (type !== "Block" || !value.startsWith("*") || OF_NOTHING_BELOW.test(value)) return false;
  return OF_DECLARATION.test(value) || OF_ANY_DECLARATION.test(value);
}

const OF_ANY_DECLARATION =
  /^[\s*]*@(?:deprecated|internal|private|protected|public|readonly|override|enum|satisfies)\b/m;

/** White space within a line; the byte order mark before a first comment counts as such. */
function isBlank(code: number): boolean {
  return !isLineBreak(code) && /\s/.test(String.fromCharCode(code));
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
