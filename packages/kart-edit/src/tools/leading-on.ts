import type { Tool, ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import type { EditServices } from "../services.ts";

/** The tool, which names the file that declares a symbol where the one that was asked for only imports it or passes it on. */
export function leadingOn(tool: Tool<EditServices>): Tool<EditServices> {
  const handler = async (args: never, context: ToolContext<EditServices>) => {
    try {
      return await tool.handler(args, context);
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== "symbol_not_found") throw error;
      // What says more than that knows the way itself.
      if (!error.message.startsWith("No symbol")) throw error;
      throw (await declaredInstead(args, error, context)) ?? error;
    }
  };
  return { ...tool, handler };
}

/** Names of other files shown. */
const MAX_NAMED = 3;

async function declaredInstead(
  { file, path: named = file, symbol }: { readonly file?: string; readonly path?: string; readonly symbol?: string },
  { message }: ToolError,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<ToolError | undefined> {
  if (named === undefined || symbol === undefined) return undefined;
  const path = workspace.root.proveFile(named);
  const [, top = "", members = ""] = /^([^./[]*)(.*)$/s.exec(symbol) ?? [];
  const { readTextFile } = await import("@kart/core/workspace/read-file");
  const outcome = readTextFile(path.absolute);
  // Most names are only misspelt: the whole workspace need not be read for those.
  if (outcome.status !== "read" || top === "" || !mayPassOn(outcome.text, top)) return undefined;
  const [{ declaredElsewhere }, { nearNames }, graph] = await Promise.all([
    import("../refactor/declared-elsewhere.ts"),
    import("@kart/core/text/near-names"),
    (await services.modules()).graph(signal),
  ]);
  const said = `No symbol \`${clip(escapeInvisible(symbol), 100)}\` in ${escapeName(path.relative)}`;
  const exact = declaredElsewhere(graph, path.relative, top);
  if (exact !== undefined && exact.path !== path.relative) {
    const own = exact.name === top ? "" : ` as \`${escapeInvisible(exact.name + members)}\``;
    return new ToolError(
      "symbol_not_found",
      `${said}: it is declared in ${escapeName(exact.path)}${own}. Pass that file.`,
    );
  }
  // What the file itself declares is nearer.
  if (exact !== undefined || message.includes("Did you mean")) return undefined;
  const near = nearNames(top, [...graph.exportedNames(path.relative).names], (name) => name).flatMap((name) => {
    const found = declaredElsewhere(graph, path.relative, name);
    return found === undefined || found.path === path.relative
      ? []
      : [`\`${escapeInvisible(found.name + members)}\` of ${escapeName(found.path)}`];
  });
  if (near.length === 0) return undefined;
  return new ToolError(
    "symbol_not_found",
    `${said}. Did you mean ${near.slice(0, members === "" ? MAX_NAMED : 1).join(", ")}?`,
  );
}

/** Whether a file holds a name, as it does to import or export it, or declares nothing but passes on what others do. */
function mayPassOn(text: string, name: string): boolean {
  return text.includes(name) || /^\s*export\s*(?:type\s*)?[*{][^]*?\bfrom\b/m.test(text);
}
