import { escapeInvisible } from "../text/display.ts";

/** A glob over paths relative to the root, as `.gitignore` reads one: without a slash it names a file or folder at any depth. */
class PathGlob {
  readonly #glob: Bun.Glob;
  /** Names such as `[id].tsx` are common, and meant as they stand. */
  readonly #literal: string;
  readonly #isBaseName: boolean;

  constructor(pattern: string) {
    const anchored = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
    this.#literal = anchored;
    this.#isBaseName = !anchored.includes("/") && !pattern.startsWith("/");
    // A glob says what to take: `!` has no meaning of its own here.
    this.#glob = new Bun.Glob(anchored.startsWith("!") ? `\\${anchored}` : anchored);
  }

  /** Whether the path matches, or a folder above it does. */
  matches(path: string): boolean {
    const parts = path.split("/");
    if (this.#isBaseName) return parts.some((part) => this.#matchesWhole(part));
    return parts.some((_part, index) => this.#matchesWhole(parts.slice(0, parts.length - index).join("/")));
  }

  #matchesWhole(text: string): boolean {
    return text === this.#literal || this.#glob.match(text);
  }
}

/**
 * Whether a path is meant by a glob. A pattern with a slash may be written from the root or from the folder that the
 * call names: models do both.
 *
 * @param folders the folders that the call names, relative to the root
 */
export function globFilter(pattern: string | undefined, folders: readonly string[]): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const glob = new PathGlob(pattern);
  const prefixes = folders.filter((folder) => folder !== ".").map((folder) => `${folder}/`);
  return (path) =>
    glob.matches(path) || prefixes.some((prefix) => path.startsWith(prefix) && glob.matches(path.slice(prefix.length)));
}

/** The base-name glob that every matching file's name matches, where the pattern ends in a file ending; ripgrep can use it. */
export function fileNameGlob(pattern: string | undefined): string[] {
  const name = pattern?.split("/").at(-1) ?? "";
  // A brace may span slashes, and `**` stands for whole paths. Other signs mean something to one of the two alone.
  return /^[\w*?@+. -]*\.(?:\w+|\{[\w,.]+\})$/.test(name) &&
    !name.includes("**") &&
    !/[{}]/.test(pattern?.slice(0, -name.length) ?? "")
    ? [name]
    : [];
}

/** What is said where no file fits a glob. */
export function noFileFits(pattern: string): string {
  if (pattern.startsWith("!"))
    return `No file fits the glob ${quotedGlob(pattern)}: it names what to take, \`!\` is literal in it.`;
  const open = openBracket(pattern);
  if (open !== undefined)
    return `No file is called ${quotedGlob(pattern)}, and as a glob it never closes its \`${open}\`.`;
  const several = pattern.split(/[,|;\s]+/).filter((part) => part !== "");
  const hasFolders = several.some((part) => part.includes("/"));
  const whole = several.map((part) => (hasFolders && !part.includes("/") ? `**/${part}` : part));
  const advice =
    several.length > 1 && !/[{}]/.test(pattern)
      ? `Several are written ${quotedGlob(`{${whole.join(",")}}`)}.`
      : "It is read from the root, or from a folder that the call names.";
  return `No file fits the glob ${quotedGlob(pattern)}. ${advice}`;
}

/** A glob as messages show it. */
export function quotedGlob(pattern: string): string {
  return `\`${escapeInvisible(pattern)}\``;
}

/** The bracket or brace that is still open at the end: files may be called so. */
function openBracket(pattern: string): "[" | "{" | undefined {
  const classes = pattern.replaceAll(/\\[^]|\[[!^]?\]?(?:\\[^]|[^\]\\])*\]/g, "");
  if (classes.includes("[")) return "[";
  let depth = 0;
  for (const sign of classes.match(/[{}]/g) ?? []) depth = Math.max(0, depth + (sign === "{" ? 1 : -1));
  return depth > 0 ? "{" : undefined;
}
