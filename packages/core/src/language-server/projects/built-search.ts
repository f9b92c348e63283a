import { join, posix } from "node:path";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import { isDeclarationFile, sourceLanguage } from "../../syntax/parser/source-language.ts";
import { starFilling } from "../../text/star-pattern.ts";
import { splitPackageSpecifier, type WorkspacePackage } from "../../workspace/package-manifest.ts";
import { readTextFile } from "../../workspace/read-file.ts";
import { realPathOrUndefined } from "../../workspace/real-path.ts";
import { pathCandidates, type TsConfig } from "../../workspace/tsconfig.ts";
import type { WorkspacePath } from "../../workspace/workspace-path.ts";
import { declarationsNamed, mayBeReadAsBuilt } from "./built-packages.ts";
import type { BuiltReader } from "./built-readers.ts";
import type { SourceLocation } from "../locations.ts";
import { importsByOtherNames, importsOfPackage, type NamedImport } from "./package-imports.ts";
import type { Layout } from "./project-reach.ts";
import type { Questions } from "../questions.ts";

/** Where an import of a package leads TypeScript: to a source, to what was built, or from that by a declaration map to a source. */
interface Reading {
  readonly kind: "source" | "built" | "mapped";
  readonly name: string;
  /** From the root. */
  readonly built?: string;
}

/** Who is asked about. Paths from the root. */
interface Among {
  readonly meant: ReadonlySet<string> | "any";
  /** All who have from others what is asked about: where it goes by its name, what depends on them otherwise has nothing of it. */
  readonly passing?: ReadonlySet<string>;
}

/** Imports that are tried before they count as leading nowhere: one may stand in a text too. */
const MAX_TRIED = 5;

export class BuiltSearch {
  readonly #questions: Questions;
  readonly #layout: Layout;
  readonly #counts: (reading: Reading) => boolean;

  constructor(questions: Questions, layout: Layout, counts: (reading: Reading) => boolean) {
    this.#questions = questions;
    this.#layout = layout;
    this.#counts = counts;
  }

  /**
   * @param paths of one package
   * @param candidates files that may use what they declare
   */
  async of(
    paths: readonly string[],
    candidates: readonly string[] | "any",
    among: (graph: ModuleGraph) => Among,
  ): Promise<readonly BuiltReader[]> {
    const owner = this.#layout.packages.packageOf(paths[0] ?? "");
    if (owner?.name === undefined || !mayBeReadAsBuilt(owner, this.#layout.sources)) return [];
    const graph = await this.#questions.moduleGraph();
    const named = await importsOfPackage(this.#questions, owner.name);
    const imports = [...named, ...importsByOtherNames(graph, this.#layout.packages, owner, paths)];
    const groups = candidates === "any" ? undefined : new Set(candidates.map((one) => this.#groupOf(one)));
    // Who has a value from another file need not lead to what declares its members by an import of their own.
    const led = candidates === "any" ? undefined : ledTo(graph, candidates);
    const asked = imports.filter(
      ({ path }) => groups === undefined || groups.has(this.#groupOf(path)) || led?.has(path) === true,
    );
    const known = new Map<string, Reading>();
    for (const [key, alike] of Map.groupBy(asked, (one) => this.#keyOf(one)))
      known.set(key, await this.#reading(owner, key, alike));
    const counted = [...known.values()].filter((one) => this.#counts(one));
    if (counted.length === 0) return [];
    const { meant, passing } = among(graph);
    const through = this.#through(graph, paths, owner, known, counted[0] as Reading, passing);
    return [...through].flatMap(([one, { name, built }]) => {
      if (meant !== "any" && !meant.has(one)) return [];
      const folder = this.#layout.packages.packageOf(one)?.folder ?? ".";
      // Components the language server reads in no way: they are told of elsewhere.
      return sourceLanguage(one) === undefined
        ? []
        : [{ name, ...(built !== undefined && { built }), folder, path: one }];
    });
  }

  /**
   * The files that depend on some files by an import that leads to what was built, with that.
   *
   * @param other for those of whom nobody knows
   */
  #through(
    graph: ModuleGraph,
    paths: readonly string[],
    { name, folder }: WorkspacePackage,
    known: ReadonlyMap<string, Reading>,
    other: Reading,
    passing: Among["passing"],
  ): ReadonlyMap<string, Reading> {
    const through = new Map<string, Reading>();
    const direct = new Set(paths);
    for (const at of direct)
      for (const { importer, record } of graph.importsOf(at)) {
        if (passing?.has(importer.path) === false) continue;
        const isByName = splitPackageSpecifier(record.specifier)?.name === name;
        const isOwn = this.#layout.packages.packageOf(at)?.folder === folder;
        const read = isOwn ? known.get(this.#keyOf({ path: importer.path, ...record })) : undefined;
        const reading = isByName && isOwn ? (read ?? this.#assumed(importer.path, record.specifier, at, other)) : read;
        if (reading === undefined || !this.#counts(reading)) direct.add(importer.path);
        else if (!through.has(importer.path)) through.set(importer.path, reading);
      }
    const sources = paths.map((path) => join(this.#layout.root.absolute, path));
    for (const [at, reading] of through)
      for (const { importer } of graph.importsOf(at)) {
        if (through.has(importer.path) || passing?.has(importer.path) === false) continue;
        // What its own projects refer to it reads in the place of what was built, whoever imports that.
        if (!sources.every((source) => this.#isReferredTo(importer.path, source))) through.set(importer.path, reading);
      }
    return through;
  }

  /**
   * What is not asked about reads a source where its configuration says so: one that it refers to lists that, or its `paths` lead
   * there. Or else it reads what another does. Paths from the root.
   */
  #assumed(importer: string, specifier: string, from: string, other: Reading): Reading | undefined {
    const source = join(this.#layout.root.absolute, from);
    const bare = source.replace(/\.[^./]+$/, "");
    const led = new Set([source, bare, bare.replace(/\/index$/, "")]);
    const configs = this.#configsOf(importer);
    const isLed = configs.length > 0 && configs.every((one) => led.has(pathCandidates(one, specifier)[0] ?? ""));
    return isLed || this.#isReferredTo(importer, source) ? undefined : other;
  }

  /** Files of one group resolve names of packages alike. */
  #groupOf(path: string): string {
    const { root, packages, roots } = this.#layout;
    return `${roots.listing(join(root.absolute, path))[0] ?? ""}\0${packages.packageOf(path)?.folder ?? ""}`;
  }

  #keyOf({ path, specifier }: Pick<NamedImport, "path" | "specifier">): string {
    return `${this.#groupOf(path)}\0${specifier}`;
  }

  #reading(owner: WorkspacePackage, key: string, alike: readonly NamedImport[]): Promise<Reading> {
    return this.#questions.session.candidates.kept(`reading ${key}`, async () => {
      const { nodes } = await this.#questions.moduleGraph();
      // A text or a comment that shows an import leads nowhere, and is none.
      const imports = alike.filter(({ path, specifier }) => nodes.get(path)?.targets.has(specifier) !== false);
      for (const one of imports.slice(0, MAX_TRIED)) {
        const reading = await this.#readingAt(owner, one);
        if (reading !== undefined) return reading;
      }
      return { kind: imports.length === 0 ? "source" : "built", name: owner.name ?? "" };
    });
  }

  /**
   * The language server's word counts: by paths, by references to projects or under conditions it may read the sources. Undefined
   * where the import leads nowhere.
   */
  async #readingAt(owner: WorkspacePackage, { path, specifier, offset }: NamedImport): Promise<Reading | undefined> {
    const { root, sources } = this.#layout;
    const { name = "" } = owner;
    const [found] = await this.#definitionsAt(root.proveFile(path), offset);
    if (found === undefined) return undefined;
    const file = realPathOrUndefined(found.file) ?? found.file;
    const built = root.holds(file) ? root.relative(file) : posix.basename(file);
    // What is built may be kept in the repository.
    const { resolver } = await this.#questions.moduleGraph();
    const isKept = isDeclarationFile(built) && resolver.manifests.preferSource(built) !== built;
    if (isKept || !sources.has(built)) return { kind: isMapped(file) ? "mapped" : "built", name, built };
    const behind = this.#isReadAsSource(path, specifier, file) ? undefined : this.#mappedBuild(owner, specifier);
    return behind === undefined ? { kind: "source", name } : { kind: "mapped", name, built: behind };
  }

  /** Leaves no file open: a search for references takes many times as long where one of each project is. */
  #definitionsAt(path: WorkspacePath, offset: number): Promise<SourceLocation[]> {
    const { session, reader } = this.#questions;
    const content = session.documents.isOpen(path.absolute) ? undefined : reader.textOf(path.absolute)?.source;
    return this.#questions.locations("definition", { path, offset, ...(content !== undefined && { content }) });
  }

  /** Whether a configuration makes TypeScript read a source where a manifest names what is built from it. */
  #isReadAsSource(path: string, specifier: string, source: string): boolean {
    const isMatched = ({ pattern }: { readonly pattern: string }) =>
      pattern === specifier || starFilling(pattern, specifier) !== undefined;
    const isConfigured = this.#configsOf(path).some(
      (one) => one.customConditions !== undefined || one.paths?.some(isMatched) === true,
    );
    return isConfigured || this.#isReferredTo(path, source);
  }

  /** Whether the projects of a file refer to one that lists a source: that is read then, built or not. */
  #isReferredTo(path: string, source: string): boolean {
    const { configs, roots } = this.#layout;
    const listing = new Set(roots.listing(source));
    const referred = new Set(this.#configsOf(path));
    for (const { references } of referred)
      for (const one of configs) if (references.includes(one.path)) referred.add(one);
    return [...referred].some((one) => listing.has(one.path));
  }

  /** The configurations that list a file. */
  #configsOf(path: string): readonly TsConfig[] {
    const { root, configs, roots } = this.#layout;
    const own = new Set(roots.listing(join(root.absolute, path)));
    return configs.filter((one) => own.has(one.path));
  }

  /** The declarations that a manifest names, where a map leads on from them. */
  #mappedBuild(owner: WorkspacePackage, specifier: string): string | undefined {
    const { root } = this.#layout;
    return declarationsNamed(owner, specifier).find((one) => isMapped(join(root.absolute, one)));
  }
}

/** The files that some lead to, these included. Paths from the root. */
function ledTo(graph: ModuleGraph, paths: readonly string[]): ReadonlySet<string> {
  const led = new Set(paths);
  for (const path of led) {
    const node = graph.nodes.get(path);
    if (node === undefined) continue;
    for (const specifier of node.targets.keys()) for (const target of graph.targetsOf(node, specifier)) led.add(target);
  }
  return led;
}

function isMapped(file: string): boolean {
  const outcome = readTextFile(file);
  return outcome.status === "read" && /^\/\/# sourceMappingURL=/m.test(outcome.text);
}
