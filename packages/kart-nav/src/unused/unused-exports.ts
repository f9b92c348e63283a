import type { ExportRecord, ImportedName, ImportRecord } from "@kart/core/syntax/module-records/module-record";
import type { MemberUses } from "@kart/core/syntax/module-records/member-uses";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { type EntryPoint, entryPointsOf } from "@kart/core/modules/entry-points";
import { mayLeadTo, type ModuleGraph, type ModuleNode } from "@kart/core/modules/module-graph";
import { augmented } from "@kart/core/modules/carried";
import type { Workspace } from "@kart/core/workspace/workspace";
import { namedByText } from "./named-by-text.ts";
import { NamedPaths, placing, type UnseenUse, unseenUse } from "./unseen-uses.ts";

export interface UnusedExport {
  /** Relative to the root. */
  readonly path: string;
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** The declaration behind the name, for those who want its kind; absent for what has no name. */
  readonly local?: string;
  /** What it declares is exported under another name too, which is used. */
  readonly isUsedOtherwise?: true;
  /** It only passes on the export of another module. */
  readonly isReExport: boolean;
  readonly typeOnly: boolean;
  /** Assigned to `exports`. */
  readonly commonJs?: true;
  /** The first file that passes it on by its name, and breaks where the export alone is taken away. */
  readonly passedOnBy?: string;
}

export interface UnusedExports {
  /** By path, then line. */
  readonly unused: readonly UnusedExport[];
  /** Exported names in the files asked about, entry points included, declaration files and what does not parse left out. */
  readonly totalExports: number;
  /** Declaration files with exports among those asked about, whose users may see what they describe in other ways. */
  readonly declarationFiles: number;
  readonly entryPoints: readonly EntryPoint[];
  /** Imports that may use anything, because what they name is computed and nothing of it is plain to see. */
  readonly computed: readonly { readonly path: string; readonly line: number }[];
  /** Modules with exports that no import takes, though somebody may take them unseen. */
  readonly unseen: readonly UnseenUse[];
}

/**
 * The exports that no file of the workspace imports, re-exports of nobody's interest included. What a file uses of itself
 * does not count, unless it takes that from what it exports. What is assigned to `exports` does where it is plain to see who takes it.
 * Of a file that does not parse it cannot be told what it exports: what was read of it is no more than a guess.
 *
 * @param within the files to report on, all unless given
 */
export function unusedExports(
  graph: ModuleGraph,
  within: (path: string) => boolean = () => true,
  signal?: AbortSignal,
): UnusedExports {
  const entryPoints = entryPointsOf(graph);
  const uses = new ExportUses(graph);
  for (const { path } of entryPoints) uses.useAll(path);
  for (const node of graph.nodes.values()) {
    signal?.throwIfAborted();
    for (const record of node.record.imports) uses.useImport(node, record);
    useComputed(graph, node, uses);
  }
  const unused: UnusedExport[] = [];
  const unseen: UnseenUse[] = [];
  const paths = new NamedPaths(graph);
  const passedOn = passedOnBy(graph);
  const unparsed = new Set(graph.unparsed.map(({ path }) => path));
  let totalExports = 0;
  let declarationFiles = 0;
  for (const { path, record, isIgnored = false } of graph.nodes.values()) {
    if (!within(path) || unparsed.has(path) || isIgnored) continue;
    if (isDeclarationFile(path)) {
      if (record.exports.length > 0 || record.stars.length > 0) declarationFiles++;
      continue;
    }
    const names = byName(countedExports(record.exports));
    totalExports += names.size;
    const used = Map.groupBy(
      names.values().filter((one) => uses.has(path, one.name)),
      ({ local }) => local,
    );
    const isUsedOtherwise = (local: string, name: string) => used.get(local)?.some((one) => one.name !== name) === true;
    const isTakenBack = ({ name, commonJs }: ExportRecord) =>
      commonJs === true && record.takesBack?.includes(name) === true;
    const rest = [...names.values()].filter((one) => !uses.has(path, one.name) && !isTakenBack(one));
    const values = rest.filter(({ typeOnly }) => !typeOnly);
    const use = values.length === 0 ? undefined : unseenUseOf(graph, path, values, paths);
    if (use !== undefined) unseen.push(use);
    for (const { name, line, local, from, typeOnly, commonJs } of use === undefined
      ? rest
      : rest.filter((one) => one.typeOnly)) {
      if (commonJs === true && name === "export=" && graph.importsOf(path).length > 0) continue;
      const by = passedOn.get(`${path}\0${name}`);
      unused.push({
        path,
        name,
        line,
        ...(local !== undefined && { local }),
        ...(local !== undefined && isUsedOtherwise(local, name) && { isUsedOtherwise: true }),
        isReExport: from !== undefined,
        typeOnly,
        ...(commonJs === true && { commonJs }),
        ...(by !== undefined && { passedOnBy: by }),
      });
    }
  }
  unused.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  const computed = graph.computed().filter(({ prefix }) => !/^\.{1,2}\//.test(prefix));
  return {
    unused,
    totalExports,
    declarationFiles,
    entryPoints,
    computed: computed.map(({ path, line }) => ({ path, line })),
    unseen,
  };
}

/** What is found by the imports alone, less what a text may mean that is none: see {@link namedByText}. */
export async function unusedAndUnnamed(
  workspace: Workspace,
  graph: ModuleGraph,
  within: (path: string) => boolean,
  signal: AbortSignal,
): Promise<UnusedExports> {
  const found = unusedExports(graph, within, signal);
  const modules = new Set(found.unused.filter(({ typeOnly }) => !typeOnly).map(({ path }) => path));
  const alone = [...modules].filter((path) => graph.importsOf(path).length === 0);
  if (alone.length === 0) return found;
  const by = await namedByText(workspace, graph, alone, signal);
  const named = Array.from(by, ([path, place]): UnseenUse => ({ path, why: "named", by: place }));
  return {
    ...found,
    unused: found.unused.filter(({ path, typeOnly }) => typeOnly || !by.has(path)),
    unseen: [...found.unseen, ...named].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Who may take some exports of a module unseen: of CommonJS in more ways than of others, of which a string means one that nobody imports. */
function unseenUseOf(
  graph: ModuleGraph,
  path: string,
  exports: readonly ExportRecord[],
  paths: NamedPaths,
): UnseenUse | undefined {
  if (exports.some(({ commonJs }) => commonJs === true)) return unseenUse(graph, path, paths);
  const isImported = graph.importsOf(path).length > 0;
  const by = placing(graph, path)[0]?.importer.path ?? (isImported ? undefined : paths.namedBy(path));
  return by === undefined ? undefined : { path, why: "named", by };
}

/** The first file, in the order of the graph, that names an export of another file to pass it on; by the file's path and the name. */
function passedOnBy(graph: ModuleGraph): Map<string, string> {
  const found = new Map<string, string>();
  for (const node of graph.nodes.values())
    for (const { from } of node.record.exports) {
      if (from === undefined || from.imported === "*") continue;
      for (const target of graph.targetsOf(node, from.specifier)) {
        const key = `${target}\0${from.imported}`;
        if (!found.has(key)) found.set(key, node.path);
      }
    }
  return found;
}

/** Overloads, and a type and a value of one name, are one export. */
function byName(exports: readonly ExportRecord[]): Map<string, ExportRecord> {
  const names = new Map<string, ExportRecord>();
  for (const one of exports) if (!names.has(one.name)) names.set(one.name, one);
  return names;
}

/** Members of what `export =` exports are no exports of their own, and `module.exports = { a }` exports nothing but them. */
function countedExports(exports: readonly ExportRecord[]): ExportRecord[] {
  const hasNames = exports.some(({ name, commonJs }) => commonJs === true && name !== "export=");
  const isList = ({ name, commonJs, local, from }: ExportRecord) =>
    hasNames && commonJs === true && name === "export=" && local === undefined && from === undefined;
  // A mark for those who import it.
  const isMark = ({ name, commonJs }: ExportRecord) => name === "__esModule" && commonJs === true;
  return exports.filter((one) => one.namespace === undefined && !isList(one) && !isMark(one));
}

/** A computed specifier that says where it starts may lead to every file that starts so. */
function useComputed(graph: ModuleGraph, { path, record }: ModuleNode, uses: ExportUses): void {
  for (const computed of record.computed) {
    if (!/^\.{1,2}\//.test(computed.prefix)) continue;
    for (const target of graph.nodes.keys()) if (mayLeadTo(path, computed, target)) uses.useAll(target);
  }
}

function isCommonJs({ record }: ModuleNode): boolean {
  return record.exports.some(({ commonJs }) => commonJs === true);
}

/** Which exports of which files are used; a use is followed through re-exports to the declaration. */
class ExportUses {
  readonly #graph: ModuleGraph;
  readonly #used = new Map<string, Set<string>>();
  readonly #whole = new Set<string>();
  /** Namespaces exported under a name, found behind it. */
  readonly #behind = new Map<string, readonly string[]>();
  readonly #members = new Set<string>();

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  has(path: string, name: string): boolean {
    return this.#used.get(path)?.has(name) ?? false;
  }

  /** A re-export uses nothing by itself: only who uses the barrel does. */
  useImport(importer: ModuleNode, record: ImportRecord): void {
    if (record.reExport) return;
    for (const target of this.#graph.targetsOf(importer, record.specifier))
      for (const name of [...record.names, ...augmented(this.#graph, record, target)]) {
        if (name.onlyExported === true) continue;
        if (name.imported === "*")
          this.#useMembers(target, name.members === undefined ? "all" : this.#graph.membersUsed(importer, name));
        else this.#use(target, name.imported, () => this.#membersOf(importer, record, name));
      }
  }

  /** Everything that a file exports, and what stands behind its re-exports. */
  useAll(path: string): void {
    if (this.#whole.has(path)) return;
    this.#whole.add(path);
    const node = this.#graph.nodes.get(path);
    if (node === undefined) return;
    for (const { name } of node.record.exports) this.#use(path, name, () => "all");
    for (const { specifier } of node.record.stars)
      for (const target of this.#graph.targetsOf(node, specifier)) this.#useStar(target);
  }

  /** All that `export *` brings: not the default. */
  #useStar(path: string): void {
    for (const name of this.#graph.exportedNames(path).names)
      if (name !== "default") this.#use(path, name, () => "all");
  }

  #membersOf(importer: ModuleNode, record: ImportRecord, name: ImportedName): MemberUses {
    // Where a static import is exported again the record says so, and whoever uses that export is asked.
    const isExported = importer.record.exports.some(({ local }) => local === name.local);
    return record.dynamic && isExported ? "all" : this.#graph.membersUsed(importer, name);
  }

  #useMembers(path: string, members: MemberUses): void {
    if (members === "all") return this.useAll(path);
    const key = `${path}\0${members.join("\0")}`;
    if (this.#members.has(key)) return;
    this.#members.add(key);
    for (const member of members) this.#use(path, member, () => "all");
    // A namespace of a module with `export =` is the exported thing, whose members are no exports.
    if (this.#graph.exportedNames(path).names.has("export=")) this.#use(path, "export=", () => "all");
  }

  /** @param members which members are used, should the name turn out to be a namespace */
  #use(path: string, name: string, members: () => MemberUses): void {
    const namespaces = this.#follow(path, name);
    if (namespaces.length === 0) return;
    const used = members();
    for (const target of namespaces) this.#useMembers(target, used);
  }

  /** Marks a name and all that it stands for, once; returns the files whose namespace it is. */
  #follow(start: string, wanted: string): readonly string[] {
    const first = `${start}\0${wanted}`;
    const known = this.#behind.get(first);
    if (known !== undefined) return known;
    const namespaces: string[] = [];
    const seen = new Set([first]);
    const queue: { path: string; name: string }[] = [{ path: start, name: wanted }];
    const enqueue = (path: string, name: string) => {
      if (seen.has(`${path}\0${name}`)) return;
      seen.add(`${path}\0${name}`);
      queue.push({ path, name });
    };
    for (const { path, name } of queue) {
      const node = this.#graph.nodes.get(path);
      if (node === undefined) continue;
      const own = [name, ...(name === "default" ? ["export="] : [])].flatMap((one) =>
        this.#graph.exportsNamed(node, one),
      );
      // Of CommonJS the default is all that it exports.
      if (name === "default" && isCommonJs(node)) namespaces.push(path);
      for (const { name: exported, from, namespace } of own) {
        this.#mark(path, namespace === undefined ? exported : "export=");
        if (from === undefined) continue;
        const targets = this.#graph.targetsOf(node, from.specifier);
        if (from.imported === "*") namespaces.push(...targets);
        else for (const target of targets) enqueue(target, from.imported);
      }
      if (own.length > 0 || name === "default") continue;
      for (const { specifier } of node.record.stars)
        for (const target of this.#graph.targetsOf(node, specifier))
          if (this.#graph.exportedNames(target).names.has(name)) enqueue(target, name);
    }
    this.#behind.set(first, namespaces);
    return namespaces;
  }

  #mark(path: string, name: string): void {
    const names = this.#used.get(path);
    if (names === undefined) this.#used.set(path, new Set([name]));
    else names.add(name);
  }
}
