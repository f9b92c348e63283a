import type { ExportRecord, ImportedName, ImportRecord } from "../syntax/module-record.ts";
import { exportedAs } from "./exported-as.ts";
import type { ImportEdge, ModuleGraph, ModuleNode } from "./module-graph.ts";

/** A file that imports another. */
export interface Importer {
  readonly path: string;
  /** 1-based; of its first import along `via`. */
  readonly line: number;
  /** As the importing file writes them, `*` for a namespace; empty for a side effect. */
  readonly names: readonly string[];
  /** The files between, nearest the target first: barrels, and beyond depth 1 the importers it depends on. */
  readonly via: readonly string[];
  readonly depth: number;
  /** It takes nothing but types. */
  readonly typeOnly: boolean;
}

export interface ImportersQuery {
  /** A file of the workspace, relative to the root. */
  readonly path: string;
  /** An exported name, `default`, or the name of a declaration that is exported under another. */
  readonly symbol?: string;
  /** From 1. */
  readonly depth: number;
  /** What was read of a file that git ignores, which the graph lacks. */
  readonly ignored?: ModuleNode;
}

export type ImportersResult =
  | {
      readonly status: "found";
      /** By depth, then path. */
      readonly importers: readonly Importer[];
      /** The names that carry the symbol; empty without one. */
      readonly exportedAs: readonly string[];
      /** Imports with a computed specifier that may lead to the file. */
      readonly computed: readonly { readonly path: string; readonly line: number }[];
    }
  /** `isOpen` where the file may export more than can be seen. */
  | { readonly status: "unknown-symbol"; readonly exports: readonly string[]; readonly isOpen: boolean };

/** Who imports a file or one of its exports, breadth first: each file once, at its least depth. */
export function importersOf(
  graph: ModuleGraph,
  { path, symbol, depth, ignored: own = graph.nodes.get(path) }: ImportersQuery,
  signal?: AbortSignal,
): ImportersResult {
  const names = symbol === undefined ? [] : exportedAs(graph, path, symbol, own);
  if (names.length === 0 && symbol !== undefined) {
    const known = graph.exportedNames(path, own);
    return { status: "unknown-symbol", exports: [...known.names].sort(), isOpen: known.isOpen };
  }
  const found = new Map<string, Importer>();
  let frontier: { path: string; via: readonly string[] }[] = [{ path, via: [] }];
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: typeof frontier = [];
    for (const from of frontier) {
      signal?.throwIfAborted();
      // Beyond the first level it is the whole file that others depend on.
      const wanted: Carried = level === 1 && symbol !== undefined ? named(names) : WHOLE;
      for (const user of usersOf(graph, from.path, wanted)) {
        if (user.path === path || found.has(user.path)) continue;
        const between = level === 1 ? user.via : [...from.via, from.path, ...user.via];
        found.set(user.path, { ...user, via: between, depth: level });
        next.push({ path: user.path, via: between });
      }
    }
    frontier = next;
  }
  const importers = [...found.values()].sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
  return {
    status: "found",
    importers,
    exportedAs: names,
    computed: graph.computed(path).filter((one) => one.path !== path),
  };
}

/** What a file passes on of the target, by exported name. */
interface Carried {
  readonly names: ReadonlyMap<string, Thing>;
  /** Set where it may pass on names that cannot be seen: the chain of those. */
  readonly others?: Chain;
  /** The whole file is asked for, so that whoever imports it in any way takes it. */
  readonly isWhole: boolean;
}

/** The target's export itself, or a namespace that holds it. */
interface Thing {
  /** The barrels it came through, nearest the target first. */
  readonly chain: Chain;
  readonly namespace?: Carried;
}

type Chain = readonly string[];

const WHOLE: Carried = { names: new Map(), others: [], isWhole: true };

function named(names: readonly string[]): Carried {
  return { names: new Map(names.map((name) => [name, { chain: [] }])), isWhole: false };
}

type User = Omit<Importer, "depth">;

interface Barrel {
  readonly names: Map<string, Thing>;
  others?: Chain;
}

/** The files that take what is wanted of a file, straight from it or through barrels. */
function usersOf(graph: ModuleGraph, target: string, wanted: Carried): User[] {
  const users = new Map<string, User>();
  const barrels = new Map<string, Barrel>();
  const queue: { path: string; carried: Carried }[] = [{ path: target, carried: wanted }];
  for (const { path, carried } of queue) {
    const grown = new Set<string>();
    for (const edge of graph.importsOf(path)) {
      const { path: importer } = edge.importer;
      if (importer === target) continue;
      const { taken, passed } = take(graph, edge, path, carried);
      if (taken === undefined) continue;
      users.set(importer, joined(users.get(importer), userOf(edge, taken)));
      const barrel = barrels.get(importer) ?? { names: new Map() };
      barrels.set(importer, barrel);
      if (merge(barrel, passed)) grown.add(importer);
    }
    for (const barrel of grown) {
      const { names, others } = barrels.get(barrel) as Barrel;
      queue.push({ path: barrel, carried: { names: new Map(names), ...(others && { others }), isWhole: false } });
    }
  }
  return [...users.values()];
}

function userOf({ importer: { path }, record }: ImportEdge, taken: readonly Taken[]): User {
  const typeOnly = record.typeOnly || (taken.length > 0 && taken.every(({ name }) => name.typeOnly));
  return {
    path,
    line: record.line,
    names: taken.map(({ name }) => name.imported),
    via: shortest(taken.map(({ thing }) => thing.chain)),
    typeOnly,
  };
}

/** A file once, by its shortest chain and the first line of that, with the names of all its imports. */
function joined(one: User | undefined, other: User): User {
  if (one === undefined) return other;
  const [near, far] = other.via.length < one.via.length ? [other, one] : [one, other];
  const line = near.via.join("\0") === far.via.join("\0") ? Math.min(near.line, far.line) : near.line;
  return {
    ...near,
    line,
    names: [...new Set([...one.names, ...other.names])],
    typeOnly: one.typeOnly && other.typeOnly,
  };
}

function shortest(chains: readonly Chain[]): Chain {
  return chains.reduce((best, chain) => (chain.length < best.length ? chain : best), chains[0] ?? []);
}

/** Adds what is new; tells whether there was any, so that cycles of barrels come to rest. */
function merge(barrel: Barrel, { names, others }: Barrel): boolean {
  let grew = false;
  for (const [name, thing] of names) {
    const known = barrel.names.get(name);
    if (
      known !== undefined &&
      (known.namespace === undefined || (thing.namespace !== undefined && covers(known.namespace, thing.namespace)))
    )
      continue;
    const both =
      known?.namespace && thing.namespace
        ? { chain: known.chain, namespace: union(known.namespace, thing.namespace) }
        : thing;
    barrel.names.set(name, both);
    grew = true;
  }
  if (others !== undefined && barrel.others === undefined) {
    barrel.others = others;
    grew = true;
  }
  return grew;
}

function covers(a: Carried, b: Carried): boolean {
  if (a.isWhole) return true;
  return (
    !b.isWhole &&
    (a.others !== undefined || b.others === undefined) &&
    [...b.names.keys()].every((name) => a.names.has(name))
  );
}

function union(a: Carried, b: Carried): Carried {
  const others = a.others ?? b.others;
  return { names: new Map([...b.names, ...a.names]), ...(others && { others }), isWhole: a.isWhole || b.isWhole };
}

interface Taken {
  readonly name: ImportedName;
  readonly thing: Thing;
}

interface Take {
  /** Undefined where the import takes nothing of what is carried. */
  readonly taken: readonly Taken[] | undefined;
  /** What the importing file exports of it in turn. */
  readonly passed: Barrel;
}

function take(graph: ModuleGraph, { importer, record }: ImportEdge, path: string, carried: Carried): Take {
  const passed: Barrel = { names: new Map() };
  const taken = record.names.flatMap((name) => {
    const thing = thingTaken(graph, importer, record, name, path, carried);
    if (thing === undefined) return [];
    const further = { ...thing, chain: [...thing.chain, importer.path] };
    if (record.reExport && name.local === "*") passStar(graph, importer, path, carried, passed);
    else if (record.reExport) passed.names.set(name.local, further);
    else
      for (const one of importer.record.exports) if (isExportOf(one, record, name)) passed.names.set(one.name, further);
    return [{ name, thing }];
  });
  // `module.exports = require("./x")` exports all of it without taking a name.
  if (record.dynamic && importer.record.stars.some(({ specifier }) => specifier === record.specifier))
    passStar(graph, importer, path, carried, passed);
  return { taken: taken.length > 0 || carried.isWhole ? taken : undefined, passed };
}

/** What one imported name stands for; undefined where it is none of what is carried. */
function thingTaken(
  graph: ModuleGraph,
  importer: ModuleNode,
  record: ImportRecord,
  name: ImportedName,
  path: string,
  carried: Carried,
): Thing | undefined {
  const isPassedOn =
    record.reExport ||
    name.onlyExported === true ||
    importer.record.exports.some((one) => isExportOf(one, record, name));
  if (name.imported !== "*") {
    const thing =
      carried.names.get(name.imported) ?? (name.imported === "default" ? carried.names.get("export=") : undefined);
    if (thing === undefined)
      return carried.others === undefined || (!carried.isWhole && exportsItself(graph, path, name.imported))
        ? undefined
        : { chain: carried.others };
    if (thing.namespace === undefined || isPassedOn) return thing;
    return usesOf(graph.membersUsed(importer, name), graph, path, thing.namespace) ? thing : undefined;
  }
  const thing: Thing = {
    chain: shortest(
      [...carried.names.values(), ...(carried.others ? [{ chain: carried.others }] : [])].map(({ chain }) => chain),
    ),
    namespace: carried,
  };
  if (record.reExport && name.local === "*") {
    return carried.others !== undefined || [...carried.names.keys()].some((one) => isPassedByStar(graph, importer, one))
      ? thing
      : undefined;
  }
  if (isPassedOn || carried.isWhole || carried.names.has("export=")) return thing;
  return usesOf(name.members ?? "all", graph, path, carried) ? thing : undefined;
}

function usesOf(members: readonly string[] | "all", graph: ModuleGraph, path: string, carried: Carried): boolean {
  if (members === "all" || carried.isWhole) return true;
  return members.some(
    (member) => carried.names.has(member) || (carried.others !== undefined && !exportsItself(graph, path, member)),
  );
}

function isExportOf({ from, local }: ExportRecord, { specifier }: ImportRecord, name: ImportedName): boolean {
  return (
    from?.specifier === specifier && from.imported === name.imported && (local === undefined || local === name.local)
  );
}

function exportsItself(graph: ModuleGraph, path: string, name: string): boolean {
  const node = graph.nodes.get(path);
  return node !== undefined && graph.exportsNamed(node, name).length > 0;
}

/** `export *` carries everything but `default`, and gives way to what the barrel exports by name. */
function isPassedByStar(graph: ModuleGraph, barrel: ModuleNode, name: string): boolean {
  return name !== "default" && name !== "export=" && !exportsItself(graph, barrel.path, name);
}

function passStar(graph: ModuleGraph, barrel: ModuleNode, path: string, carried: Carried, passed: Barrel): void {
  const all = carried.isWhole ? graph.exportedNames(path) : undefined;
  const names =
    all === undefined ? carried.names : new Map([...all.names].map((name): [string, Thing] => [name, { chain: [] }]));
  for (const [name, thing] of names) {
    if (isPassedByStar(graph, barrel, name)) passed.names.set(name, { ...thing, chain: [...thing.chain, barrel.path] });
  }
  if (all === undefined ? carried.others !== undefined : all.isOpen)
    passed.others = [...(carried.others ?? []), barrel.path];
}
