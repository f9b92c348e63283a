import { posix } from "node:path";
import { splitPackageSpecifier } from "../workspace/package-manifest.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { isRelative } from "./import-places.ts";
import type { ModuleGraph } from "./module-graph.ts";
import { Resolver } from "./resolver.ts";
import { endsTo, specifierEnd } from "./specifier-end.ts";

/**
 * Who would import files that are not there, were they: files that are gone, though their imports may lead to others now, or that are
 * not written yet. Where an import may lead to one of them or to what is there, it counts.
 *
 * @param paths sources and JSON, from the root
 * @returns importers by what they would import
 */
export async function importersOfAbsent(
  root: WorkspaceRoot,
  graph: ModuleGraph,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map(paths.map((path) => [path, new Set<string>()]));
  if (paths.length === 0) return found;
  // It knows no other sources, so that none of those is taken first.
  const resolver = await Resolver.open(root, { ...graph.files, sources: paths });
  const ends = endsTo(paths);
  const { packages } = resolver;
  const owners = new Set(paths.flatMap((path) => [packages.packageOf(path), packages.scopeOf(path)]));
  for (const { path: importer, targets } of graph.nodes.values())
    for (const specifier of targets.keys()) {
      const entry = packageEntry(resolver, importer, specifier);
      const isOfOwner = entry !== undefined && owners.has(entry.owner);
      if (!isOfOwner && !placesOf(resolver, importer, specifier).some((place) => ends.has(specifierEnd(place))))
        continue;
      const taken = resolver.resolve(importer, specifier);
      const led = [
        ...(taken.kind === "source" ? [taken.path] : []),
        ...resolver.variants(importer, specifier, taken),
        ...(isOfOwner ? resolver.manifests.subpathSources(entry.owner, entry.subpath) : []),
      ];
      for (const path of led) found.get(path)?.add(importer);
    }
  return found;
}

function placesOf(resolver: Resolver, importer: string, specifier: string): string[] {
  if (isRelative(specifier)) return [specifier];
  return [specifier, ...resolver.places(importer, specifier), ...resolver.manifests.importTargets(importer, specifier)];
}

/** The package whose name or folder, or a subpath of it, a specifier is. */
function packageEntry({ packages }: Resolver, importer: string, specifier: string) {
  if (isRelative(specifier)) {
    const folder = posix.join(posix.dirname(importer), specifier, ".");
    const owner = packages.scopeOf(posix.join(folder, "package.json"));
    return owner?.folder === folder ? { owner, subpath: "." } : undefined;
  }
  const parts = splitPackageSpecifier(specifier);
  const owner = parts && packages.named(parts.name, importer);
  return owner && { owner, subpath: parts.subpath };
}
