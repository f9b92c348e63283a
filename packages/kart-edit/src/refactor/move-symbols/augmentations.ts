import type { Program, TSModuleDeclaration } from "oxc-parser";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { ImportRecord } from "@kart/core/syntax/module-records/module-record";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible, escapeName } from "@kart/core/text/display";

/** Whether an import may be `declare module "./a" { … }`, which adds to what a file exports. */
export function mayAugment({ names, typeOnly, dynamic }: ImportRecord): boolean {
  return typeOnly && !dynamic && names.length === 0;
}

/**
 * A text whose additions to moved names go to the file where these are. It adds nothing elsewhere: there it would declare anew.
 *
 * Throws `invalid_argument` for a block that adds to others as well, and for one in the file that they move to, which would add to itself.
 */
export function augmentedAnew(
  { path, isOwn }: { readonly path: string; readonly isOwn: boolean },
  { parsed: { program, source, lines } }: SourceSymbols,
  specifier: string,
  names: ReadonlySet<string>,
  fresh: () => string,
): string {
  let text = source;
  for (const block of blocksFor(program, specifier).toReversed()) {
    const added = namesIn(block);
    const moved = added.filter((name) => names.has(name));
    if (moved.length === 0) continue;
    if (isOwn || moved.length < added.length)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(path)}:${lines.lineAt(block.start)} adds to \`${escapeInvisible(moved[0] as string)}\` in a \`declare module\` that cannot be led along: ${isOwn ? "it would stand beside it" : "it adds to what stays as well"}. Change that first with kart_patch.`,
      );
    text = text.slice(0, block.id.start + 1) + fresh() + text.slice(block.id.end - 1);
  }
  return text;
}

function blocksFor({ body }: Program, specifier: string): TSModuleDeclaration[] {
  return body.filter(
    (one): one is TSModuleDeclaration =>
      one.type === "TSModuleDeclaration" && one.id.type === "Literal" && one.id.value === specifier,
  );
}

function namesIn({ body }: TSModuleDeclaration): string[] {
  const statements = body?.type === "TSModuleBlock" ? body.body : [];
  return statements.flatMap((one) => {
    const declaration = one.type === "ExportNamedDeclaration" ? one.declaration : one;
    if (declaration === null) return [];
    if (declaration.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
    return "id" in declaration && declaration.id?.type === "Identifier" ? declaration.id.name : [];
  });
}
