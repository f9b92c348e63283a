import { abortable } from "../process/abortable.ts";
import { join, posix } from "node:path";
import { loadParser, type Parser } from "../syntax/parser/parse.ts";
import { isDeclarationFile, isPage } from "../syntax/parser/source-language.ts";
import { outerFolders } from "../workspace/outer-folders.ts";
import { isSameVersion, versionAt } from "../workspace/read-file.ts";
import type { KeptFacts, SourceFacts } from "../workspace/source-facts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { nodeOf } from "./module-node.ts";
import { InstalledFolders } from "./installed-folders.ts";
import { ModuleGraph, type ModuleNode, type UnparsedFile } from "./module-graph.ts";
import { type ConfigProblem, listProjectFiles, type ProjectFiles } from "../workspace/project-files.ts";
import { type ReadModule, readModule, type ReadNow } from "./read-module.ts";
import { Resolver } from "./resolver.ts";

interface Entry extends ReadModule {
  node?: ModuleNode;
  /** Who resolved the node's targets. */
  resolver?: Resolver;
}

/** What one file imports. */
export interface FileImports {
  readonly node: ModuleNode;
  /** Set where the record may lack some or all of it. */
  readonly failure?: UnparsedFile;
  readonly problems: readonly ConfigProblem[];
}

interface Refresh {
  readonly graph: Promise<ModuleGraph>;
  readonly controller: AbortController;
  waiting: number;
}

/** Milliseconds of work after which others get their turn. */
const TURN = 10;

/** Keeps the import records of a workspace, and makes a graph of them that is true to the disk at every question. */
export class ModuleIndex {
  readonly #workspace: Workspace;
  readonly #entries = new Map<string, Entry>();
  /** TypeScript that git ignores and sources import, as what is generated. */
  readonly #ignored = new Map<string, Entry>();
  /** Files that were read for themselves, and that no graph holds yet. */
  readonly #alone = new Map<string, ReadNow>();
  #graph: ModuleGraph | undefined;
  #resolver: Resolver | undefined;
  /** What the resolver's answers depend on, as it was when it was made. */
  #layout = "";
  readonly #installed = new InstalledFolders();
  readonly #kept: KeptFacts<ReadModule> | undefined;
  #isRecalled = false;
  #queued: Refresh | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #shareMs: number;
  #shared: { readonly call: AbortSignal; readonly at: number; readonly graph: ModuleGraph } | undefined;

  /**
   * @param facts where records are kept from one server to the next
   * @param shareMs milliseconds for which the questions of one call, which share its signal, are given the same graph; for who writes
   *   nothing itself
   */
  constructor(workspace: Workspace, facts?: SourceFacts, shareMs = 0) {
    this.#workspace = workspace;
    this.#kept = facts?.of("modules");
    this.#shareMs = shareMs;
  }

  /**
   * The graph as the disk is after this call: a refresh that began earlier may have missed a change, so a caller that comes
   * while one runs waits for the next, together with all others that do.
   */
  async graph(signal: AbortSignal): Promise<ModuleGraph> {
    signal.throwIfAborted();
    const shared = this.#shared;
    if (shared?.call === signal && performance.now() - shared.at < this.#shareMs) return shared.graph;
    // Two graphs at a time would take twice the memory.
    this.#shared = undefined;
    const graph = await this.#newGraph(signal);
    this.#shared = { call: signal, at: performance.now(), graph };
    return graph;
  }

  async #newGraph(signal: AbortSignal): Promise<ModuleGraph> {
    const refresh = (this.#queued ??= this.#queue());
    refresh.waiting++;
    try {
      return await abortable(refresh.graph, signal);
    } finally {
      refresh.waiting--;
      if (refresh.waiting === 0) this.#abandon(refresh, signal);
    }
  }

  /**
   * The imports of one file as the disk is now; no other source is read. Also for files that git ignores.
   * Undefined where the file is gone.
   *
   * @param path relative to the root, proven
   */
  async file(path: string, signal: AbortSignal): Promise<FileImports | undefined> {
    signal.throwIfAborted();
    const [oxc, files] = await Promise.all([loadParser(), listProjectFiles(this.#workspace, signal)]);
    const resolver = await this.#resolverFor(files);
    const module = readModule(oxc, this.#workspace.root.absolute, path);
    if (module === undefined) return undefined;
    const node = nodeOf(resolver, path, module);
    // What was probed on the way belongs to what the resolver's answers depend on.
    if (this.#resolver === resolver) this.#layout = this.#layoutOf(files, resolver);
    return { node, problems: resolver.problems, ...(module.failure && { failure: module.failure }) };
  }

  /**
   * Reads one file where it is not as it was when it was last read; no other source is. Undefined where the file is gone.
   *
   * @param path relative to the root, proven
   */
  async module(path: string, signal: AbortSignal): Promise<ReadModule | undefined> {
    const oxc = await loadParser();
    signal.throwIfAborted();
    for (const known of [this.#entries, this.#ignored]) if (!this.#isOther(path, known)) return known.get(path);
    const read = this.#read(oxc, path);
    if (read === undefined) this.#alone.delete(path);
    else this.#alone.set(path, read);
    return read;
  }

  /** Tells where any specifier leads, as the tree is now; no source is read. */
  async resolver(signal: AbortSignal): Promise<Resolver> {
    signal.throwIfAborted();
    return this.#resolverFor(await listProjectFiles(this.#workspace, signal));
  }

  #queue(): Refresh {
    const controller = new AbortController();
    const graph = this.#last.then(() => {
      this.#queued = undefined;
      return this.#refresh(controller.signal);
    });
    this.#last = graph.catch(() => undefined);
    return { graph, controller, waiting: 0 };
  }

  /** Nobody waits any more. What was parsed so far stays for the next question. */
  #abandon(refresh: Refresh, signal: AbortSignal): void {
    if (this.#queued === refresh) this.#queued = undefined;
    refresh.controller.abort(signal.reason);
  }

  async #refresh(signal: AbortSignal): Promise<ModuleGraph> {
    signal.throwIfAborted();
    const [oxc, files] = await Promise.all([loadParser(), listProjectFiles(this.#workspace, signal)]);
    const turns = new Turns(signal);
    const hasChanged = await this.#readFiles(oxc, files, turns);
    const resolver = await this.#resolverFor(files);
    const isAsBefore = !hasChanged && ![...this.#ignored.keys()].some((path) => this.#isOther(path, this.#ignored));
    if (this.#graph !== undefined && isAsBefore && this.#graph.resolver === resolver) return this.#graph;
    this.#graph = undefined;
    const nodes = new Map<string, ModuleNode>();
    for (const [path, entry] of this.#sorted()) {
      // Most pages hold no script, and are no modules.
      if (isPage(path) && entry.record.imports.length === 0) continue;
      if (entry.node === undefined || entry.resolver !== resolver) {
        entry.node = nodeOf(resolver, path, entry);
        entry.resolver = resolver;
      }
      nodes.set(path, entry.node);
      await turns.next();
    }
    await this.#readIgnored(oxc, resolver, nodes, turns);
    const all = [...this.#entries, ...this.#ignored].sort(byPath);
    const unparsed = all.flatMap(([, { failure }]) => failure ?? []);
    const sorted = this.#ignored.size === 0 ? nodes : new Map([...nodes].sort(byPath));
    const graph = new ModuleGraph(this.#workspace.root, files, resolver, sorted, unparsed);
    this.#graph = graph;
    this.#layout = this.#layoutOf(files, resolver);
    return graph;
  }

  /** Adds what sources import though git ignores it, and what that imports: it uses what is listed as well. */
  async #readIgnored(oxc: Parser, resolver: Resolver, nodes: Map<string, ModuleNode>, turns: Turns): Promise<void> {
    const found = new Set<string>();
    // A map grows while it is walked.
    for (const { targets } of nodes.values())
      for (const target of targets.values()) {
        if (target.kind !== "asset" || found.has(target.path) || !isTypeScript(target.path)) continue;
        found.add(target.path);
        const known = this.#isOther(target.path, this.#ignored) ? undefined : this.#ignored.get(target.path);
        const read = known ?? this.#read(oxc, target.path);
        if (read === undefined) continue;
        const entry: Entry = known ?? { ...read };
        if (entry.node === undefined || entry.resolver !== resolver) {
          entry.node = { ...nodeOf(resolver, target.path, entry), isIgnored: true };
          entry.resolver = resolver;
        }
        this.#ignored.set(target.path, entry);
        nodes.set(target.path, entry.node);
        await turns.next();
      }
    for (const path of this.#ignored.keys()) if (!found.has(path)) this.#ignored.delete(path);
  }

  /** The resolver at hand where nothing moved since it was made, or a new one. */
  async #resolverFor(files: ProjectFiles): Promise<Resolver> {
    const known = this.#resolver;
    if (known !== undefined && this.#layout === this.#layoutOf(files, known)) return known;
    const resolver = await Resolver.open(this.#workspace.root, files);
    this.#resolver = resolver;
    this.#layout = this.#layoutOf(files, resolver);
    return resolver;
  }

  #sorted(): [string, Entry][] {
    return [...this.#entries].sort(byPath);
  }

  /** Reads what is new or changed and forgets what is gone; tells whether there was any. */
  async #readFiles(oxc: Parser, files: ProjectFiles, turns: Turns): Promise<boolean> {
    const paths = [...files.sources, ...files.components, ...files.pages];
    let hasChanged = false;
    const listed = new Set(paths);
    for (const path of this.#entries.keys())
      if (!listed.has(path)) {
        this.#entries.delete(path);
        this.#graph = undefined;
      }
    await this.#recall(listed, turns);
    const others = paths.filter((path) => this.#isOther(path));
    for (const path of others) {
      const read = this.#read(oxc, path);
      hasChanged = true;
      // An abandoned refresh leaves entries that no graph has seen.
      this.#graph = undefined;
      this.#alone.delete(path);
      if (read === undefined) this.#entries.delete(path);
      else this.#set(path, read);
      await turns.next();
    }
    return hasChanged;
  }

  #set(path: string, { isRead, ...module }: ReadNow): void {
    this.#entries.set(path, module);
    if (isRead) this.#kept?.keep(path, module.version, { ...module });
  }

  #read(oxc: Parser, path: string): ReadNow | undefined {
    const { absolute } = this.#workspace.root;
    const known = this.#alone.get(path);
    return known !== undefined && isVersionOf(known, join(absolute, path)) ? known : readModule(oxc, absolute, path);
  }

  /** Takes what another server read, of whatever version: each file's is looked at next. */
  async #recall(listed: ReadonlySet<string>, turns: Turns): Promise<void> {
    if (this.#isRecalled) return;
    for (const portion of this.#kept?.recallAll() ?? []) {
      for (const { path, fact } of portion) {
        if (!listed.has(path)) this.#kept?.forget(path);
        else if (!this.#entries.has(path)) this.#entries.set(path, { ...fact });
      }
      await turns.next();
    }
    this.#isRecalled = true;
  }

  /** Whether a file is not as the graph has it. */
  #isOther(path: string, among: ReadonlyMap<string, Entry> = this.#entries): boolean {
    const known = among.get(path);
    return known === undefined || !isVersionOf(known, join(this.#workspace.root.absolute, path));
  }

  /** Alike twice means that every specifier still leads where it led. */
  #layoutOf(files: ProjectFiles, resolver: Resolver): string {
    const root = this.#workspace.root.absolute;
    const version = (path: string) => {
      const at = versionAt(path);
      return at === undefined ? `${path} -` : `${path} ${at.size} ${at.mtimeMs} ${at.ctimeMs} ${at.inode}`;
    };
    const places = new Set([".", ...resolver.packages.all.map(({ folder }) => folder)]);
    for (const folder of resolver.undeclared)
      for (let above = folder; above !== "."; above = posix.dirname(above)) places.add(above);
    const folders = this.#installed.versions([
      ...Array.from(places, (folder) => join(root, folder)),
      ...outerFolders(root),
    ]);
    const described = [...files.manifests, ...files.configs].map((path) => version(join(root, path)));
    const extended = [...resolver.configs.read, ...resolver.configs.missing].map(version);
    return [files.sources.join("\0"), ...described, ...extended, ...folders, ...resolver.layout()].join("\n");
  }
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Whether it is written to be compiled: JavaScript that git ignores mostly is what was made of that. */
function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path) && !isDeclarationFile(path);
}

/** @param file absolute */
function isVersionOf({ version: known }: ReadModule, file: string): boolean {
  const version = versionAt(file);
  return version !== undefined && isSameVersion(known, version);
}

/** Lets the event loop run in between, and ends the work when nobody waits for it. */
class Turns {
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async next(): Promise<void> {
    if (performance.now() - this.#since > TURN) await this.take();
  }

  async take(): Promise<void> {
    await new Promise(setImmediate);
    this.#signal.throwIfAborted();
    this.#since = performance.now();
  }
}
