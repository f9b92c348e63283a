import type { ImportRecord } from "../syntax/module-records/module-record.ts";
import { isRelative } from "./import-places.ts";
import type { ImportEdge, ModuleGraph } from "./module-graph.ts";

/**
 * The imports that lead nowhere and by their specifier may be meant for a file, or for one that passes its exports on: by an alias
 * that only a bundler knows, or an import map; and those that lead there by what a framework knows alone. TypeScript sees no use of the
 * file in them.
 *
 * @param path from the root
 */
export function importsMeaning(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  // Whoever asks about one symbol of a file asks about others.
  const files = meaning.getOrInsertComputed(graph, () => new Map());
  return files.getOrInsertComputed(path, () => allMeaning(graph, path));
}

const meaning = new WeakMap<ModuleGraph, Map<string, readonly ImportEdge[]>>();

function allMeaning(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  const passing = [...reExporting(graph, path)];
  const beyond = passing.flatMap((one) => graph.importsOf(one)).filter(isBeyondTypes);
  const aliased = aliasedUnresolved(graph);
  if (aliased.length === 0) return beyond;
  const names = new Set(passing.flatMap((one) => [...graph.exportedNames(one).names]));
  const meant = aliased.filter(
    ({ record }) =>
      passing.some((one) => mayLead(record, one, names)) ||
      (isAliasAlone(record.specifier) && takesOneOf(record, names)),
  );
  return [...meant, ...beyond];
}

function isBeyondTypes({ importer, record }: ImportEdge): boolean {
  const target = importer.targets.get(record.specifier);
  return target?.kind === "source" && target.isBeyondTypes === true;
}

/** Those of {@link importsMeaning} that are meant for a file itself, or one of several. */
export function importsMeaningOneOf(graph: ModuleGraph, paths: readonly string[]): readonly ImportEdge[] {
  const aliased = aliasedUnresolved(graph);
  if (aliased.length === 0) return [];
  const named = paths.map((path) => [path, graph.exportedNames(path).names] as const);
  return aliased.filter(({ record }) => named.some(([path, names]) => mayLead(record, path, names)));
}

const known = new WeakMap<ModuleGraph, readonly ImportEdge[]>();

/** The imports that lead nowhere and may be aliases. */
export function aliasedUnresolved(graph: ModuleGraph): readonly ImportEdge[] {
  let found = known.get(graph);
  if (found === undefined) {
    found = Array.from(graph.nodes.values(), (importer) =>
      importer.record.imports.flatMap((record) =>
        importer.targets.get(record.specifier)?.kind === "unresolved" &&
        isAliased(record.specifier) &&
        // A name that no registry takes may be that of a linked package.
        !graph.resolver.packages.declares(importer.path, record.specifier)
          ? [{ importer, record }]
          : [],
      ),
    ).flat();
    known.set(graph, found);
  }
  return found;
}

/** Whether an import takes one of some exports of its module, as far as it tells. */
export function takesOneOf({ names }: ImportRecord, exported: ReadonlySet<string>): boolean {
  return names.some(({ imported, members = "all" }) => {
    if (imported === "*") return members === "all" || members.some((one) => exported.has(one));
    return exported.has(imported) || (imported === "default" && exported.has("export="));
  });
}

/**
 * Whether a specifier that leads nowhere may be meant for a file, as its end tells: all that stands behind the alias, and the last
 * part at least. The name of a package may be an alias only where it is a folder of the path.
 *
 * @param path from the root
 */
export function mayMean(specifier: string, path: string): boolean {
  if (!isAliased(specifier)) return false;
  const [head = "", ...rest] = stem(specifier).split("/");
  const parts = stem(path).split("/");
  const endsIn = (end: readonly string[]) =>
    end.length > 0 && end.every((part, at) => part === parts.at(at - end.length));
  // `~~` is Nuxt's, and a bundler's may be anything.
  if (/^\W+$/.test(head)) return endsIn(rest);
  if (head.startsWith("~")) return endsIn([head.slice(1), ...rest]);
  if (/^[#$%^&+*]/.test(head)) return endsIn(rest.length === 0 ? [head.slice(1)] : rest);
  if (rest.length === 0) return isAliasAlone(head) && endsIn([head.slice(1)]);
  if (endsIn([head.replace(/^@/, ""), ...rest])) return true;
  // A member of a Deno workspace goes by its name, and its entry by convention is `mod.ts`.
  return head.startsWith("@") && (rest.length > 1 || /(?:^|\/)mod\.ts$/.test(path)) && endsIn(rest);
}

/**
 * Whether an import that leads nowhere may lead to a file: as {@link mayMean} says, or since it takes some of its exports by what looks
 * like the name of a package. That none is declared by that name makes it one of an alias, whose folder may have any other.
 *
 * @param path from the root
 * @param exported names that the file exports
 */
export function mayLead(record: ImportRecord, path: string, exported: ReadonlySet<string>): boolean {
  const { specifier } = record;
  if (mayMean(specifier, path)) return true;
  if (!isAliased(specifier) || !/^@?\w/.test(specifier)) return false;
  const [head = "", ...rest] = stem(specifier).split("/");
  const end = `/${(rest.length === 0 ? [head] : rest).join("/")}`;
  if (`/${stem(path)}`.endsWith(end)) return takesOneOf(record, exported);
  return rest.length === 0 && takesByName(record, exported);
}

/** Whether an import takes one of some exports by a name that few other modules export. */
function takesByName({ names }: ImportRecord, exported: ReadonlySet<string>): boolean {
  return names.some(({ imported, members = "all" }) => {
    const taken = imported !== "*" ? [imported] : members === "all" ? [] : members;
    return taken.some((one) => one !== "default" && exported.has(one));
  });
}

/** Whether a specifier is all alias, and no name that a package can have: `@utils` may be a folder or a file of any name. */
export function isAliasAlone(specifier: string): boolean {
  return /^[@#$][\w.-]+$/.test(specifier);
}

/** Neither a path, nor what a runtime or a framework provides. */
export function isAliased(specifier: string): boolean {
  return (
    !isRelative(specifier) &&
    !specifier.startsWith("/") &&
    !/^(?:[\w-]+:|\$(?:app|env)\/|\$service-worker$)/.test(specifier)
  );
}

/** A path without its ending, and without the name that a folder's entry has. */
function stem(path: string): string {
  return path
    .slice(path.lastIndexOf("!") + 1)
    .replace(/\?.*$/s, "")
    .replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, "")
    .replace(/\/(?:index|mod)?$/, "");
}

/** A file, and those that pass on some of what it exports, at any depth. */
export function reExporting(graph: ModuleGraph, path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const at of reached)
    for (const { importer, record } of graph.importsOf(at)) if (record.reExport) reached.add(importer.path);
  return reached;
}
