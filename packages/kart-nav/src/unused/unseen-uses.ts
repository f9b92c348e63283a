import type { ImportEdge, ModuleGraph } from "@kart/core/modules/module-graph";
import { aliasedUnresolved, importsMeaningOneOf, mayLead, takesOneOf } from "@kart/core/modules/unresolved-imports";

/** Why it cannot be told what is taken of a module. */
export interface UnseenUse {
  /** Relative to the root. */
  readonly path: string;
  /**
   * It hands its exports on, a string of another file names it, an import that leads nowhere may mean it, or nothing but a
   * specifier computed at run time may load it.
   */
  readonly why: "handed-on" | "named" | "unresolved" | "computed";
  /** The other file, with its line where that is known. */
  readonly by?: string;
}

/** Who may take exports of a CommonJS module without an import that says which. */
export function unseenUse(graph: ModuleGraph, path: string, named: NamedPaths): UnseenUse | undefined {
  if (graph.nodes.get(path)?.record.handsOnExports === true) return { path, why: "handed-on" };
  const by = placing(graph, path)[0]?.importer.path ?? named.namedBy(path);
  if (by !== undefined) return { path, why: "named", by };
  const [meaning] = importsMeaningOneOf(graph, [path]);
  if (meaning !== undefined) return { path, why: "unresolved", by: `${meaning.importer.path}:${meaning.record.line}` };
  // Plugins that are loaded by their names are loaded in no other way.
  const computed = graph.importsOf(path).length > 0 ? undefined : graph.computed(path).find((one) => one.path !== path);
  return computed && { path, why: "computed", by: `${computed.path}:${computed.line}` };
}

/** Who makes an address of a module's path, for somebody to load it by: all it exports may be taken then, whatever kind of module it is. */
export function placing(graph: ModuleGraph, path: string): ImportEdge[] {
  return graph.importsOf(path).filter(({ record }) => NAMING.test(record.call ?? "") && record.isRunApart !== true);
}

/** Imports that lead nowhere, and by their specifier and their names may take some of what was found unused. */
export function mayTake(
  graph: ModuleGraph,
  unused: readonly { readonly path: string; readonly name: string }[],
): ImportEdge[] {
  const names = new Set(unused.map(({ name }) => name));
  const taking = aliasedUnresolved(graph).filter(({ record }) => takesOneOf(record, names));
  return taking.filter(({ record }) =>
    unused.some(({ path, name }) => {
      const own = new Set([name]);
      return takesOneOf(record, own) && mayLead(record, path, own);
    }),
  );
}

/** What only tells where a module is, for somebody to load. */
const NAMING = /^(?:(?:require|import\.meta)\.resolve|new URL)$/;

/** The files that relative paths in strings lead to; resolved once somebody asks. */
export class NamedPaths {
  readonly #graph: ModuleGraph;
  #by: Map<string, string> | undefined;

  constructor(graph: ModuleGraph) {
    this.#graph = graph;
  }

  /** A file with a string that names another. */
  namedBy(path: string): string | undefined {
    return (this.#by ??= this.#read()).get(path);
  }

  #read(): Map<string, string> {
    const found = new Map<string, string>();
    for (const { path: importer, record } of this.#graph.nodes.values())
      for (const one of record.paths ?? []) {
        const target = this.#graph.resolver.resolve(importer, one);
        if (target.kind === "source" && target.path !== importer && !found.has(target.path))
          found.set(target.path, importer);
      }
    return found;
  }
}
