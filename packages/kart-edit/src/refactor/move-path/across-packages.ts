import { posix } from "node:path";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { mappedTargets, splitPackageSpecifier, unexportedTargets } from "@kart/core/workspace/package-manifest";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { type Moved, specifierCandidates } from "../../planning/paths/specifiers.ts";
import type { ShadowWorld } from "../shadow-world.ts";

/**
 * How imports are written where a move puts the border of a package between a file and what it imports, or takes it away: by the
 * package's name from outside, as others do already, and by a path from within.
 */
export class AcrossPackages {
  readonly #graph: ModuleGraph;
  readonly #shadow: ShadowWorld;
  readonly #whereTo: WhereTo;
  /** By the importing package's folder and the file: most files are imported many times. */
  readonly #names = new Map<string, readonly string[]>();
  #byName: ReadonlyMap<string, readonly Sample[]> | undefined;

  constructor(graph: ModuleGraph, shadow: ShadowWorld, whereTo: WhereTo) {
    this.#graph = graph;
    this.#shadow = shadow;
    this.#whereTo = whereTo;
  }

  /**
   * Specifiers to try before a relative path out of the importer's package: what others write for files of that package, anew for
   * this one. None where the importer did reach there by a path, or where nobody imports such files by the package's name.
   */
  named(node: ModuleNode, record: ImportRecord, importer: Moved, target: Moved): readonly string[] {
    const { packages } = this.#shadow.resolver;
    const [own, owner] = [importer.to, target.to].map((path) => packages.packageOf(path));
    if (own === undefined || owner?.name === undefined || own === owner || !isModule(record, target)) return [];
    if (isRelative(record.specifier) && this.#isAcross(node.path, target.from)) return [];
    const key = `${own.folder}\0${target.to}`;
    let found = this.#names.get(key);
    if (found === undefined) {
      const samples = this.#samples(owner.name).filter(({ path }) => packages.packageOf(path) === own);
      // Other packages' way is as good where this one says that it depends on it.
      const isOther = samples.length === 0 && packages.declares(importer.to, owner.name);
      const all = isOther ? this.#samples(owner.name) : samples;
      const written = all.flatMap((one) =>
        specifierCandidates(one.specifier, importer, { ...target, from: one.target }),
      );
      found = mostWritten(written.filter((one) => !isRelative(one))).filter((one) => this.#isOffered(one, target.to));
      this.#names.set(key, found);
    }
    return found;
  }

  /**
   * Relative specifiers for what a moved file imported by the name of the package that it now stands in, as it or its new neighbours
   * write such. None for a barrel, which would be its own importer, and between the package's folders: what is built of one may be meant.
   */
  within(node: ModuleNode, record: ImportRecord, importer: Moved, target: Moved): readonly string[] {
    if (importer.to === importer.from) return [];
    const { packages } = this.#shadow.resolver;
    const owner = packages.packageOf(importer.to);
    const parts = splitPackageSpecifier(record.specifier);
    if (owner === undefined || parts === undefined || parts.name !== owner.name || parts.subpath === ".") return [];
    if (packages.packageOf(target.to) !== owner) return [];
    if (this.#graph.resolver.packages.packageOf(importer.from)?.name === owner.name) return [];
    const top = (path: string) => posix.relative(owner.folder, path).split("/", 1)[0];
    if (top(importer.to) !== top(target.to) || !isModule(record, target)) return [];
    const aimed = this.#graph.nodes.get(target.from);
    if (aimed === undefined || aimed.record.imports.some(({ reExport }) => reExport)) return [];
    const neighbours = [...this.#graph.nodes.values()].filter(
      ({ path }) => packages.packageOf(this.#whereTo(path) ?? path) === owner,
    );
    const written = [node, ...neighbours].flatMap((one) =>
      one.record.imports.flatMap(({ specifier }) => {
        const led = isRelative(specifier) ? this.#graph.targetOf(one, specifier) : undefined;
        if (led === undefined || sourceLanguage(led) === undefined) return [];
        return specifierCandidates(specifier, { ...importer, from: one.path }, { ...target, from: led });
      }),
    );
    return [...new Set(written)];
  }

  #isAcross(path: string, target: string): boolean {
    const { packages } = this.#graph.resolver;
    return packages.packageOf(path) !== packages.packageOf(target);
  }

  /** How files of a package that stay where they are are imported by its name. */
  #samples(name: string): readonly Sample[] {
    this.#byName ??= Map.groupBy(
      [...this.#graph.nodes.values()].flatMap((node) =>
        node.record.imports.flatMap(({ specifier }): Sample[] => {
          const parts = splitPackageSpecifier(specifier);
          if (parts === undefined || parts.subpath === ".") return [];
          const target = this.#graph.targetOf(node, specifier);
          if (target === undefined || this.#whereTo(target) !== undefined) return [];
          const path = this.#whereTo(node.path) ?? node.path;
          return [{ name: parts.name, path, specifier, target }];
        }),
      ),
      ({ name: one }) => one,
    );
    return this.#byName.get(name) ?? [];
  }

  /** Whether a package.json lets a specifier lead to a file, or to what is built from it: more is guessed where an import stands already. */
  #isOffered(specifier: string, target: string): boolean {
    const { packages, manifests } = this.#shadow.resolver;
    const owner = packages.packageOf(target);
    const parts = splitPackageSpecifier(specifier);
    if (owner === undefined || parts === undefined || parts.name !== owner.name) return false;
    const { exports } = owner.manifest;
    if (exports === undefined)
      return unexportedTargets(owner.manifest, parts.subpath).some(
        (one) => manifests.sourceOfBuilt(owner, posix.join(owner.folder, one), "built-folder") === target,
      );
    const targets = mappedTargets(exports, parts.subpath, manifests.conditions);
    return targets.some((one) => manifests.entrySources(owner, parts.subpath, one).includes(target));
  }
}

interface Sample {
  readonly name: string;
  /** Of the importer after the move, and of what it imports, from the root. */
  readonly path: string;
  readonly specifier: string;
  readonly target: string;
}

/** Each once: a way that one file takes, into sources that are published beside what is built, is not that of the others. */
function mostWritten(specifiers: readonly string[]): string[] {
  const counts = Map.groupBy(specifiers, (one) => one);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length).map(([one]) => one);
}

/** Paths of `new URL` and `/// <reference path>` are no modules: no name stands for them. */
function isModule({ call, typeOnly, names, dynamic }: ImportRecord, { to }: Moved): boolean {
  const isReference = typeOnly && !dynamic && names.length === 0;
  return !isReference && call?.startsWith("new ") !== true && sourceLanguage(to) !== undefined;
}
