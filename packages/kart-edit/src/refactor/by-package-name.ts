import { posix } from "node:path";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import {
  fieldEntries,
  mappedTargets,
  splitPackageSpecifier,
  type WorkspacePackage,
} from "@kart/core/workspace/package-manifest";
import { specifierCandidates, stemOf } from "../planning/specifiers.ts";
import type { LeadsTo } from "./specifiers-to.ts";

/** What comes to stand in a file. */
interface Placed {
  /** From the root. */
  readonly path: string;
  /** What it is to export of it. */
  readonly names: ReadonlySet<string>;
}

/** A way into a package. */
interface Entry {
  readonly specifier: string;
  /** Where it leads, from the root. */
  readonly path: string;
}

/**
 * How files have what stands in another package of the workspace: by that one's name, through an entry that is the file or passes on
 * what it exports.
 */
export class ByPackageName {
  readonly #graph: ModuleGraph;
  readonly #leadsTo: LeadsTo;
  readonly #placed: Placed;
  readonly #isByPath: boolean;
  readonly #passing = new Set<string>();
  readonly #built = new Set<string>();
  /** By the folders of both packages: it is asked for each file. */
  readonly #between = new Map<string, readonly [ModuleNode, string][]>();

  /** @param isByPath whether they are to have it by a path in the end, for a compiler that reads a package as it was built before */
  constructor(graph: ModuleGraph, leadsTo: LeadsTo, placed: Placed, isByPath: boolean) {
    this.#graph = graph;
    this.#leadsTo = leadsTo;
    this.#placed = placed;
    this.#isByPath = isByPath;
  }

  /** The entries that have to pass on what is placed, for the specifiers that were given out to lead to it. */
  get passing(): ReadonlySet<string> {
    return this.#passing;
  }

  /** The names of packages that specifiers were given out for, and that lead to what is built of them. */
  get built(): ReadonlySet<string> {
    return this.#built;
  }

  /** Whether two files are of two packages, and imports of the one do not go to the other by a path already. */
  isBetween(importer: string, target: string): boolean {
    const { packages } = this.#graph.resolver;
    const [own, owner] = [packages.packageOf(importer), packages.packageOf(target)];
    return own !== owner && !this.#imports(own, owner).some(([, specifier]) => isRelative(specifier));
  }

  /** Whether code comes from another package to the one of a target. */
  isHome(from: string, to: string, target: string): boolean {
    const [old, own, owner] = [from, to, target].map((path) => this.#graph.resolver.packages.packageOf(path));
    return own === owner && own !== old;
  }

  /** Whether the package of a file may import another, which its manifests name. */
  mayImport(importer: string, target: string): boolean {
    const { packages } = this.#graph.resolver;
    const [own, owner] = [packages.packageOf(importer), packages.packageOf(target)];
    if (owner?.name !== undefined && packages.declares(importer, owner.name)) return true;
    return this.#imports(own, owner).length > 0;
  }

  /**
   * Undefined where a path is to stand for it.
   *
   * @param name what is wanted of the target, all of it where that is not told; of what is placed it does not matter
   *
   * Throws `invalid_argument` where the one package does not depend on the other, or no entry leads to the target,
   * `already_exists` where what has to pass it on has another of that name.
   */
  specifier(importer: string, target: string, name: string | undefined): string | undefined {
    const { specifier, path } = this.#entry(importer, target, name);
    const { packages, manifests } = this.#graph.resolver;
    const owner = packages.packageOf(target);
    const subpath = splitPackageSpecifier(specifier)?.subpath ?? ".";
    if (owner?.name !== undefined && !manifests.leadsToItself(owner, subpath, path) && !isStated(owner, subpath, path))
      this.#built.add(owner.name);
    return this.#isByPath ? undefined : specifier;
  }

  #entry(importer: string, target: string, name: string | undefined): Entry {
    const { packages } = this.#graph.resolver;
    const [own, owner] = [packages.packageOf(importer), packages.packageOf(target)];
    const isPlaced = target === this.#placed.path;
    if (owner === undefined || !this.mayImport(importer, target)) throw this.#apart(own, owner, target, name);
    const entries = this.#entries(importer, target, own, owner);
    const found = entries.find((one) => this.#gives(one, importer, target, name));
    if (found !== undefined) return found;
    const isBarrel = ({ path }: Entry) =>
      this.#graph.nodes.get(path)?.record.imports.some(({ reExport, specifier }) => reExport && isRelative(specifier));
    const barrel = isPlaced ? entries.find(isBarrel) : undefined;
    if (barrel === undefined)
      throw new ToolError(
        "invalid_argument",
        `No import of ${escapeName(importer)} leads to ${name === undefined ? "" : `\`${escapeInvisible(name)}\` of `}${escapeName(target)}: no entry that ${manifestOf(owner)} names ${isPlaced ? "is that file, or passes on what others export" : "passes it on"}. Export it there first.`,
      );
    const taken = [...this.#placed.names].find((one) => this.#graph.exportedNames(barrel.path).names.has(one));
    if (taken !== undefined)
      throw new ToolError(
        "already_exists",
        `${escapeName(barrel.path)}, by which others have what ${owner.name} exports, has another \`${escapeInvisible(taken)}\`. Rename one of the two first (kart_rename).`,
      );
    this.#passing.add(barrel.path);
    return barrel;
  }

  #apart(
    own: WorkspacePackage | undefined,
    owner: WorkspacePackage | undefined,
    target: string,
    name: string | undefined,
  ): ToolError {
    const isPlaced = target === this.#placed.path;
    const shown = name === undefined ? "" : `\`${escapeInvisible(name)}\` of `;
    const what = isPlaced
      ? `${escapeName(folderOf(own))} uses or exports what moves`
      : `What moves uses ${shown}${escapeName(target)}`;
    const { packages } = this.#graph.resolver;
    const isBack = own !== undefined && owner !== undefined && packages.withDependents([own]).has(owner);
    const why =
      owner?.name === undefined
        ? `${escapeName(target)} is in no package that has a name to import it by`
        : `${manifestOf(own)} does not depend on ${owner.name}${isBack ? `, which depends on ${own.name} itself` : ""}`;
    const next = !isPlaced
      ? "Move that first, or at once: symbol takes several."
      : isBack || owner?.name === undefined
        ? "Name a place that both can import."
        : "Add it there and install it first.";
    return new ToolError("invalid_argument", `${what}, but ${why}. ${next}`);
  }

  /** Whether an entry is a file, or passes on what is wanted of it. */
  #gives({ specifier, path }: Entry, importer: string, target: string, name: string | undefined): boolean {
    if (path === target || this.#leadsTo(importer, specifier, target)) return true;
    if (target === this.#placed.path) return this.#passesAll(path, target);
    const [here, there] = [path, target].map((one) => name && declaredElsewhere(this.#graph, one, name));
    return here !== undefined && here !== "" && there !== "" && here.path === there?.path && here.name === there.name;
  }

  /** Whether a file passes on what comes to another, by `export *` all the way. */
  #passesAll(path: string, target: string): boolean {
    const files = [path];
    const names = [...this.#placed.names];
    for (const file of files) {
      if (file === target) return true;
      const node = this.#graph.nodes.get(file);
      if (node === undefined || names.some((name) => this.#graph.exportsNamed(node, name).length > 0)) continue;
      for (const { specifier } of node.record.stars) {
        const next = this.#graph.targetOf(node, specifier);
        if (next !== undefined && !files.includes(next)) files.push(next);
      }
    }
    return false;
  }

  /** The ways into a package, those first that the file and its package go already. */
  #entries(
    importer: string,
    target: string,
    own: WorkspacePackage | undefined,
    owner: WorkspacePackage,
  ): readonly Entry[] {
    const place = { from: importer, to: importer };
    const samples = this.#imports(own, owner).filter(([, specifier]) => !isRelative(specifier));
    const mine = samples.filter(([{ path }]) => path === importer);
    const written = [...mine, ...samples].map(([, specifier]) => specifier);
    const derived = samples.flatMap(([node, specifier]) => {
      const led = this.#graph.targetOf(node, specifier) ?? target;
      return specifierCandidates(specifier, place, { from: led, to: target }).filter((one) => !isRelative(one));
    });
    const all = new Set([...written, ...derived, ...offered(owner, target)]);
    return [...all].flatMap((specifier): Entry[] => {
      if (!isOffered(owner, specifier)) return [];
      const found = this.#graph.resolver.resolve(importer, specifier);
      if (this.#leadsTo(importer, specifier, target)) return [{ specifier, path: target }];
      return found.kind === "source" && this.#graph.resolver.packages.packageOf(found.path) === owner
        ? [{ specifier, path: found.path }]
        : [];
    });
  }

  /** What files of a package import of another. */
  #imports(own: WorkspacePackage | undefined, owner: WorkspacePackage | undefined): readonly [ModuleNode, string][] {
    const key = `${own?.folder}\0${owner?.folder}`;
    const known = this.#between.get(key);
    if (known !== undefined) return known;
    const { nodes, resolver } = this.#graph;
    const isOwn = ({ path }: ModuleNode) => resolver.packages.packageOf(path) === own;
    const found = [...nodes.values()].filter(isOwn).flatMap((node) =>
      node.record.imports.flatMap(({ specifier }): [ModuleNode, string][] => {
        const target = this.#graph.targetOf(node, specifier);
        return target !== undefined && resolver.packages.packageOf(target) === owner ? [[node, specifier]] : [];
      }),
    );
    this.#between.set(key, found);
    return found;
  }
}

/** What a package.json lets others import that may be a file, or pass it on: the package itself, and each subpath. */
function offered({ name = "", folder, manifest }: WorkspacePackage, target: string): string[] {
  const field = manifest["exports"];
  const keys = field === undefined ? ["."] : fieldEntries(field).map(([key]) => key);
  const parts = stemOf(folder === "." ? target : target.slice(folder.length + 1)).split("/");
  const fillings = parts.map((_, start) => parts.slice(start).join("/"));
  return keys.flatMap((key) =>
    (key.includes("*") ? fillings.map((one) => key.replaceAll("*", () => one)) : [key]).map(
      (one) => name + one.slice(1),
    ),
  );
}

/** Whether a package.json lets others import a subpath: more leads to sources by a guess, as where an import stands already. */
function isOffered({ name, manifest }: WorkspacePackage, specifier: string): boolean {
  const parts = splitPackageSpecifier(specifier);
  if (parts === undefined || parts.name !== name || manifest["exports"] === undefined) return true;
  return mappedTargets(manifest["exports"], parts.subpath, new Set()).length > 0;
}

/** Whether all that a package.json gives for a subpath is a file, which need not be there yet. */
function isStated({ folder, manifest }: WorkspacePackage, subpath: string, path: string): boolean {
  const targets = mappedTargets(manifest["exports"], subpath, new Set());
  return targets.length > 0 && targets.every((one) => posix.join(folder, one) === path);
}

function folderOf(owner: WorkspacePackage | undefined): string {
  return owner?.folder ?? ".";
}

function manifestOf(owner: WorkspacePackage | undefined): string {
  const folder = folderOf(owner);
  return escapeName(folder === "." ? "package.json" : `${folder}/package.json`);
}
