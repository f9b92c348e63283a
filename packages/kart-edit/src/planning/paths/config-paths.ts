import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeName } from "@kart/core/text/display";
import type { TextEdit } from "@kart/core/text/text-edit";
import { type JsonString, jsonEdit } from "./json-paths.ts";
import { scriptAfter } from "./script-paths.ts";
import { type Moved, pathMeant, relativeTo, specifierCandidates } from "./specifiers.ts";

/** Where a path is after a move: undefined for one that stays. From the root, with `/`. */
export type WhereTo = (path: string) => string | undefined;

/** The source file at a path that may lack its ending or name a folder, before a move. From the root, with `/`. */
export type SourceAt = (path: string) => string | undefined;

/**
 * Edits of a tsconfig that name what was moved, or that stand in one which was moved itself.
 *
 * @param leaves the configurations whose folders `${configDir}` stands for in it: it alone where no other extends it
 */
export function tsconfigEdits(
  config: Moved,
  strings: readonly JsonString[],
  whereTo: WhereTo,
  sourceAt: SourceAt,
  leaves: readonly Moved[] = [config],
): TextEdit[] {
  const baseUrl = strings.find(({ keys }) => keys.join(".") === "compilerOptions.baseUrl")?.value;
  const typeRoots = strings.flatMap((one) => (isOption(one, "typeRoots") ? [one.value] : []));
  return strings.flatMap((string) => {
    const [top = "", option = ""] = string.keys;
    const isTypes = isOption(string, "types");
    if (isTypes && (typeRoots.length > 0 || !/^\.{1,2}\//.test(string.value)))
      return typesEdit(string, config, typeRoots, whereTo);
    const isPath =
      !string.isName &&
      (["files", "include", "exclude"].includes(top) ||
        (top === "references" && string.keys.at(-1) === "path") ||
        (top === "extends" && /^\.{1,2}\//.test(string.value)) ||
        (top === "compilerOptions" && CONFIG_OPTIONS.has(option)));
    if (!isPath) return [];
    const after = (value: string, file: Moved) =>
      option === "paths"
        ? aliasAfter(value, file, whereTo, sourceAt)
        : pathAfter(value, file, whereTo, ["", isTypes ? ".d.ts" : ".json"], WILDCARD);
    const base = option === "paths" && baseUrl !== undefined ? below(config, baseUrl) : config;
    const fresh = string.value.includes("${")
      ? templateAfter(string.value, (value) => leaves.map((leaf) => after(value, leaf)))
      : after(string.value, base);
    return fresh === undefined ? [] : [jsonEdit(string, fresh)];
  });
}

/** `${configDir}/src`, as long as it leads all who extend the configuration to places that are written in one way. */
function templateAfter(value: string, after: (path: string) => readonly (string | undefined)[]): string | undefined {
  if (!value.startsWith(CONFIG_DIR)) return undefined;
  const [fresh, ...others] = new Set(after(`./${value.slice(CONFIG_DIR.length)}`));
  return fresh === undefined || others.length > 0 ? undefined : CONFIG_DIR + fresh.replace(/^\.\//, "");
}

const CONFIG_DIR = "${configDir}/";

/** Whether a string stands in a list of an option. */
function isOption({ keys, isName }: JsonString, option: string): boolean {
  return !isName && keys[0] === "compilerOptions" && keys[1] === option;
}

/** What `types` name is a folder of one of `typeRoots`, and may get another name there. */
function typesEdit(string: JsonString, { from }: Moved, typeRoots: readonly string[], whereTo: WhereTo): TextEdit[] {
  for (const root of typeRoots.map((one) => pathMeant(from, one).replace(/\/$/, ""))) {
    const now = whereTo(`${root}/${string.value}`);
    const home = `${whereTo(root) ?? root}/`;
    if (now?.startsWith(home) === true)
      return now === home + string.value ? [] : [jsonEdit(string, now.slice(home.length))];
  }
  return [];
}

/** What an alias leads to is written as a module is: often without its ending, or as the folder of an `index`. */
function aliasAfter(value: string, config: Moved, whereTo: WhereTo, sourceAt: SourceAt): string | undefined {
  const meant = pathMeant(config.from, value);
  const source = value === "" || /^\/|[*]/.test(value) || meant.startsWith("..") ? undefined : sourceAt(meant);
  // What is named as it stands is a path like others, and so is a folder: what it holds stays in it.
  if (source === undefined || source === meant || (source.startsWith(`${meant}/`) && whereTo(meant) !== undefined))
    return pathAfter(value, config, whereTo, ["", ".json"], WILDCARD);
  const target = { from: source, to: whereTo(source) ?? source };
  const isDotted = /^\.{1,2}(?:\/|$)/.test(value);
  const written = isDotted ? value : `./${value}`;
  const [fresh] = specifierCandidates(written, config, target);
  if (fresh === undefined) return pathAfter(value, config, whereTo, ["", ".json"], WILDCARD);
  // Another file there would be found first.
  const rival = sourceAt(pathMeant(config.to, fresh));
  const isTaken = rival !== undefined && rival !== source && whereTo(rival) === undefined;
  const now = isTaken ? relativeTo(config.to, target.to) : fresh;
  if (now === written) return undefined;
  return isDotted ? now : now.replace(/^\.\/(?=.)/, "");
}

const CONFIG_OPTIONS = new Set("baseUrl rootDir rootDirs outDir declarationDir typeRoots types paths".split(" "));

function below({ from, to }: Moved, folder: string): Moved {
  return { from: pathMeant(from, `${folder}/x`), to: pathMeant(to, `${folder}/x`) };
}

/**
 * Edits of a package.json that name what was moved, or that stand in one which was moved itself.
 *
 * Throws `invalid_argument` where `exports` or `imports` would lead out of their package, which they must not.
 */
export function manifestEdits(manifest: Moved, strings: readonly JsonString[], whereTo: WhereTo): TextEdit[] {
  return strings.flatMap((string) => {
    const [top = "", option = ""] = string.keys;
    // What is replaced for browsers is named by its path.
    if (string.isName && top !== "browser") return [];
    if (top === "scripts") {
      const { value } = scriptAfter(string.value, manifest, whereTo);
      return value === string.value ? [] : [jsonEdit(string, value)];
    }
    if (top === "jest" && option === "moduleNameMapper") return jestEdit(string, manifest, whereTo);
    if (!MANIFEST_FIELDS.has(top)) return [];
    const isDotted = /^\.{1,2}\//.test(string.value);
    // In maps a name without a dot is a package.
    if (
      !isDotted &&
      (top === "exports" || top === "imports" || (top === "browser" && (string.isName || string.keys.length > 1)))
    )
      return [];
    const fresh = pathAfter(string.value, manifest, whereTo, [""], WILDCARD);
    if (fresh?.startsWith("../") === true && (top === "exports" || top === "imports"))
      throw new ToolError(
        "invalid_argument",
        `${escapeName(manifest.from)} names ${escapeName(string.value)} in \`${top}\`, which may not lead out of its package, to ${escapeName(fresh)}. Change \`${top}\` first, or name a place within the package.`,
      );
    return fresh === undefined ? [] : [jsonEdit(string, fresh)];
  });
}

const WILDCARD = /[*?{[]/;

const MANIFEST_FIELDS = new Set(
  "main module types typings browser source bin exports imports files sideEffects directories unpkg jsdelivr react-native svelte man typesVersions workspaces".split(
    " ",
  ),
);

/** Whether a string of a package.json is a path from its folder. */
export function isPackagePath({ keys, isName }: JsonString): boolean {
  return MANIFEST_FIELDS.has(keys[0] ?? "") && (!isName || keys[0] === "browser");
}

/** Whether a string of a package.json is a name by which others import from the package: a key of `exports` or `imports`. */
export function isSubpath({ keys, isName }: JsonString): boolean {
  return isName && (keys[0] === "exports" || keys[0] === "imports");
}

const ROOT_DIR = "<rootDir>/";

/** Jest names the package's own folder, and what a pattern took by `$1`. */
function jestEdit(string: JsonString, manifest: Moved, whereTo: WhereTo): TextEdit[] {
  if (!string.value.startsWith(ROOT_DIR)) return [];
  const fresh = pathAfter(`./${string.value.slice(ROOT_DIR.length)}`, manifest, whereTo, [""], /\$\d/);
  return fresh === undefined ? [] : [jsonEdit(string, fresh.replace("./", ROOT_DIR))];
}

/**
 * Undefined where the path stays.
 *
 * @param endings what the path may lack, none first: in a folder that is moved every path is
 */
function pathAfter(
  value: string,
  file: Moved,
  whereTo: WhereTo,
  endings: readonly string[],
  wildcard: RegExp,
): string | undefined {
  // What stands before the first wildcard is a path.
  const wild = value.search(wildcard);
  const end = wild === -1 ? value.length : value.lastIndexOf("/", wild);
  const head = value.slice(0, Math.max(0, end)).replace(/\/$/, "");
  const tail = value.slice(head.length);
  if (value === "" || /^[/!]|^[a-z]+:/i.test(value) || (head === "" && file.from === file.to)) return undefined;
  const meant = pathMeant(file.from, head);
  if (meant.startsWith("..")) return undefined;
  const ending = endings.find((one) => whereTo(meant + one) !== undefined) ?? "";
  const now = whereTo(meant + ending) ?? meant + ending;
  const fresh = relativeTo(file.to, now).slice(0, ending === "" ? undefined : -ending.length);
  if (relativeTo(file.from, meant) === fresh) return undefined;
  const isDotted = /^\.{1,2}(?:\/|$)/.test(value);
  return (isDotted ? fresh : fresh.replace(/^\.\/(?=.)/, "")) + tail;
}
