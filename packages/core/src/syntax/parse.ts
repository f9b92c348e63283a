import type { Comment, EcmaScriptModule, ParseResult, Program } from "oxc-parser";
import { LineIndex } from "../text/line-index.ts";
import { sourceLanguage } from "./source-language.ts";

/** What oxc-parser offers, once it is loaded. */
export type Parser = typeof import("oxc-parser");

export interface ParsedSource {
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly module: EcmaScriptModule;
  readonly lines: LineIndex;
}

/** Where the first syntax error of a file stands. 1-based line. */
export interface SyntaxFailure {
  readonly line: number;
  readonly message: string;
}

export type ParseOutcome =
  | { readonly ok: true; readonly parsed: ParsedSource }
  | { readonly ok: false; readonly failure: SyntaxFailure };

let parser: Promise<Parser> | undefined;

/** Loads oxc-parser on first use: its native module is not needed to answer `tools/list`. */
export function loadParser(): Promise<Parser> {
  return (parser ??= import("oxc-parser"));
}

/**
 * Parses one source text. `path` decides the dialect.
 *
 * Any error of the parser makes the outcome a failure: after most of them the tree is empty, and an answer read from
 * what is left would look complete.
 */
export function parseSource(oxc: Parser, path: string, source: string): ParseOutcome {
  const result = parseWithin(oxc, path, source);
  if (result instanceof Error) return { ok: false, failure: { line: 1, message: result.message } };
  // Reading `program` also frees the parser's own copy of the tree.
  const program = result.program;
  const error = result.errors.find(({ severity }) => severity === "Error");
  const lines = new LineIndex(source);
  if (error !== undefined) {
    const line = lines.lineAt(error.labels[0]?.start ?? 0);
    return { ok: false, failure: { line, message: error.message } };
  }
  return { ok: true, parsed: { source, program, comments: result.comments, module: result.module, lines } };
}

/** `return` at the top level is legal in CommonJS only, and no file name says so. */
function parseWithin(oxc: Parser, path: string, source: string): ParseResult | Error {
  const lang = sourceLanguage(path) ?? "ts";
  try {
    const result = oxc.parseSync(path, source, { lang, astType: "ts" });
    const isScript = (lang === "jsx" || lang === "js") && !result.module.hasModuleSyntax;
    if (result.errors.length === 0 || !isScript) return result;
    const asCommonJs = oxc.parseSync(path, source, { lang, astType: "ts", sourceType: "commonjs" });
    return asCommonJs.errors.length === 0 ? asCommonJs : result;
  } catch (error) {
    // The native parser refuses some inputs outright, such as a text over its size limit.
    return error instanceof Error ? error : new Error(String(error));
  }
}
