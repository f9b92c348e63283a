import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { foldersAbove } from "@kart/core/text/folders-above";
import { splitPackageSpecifier, typesPackage } from "@kart/core/workspace/package-manifest";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/**
 * Packages that a moved file imports and had, and that its new place has not: no package.json there depends on them, and no
 * `node_modules` holds them. A line for each package.json.
 */
export function undeclaredPackages(
  { absolute }: WorkspaceRoot,
  before: ModuleGraph,
  after: ModuleGraph,
  moved: (path: string) => string,
): string[] {
  const has = (graph: ModuleGraph, path: string, name: string, folders: readonly string[]) =>
    hasPackage(absolute, graph, path, name, folders);
  const missing = new Map<string, Set<string>>();
  for (const { path, record } of before.nodes.values()) {
    const to = moved(path);
    const owner = after.resolver.packages.packageOf(to);
    const folder = before.resolver.packages.packageOf(path)?.folder;
    if (to === path || owner === undefined || (folder !== undefined && moved(folder) === owner.folder)) continue;
    const old = foldersAbove(path).toReversed();
    // What is installed in a folder is moved along with it.
    const there = [...foldersAbove(to).toReversed(), ...old.filter((one) => moved(one) !== one)];
    for (const name of new Set(record.imports.flatMap((one) => splitPackageSpecifier(one.specifier)?.name ?? []))) {
      if (!has(before, path, name, old) || has(after, to, name, there)) continue;
      const manifest = join(owner.folder, "package.json");
      missing.set(manifest, (missing.get(manifest) ?? new Set()).add(name));
    }
  }
  return Array.from(missing, ([manifest, names]) => `${manifest} does not depend on ${[...names].join(", ")}`);
}

/**
 * Whether files at a path may import a package.
 *
 * @param absolute the root
 * @param folders where it may be installed, from there
 */
export function hasPackage(
  absolute: string,
  { resolver: { packages } }: ModuleGraph,
  path: string,
  name: string,
  folders: readonly string[] = foldersAbove(path).toReversed(),
): boolean {
  const isInstalled = (folder: string) =>
    [name, typesPackage(name)].some((one) => existsSync(join(absolute, folder, "node_modules", one)));
  return packages.packageOf(path)?.name === name || packages.declares(path, name) || folders.some(isInstalled);
}
