import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { PLATFORM_SUFFIXES } from "@kart/core/modules/platforms";
import { fieldEntries, isRecord, leaves } from "@kart/core/workspace/package-manifest";

/**
 * The exports of a name in files that stand in for a module on other platforms or under other conditions, `src/x.browser.ts:11`: by
 * their names, or by what a package.json says. No import ties them to it.
 */
export function platformTwins(graph: ModuleGraph, path: string, name: string): string[] {
  const twins = new Set([...byName(graph, path), ...byManifest(graph, path)]);
  twins.delete(path);
  return exportingAmong(graph, twins, name);
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

function byManifest({ resolver }: ModuleGraph, path: string): string[] {
  const owner = resolver.packages.packageOf(path);
  if (owner === undefined) return [];
  const { manifest } = owner;
  const maps = ["browser", "react-native"].flatMap((field): string[][] => {
    const value = manifest[field];
    if (typeof value === "string")
      return [[value, ...leaves(manifest["module"], NONE), ...leaves(manifest["main"], NONE)]];
    return isRecord(value) ? Object.entries(value).map(([key, target]) => [key, ...leaves(target, NONE)]) : [];
  });
  const entries = ["exports", "imports"].flatMap((field) =>
    fieldEntries(manifest[field]).map(([, value]) => leaves(value, NONE)),
  );
  return [...maps, ...entries].flatMap((targets) => {
    const plain = targets.filter((target) => target.startsWith(".") && !target.includes("*"));
    const sources = plain.flatMap((target) => resolver.manifests.targetSources(owner, posix.normalize(target)));
    return sources.includes(path) ? sources : [];
  });
}

const NONE: ReadonlySet<string> = new Set();
