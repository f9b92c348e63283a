import { posix } from "node:path";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { filled } from "@kart/core/text/star-pattern";
import {
  fieldEntries,
  mappedTargets,
  unexportedTargets,
  splitPackageSpecifier,
  type WorkspacePackage,
} from "@kart/core/workspace/package-manifest";
import { specifierCandidates, stemOf } from "../../planning/paths/specifiers.ts";
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
  #mayImport(importer: string, target: string): boolean {
    const { packages } = this.#graph.resolver;
    const [own, owner] = [packages.packageOf(importer), packages.packageOf(target)];
    if (owner?.name !== undefined && packages.declares(importer, owner.name)) return true;
    return this.#imports(own, owner).length > 0;
  }

  /** Whether a specifier is no name of a package, or of one that a file may import. */
  isOpenTo(importer: string, specifier: string, target: string): boolean {
    const owner = this.#graph.resolver.packages.packageOf(target);
    return splitPackageSpecifier(specifier)?.name !== owner?.name || this.#mayImport(importer, target);
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
    const { packages } = this.#graph.resolver;
    const owner = packages.packageOf(target);
    if (owner?.name !== undefined && this.#isReadAsBuilt(owner, importer, specifier, path)) this.#built.add(owner.name);
    return this.#isByPath ? undefined : specifier;
  }

  #entry(importer: string, target: string, name: string | undefined): Entry {
    const { packages } = this.#graph.resolver;
    const [own, owner] = [packages.packageOf(importer), packages.packageOf(target)];
    const isPlaced = target === this.#placed.path;
    if (owner === undefined || !this.#mayImport(importer, target)) throw this.#apart(own, owner, target, name);
    const [used, others] = [this.#used(importer, target, own, owner), offered(owner, target)].map((specifiers) =>
      this.#ways(importer, target, owner, specifiers),
    ) as [Entry[], Entry[]];
    const gives = (one: Entry) => this.#gives(one, importer, target, name);
    const mayPassOn = ({ path }: Entry) => isPlaced && this.#mayPassOn(path);
    const found = used.find(gives) ?? used.find(mayPassOn) ?? others.find(gives) ?? others.find(mayPassOn);
    if (found === undefined)
      throw new ToolError(
        "invalid_argument",
        `No import of ${escapeName(importer)} leads to ${name === undefined ? "" : `\`${escapeInvisible(name)}\` of `}${escapeName(target)}: no entry that ${manifestOf(owner)} names ${isPlaced ? "is that file, or passes on what others around it export" : "passes it on"}. Export it there first.`,
      );
    if (gives(found)) return found;
    const { names } = this.#graph.exportedNames(found.path);
    const taken = [...this.#placed.names].find((one) => names.has(one));
    if (taken !== undefined)
      throw new ToolError(
        "already_exists",
        `${escapeName(found.path)}, by which others have what ${owner.name} exports, has another \`${escapeInvisible(taken)}\`. Rename one of the two first (kart_rename).`,
      );
    this.#passing.add(found.path);
    return found;
  }

  /** Whether a file passes on others, and stands above what is placed as an index does. */
  #mayPassOn(path: string): boolean {
    const folder = posix.dirname(path);
    const { record } = this.#graph.nodes.get(path) ?? {};
    return (
      (folder === "." || this.#placed.path.startsWith(`${folder}/`)) &&
      record?.imports.some(({ reExport, specifier }) => reExport && isRelative(specifier)) === true
    );
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

  /** The ways into a package that a file goes, and then those of others of its own package; the same to the target too. */
  #used(
    importer: string,
    target: string,
    own: WorkspacePackage | undefined,
    owner: WorkspacePackage,
  ): ReadonlySet<string> {
    const place = { from: importer, to: importer };
    const samples = this.#imports(own, owner).filter(([, specifier]) => !isRelative(specifier));
    const mine = samples.filter(([{ path }]) => path === importer);
    const derived = samples.flatMap(([node, specifier]) => {
      const led = this.#graph.targetOf(node, specifier) ?? target;
      return specifierCandidates(specifier, place, { from: led, to: target }).filter((one) => !isRelative(one));
    });
    return new Set([...[...mine, ...samples].map(([, specifier]) => specifier), ...derived]);
  }

  /** Those among specifiers that lead into a package, with where they do. */
  #ways(importer: string, target: string, owner: WorkspacePackage, specifiers: Iterable<string>): Entry[] {
    const { resolver } = this.#graph;
    return [...specifiers].flatMap((specifier) => {
      const found = resolver.resolve(importer, specifier);
      const path = this.#leadsTo(importer, specifier, target)
        ? target
        : found.kind === "source" && resolver.packages.packageOf(found.path) === owner
          ? found.path
          : undefined;
      return path !== undefined && this.#isOffered(owner, importer, specifier, path) ? [{ specifier, path }] : [];
    });
  }

  /** Whether `paths` or a package.json let others import a file so: more leads to sources by a guess, as where an import stands already. */
  #isOffered(owner: WorkspacePackage, importer: string, specifier: string, path: string): boolean {
    const { resolver, nodes } = this.#graph;
    const parts = splitPackageSpecifier(specifier);
    if (parts === undefined || parts.name !== owner.name) return true;
    if (resolver.aliased(importer, specifier) !== undefined) return true;
    const { folder, manifest } = owner;
    const { conditions } = resolver.manifests;
    const { subpath } = parts;
    const targets =
      manifest["exports"] === undefined
        ? unexportedTargets(manifest, subpath)
        : mappedTargets(manifest["exports"], subpath, conditions);
    if (manifest["exports"] === undefined && subpath === ".") return true;
    // What a new file is built into stands where what others are built into does.
    const at = (one: string) => (nodes.has(path) ? stemOf(posix.normalize(one)) : withinTop(posix.normalize(one)));
    return targets.some(
      (one) =>
        posix.join(folder, one) === path ||
        resolver.manifests.entrySources(owner, subpath, one).includes(path) ||
        (!SOURCE.test(one) && at(one) === at(posix.relative(folder, path))),
    );
  }

  #isReadAsBuilt(owner: WorkspacePackage, importer: string, specifier: string, path: string): boolean {
    const parts = splitPackageSpecifier(specifier);
    const { resolver } = this.#graph;
    if (parts === undefined || parts.name !== owner.name || resolver.aliased(importer, specifier) !== undefined)
      return false;
    return !resolver.manifests.leadsToItself(owner, parts.subpath, path) && !isStated(owner, parts.subpath, path);
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
    (key.includes("*") ? fillings.map((one) => filled(key, one)) : [key]).map((one) => name + one.slice(1)),
  );
}

/** A path that stands for no other: of TypeScript that is not built. */
const SOURCE = /(?<!\.d)\.[cm]?tsx?$/;

/** A path below its first folder, without its ending: `a/b` of `dist/a/b.js` and of `src/a/b.ts`. */
function withinTop(path: string): string {
  return stemOf(path.replace(/^[^/]+\//, ""));
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
