import { posix } from "node:path";
import { isRelative } from "../../modules/import-places.ts";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { literally } from "../../process/ripgrep-pattern.ts";
import {
  splitPackageSpecifier,
  type WorkspacePackage,
  type WorkspacePackages,
} from "../../workspace/package-manifest.ts";
import type { Questions } from "../questions.ts";

/** An import of what a package has. */
export interface NamedImport {
  /** From the root. */
  readonly path: string;
  readonly specifier: string;
  /** UTF-16, within the specifier. */
  readonly offset: number;
}

/** The imports by the name of a package, as texts tell; what a comment alone shows is none. */
export function importsOfPackage({ session, reader, root, signal }: Questions, name: string): Promise<NamedImport[]> {
  return session.candidates.kept(`imports of ${name}`, async () => {
    const pattern = `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*["']${literally(name)}(?:/[^"'\\n]*)?["']`;
    const [files, { files: scanned }] = await Promise.all([
      session.candidates.matching(pattern, signal),
      session.candidates.scanned(signal),
    ]);
    const scans = new Map(scanned.map(({ file, scan }) => [file, scan]));
    const written = new RegExp(pattern, "g");
    return files.toSorted().flatMap((file) => {
      const all = Array.from((reader.textOf(file)?.source ?? "").matchAll(written), ({ index, 0: text }) => ({
        path: root.relative(file),
        specifier: text.slice(text.search(/["']/) + 1, -1),
        offset: index + text.length - 2,
      }));
      const specifiers = scans.get(file)?.specifiers;
      return specifiers === undefined ? all : all.filter(({ specifier }) => specifiers.includes(specifier));
    });
  });
}

/**
 * The imports by which other packages come to some files of one in another way than by its name: under another one that their manifests
 * give it, by `imports` or `paths`, by the path of what is built. What names a source by its path is none, since that is read then.
 *
 * @param paths from the root
 */
export function importsByOtherNames(
  graph: ModuleGraph,
  packages: WorkspacePackages,
  { name, folder }: WorkspacePackage,
  paths: readonly string[],
): NamedImport[] {
  const found: NamedImport[] = [];
  const own = new Set(paths);
  // What is added here is gone through as well.
  for (const at of own)
    for (const { importer, record } of graph.importsOf(at)) {
      const { path } = importer;
      const { specifier, start, end } = record;
      if (packages.packageOf(path)?.folder === folder) own.add(path);
      else if (
        !isRelative(specifier) ? splitPackageSpecifier(specifier)?.name !== name : !isPathOf(at, path, specifier)
      ) {
        const offset = graph.text(path)?.slice(0, end).indexOf(specifier, start) ?? -1;
        if (offset !== -1) found.push({ path, specifier, offset: offset + specifier.length - 1 });
      }
    }
  return found;
}

/** Whether a relative specifier is the path of a file, without its ending or that of the folder whose `index` it is. */
function isPathOf(target: string, importer: string, specifier: string): boolean {
  const bare = (path: string) => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
  return bare(posix.join(posix.dirname(importer), specifier)) === bare(target);
}
