import type { Resolver } from "@kart/core/modules/resolver";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";

/**
 * The file that the name of a package of the workspace leads to by its package.json alone, from the root. A link in `node_modules`
 * may lead to another, to the types of an entry where this is its code; the shadow of a move has no such links, so that this is
 * what must stay the same there.
 */
export function statedTarget(
  { packages, manifests }: Resolver,
  importer: string,
  specifier: string,
): string | undefined {
  const parts = splitPackageSpecifier(specifier);
  const owner = parts && packages.named(parts.name, importer);
  const found = owner && manifests.entry(owner, parts.subpath);
  return found?.kind === "source" || found?.kind === "asset" ? found.path : undefined;
}
