import { isDeclarationFile, sourceLanguage } from "../syntax/parser/source-language.ts";
import type { ImportEdge, ModuleGraph } from "./module-graph.ts";

/**
 * The declaration file beside a JavaScript file, `a.d.ts` of `a.js`, or the other way round: TypeScript takes the one for the other,
 * while the graph leads to what runs.
 *
 * @param path relative to the root
 */
export function declarationTwin({ nodes }: ModuleGraph, path: string): string | undefined {
  const [, stem = "", ending = ""] = ENDING.exec(path) ?? [];
  // Source of TypeScript goes before both.
  if ((SOURCES[ending] ?? []).some((one) => nodes.has(stem + one))) return undefined;
  return possibleTwins(path).find((one) => nodes.has(one));
}

/** What {@link declarationTwin} may be, whether it is there or not. */
export function possibleTwins(path: string): string[] {
  const [, stem = "", ending = ""] = ENDING.exec(path) ?? [];
  return (TWINS[ending] ?? []).map((one) => stem + one);
}

const ENDING = /^(.*?)(\.d\.[cm]?ts|\.[cm]?jsx?)$/s;

const TWINS: Readonly<Record<string, readonly string[]>> = {
  ".d.ts": [".js", ".jsx"],
  ".d.mts": [".mjs"],
  ".d.cts": [".cjs"],
  ".js": [".d.ts"],
  ".jsx": [".d.ts"],
  ".mjs": [".d.mts"],
  ".cjs": [".d.cts"],
};

const PLAIN = [".ts", ".tsx"];
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ".d.ts": PLAIN,
  ".js": PLAIN,
  ".jsx": PLAIN,
  ".d.mts": [".mts"],
  ".mjs": [".mts"],
  ".d.cts": [".cts"],
  ".cjs": [".cts"],
};

/**
 * Every import that leads to a file: to a declaration file beside JavaScript those that TypeScript follows there, which are imports
 * in TypeScript and of types alone; to the JavaScript those that load it when the program runs.
 */
export function importsByRole(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  const twin = declarationTwin(graph, path);
  const own = graph.importsOf(path);
  if (twin === undefined) return own;
  if (!isDeclarationFile(path))
    return own.filter(({ importer, record }) => !record.typeOnly && !isDeclarationFile(importer.path));
  return [...own, ...graph.importsOf(twin).filter(isTyped)];
}

/** Of components it is not known what they are written in. */
function isTyped({ importer, record }: ImportEdge): boolean {
  return record.typeOnly || sourceLanguage(importer.path)?.startsWith("js") !== true;
}
