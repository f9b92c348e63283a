import type { RipgrepLine } from "../process/ripgrep.ts";
import { clipAround, escapeInvisible } from "../text/display.ts";
import { findLines, type NextMatch, type SearchQuery } from "./find-lines.ts";
import { readRanges } from "./read-file.ts";
import type { Workspace } from "./workspace.ts";

/** One matching line. Line and column are 1-based, the column in UTF-16 units. */
export interface TextMatch {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line without its break; clipped around the match where it is long, invisible characters escaped. */
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** The line is not UTF-8, and shown with replacement characters. */
  readonly lossy?: true;
}

export interface SearchResult {
  /** In the order of paths and lines. */
  readonly matches: readonly TextMatch[];
  /** Where the limit ended the search: the first match beyond it, behind which nothing was looked at. */
  readonly next?: NextMatch;
  /** Files that were searched; unknown where the limit ended the search. */
  readonly searched?: number;
  /** Files that changed while they were searched; their matches are left out. */
  readonly changed: readonly string[];
  readonly problems: readonly string[];
}

/** Longest line shown, in UTF-16 units. */
const MAX_LINE = 300;

/** Searches the text of files with ripgrep, and ends it at the limit. */
export async function search(workspace: Workspace, query: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
  const { files, ...found } = await findLines(workspace, query, signal);
  const matches: TextMatch[] = [];
  const changed: string[] = [];
  for (const [path, lines] of files) {
    const proven = provenMatches(workspace, path, lines, query.context);
    if (proven === "changed") changed.push(path);
    else for (const match of proven) matches.push(match);
  }
  return { ...found, matches, changed };
}

/**
 * Only what stands in the file at the path that was proven is shown: a folder swapped for a symlink while ripgrep ran
 * would lead it out of the root. Empty where there is no such file any more.
 */
export function provenMatches(
  { root }: Workspace,
  path: string,
  lines: readonly RipgrepLine[],
  context: number,
): TextMatch[] | "changed" {
  const isProven = standsInFile(`${root.absolute}/${path}`, lines);
  if (isProven === undefined) return [];
  return isProven ? matchesOf(path, lines, context) : "changed";
}

/** Room for a byte order mark, which ripgrep leaves out of its offsets. */
const MARK_BYTES = 3;

/** Undefined where there is no such file: it was deleted, or its folder leads outside now, and its name is not to be told. */
function standsInFile(absolute: string, lines: readonly RipgrepLine[]): boolean | undefined {
  const texts = readRanges(absolute, [
    { start: 0, length: 2 },
    ...lines.map(({ lineOffset, line }) => ({ start: lineOffset, length: line.length + MARK_BYTES })),
  ]);
  if (texts === undefined) return undefined;
  const [mark, ...ranges] = texts as [Uint8Array, ...Uint8Array[]];
  // ripgrep decodes UTF-16 by its mark, so that its offsets are not those of the file.
  const encoding =
    mark[0] === 0xff && mark[1] === 0xfe ? "utf-16le" : mark[0] === 0xfe && mark[1] === 0xff ? "utf-16be" : undefined;
  if (encoding !== undefined) return standsInUtf16(absolute, encoding, lines);
  return lines.every(({ line }, index) => {
    const range = ranges[index] as Uint8Array;
    return startsWith(range, line) || startsWith(range.subarray(MARK_BYTES), line);
  });
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && Buffer.compare(bytes.subarray(0, start.length), start) === 0;
}

function standsInUtf16(absolute: string, encoding: "utf-16le" | "utf-16be", lines: readonly RipgrepLine[]): boolean {
  const [bytes] = readRanges(absolute, [{ start: 0, length: 64 * 1024 * 1024 }]) ?? [];
  const text = bytes === undefined ? "" : new TextDecoder(encoding).decode(bytes);
  return lines.every(({ line }) => text.includes(new TextDecoder().decode(line)));
}

function matchesOf(path: string, lines: readonly RipgrepLine[], context: number): TextMatch[] {
  const texts = new Map(lines.map((line) => [line.lineNumber, line]));
  const around = (from: number, to: number) => {
    const shown: string[] = [];
    for (let number = from; number <= to; number++) {
      const line = texts.get(number);
      if (line !== undefined) shown.push(display(decode(line.line).text, 0));
    }
    return shown;
  };
  return lines.flatMap((match): TextMatch[] => {
    if (!match.isMatch) return [];
    const start = windowStart(match);
    const { text, lossy } = decode(match.line.subarray(start, windowEnd(match)));
    const focus = decode(match.line.subarray(start, match.matchStart)).text.length;
    const column = decode(match.line.subarray(0, start)).text.length + focus + 1;
    const shown = {
      path,
      line: match.lineNumber,
      column,
      text: display(text, focus),
      ...(lossy ? { lossy: true as const } : {}),
    };
    if (context === 0) return [shown];
    return [
      {
        ...shown,
        before: around(match.lineNumber - context, match.lineNumber - 1),
        after: around(match.lineNumber + 1, match.lineNumber + context),
      },
    ];
  });
}

/**
 * Bytes of a line on each side of a match that are looked at: more than what is shown, whatever the characters, and less
 * than what is there of a long line.
 */
const WINDOW = 4 * MAX_LINE;

/** Lines of megabytes are not decoded whole; a character is not cut in two. */
function windowStart({ line, matchStart }: RipgrepLine): number {
  return characterStart(line, Math.max(0, matchStart - WINDOW));
}

function windowEnd({ line, matchStart }: RipgrepLine): number {
  return characterStart(line, Math.min(line.length, matchStart + WINDOW));
}

/** The first byte at or before `at` that is no continuation of a UTF-8 character. */
function characterStart(line: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && ((line[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

function display(line: string, focus: number): string {
  return escapeInvisible(clipAround(line.replace(/\r?\n$/, ""), focus, MAX_LINE));
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function decode(bytes: Uint8Array): { readonly text: string; readonly lossy: boolean } {
  try {
    return { text: strict.decode(bytes), lossy: false };
  } catch {
    return { text: lenient.decode(bytes), lossy: true };
  }
}
