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

/** The endings of pages in which scripts may stand that import sources. Most hold none. */
export const PAGE_EXTENSIONS: readonly string[] = [".html", ".md"];

export function isPage(path: string): boolean {
  return PAGE_EXTENSIONS.some((extension) => path.endsWith(extension));
}

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
