import type { Resolver } from "@kart/core/modules/resolver";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";

/**
 * How the name of a package of the workspace leads to a file: to the file itself, or to what is built from it, which is a guess where no
 * configuration says so. Undefined for what is no such name, or what `paths` lead.
 *
 * @param path where it leads, from the root
 */
export function byItsPackage(
  resolver: Resolver,
  importer: string,
  specifier: string,
  path: string,
): "itself" | "built" | undefined {
  const parts = splitPackageSpecifier(specifier);
  const owner = parts && resolver.packages.named(parts.name, importer);
  if (parts === undefined || owner === undefined || resolver.aliased(importer, specifier) !== undefined)
    return undefined;
  return resolver.manifests.leadsToItself(owner, parts.subpath, path) ? "itself" : "built";
}
