import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declarationsOf } from "../packages/core/src/syntax/declarations.ts";
import { walkDeclarations } from "../packages/core/src/syntax/declaration.ts";
import { loadParser, parseSource } from "../packages/core/src/syntax/parse.ts";
import { corpus } from "./corpus.ts";
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
  const symbols = await longSymbols();
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

interface LongSymbol {
  readonly path: string;
  readonly namePath: string;
  readonly source: string;
  readonly lines: readonly string[];
}

async function longSymbols(): Promise<LongSymbol[]> {
  const oxc = await loadParser();
  const found: LongSymbol[] = [];
  const { folder, files } = corpus();
  for (const path of files) {
    const source = readFileSync(join(folder, path), "utf8");
    const outcome = parseSource(oxc, path, source);
    if (!outcome.ok) continue;
    const names = walkDeclarations(declarationsOf(outcome.parsed));
    for (const { declaration } of names) {
      const { span, namePath } = declaration;
      const isUnique = names.filter((other) => other.declaration.namePath === namePath).length === 1;
      const lines = source.slice(span.start, span.end).split("\n");
      if (isUnique && lines.length >= (SIZES[0] as number)) found.push({ path, namePath, source, lines });
    }
  }
  return found;
}

interface Costs {
  readonly patch: number;
  readonly replace: number;
  readonly pair: number;
}

function costsOf(symbol: LongSymbol, changes: number): Costs {
  const { path, namePath, lines } = symbol;
  const changed = placesIn(lines, changes);
  const after = lines.map((line, index) => (changed.includes(index) ? edited(line) : line));
  const chunks = changed.map((index) => chunkFor(lines, index));
  const length = (args: object) => JSON.stringify(args).length;
  return {
    patch: length({ file: path, symbol: namePath, chunks }),
    replace: length({ file: path, symbol: namePath, content: after.join("\n") }),
    pair: length({ file_path: path, ...bestPair(symbol, after, changed) }),
  };
}

function edited(line: string): string {
  return `${line} // changed`;
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
    newLines: [edited(line as string)],
  };
}

/** From the first change to the last, with as few lines around as make the old text unique in the file. */
function bestPair({ source, lines }: LongSymbol, after: readonly string[], changed: readonly number[]): object {
  let from = changed[0] as number;
  let to = (changed.at(-1) as number) + 1;
  const text = (rows: readonly string[]) => rows.slice(from, to).join("\n");
  while (source.split(text(lines)).length > 2 && (from > 0 || to < lines.length)) {
    if (from > 0) from--;
    else to++;
  }
  return { old_string: text(lines), new_string: text(after) };
}
