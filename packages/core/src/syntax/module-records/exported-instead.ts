import { escapeInvisible, escapeName } from "../../text/display.ts";
import type { Declaration } from "../declaration.ts";
import type { FileSymbols } from "../find-symbol.ts";

/** What a file exports by the name of another declaration of its own: `_a` of `export { _a as a }` beside `function a`. */
export function exportedInstead(
  declarations: readonly Declaration[],
  { name, namePath, exported, exportedAs = [name] }: Declaration,
): Declaration | undefined {
  if (namePath !== name || (exported && exportedAs.includes(name))) return undefined;
  return declarations.find((one) => one.name !== name && one.exportedAs?.includes(name) === true);
}

/** The same in words, for whoever asked for a name as importers write it. */
export function insteadOf(
  { declarations, lines }: FileSymbols,
  path: string,
  asked: Declaration | undefined,
): string[] {
  const instead = asked && exportedInstead(declarations, asked);
  if (instead === undefined) return [];
  const place = `${escapeName(path)}:${lines.lineAt(instead.nameRange.start)}`;
  return [
    `Importers' \`${escapeInvisible(asked?.name ?? "")}\` is another symbol, exported under that name: \`${escapeInvisible(instead.name)}\` (${place}).`,
  ];
}
