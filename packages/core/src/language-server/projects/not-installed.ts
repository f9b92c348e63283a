import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { splitPackageSpecifier, type WorkspacePackages } from "../../workspace/package-manifest.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import type { Questions } from "../questions.ts";

/**
 * Why TypeScript does not follow a file to others that it imports by the name of their package: nothing in node_modules leads there.
 * Undefined where it does follow. All paths from the root.
 *
 * @param leading files of which one is imported
 */
export function whyNotInstalled(
  graph: ModuleGraph,
  root: WorkspaceRoot,
  importer: string,
  leading: ReadonlySet<string>,
): string | undefined {
  const node = graph.nodes.get(importer);
  const found = node?.record.imports.find(
    ({ specifier }) =>
      graph.targetsOf(node, specifier).some((target) => leading.has(target)) &&
      graph.resolver.aliased(importer, specifier) === undefined &&
      isNotInstalled(graph.resolver.packages, root, importer, specifier),
  );
  return found && `by "${found.specifier}", which is not installed`;
}

/** Whether some file imports a package of the workspace that node_modules do not lead to, as far as texts tell. */
export async function mayBeNotInstalled({ session, root, signal }: Questions): Promise<boolean> {
  const { packages } = await session.projects.layout(signal);
  return session.candidates.kept("not installed", async () => {
    const { files } = await session.candidates.scanned(signal);
    // Files of one folder import the same packages over and over.
    const asked = new Set<string>();
    return files.some(({ file, scan }) =>
      scan.specifiers.some((specifier) => {
        const name = isRelative(specifier) ? undefined : splitPackageSpecifier(specifier)?.name;
        const key = `${posix.dirname(file)} ${name}`;
        if (name === undefined || asked.has(key)) return false;
        asked.add(key);
        return isNotInstalled(packages, root, root.relative(file), specifier);
      }),
    );
  });
}

/** Whether a specifier names another package of the workspace, and no folder of node_modules above the importer has it. */
function isNotInstalled(packages: WorkspacePackages, root: WorkspaceRoot, importer: string, specifier: string) {
  const parts = isRelative(specifier) ? undefined : splitPackageSpecifier(specifier);
  const owner = parts && packages.named(parts.name, importer);
  if (parts === undefined || owner === undefined || packages.packageOf(importer) === owner) return false;
  // The root may be a part of what was installed.
  for (let folder = dirname(join(root.absolute, importer)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules", parts.name))) return false;
    if (folder === dirname(folder)) return true;
  }
}
