import { JSX_SOURCE, runtimeImports } from "../syntax/module-records/jsx-runtime.ts";
import type { ModuleRecord } from "../syntax/module-records/module-record.ts";
import type { ModuleNode } from "./module-graph.ts";
import { formsOf } from "./module-form.ts";
import type { ReadModule } from "./read-module.ts";
import type { Resolution, Resolver } from "./resolver.ts";

/** A file that was read, with where each of its specifiers leads. */
export function nodeOf(resolver: Resolver, path: string, { record: read, version }: ReadModule): ModuleNode {
  const record = withRuntimes(resolver, path, read);
  const specifiers = new Set([...record.imports, ...record.stars].map(({ specifier }) => specifier));
  const targets = new Map<string, Resolution>();
  const variants = new Map<string, readonly string[]>();
  const forms = formsOf(record);
  for (const specifier of specifiers) {
    const target = resolver.resolve(path, specifier, forms.get(specifier));
    targets.set(specifier, target);
    const others = resolver.variants(path, specifier, target);
    if (others.length > 0) variants.set(specifier, others);
  }
  const factories = record.jsx === undefined ? [] : resolver.jsxFactories(path, record.jsx);
  return { path, record, version, targets, variants, ...(factories.length > 0 && { factories }) };
}

/** With the JSX runtimes of the workspace that the compiler imports for a file, by its own word or by that of a tsconfig. */
function withRuntimes(resolver: Resolver, path: string, record: ModuleRecord): ModuleRecord {
  const stated = record.imports.filter(({ call }) => call === JSX_SOURCE);
  const sources = stated.length > 0 || !/\.[jt]sx$/.test(path) ? [] : resolver.jsxSources(path);
  if (stated.length === 0 && sources.length === 0) return record;
  const implied = sources.flatMap((one) => runtimeImports(one, { line: 1, start: 0, end: 0 }));
  const isThere = (specifier: string) => resolver.resolve(path, specifier).kind === "source";
  const own = record.imports.filter(({ call, specifier }) => call !== JSX_SOURCE || isThere(specifier));
  return { ...record, imports: [...implied.filter(({ specifier }) => isThere(specifier)), ...own] };
}
