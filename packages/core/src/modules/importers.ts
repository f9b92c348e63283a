import { type Barrel, type Carried, merge, named, shortest, take, type Taken, WHOLE } from "./carried.ts";
import { importsByRole } from "./declaration-twin.ts";
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
  /** Where a symbol is asked about: it takes the module, or one that holds it, and does not name the symbol. */
  readonly isWhole?: true;
}

export interface ImportersQuery {
  /** A file of the workspace, relative to the root. */
  readonly path: string;
  /** An exported name, `default`, or the name of a declaration that is exported under another. */
  readonly symbol?: string;
  /** What is declared by the symbol's name is meant, by whatever other names the file exports it too: `export { A, A as default }`. */
  readonly byDeclaration?: true;
  /** It is a type that a comment of JavaScript declares: every module exports those. */
  readonly isOfComment?: boolean;
  /** From 1. */
  readonly depth: number;
  /** What was read of a file that git ignores, which the graph lacks. */
  readonly ignored?: ModuleNode;
  /** Tell a declaration file from the JavaScript beside it: {@link importsByRole}. */
  readonly byRole?: true;
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
  { path, symbol, byDeclaration, isOfComment, depth, ignored: own = graph.nodes.get(path), byRole }: ImportersQuery,
  signal?: AbortSignal,
): ImportersResult {
  const stated = symbol === undefined ? [] : exportedAs(graph, path, symbol, own);
  const others = byDeclaration === true ? (own?.record.exports ?? []).filter(({ local }) => local === symbol) : [];
  const isDeclared = others.some(({ name }) => name === symbol);
  const exported = isDeclared ? [...new Set([...stated, ...others.map(({ name }) => name)])] : stated;
  const names = symbol !== undefined && isOfComment === true && exported.length === 0 ? [symbol] : exported;
  if (names.length === 0 && symbol !== undefined) {
    const known = graph.exportedNames(path, own);
    return { status: "unknown-symbol", exports: [...known.names].sort(), isOpen: known.isOpen };
  }
  const importsOf = byRole === true ? importsByRole : importsInGraph;
  const found = new Map<string, Importer>();
  let frontier: { path: string; via: readonly string[] }[] = [{ path, via: [] }];
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const next: typeof frontier = [];
    for (const from of frontier) {
      signal?.throwIfAborted();
      // Beyond the first level it is the whole file that others depend on.
      const wanted: Carried = level === 1 && symbol !== undefined ? named(names) : WHOLE;
      for (const user of usersOf(graph, from.path, wanted, importsOf)) {
        const { passesOn, isWhole, ...importer } = user;
        if (user.path === path || found.has(user.path)) continue;
        const between = level === 1 ? user.via : [...from.via, from.path, ...user.via];
        const asked = level === 1 && symbol !== undefined && isWhole === true;
        found.set(user.path, { ...importer, via: between, depth: level, ...(asked && { isWhole }) });
        // Who takes a symbol from a barrel is found by now; what else that has does not depend on the symbol.
        if (symbol === undefined || !passesOn) next.push({ path: user.path, via: between });
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

interface User extends Omit<Importer, "depth"> {
  /** Whether it only exports again what it takes. */
  readonly passesOn: boolean;
}

/** The imports that lead to a file. */
type ImportsOf = (graph: ModuleGraph, path: string) => readonly ImportEdge[];

function importsInGraph(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  return graph.importsOf(path);
}

/** The files that take what is wanted of a file, straight from it or through barrels. */
function usersOf(graph: ModuleGraph, target: string, wanted: Carried, importsOf: ImportsOf): User[] {
  const users = new Map<string, User>();
  for (const { edge, taken } of takings(graph, target, wanted, importsOf)) {
    const { path } = edge.importer;
    users.set(path, joined(users.get(path), userOf(edge, taken), wanted.isWhole));
  }
  return [...users.values()];
}

/** What imports take of what is wanted of a file, straight from it or through barrels; of some more than once. */
export function* takings(
  graph: ModuleGraph,
  target: string,
  wanted: Carried,
  importsOf: ImportsOf = importsInGraph,
): Generator<{ readonly edge: ImportEdge; readonly taken: readonly Taken[] }> {
  const barrels = new Map<string, Barrel>();
  const queue: { path: string; carried: Carried }[] = [{ path: target, carried: wanted }];
  for (const { path, carried } of queue) {
    const grown = new Set<string>();
    for (const edge of importsOf(graph, path)) {
      const { path: importer } = edge.importer;
      if (importer === target) continue;
      const { taken, passed } = take(graph, edge, path, carried);
      if (taken === undefined) continue;
      yield { edge, taken };
      const barrel = barrels.get(importer) ?? { names: new Map() };
      barrels.set(importer, barrel);
      if (merge(barrel, passed)) grown.add(importer);
    }
    for (const barrel of grown) {
      const { names, others } = barrels.get(barrel) as Barrel;
      queue.push({ path: barrel, carried: { names: new Map(names), ...(others && { others }), isWhole: false } });
    }
  }
}

function userOf({ importer: { path }, record }: ImportEdge, taken: readonly Taken[]): User {
  const typeOnly = record.typeOnly || (taken.length > 0 && taken.every(({ name }) => name.typeOnly));
  return {
    path,
    line: record.line,
    names: taken.map(({ name }) => name.imported),
    via: shortest(taken.map(({ thing }) => thing.chain)),
    typeOnly,
    ...(taken.length > 0 && taken.every(({ isWhole }) => isWhole) && { isWhole: true as const }),
    passesOn: record.reExport,
  };
}

/**
 * A file once, by its shortest chain and the first line of that, with the names of all its imports. One that takes what was asked
 * about by its name goes before one that may.
 *
 * @param isWhole whether the whole file was asked about
 */
function joined(one: User | undefined, other: User, isWhole: boolean): User {
  if (one === undefined) return other;
  const isAlike = isWhole || one.isWhole === other.isWhole;
  const isOther = isAlike ? other.via.length < one.via.length : one.isWhole === true;
  const [near, far] = isOther ? [other, one] : [one, other];
  const isOneChain = isAlike && near.via.join("\0") === far.via.join("\0");
  const line = isOneChain ? Math.min(near.line, far.line) : near.line;
  const { isWhole: _, ...rest } = near;
  return {
    ...rest,
    line,
    names: [...new Set(isAlike ? [...one.names, ...other.names] : [...near.names, ...far.names])],
    typeOnly: one.typeOnly && other.typeOnly,
    ...(one.isWhole && other.isWhole && { isWhole: true as const }),
    passesOn: one.passesOn && other.passesOn,
  };
}
