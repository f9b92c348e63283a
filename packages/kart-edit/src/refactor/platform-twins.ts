import { twinsOf } from "@kart/core/modules/conditional-twins";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { standInsFor } from "@kart/core/modules/other-projects";
import { PLATFORM_SUFFIXES } from "@kart/core/modules/platforms";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";

/**
 * The exports of a name in files that stand in for a module on other platforms, under other conditions or in other projects,
 * `src/x.browser.ts:11`: by their names, by what a package.json says, by where the imports of the module lead besides, or by what
 * another module exports whole if not that one, `module.exports = isProduction ? require("./a") : require("./b")`.
 */
export function platformTwins(graph: ModuleGraph, path: string, name: string): string[] {
  const imported = graph.importsOf(path).flatMap(({ importer, record }) => graph.targetsOf(importer, record.specifier));
  const besides = imported.filter((one) => !isDeclarationFile(one));
  const twins = new Set([
    ...byName(graph, path),
    ...twinsOf(graph, path).map((one) => one.path),
    ...besides,
    ...besideIn(graph, path),
    ...standInsFor(graph, path),
  ]);
  twins.delete(path);
  return exportingAmong(graph, twins, name);
}

/** What else CommonJS files export whole that export a module so. */
function besideIn(graph: ModuleGraph, path: string): string[] {
  return graph.importsOf(path).flatMap(({ importer }) => {
    const { exports, stars } = importer.record;
    if (stars.length < 2 || !exports.some(({ name, commonJs }) => name === "export=" && commonJs === true)) return [];
    const wholes = stars.flatMap(({ specifier }) => graph.targetsOf(importer, specifier));
    return wholes.includes(path) ? wholes : [];
  });
}

/** Where files among some export a name by themselves: `src/x.browser.ts:11`. */
export function exportingAmong(graph: ModuleGraph, paths: Iterable<string>, name: string): string[] {
  return [...paths].flatMap((path) => {
    const node = graph.nodes.get(path);
    const [found] = node === undefined ? [] : graph.exportsNamed(node, name);
    return found === undefined ? [] : [`${path}:${found.line}`];
  });
}

const SUFFIXES = [...PLATFORM_SUFFIXES, ".browser", ".node", ".deno", ".bun", ".worker", ".edge", ".electron"];
const PLATFORM = new RegExp(`(?:${SUFFIXES.map((one) => RegExp.escape(one)).join("|")})$`);

function byName(graph: ModuleGraph, path: string): string[] {
  const stemOf = (one: string) => one.replace(/\.[cm]?[jt]sx?$/, "").replace(PLATFORM, "");
  const stem = stemOf(path);
  return [...graph.nodes.keys()].filter((one) => one.startsWith(stem) && stemOf(one) === stem && isLike(one, path));
}

/** JavaScript beside TypeScript of the same name is built from it, or declares its types. */
function isLike(one: string, other: string): boolean {
  const platform = (path: string) => PLATFORM.exec(path.replace(/\.[cm]?[jt]sx?$/, ""))?.[0];
  return platform(one) !== platform(other) && !/\.d\.[cm]?ts$/.test(one);
}
