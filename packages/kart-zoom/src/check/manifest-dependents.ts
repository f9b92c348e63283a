import { posix } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isRecord } from "@kart/core/text/is-record";
import { splitPackageSpecifier, type WorkspacePackage, WorkspacePackages } from "@kart/core/workspace/package-manifest";

/** Where a package without `exports` leads, imported by its name or as a folder. */
const ENTRIES = ["main", "types", "typings", "typesVersions"];
/** What the compiler reads of a package.json. */
const READ = ["name", "type", "imports", "exports", ...ENTRIES];

/** The texts of a package.json before and after a change; undefined where there is none. */
export type ManifestStates = readonly [string | undefined, string | undefined];

export function isManifest(path: string): boolean {
  return posix.basename(path) === "package.json";
}

/**
 * Whom a change of a package.json concerns: those whose imports it leads somewhere, and those of which it tells whether they are ES
 * modules, which `isByType` knows by paths from the root.
 *
 * @param states what changed; where that is not known, all may have
 */
export function manifestDependents(
  graph: ModuleGraph,
  path: string,
  states: ManifestStates | undefined,
  isByType: (path: string) => boolean,
): string[] {
  const folder = posix.dirname(path);
  const { packages } = graph.resolver;
  const changed = states === undefined ? READ : changedFields(states);
  // Every release changes the versions of all packages: no import need be looked at for that.
  if (changed.length === 0) return [];
  const hasChanged = (...fields: readonly string[]) => fields.some((field) => changed.includes(field));
  const names = new Set([
    ...(states ?? []).map((text) => parsed(text)["name"]),
    packages.all.find((one) => one.folder === folder)?.name,
    // Where it stands between a package and its files, these do not know themselves by the package's name.
    ...(folder === "." ? [] : [packages.scopeOf(folder)?.name]),
  ]);
  // Importers may have it by a name that their own manifests give it, while it is there or was.
  const views = [packages, ...(states?.[0] === undefined ? [] : [withPackage(packages, folder, parsed(states[0]))])];
  const isCalled = (name: string, importer: string) =>
    names.has(name) || views.some((one) => one.named(name, importer)?.folder === folder);
  const isBelow = (one: string) => (folder === "." ? one !== "." : one.startsWith(`${folder}/`));
  const isInScope = (file: string) => isBelow(file) && !isBelow(packages.scopeOf(file)?.folder ?? ".");
  const isLed = (importer: string, specifier: string) => {
    if (specifier.startsWith("#")) return hasChanged("imports") && isInScope(importer);
    const name = splitPackageSpecifier(specifier)?.name;
    if (name !== undefined && hasChanged("name", "exports", ...ENTRIES) && isCalled(name, importer)) return true;
    if (!hasChanged(...ENTRIES)) return false;
    const places = isRelative(specifier)
      ? [posix.join(posix.dirname(importer), specifier)]
      : graph.resolver.places(importer, specifier);
    return places.some((place) => posix.join(place, ".") === folder);
  };
  const concerned = [...graph.nodes.values()].filter(
    ({ path: file, targets }) =>
      (hasChanged("type") && isInScope(file) && isByType(file)) ||
      [...targets.keys()].some((specifier) => isLed(file, specifier)),
  );
  return concerned.map((node) => node.path);
}

/** All that is read, where there is none before or after: it may have hidden another above. */
function changedFields([before, after]: ManifestStates): readonly string[] {
  if (before === undefined || after === undefined) return READ;
  const [one, other] = [parsed(before), parsed(after)];
  return READ.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/** The packages as they are where the manifest in a folder is this one. */
function withPackage(
  { all }: WorkspacePackages,
  folder: string,
  manifest: WorkspacePackage["manifest"],
): WorkspacePackages {
  const name = typeof manifest["name"] === "string" ? manifest["name"] : undefined;
  return new WorkspacePackages([...all.filter((one) => one.folder !== folder), { name, folder, manifest }]);
}

function parsed(text = "{}"): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
