import { walkDeclarations } from "@kart/core/syntax/declaration";
import { bareName, formatNamePath, parseNamePath, partNames } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { LineIndex } from "@kart/core/text/line-index";
import { escapeInvisible } from "@kart/core/text/display";
import { nearNames } from "@kart/core/text/near-names";
import type { Binding } from "./scopes.ts";
import { bindingsIn } from "./scope-walk.ts";

/** The names of a file that are no symbols: imports, parameters, and all that is declared within functions, types and blocks. */
export function localBindings({ parsed, declarations }: SourceSymbols, isModule = false): readonly Binding[] {
  const symbols = new Set(
    walkDeclarations(declarations).flatMap(({ declaration: { nameRange, overloads } }) => [
      nameRange.start,
      ...(overloads?.map((one) => one.nameRange.start) ?? []),
    ]),
  );
  return bindingsIn(parsed, isModule).filter(
    ({ kind, declared }) => kind !== "enum-member" && !declared.some(({ start }) => symbols.has(start)),
  );
}

export type LocalResolution =
  | { readonly status: "found"; readonly binding: Binding }
  | { readonly status: "ambiguous"; readonly candidates: readonly Binding[] }
  | { readonly status: "missing"; readonly similar: readonly Binding[] };

/**
 * The local that a name, or a path from what it stands in, means. Parts of the path may be left out where nothing else fits:
 * `f.a` is an `a` in a callback in `f` too.
 *
 * @param line 1-based: where it is declared, else where it is used
 */
export function resolveLocal(
  all: readonly Binding[],
  symbol: string,
  lines: LineIndex,
  line: number | undefined,
): LocalResolution {
  const { parts, index } = parseNamePath(symbol);
  const candidates = candidatesFor(all, parts, index !== undefined);
  if (candidates.length === 0) {
    const bare = bareName(symbol);
    if (bare !== symbol) return resolveLocal(all, bare, lines, line);
    const wanted = parts.at(-1) ?? "";
    return { status: "missing", similar: wanted.length < 2 ? [] : nearNames(wanted, all, ({ name }) => name) };
  }
  const meant =
    index !== undefined
      ? candidates.slice(index, index + 1)
      : line === undefined
        ? candidates
        : atLine(candidates, lines, line);
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return { status: "found", binding: only };
  return { status: "ambiguous", candidates: others.length > 0 ? meant : candidates };
}

/** Those of the whole path, or else with its end, or else with its parts in that order. A bare name means all of that name. */
function candidatesFor(all: readonly Binding[], parts: readonly string[], isIndexed: boolean): readonly Binding[] {
  const [name, ...owners] = parts.toReversed() as [string, ...string[]];
  const named = all.filter((one) => partNames(name, one.name));
  const isEnd = ({ path }: Binding) =>
    owners.length < path.length && owners.every((part, at) => partNames(part, path.at(-2 - at) as string));
  const isWhole = (one: Binding) => isEnd(one) && one.path.length === parts.length;
  const isWithin = ({ path }: Binding) => {
    const left = path.slice(0, -1);
    return owners.every((part) => {
      const at = left.findLastIndex((one) => partNames(part, one));
      left.length = Math.max(at, 0);
      return at !== -1;
    });
  };
  if (owners.length === 0 && !isIndexed) return named;
  return [isWhole, isEnd, isWithin].map((fits) => named.filter(fits)).find((rank) => rank.length > 0) ?? [];
}

function atLine(candidates: readonly Binding[], lines: LineIndex, line: number): readonly Binding[] {
  const isThere = ({ start }: { readonly start: number }) => lines.lineAt(start) === line;
  const declared = candidates.filter((one) => one.declared.some(isThere));
  return declared.length > 0 ? declared : candidates.filter((one) => one.uses.some(isThere));
}

/** Whether a name is declared on a line. */
export function isDeclaredAt({ declared }: Binding, lines: LineIndex, line: number): boolean {
  return declared.some(({ start }) => lines.lineAt(start) === line);
}

/** `f.count` (parameter, line 3): with an index where others of the file have that path, or the name alone means them too. */
export function describedLocal(binding: Binding, all: readonly Binding[], lines: LineIndex): string {
  const { kind, declared } = binding;
  const path = formatNamePath(binding.path);
  const named = all.filter((one) => one.name === binding.name);
  const alike = named.filter((one) => formatNamePath(one.path) === path);
  const isUnclear = alike.length > 1 || (binding.path.length === 1 && named.length > 1);
  const index = isUnclear ? `[${alike.indexOf(binding)}]` : "";
  return `\`${escapeInvisible(path)}${index}\` (${kind}, line ${lines.lineAt(declared[0]?.start ?? 0)})`;
}
