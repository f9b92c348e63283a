import { type ImportRecord, type ModuleRecord, type ModuleRecordOutcome, moduleRecord } from "@kart/core/syntax/module-record";
import type { Parser } from "@kart/core/syntax/parse";

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
  const imports = record.imports.map(
    (one): ImportRecord => ({
      ...one,
      names: one.names.map(({ imported, local, typeOnly }) => ({ imported, local, typeOnly, ...(imported === "*" && { members: "all" as const }) })),
    }),
  );
  return { ...record, imports, exports: [], stars: [] };
}

/** The text with everything but scripts blanked out, so that lines and offsets stay. */
export function scriptText(path: string, text: string): string {
  const kept = path.endsWith(".mdx")
    ? [...text.matchAll(/^import\s+(?:[\w{*][^"'`]*?\bfrom\s*)?["'][^"'\n]+["'];?/gm)].map((match) => span(match.index, match[0]))
    : [...text.matchAll(/(<script\b[^>]*>)([^]*?)<\/script\s*>/gi)].map((match) => span(match.index + (match[1] as string).length, match[2] as string));
  const fence = path.endsWith(".astro") ? /^(\s*---\r?\n)([^]*?)\r?\n---/.exec(text) : null;
  if (fence !== null) kept.unshift(span((fence[1] as string).length, fence[2] as string));
  let result = "";
  for (const { start, end } of kept) {
    if (start < result.length) continue;
    // Two scripts on one line need something between them.
    result += blank(text.slice(result.length, start)).replace(/ $/, ";") + text.slice(start, end);
  }
  return result + blank(text.slice(result.length));
}

function span(start: number, text: string): { start: number; end: number } {
  return { start, end: start + text.length };
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}
