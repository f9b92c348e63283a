import {
  type ImportedName,
  type ImportRecord,
  type ModuleRecord,
  type ModuleRecordOutcome,
  moduleRecord,
} from "../syntax/module-records/module-record.ts";
import type { Parser } from "../syntax/parser/parse.ts";
import { LineIndex } from "../text/line-index.ts";
import type { Span } from "../text/span.ts";

/**
 * The imports of a single-file component (`.vue .svelte .astro .mdx`), read from its scripts and from `import()` in its markup.
 *
 * Its template may use anything that is imported, so every namespace counts as used whole. What it exports is not read.
 */
export function componentRecord(oxc: Parser, path: string, text: string): ModuleRecordOutcome {
  const script = scriptText(path, text);
  const plain = moduleRecord(oxc, `${path}.ts`, script);
  const outcome = plain.ok ? plain : moduleRecord(oxc, `${path}.tsx`, script);
  const starts = new Set(markupImports(path, text).map(({ start }) => start));
  const whole = (record: ModuleRecord) => asUsedWhole(record, starts, scriptFiles(path, text));
  if (outcome.ok) return { ok: true, record: whole(outcome.record) };
  return outcome.recovered === undefined ? outcome : { ...outcome, recovered: whole(outcome.recovered) };
}

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
export function scriptText(path: string, text: string): string {
  const spans = path.endsWith(".mdx")
    ? importStatements(text)
    : [...scripts(path, text), ...markupImports(path, text)].sort((a, b) => a.start - b.start);
  return kept(text, spans);
}

function kept(text: string, spans: readonly Span[]): string {
  let result = "";
  for (const { start, end } of spans) {
    if (start < result.length) continue;
    // Two scripts on one line need something between them.
    result += blank(text.slice(result.length, start)).replace(/ $/, ";") + text.slice(start, end);
  }
  return result + blank(text.slice(result.length));
}

/** The imports of an `.mdx` file, which start their lines; what it shows as code imports nothing. */
function importStatements(text: string): Span[] {
  const shown = withoutFences(text);
  const statements = shown.matchAll(/^import[ \t]+(?:[\w{*][^"'`]{0,4000}?\bfrom\s{0,100})?["'][^"'\n]+["'];?/gm);
  return Array.from(statements, ({ index, 0: statement }) => ({ start: index, end: index + statement.length }));
}

/** An indented fence that nothing closes may end with what it stands in, and is taken for none. */
function withoutFences(text: string): string {
  let result = "";
  let from: number | undefined;
  let closing = /^/;
  for (const { index, 0: line } of text.matchAll(/^[^\r\n]*(?:```|~~~)[^\r\n]*$/gm)) {
    if (from === undefined) {
      const fence = /^[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
      const marks = fence?.[1] ?? fence?.[2];
      if (marks === undefined) continue;
      from = index;
      closing = new RegExp(`^[ \\t]*${marks}${marks[0]}*[ \\t]*$`);
    } else if (closing.test(line)) {
      result += text.slice(result.length, from) + blank(text.slice(from, index));
      from = undefined;
    }
  }
  const rest = text.slice(result.length);
  return from === undefined || /[ \t]/.test(text[from] as string)
    ? result + rest
    : result + text.slice(result.length, from) + blank(text.slice(from));
}

/** The insides of `<script>` elements, and the code fence that an `.astro` file starts with. */
function scripts(path: string, text: string): Span[] {
  const fence = path.endsWith(".astro") ? /^(\s*---\r?\n)([^]*?)\r?\n---/.exec(text) : null;
  const found =
    fence === null
      ? []
      : [{ start: (fence[1] as string).length, end: (fence[1] as string).length + (fence[2] as string).length }];
  for (const { index } of text.matchAll(/<script\b/gi)) {
    const start = text.indexOf(">", index) + 1;
    const end = text.indexOf("</script", start);
    // What is never closed is no script, and neither is anything behind it.
    if (start === 0 || end === -1) break;
    found.push({ start, end });
  }
  return found;
}

/** `<script src="./code.ts">`: the component takes all of that file. */
function scriptFiles(path: string, text: string): ImportRecord[] {
  if (path.endsWith(".mdx") || text.search(SCRIPT_FILE) === -1) return [];
  const lines = new LineIndex(text);
  const tags = withoutOthers(path, text).matchAll(SCRIPT_FILE);
  return Array.from(tags, ({ index, 0: tag, 1: attribute = "", 3: specifier = "" }) => {
    const end = index + tag.length;
    const start = end - attribute.length;
    const line = lines.lineAt(start);
    return { specifier, line, dynamic: false, reExport: false, typeOnly: false, names: WHOLE, start, end };
  });
}

/** Not what has a scheme or starts with `/`, which a server gives out as it is. */
const SCRIPT_FILE = /<script\b[^>]{0,1000}?\s(src=(["'])(?![a-z][a-z\d+.-]*:|\/)([^"'{}\s]+)\2)/gi;

/** `import("./x")` where markup computes something: `{#await import("./x")}`, `@click="() => import('./x')"`. */
function markupImports(path: string, text: string): Span[] {
  if (path.endsWith(".mdx") || !/\bimport\s*\(/.test(text)) return [];
  const markup = withoutOthers(path, text);
  const isComputed = path.endsWith(".vue") ? inVueExpression : braceDepths(markup);
  return Array.from(markup.matchAll(IMPORT_CALL)).flatMap(({ index, 0: call }) =>
    isComputed(markup, index) ? [{ start: index, end: index + call.length }] : [],
  );
}

/** With a specifier that is plain to see, or a template that surely parses. */
const IMPORT_CALL = /(?<![\w$.])import\s*\(\s*(?:'[^'\\\n]*'|"[^"\\\n]*"|`(?:[^`\\&$]|\$\{[\w.]+\})*`)\s*\)/g;

/** UTF-16 units before a place that are searched for the start of its expression. */
const EXPRESSION = 1000;

function inVueExpression(markup: string, at: number): boolean {
  const before = markup.slice(Math.max(0, at - EXPRESSION), at);
  if (before.lastIndexOf("{{") > before.lastIndexOf("}}")) return true;
  return /[\s"'](?:[@:#]|v-)[^\s=>"']*\s*=\s*(?:"[^"]*|'[^']*)$/.test(before);
}

/** Whether braces are open at a place; asked of places from the first to the last. */
function braceDepths(markup: string): (text: string, at: number) => boolean {
  let depth = 0;
  let seen = 0;
  return (_, at) => {
    for (; seen < at; seen++) {
      if (markup[seen] === "{") depth++;
      else if (markup[seen] === "}") depth = Math.max(0, depth - 1);
    }
    return depth > 0;
  };
}

/** Markup alone: scripts, styles and comments are blanked out. What is never closed is none. */
function withoutOthers(path: string, text: string): string {
  const others = scripts(path, text);
  for (const [open, close] of [
    ["<!--", "-->"],
    ["<style", "</style"],
  ] as const)
    for (let start = text.indexOf(open), end; start !== -1; start = text.indexOf(open, end)) {
      end = text.indexOf(close, start);
      if (end === -1) break;
      others.push({ start, end });
    }
  let markup = "";
  for (const { start, end } of others.sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, markup.length);
    if (end > from) markup += text.slice(markup.length, from) + blank(text.slice(from, end));
  }
  return markup + text.slice(markup.length);
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}
