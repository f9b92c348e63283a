import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { gitFolders } from "./git-folders.ts";
import { namesMatched, withBraces } from "./ignore-names.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "./read-file.ts";
import { realOrSame } from "./real-path.ts";
import type { TrackedAnyway } from "./tracked-anyway.ts";

/**
 * Tells whether git would ignore a path. ripgrep answers this for the files it lists; what it never lists (symlinks,
 * empty folders) and the paths that a caller names are asked here.
 *
 * Rules are read anew by every instance: make one for each call.
 */
export class IgnoreRules {
  readonly #root: string;
  /** The folder the outermost rules are relative to: the top of the git repository, or the workspace root. Absolute. */
  readonly top: string;
  readonly #files = new Map<string, readonly RuleFile[]>();
  /** The same by paths relative to the root. */
  readonly #filesIn = new Map<string, readonly RuleFile[]>();
  readonly #folders = new Map<string, boolean>();
  readonly #global: readonly RuleFile[];
  /** What the repository's own configuration names as its rules. */
  readonly #named: string | undefined;
  readonly #trackedAnyway: (rules: IgnoreRules) => TrackedAnyway;
  #tracked: TrackedAnyway | undefined;
  /** Files of rules outside of the workspace, there or not: absolute. */
  readonly outer: readonly string[];

  /**
   * @param root the real path of the workspace root
   * @param trackedAnyway tells what the repository tracks of what its rules match: it ignores nothing of that
   */
  constructor(root: string, trackedAnyway: (rules: IgnoreRules) => TrackedAnyway) {
    this.#root = root;
    this.#trackedAnyway = trackedAnyway;
    this.top = repositoryTop(root) ?? root;
    // Unlike a `.gitignore`, these may stand behind symlinks: git follows them here.
    this.#named = excludesNamedBy(this.top);
    const global = [globalExcludes(), this.#named ?? [], excludesOf(this.top) ?? []].flat().map(realOrSame);
    this.#global = ruleFile(this.top, ...global);
    this.outer = [
      ...global,
      // It may come to name other rules.
      ...configOf(this.top),
      ...parentsUpTo(root, this.top).map((folder) => join(folder, ".gitignore")),
    ];
  }

  /** @param path relative to the root, with `/` */
  ignores(path: string, isFolder: boolean): boolean {
    return this.matches(path, isFolder) && !this.tracked.holds(path);
  }

  /** What git tracks of what the rules match. */
  get tracked(): TrackedAnyway {
    return (this.#tracked ??= this.#trackedAnyway(this));
  }

  /**
   * Whether there are rules that ripgrep does not know: it does not ask the repository's own configuration, and where it takes folders
   * for repositories by nothing but their `.gitignore`, it does not follow the file `.git` of a linked worktree or of a submodule to
   * what these exclude.
   */
  get exceedRipgrep(): boolean {
    if (this.#named !== undefined && ruleFile(this.top, realOrSame(this.#named)).length > 0) return true;
    return [this.top, ...this.tracked.submodules].some((top) => {
      const excludes = excludesOf(top);
      if (excludes === undefined || excludes === join(top, ...EXCLUDES)) return false;
      return ruleFile(top, realOrSame(excludes)).length > 0;
    });
  }

  /** Whether a rule matches the path or a folder above it, tracked or not. */
  matches(path: string, isFolder: boolean): boolean {
    if (path === ".") return false;
    const cut = path.lastIndexOf("/");
    const name = path.slice(cut + 1);
    const folder = cut === -1 ? "." : path.slice(0, cut);
    // A folder that is ignored takes everything below it along.
    return (
      name === ".git" ||
      name === "node_modules" ||
      this.#matchesFolder(folder) ||
      this.#matchesAlone(folder, name, isFolder)
    );
  }

  #matchesFolder(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const isMatched = this.matches(folder, true);
    this.#folders.set(folder, isMatched);
    return isMatched;
  }

  /** The nearest rule file that speaks of the path decides, from its own folder up to the top. */
  #matchesAlone(inFolder: string, name: string, isFolder: boolean): boolean {
    const files = this.#filesIn.get(inFolder) ?? this.#filesFor(join(this.#root, inFolder));
    this.#filesIn.set(inFolder, files);
    if (!files.some(({ names }) => names.test(name))) return false;
    const absolute = join(this.#root, inFolder, name);
    for (const { folder, rules } of files) {
      const verdict = test(rules, relative(folder, absolute), isFolder);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }

  /** The rules that hold right in a folder, the nearest first. */
  #filesFor(folder: string): readonly RuleFile[] {
    const known = this.#files.get(folder);
    if (known !== undefined) return known;
    const isTop = folder === this.top || folder === dirname(folder);
    const excludes = isTop ? undefined : excludesOf(folder);
    const files = [
      ...ruleFile(folder, join(folder, ".gitignore")),
      ...(excludes === undefined ? [] : ruleFile(folder, realOrSame(excludes))),
      ...(isTop ? this.#global : this.#filesFor(dirname(folder))),
    ];
    this.#files.set(folder, files);
    return files;
  }
}

/** What one file of rules says, or several of the same place. */
interface RuleFile {
  /** That its rules are relative to; absolute. */
  readonly folder: string;
  readonly rules: Ignore;
  /** Matches the name of each file and folder that a rule matches. */
  readonly names: RegExp;
}

/** None where there are no such rules: git makes a file of excludes that holds comments alone. */
function ruleFile(folder: string, ...files: readonly string[]): RuleFile[] {
  const text = withBraces(files.flatMap((file) => rulesIn(file) ?? []).join("\n"));
  return !/^[^#\r\n]/m.test(text) ? [] : [{ folder, rules: ignore(OPTIONS).add(text), names: namesMatched(text) }];
}

/** ripgrep tells `logs` from `Logs` on every system. */
const OPTIONS = { allowRelativePaths: true, ignorecase: false } as const;

function test(rules: Ignore, path: string, isFolder: boolean): boolean | undefined {
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

/** Longest rule file read, in bytes. */
const MAX_RULES_BYTES = 1024 * 1024;

/**
 * The text of a rule file. One that is absent or cannot be read holds no rules, for git too; a FIFO or a device in its
 * place would block this process, or never end.
 */
function rulesIn(file: string): string | undefined {
  // Most folders have none: to look takes a tenth of failing to open one.
  if (versionAt(file) === undefined) return undefined;
  const outcome = readTextFile(file, MAX_RULES_BYTES);
  return outcome.status === "read" ? outcome.text.replace(/^\uFEFF/, "") : undefined;
}

/** Where a repository keeps its own rules, below its folder of git's. */
const EXCLUDES = [".git", "info", "exclude"] as const;

/** The rules of a checkout that are in no commit, whose top a folder is; undefined for another folder. Absolute. */
function excludesOf(top: string): string | undefined {
  const folders = gitFolders(top);
  return folders && join(folders.common, ...EXCLUDES.slice(1));
}

/** The `core.excludesFile` of the configuration of the checkout whose top a folder is; absolute. */
function excludesNamedBy(top: string): string | undefined {
  const [config] = configOf(top);
  const named = config === undefined ? undefined : excludesNamedIn(config);
  return named === undefined ? undefined : resolve(top, atHome(named));
}

/** The configuration of the repository whose checkout a folder is the top of; absolute. */
function configOf(top: string): string[] {
  const folders = gitFolders(top);
  return folders === undefined ? [] : [join(folders.common, "config")];
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

/** What `core.excludesFile` of the user's configuration names, or git's own default: the same that ripgrep reads. */
function globalExcludes(): string {
  // Empty counts as none, for git and ripgrep too: the path would be one in the folder that the server was started in.
  const config = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  // What the first of them names counts.
  const [named] = [join(homedir(), ".gitconfig"), join(config, "git", "config")].flatMap(
    (file) => excludesNamedIn(realOrSame(file)) ?? [],
  );
  return named === undefined ? join(config, "git", "ignore") : atHome(named);
}

function atHome(path: string): string {
  return path.replace(/^~(?=[/\\])/, homedir());
}

/** What files of git's configuration say that was read already, by their path. */
const configs = new Map<string, { readonly version: FileVersion; readonly excludes: string | undefined }>();

/** The `core.excludesFile` of a configuration, as it is written there. It is asked for with each set of rules, and seldom changes. */
function excludesNamedIn(file: string): string | undefined {
  const version = versionAt(file);
  if (version === undefined) return undefined;
  const known = configs.get(file);
  if (known !== undefined && isSameVersion(known.version, version)) return known.excludes;
  const excludes = /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(rulesIn(file) ?? "")?.[1];
  configs.set(file, { version, excludes });
  return excludes;
}
