import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { declaredElsewhere } from "@kart/core/modules/declared-elsewhere";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { literally } from "@kart/core/process/ripgrep-pattern";
import type { Declaration } from "@kart/core/syntax/declaration";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { readTextFile } from "@kart/core/workspace/read-file";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { SOURCE_GLOBS, type Workspace } from "@kart/core/workspace/workspace";
import type { EditServices } from "../../services.ts";
import { filesMatching } from "../word-files.ts";

/** Throws `symbol_not_found` with the way to the declaration where a file imports or passes on what goes by a name in it. */
export async function refuseImported(
  path: string,
  symbol: string,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<void> {
  const graph = await graphOfCall(services, signal);
  const [name = symbol, ...members] = symbol.split(/[./]/);
  const way = wayFrom(graph, path, name);
  if (way === undefined) return;
  const shown = `\`${clip(escapeInvisible(symbol), 100)}\``;
  const found =
    way.path === undefined
      ? await declaredAmbiently(way, workspace, signal)
      : (declaredElsewhere(graph, path, name) ?? { path: way.path, name: way.name });
  if (found === undefined)
    throw new ToolError(
      "symbol_not_found",
      `${shown} comes from ${escapeName(way.specifier)}, outside the workspace, which keeps its name. To use another one here, write \`as\` into the import with kart_patch.`,
    );
  if (way.name === "*" && members.length === 0)
    throw new ToolError(
      "symbol_not_found",
      `${shown} is the name by which ${escapeName(path)} has all of ${escapeName(found.path)}: change it with kart_patch, here and where it is imported.`,
    );
  const declared = [found.name, ...members].map(escapeInvisible).join(".");
  const where = `Pass \`file\`: ${escapeName(found.path)}, \`symbol\`: \`${declared}\``;
  throw new ToolError(
    "symbol_not_found",
    way.name === name || members.length > 0
      ? `${shown} is declared in another file. ${where}; this file is changed with it.`
      : `${shown} is another name that ${escapeName(path)} exports \`${escapeInvisible(way.name)}\` by: change it with kart_patch, here and where it is imported. To rename what it stands for: ${where.replace("Pass", "pass")}.`,
  );
}

/** The file with a `declare module "…" {}` of what an import names, where no file stands behind it. */
async function declaredAmbiently(
  { specifier, name }: Way,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<(Pick<Way, "name"> & { readonly path: string }) | undefined> {
  // What it exports by default, or whole, is named by the importer alone.
  if (name === "default" || name === "*") return undefined;
  const pattern = `^\\s*(?:declare\\s+)?module\\s+["']${literally(specifier)}["']\\s*\\{`;
  const oxc = await loadParser();
  for (const file of await filesMatching(workspace, pattern, SOURCE_GLOBS, signal)) {
    const outcome = readTextFile(file);
    const parse = outcome.status === "read" ? parseSource(oxc, file, outcome.text) : undefined;
    // Its name has its quotes. A module that is augmented declares the rest elsewhere.
    const isDeclared = (one: Declaration) =>
      one.name.slice(1, -1) === specifier && one.children.some((child) => child.name === name);
    if (parse?.ok === true && declarationsOf(parse.parsed).some(isDeclared))
      return { path: workspace.root.relative(file), name: `"${specifier}".${name}` };
  }
  return undefined;
}

interface Way {
  readonly specifier: string;
  /** The workspace file behind it. */
  readonly path: string | undefined;
  /** What it is called there. */
  readonly name: string;
}

/** Where a file has a name from, by an import, an entry of an export list, or `export *`. */
function wayFrom(graph: ModuleGraph, path: string, name: string): Way | undefined {
  const node = graph.nodes.get(path);
  if (node === undefined) return undefined;
  const { record } = node;
  const imported = record.imports
    .filter(({ reExport, dynamic }) => !reExport && !dynamic)
    .flatMap(({ specifier, names }) =>
      names.filter(({ local }) => local === name).map((one) => ({ specifier, name: one.imported })),
    );
  const passedOn = record.exports.flatMap(({ name: exported, from }) =>
    exported === name && from !== undefined ? [{ specifier: from.specifier, name: from.imported }] : [],
  );
  const [direct] = [...imported, ...passedOn];
  if (direct !== undefined) return { ...direct, path: graph.targetOf(node, direct.specifier) };
  return record.stars
    .map(({ specifier }) => ({ specifier, path: graph.targetOf(node, specifier), name }))
    .find((way) => way.path !== undefined && graph.exportedNames(way.path).names.has(name));
}
