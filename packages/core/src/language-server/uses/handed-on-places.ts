import { named } from "../../modules/carried.ts";
import { takings } from "../../modules/importers.ts";
import type { ModuleGraph, ModuleNode } from "../../modules/module-graph.ts";
import type { NamespaceTaken } from "../../modules/namespaces-taken.ts";
import { handsOn, mayHandOn } from "../../syntax/module-records/handed-on.ts";
import type { ImportedName, ImportRecord } from "../../syntax/module-records/module-record.ts";
import { type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import type { Questions } from "../questions.ts";

/** What the places are read from. */
interface World {
  readonly graph: ModuleGraph;
  readonly oxc: Parser;
  /** The text of a file, by its path from the root. */
  readonly textOf: (path: string) => string;
}

/** Where a namespace is used as a value. */
export interface HandedOnPlace {
  /** From the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The one export that is meant; absent where it may be any. */
  readonly only: string | undefined;
}

/** An import of what holds a module. */
interface HolderTaken {
  readonly importer: ModuleNode;
  readonly record: ImportRecord;
  /** The binding that it makes; `*` where it makes none, or the text does not tell what comes of that. */
  readonly local: string;
  /** Members of that which lead to what is asked about. */
  readonly path: readonly string[];
}

/**
 * Where a file hands on a namespace that it has by a name, or by `require()`, and where others do that have it of an export, however
 * many modules it comes through. Who loads the module itself by a call is named for that elsewhere.
 *
 * @param isFollowed whether types lead from the namespace to the export that is asked about
 */
export async function handedOnPlaces(
  { session: { candidates } }: Questions,
  world: World,
  { importer, record, name, path }: NamespaceTaken,
  isFollowed: boolean,
): Promise<HandedOnPlace[]> {
  const isAssigned = name.isAssigned === true && name.members !== "all";
  if (record.call === "import" && name.imported === "*" && path.length === 0 && !isAssigned) return [];
  const taken: HolderTaken[] = [
    { importer, record, local: isAssigned ? "*" : bindingOf(record, name), path: [...memberOf(record, name), ...path] },
  ];
  const seen = new Set<string>();
  const found: HandedOnPlace[] = [];
  // A list grows while it is walked.
  for (const one of taken) {
    const key = `handed on ${isFollowed} ${one.importer.path} ${one.record.start} ${one.local} ${one.path.join(".")}`;
    if (seen.has(key) || sourceLanguage(one.importer.path) === undefined) continue;
    seen.add(key);
    const { places, exported } = await candidates.kept(key, async () => readHolder(world, one, isFollowed));
    found.push(...places.map((place) => ({ path: one.importer.path, ...place })));
    for (const { local, path: within } of exported)
      taken.push(...takingHolder(world.graph, one.importer, local, within));
  }
  return found;
}

function readHolder({ oxc, textOf }: World, { importer, record, local, path }: HolderTaken, isFollowed: boolean) {
  const nothing = { places: [], exported: [] };
  const text = textOf(importer.path);
  if (local !== "*" && !mayHandOn(text, local, path)) return nothing;
  const outcome = parseSource(oxc, importer.path, text);
  if (!outcome.ok) return nothing;
  const { lines } = outcome.parsed;
  const { places, exported } = handsOn(outcome.parsed, record.start, local, path, isFollowed);
  return { places: places.map(({ start, name }) => ({ line: lines.lineAt(start), only: name })), exported };
}

/** Who imports what a file exports, or a namespace with it. */
function takingHolder(
  graph: ModuleGraph,
  { path, record: { exports } }: ModuleNode,
  local: string,
  within: readonly string[],
): HolderTaken[] {
  const names = exports.flatMap((one) => (one.from === undefined && (one.local ?? one.name) === local ? one.name : []));
  if (names.length === 0) return [];
  return [...takings(graph, path, named(names))].flatMap(({ edge: { importer, record }, taken }) =>
    record.reExport || record.typeOnly
      ? []
      : taken.flatMap(({ name, thing: { namespace } }): HolderTaken[] => {
          const of = { importer, record, local: bindingOf(record, name) };
          const start = memberOf(record, name);
          if (namespace === undefined) return [{ ...of, path: [...start, ...within] }];
          return [...namespace.names.keys()].map((member) => ({ ...of, path: [...start, member, ...within] }));
        }),
  );
}

/** Of `(await import()).a` nothing is called `a`, and the members that are used of it are known without. */
function bindingOf({ call }: ImportRecord, { imported, local, members }: ImportedName): string {
  return call !== undefined && imported !== "*" && members !== undefined ? "*" : local;
}

/** The member of what a call gives that a name is: `a` of `const { a } = require()`. A statement makes a binding of it. */
function memberOf({ call }: ImportRecord, { imported }: ImportedName): string[] {
  return call === undefined || imported === "*" ? [] : [imported];
}
