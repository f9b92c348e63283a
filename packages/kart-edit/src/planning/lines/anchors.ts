import { ToolError } from "@kart/core/mcp/tool-error";
import { clip, escapeInvisible } from "@kart/core/text/display";
import { type LineHunk, lineHunks, newLineOf } from "@kart/core/text/line-diff";
import { lineHash } from "@kart/core/text/line-hash";
import type { Line } from "@kart/core/text/lines";

/** A line as it was shown: its 1-based number, and the hash that verifies it. */
export interface Anchor {
  readonly line: number;
  readonly hash: string;
}

/** Reads `12:3f`; what a row has before and behind that is let pass. Throws `invalid_argument`. */
export function parseAnchor(text: string, parameter: string): Anchor {
  const match = /^[\s>+-]*(\d{1,9}):([0-9a-f]{2})(?:\|.*)?\s*$/is.exec(text);
  if (match === null)
    throw new ToolError(
      "invalid_argument",
      `\`${parameter}\` is \`${clip(escapeInvisible(text), 60)}\`. Send the LINE:HASH of a row that was shown, such as 12:3f.`,
    );
  return { line: Number(match[1]), hash: (match[2] as string).toLowerCase() };
}

/** Lines `from` to `to`, 1-based and inclusive, with what verifies the first and the last. */
export interface AnchoredRange {
  readonly start: Anchor;
  readonly end: Anchor;
  /** Whether the place behind the last line is meant too, and not the lines alone. */
  readonly isGap: boolean;
}

/** A version of the file as it was shown. */
export interface ShownVersion {
  readonly lines: readonly Line[];
  readonly isShown: (line: number) => boolean;
  /** Whether it was shown under that number, and not carried there by a change of ours. */
  readonly isDisplayed: (line: number) => boolean;
}

export type Resolution =
  /** The 0-based line of today at which each range starts. */
  | { readonly status: "resolved"; readonly starts: readonly number[]; readonly isMoved: boolean }
  /** Why not, for each range the 1-based line of today to look at, and the positions of those that do not fit. */
  | {
      readonly status: "rejected";
      readonly reason: string;
      readonly near: readonly number[];
      readonly misfits: ReadonlySet<number>;
    };

/**
 * Finds the lines that anchors mean in the text of today.
 *
 * The newest version in which all of them fit is the one they speak of; but where lines have these numbers there by a change of
 * ours alone, and an older version showed others under them, nobody can tell which are meant. Where the text has changed since,
 * each range is carried through a line diff, and only where it is whole and unchanged, and stands between the neighbours it had,
 * at a place like no other. A hash alone moves nothing.
 *
 * @param versions what was shown of the file, newest first
 */
export function resolveAnchors(
  ranges: readonly AnchoredRange[],
  versions: readonly ShownVersion[],
  today: readonly Line[],
): Resolution {
  // Replacements of text, and insertions at the ends of a file, need nothing to have been shown.
  if (ranges.length === 0) return { status: "resolved", starts: [], isMoved: false };
  const version = versions.find((candidate) => ranges.every((range) => misfit(range, candidate) === undefined));
  if (version === undefined) {
    const [newest] = versions;
    const unknown = "Nothing of this file was shown by this server, so its anchors mean nothing";
    const reasons = ranges.map((range) => (newest === undefined ? unknown : misfit(range, newest)));
    const reason = reasons.find((one) => one !== undefined) as string;
    return { status: "rejected", reason, near: ranges.map(({ start }) => start.line), misfits: definedIn(reasons) };
  }
  const hunks = lineHunks(version.lines, today);
  const carried = ranges.map((range) => carry(range, version.lines, today, hunks));
  const lost = carried.indexOf(undefined);
  if (lost === -1) {
    const misfits = meantBefore(ranges, versions, version, carried, today);
    if (misfits.size === 0) return { status: "resolved", starts: carried as number[], isMoved: hunks.length > 0 };
    const [[first, place] = [0, 0]] = misfits;
    const line = ranges[first]?.start.line;
    return {
      status: "rejected",
      reason: `Line ${line} was shown before an edit that moved it: it is line ${place + 1} now, and another that looks alike has its number`,
      near: ranges.map(({ start }, at) => (misfits.get(at) ?? start.line - 1) + 1),
      misfits: new Set(misfits.keys()),
    };
  }
  const { start, end } = ranges[lost] as AnchoredRange;
  const which = start.line === end.line ? `Line ${start.line}` : `Lines ${start.line}-${end.line}`;
  return {
    status: "rejected",
    reason: `${which} changed on disk, or can no longer be told from others, since it was shown`,
    near: ranges.map((range) => nearestLine(hunks, range.start.line)),
    misfits: definedIn(carried.map((place) => (place === undefined ? "lost" : undefined))),
  };
}

/**
 * The ranges that stand elsewhere by what an older version showed under their numbers, by position, with the 0-based line of today at
 * which they do; none of what the newest showed.
 */
function meantBefore(
  ranges: readonly AnchoredRange[],
  versions: readonly ShownVersion[],
  newest: ShownVersion,
  carried: readonly (number | undefined)[],
  today: readonly Line[],
): ReadonlyMap<number, number> {
  const displays = ({ lines, isDisplayed }: ShownVersion, range: AnchoredRange) =>
    misfit(range, { lines, isShown: isDisplayed, isDisplayed }) === undefined;
  const elsewhere = (range: AnchoredRange, at: number): number | undefined => {
    const displaying = versions.find((version) => displays(version, range));
    if (displaying === undefined || displays(newest, range)) return undefined;
    const hunks = lineHunks(displaying.lines, today);
    // What is gone cannot be meant.
    const place = newLineOf(hunks, range.start.line - 1);
    return place === undefined || carry(range, displaying.lines, today, hunks) === carried[at] ? undefined : place;
  };
  return new Map(
    ranges.flatMap((range, at) => {
      const place = elsewhere(range, at);
      return place === undefined ? [] : [[at, place] as const];
    }),
  );
}

function definedIn(list: readonly unknown[]): ReadonlySet<number> {
  return new Set(list.flatMap((one, index) => (one === undefined ? [] : [index])));
}

/** Why a range does not fit a version; undefined where it does. */
function misfit({ start, end }: AnchoredRange, { lines, isShown }: ShownVersion): string | undefined {
  for (const { line, hash } of [start, end]) {
    const text = lines[line - 1]?.text;
    if (text === undefined) return `Line ${line} was not shown`;
    if (!isShown(line)) return `Line ${line} was not shown with an anchor`;
    if (lineHash(text) !== hash) return `Line ${line} is not the line that ${line}:${hash} was shown for`;
  }
  for (let line = start.line; line <= end.line; line++)
    if (!isShown(line)) return `Lines ${start.line}-${end.line} were not all shown: line ${line} was not`;
  return undefined;
}

/** Lines on each side of a range that tell its place from others like it. */
const NEIGHBOURS = 3;

/** The 0-based line at which a range stands today; undefined where that is not certain. */
function carry(
  { start, end, isGap }: AnchoredRange,
  lines: readonly Line[],
  today: readonly Line[],
  hunks: readonly LineHunk[],
): number | undefined {
  const from = start.line - 1;
  if (hunks.length === 0) return from;
  const place = newLineOf(hunks, from);
  if (place === undefined) return undefined;
  const isUnmoved = (line: number) => newLineOf(hunks, line) === place + line - from;
  // The lines right above and below must be its neighbours still; for a place between lines they are what it means.
  const above = Math.max(0, from - 1);
  const below = Math.min(lines.length - 1, end.line);
  for (let line = above; line <= below; line++) if (!isUnmoved(line)) return undefined;
  if (isGap && end.line === lines.length && place + end.line - from !== today.length) return undefined;
  let first = above;
  while (first > 0 && from - first < NEIGHBOURS && isUnmoved(first - 1)) first--;
  let last = below;
  while (last < lines.length - 1 && last - end.line < NEIGHBOURS - 1 && isUnmoved(last + 1)) last++;
  return occursOnce(lines.slice(first, last + 1), today) ? place : undefined;
}

function occursOnce(wanted: readonly Line[], lines: readonly Line[]): boolean {
  let found = 0;
  for (let start = 0; start + wanted.length <= lines.length; start++) {
    if (wanted.every((line, index) => line.text === lines[start + index]?.text)) found++;
    if (found > 1) return false;
  }
  return found === 1;
}

/** Where to look today for an old 1-based line: at it, or at what stands in its place. */
function nearestLine(hunks: readonly LineHunk[], line: number): number {
  const place = newLineOf(hunks, line - 1);
  if (place !== undefined) return place + 1;
  const hunk = hunks.find(({ oldStart, oldEnd }) => oldStart < line && line <= oldEnd);
  return (hunk?.newStart ?? line - 1) + 1;
}
