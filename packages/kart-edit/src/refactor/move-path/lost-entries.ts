import { dirname, join, relative } from "node:path";
import { type EntryPoint, entryPointsOf, isConfig } from "@kart/core/modules/entry-points";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isOwnField, sourceNamed } from "@kart/core/modules/own-fields";
import { ENDINGS } from "@kart/core/modules/sources";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { linesByFile } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import type { WorkspacePackage } from "@kart/core/workspace/package-manifest";
import { type JsonString, jsonStrings } from "../../planning/paths/json-paths.ts";
import { under } from "../under.ts";

type Moved = (path: string) => string;

/**
 * What a package.json says of files, or of what is built from them, that a move makes untrue: each a line for a reader, by the place
 * where it is to be changed. And what is found by its path.
 *
 * @param entries what is used from outside after the move
 */
export function lostEntries(
  oxc: Parser,
  before: ModuleGraph,
  after: ModuleGraph,
  moved: Moved,
  entries: readonly EntryPoint[],
): string[] {
  const isNamed = ({ reason }: EntryPoint) => reason === "package" || reason === "script";
  const now = new Set(entries.filter(isNamed).map(({ path }) => path));
  const lost = new Set(
    entryPointsOf(before).flatMap((one) => (isNamed(one) && !now.has(moved(one.path)) ? [one.path] : [])),
  );
  const targets = before.resolver.packages.all.flatMap((owner) =>
    changedTargets(oxc, before, after, moved, owner, lost),
  );
  // What is built for each kind of importer has a target of its own.
  const alike = Map.groupBy(targets, ({ path, value, paths, isCertain, isLeft }) =>
    [path, paths.join("\0"), value.includes("*") && !isLeft ? value : "", isCertain, isLeft].join("\0\0"),
  );
  const told = Array.from(alike.values(), (all) => {
    const [{ value, paths, isCertain, isLeft }] = all as [ChangedTarget];
    const path = isLeft ? under(paths) : (paths[0] ?? "");
    const to = isLeft ? under(paths.map(moved)) : moved(path);
    const [place] = linesByFile(all, Infinity);
    const others = new Set(all.map((one) => one.value)).size - 1;
    if (!isCertain)
      return `${place} "${value}"${others > 0 ? ` and ${others} more` : ""} may be for ${path}: if so, change that for ${to}`;
    if (others > 0) return `${place} "${value}" and ${others} more were for ${path}: change them for ${to}`;
    if (!value.includes("*") || isLeft) return `${place} "${value}" was for ${path}: change it for ${to}`;
    // What others are named by is no place for a change.
    const several = paths.length === 1 ? "" : ` (${paths.length} files)`;
    return `${place} "${value}" covered ${under(paths)}${several}: add an entry for ${under(paths.map(moved))}`;
  });
  // What a script or a folder of programs names is no such target.
  const known = new Set(targets.flatMap(({ paths }) => paths));
  const rest = [...lost].filter((path) => !known.has(path));
  return [
    ...told,
    ...rest.map((path) => `${moved(path)} was named by a package.json as ${path}, and is no more`),
    ...lostByPath(before, moved, entries),
    ...lostByDefault(before, after, moved),
  ];
}

/** What a package was loaded as because its package.json names nothing: the index of its folder. */
function lostByDefault(before: ModuleGraph, after: ModuleGraph, moved: Moved): string[] {
  const indexIn = ({ nodes }: ModuleGraph, folder: string) =>
    INDEXES.map((name) => join(folder, name)).find((path) => nodes.has(path));
  return before.resolver.packages.all.flatMap(({ folder, name, manifest }) => {
    // What imports a private one is rewritten.
    if (name === undefined || manifest["private"] === true) return [];
    if (manifest["exports"] !== undefined || manifest["main"] !== undefined) return [];
    const index = indexIn(before, folder);
    const now = dirname(moved(join(folder, "package.json")));
    if (index === undefined || indexIn(after, now) !== undefined) return [];
    const to = moved(index);
    const entry = `./${relative(now, to)}`;
    return [
      `${to} was loaded as ${name}, as ${index}, and is no more: add "main": "${entry}" to ${join(now, "package.json")}`,
    ];
  });
}

/** https://nodejs.org/api/modules.html#folders-as-modules, and what others run of a source. */
const INDEXES = ENDINGS.filter((ending) => !ending.startsWith(".d.")).map((ending) => `index${ending}`);

/** What frameworks and tools found by its path. */
function lostByPath(before: ModuleGraph, moved: Moved, entries: readonly EntryPoint[]): string[] {
  const still = new Set(entries.map(({ path }) => path));
  return entryPointsOf(before).flatMap(({ path, reason }) => {
    if (moved(path) === path || (reason !== "framework" && !isConfig(path))) return [];
    if (still.has(moved(path)))
      return isNamedAnew(before, path, moved(path))
        ? [`${moved(path)} goes by another name in Nuxt than as ${path}, and what uses it by that is not changed`]
        : [];
    const by = reason === "framework" ? "its framework" : "the tool that it configures";
    return [`${moved(path)} was found by ${by} as ${path}, and is no more`];
  });
}

/** Whether Nuxt makes the name of something of its path, `<UserCard>` of `components/user/Card.vue`, and of another another. */
function isNamedAnew({ resolver: { packages } }: ModuleGraph, from: string, to: string): boolean {
  const nameIn = (path: string) => NAMED_BY_PATH.exec(path)?.slice(1, 3).join("/");
  return packages.declares(from, "nuxt") && nameIn(from) !== undefined && nameIn(from) !== nameIn(to);
}

/** https://nuxt.com/docs/4.x/guide/directory-structure/app/components and its like. */
const NAMED_BY_PATH =
  /(?:^|\/)(components|layouts|middleware|server\/(?:api|routes|middleware))\/(.*?)(?:\.global|\.client|\.server)?\.(?:vue|[cm]?[jt]sx?)$/;

interface ChangedTarget {
  /** The package.json, after the move. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly value: string;
  /** The files that it led to before, and leads to no more. */
  readonly paths: readonly string[];
  /** Whether it is named for the file, and not for its own form: then it may be built from another. */
  readonly isCertain: boolean;
  /** Whether it is a pattern, or one of `imports`, and another target of its entry is rewritten. */
  readonly isLeft: boolean;
}

/** The strings of a package.json that led to files, as they are or as they are built, and lead to them no more. */
function changedTargets(
  oxc: Parser,
  before: ModuleGraph,
  after: ModuleGraph,
  moved: Moved,
  owner: WorkspacePackage,
  lost: ReadonlySet<string>,
): ChangedTarget[] {
  const manifest = join(owner.folder, "package.json");
  const now = after.resolver.packages.all.find(({ folder }) => folder === dirname(moved(manifest)));
  const [old, fresh] = [before.text(manifest), after.text(moved(manifest))];
  if (now === undefined || old === undefined || fresh === undefined) return [];
  // Paths are rewritten, and nothing else.
  const values = targetsIn(oxc, fresh);
  const targets = targetsIn(oxc, old);
  const entryOf = (keys: readonly string[]) => keys.slice(0, 2).join("\0");
  const rewritten = new Set(
    targets.flatMap(({ keys, value }, index) => (values[index]?.value === value ? [] : [entryOf(keys)])),
  );
  return targets.flatMap(({ keys, value, span }, index) => {
    const still = values[index]?.value;
    const led = new Set(still === undefined ? [] : sourcesOf(after, now, keys, still));
    // A pattern leads to what is elsewhere in it by another name: that is told of as an import that fails. Where the source that an entry
    // names is another, what is built of it still fails.
    const isInPart = value.includes("*") || keys[0] === "imports";
    const isLeft = isInPart && still === value && rewritten.has(entryOf(keys));
    const counts = (path: string) => isLeft || (keys[0] !== "imports" && (!value.includes("*") || lost.has(path)));
    const sources = sourcesOf(before, owner, keys, value);
    const paths = sources
      .filter((path) => moved(path) !== path)
      .filter((path) =>
        led.has(moved(path)) ? isOfKind(value, path) && !isOfKind(still ?? "", moved(path)) : counts(path),
      );
    const line = new LineIndex(old).lineAt(span.start);
    const named = before.resolver.manifests.targetSources(owner, value);
    const isCertain = value.includes("*") || (sources.length < 2 && sources.every((one) => named.includes(one)));
    return paths.length === 0 ? [] : [{ path: moved(manifest), line, value, paths, isCertain, isLeft }];
  });
}

/** What is not built is named among the texts that still name it. */
function sourcesOf(
  { resolver }: ModuleGraph,
  owner: WorkspacePackage,
  [field = "", key = ""]: readonly string[],
  value: string,
): string[] {
  if (field === "bin" || field === "imports") return resolver.manifests.targetSources(owner, value);
  if (!isOwnField(field)) return resolver.manifests.entrySources(owner, key.startsWith(".") ? key : ".", value);
  const found = sourceNamed(resolver, owner, value);
  return found === undefined || found === join(owner.folder, value) ? [] : [found];
}

/** Whether a target has the ending of a source, or of what is built from it: `.mjs` from `.mts`. One without leaves it to who asks. */
function isOfKind(target: string, source: string): boolean {
  const [ending, own] = [target, source].map((path) => /\.([cm]?)[jt]sx?$/.exec(path));
  const isSource = ending?.[0].includes("t") === true && !/\.d\.[^.]+$/.test(target);
  return isSource ? ending?.[0] === own?.[0] : ending === null || ending?.[1] === own?.[1];
}

/** The paths in the fields of a package.json by which others name its entries, what browsers take in their place, and what tools load. */
function targetsIn(oxc: Parser, text: string): JsonString[] {
  return jsonStrings(oxc, text).filter(({ keys: [field = ""], isName, value }) =>
    isName
      ? REPLACED.has(field) && value.startsWith(".")
      : !value.startsWith("#") && (FIELDS.has(field) || isOwnField(field)),
  );
}

/** Maps by whose names what is replaced is meant, on some platform. */
const REPLACED = new Set(["browser", "react-native"]);
const FIELDS = new Set(["exports", "imports", "main", "module", "types", "typings", "bin", ...REPLACED]);
