import { posix } from "node:path";
import { isRecord } from "../text/is-record.ts";
import { entriesNamedFor, entriesNamedIn, routesNamedIn } from "./configured-entries.ts";
import { isDeclarationFile, sourceLanguage } from "../syntax/parser/source-language.ts";
import type { Declaration } from "../syntax/declaration.ts";
import { FRAMEWORK_FOLDERS, type FrameworkFolder } from "./framework-folders.ts";
import type { ModuleGraph } from "./module-graph.ts";
import type { Resolver } from "./resolver.ts";
import { leaves, type WorkspacePackage } from "../workspace/package-manifest.ts";

/** A file that something outside the import graph runs or reads, so that all it exports counts as used. */
export interface EntryPoint {
  /** Relative to the root. */
  readonly path: string;
  readonly reason: "package" | "script" | "shebang" | "convention" | "framework" | "config" | "test";
}

/** The entry points of all packages, each once, sorted by path. */
export function entryPointsOf(graph: ModuleGraph): EntryPoint[] {
  const found = new Map<string, EntryPoint["reason"]>();
  const add = (paths: readonly string[], reason: EntryPoint["reason"]) =>
    paths.forEach((path) => found.has(path) || found.set(path, reason));
  const declaring = new Set<WorkspacePackage>();
  for (const owner of graph.resolver.packages.all) {
    const declared = declaredEntries(graph.resolver, owner);
    if (declared.length > 0) declaring.add(owner);
    add(declared, "package");
    add(scriptFiles(graph, owner), "script");
    add(entriesNamedFor(graph, owner), "config");
  }
  const isDeclaredFor = (path: string) => {
    const owner = graph.resolver.packages.packageOf(path);
    return owner !== undefined && declaring.has(owner);
  };
  for (const { path, record, isIgnored = false } of graph.nodes.values()) {
    if (isIgnored) continue;
    if (record.hasShebang) add([path], "shebang");
    if (isTest(path)) found.set(path, "test");
    else if (isConfig(path)) add([path, ...entriesNamedIn(graph, path)], "config");
    else if (isFrameworkEntry(graph, path))
      add([path, ...(isRoutes(path) ? routesNamedIn(graph, path) : [])], "framework");
    else if (isConventional(graph, path) && !isDeclaredFor(path)) add([path], "convention");
  }
  return [...found].map(([path, reason]) => ({ path, reason })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

const ENTRY_FIELDS = [
  "source",
  "main",
  "module",
  "browser",
  "types",
  "typings",
  "exports",
  "react-native",
  "svelte",
  "worker",
  "unpkg",
  "jsdelivr",
];

/** The sources that a package's manifest says are its programs and what others import of it. */
export function declaredEntries({ manifests }: Resolver, owner: WorkspacePackage): string[] {
  const { directories, bin } = owner.manifest;
  const folder = isRecord(directories) && typeof directories["bin"] === "string" ? [`${directories["bin"]}/*`] : [];
  const programs = [...folder, ...leaves(bin, manifests.conditions)];
  return [
    ...programs.flatMap((target) => manifests.targetSources(owner, target)),
    ...ENTRY_FIELDS.flatMap((field) => manifests.fieldSources(owner, owner.manifest[field])),
  ];
}

/** Source files that a package's scripts and Prisma's seed name: `bun scripts/build.ts`, `node --import ./hook.mjs tools/run`. */
function scriptFiles({ resolver, nodes }: ModuleGraph, owner: WorkspacePackage): string[] {
  const { scripts, prisma } = owner.manifest;
  const commands = [...(isRecord(scripts) ? Object.values(scripts) : []), isRecord(prisma) && prisma["seed"]];
  const run = commands.flatMap((script) => (typeof script === "string" ? commandsIn(script) : []));
  return run.flatMap((command) =>
    filesRun(command).flatMap((word) => {
      if (!/[./]/.test(word) || word.startsWith("-")) return [];
      const path = posix.join(owner.folder, word);
      if (word.includes("*")) return word.includes("**") ? [] : matching(nodes.keys(), path);
      if (sourceLanguage(path) !== undefined)
        return nodes.has(path) ? [path] : resolver.manifests.targetSources(owner, word);
      const found = /\/[\w-]+$/.test(word) ? resolver.sourceAt(path) : undefined;
      return found === undefined ? [] : [found];
    }),
  );
}

function commandsIn(script: string): string[] {
  const between = /\bconcurrently\b/.test(script) ? /&&|\|\||\$\(|[;|&\n"'`]/ : /&&|\|\||\$\(|[;|&\n`]/;
  return script.split(between);
}

/** The words of a command that may be files which it runs; of what only reads files those that its options name. */
function filesRun(command: string): string[] {
  const words = command.split(/[\s"'`()=,]+/);
  const name = words.find((word) => word !== "" && !BEFORE.test(word)) ?? "";
  if (!CHECKING.test(name)) return words;
  const options = Array.from(command.matchAll(/(?:^|\s)-{1,2}[\w-]+[=\s]+["']?([^\s"'=*-][^\s"'=*]*)/g));
  return options.map(([, value = ""]) => value);
}

/** What may stand before the name of a command: variables, and what runs it. */
const BEFORE = /^(?:-.*|[A-Z_][A-Z\d_]*|\d*|npx|bunx|bun|pnpm|yarn|npm|exec|dlx|run|x|cross-env|env|dotenv|sudo|time)$/;

/** Commands that read files and run none but what they are configured by. */
const CHECKING =
  /^(?:[^\s]*\/)?(?:eslint|prettier|standard|xo|oxlint|oxfmt|biome|rome|tslint|jshint|dprint|cspell|depcheck|knip|madge|jscpd|lint-staged)(?:@[^/]*)?$/;

function matching(paths: Iterable<string>, pattern: string): string[] {
  const glob = new Bun.Glob(pattern);
  return [...paths].filter((path) => glob.match(path));
}

/** Tests, their fixtures and helpers, benchmarks and stories: each is run by a tool that finds it by name. */
export function isTest(path: string): boolean {
  return (
    /\.(?:test|spec|e2e|cy|bench|stories|story|test-d|spec-d)\.[cm]?[jt]sx?$/.test(path) ||
    /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|e2e|cypress|benchmarks?|benches|bench)\//.test(path)
  );
}

export function isConfig(path: string): boolean {
  const name = posix.basename(path);
  return (
    /\.(?:config|conf|setup|workspace)(?:\.[\w-]+)*\.[cm]?[jt]sx?$/.test(name) ||
    /^\.[\w-]+rc\.[cm]?[jt]s$/.test(name) ||
    /(?:^|\/)\.storybook\/(?:main|manager|preview|test-runner|vitest\.setup)\.[cm]?[jt]sx?$/.test(path) ||
    /(?:^|\/)\.vitepress\/(?:config(?:\/index)?|theme\/index)\.[cm]?[jt]sx?$/.test(path) ||
    /^(?:gulpfile|Gruntfile|gruntfile|Jakefile|karma\.conf|plopfile|dangerfile|knexfile)\.[cm]?[jt]s$/.test(name) ||
    /^(?:\.pnpmfile|\.dependency-cruiser|\.size-limit|config-overrides|ember-cli-build|adonisrc|wallaby)\.[cm]?[jt]s$/.test(
      name,
    ) ||
    /^webpack\.(?:dev|prod|common|base|development|production)\.[cm]?[jt]s$/.test(name) ||
    /(?:^|\/)turbo\/generators\/config\.[cm]?[jt]s$/.test(path)
  );
}

function isConventional(graph: ModuleGraph, path: string): boolean {
  const folder = graph.resolver.packages.packageOf(path)?.folder ?? ".";
  const within = posix.relative(folder, path);
  return /^(?:src\/)?(?:index|main|cli|server|app|worker)\.[cm]?[jt]sx?$/.test(within) && !isDeclarationFile(path);
}

/**
 * The names by which a framework calls, from outside, what a file of its own declares at the top level; types it does not call.
 * Of those whose names are not known here, every export.
 *
 * @param isKnown whether only names count that are known
 */
export function calledByFramework(
  graph: ModuleGraph,
  path: string,
  { name, kind, exported, exportedAs = [name] }: Pick<Declaration, "name" | "kind" | "exported" | "exportedAs">,
  isKnown = false,
): readonly string[] {
  if (!exported || kind === "interface" || kind === "type") return [];
  if (!entryPointsOf(graph).some((one) => one.path === path && one.reason === "framework")) return [];
  const folders = foldersOf(graph, path);
  if (folders.length === 0 || folders.some(({ calls }) => calls === undefined)) return isKnown ? [] : exportedAs;
  return exportedAs.filter((one) => folders.some(({ calls }) => calls?.test(one)));
}

/** Whether a path looks like one of them: only then are the imports of all files worth reading to know. */
export function mayBeFrameworkEntry(path: string): boolean {
  const parts = path.split("/");
  return parts.some((_, at) => FRAMEWORK_FOLDERS.some(({ files }) => files.test(parts.slice(at).join("/"))));
}

function isRoutes(path: string): boolean {
  return /(?:^|\/)app\/routes\.[jt]s$/.test(path);
}

/** Whether Next.js takes a file for a page, a layout or the like. */
export function isOfNext(graph: ModuleGraph, path: string): boolean {
  return foldersOf(graph, path).some(({ packages }) => packages.includes("next"));
}

function isFrameworkEntry(graph: ModuleGraph, path: string): boolean {
  return foldersOf(graph, path).length > 0;
}

function foldersOf({ resolver }: ModuleGraph, path: string): readonly FrameworkFolder[] {
  const within = posix.relative(resolver.packages.packageOf(path)?.folder ?? ".", path);
  return FRAMEWORK_FOLDERS.filter(
    ({ packages, files }) => files.test(within) && packages.some((name) => resolver.packages.declares(path, name)),
  );
}
