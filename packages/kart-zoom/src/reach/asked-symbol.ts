import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isRequiredOrMember } from "@kart/core/syntax/common-js/common-js-names";
import type { Declaration } from "@kart/core/syntax/declaration";
import { mainOfMerged } from "@kart/core/syntax/merged-declarations";
import { escapeName } from "@kart/core/text/display";
import type { ZoomServices } from "../services.ts";
import { type AskedPlace, namedAt, type Target } from "../source/asked-place.ts";
import { declaredPlace } from "../source/declared-place.ts";
import { importAt } from "../source/imported-name.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { SourceFiles } from "../source/source-files.ts";
import { type SymbolNode, symbolNode } from "./symbol-node.ts";

/** The symbol that a walk starts from; of a use, the one that it means. Throws what finding it throws. */
export async function askedSymbol(
  context: ToolContext<ZoomServices>,
  sources: SourceFiles,
  target: Target & { readonly symbol: string },
): Promise<SymbolNode> {
  const place = await declaredPlace(context, sources, target);
  if (typeof place !== "string" && place.declaration !== undefined) {
    const own = symbolNode(place.file, place.declaration, place.namesakes);
    return isTakenOfModule(place) ? ((await symbolUsed(context, sources, place)) ?? own) : own;
  }
  const imported = typeof place === "string" ? undefined : importAt(place.file, place.offset);
  if (imported !== undefined)
    throw noSymbol(target, `comes from ${escapeName(imported.specifier)}, outside the workspace`);
  if (typeof place === "string" || target.line === undefined) throw noSymbol(target, "is declared in no code");
  const used = await symbolUsed(context, sources, place);
  if (used === undefined) throw noSymbol(target, `, as line ${target.line} has it, is no symbol of the workspace`);
  return used;
}

/** Whether a variable stands for what `require()` gives, as an import does. */
function isTakenOfModule({ file, offset }: AskedPlace): boolean {
  const declarator = file.nodesAround(offset).find(({ node }) => node.type === "VariableDeclarator")?.node;
  return declarator?.type === "VariableDeclarator" && isRequiredOrMember(declarator.init);
}

function noSymbol({ symbol }: { readonly symbol: string }, why: string): ToolError {
  const said = why.startsWith(",") ? why : ` ${why}`;
  return new ToolError("symbol_not_found", `${escapeName(symbol)}${said}. kart_references finds who names it.`);
}

/** The one symbol of the workspace that a use means; undefined of a local, and of what a package declares. */
async function symbolUsed(
  { services, signal }: ToolContext<ZoomServices>,
  sources: SourceFiles,
  place: AskedPlace,
): Promise<SymbolNode | undefined> {
  const server = await services.languageServerFor(place.path.relative, signal);
  const found = (await server.definition(place, signal)).flatMap((one) => {
    const file = one.path === undefined ? undefined : sources.at(one.file);
    const declaration = file && (namedAt(file.outline.declarations, one.span.start) ?? listedAt(file, one.span.start));
    return file === undefined || declaration === undefined || declaration.isImport === true
      ? []
      : [{ file, declaration }];
  });
  const [first, ...others] = found;
  if (first === undefined || others.some(({ file }) => file.path !== first.file.path)) return undefined;
  const main = mainOfMerged([...new Set(found.map(({ declaration }) => declaration))]);
  return main && symbolNode(first.file, main);
}

/** What a list of exports names at an offset: `export { name }`. */
function listedAt(file: SourceFile, offset: number): Declaration | undefined {
  const specifier = file.nodesAround(offset).find(({ node }) => node.type === "ExportSpecifier")?.node;
  const local =
    specifier?.type === "ExportSpecifier" && specifier.local.type === "Identifier" ? specifier.local.name : "";
  return file.outline.declarations.find(({ name }) => name === local);
}
