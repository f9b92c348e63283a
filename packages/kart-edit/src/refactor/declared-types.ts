import { graphOfCall } from "../change/once-per-call.ts";
import { posix } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { declarationTwin } from "@kart/core/modules/declaration-twin";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import { declaredEntries } from "@kart/core/modules/entry-points";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { type Declaration, namesLeadingTo, typeOwnerOf, walkDeclarations } from "@kart/core/syntax/declaration";
import { isFailure, loadParser, type Parser } from "@kart/core/syntax/parser/parse";
import { isDeclarationFile, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { leaves } from "@kart/core/workspace/package-manifest";
import type { Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";

/**
 * Where declaration files describe what JavaScript exports, or a member of that: those beside the file and beside the entry points
 * of its package, and those that its package.json names. No type ties them to the code, so that they are found by their names.
 *
 * @param path of the file, from the root
 * @returns `types/index.d.ts:3`, each
 */
export async function declaredTypes(
  { source, declaration }: Target,
  path: string,
  { services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  if (sourceLanguage(path) !== "jsx" || !declaration.exported) return [];
  const { names, isMember } = namesLeadingTo(source.declarations, declaration);
  const owner = typeOwnerOf(source.declarations, declaration)?.name ?? declaration.memberOf?.at(-1);
  const graph = await graphOfCall(services, signal);
  const wanted = { name: declaration.name, owner: isMember ? owner : undefined };
  const files = declarationFiles(graph, path);
  const behind = files.flatMap((file) => names.flatMap((name) => declaredElsewhere(graph, file, name)?.path ?? []));
  const oxc = await loadParser();
  const all = new Set([...files, ...behind].filter(isDeclarationFile));
  return [...all].toSorted().flatMap((file) => placesIn(oxc, file, graph.text(file) ?? "", wanted));
}

function declarationFiles(graph: ModuleGraph, path: string): string[] {
  const { resolver, nodes } = graph;
  const owner = resolver.packages.packageOf(path);
  const entries = owner === undefined ? [] : declaredEntries(resolver, owner);
  const twins = [path, ...entries].flatMap((one) => declarationTwin(graph, one) ?? []);
  const { types, typings, exports: subpaths } = owner?.manifest ?? {};
  // The entry points are what runs, where a manifest names its types.
  const stated = [types, typings, subpaths].flatMap((field) => leaves(field, resolver.manifests.conditions));
  const paths = stated.map((target) => posix.join(owner?.folder ?? ".", target));
  return [...paths.filter((one) => nodes.has(one)), ...twins].filter(isDeclarationFile);
}

function placesIn(
  oxc: Parser,
  file: string,
  text: string,
  { name, owner }: { readonly name: string; readonly owner: string | undefined },
): string[] {
  if (!text.includes(name)) return [];
  const symbols = sourceSymbols(oxc, file, text);
  if (isFailure(symbols)) return [];
  const { declarations, parsed } = symbols;
  const isMeant = (one: Declaration) => {
    const holder = typeOwnerOf(declarations, one);
    return (
      one.name === name &&
      (owner === undefined ? holder === undefined || holder.kind === "namespace" : holder?.name === owner)
    );
  };
  const found = walkDeclarations(declarations).flatMap(({ declaration }) => (isMeant(declaration) ? declaration : []));
  return [...new Set(found.map(({ nameRange }) => `${file}:${parsed.lines.lineAt(nameRange.start)}`))];
}
