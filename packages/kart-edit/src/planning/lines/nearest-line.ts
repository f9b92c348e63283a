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

/** Lines `[from, to)`, 0-based. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Lines compared before the search is given up, and UTF-16 units of each. */
const MAX_COMPARED = 20_000;
const MAX_KEY = 200;

/** Shortest part of a line that tells which line is meant where several hold it, in UTF-16 units. */
const MIN_PART = 5;

/**
 * The first that holds the wanted text as a part, of a short one the only one; else by edit distance, which is less than half
 * that text's length, or of the start of a longer line less than a third of it: what was sent may end before its line does.
 */
export function nearestLine(lines: readonly Line[], { from, to }: Range, wantedLine: string): NearestLine | undefined {
  const wanted = wantedLine.trim();
  const key = wanted.slice(0, MAX_KEY);
  const holding: NearestLine[] = [];
  let best: NearestLine | undefined;
  let least = key.length / 2;
  for (const [index, { text }] of lines.slice(from, Math.min(to, from + MAX_COMPARED)).entries()) {
    const found = text.trim();
    if (wanted !== "" && found.includes(wanted)) {
      holding.push({ line: from + index, found, wanted });
      if (wanted.length >= MIN_PART) break;
    }
    const row = found.slice(0, MAX_KEY);
    if (row === "") continue;
    const isAsLong = Math.abs(row.length - key.length) < least;
    const cost = Math.min(isAsLong ? distance(key, row) : least, startCost(key, row));
    if (cost >= least) continue;
    least = cost;
    best = { line: from + index, found, wanted };
  }
  return holding.length === 1 ? holding[0] : best;
}

/** Of the start of a longer line. Infinite where they are far apart: starts of lines are alike more often than whole ones. */
function startCost(key: string, row: string): number {
  const cost = row.length > key.length ? distance(key, row.slice(0, key.length)) : Number.POSITIVE_INFINITY;
  return cost < key.length / 3 ? cost : Number.POSITIVE_INFINITY;
}

/** Where it is, and both lines from shortly before their first difference. `sent` says what has the wanted one. */
export function nearestWords({ line, found, wanted }: NearestLine, sent: string): string {
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at++;
  const from = Math.max(0, at - 20);
  const shown = (text: string) => `\`${from > 0 ? "…" : ""}${clip(escapeInvisible(text.slice(from)), 60)}\``;
  return `Nearest is line ${line + 1}: it has ${shown(found)}, ${sent} has ${shown(wanted)}.`;
}

/** Places in which one line of a chunk is looked at: the commonest lines tell nothing of the place. */
const MAX_ALIKE = 200;

/** Where most of the lines of a chunk stand, white space aside: 0-based, of its first. */
export function nearestPlace(
  wanted: readonly string[],
  lines: readonly Line[],
  { from, to }: Range,
): number | undefined {
  const places = new Map<string, number[]>();
  for (let line = from; line < Math.min(to, lines.length); line++) {
    const key = squeezed(lines[line]?.text ?? "");
    const known = places.get(key);
    if (known === undefined) places.set(key, [line]);
    else known.push(line);
  }
  const votes = new Map<number, number>();
  for (const [index, text] of wanted.entries()) {
    const alike = text.trim() === "" ? [] : (places.get(squeezed(text)) ?? []);
    for (const line of alike.slice(0, MAX_ALIKE)) votes.set(line - index, (votes.get(line - index) ?? 0) + 1);
  }
  let best: number | undefined;
  for (const [start, votesHere] of votes)
    if (start >= 0 && (best === undefined || votesHere > (votes.get(best) as number))) best = start;
  return best;
}

export function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
