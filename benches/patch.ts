import { changedLine, type LongSymbol, longSymbols, oldNewPair } from "./recorded-edits.ts";
import type { Finding } from "./side-by-side.ts";

/** Lines of the symbols that are changed: from this many to a quarter more. */
const SIZES = [50, 100, 200, 400];
const CHANGES = [1, 5];
/** Symbols of each size, spread over the corpora. */
const SAMPLE = 12;

/**
 * Characters of arguments that a model writes for the same change: as chunks of a kart_patch, as the content of a
 * kart_replace, and as the best single pair of old and new text for a tool that replaces text, which must be unique in
 * the file and hold every change. Each one-line change puts a comment behind a line.
 */
export async function* patch(): AsyncGenerator<Finding> {
  const symbols = await longSymbols(SIZES[0] as number);
  for (const size of SIZES) {
    const fitting = symbols.filter(({ lines }) => lines.length >= size && lines.length < size * 1.25);
    const stride = Math.max(1, Math.floor(fitting.length / SAMPLE));
    const sample = fitting.filter((_, index) => index % stride === 0).slice(0, SAMPLE);
    for (const changes of CHANGES) {
      const costs = sample.map((symbol) => costsOf(symbol, changes));
      const [chunks, content, pair] = (["patch", "replace", "pair"] as const).map((way) =>
        Math.round(costs.reduce((sum, cost) => sum + cost[way], 0) / costs.length),
      ) as [number, number, number];
      yield {
        what: `${sample.length} symbols of ${size} lines, ${changes === 1 ? "one change" : `${changes} changes`}`,
        measured: `patch ${chunks} characters, replace ${content} (${(content / chunks).toFixed(1)}x), one old/new pair ${pair} (${(pair / chunks).toFixed(1)}x)`,
        isMet: true,
      };
    }
  }
}

interface Costs {
  readonly patch: number;
  readonly replace: number;
  readonly pair: number;
}

function costsOf(symbol: LongSymbol, changes: number): Costs {
  const { path, namePath, lines } = symbol;
  const changed = placesIn(lines, changes);
  const after = lines.map((line, index) => (changed.includes(index) ? changedLine(line) : line));
  const chunks = changed.map((index) => chunkFor(lines, index));
  const length = (args: object) => JSON.stringify(args).length;
  return {
    patch: length({ file: path, symbol: namePath, chunks }),
    replace: length({ file: path, symbol: namePath, content: after.join("\n") }),
    pair: length({ file_path: path, ...oldNewPair(symbol, after, changed) }),
  };
}

/** Lines with something on them, spread evenly, the first and the last left alone. */
function placesIn(lines: readonly string[], count: number): number[] {
  const solid = lines.flatMap((line, index) =>
    index > 0 && index < lines.length - 1 && line.trim().length > 3 ? [index] : [],
  );
  return Array.from(
    { length: count },
    (_, index) => solid[Math.floor(((index + 0.5) * solid.length) / count)] as number,
  );
}

/** The changed line, with as few lines above it as make it unique in the symbol. */
function chunkFor(lines: readonly string[], index: number): object {
  const alike = (from: number) =>
    lines.filter((_, end) => {
      const wanted = lines.slice(from, index + 1);
      return wanted.every((line, offset) => lines[end - wanted.length + 1 + offset]?.trimEnd() === line.trimEnd());
    }).length;
  let from = index;
  while (from > 0 && alike(from) > 1) from--;
  const context = lines.slice(from, index);
  const [line] = lines.slice(index);
  return {
    ...(context.length === 0 ? {} : { contextBefore: context }),
    oldLines: [line],
    newLines: [changedLine(line as string)],
  };
}
