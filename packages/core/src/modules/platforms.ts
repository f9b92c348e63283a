import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * What Metro puts between a name and its ending for the platform that it bundles for, without a word of any configuration:
 * https://reactnative.dev/docs/platform-specific-code, with `.web` of Expo and those of React Native for Windows and macOS.
 */
export const PLATFORM_SUFFIXES = [".ios", ".android", ".native", ".web", ".windows", ".macos"];

const PLATFORM = new RegExp(`(?:${PLATFORM_SUFFIXES.map((one) => RegExp.escape(one)).join("|")})$`);
const ENDING = /(?:\.d\.[cm]?ts|\.[cm]?[jt]sx?)$/;

/** Whether a path, or a specifier that leads to it, names a platform: `src/x.ios.ts`, `./x.ios`. */
export function isForPlatform(path: string): boolean {
  return PLATFORM.test(stemOf(path));
}

/** The files among some that stand for a module on platforms, by the path that this has without its ending: `src/x`. */
export function platformFiles(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const stem = stemOf(path);
    if (!PLATFORM.test(stem) || path.endsWith(".d.ts")) continue;
    const module = moduleOf(path);
    found.set(module, [...(found.get(module) ?? []), path]);
  }
  return found;
}

/** The path of a module without its ending and platform. */
export function moduleOf(path: string): string {
  return stemOf(path).replace(PLATFORM, "");
}

/** What a file for a platform is called when the module that it stands for is called otherwise: `b.ios.ts` for `b.tsx`. */
export function onPlatform(path: string, module: string): string {
  return stemOf(module) + (PLATFORM.exec(stemOf(path))?.[0] ?? "") + (ENDING.exec(path)?.[0] ?? "");
}

/**
 * The imports that lead to some files on a platform, and that TypeScript follows elsewhere or nowhere: `src/a.ts:1 ./x → src/x.ios.ts`,
 * with the file that it follows them to.
 *
 * @param paths from the root
 */
export function importsForPlatforms(graph: ModuleGraph, paths: Iterable<string>): string[] {
  const isForPlatforms = (path: string, specifier: string) =>
    // By a path nothing but suffixes lead to several files, also those that a configuration alone knows.
    specifier.startsWith(".") || graph.resolver.forPlatforms(path).length > 0;
  return importsLedElsewhere(graph, paths, isForPlatforms);
}

/**
 * The imports that lead to some files on a platform, under a condition or in a project alone, and that TypeScript may follow to another:
 * as {@link importsForPlatforms} tells them.
 *
 * @param paths from the root
 */
export function importsLedElsewhere(
  graph: ModuleGraph,
  paths: Iterable<string>,
  isAsked = (_path: string, _specifier: string) => true,
): string[] {
  const found = [...paths].flatMap((path) =>
    graph.importsOf(path).flatMap(({ importer, record: { specifier, line } }) => {
      const target = importer.targets.get(specifier);
      const isNeverFollowed = target?.kind === "source" && target.isForPlatform === true;
      const followed = isNeverFollowed ? undefined : graph.targetOf(importer, specifier);
      if (followed === path || !isAsked(path, specifier)) return [];
      return [`${importer.path}:${line} ${specifier}${followed === undefined ? "" : ` → ${followed}`}`];
    }),
  );
  return [...new Set(found)];
}

/**
 * Whether a module may have files for platforms, its own among them, as far as what lies beside it tells.
 *
 * @param file absolute
 */
export function mayBeForPlatforms(file: string): boolean {
  const folder = posix.dirname(file);
  const own = posix.basename(file);
  // A configuration may name any suffix: `x.one.ts` of `x.ts`.
  const start = own.slice(0, own.indexOf(".") + 1);
  const isBeside = (name: string) => name.startsWith(start) && name !== own && ENDING.test(name);
  return isForPlatform(file) || (existsSync(folder) && readdirSync(folder).some(isBeside));
}

function stemOf(path: string): string {
  return path.replace(ENDING, "");
}
