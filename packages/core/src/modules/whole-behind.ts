import type { ModuleGraph, ModuleNode } from "./module-graph.ts";

/**
 * The files whose exports are the members of what a module exports under some names: `codes.js` for `["codes"]` of a file with
 * `exports.codes = require("./codes")`. Without names it is the file itself, and those of which it exports all.
 *
 * @param path of the module, from the root
 * @param names of exports, outermost first
 */
export function wholesBehind(graph: ModuleGraph, path: string, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const asked = new Map([[keyOf(path, names), { path, names }]]);
  // A map grows while it is walked.
  for (const one of asked.values()) {
    const node = graph.nodes.get(one.path);
    if (one.names.length === 0) found.add(one.path);
    for (const next of node === undefined ? [] : behind(graph, node, one.names))
      asked.set(keyOf(next.path, next.names), next);
  }
  return found;
}

interface Asked {
  readonly path: string;
  readonly names: readonly string[];
}

function behind(graph: ModuleGraph, node: ModuleNode, names: readonly string[]): Asked[] {
  const { imports, stars } = node.record;
  const at = (specifier: string, wanted: readonly string[]) =>
    graph.targetsOf(node, specifier).map((path) => ({ path, names: wanted }));
  const [name, ...rest] = names;
  const records = name === undefined ? [] : graph.exportsNamed(node, name);
  if (records.length === 0) {
    // Of CommonJS a default import is all that the module exports.
    const whole = name === "default" ? [{ path: node.path, names: rest }] : [];
    // `const inner = require("./inner"); module.exports = inner`.
    const given = new Set(
      graph.exportsNamed(node, "export=").flatMap(({ from, local }) => (from ? [] : (local ?? []))),
    );
    const taken = imports.filter(
      (one) => !one.reExport && one.names.some(({ imported, local }) => imported === "*" && given.has(local)),
    );
    return [...whole, ...[...stars, ...taken].flatMap(({ specifier }) => at(specifier, names))];
  }
  const led = (specifier: string, imported: string) => at(specifier, imported === "*" ? rest : [imported, ...rest]);
  return records.flatMap(({ from, local }) => {
    if (from !== undefined) return led(from.specifier, from.imported);
    const own = imports.filter(({ reExport }) => !reExport);
    return own.flatMap(({ specifier, names: taken }) =>
      taken.flatMap((one) => (one.local === local ? led(specifier, one.imported) : [])),
    );
  });
}

function keyOf(path: string, names: readonly string[]): string {
  return [path, ...names].join("\0");
}
