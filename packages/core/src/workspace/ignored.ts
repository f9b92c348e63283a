import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readTextFile } from "./read-file.ts";
import { realPathOrUndefined } from "./real-path.ts";

/**
 * Tells whether git would ignore a path. ripgrep answers this for the files it lists; what it never lists (symlinks,
 * empty folders) and the paths that a caller names are asked here.
 *
 * Rules are read anew by every instance: make one for each call.
 */
export class IgnoreRules {
  readonly #root: string;
  /** The folder the outermost rules are relative to: the top of the git repository, or the workspace root. */
  readonly #top: string;
  readonly #rules = new Map<string, Ignore | undefined>();
  readonly #global: Ignore;
  /** Files of rules outside of the workspace, there or not: absolute. */
  readonly outer: readonly string[];

  /** @param root the real path of the workspace root */
  constructor(root: string) {
    this.#root = root;
    this.#top = repositoryTop(root) ?? root;
    this.#global = ignore(OPTIONS);
    // Unlike a `.gitignore`, these may stand behind symlinks: git follows them here.
    const global = [...globalExcludes(), join(this.#top, ".git", "info", "exclude")].map(realOrSame);
    for (const file of global) addRules(this.#global, file);
    this.outer = [...global, ...parentsUpTo(root, this.#top).map((folder) => join(folder, ".gitignore"))];
  }

  /** @param path relative to the root, with `/` */
  ignores(path: string, isFolder: boolean): boolean {
    if (path === ".") return false;
    const parts = path.split("/");
    if (parts.some((part) => part === ".git" || part === "node_modules")) return true;
    // A folder that is ignored takes everything below it along.
    for (let length = 1; length <= parts.length; length++) {
      const isLast = length === parts.length;
      if (this.#ignoresAlone(parts.slice(0, length).join("/"), isLast ? isFolder : true)) return true;
    }
    return false;
  }

  /** The nearest rule file that speaks of the path decides, from its own folder up to the top. */
  #ignoresAlone(path: string, isFolder: boolean): boolean {
    const absolute = join(this.#root, path);
    for (let folder = dirname(absolute); ; folder = dirname(folder)) {
      const verdict = test(this.#rulesOf(folder), relative(folder, absolute), isFolder);
      if (verdict !== undefined) return verdict;
      if (folder === this.#top || folder === dirname(folder)) break;
    }
    return test(this.#global, relative(this.#top, absolute), isFolder) ?? false;
  }

  #rulesOf(folder: string): Ignore | undefined {
    if (this.#rules.has(folder)) return this.#rules.get(folder);
    const file = join(folder, ".gitignore");
    const text = rulesIn(file);
    const rules = text === undefined ? undefined : ignore(OPTIONS).add(text);
    this.#rules.set(folder, rules);
    return rules;
  }
}

/** ripgrep tells `logs` from `Logs` on every system. */
const OPTIONS = { allowRelativePaths: true, ignorecase: false } as const;

function test(rules: Ignore | undefined, path: string, isFolder: boolean): boolean | undefined {
  if (rules === undefined) return undefined;
  const parts = path.split(sep);
  const { ignored, unignored } = rules.test(nameOf(parts, isFolder));
  if (!ignored) return unignored ? false : undefined;
  const above = parts.slice(0, -1);
  if (!isInherited(rules, above)) return true;
  // A nearer file has taken the folder above back, or nobody would ask: what counts is what is said of the path itself.
  const elsewhere = above.map(() => UNLIKELY);
  if (isInherited(rules, elsewhere)) return undefined;
  return rules.test(nameOf([...elsewhere, ...parts.slice(-1)], isFolder)).ignored ? true : undefined;
}

/** A name that rules speak of only where they speak of all. */
const UNLIKELY = "\u0001";

function isInherited(rules: Ignore, above: readonly string[]): boolean {
  return above.length > 0 && rules.test(nameOf(above, true)).ignored;
}

function nameOf(parts: readonly string[], isFolder: boolean): string {
  return parts.join("/") + (isFolder ? "/" : "");
}

function addRules(rules: Ignore, file: string): void {
  const text = rulesIn(file);
  if (text !== undefined) rules.add(text);
}

/** Longest rule file read, in bytes. */
const MAX_RULES_BYTES = 1024 * 1024;

/**
 * The text of a rule file. One that is absent or cannot be read holds no rules, for git too; a FIFO or a device in its
 * place would block this process, or never end.
 */
function rulesIn(file: string): string | undefined {
  const outcome = readTextFile(file, MAX_RULES_BYTES);
  return outcome.status === "read" ? outcome.text : undefined;
}

function realOrSame(file: string): string {
  return realPathOrUndefined(file) ?? file;
}

function parentsUpTo(folder: string, top: string): string[] {
  return folder === top ? [] : [dirname(folder), ...parentsUpTo(dirname(folder), top)];
}

function repositoryTop(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return realpathSync(folder);
    if (folder === dirname(folder)) return undefined;
  }
}

/** git's own default, and what `core.excludesFile` of the user's configuration names; the same two that ripgrep reads. */
function globalExcludes(): string[] {
  // Empty counts as none, for git and ripgrep too: the path would be one in the folder that the server was started in.
  const config = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  const named = [join(homedir(), ".gitconfig"), join(config, "git", "config")].flatMap((file) => {
    const value = /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(rulesIn(realOrSame(file)) ?? "")?.[1];
    return value === undefined ? [] : [value.replace(/^~(?=[/\\])/, homedir())];
  });
  return named.length > 0 ? named : [join(config, "git", "ignore")];
}
