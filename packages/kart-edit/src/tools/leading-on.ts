import type { Tool, ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { escapeInvisible, escapeName } from "@kart/core/text/display";
import { graphOfCall } from "../change/once-per-call.ts";
import type { EditServices } from "../services.ts";

/** The tool, which names the file that declares a symbol where the one that was asked for only imports it or passes it on. */
export function leadingOn(tool: Tool<EditServices>): Tool<EditServices> {
  const handler = async (args: never, context: ToolContext<EditServices>) => {
    try {
      return await tool.handler(args, context);
    } catch (error) {
      throw await declaredInstead(error, args, context);
    }
  };
  return { ...tool, handler };
}

async function declaredInstead(
  error: unknown,
  { file, path: named = file, symbol }: { readonly file?: string; readonly path?: string; readonly symbol?: string },
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<unknown> {
  if (!(error instanceof ToolError) || error.code !== "symbol_not_found") return error;
  if (named === undefined || symbol === undefined) return error;
  const modules = await import("@kart/core/modules/leading-on");
  const path = workspace.root.proveFile(named);
  const { path: other, name } = await modules.leadingOn(error, path, symbol, () => graphOfCall(services, signal));
  if (other === path.relative)
    return new ToolError(
      "symbol_not_found",
      `${modules.notIn(path.relative, symbol)}: it exports \`${escapeInvisible(name)}\` by that name. Pass that symbol; to change the entry alone, edit its \`export\` and the imports of that name, which kart_importers (kart-nav) finds.`,
    );
  const own = name === symbol ? "" : ` as \`${escapeInvisible(name)}\``;
  return new ToolError(
    "symbol_not_found",
    `${modules.notIn(path.relative, symbol)}: it is declared in ${escapeName(other)}${own}. Pass that file.`,
  );
}
