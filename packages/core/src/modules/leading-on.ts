import { ToolError } from "../mcp/tool-error.ts";
import { SymbolMissing } from "../syntax/find-symbol.ts";
import { clip, escapeInvisible, escapeName } from "../text/display.ts";
import { nearNames } from "../text/near-names.ts";
import { readTextFile } from "../workspace/read-file.ts";
import type { WorkspacePath } from "../workspace/workspace-path.ts";
import { declaredElsewhere, type Elsewhere } from "./declared-elsewhere.ts";
import type { ModuleGraph } from "./module-graph.ts";

/** Names of other files shown. */
const MAX_NAMED = 3;

/**
 * Where a symbol is declared that was not found in a file, which only imports it or passes it on; `name` is a name path there.
 *
 * Throws what was thrown where it was not found, or what names other files' symbols that may be meant.
 */
export async function leadingOn(
  error: unknown,
  { absolute, relative }: WorkspacePath,
  symbol: string,
  graphNow: () => Promise<ModuleGraph>,
): Promise<Elsewhere> {
  // What says more than that knows the way itself.
  if (!(error instanceof SymbolMissing)) throw error;
  const [, top = "", members = ""] = /^([^./[]*)(.*)$/s.exec(symbol) ?? [];
  const outcome = readTextFile(absolute);
  // Most names are only misspelt: the whole workspace need not be read for those.
  if (outcome.status !== "read" || top === "" || !mayPassOn(outcome.text, top)) throw error;
  const graph = await graphNow();
  const exact = declaredElsewhere(graph, relative, top);
  // Of an entry of its own, `export { parse as read }`, the file declares what that exports.
  if (exact !== undefined && (exact.path !== relative || isOwnAlias(graph, relative, top, exact.name)))
    return { path: exact.path, name: exact.name + members };
  const member = exact === undefined ? memberOfModule(graph, relative, top, members) : undefined;
  if (member !== undefined) return member;
  const foreign = importedFrom(graph, relative, top);
  if (exact === undefined && foreign !== undefined)
    throw new ToolError(
      "symbol_not_found",
      `${notIn(relative, symbol)}: it comes from ${escapeName(foreign)}, outside the workspace.`,
    );
  // What the file itself declares is nearer.
  if (exact !== undefined || error.hasSimilar) throw error;
  const near = nearNames(top, [...graph.exportedNames(relative).names], (name) => name).flatMap((name) => {
    const found = declaredElsewhere(graph, relative, name);
    return found === undefined || found.path === relative
      ? []
      : [`\`${escapeInvisible(found.name + members)}\` of ${escapeName(found.path)}`];
  });
  if (near.length === 0) throw error;
  throw new ToolError(
    "symbol_not_found",
    `${notIn(relative, symbol)}. Did you mean ${near.slice(0, members === "" ? MAX_NAMED : 1).join(", ")}?`,
  );
}

/** Whether a file exports one name of its own as another, and that one not as a third in turn. */
function isOwnAlias(graph: ModuleGraph, path: string, alias: string, name: string): boolean {
  return name !== alias && (declaredElsewhere(graph, path, name)?.name ?? name) === name;
}

/** The start of a sentence. */
export function notIn(path: string, symbol: string): string {
  return `No symbol \`${clip(escapeInvisible(symbol), 100)}\` in ${escapeName(path)}`;
}

/** What `utils.parse` is where a file has all of a module as `utils`. */
function memberOfModule(graph: ModuleGraph, path: string, top: string, members: string): Elsewhere | undefined {
  const [, first, rest = ""] = /^\.([^./[]+)(.*)$/s.exec(members) ?? [];
  const node = graph.nodes.get(path);
  if (node === undefined || first === undefined) return undefined;
  const whole = node.record.imports.find(
    ({ reExport, names }) => !reExport && names.some(({ local, imported }) => local === top && imported === "*"),
  );
  const target = whole && graph.targetOf(node, whole.specifier);
  const found = target === undefined ? undefined : declaredElsewhere(graph, target, first);
  return found && { path: found.path, name: found.name + rest };
}

/** What a file imports a name from that no file of the workspace is. */
function importedFrom(graph: ModuleGraph, path: string, name: string): string | undefined {
  const node = graph.nodes.get(path);
  const found = node?.record.imports.find(
    ({ reExport, names }) => !reExport && names.some(({ local }) => local === name),
  );
  return node === undefined || found === undefined || graph.targetOf(node, found.specifier) !== undefined
    ? undefined
    : found.specifier;
}

/** Whether a file holds a name, as it does to import or export it, or declares nothing but passes on what others do. */
function mayPassOn(text: string, name: string): boolean {
  return text.includes(name) || /^\s*export\s*(?:type\s*)?[*{][^]*?\bfrom\b/m.test(text);
}
