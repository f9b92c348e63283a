import { type ImportRecord, moduleRecord } from "@kart/core/syntax/module-records/module-record";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { endsTo, specifierPattern } from "@kart/core/modules/specifier-end";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { ProjectRoots } from "@kart/core/workspace/project-roots";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { refusedLine, RefusingProjects } from "../move-path/unlisted-imports.ts";
import type { TargetOf } from "./move-symbols.ts";

/** Imports of others that a new file takes over, `./a` of `a/index.ts` or `a.tsx`: each a line for a reader. */
export function takenOver(graph: ModuleGraph, made: string, targetOf: TargetOf): string[] {
  const mayLead = new RegExp(specifierPattern(endsTo([made])));
  return [...graph.nodes.values()].flatMap((node) =>
    node.record.imports.flatMap(({ specifier, line }) => {
      if (!mayLead.test(`"${specifier}"`)) return [];
      const before = graph.targetOf(node, specifier);
      // What led nowhere waits for the file.
      const isLed = before !== undefined || node.targets.get(specifier)?.kind === "external";
      return isLed && before !== made && targetOf(node.path, specifier) === made
        ? [`${node.path}:${line} imports ${specifier}, which would lead to ${made}`]
        : [];
    }),
  );
}

/**
 * What projects refuse to compile, as they did not before symbols left one file for another: imports of the new place, and by it. A line for
 * each project and source.
 *
 * @param texts the new ones, by path from the root
 */
export function refusedImports(
  oxc: Parser,
  root: WorkspaceRoot,
  graph: ModuleGraph,
  texts: ReadonlyMap<string, { readonly after: string }>,
  ends: { readonly from: string; readonly to: string },
  targetOf: TargetOf,
): string[] {
  const projects = new ProjectRoots(graph.resolver.configs.all());
  const refusing = new RefusingProjects({ root, graph, projects });
  if (!refusing.areAny) return [];
  const known = new Set(graph.nodes.get(ends.to)?.record.imports.map(({ specifier }) => targetOf(ends.to, specifier)));
  const wasRefused = (importer: string, target: string) =>
    importer === ends.to
      ? known.has(target) || refusing.of(ends.from, target).length > 0
      : refusing.of(importer, ends.from).length > 0;
  const found = new Map<string, string>();
  for (const [importer, { after }] of texts) {
    for (const { specifier, line } of importsIn(oxc, importer, after)) {
      const target = targetOf(importer, specifier);
      if (target === undefined || (importer !== ends.to && target !== ends.to)) continue;
      if (!refusing.isCompiled(importer, specifier, target) || wasRefused(importer, target)) continue;
      for (const config of refusing.of(importer, target)) {
        const key = refusedLine(root, config, target);
        if (!found.has(key)) found.set(key, `${key}, which ${importer}:${line} imports`);
      }
    }
  }
  return [...found.values()];
}

function importsIn(oxc: Parser, path: string, text: string): readonly ImportRecord[] {
  const read = moduleRecord(oxc, path, text);
  return read.ok ? read.record.imports : [];
}
