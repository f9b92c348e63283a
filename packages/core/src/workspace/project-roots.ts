import { basename, dirname, join, resolve, sep } from "node:path";
import { isDeclarationFile, sourceLanguage } from "../syntax/parser/source-language.ts";
import { isFoundByName, type TsConfig } from "./tsconfig.ts";

/**
 * Tells whether a tsconfig lists a source file as one of its roots: by `files`, or by `include` without `exclude`.
 *
 * Follows the wildcards of TypeScript's reference, `https://www.typescriptlang.org/tsconfig/#include`. Of `a.ts` and the
 * `a.js` beside it the compiler takes the first alone; here both count.
 *
 * @returns a test of absolute paths
 */
export function rootTest(config: TsConfig): (file: string) => boolean {
  const files = new Set(config.files);
  const include = includeOf(config);
  const exclude = config.exclude ?? [config.outDir, config.declarationDir].filter((one) => one !== undefined);
  const included = include.map((pattern) => wildcardTest(pattern, "include"));
  const excluded = exclude.map((pattern) => wildcardTest(pattern, "exclude"));
  return (file) => {
    if (files.has(file)) return true;
    if (!takesKind(config, file)) return false;
    const path = slashed(file);
    return included.some((test) => test(path)) && !excluded.some((test) => test(path));
  };
}

/** Whether a project has files of such a kind at all, listed or imported. */
export function takesKind({ allowJs, path }: Pick<TsConfig, "allowJs" | "path">, file: string): boolean {
  return isTaken(file, allowJs ?? basename(path) === "jsconfig.json");
}

function includeOf({ path, files, include }: TsConfig): readonly string[] {
  return include ?? (files === undefined ? [join(dirname(path), "**/*")] : []);
}

/** Folders that hold all that a tsconfig can list, and files that it names; absolute, with `/`. */
function reachOf(config: TsConfig): Set<string> {
  const literal = includeOf(config).map((pattern) => {
    const parts = slashed(resolve(pattern)).split("/");
    const wild = parts.findIndex((part) => /[*?]/.test(part));
    return (wild < 0 ? parts : parts.slice(0, wild)).join("/");
  });
  return new Set([...literal, ...(config.files ?? []).map(slashed)]);
}

function isTaken(file: string, takesJs: boolean): boolean {
  if (isDeclarationFile(file)) return true;
  const language = sourceLanguage(file);
  return language !== undefined && (takesJs || language !== "jsx");
}

/** Folders that no wildcard enters: packages, and what starts with a dot. */
const NO_PACKAGE = "(?!(?:node_modules|bower_components|jspm_packages)(?:/|$))";

/** A pattern as a test of absolute paths with `/`. One without an ending names a folder and all below it. */
function wildcardTest(pattern: string, use: "include" | "exclude"): (path: string) => boolean {
  const parts = slashed(resolve(pattern)).split("/");
  const last = parts.at(-1) as string;
  // An error to the compiler, which then takes nothing for it.
  if (use === "include" && last === "**") return () => false;
  if (use === "include" && !/[.*?]/.test(last)) parts.push("**", "*");
  let source = "";
  parts.forEach((part, index) => {
    const slash = index === 0 ? "" : "/";
    if (part === "**") source += use === "include" ? `(?:/${NO_PACKAGE}[^/.][^/]*)*?` : "(?:/.+?)?";
    // A wildcard does not stand for a dot at the start, nor for a folder of packages.
    else if (use === "include" && /^[*?]/.test(part)) source += `${slash}${NO_PACKAGE}(?!\\.)${wildcards(part)}`;
    else source += `${slash}${wildcards(part)}`;
  });
  // What is excluded takes all below it along.
  const expression = new RegExp(`^${source}${use === "exclude" ? "(?:/|$)" : "$"}`, "s");
  return (path) => expression.test(path) && !(use === "include" && parts.at(-1) === "*" && path.endsWith(".min.js"));
}

function wildcards(part: string): string {
  return part.replaceAll(/[.+^${}()|[\]\\*?]/g, (one) => (one === "*" ? "[^/]*" : one === "?" ? "[^/]" : `\\${one}`));
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

interface Project {
  readonly path: string;
  readonly isRoot: (file: string) => boolean;
}

/** Which projects list which file. Good for as long as no file comes or goes and no configuration changes. */
export class ProjectRoots {
  readonly #projects: readonly Project[];
  /** The numbers of projects by what they reach: testing each file for each project would take files times projects. */
  readonly #reaching = new Map<string, number[]>();
  readonly #known = new Map<string, readonly string[]>();

  constructor(configs: readonly TsConfig[]) {
    const found = reachable(configs);
    this.#projects = found.map((config) => ({ path: config.path, isRoot: rootTest(config) }));
    for (const [number, config] of found.entries())
      for (const place of reachOf(config)) {
        const reaching = this.#reaching.get(place);
        if (reaching === undefined) this.#reaching.set(place, [number]);
        else reaching.push(number);
      }
  }

  /** The absolute paths of the configurations that list a file, by its absolute path; empty for a file in no project. */
  listing(file: string): readonly string[] {
    let found = this.#known.get(file);
    if (found === undefined) {
      found = this.#near(file)
        .filter(({ isRoot }) => isRoot(file))
        .map(({ path }) => path);
      this.#known.set(file, found);
    }
    return found;
  }

  /** Projects that reach the file or a folder around it, in their order. */
  #near(file: string): Project[] {
    const numbers = new Set<number>();
    for (let place = slashed(file); ; place = place.slice(0, place.lastIndexOf("/"))) {
      for (const number of this.#reaching.get(place) ?? []) numbers.add(number);
      if (!place.includes("/")) break;
    }
    return [...numbers].sort((a, b) => a - b).map((number) => this.#projects[number] as Project);
  }
}

/** Those that a language server finds: by their name, or because one that it found refers to them. */
function reachable(configs: readonly TsConfig[]): TsConfig[] {
  const byPath = new Map(configs.map((config) => [config.path, config]));
  const found = new Set(configs.filter(isFoundByName));
  for (const { references } of found)
    for (const reference of references) {
      const config = byPath.get(reference);
      if (config !== undefined) found.add(config);
    }
  return [...found];
}
