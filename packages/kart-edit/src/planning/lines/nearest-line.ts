import { clip, escapeInvisible } from "@kart/core/text/display";
import type { Line } from "@kart/core/text/lines";
import { distance } from "fastest-levenshtein";

/** The line that is nearest to a wanted one. Both without white space around them. */
export interface NearestLine {
  /** 0-based. */
  readonly line: number;
  readonly found: string;
  readonly wanted: string;
}

/** Lines compared before the search is given up, and UTF-16 units of each. */
const MAX_COMPARED = 20_000;
const MAX_KEY = 200;

/** Shortest part of a line that tells which line is meant, in UTF-16 units. */
const MIN_PART = 5;

/** The first that holds the wanted text as a part; else by edit distance, which is less than half that text's length. */
export function nearestLine(
  lines: readonly Line[],
  { from, to }: { readonly from: number; readonly to: number },
  wantedLine: string,
): NearestLine | undefined {
  const wanted = wantedLine.trim();
  const key = wanted.slice(0, MAX_KEY);
  let best: NearestLine | undefined;
  let least = key.length / 2;
  for (const [index, { text }] of lines.slice(from, Math.min(to, from + MAX_COMPARED)).entries()) {
    const found = text.trim();
    if (wanted.length >= MIN_PART && found.includes(wanted)) return { line: from + index, found, wanted };
    const row = found.slice(0, MAX_KEY);
    if (row === "" || Math.abs(row.length - key.length) >= least) continue;
    const cost = distance(key, row);
    if (cost >= least) continue;
    least = cost;
    best = { line: from + index, found, wanted };
  }
  return best;
}

/** Where it is, and both lines from shortly before their first difference. `sent` says what has the wanted one. */
export function nearestWords({ line, found, wanted }: NearestLine, sent: string): string {
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at++;
  const from = Math.max(0, at - 20);
  const shown = (text: string) => `\`${from > 0 ? "…" : ""}${clip(escapeInvisible(text.slice(from)), 60)}\``;
  return `Nearest is line ${line + 1}: it has ${shown(found)}, ${sent} has ${shown(wanted)}.`;
}
