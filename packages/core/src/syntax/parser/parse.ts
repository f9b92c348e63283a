import type { Comment, ParseResult, ParserOptions, Program } from "oxc-parser";
import { LineIndex } from "../../text/line-index.ts";
import { leaveOutGuards } from "../guards.ts";
import { LazyParser } from "./lazy-parser.ts";
import { isTooDeep } from "./nesting.ts";
import { parserInternals } from "./parser-internals.ts";
import { type SourceLanguage, sourceLanguage } from "./source-language.ts";

/** What is used of oxc-parser. */
export type Parser = Pick<typeof import("oxc-parser"), "parseSync" | "visitorKeys">;

export interface ParsedSource {
  readonly language: SourceLanguage;
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly lines: LineIndex;
}

/** Where the first syntax error of a file stands. 1-based line. */
export interface SyntaxFailure {
  readonly line: number;
  readonly message: string;
}

export type ParseOutcome =
  | { readonly ok: true; readonly parsed: ParsedSource }
  /** `recovered` is there where the parser made a tree in spite of the error; it may lack anything. */
  | { readonly ok: false; readonly failure: SyntaxFailure; readonly recovered?: ParsedSource };

let parser: Promise<Parser> | undefined;

let lazy: LazyParser | undefined;

/** Loads oxc-parser on first use: its native module is not needed to answer `tools/list`. */
export function loadParser(): Promise<Parser> {
  return (parser ??= parserWithLazyTrees());
}

async function parserWithLazyTrees(): Promise<Parser> {
  const [oxc, internals] = await Promise.all([import("oxc-parser"), parserInternals().catch(() => undefined)]);
  lazy = internals === undefined ? undefined : LazyParser.over(internals, oxc.parseSync);
  const parse = lazy?.parseSync ?? oxc.parseSync;
  const parseSync: Parser["parseSync"] = (path, source, how) => {
    willParse(source.length);
    return parse(path, source, how);
  };
  return { ...oxc, parseSync };
}

let willParse: (length: number) => void = () => {};

/** Has somebody told of each text before it is parsed: how many UTF-16 units it has. */
export function beforeParsing(listener: (length: number) => void): void {
  willParse = listener;
}

/** Gives back the memory that the last tree took. */
export function freeTrees(): void {
  lazy?.free();
}

/** Parses one source text. `path` decides the dialect. Any error the parser reports makes the outcome a failure. */
export function parseSource(oxc: Parser, path: string, source: string): ParseOutcome {
  const result = runParser(oxc, path, source);
  if (isFailure(result)) return { ok: false, failure: result };
  const program = programOf(result);
  if (isFailure(program)) return { ok: false, failure: program };
  leaveOutGuards(program, source, () => result.comments);
  const lines = new LineIndex(source);
  const language = sourceLanguage(path) ?? "ts";
  const parsed: ParsedSource = {
    language,
    source,
    program,
    lines,
    // Not all who ask for declarations ask for comments, and handing them over takes its time.
    get comments() {
      return result.comments;
    },
  };
  const failure = firstError(result, lines);
  if (failure === undefined) return { ok: true, parsed };
  return program.body.length === 0 ? { ok: false, failure } : { ok: false, failure, recovered: parsed };
}

/** Why a text does not parse. Its tree is not read, which takes most of the time. */
export function syntaxFailure(oxc: Parser, path: string, source: string): SyntaxFailure | undefined {
  const result = runParser(oxc, path, source);
  return isFailure(result) ? result : firstError(result, new LineIndex(source));
}

export function firstError({ errors }: Pick<ParseResult, "errors">, lines: LineIndex): SyntaxFailure | undefined {
  const error = errors.find(({ severity }) => severity === "Error");
  return error === undefined ? undefined : { line: lines.lineAt(error.labels[0]?.start ?? 0), message: error.message };
}

/** Runs the parser on a text that it can take; reading anything of the result is up to the caller. */
export function runParser(oxc: Parser, path: string, source: string): ParseResult | SyntaxFailure {
  if (isTooDeep(source)) return TOO_DEEP;
  try {
    const result = oxc.parseSync(path, source, options(path));
    for (const sourceType of otherKinds(path, result)) {
      const other = oxc.parseSync(path, source, { ...options(path), sourceType });
      if (other.errors.length === 0) return other;
    }
    return result;
  } catch (error) {
    return refusal(error);
  }
}

function options(path: string): ParserOptions {
  return { lang: sourceLanguage(path) ?? "ts", astType: "ts" };
}

/**
 * What a text without imports and exports may be in spite of its errors, where no file name says so: `return` at the top level is legal
 * in CommonJS alone, and `for await` there in ES modules.
 */
function otherKinds(path: string, { errors, module }: ParseResult): readonly ("commonjs" | "module")[] {
  if (errors.length === 0 || module.hasModuleSyntax) return [];
  return sourceLanguage(path) === "jsx" ? ["commonjs", "module"] : ["module"];
}

/** The native parser refuses some inputs outright, such as a text over its size limit. */
function refusal(error: unknown): SyntaxFailure {
  return { line: 1, message: error instanceof Error ? error.message : String(error) };
}

export function isFailure(result: object): result is SyntaxFailure {
  return "message" in result;
}

const TOO_DEEP: SyntaxFailure = { line: 1, message: "nested too deep to be parsed safely" };

/** Reading the tree frees the parser's own copy of it. It is JSON, and the reader of that has a stack of its own. */
function programOf(result: ParseResult): Program | SyntaxFailure {
  try {
    return result.program;
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
