import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formsOf, type ModuleForm } from "@kart/core/modules/module-form";
import { ModuleGraph, type ModuleNode } from "@kart/core/modules/module-graph";
import { type Resolution, Resolver } from "@kart/core/modules/resolver";
import { readTextFile } from "@kart/core/workspace/read-file";
import { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import { applyEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../change/change-files.ts";
import { TemporaryFolder } from "../diagnostics/temporary-folder.ts";
import type { WhereTo } from "../planning/paths/config-paths.ts";
import { byItsPackage } from "./by-its-package.ts";
import { leadsAfter, type WorkspaceLink } from "./workspace-links.ts";

/**
 * The workspace as a move would leave it, in a temporary folder: configurations with what they would say, and all other files
 * empty. A specifier leads there where it will lead, whatever the way it takes.
 */
export class ShadowWorld implements Disposable {
  readonly root: WorkspaceRoot;
  readonly resolver: Resolver;
  /** Those of the workspace, as they are. */
  readonly links: readonly WorkspaceLink[];
  readonly #temporary: TemporaryFolder;
  readonly #graph: ModuleGraph;
  readonly #whereTo: WhereTo;
  readonly #files: ModuleGraph["files"];
  /** By importer and specifier: an import is looked at when its new specifier is sought, and again in the whole graph. */
  readonly #resolved = new Map<string, Resolution>();

  /**
   * @param links those of the workspace
   * @param configs what is to be changed in configurations, by the paths they have
   * @param added sources that there will be besides, from the root
   */
  static async open(
    { absolute }: WorkspaceRoot,
    graph: ModuleGraph,
    links: readonly WorkspaceLink[],
    whereTo: WhereTo,
    configs: readonly PlannedFile[],
    added: readonly string[] = [],
  ): Promise<ShadowWorld> {
    const temporary = new TemporaryFolder("kart-move-");
    const folder = temporary.path;
    try {
      const { sources, manifests, components, configs: tsconfigs } = graph.files;
      const edited = new Map(configs.map(({ path, text, edits }) => [path, applyEdits(text, edits)]));
      const moved = (paths: readonly string[]) => paths.map((path) => whereTo(path) ?? path).sort();
      const files = new ShadowFiles(folder);
      const data = sources.flatMap((path) => dataBefore(absolute, whereTo(path)));
      for (const path of new Set([...sources, ...components, ...assetsOf(graph), ...data, ...added]))
        files.touch(whereTo(path) ?? path);
      for (const path of [...manifests, ...tsconfigs, ...graph.resolver.configs.read].map((one) =>
        within(absolute, one),
      )) {
        const outcome = readTextFile(join(absolute, path));
        const text = edited.get(path) ?? (outcome.status === "read" ? outcome.text : undefined);
        if (text !== undefined) files.write(whereTo(path) ?? path, text);
      }
      for (const link of links) {
        const target = leadsAfter(link, absolute, whereTo);
        if (!/^(?:\.\.)?(?:\/|$)/.test(target)) files.link(whereTo(link.path) ?? link.path, join(folder, target));
      }
      const root = new WorkspaceRoot(folder);
      const listed = {
        ...graph.files,
        sources: moved([...sources, ...added]),
        manifests: moved(manifests),
        configs: moved(tsconfigs),
        components: moved(components),
      };
      return new ShadowWorld(temporary, root, await Resolver.open(root, listed), graph, whereTo, listed, links);
    } catch (error) {
      temporary[Symbol.dispose]();
      throw error;
    }
  }

  private constructor(
    temporary: TemporaryFolder,
    root: WorkspaceRoot,
    resolver: Resolver,
    graph: ModuleGraph,
    whereTo: WhereTo,
    files: ModuleGraph["files"],
    links: readonly WorkspaceLink[],
  ) {
    this.#temporary = temporary;
    this.root = root;
    this.resolver = resolver;
    this.#graph = graph;
    this.#whereTo = whereTo;
    this.#files = files;
    this.links = links;
  }

  /** The workspace's file that a specifier will lead to. */
  targetOf(importer: string, specifier: string): string | undefined {
    const found = this.#resolve(importer, specifier);
    return found.kind === "source" || found.kind === "asset" ? found.path : undefined;
  }

  /** The graph as it will be. */
  graph(changes: ReadonlyMap<ImportRecord, string>): ModuleGraph {
    const nodes = [...this.#graph.nodes.values()].map((node) => {
      const path = this.#whereTo(node.path) ?? node.path;
      // Of a large workspace hardly any file imports what moves.
      const isChanged = node.record.imports.some((one) => changes.has(one));
      const record = isChanged ? withSpecifiers(node.record, changes) : node.record;
      const { imports } = record;
      const targets = new Map<string, Resolution>();
      const variants = new Map<string, readonly string[]>();
      const forms = formsOf(node.record);
      for (const [index, { specifier }] of imports.entries()) {
        const old = node.record.imports[index]?.specifier ?? specifier;
        const target = this.#withoutGuess(node, old, path, specifier, forms.get(old));
        targets.set(specifier, target);
        variants.set(specifier, this.resolver.variants(path, specifier, target));
      }
      return { path, record, version: node.version, targets, variants };
    });
    return new ModuleGraph(this.root, this.#files, this.resolver, new Map(nodes.map((node) => [node.path, node])), []);
  }

  /** What led to a file itself is not to lead to it as what might be built from it, once that has moved. */
  #withoutGuess(node: ModuleNode, old: string, importer: string, specifier: string, form?: ModuleForm): Resolution {
    const found = this.#resolve(importer, specifier, form);
    const was = this.#graph.targetOf(node, old);
    if (found.kind !== "source" || was === undefined || this.#whereTo(was) !== found.path) return found;
    const isGuess =
      byItsPackage(this.resolver, importer, specifier, found.path) === "built" &&
      byItsPackage(this.#graph.resolver, node.path, old, was) === "itself";
    return isGuess ? { kind: "unresolved", reason: `${specifier} names what is not there` } : found;
  }

  #resolve(importer: string, specifier: string, form?: ModuleForm): Resolution {
    const key = `${importer}\0${specifier}\0${form}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = this.resolver.resolve(importer, specifier, form);
    this.#resolved.set(key, found);
    return found;
  }

  [Symbol.dispose](): void {
    this.#temporary[Symbol.dispose]();
  }
}

function withSpecifiers(
  record: ModuleNode["record"],
  changes: ReadonlyMap<ImportRecord, string>,
): ModuleNode["record"] {
  const imports = record.imports.map((one) => ({ ...one, specifier: changes.get(one) ?? one.specifier }));
  return { ...record, imports };
}

/** Makes the files of a folder, and the folders above each. */
class ShadowFiles {
  readonly #folder: string;
  readonly #made = new Set<string>();
  #empty: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(path: string, text: string): void {
    const file = this.#place(path);
    // One that was touched is a name of all empty files.
    rmSync(file, { force: true });
    writeFileSync(file, text);
  }

  /**
   * Makes an empty file, as one more name of the last one. A new file takes ext4 longer the more were deleted in the last
   * minutes (`recently_deleted` in its `ialloc.c`): 5,000 of them went from 1 s to 6 s of system time within four moves.
   */
  touch(path: string): void {
    const file = this.#place(path);
    try {
      if (this.#empty !== undefined) return linkSync(this.#empty, file);
    } catch {
      // As many names as a file may have, or a file system without such names.
    }
    writeFileSync(file, "");
    this.#empty = file;
  }

  link(path: string, target: string): void {
    const file = this.#place(path);
    if (!existsSync(file)) symlinkSync(target, file);
  }

  #place(path: string): string {
    const file = join(this.#folder, path);
    const parent = dirname(file);
    if (!this.#made.has(parent)) mkdirSync(parent, { recursive: true });
    this.#made.add(parent);
    return file;
  }
}

/** What is imported and is no source. */
function assetsOf(graph: ModuleGraph): string[] {
  return [...graph.nodes.values()].flatMap(({ targets }) =>
    [...targets.values()].flatMap((target) => (target.kind === "asset" ? [target.path] : [])),
  );
}

/** Data that JavaScript would load by the name of the folder that a file moves to: `core.json` beside `core/index.js`. */
function dataBefore(root: string, moved: string | undefined): string[] {
  const folder = /^(.+)\/index\.[^./]+$/.exec(moved ?? "")?.[1];
  return folder !== undefined && existsSync(join(root, `${folder}.json`)) ? [`${folder}.json`] : [];
}

/** Absolute paths inside the root as relative ones. */
function within(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
