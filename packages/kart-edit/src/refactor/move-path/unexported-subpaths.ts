import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { mappedTargets, splitPackageSpecifier } from "@kart/core/workspace/package-manifest";

/**
 * Subpaths that imports are given by a move since `paths` of a tsconfig lead there, and that their package does not export as it did
 * those which they had: the compiler takes them, and no program that loads the package does. A line for each.
 */
export function unexportedSubpaths(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  const found = new Map<string, { readonly first: string; count: number }>();
  for (const node of before.nodes.values()) {
    const now = after.nodes.get(moved(node.path));
    for (const [index, { specifier: old }] of node.record.imports.entries()) {
      const record = now?.record.imports[index];
      if (now === undefined || record === undefined || record.specifier === old) continue;
      const [had, has] = [exported(before, node.path, old), exported(after, now.path, record.specifier)];
      if (had?.isExported !== true || has === undefined || has.isExported) continue;
      const key = `${has.manifest} exports no "${has.subpath}" for the imports of ${record.specifier}, as it does "${had.subpath}": rename that key, or add one`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { first: `${now.path}:${record.line}`, count: 1 });
      else known.count += 1;
    }
  }
  return Array.from(
    found,
    ([what, { first, count }]) => `${what} (${first}${count === 1 ? "" : ` and ${count - 1} more`})`,
  );
}

/** What a package of the workspace says of a specifier by its name; undefined where it has no `exports`, and takes any path. */
export function exported(
  { resolver: { packages, manifests } }: Pick<ModuleGraph, "resolver">,
  importer: string,
  specifier: string,
) {
  const parts = splitPackageSpecifier(specifier);
  const owner = parts && packages.named(parts.name, importer);
  if (parts === undefined || owner?.manifest["exports"] === undefined) return undefined;
  const targets = mappedTargets(owner.manifest["exports"], parts.subpath, manifests.conditions);
  return { manifest: join(owner.folder, "package.json"), subpath: parts.subpath, isExported: targets.length > 0 };
}
