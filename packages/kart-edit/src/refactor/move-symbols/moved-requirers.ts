import { isRelative } from "@kart/core/modules/import-places";
import { isNaming, mayLoadNamed } from "@kart/core/modules/loads-resolved";
import type { ImportEdge, ModuleGraph } from "@kart/core/modules/module-graph";
import { namedByPath, type NamedByPath } from "@kart/core/modules/named-by-path";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { FileText } from "../../change/file-text.ts";
import { type MovedNames, requireEdits } from "../../planning/moved/common-js-uses.ts";
import { applied } from "../../planning/moved/requirements.ts";
import { isEcmaScript } from "./movable-modules.ts";
import type { MovedImporters, MoveWorld } from "./moved-importers.ts";
import { ledText, movedTypes } from "./moved-types.ts";

interface MovedExports extends Omit<MovedNames, "fresh"> {
  readonly from: string;
  readonly to: string;
  /** Leads a file to where they are then, instead of by a specifier that leads to the old file. */
  readonly instead: (importer: string, specifier: string) => string;
}

/**
 * Leads every `require()` of names that move to where they are then; the file they come from and go to are left out. All that is not
 * certain goes on having them from the old file.
 */
export function movedRequirers(world: MoveWorld, moved: MovedExports): MovedImporters {
  const { oxc, root, graph } = world;
  const { names, from, to, instead } = moved;
  const texts = new Map<string, { before: string; after: string }>();
  const kept = new Set<string>();
  const keeping: string[] = [];
  const mocks: string[] = [];
  const types = movedTypes(world, moved);
  const owner = graph.resolver.packages.packageOf(from);
  for (const [path, edges] of Map.groupBy(names.size === 0 ? [] : graph.importsOf(from), (one) => one.importer.path)) {
    const mocking = edges.filter(({ record }) => isMock(record.call));
    mocks.push(...mocking.map(({ record }) => `${path}:${record.line}`));
    const led = types.get(path);
    const isLeft = (edge: ImportEdge) => !mocking.includes(edge) && led?.done.has(edge.record.start) !== true;
    const taking = edges.filter((edge) => isLeft(edge) && takenBy(edge, names).length > 0);
    const keep = (some: readonly ImportEdge[]) => {
      for (const edge of some) for (const name of takenBy(edge, names)) kept.add(name);
      keeping.push(...some.map(({ record }) => `${path}:${record.line} ${wayOf(record)}`));
    };
    if ((taking.length === 0 && led === undefined) || path === to) continue;
    const language = sourceLanguage(path);
    if (path === from || language !== "jsx" || graph.resolver.packages.packageOf(path) !== owner) {
      keep(taking);
      if (led !== undefined) texts.set(path, { before: led.text, after: ledText(oxc, led, []) });
      continue;
    }
    const { text } = readForEdit(root, path);
    const file = new FileText(oxc, path, text);
    const source = file.failure === undefined ? file.symbols() : undefined;
    const done = taking.map((edge) => {
      const { importer, record } = edge;
      if (source === undefined || graph.targetOf(importer, record.specifier) !== from) return { edge };
      const fresh = instead(path, record.specifier);
      return record.call === "require" && !isEcmaScript(source.parsed)
        ? { edge, edits: requireEdits(source, record.start, { ...moved, fresh }) }
        : { edge };
    });
    keep(done.flatMap(({ edge, edits }) => (edits === undefined ? [edge] : [])));
    const edits = done.flatMap((one) => one.edits ?? []);
    const after = led === undefined ? applied(text, edits) : ledText(oxc, led, edits);
    if (after !== text) texts.set(path, { before: text, after });
  }
  return { texts, kept, keeping, mocks };
}

/** The moved names that an import may have; all where it has the whole module and does not tell which. */
export function takenBy(edge: ImportEdge, names: ReadonlySet<string>): string[] {
  const { record } = edge;
  if (isNaming(record.call)) return mayLoadNamed(edge) ? [...names] : [];
  const isDefault = (imported: string) => imported === "default" || imported === "export=";
  return record.names.flatMap(({ imported, members }) => {
    if (imported !== "*" && !isDefault(imported)) return names.has(imported) ? [imported] : [];
    // All that CommonJS exports is the default of a namespace, too.
    const isWhole = members === undefined || members === "all" || (imported === "*" && members.includes("default"));
    return isWhole ? [...names] : members.filter((one) => names.has(one));
  });
}

function wayOf({ call, names, reExport }: ImportEdge["record"]): string {
  if (call !== undefined) return `${call}()`;
  return names.some(({ typeOnly }) => typeOnly) ? "type" : reExport ? "export … from" : "import";
}

/** Where the file is loaded by a path that nobody follows, `proxyquire("./a")`, `require("./" + name)`: `a.test.js "./a"`. */
export function loadedByPath(graph: ModuleGraph, path: string): string[] {
  const named = namedByPath(graph, path).filter(({ target }) => target === path);
  return [...named.map(shownOf), ...computedFor(graph, path)];
}

/** Strings that may be meant for the file, and are no path to it from where they stand: `proxyquire("./b", { "./a": {} })`. */
export function mayMean(graph: ModuleGraph, path: string): string[] {
  return namedByPath(graph, path).flatMap((one) => (one.target === undefined ? [shownOf(one)] : []));
}

function shownOf({ importer, text }: NamedByPath): string {
  return `${importer.path} ${text}`;
}

/** Where code that computes what it loads may mean a file, by the folder that it names. */
export function computedFor(graph: ModuleGraph, path: string): string[] {
  return graph
    .computed(path)
    .flatMap((one) => (isRelative(one.prefix) ? [`${one.path}:${one.line} require(${one.prefix}…)`] : []));
}
