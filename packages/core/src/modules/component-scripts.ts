import {
  type ImportRecord,
  type ModuleRecord,
  type ModuleRecordOutcome,
  moduleRecord,
} from "../syntax/module-record.ts";
import type { Parser } from "../syntax/parse.ts";
import type { Span } from "../text/span.ts";

/**
 * The imports of a single-file component (`.vue .svelte .astro .mdx`), read from its scripts.
 *
 * Its template may use anything that is imported, so every namespace counts as used whole. What it exports is not read.
 */
export function componentRecord(oxc: Parser, path: string, text: string): ModuleRecordOutcome {
  const script = scriptText(path, text);
  const plain = moduleRecord(oxc, `${path}.ts`, script);
  const outcome = plain.ok ? plain : moduleRecord(oxc, `${path}.tsx`, script);
  if (outcome.ok) return { ok: true, record: asUsedWhole(outcome.record) };
  return outcome.recovered === undefined ? outcome : { ...outcome, recovered: asUsedWhole(outcome.recovered) };
}

function asUsedWhole(record: ModuleRecord): ModuleRecord {
  const imports = record.imports.map((one): ImportRecord => ({
    ...one,
    names: one.names.map(({ imported, local, typeOnly }) => ({
      imported,
      local,
      typeOnly,
      ...(imported === "*" && { members: "all" as const }),
    })),
  }));
  return { ...record, imports, exports: [], stars: [] };
}

/** The text with everything but scripts blanked out, so that lines and offsets stay. */
export function scriptText(path: string, text: string): string {
  let result = "";
  for (const { start, end } of path.endsWith(".mdx") ? importStatements(text) : scripts(path, text)) {
    if (start < result.length) continue;
    // Two scripts on one line need something between them.
    result += blank(text.slice(result.length, start)).replace(/ $/, ";") + text.slice(start, end);
  }
  return result + blank(text.slice(result.length));
}

function importStatements(text: string): Span[] {
  const statements = text.matchAll(/^import[ \t]+(?:[\w{*][^"'`]{0,4000}?\bfrom\s{0,100})?["'][^"'\n]+["'];?/gm);
  return Array.from(statements, ({ index, 0: statement }) => ({ start: index, end: index + statement.length }));
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

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}
