import { basename, dirname, join } from "node:path";
import { importersOf } from "@kart/core/modules/importers";
import type { importersOfAbsent } from "@kart/core/modules/importers-of-absent";
import type { ModuleGraph, UnresolvedImport } from "@kart/core/modules/module-graph";
import type { TsConfig } from "@kart/core/workspace/tsconfig";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { isManifest, manifestDependents, type ManifestStates } from "./manifest-dependents.ts";
import type { Programs } from "./programs.ts";

/** Whether sources may depend on a file that is none itself: they import JSON, and configurations decide how they are checked. */
export function isData(path: string): boolean {
  return path.endsWith(".json") && !/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(path);
}

/** A text cannot stand in the place of a configuration: the language server reads those from the disk alone. */
export function isConfiguration(path: string): boolean {
  return /(?:^|\/)[jt]sconfig[^/]*\.json$/.test(path);
}

/** Who depends on some data files, by paths from the root. */
export class DataDependents {
  readonly #root: WorkspaceRoot;
  readonly #graph: ModuleGraph;
  readonly #others: Texts;
  readonly #ofAbsent: OfAbsent;
  readonly #programs: Programs;
  readonly #concerned = new Map<string, readonly string[]>();
  #lost: readonly UnresolvedImport[] | undefined;

  /**
   * @param others what a change is held against, by absolute path: manifests in HEAD, or in the place of what stands there
   * @param ofAbsent who would import those that are not there
   */
  constructor(root: WorkspaceRoot, graph: ModuleGraph, programs: Programs, others: Texts, ofAbsent: OfAbsent) {
    this.#root = root;
    this.#programs = programs;
    this.#graph = graph;
    this.#others = others;
    this.#ofAbsent = ofAbsent;
  }

  /**
   * Sources that import it directly, or would if it were there; those whose import leads nowhere and ends in its name; of a manifest,
   * those that it concerns otherwise.
   */
  importers(path: string): string[] {
    const result = importersOf(this.#graph, { path, depth: 1 });
    const found = result.status === "found" ? result.importers.map((one) => one.path) : [];
    this.#lost ??= this.#graph.unresolved().filter(({ looksLikePackage }) => !looksLikePackage);
    const lost = this.#lost.filter(({ specifier }) => specifier.endsWith(`/${basename(path)}`));
    const concerned = isManifest(path) ? this.#concernedBy(path) : [];
    return [...found, ...(this.#ofAbsent.get(path) ?? []), ...lost.map((one) => one.path), ...concerned];
  }

  #concernedBy(path: string): readonly string[] {
    const known = this.#concerned.get(path);
    if (known !== undefined) return known;
    const absolute = join(this.#root.absolute, path);
    const byType = new Set(this.#programs.configs.filter(isFormByManifest).map((one) => one.path));
    const isByType = (file: string) => {
      const listing = this.#programs.listing(file);
      return listing.length === 0 ? byType.size > 0 : listing.some((one) => byType.has(one));
    };
    const states: ManifestStates | undefined = this.#others.has(absolute)
      ? [this.#others.get(absolute), this.#graph.text(path)]
      : undefined;
    const found = manifestDependents(this.#graph, path, states, isByType);
    this.#concerned.set(path, found);
    return found;
  }

  /** Sources that are checked by it: those of the projects that it configures, or did while it was there. */
  configured(path: string): string[] {
    const absolute = join(this.#root.absolute, path);
    const { configs } = this.#programs;
    const projects = new Set(
      configs.filter((one) => one.path === absolute || one.bases?.includes(absolute) === true).map((one) => one.path),
    );
    // The one that is gone listed, as a rule, what stands below it.
    const isGone = /^[jt]sconfig\.json$/.test(basename(path)) && !configs.some((one) => one.path === absolute);
    const found = this.#programs.sources(projects);
    if (!isGone) return found;
    const below = dirname(path) === "." ? "" : `${dirname(path)}/`;
    return [...found, ...this.#graph.files.sources.filter((file) => file.startsWith(below))];
  }
}

/** Texts by absolute path; undefined where there is no file. */
type Texts = ReadonlyMap<string, string | undefined>;

type OfAbsent = Awaited<ReturnType<typeof importersOfAbsent>>;

/** Whether the nearest package.json tells which files of a project are ES modules. */
function isFormByManifest({ module = "", moduleResolution = "" }: TsConfig): boolean {
  return [module, moduleResolution].some((one) => /^node(?:1[68]|20|next)$/i.test(one));
}
