import type { Importer } from "@kart/core/modules/importers";
import type { ModuleGraph, ModuleNode } from "@kart/core/modules/module-graph";
import { ToolError } from "@kart/core/mcp/tool-error";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";

/** Whose importers these are, of a declaration file and the JavaScript beside it. */
export function twinNote(file: string, twin: string): string {
  return isDeclarationFile(file)
    ? `TypeScript takes ${escapeName(file)} for ${escapeName(twin)}: imports of that in TypeScript, and of its types, are here. JavaScript that loads it: ask for ${escapeName(twin)}.`
    : `Only what may load it: imports of types alone lead to ${escapeName(twin)}, which TypeScript takes for it.`;
}

/** An importer as data. */
export function plain({ names, via, isWhole, ...importer }: Importer) {
  return { ...importer, names: [...names], via: [...via], ...(isWhole && { whole: isWhole }) };
}

/** Who takes a symbol by its name comes before who takes the module that has it. */
export function wholeness({ isWhole }: Importer): number {
  return isWhole === true ? 1 : 0;
}

/** Beyond the first depth it is anything of a file that is imported, not what was asked about. */
export function headline(found: readonly Importer[], what: string): string {
  const direct = found.filter(({ depth }) => depth === 1).length;
  const whole = found.filter(({ isWhole }) => isWhole === true).length;
  const named = direct - whole;
  const further = found.length - direct;
  const others = direct === 1 ? "that file" : "those files";
  return [
    named === 0 ? `No file imports ${what} by name` : `${count(named, "file")} import${named === 1 ? "s" : ""} ${what}`,
    ...(whole === 0
      ? []
      : [`${whole}${named === 0 ? "" : " more"} take${whole === 1 ? "s" : ""} the whole module and may use it`]),
    ...(further === 0 ? [] : [`${further} more depend${further === 1 ? "s" : ""} on ${others}`]),
  ].join("; ");
}

/** `src/b.ts:3 { a, b } via src/index.ts`; each depth beyond the first has a heading, and so has what follows those that name it. */
export function rows(shown: readonly Importer[]): string[] {
  const isDeep = shown.some(({ depth }) => depth > 1);
  return shown.flatMap((importer, place) => {
    const before = shown[place - 1];
    const starts = isDeep && importer.depth !== before?.depth;
    const isFirstWhole = importer.isWhole === true && before !== undefined && before.isWhole !== true;
    return [
      ...(starts ? [`depth ${importer.depth}`] : []),
      ...(isFirstWhole ? ["the whole module"] : []),
      row(importer),
    ];
  });
}

/** Names shown of one importer. */
const MAX_NAMES = 8;

function row({ path: itsPath, line, names, via, typeOnly }: Importer): string {
  const more = names.length > MAX_NAMES ? `, +${names.length - MAX_NAMES}` : "";
  const taken =
    names.length === 0 ? "" : ` { ${clip(escapeInvisible(names.slice(0, MAX_NAMES).join(", ")), 200)}${more} }`;
  const through = via.length === 0 ? "" : ` via ${via.map((step) => escapeName(step)).join(" > ")}`;
  return `${escapeName(itsPath)}:${line}${typeOnly ? " type" : ""}${taken}${through}`;
}

/** The file to whose exports another one adds a name by `declare module`. */
export function augmented(graph: ModuleGraph, own: ModuleNode | undefined, symbol: string): string | undefined {
  const adding = own?.record.imports.find(({ augments = [] }) => augments.includes(symbol));
  const target = own && adding && graph.targetOf(own, adding.specifier);
  return target === undefined ? undefined : `${escapeName(target)}, to which it adds that,`;
}

export function unknownSymbol(
  file: string,
  symbol: string,
  result: { readonly exports: readonly string[]; readonly isOpen: boolean },
  elsewhere: string | undefined,
): ToolError {
  const names = result.exports.slice(0, 30).map((name) => escapeName(name));
  const list =
    names.length === 0
      ? result.isOpen
        ? "No export of it is plain to see"
        : "It exports no name"
      : `It exports ${names.join(", ")}${result.exports.length > 30 ? ` and ${result.exports.length - 30} more` : ""}`;
  const open = result.isOpen ? `, and ${names.length === 0 ? "it " : ""}may export others that cannot be seen` : "";
  return new ToolError(
    "symbol_not_found",
    `${escapeName(file)} does not export \`${clip(escapeName(symbol), 80)}\`. ${list}${open}. ${elsewhere === undefined ? "Leave symbol out to see who imports the file." : `${elsewhere} does: name that as path.`}`,
  );
}
