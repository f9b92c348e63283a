import { posix } from "node:path";
import { alternatives } from "@kart/core/process/ripgrep-pattern";
import { sourceLanguage, withoutEnding } from "@kart/core/syntax/parser/source-language";

/** A text that may be the path of a module, of a folder of modules, or a glob over them. */
export interface PathText {
  /** With neither `./`, `/` nor a variable in front. */
  readonly text: string;
  /** Whether it can be no plain word: something of a path stands in it or beside it. */
  readonly isPath: boolean;
  /** Whether it may name a function of the module behind a dot, as the handlers of a deployment do. */
  readonly isHandler: boolean;
}

/**
 * What a line has that may be such: its strings, those joined too that follow each other (`join(here, "jobs", "a.js")`), and where quotes
 * are not needed, its words.
 */
export function pathTexts(line: string, areQuoted: boolean): PathText[] {
  const plain = line.replaceAll(/\$\{[^}]*\}|<\w+>/g, "");
  const joined = plain.replaceAll(/["'`]\s*,\s*["'`]/g, "/");
  const words = areQuoted ? [] : plain.split(/[\s"'`,;=()[\]]+/).map((word) => word.replace(/:$/, ""));
  const texts = new Set([...[plain, ...(joined === plain ? [] : [joined])].flatMap(quoted), ...words]);
  const isMade = MAKES_PATHS.test(plain);
  const isHandler = /\bhandler\b/i.test(plain);
  return [...texts].flatMap((written) => {
    const text = written.replace(/^(?:file:)?(?:[~@]?\/|\.\/)+/, "").replace(/\/+$/, "");
    if (text === "" || text.length > MAX_PATH || /:\/\/|^!/.test(text)) return [];
    return [{ text, isPath: isMade || /\//.test(written) || sourceLanguage(written) !== undefined, isHandler }];
  });
}

const MAX_PATH = 300;
const MAKES_PATHS = /\b(?:join|resolve|readdir(?:Sync)?|glob(?:Sync)?)\(|\bdirname\b|__dirname\b/;

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/(["'`])((?:(?!\1).)*)\1/g), ([, , inside = ""]) => inside);
}

/** The paths by which a module may be meant, each without an ending too: its own, and that of the folder whose index it is. */
export function namesOf(path: string): string[] {
  const stem = withoutEnding(path);
  return [path, stem, ...(posix.basename(stem) === "index" ? [posix.dirname(stem)] : [])];
}

/** What a text may be the path of, as {@link namesOf} writes it, where it stands below one of some folders, and not what it was built from. */
export function meantBy({ text, isHandler }: PathText, folders: readonly string[]): string[] {
  if (!text.includes("/") && sourceLanguage(text) === undefined) return [];
  return placesOf(text, folders).flatMap((path) => [
    path,
    ...(sourceLanguage(path) === undefined ? [] : [withoutEnding(path)]),
    ...(isHandler ? [path.replace(/\.\w+$/, "")] : []),
  ]);
}

/** The paths of a text below some folders, and of the sources that it may be built from. */
export function placesOf(text: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    const path = posix.join(folder, text);
    if (path.startsWith("../")) return [];
    return BUILT.test(path) ? [path, path.replace(BUILT, "$1src/")] : [path];
  });
}

/** Folders that what is built of `src` mostly goes to. */
const BUILT = /(^|\/)(?:dist|build|out|lib)\//;

/** Base-name globs of files without imports that may name modules which something loads. */
export const DATA_GLOBS: readonly string[] = [
  ..."json json5 jsonc yaml yml toml sh bash zsh ps1 tf hcl xml gradle rb py php ejs"
    .split(" ")
    .map((ending) => `*.${ending}`),
  ..."Dockerfile* Makefile Procfile Jenkinsfile Justfile .*rc".split(" "),
];

/** Whether one of them may do so: it is no lock, and no list of what a tool leaves out or found. */
export function mayNameModules(path: string): boolean {
  return !OTHER_FILE.test(path);
}

const OTHER_FILE =
  /(?:^|\/)(?:package\.json|[^/]*tsconfig[^/]*\.json|jsconfig[^/]*\.json|[^/]*[-.]lock(?:\.\w+)?|[^/]*ignore|coverage\/.*|[^/]*(?:coverage|baseline|suppression|tsbuildinfo|\bstats\b|report|results)[^/]*)$/i;

/** Whether folders and globs in a file are of what it checks or leaves out, and not of what it loads. */
export function onlyChecks(path: string): boolean {
  return /lint|prettier|biome|cspell|labeler|codecov|sonar|tailwind|knip|tsconfig|jsconfig/i.test(posix.basename(path));
}

/** Last parts of what is looked for, without endings. */
export interface Words {
  readonly files: Set<string>;
  readonly folders: Set<string>;
  /** Of `user.entity.ts` what follows the first dot, with that. */
  readonly kinds: Set<string>;
}

/**
 * Lines of sources that may name some of these, as a regular expression of ripgrep. A text that starts with a dot mostly is an import, and
 * what it means is known without; but for folders and globs.
 */
export function wordsPattern({ files, folders, kinds }: Words): string {
  const quote = "[\"'`]";
  const rest = "[^\\s\"'`]*";
  const [file, folder, kind] = [files, folders, kinds].map(alternatives) as [string, string, string];
  const before = `(?:${quote}[^.\\s"'\`]${rest}|[>}]${rest})/`;
  return [
    ...(files.size === 0 ? [] : [`${before}${file}["'\`.]`, `${quote}${file}\\.[cm]?[jt]sx?${quote}`]),
    ...(folders.size === 0
      ? []
      : [`(?:${quote}|${before})${folder}["'\`/]`, `${quote}\\.{1,2}/(?:${rest}/)?${folder}(?:${quote}|/${rest}\\*)`]),
    ...(kinds.size === 0 ? [] : [`\\*${kind}\\.`]),
  ].join("|");
}
