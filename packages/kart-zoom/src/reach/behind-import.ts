import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { SourceLocation } from "@kart/core/language-server/locations";
import type { Place } from "@kart/core/language-server/questions";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { gapNote } from "@kart/core/text/gap-note";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type AskedPlace, askedPlace, nameIn } from "../source/asked-place.ts";
import { importAt, importedName } from "../source/imported-name.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";

/** What a name means of which TypeScript knows the import alone. */
export interface BehindImport {
  /** Where the workspace declares it, or else what was asked about. */
  readonly place: AskedPlace;
  /** Where other files import the same. */
  readonly alike: readonly Place[];
  /** What tells of ways to it by which nobody was asked. */
  readonly notes: readonly string[];
}

/**
 * What stands behind a name that a file imports out of JavaScript that TypeScript does not read, or out of a package without types:
 * its uses in other files are others to it.
 */
export async function behindImport(
  place: AskedPlace,
  server: LanguageServer,
  sources: SourceFiles,
  graphNow: () => Promise<ModuleGraph>,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<BehindImport> {
  const itself = { place, alike: [], notes: [] };
  const { file, offset } = place;
  const name = nameIn(file, offset);
  if (place.declaration !== undefined || importedName(file, name) === undefined) return itself;
  const definitions = await server.definition(place, signal);
  if (!definitions.every((one) => isOwnImport(one, file))) return itself;
  const graph = await graphNow();
  const declared = declaredElsewhere(graph, file.path, name);
  const found =
    declared && askedPlace(root, sources, { path: declared.path, symbol: declared.name, namesakes: "each" });
  if (typeof found === "object") return { ...itself, place: { ...found, isElsewhere: true } };
  const others = importersOfSame(graph, file.path, name).map(({ path, line, local }) => {
    const other = local === undefined ? undefined : sources.within(path);
    const imported = other && importedName(other, local as string);
    return imported === undefined ? `${path}:${line}` : { path: root.proveFile(path), offset: imported.offset };
  });
  return {
    place,
    alike: others.filter((one) => typeof one !== "string"),
    notes: gapNote(
      "INCOMPLETE: not searched, take all of it or pass it on",
      others.filter((one) => typeof one === "string"),
    ),
  };
}

/** The same, as the symbol that stands there: for a package, what is known without its types. Undefined for all else that is local. */
export function nodeBehind(
  definition: SourceLocation,
  file: SourceFile,
  graph: ModuleGraph,
  sources: SourceFiles,
): SymbolNode | undefined {
  const imported = importAt(file, definition.span.start);
  if (imported === undefined) return undefined;
  const name = nameIn(file, imported.offset);
  const declared = declaredElsewhere(graph, file.path, name);
  const other = declared && sources.within(declared.path);
  if (declared !== undefined && other !== undefined) {
    const declaration = other.outline.declarations.find((one) => one.name === declared.name);
    return declaration && symbolNode(other, declaration);
  }
  const owner = splitPackageSpecifier(imported.specifier)?.name;
  const { line } = definition;
  return owner === undefined ? undefined : { name, kind: "package", path: file.path, line, package: owner };
}

/** Whether a definition is no more than the import in a file. */
function isOwnImport({ span }: SourceLocation, file: SourceFile): boolean {
  return importAt(file, span.start) !== undefined;
}

interface SameImport {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Undefined where no `import` statement gives a name to it alone. */
  readonly local?: string;
}

/** Other files that have the same from the same module. */
function importersOfSame(graph: ModuleGraph, path: string, name: string): SameImport[] {
  const own = graph.nodes.get(path);
  const record = own?.record.imports.find(
    ({ reExport, names }) => !reExport && names.some((one) => one.local === name),
  );
  if (own === undefined || record === undefined) return [];
  const { imported } = record.names.find((one) => one.local === name) ?? { imported: "*" };
  const target = graph.targetOf(own, record.specifier);
  const isSame = (node: ModuleNode, specifier: string) =>
    target === undefined
      ? specifier === record.specifier && !isRelative(specifier)
      : graph.targetOf(node, specifier) === target;
  return [...graph.nodes.values()].flatMap((node) =>
    node.record.imports.flatMap((one): SameImport[] => {
      if (one === record || !isSame(node, one.specifier)) return [];
      const { line, dynamic, reExport, names } = one;
      const same = names.filter((each) => imported === "*" || each.imported === imported || each.imported === "*");
      if (same.length === 0 && !dynamic) return [];
      const [first] = same;
      const isNamed = !dynamic && !reExport && first?.imported === imported;
      return [{ path: node.path, line, ...(isNamed && { local: first.local }) }];
    }),
  );
}
