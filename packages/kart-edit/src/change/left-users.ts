import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { Edit } from "./history.ts";

/** Whether taking edits back takes a file away, or an export: others may have come to use it since. */
export function takesFromOthers(oxc: Parser, edits: readonly Edit[]): boolean {
  const exportsIn = (path: string, text: string): ReadonlySet<string> => {
    const read = moduleRecord(oxc, path, text);
    return new Set((read.ok ? read.record : read.recovered)?.exports.map(({ name }) => name));
  };
  return edits.some(
    ({ files, moves = [] }) =>
      moves.length > 0 ||
      files.some(({ path, before, after }) => {
        if (before === undefined || sourceLanguage(path) === undefined) return before === undefined;
        return before !== after && !exportsIn(path, after).isSubsetOf(exportsIn(path, before));
      }),
  );
}

/**
 * Imports that led somewhere before edits were taken back, and lead nowhere now, or to a file that no longer exports what they take: each
 * a line for a reader.
 *
 * @param own files that were taken back themselves, from the root
 */
export function leftUsers(before: ModuleGraph, after: ModuleGraph, own: ReadonlySet<string>): string[] {
  return [...after.nodes.values()].flatMap((node) => {
    const old = before.nodes.get(node.path);
    if (old === undefined || own.has(node.path)) return [];
    return node.record.imports.flatMap(({ specifier, line, names }) => {
      const [was, now] = [before.targetOf(old, specifier), after.targetOf(node, specifier)];
      if (was === undefined) return [];
      if (now === undefined) return [`${node.path}:${line} imports ${specifier}, which leads nowhere`];
      const lost = names.flatMap(({ imported }) =>
        imported !== "*" && isExported(before, was, imported) && !isExported(after, now, imported) ? [imported] : [],
      );
      return lost.map((name) => `${node.path}:${line} imports ${name}, which ${now} exports no more`);
    });
  });
}

/** Whether a file exports a name, or may do so by what it passes on. */
function isExported(graph: ModuleGraph, path: string, name: string): boolean {
  const node: ModuleNode | undefined = graph.nodes.get(path);
  return node === undefined || node.record.stars.length > 0 || graph.exportsNamed(node, name).length > 0;
}
