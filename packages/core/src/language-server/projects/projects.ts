import { dirname } from "node:path";
import type { ModuleGraph } from "../../modules/module-graph.ts";
import type { ProjectFiles } from "../../workspace/project-files.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import type { Connection } from "../session/connection.ts";
import type { DiskChanges } from "../session/disk-changes.ts";
import type { Documents } from "../session/documents.ts";
import { OncePerLayout } from "../session/once-per-layout.ts";
import { FileProjects } from "./file-projects.ts";
import { FormerDefaults } from "./former-defaults.ts";
import { HeldProjects } from "./held-projects.ts";
import type { ApiDiagnostic } from "../session/project-api.ts";
import { looseAmong } from "./loose-among.ts";
import { apartAmong, leading, leadingSets, type Layout, layoutOf, type Reach } from "./project-reach.ts";
import {
  openedIn,
  type OtherProjects,
  otherResolutions,
  othersListing,
  plainProjects,
  type ProjectSet,
  setsOf,
} from "./project-sets.ts";
import type { BuiltReader } from "./built-readers.ts";

/** What an answer about all projects stands on. Paths are absolute. */
export interface Coverage {
  /** Whether every file that was asked for is part of a loaded project. */
  readonly complete: boolean;
  /** Files in no project. They were opened, and seen with the default settings: `paths` and the like did not hold. */
  readonly outside: readonly string[];
  /** Files that the server was not made to see, since there are too many in no project; and what could not be searched. */
  readonly unseen: readonly string[];
  /** Who sees what was asked about as it was built. `notSeen` words it, with what is unseen. */
  readonly asBuilt?: readonly BuiltReader[];
}

/** Files of no project that are opened one by one. */
const MAX_OUTSIDE = 100;

/** Those that the server sees without being opened, at a search. */
const MAX_SHOWN_OUTSIDE = 1_000;

/** Behind the path of a file that was not opened, since there are too many in no project. */
export const IN_NO_PROJECT = " (in no tsconfig.json)";

export interface ProjectsOptions {
  readonly root: WorkspaceRoot;
  readonly connection: Connection;
  readonly documents: Documents;
  readonly disk: DiskChanges;
  readonly files: OncePerLayout<ProjectFiles>;
  /** Of the server, where it is TypeScript's own. */
  readonly version: string | undefined;
}

/** So many projects are loaded without asking whether they can refer to what is meant, and searched without a thought. */
const MANY = 8;

/**
 * Loads projects. A server answers from what is loaded, and a project is loaded while one of its files is open, so one file is
 * opened of each set of projects that list the same candidates, or while it is held.
 */
export class Projects implements Disposable {
  readonly #root: WorkspaceRoot;
  readonly #documents: Documents;
  readonly #disk: DiskChanges;
  readonly #held: HeldProjects;
  readonly #former: FormerDefaults;
  readonly #layouts: OncePerLayout<Layout>;
  /** All source files by the projects that list them. */
  readonly #allSets: OncePerLayout<readonly ProjectSet[]>;
  readonly #fileProjects: FileProjects;
  /** By files that no project lists, the state of the disk in which they were opened. */
  readonly #openedIn = new Map<string, number>();
  #loads = 0;
  /** Which state of the disk the loaded projects were brought to. */
  #upToDate = -1;

  constructor({ root, connection, documents, disk, files, version }: ProjectsOptions) {
    this.#root = root;
    this.#documents = documents;
    this.#disk = disk;
    this.#held = new HeldProjects(connection);
    this.#fileProjects = new FileProjects(connection, disk);
    this.#former = new FormerDefaults(documents, root.absolute, version);
    this.#layouts = new OncePerLayout(disk, (signal) => this.#layoutAnew(files, signal));
    this.#allSets = new OncePerLayout(disk, async (signal) => {
      const { roots } = await this.#layoutNow(signal);
      return [...setsOf(roots, disk.sources()).values()];
    });
  }

  /** Changes whenever the server may see more than it did. */
  get sight(): number {
    return this.#documents.openings + this.#loads;
  }

  /** What the projects are made of now; the same for as long as that is. Loads nothing. */
  layout(signal: AbortSignal): Promise<Layout> {
    return this.#layoutNow(signal);
  }

  /** Whether so many projects are loaded that a search through all of them takes long. Loads nothing. */
  async areManyLoaded(signal: AbortSignal): Promise<boolean> {
    return (await this.#loaded(signal)).size > MANY;
  }

  /** Whether files may be seen in more than one project. Loads nothing. */
  async areSeveralLoaded(signal: AbortSignal): Promise<boolean> {
    return !this.#fileProjects.isSaid || (await this.#loaded(signal)).size > 1;
  }

  /**
   * Has the server load the project of a file, or bring it to the state of the disk, which takes it longest: what the projects are
   * made of is found out meanwhile. Where nothing changed since the last {@link update}, there is nothing to begin with.
   */
  async begin(file: string, signal: AbortSignal): Promise<void> {
    if (this.#upToDate === this.#disk.generation) return;
    // A project that is loaded as it is not meant would be loaded again.
    if (this.#former.mayHoldIn(dirname(file))) await this.#layoutNow(signal);
    if (!this.isHeld(file) && this.#documents.open(file) === undefined) return;
    await this.#fileProjects.now(file, signal);
  }

  /**
   * Brings every loaded project to the state of the disk. When it is asked for references, the server itself does that for those
   * that held the declaration when they were last looked at, and so misses one in which a file has begun to import it since.
   */
  async update(signal: AbortSignal): Promise<void> {
    const { generation } = this.#disk;
    if (this.#upToDate === generation) return;
    await this.#layoutNow(signal);
    // A file that is imported no more, and listed nowhere, is part of a project no more.
    this.#fileProjects.forgetAll();
    // In this order: where held projects come first, the server leaves out of its next search what a file has begun to import again.
    await this.#loaded(signal);
    await this.#held.update(signal);
    this.#upToDate = generation;
  }

  /**
   * Makes the server see all of these files, or every source file of the workspace.
   *
   * @param reach given for a search: then each way counts in which a file's projects resolve its imports. Asked where so many
   *   projects would be loaded in vain that it pays
   * @param graph tells which of many files of no project need not be opened
   */
  async load(
    files: readonly string[] | "any",
    signal: AbortSignal,
    reach?: Reach,
    graph?: () => Promise<ModuleGraph>,
  ): Promise<Coverage> {
    const layout = await this.#layoutNow(signal);
    const sets = setsOf(layout.roots, files === "any" ? this.#disk.sources() : files);
    const loose = await leading(sets.get("")?.files ?? [], MAX_OUTSIDE, layout, reach);
    sets.delete("");
    loose.push(...(await this.#passedOver([...sets.values()], signal)));
    const loaded = await this.#loaded(signal);
    const missing = [...sets.values()].filter(({ projects }) => !projects.some((project) => loaded.has(project)));
    const needed = reach === undefined || missing.length <= MANY ? missing : await leadingSets(missing, layout, reach);
    const opened = await this.#loadSets(needed, loose, signal);
    const unseen = reach === undefined ? [] : await this.#loadOthers([...sets.values()], layout, signal);
    const coverage = await this.#loadLoose(loose, opened, signal, graph);
    return unseen.length === 0 ? coverage : { ...coverage, complete: false, unseen: [...coverage.unseen, ...unseen] };
  }

  /** Files that their projects do not list after all: TypeScript enters each folder once, which may be by the name that a symlink gives it. */
  async #passedOver(sets: readonly ProjectSet[], signal: AbortSignal): Promise<string[]> {
    const isLinked = (file: string) => this.#disk.isLinkedTo(file);
    const concerned = sets.filter(({ files }) => files.some(isLinked));
    if (concerned.length === 0 || !this.#fileProjects.isSaid) return [];
    await this.#loadAtOnce(concerned, signal);
    return concerned.flatMap(({ projects, files }) =>
      files.filter((file) => isLinked(file) && !projects.some((project) => this.#held.lists(project, file))),
    );
  }

  /** Those of some files that a loaded project lists, or that no project does. Loads nothing. */
  async loadedAmong(files: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { roots } = await this.#layoutNow(signal);
    const loaded = await this.#loaded(signal);
    const isLoaded = (file: string) => {
      const projects = roots.listing(file);
      return !this.#fileProjects.isSaid || projects.length === 0 || projects.some((project) => loaded.has(project));
    };
    return new Set(files.filter(isLoaded));
  }

  /**
   * Opens files anew that the server has come to see as a part of a project which only imports them: it does so after a search for
   * references, where a solution's tsconfig.json leads to the project that lists them.
   */
  async settle(files: readonly string[], signal: AbortSignal): Promise<void> {
    const { roots } = await this.#layoutNow(signal);
    const open = new Set(this.#documents.paths());
    const settle = async (file: string) => {
      const listing = roots.listing(file);
      if (!open.has(file) || listing.length === 0) return;
      this.#fileProjects.forget(file);
      const project = await this.#project(file, signal);
      if (project === undefined || listing.includes(project)) return;
      this.#fileProjects.forget(file);
      this.#documents.close(file);
      this.#documents.open(file);
    };
    await Promise.all(files.map(settle));
  }

  /**
   * Opens files anew that no project lists, where something changed since they were opened last: a project may have come to import them, or
   * cease to, and the server finds it when a file is opened.
   */
  async openAnew(files: readonly string[], signal: AbortSignal): Promise<void> {
    const { roots } = await this.#layoutNow(signal);
    const { generation } = this.#disk;
    const open = files.filter((file) => this.#documents.isOpen(file) && roots.listing(file).length === 0);
    for (const file of open.slice(0, MAX_OUTSIDE)) {
      if (this.#openedIn.get(file) === generation) continue;
      this.#openedIn.set(file, generation);
      this.#fileProjects.forget(file);
      this.#documents.close(file);
      this.#documents.open(file);
    }
  }

  /** The errors in the configurations of the loaded projects that list some files, or hold them otherwise. Absolute paths. */
  async problems(
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (ApiDiagnostic & { readonly config: string })[]> {
    const { roots } = await this.#layoutNow(signal);
    const configs = new Set(
      files.flatMap((file) => [...roots.listing(file), this.#fileProjects.known(file) ?? []].flat()),
    );
    return this.#former.inSources(await this.#held.problems(configs, signal));
  }

  /** {@link othersListing} of some files, where there are any. */
  async othersListing(files: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, OtherProjects>> {
    const { roots, configs } = await this.#layoutNow(signal);
    const others = files.map((file) => [file, othersListing(file, roots.listing(file), configs)] as const);
    return new Map(others.filter(([, { configs: left }]) => left.length > 0));
  }

  /**
   * The errors of some files as parts of a project that lists them, which is loaded for that.
   *
   * @returns in the order of the files; undefined where they were not told before the signal's end
   */
  async errorsOf(
    config: string,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly ApiDiagnostic[] | undefined)[]> {
    if (!this.#held.has(config)) {
      await this.#held.load(new Map([[config, files]]), signal);
      this.#loads++;
    }
    return this.#held.errorsOf(config, files, signal);
  }

  /** The files of all projects that are loaded, absolute. Throws the signal's reason. */
  files(signal: AbortSignal): Promise<readonly string[]> {
    return this.#held.files(signal);
  }

  /** Whether a project is held that lists a file: the one in which the server would open it. Asks nothing. */
  isHeld(file: string): boolean {
    return this.#heldFor(file) !== undefined;
  }

  /** The files that the server sees in no project, open or not. Loads nothing. */
  async looseSeen(signal: AbortSignal): Promise<string[]> {
    const { roots } = await this.#layoutNow(signal);
    const isLoose = (file: string) => roots.listing(file).length === 0 && !this.#fileProjects.known(file);
    return [...this.#documents.paths(), ...this.#documents.loose.files()].filter(isLoose);
  }

  /** Whether a file is not open, in no project, and seen by the server all the same. Asks nothing. */
  isShown(file: string): boolean {
    return this.#layouts.known !== undefined && !this.#documents.isOpen(file) && this.#documents.loose.has(file);
  }

  /**
   * Whether the server answers about a file that is not open by the project in which it would open it: of several that hold what
   * is not open it takes any. At every file that is opened it goes through all that is loaded.
   */
  async answersUnopened(file: string, signal: AbortSignal): Promise<boolean> {
    const project = this.isShown(file) ? "" : this.#heldFor(file);
    if (project === undefined) return false;
    if (project !== "" && this.#layouts.known?.configs.length === 1) return true;
    return (await this.#fileProjects.now(file, signal)) === project;
  }

  #heldFor(file: string): string | undefined {
    const layout = this.#layouts.known;
    if (layout === undefined) return undefined;
    const project = openedIn(file, layout.roots.listing(file));
    return project !== undefined && this.#held.lists(project, file) ? project : undefined;
  }

  /** Whether every source file of the workspace is listed by a project that is loaded. Loads nothing. */
  async areAllLoaded(signal: AbortSignal): Promise<boolean> {
    const { roots, configs } = await this.#layoutNow(signal);
    const sources = this.#disk.sources();
    const sets = await this.#allSets.now(signal);
    const isPassedOver = (file: string) => !roots.listing(file).some((project) => this.#held.lists(project, file));
    if (sources.some((file) => this.#disk.isLinkedTo(file) && isPassedOver(file))) return false;
    if (!this.#fileProjects.isSaid || sets.some(({ projects }) => projects.length === 0)) return false;
    const loaded = await this.#loaded(signal);
    const isLoaded = sets.every(({ projects }) => projects.some((project) => loaded.has(project)));
    return isLoaded && otherResolutions(sets, configs, loaded).length === 0;
  }

  /**
   * @param loose takes the files of projects that the server does not find
   * @returns the files that were opened, and are needed open
   */
  async #loadSets(sets: readonly ProjectSet[], loose: string[], signal: AbortSignal): Promise<string[]> {
    const loaded = await this.#loaded(signal);
    if (this.#fileProjects.isSaid && sets.length > 0 && Math.max(sets.length, this.#held.size) > MANY)
      for (const one of (await this.#loadAtOnce(sets, signal)).held) loaded.add(one);
    const opened: string[] = [];
    // A set of one project leaves no choice of what is loaded, and may spare the larger sets that hold it.
    for (const { projects, files } of sets.toSorted((a, b) => a.projects.length - b.projects.length)) {
      if (projects.some((project) => loaded.has(project))) continue;
      const file = files.find((one) => this.#documents.open(one) !== undefined);
      if (file === undefined) continue;
      opened.push(file);
      const project = await this.#project(file, signal);
      if (project === undefined) for (const one of projects) loaded.add(one);
      else if (projects.includes(project)) loaded.add(project);
      // The server reads the configurations in another way than we did, and its word counts.
      else loose.push(...files);
    }
    return opened;
  }

  /**
   * A file that several projects list, which resolve imports in other ways, may refer to a symbol in one of them alone.
   *
   * @returns the files of which a project could not be loaded
   */
  async #loadOthers(sets: readonly ProjectSet[], { configs }: Layout, signal: AbortSignal): Promise<string[]> {
    if (!this.#fileProjects.isSaid || sets.every(({ projects }) => projects.length === 1)) return [];
    const others = otherResolutions(sets, configs, await this.#loaded(signal));
    if (others.length === 0) return [];
    const { listed } = await this.#loadAtOnce(others, signal);
    const unseen = new Set<string>();
    for (const { projects, files } of others) {
      if (projects.some((one) => listed.has(one))) continue;
      const file = files.find((one) => this.#documents.open(one) !== undefined);
      const project = file === undefined ? undefined : await this.#project(file, signal);
      if (project === undefined || !projects.includes(project)) for (const one of files) unseen.add(one);
    }
    return [...unseen];
  }

  async #loadAtOnce(sets: readonly ProjectSet[], signal: AbortSignal): ReturnType<HeldProjects["load"]> {
    const loaded = await this.#held.load(plainProjects(sets), signal);
    this.#loads++;
    return loaded;
  }

  async #loadLoose(
    loose: readonly string[],
    opened: readonly string[],
    signal: AbortSignal,
    graph?: () => Promise<ModuleGraph>,
  ): Promise<Coverage> {
    await this.showLoose(loose.slice(0, MAX_SHOWN_OUTSIDE), signal, graph);
    const { shown = [], others = [] } = Object.groupBy(loose, (file) => (this.isShown(file) ? "shown" : "others"));
    const openable = others.slice(0, MAX_OUTSIDE);
    const readable = [...shown, ...openable.filter((file) => this.#documents.open(file) !== undefined)];
    const projects = await Promise.all(readable.map((file) => this.#project(file, signal)));
    // Something that a project imports is part of it, listed or not.
    const outside = readable.filter((_, index) => projects[index] === undefined || projects[index] === "");
    const open = new Set(this.#documents.paths());
    const left = others.slice(MAX_OUTSIDE).map((file) => `${file}${IN_NO_PROJECT}`);
    const unseen = [...left, ...opened.filter((file) => !open.has(file))];
    return { complete: outside.length === 0 && unseen.length === 0, outside, unseen };
  }

  /**
   * Has the server see those of some files that are surely in no project, so that they need not be opened one by one.
   *
   * @param graph tells of more, and is asked where they are many
   */
  async showLoose(files: readonly string[], signal: AbortSignal, graph?: () => Promise<ModuleGraph>): Promise<void> {
    const layout = await this.#layoutNow(signal);
    if (!this.#fileProjects.isSaid) return;
    const unseen = files.filter((file) => !this.#documents.isOpen(file) && !this.#documents.loose.has(file));
    const unlisted = unseen.filter((file) => layout.roots.listing(file).length === 0);
    const apart =
      graph === undefined || unlisted.length <= MANY ? new Set<string>() : apartAmong(await graph(), unlisted, layout);
    if (await this.#documents.showLoose(looseAmong(unseen, layout, apart), signal)) this.#loads++;
  }

  /** The configurations of the projects that are held, or that open files keep loaded. */
  async #loaded(signal: AbortSignal): Promise<Set<string>> {
    const projects = await Promise.all(Array.from(this.#documents.paths(), (file) => this.#project(file, signal)));
    const open = projects.filter((project) => project !== undefined && project !== "") as string[];
    this.#held.join(open);
    return new Set([...this.#held.configs(), ...open]);
  }

  #project(file: string, signal: AbortSignal): Promise<string | undefined> {
    return this.#fileProjects.of(file, this.sight, signal);
  }

  #layoutNow(signal: AbortSignal): Promise<Layout> {
    return this.#layouts.now(signal);
  }

  async #layoutAnew(files: OncePerLayout<ProjectFiles>, signal: AbortSignal): Promise<Layout> {
    const layout = layoutOf(this.#root, await files.now(signal));
    this.#former.tell(layout.configs);
    this.#documents.loose.forget();
    await this.#held.forget(new Set(layout.configs.map(({ path }) => path)), signal);
    this.#fileProjects.forgetAll();
    return layout;
  }

  [Symbol.dispose](): void {
    this.#held[Symbol.dispose]();
  }
}
