import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { count } from "@kart/core/text/display";
import { linesByFile } from "@kart/core/text/gap-note";
import { splitPackageSpecifier, type WorkspacePackage } from "@kart/core/workspace/package-manifest";

/**
 * Imports that a move makes cross the border of a package in a way that its compiler takes and its users cannot: by a path to
 * another's sources, which are neither built nor published with it, and by the own name, which leads to what is built. A line for
 * each package, by its name.
 */
export function packageBorders(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  const leaving = new Map<string, Place[]>();
  const returning = new Map<string, Place[]>();
  for (const node of before.nodes.values()) {
    const now = after.nodes.get(moved(node.path));
    const own = now && after.resolver.packages.packageOf(now.path);
    if (now === undefined || own?.name === undefined) continue;
    const was = before.resolver.packages.packageOf(node.path);
    for (const [index, old] of node.record.imports.entries()) {
      const record = now.record.imports[index];
      if (record === undefined) continue;
      const place = { path: now.path, line: record.line };
      const target = after.targetOf(now, record.specifier);
      if (isRelative(record.specifier)) {
        const led = before.targetOf(node, old.specifier);
        const isOld = isRelative(old.specifier) && led !== undefined && was !== undefined && !isWithin(was, led);
        if (target !== undefined && !isWithin(own, target) && !isOld) add(leaving, own.name, place);
      } else if (was?.name !== own.name && splitPackageSpecifier(record.specifier)?.name === own.name)
        add(returning, own.name, place);
    }
  }
  return [
    ...Array.from(leaving, ([name, places]) => {
      const what = `${count(places.length, "import")} ${places.length === 1 ? "leaves" : "leave"}`;
      return `${what} the package ${name} by a relative path: ${named(places)}`;
    }),
    ...Array.from(returning, ([name, places]) => {
      const files = new Set(places.map(({ path }) => path)).size;
      const what = files === 1 ? "1 moved file imports its" : `${count(files, "moved file")} import their`;
      return `${what} own package by its name, ${name}: ${named(places)}`;
    }),
  ];
}

interface Place {
  /** After the move, from the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

function add(places: Map<string, Place[]>, name: string, place: Place): void {
  places.set(name, [...(places.get(name) ?? []), place]);
}

/** Files that are named. */
const MAX_FILES = 4;

function named(places: readonly Place[]): string {
  const files = linesByFile(places);
  const more = files.length > MAX_FILES ? `, and ${count(files.length - MAX_FILES, "more file")}` : "";
  return files.slice(0, MAX_FILES).join(", ") + more;
}

/** Whether a path lies in a package's folder: what packages below it hold is reached without leaving it. */
function isWithin({ folder }: WorkspacePackage, path: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}
