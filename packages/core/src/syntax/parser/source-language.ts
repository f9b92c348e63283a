/** What the parser takes a file for, by its name. */
export type SourceLanguage = "js" | "jsx" | "ts" | "tsx" | "dts";

const LANGUAGES: Readonly<Record<string, SourceLanguage>> = {
  ".ts": "ts",
  ".tsx": "tsx",
  ".mts": "ts",
  ".cts": "ts",
  // JSX is common in plain .js files, and no JavaScript is read differently for allowing it.
  ".js": "jsx",
  ".jsx": "jsx",
  ".mjs": "jsx",
  ".cjs": "jsx",
};

/** The endings of source files, each with its dot. */
export const SOURCE_EXTENSIONS: readonly string[] = Object.keys(LANGUAGES);

/** The endings of single-file components, whose scripts import sources. */
export const COMPONENT_EXTENSIONS: readonly string[] = [".vue", ".svelte", ".astro", ".mdx"];

export function isComponent(path: string): boolean {
  return COMPONENT_EXTENSIONS.some((extension) => path.endsWith(extension));
}

const PAGE_EXTENSIONS: readonly string[] = [".html", ".md"];

/** Letters of a name without an ending for which there is a glob: none can ask for any number of them. */
const LONGEST_BARE = 32;

/**
 * Base-name globs of what may hold scripts that import sources, and mostly holds none: pages, and files without an ending, which a first
 * line gives to a runtime of JavaScript.
 */
export const PAGE_GLOBS: readonly string[] = [
  ...PAGE_EXTENSIONS.map((extension) => `*${extension}`),
  ...Array.from({ length: LONGEST_BARE }, (_, more) => "[!.]".repeat(more + 1)),
];

export function isPage(path: string): boolean {
  return isBare(path) || PAGE_EXTENSIONS.some((extension) => path.endsWith(extension));
}

/** Whether a name has no ending, as those of commands: `bin/cli`. */
export function isBare(path: string): boolean {
  return !path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).includes(".");
}

/** How a file without an ending starts that JavaScript runs: `#!/usr/bin/node`, `#!/usr/bin/env -S NODE_ENV=test bun run`. */
export const RUN_BY_JAVASCRIPT =
  /^#!\s*(?:\S*\/env(?:\s+(?:-\S+|\w+=\S*|npx|bunx))*\s+)?(?:\S*\/)?(?:node(?:js)?|bun|deno|tsx|ts-node)(?:\s|$)/;

/** `undefined` for a file that is not TypeScript or JavaScript source. */
export function sourceLanguage(path: string): SourceLanguage | undefined {
  if (isDeclarationFile(path)) return "dts";
  return LANGUAGES[/\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? ""];
}

/** Whether comments say what the types are. */
export function isJavaScript(language: SourceLanguage | undefined): boolean {
  return language === "js" || language === "jsx";
}

/** `.d.ts`, `.d.mts`, `.d.cts` and `.d.css.ts` style files. */
export function isDeclarationFile(path: string): boolean {
  return /\.d(\.[^./\\]+)?\.[cm]?ts$/i.test(path);
}

/** A path, or a name, without the ending of a source, all of it where it declares types. */
export function withoutEnding(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
}
