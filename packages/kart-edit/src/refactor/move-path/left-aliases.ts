import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import { under } from "../under.ts";

/**
 * Imports by the name of a package that `paths` of a tsconfig led to its sources, and lead there no more: a bundler still finds them
 * once the package is installed anew and built, TypeScript what is built alone. A line for each package.
 */
export function leftAliases(before: ModuleGraph, after: ModuleGraph, moved: (path: string) => string): string[] {
  const left: LeftAlias[] = [];
  for (const node of before.nodes.values()) {
    const now = after.nodes.get(moved(node.path));
    for (const [index, { specifier }] of node.record.imports.entries()) {
      const record = now?.record.imports[index];
      const was = before.targetOf(node, specifier);
      if (now === undefined || record === undefined || was === undefined || moved(was) === was) continue;
      // What leads elsewhere is told of as that.
      const to = after.targetOf(now, record.specifier);
      const owner = to === moved(was) ? after.resolver.packages.packageOf(to) : undefined;
      const parts = splitPackageSpecifier(record.specifier);
      if (to === undefined || owner?.name === undefined || parts?.name !== owner.name) continue;
      if (before.resolver.aliased(node.path, specifier) !== was) continue;
      if (after.resolver.aliased(now.path, record.specifier) === to) continue;
      if (after.resolver.manifests.leadsToItself(owner, parts.subpath, to)) continue;
      left.push({ name: owner.name, place: `${now.path}:${record.line}`, specifier: record.specifier, was, to });
    }
  }
  return [...Map.groupBy(left, ({ name }) => name).values()].map((all) => {
    const each = (of: (one: LeftAlias) => string) => under([...new Set(all.map(of))]);
    const imports = all.length === 1 ? "imports" : `and ${all.length - 1} more import`;
    return `${all[0]?.place} ${imports} ${each(({ specifier }) => specifier)}, which \`paths\` of a tsconfig led to ${each(({ was }) => was)} and lead there no more: its package's name leads to what is built. Add an entry of \`paths\` for ${each(({ to }) => to)}`;
  });
}

interface LeftAlias {
  /** Of the package. */
  readonly name: string;
  /** `src/a.ts:3`, after the move. */
  readonly place: string;
  readonly specifier: string;
  readonly was: string;
  readonly to: string;
}
