import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import { isDetour, pathMeant, relativeTo, specifierCandidates } from "../../planning/paths/specifiers.ts";
import type { ByPackageName } from "./by-package-name.ts";
import { exported } from "../move-path/unexported-subpaths.ts";
import { systemAt } from "../module-system.ts";

/** Whether a specifier leads a file to another. Paths from the root. */
export type LeadsTo = (importer: string, specifier: string, target: string) => boolean;

/** Specifiers for imports that are new, written as those around them are. */
export class SpecifiersTo {
  readonly #graph: ModuleGraph;
  readonly #leadsTo: LeadsTo;
  readonly #requires: boolean;
  readonly #byName: ByPackageName | undefined;

  /**
   * @param requires whether they are for `require()`, and to be written as those around them are
   * @param byName how they go from one package to another
   */
  constructor(graph: ModuleGraph, leadsTo: LeadsTo, requires = false, byName?: ByPackageName) {
    this.#requires = requires;
    this.#byName = byName;
    this.#graph = graph;
    this.#leadsTo = leadsTo;
  }

  /** In the place of one that leads to another file. */
  instead(importer: string, specifier: string, { from, to }: { readonly from: string; readonly to: string }): string {
    const named = this.#named(importer, to, undefined);
    if (named !== undefined) return named;
    const place = { from: importer, to: importer };
    // How a path is written that stands for a name those tell that are paths.
    const found = specifierCandidates(specifier, place, { from, to }).find(
      (one) =>
        isRelative(one) === isRelative(specifier) &&
        this.#leadsTo(importer, one, to) &&
        exported(this.#graph, importer, one)?.isExported !== false,
    );
    return found ?? this.to(importer, to);
  }

  /**
   * Of what a file imports, seen from another one.
   *
   * @param name what is imported; all of the module where that is not told
   */
  carried(node: ModuleNode, specifier: string, to: string, name?: string): string {
    const target = this.#graph.targetOf(node, specifier);
    if (target === undefined)
      return isRelative(specifier) ? relativeTo(to, pathMeant(node.path, specifier)) : specifier;
    // By the name of its own package code would import what is built of it.
    if (!isRelative(specifier) && this.#byName?.isHome(node.path, to, target) === true) return this.to(to, target);
    if (this.#byName?.isBetween(to, target) === true) {
      const isOpen = !isRelative(specifier) && this.#byName.isOpenTo(to, specifier, target);
      if (isOpen && this.#leadsTo(to, specifier, target)) return specifier;
      return this.to(to, target, name);
    }
    // A path that leads there by a guess alone, as one does to what a file is built into, is another one.
    const isSamePath = !isRelative(specifier) || pathMeant(to, specifier) === pathMeant(node.path, specifier);
    // `../lib/a` leads there from within `lib` too, where nobody would write it.
    const isPlain = !isRelative(specifier) || !isDetour(to, specifier) || isDetour(node.path, specifier);
    if (isSamePath && isPlain && this.#leadsTo(to, specifier, target)) return specifier;
    const candidates = specifierCandidates(specifier, { from: node.path, to }, { from: target, to: target });
    return candidates.find((one) => this.#leadsTo(to, one, target)) ?? this.to(to, target);
  }

  /**
   * As the file itself imports others by their paths, or as those near it do.
   *
   * @param name what is wanted of it
   *
   * Throws `invalid_argument` where no way of those leads there.
   */
  to(importer: string, target: string, name?: string): string {
    const named = this.#named(importer, target, name);
    if (named !== undefined) return named;
    const { nodes, resolver } = this.#graph;
    const owner = resolver.packages.packageOf(importer);
    const own = nodes.get(importer);
    const near = [...nodes.values()].filter(
      ({ path }) => path !== importer && resolver.packages.packageOf(path) === owner,
    );
    const isBeside = ({ path }: ModuleNode) => folderOf(path) === folderOf(importer);
    near.sort((a, b) => Number(isBeside(b)) - Number(isBeside(a)));
    for (const node of own === undefined ? near : [own, ...near]) {
      const found = this.#likeThoseOf(node, importer, target);
      if (found !== undefined) return found;
    }
    const plain = relativeTo(importer, target.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ""));
    const kind = /\.([cm]?)[jt]sx?$/.exec(target)?.[1] ?? "";
    const built = `${plain}.${kind}js`;
    // What imports TypeScript by its own ending is run as it stands, or rewritten.
    const projects = resolver.projectsOf(importer);
    const isAsWritten = projects.length > 0 && projects.every(({ takesOwnEndings }) => takesOwnEndings === true);
    const whole = isAsWritten ? [relativeTo(importer, target), built] : [built, relativeTo(importer, target)];
    // An ES module by its name or its package is read by Node.js, or as it reads it, and that guesses no ending.
    const forms = systemAt(this.#graph, importer) === "module" ? [...whole, plain] : [plain, ...whole];
    const found = forms.find((one) => this.#leadsTo(importer, one, target));
    if (found !== undefined) return found;
    throw new ToolError(
      "invalid_argument",
      `No import of ${escapeName(importer)} would lead to ${escapeName(target)}. Name a place that its imports can reach.`,
    );
  }

  #named(importer: string, target: string, name: string | undefined): string | undefined {
    const isBetween = this.#byName?.isBetween(importer, target) === true;
    return isBetween ? this.#byName?.specifier(importer, target, name) : undefined;
  }

  #likeThoseOf(node: ModuleNode, importer: string, target: string): string | undefined {
    for (const { specifier, dynamic, call, typeOnly, reExport, names } of node.record.imports) {
      // A reference names a file as it is called, whatever imports do.
      const isReference = typeOnly && !reExport && names.length === 0;
      const isOther = isReference || (dynamic && !(this.#requires && call === "require"));
      const sample = isOther || !isRelative(specifier) ? undefined : this.#graph.targetOf(node, specifier);
      if (sample === undefined || !/\.[cm]?[jt]sx?$/.test(sample)) continue;
      // A detour is a habit of its folder.
      const isOfOthers = folderOf(node.path) !== folderOf(importer) && isDetour(node.path, specifier);
      const candidates = specifierCandidates(
        isOfOthers ? relativeTo(node.path, pathMeant(node.path, specifier)) : specifier,
        { from: node.path, to: importer },
        { from: sample, to: target },
      );
      const found = candidates.find((one) => isRelative(one) && this.#leadsTo(importer, one, target));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
