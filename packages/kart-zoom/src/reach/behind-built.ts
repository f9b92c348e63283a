import { posix } from "node:path";
import type { SourceLocation } from "@kart/core/language-server/locations";
import { declarationTwin } from "@kart/core/modules/declaration-twin";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isInBuildFolder } from "@kart/core/modules/source-twin";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { namedAt, symbolAround } from "../source/asked-place.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";

/** Whether a file of the workspace declares what was built from other files of it, and not what stands beside it in JavaScript. */
export function isBuilt({ path }: SourceFile, graph: ModuleGraph): boolean {
  const { nodes, resolver } = graph;
  const owner = isDeclarationFile(path) ? resolver.packages.packageOf(path) : undefined;
  if (owner === undefined || !nodes.has(path)) return owner !== undefined;
  if (!isInBuildFolder(posix.relative(owner.folder, path)) || declarationTwin(graph, path) !== undefined) return false;
  const source = resolver.manifests.sourceOfBuilt(owner, path, "package");
  return source !== undefined && !isDeclarationFile(source);
}

/**
 * The symbol in the sources of which the language server names what is built: a package of the workspace reads another so. Undefined where
 * the source is not known, or declares none of that name.
 *
 * @param file that is built, which holds the definition
 */
export function nodeBehindBuilt(
  { span }: SourceLocation,
  file: SourceFile,
  graph: ModuleGraph,
  sources: SourceFiles,
): SymbolNode | undefined {
  const { packages, manifests } = graph.resolver;
  const owner = packages.packageOf(file.path);
  const source = owner && manifests.sourceOfBuilt(owner, file.path, "package");
  const { declarations } = file.outline;
  // A member further in than symbols belongs to the one that it stands in.
  const namePath = (namedAt(declarations, span.start) ?? symbolAround(declarations, span.start))?.namePath;
  if (source === undefined || namePath === undefined || isDeclarationFile(source)) return undefined;
  return symbolNamed(sources.within(source), namePath) ?? symbolElsewhere(source, namePath, graph, sources);
}

/** What a source passes on that other files declare, all of which one file was built from. */
function symbolElsewhere(
  source: string,
  namePath: string,
  graph: ModuleGraph,
  sources: SourceFiles,
): SymbolNode | undefined {
  const [first = ""] = parseNamePath(namePath).parts;
  const declared = declaredElsewhere(graph, source, first);
  return declared && symbolNamed(sources.within(declared.path), declared.name + namePath.slice(first.length));
}

function symbolNamed(file: SourceFile | undefined, namePath: string): SymbolNode | undefined {
  const found =
    file && walkDeclarations(file.outline.declarations).find((one) => one.declaration.namePath === namePath);
  return file && found && symbolNode(file, found.declaration);
}
