import { ToolError } from "../mcp/tool-error.ts";
import { clip, escapeInvisible, escapeName } from "../text/display.ts";
import type { LineIndex } from "../text/line-index.ts";
import type { Declaration } from "./declaration.ts";
import { resolveNamePath, type SymbolMatch } from "./name-path.ts";

/** Names shown before the rest is counted. */
const MAX_NAMED = 10;

/** A file was read, and no symbol of it is meant: another file may declare what is. */
export class SymbolMissing extends ToolError {
  /** Whether it names what may be meant instead. */
  readonly hasSimilar: boolean;

  constructor(message: string, hasSimilar = false) {
    super("symbol_not_found", message);
    this.hasSimilar = hasSimilar;
  }
}

/** The declarations of a file, and its lines. */
export interface FileSymbols {
  readonly declarations: readonly Declaration[];
  readonly lines: LineIndex;
}

/**
 * The one symbol that a name path, and a line, mean.
 *
 * Throws {@link SymbolMissing} with what looks similar, and `symbol_ambiguous` with the candidates.
 *
 * @param whereEmpty what to do where the file declares nothing
 */
export function findSymbol(
  source: FileSymbols,
  path: string,
  symbol: string,
  line?: number,
  whereEmpty = "It declares nothing.",
): SymbolMatch {
  const resolution = resolveNamePath(source.declarations, symbol, source.lines, line);
  if (resolution.status === "found") return resolution.match;
  const name = `\`${clip(escapeInvisible(symbol), 100)}\``;
  if (resolution.status === "ambiguous") {
    const places = describedSymbols(resolution.candidates, source);
    // One candidate is not ambiguous: it is the line that does not fit.
    const [only, ...others] = resolution.candidates;
    if (only !== undefined && others.length === 0)
      throw new SymbolMissing(notAtLine(`symbol ${name}`, only.name, listed(places), source.lines, line));
    throw new ToolError("symbol_ambiguous", `${name} could be ${listed(places)}. Pass one of these as symbol.`);
  }
  const bare = bareOwner(source, symbol);
  const known = nearest(source, symbol);
  const hint =
    bare !== undefined
      ? `${describedSymbols([bare], source).join("")} holds no symbols: pass it itself.`
      : resolution.similar.length > 0
        ? `Did you mean ${listed(describedSymbols(resolution.similar, source))}?`
        : known.length > 0
          ? `It declares ${listed(describedSymbols(known, source))}.`
          : whereEmpty;
  const hasSimilar = bare === undefined && resolution.similar.length > 0;
  throw new SymbolMissing(`No symbol ${name} in ${escapeName(path)}. ${hint}`, hasSimilar);
}

/**
 * That what a line was asked for is not declared there, and that something of the name is elsewhere: another thing, it may be, where
 * the line holds the name.
 *
 * @param line 1-based
 */
export function notAtLine(
  asked: string,
  name: string,
  place: string,
  lines: LineIndex,
  line: number | undefined,
): string {
  const words = lines.textOf(line ?? 0).split(/[^\p{ID_Continue}$]+/u);
  return words.includes(name.replace(/^#/, ""))
    ? `No ${asked} is declared at line ${line}. One is elsewhere, ${place}: leave \`line\` out if that is meant.`
    : `No ${asked} at line ${line}: it stands elsewhere, ${place}. Leave \`line\` out.`;
}

/** The one declaration that the start of a name path means, where it has no members: what stands inside it is no symbol. */
function bareOwner({ declarations, lines }: FileSymbols, symbol: string): Declaration | undefined {
  const owner = /^(.+)[./][^./]+$/s.exec(symbol)?.[1];
  if (owner === undefined) return undefined;
  const resolution = resolveNamePath(declarations, owner, lines);
  if (resolution.status === "missing") return bareOwner({ declarations, lines }, owner);
  const found = resolution.status === "found" ? resolution.match.declaration : undefined;
  // What is assigned to the exports by a name of theirs goes by its own.
  return found?.children.length === 0 && found.isExports !== true ? found : undefined;
}

/** The members of the owner that a name path leads to, or else all symbols at the top. */
function nearest({ declarations, lines }: FileSymbols, symbol: string): readonly Declaration[] {
  const owner = /^(.+)[./][^./]+$/s.exec(symbol)?.[1];
  if (owner === undefined) return declarations;
  const resolution = resolveNamePath(declarations, owner, lines);
  const owners =
    resolution.status === "found"
      ? [resolution.match.declaration]
      : resolution.status === "ambiguous"
        ? resolution.candidates
        : [];
  const members = owners.flatMap(({ children }) => children);
  return members.length > 0 ? members : declarations;
}

/** `Router.match` (method, line 12): with indexes where name paths are alike, and where there are overloads. */
export function describedSymbols(candidates: readonly Declaration[], { lines }: FileSymbols): string[] {
  let index = 0;
  const alike = new Map<string, number>();
  for (const { namePath } of candidates) alike.set(namePath, (alike.get(namePath) ?? 0) + 1);
  return candidates.map(({ namePath, kind, span, overloads }) => {
    const isOneOfSeveral = (alike.get(namePath) ?? 0) > 1;
    const count = overloads?.length ?? 1;
    const first = isOneOfSeveral ? index : 0;
    index += count;
    const name = escapeInvisible(namePath);
    const shown =
      count > 1
        ? `\`${name}[${first}]\` to \`${name}[${first + count - 1}]\``
        : isOneOfSeveral
          ? `\`${name}[${first}]\``
          : `\`${name}\``;
    return `${shown} (${kind}, line ${lines.lineAt(span.start)})`;
  });
}

/** `a, b`, up to a number of names, and how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
