import {
  type ImportedName,
  type ImportRecord,
  type ModuleRecord,
  type ModuleRecordOutcome,
  moduleRecord,
} from "../module-records/module-record.ts";
import { isBare, RUN_BY_JAVASCRIPT } from "../parser/source-language.ts";
import { firstError, isFailure, type Parser, runParser, type SyntaxFailure } from "../parser/parse.ts";
import { LineIndex } from "../../text/line-index.ts";
import type { Span } from "../../text/span.ts";
import { astroFrontmatter } from "./astro-frontmatter.ts";
import { type Markup, type MarkupDialect, readMarkup, type ScriptElement, valueOf } from "./component-markup.ts";
import { blank, withoutFences } from "./markdown-fences.ts";
import { mdxStatements } from "./mdx-statements.ts";

/**
 * The imports of a single-file component (`.vue .svelte .astro .mdx`), read from its scripts and from `import()` in its markup.
 *
 * Its template may use anything that is imported, so every namespace counts as used whole. What it exports is not read: what it
 * passes on counts as used.
 */
export function componentRecord(oxc: Parser, path: string, text: string): ModuleRecordOutcome {
  return recordOf(oxc, path, text, scriptsOf(oxc, path, text));
}

/**
 * The imports of the scripts that stand in a page, `.html` or `.md`: of the former the modules, of the latter the blocks that start
 * a line, which generators of sites read as those of a Vue component. Most pages hold none. What does not parse and imports nothing
 * may be a template of any kind. A file without an ending is a script where its first line says so.
 */
export function pageRecord(oxc: Parser, path: string, text: string): ModuleRecordOutcome {
  if (isBare(path))
    return RUN_BY_JAVASCRIPT.test(text) ? commandRecord(oxc, path, text) : { ok: true, record: NO_IMPORTS };
  if (!/<script/i.test(text)) return { ok: true, record: NO_IMPORTS };
  const page = path.endsWith(".md") ? scriptBlocks(text) : text;
  const { scripts } = readMarkup(page, "html");
  const isRead = (script: ScriptElement) =>
    path.endsWith(".md") ? isCode(script) : valueOf(script, "type")?.toLowerCase() === "module";
  const spans = scripts.filter(isRead).map(({ content }) => content);
  if (!spans.some(({ start, end }) => /\bimport\b/.test(text.slice(start, end))))
    return { ok: true, record: NO_IMPORTS };
  return recordOf(oxc, path, text, { spans, calls: [], files: [] });
}

/** All of it is a script, in JavaScript unless that does not parse. */
function commandRecord(oxc: Parser, path: string, text: string): ModuleRecordOutcome {
  const plain = moduleRecord(oxc, `${path}.js`, text);
  const typed = plain.ok ? plain : moduleRecord(oxc, `${path}.ts`, text);
  return typed.ok ? typed : plain;
}

const NO_IMPORTS: ModuleRecord = { imports: [], computed: [], exports: [], stars: [], hasShebang: false };

function recordOf(oxc: Parser, path: string, text: string, scripts: Scripts): ModuleRecordOutcome {
  const { spans, calls, files, failure } = scripts;
  const script = kept(text, [...spans, ...calls]);
  const plain = scriptRecord(oxc, `${path}.ts`, script);
  const outcome = plain.ok ? plain : scriptRecord(oxc, `${path}.tsx`, script);
  const starts = new Set(calls.map(({ start }) => start));
  const whole = (record: ModuleRecord) => asUsedWhole(record, starts, files);
  if (!outcome.ok)
    return outcome.recovered === undefined ? outcome : { ...outcome, recovered: whole(outcome.recovered) };
  const record = whole(outcome.record);
  return failure === undefined ? { ok: true, record } : { ok: false, failure, recovered: record };
}

/** As {@link moduleRecord}; the compiler of `.astro` makes a function of the code that the file starts with, which may return. */
function scriptRecord(oxc: Parser, path: string, script: string): ModuleRecordOutcome {
  const result = runParser(oxc, path, script);
  const outcome = moduleRecord(oxc, path, script, result);
  if (outcome.ok || outcome.recovered === undefined || isFailure(result) || !/\.astro\.tsx?$/.test(path))
    return outcome;
  const errors = result.errors.filter(({ message }) => !RETURNS.test(message));
  const failure = firstError({ errors }, new LineIndex(script));
  return failure === undefined ? { ok: true, record: outcome.recovered } : { ...outcome, failure };
}

/** The parser's words. */
const RETURNS = /^A 'return' statement can only be used within a function body/;

const WHOLE: readonly ImportedName[] = [{ imported: "*", local: "*", typeOnly: false, members: "all" }];

/**
 * @param inMarkup where imports in markup start
 * @param files what stands in files of its own
 */
function asUsedWhole(
  record: ModuleRecord,
  inMarkup: ReadonlySet<number>,
  files: readonly ImportRecord[],
): ModuleRecord {
  const imports = record.imports.map((one): ImportRecord => ({
    ...one,
    reExport: false,
    names: inMarkup.has(one.start)
      ? WHOLE
      : one.names.map(({ imported, local, typeOnly }) => ({
          imported,
          local,
          typeOnly,
          ...(imported === "*" && { members: "all" as const }),
        })),
  }));
  return { ...record, imports: [...imports, ...files].sort((a, b) => a.start - b.start), exports: [], stars: [] };
}

/** The text with everything but scripts and `import()` blanked out, so that lines and offsets stay. */
export function scriptText(oxc: Parser, path: string, text: string): string {
  const { spans, calls } = scriptsOf(oxc, path, text);
  return kept(text, [...spans, ...calls]);
}

/** What a component imports by. */
interface Scripts {
  readonly spans: readonly Span[];
  /** `import()` where markup computes something. */
  readonly calls: readonly Span[];
  /** What stands in files of its own. */
  readonly files: readonly ImportRecord[];
  readonly failure?: SyntaxFailure;
}

function scriptsOf(oxc: Parser, path: string, text: string): Scripts {
  if (path.endsWith(".mdx")) return mdxScripts(oxc, text);
  const fence = path.endsWith(".astro") ? astroFrontmatter(text) : undefined;
  const markup = readMarkup(text, dialectOf(path), fence?.end ?? 0);
  const inside = markup.scripts.filter(isCode).map(({ content }) => content);
  return {
    spans: fence === undefined ? inside : [fence, ...inside],
    calls: importCalls(text, markup),
    files: scriptFiles(text, markup.scripts),
    ...unclosedIn(text, markup),
  };
}

function mdxScripts(oxc: Parser, text: string): Scripts {
  const shown = withoutFences(text);
  const { spans, failure } = mdxStatements(oxc, shown);
  const markup = readMarkup(without(shown, spans), "mdx");
  return {
    spans,
    calls: importCalls(shown, markup),
    files: [],
    ...(failure === undefined ? unclosedIn(text, markup) : { failure }),
  };
}

/** Markdown without all but the scripts that start its lines. */
function scriptBlocks(text: string): string {
  const shown = withoutFences(text);
  const blocks: Span[] = [];
  for (const { index: start } of shown.matchAll(/^ {0,3}<script(?=[\s>])/gm)) {
    if (start < (blocks.at(-1)?.end ?? 0)) continue;
    const end = shown.indexOf("</script>", start);
    if (end === -1) break;
    blocks.push({ start, end: end + "</script>".length });
  }
  return kept(shown, blocks);
}

function dialectOf(path: string): MarkupDialect {
  return path.endsWith(".vue") ? "vue" : path.endsWith(".svelte") ? "svelte" : "astro";
}

function unclosedIn(text: string, { unclosed }: Markup): { failure?: SyntaxFailure } {
  if (unclosed === undefined) return {};
  const { name, start } = unclosed;
  return { failure: { line: new LineIndex(text).lineAt(start), message: `<${name} is never closed.` } };
}

/** Whether a script is code, rather than data in JSON or a template. */
function isCode(script: ScriptElement): boolean {
  const type = valueOf(script, "type") ?? "";
  return /^\s*$|^(?:module|text\/(?:babel|jsx|tsx?|partytown))$|(?:java|ecma|type)script/i.test(type);
}

function kept(text: string, spans: readonly Span[]): string {
  let result = "";
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < result.length) continue;
    // Two scripts on one line need something between them.
    result += blank(text.slice(result.length, start)).replace(/ $/, ";") + text.slice(start, end);
  }
  return result + blank(text.slice(result.length));
}

/** `<script src="./code.ts">`: the component takes all of that file. */
function scriptFiles(text: string, scripts: readonly ScriptElement[]): ImportRecord[] {
  const lines = new LineIndex(text);
  return scripts.flatMap(({ attributes }) =>
    attributes.flatMap(({ name, value = "", start, end }) => {
      if (name !== "src" || !SCRIPT_FILE.test(value)) return [];
      const line = lines.lineAt(start);
      return [{ specifier: value, line, dynamic: false, reExport: false, typeOnly: false, names: WHOLE, start, end }];
    }),
  );
}

/** Not what has a scheme or starts with `/`, which a server gives out as it is. */
const SCRIPT_FILE = /^(?![a-z][a-z\d+.-]*:|\/)[^\s"'{}]+$/i;

/** `import("./x")` where markup computes something: `{#await import("./x")}`, `@click="() => import('./x')"`. */
function importCalls(text: string, { code }: Markup): Span[] {
  return code.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(IMPORT_CALL), ({ index, 0: call }) => ({
      start: start + index,
      end: start + index + call.length,
    })),
  );
}

/** With a specifier that is plain to see, or a template that surely parses. */
const IMPORT_CALL = /(?<![\w$.])import\s*\(\s*(?:'[^'\\\n]*'|"[^"\\\n]*"|`(?:[^`\\&$]|\$\{[\w.]+\})*`)\s*\)/g;

function without(text: string, spans: readonly Span[]): string {
  let rest = "";
  for (const { start, end } of spans) rest += text.slice(rest.length, start) + blank(text.slice(start, end));
  return rest + text.slice(rest.length);
}
