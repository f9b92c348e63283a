import type { ExportRecord, ImportedName, ImportRecord } from "../syntax/module-records/module-record.ts";
import type { ImportEdge, ModuleGraph, ModuleNode } from "./module-graph.ts";

/** What a file passes on of the target, by exported name. */
export interface Carried {
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

export type Chain = readonly string[];

/** All of a file, in whichever way it is imported. */
export const WHOLE: Carried = { names: new Map(), others: [], isWhole: true };

export function named(names: readonly string[]): Carried {
  return { names: new Map(names.map((name) => [name, { chain: [] }])), isWhole: false };
}

/** An imported name that stands for something of what is carried. */
export interface Taken {
  readonly name: ImportedName;
  readonly thing: Thing;
  /** Whether it takes a namespace that holds it, and no member of that name. */
  readonly isWhole: boolean;
}

interface Take {
  /** Undefined where the import takes nothing of what is carried. */
  readonly taken: readonly Taken[] | undefined;
  /** What the importing file exports of it in turn. */
  readonly passed: Barrel;
}

/** What an import takes of what the file that it leads to carries of the target. */
export function take(graph: ModuleGraph, { importer, record }: ImportEdge, path: string, carried: Carried): Take {
  const passed: Barrel = { names: new Map() };
  const taken = [...record.names, ...augmented(graph, record, path)].flatMap((name) => {
    const thing = thingTaken(graph, importer, record, name, path, carried);
    if (thing === undefined) return [];
    const further = { ...thing, chain: [...thing.chain, importer.path] };
    if (record.reExport && name.local === "*") passStar(graph, importer, path, carried, passed);
    else if (record.reExport) passed.names.set(name.local, further);
    else
      for (const one of importer.record.exports) if (isExportOf(one, record, name)) passed.names.set(one.name, further);
    return [{ name, thing, isWhole: isWholeTaken(graph, importer, record, name, thing) }];
  });
  // `module.exports = require("./x")` exports all of it without taking a name.
  if (record.dynamic && importer.record.stars.some(({ specifier }) => specifier === record.specifier))
    passStar(graph, importer, path, carried, passed);
  return { taken: taken.length > 0 || carried.isWhole ? taken : undefined, passed };
}

/** What `declare module` adds to is meant by it: an interface merges with what the module exports, and with nothing that it does not. */
export function augmented(graph: ModuleGraph, { augments }: ImportRecord, path: string): readonly ImportedName[] {
  if (augments === undefined) return [];
  const { names } = graph.exportedNames(path);
  return augments.filter((name) => names.has(name)).map((imported) => ({ imported, local: "*", typeOnly: true }));
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
    if (thing === undefined && name.imported === "default" && isCommonJs(graph, path)) {
      const whole = namespaceOf(carried);
      const isTaken = isPassedOn || usesOf(graph.membersUsed(importer, name), graph, path, carried);
      return isTaken ? whole : undefined;
    }
    if (thing === undefined)
      return carried.others === undefined || (!carried.isWhole && exportsItself(graph, path, name.imported))
        ? undefined
        : { chain: carried.others };
    if (thing.namespace === undefined || isPassedOn) return thing;
    return usesOf(graph.membersUsed(importer, name), graph, path, thing.namespace) ? thing : undefined;
  }
  const thing = namespaceOf(carried);
  if (record.reExport && name.local === "*") {
    return carried.others !== undefined || [...carried.names.keys()].some((one) => isPassedByStar(graph, importer, one))
      ? thing
      : undefined;
  }
  if (isPassedOn || carried.isWhole || carried.names.has("export=")) return thing;
  const members = name.members === undefined ? "all" : graph.membersUsed(importer, name);
  const isByDefault = members !== "all" && members.includes("default") && isCommonJs(graph, path);
  return isByDefault || usesOf(members, graph, path, carried) ? thing : undefined;
}

/** All that carries what is asked about, as one value. */
function namespaceOf(carried: Carried): Thing {
  const { names, others } = carried;
  const chains = [...names.values(), ...(others ? [{ chain: others }] : [])].map(({ chain }) => chain);
  return { chain: shortest(chains), namespace: carried };
}

/** Whether the default of a file is all that it exports, as CommonJS has it. */
function isCommonJs(graph: ModuleGraph, path: string): boolean {
  const { exports = [] } = graph.nodes.get(path)?.record ?? {};
  return exports.length > 0 && exports.every(({ commonJs, name }) => commonJs === true && name !== "default");
}

/** `all` of `import * as all`, unless its file uses `all.name`: what it does with the module as a whole nobody knows. */
function isWholeTaken(
  graph: ModuleGraph,
  importer: ModuleNode,
  record: ImportRecord,
  name: ImportedName,
  { namespace }: Thing,
): boolean {
  if (namespace === undefined || namespace.names.has("export=")) return false;
  const members = record.reExport || name.onlyExported === true ? "all" : graph.membersUsed(importer, name);
  if (members === "all") return true;
  return !members.some((member) => {
    const used = namespace.names.get(member);
    return used === undefined ? namespace.others !== undefined : used.namespace === undefined;
  });
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

export function shortest(chains: readonly Chain[]): Chain {
  return chains.reduce((best, chain) => (chain.length < best.length ? chain : best), chains[0] ?? []);
}

/** What a file passes on of the target, while more of it is found. */
export interface Barrel {
  readonly names: Map<string, Thing>;
  others?: Chain;
}

/** Adds what is new; tells whether there was any, so that cycles of barrels come to rest. */
export function merge(barrel: Barrel, { names, others }: Barrel): boolean {
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
