import { posix } from "node:path";
import { leaves, type WorkspacePackage } from "../workspace/package-manifest.ts";
import type { Resolver } from "./resolver.ts";

/**
 * Whether a field of a package.json is a framework's or a tool's own, which may name modules that it loads by themselves, as
 * `theiaExtensions` does: none that npm, Node.js, a bundler or TypeScript reads, and no list of what is published or measured.
 */
export function isOwnField(field: string): boolean {
  return !KNOWN_FIELDS.has(field);
}

const KNOWN_FIELDS = new Set(
  [
    "name version description keywords license author contributors maintainers funding homepage bugs repository gitHead",
    "private type engines os cpu libc packageManager devEngines scripts config files man directories workspaces catalog catalogs",
    "dependencies devDependencies peerDependencies peerDependenciesMeta optionalDependencies bundleDependencies",
    "bundledDependencies dependenciesMeta overrides resolutions pnpm trustedDependencies patchedDependencies",
    "source main module browser types typings typesVersions bin exports imports react-native svelte worker unpkg jsdelivr",
    "sideEffects jest nyc c8",
  ].flatMap((line) => line.split(" ")),
);

/** The source of the same package that a string is the path of, or the path of what is built from it, with or without its ending. */
export function sourceNamed(
  { packages, manifests }: Resolver,
  owner: WorkspacePackage,
  text: string,
): string | undefined {
  if (!/^(?!\/)[^\s:*]*\/[^\s:*]+$/.test(text)) return undefined;
  const found = manifests.sourceOfBuilt(owner, posix.join(owner.folder, text), "built-folder");
  return found !== undefined && packages.packageOf(found) === owner ? found : undefined;
}

/** The sources that the own fields of frameworks and tools name. */
export function sourcesOfOwnFields(resolver: Resolver, owner: WorkspacePackage): string[] {
  return Object.entries(owner.manifest).flatMap(([field, value]) =>
    isOwnField(field) ? leaves(value, new Set()).flatMap((text) => sourceNamed(resolver, owner, text) ?? []) : [],
  );
}
