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

/** Before `.ts` alone, of endings that are none of scripts. */
const ARBITRARY = /^(.+)\.d(\.(?![cm]?[jt]sx?\.)[^./]+)\.ts$/s;

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
 * What TypeScript takes a declaration file for: JavaScript beside it, or what is no script and is imported, `a.css` of `a.d.css.ts`, as
 * `allowArbitraryExtensions` has it. The graph leads to that, whether it knows the file or not.
 */
export function describedBy(graph: ModuleGraph, path: string): string | undefined {
  if (!isDeclarationFile(path)) return undefined;
  const [, stem = "", ending] = ARBITRARY.exec(path) ?? [];
  if (ending === undefined) return declarationTwin(graph, path);
  return graph.importsOf(stem + ending).length === 0 ? undefined : stem + ending;
}

/** Every import that may lead to a file: to a declaration file those of what it describes too, whoever imports that. */
export function importsOfEither(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  const described = describedBy(graph, path);
  const own = graph.importsOf(path);
  return described === undefined ? own : [...own, ...graph.importsOf(described)];
}

/**
 * Every import that leads to a file: to a declaration file those that TypeScript follows there from what it describes, which are
 * imports in TypeScript and of types alone; to JavaScript beside one those that load it when the program runs.
 */
export function importsByRole(graph: ModuleGraph, path: string): readonly ImportEdge[] {
  const own = graph.importsOf(path);
  const described = describedBy(graph, path);
  if (described !== undefined) return [...own, ...graph.importsOf(described).filter(isTyped)];
  if (isDeclarationFile(path) || declarationTwin(graph, path) === undefined) return own;
  return own.filter(({ importer, record }) => !record.typeOnly && !isDeclarationFile(importer.path));
}

/** Of components it is not known what they are written in. */
function isTyped({ importer, record }: ImportEdge): boolean {
  return record.typeOnly || sourceLanguage(importer.path)?.startsWith("js") !== true;
}
