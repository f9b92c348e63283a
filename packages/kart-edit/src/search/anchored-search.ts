import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { RipgrepLine } from "@kart/core/process/ripgrep";
import { findLines, type NextMatch, type SearchQuery } from "@kart/core/workspace/find-lines";
import { provenMatches, type TextMatch } from "@kart/core/workspace/search";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { LineRange } from "../change/snapshots.ts";
import type { EditServices } from "../services.ts";
import { AnchoredFile, type AnchoredMatch, type AnchoredRow } from "./anchored-file.ts";

export interface AnchoredQuery extends Omit<SearchQuery, "literal" | "context"> {
  /** Lines of context above a match. */
  readonly pre: number;
  /** Lines of context below a match. */
  readonly post: number;
}

export interface MatchesInFile {
  readonly path: string;
  /** Why none of its lines can be edited: then they are no anchors. */
  readonly uneditable?: string;
  /** In the order of their lines. */
  readonly matches: readonly AnchoredMatch[];
}

export interface AnchoredResult {
  /** In the order of their paths. */
  readonly files: readonly MatchesInFile[];
  /** The first match that is not shown, where the limit ended the search, or the room for the answer. */
  readonly next?: NextMatch;
  /** Files that were searched; unknown where the limit ended the search. */
  readonly searched?: number;
  /** Files that changed while they were searched; their matches are left out. */
  readonly changed: readonly string[];
  /** Files with lone carriage returns, of whose lines ripgrep tells the first that matches. */
  readonly incomplete: readonly string[];
  readonly problems: readonly string[];
}

/** UTF-16 units of rows in one answer. A longer reply would be cut, and what is cut off was not shown. */
const ROOM = 30_000;
/** UTF-16 units of a row besides its text, at most. */
const NUMBERS = 12;

/** Searches text, and remembers the lines that it gives as shown: anchors for an edit. */
export async function searchWithAnchors(
  query: AnchoredQuery,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<AnchoredResult> {
  const { files: found, ...end } = await findLines(
    workspace,
    { ...query, context: Math.max(query.pre, query.post) },
    signal,
  );
  const files: MatchesInFile[] = [];
  const changed: string[] = [];
  const incomplete: string[] = [];
  let room = ROOM;
  let { next } = end;
  for (const [path, lines] of found) {
    if (room <= 0) {
      next = { path, line: lines.find(({ isMatch }) => isMatch)?.lineNumber ?? 1 };
      break;
    }
    signal.throwIfAborted();
    const anchored = inFile(workspace, path, lines, query);
    if (anchored === "changed") changed.push(path);
    if (anchored === "changed" || anchored.matches.length === 0) continue;
    room -= path.length;
    const shown = new Set<number>();
    const fitting = anchored.matches.filter((match, index) => {
      for (const { line, text } of rowsOf(match)) if (!shown.has(line)) room -= text.length + NUMBERS;
      const isShown = room > 0 || (files.length === 0 && index === 0);
      if (isShown) for (const { line } of rowsOf(match)) shown.add(line);
      return isShown;
    });
    if (fitting.length > 0) files.push({ ...anchored, matches: fitting });
    const unfit = anchored.matches[fitting.length];
    if (anchored.text !== undefined) services.snapshots.show(path, anchored.text, fitting.flatMap(shownLines));
    if (anchored.isIncomplete) incomplete.push(path);
    if (unfit !== undefined) {
      next = { path, line: unfit.row.line };
      break;
    }
    // A megabyte of text takes milliseconds: others are let in between two files.
    await new Promise(setImmediate);
  }
  return { ...end, ...(next === undefined ? {} : { next }), files, changed, incomplete };
}

interface ReadMatches extends MatchesInFile {
  /** The whole text, where its lines are anchors. */
  readonly text?: string;
  readonly isIncomplete: boolean;
}

function inFile(
  workspace: Workspace,
  path: string,
  lines: readonly RipgrepLine[],
  query: AnchoredQuery,
): ReadMatches | "changed" {
  const { pre, post } = query;
  const read = textOf(workspace, path);
  if (read.status === "gone") return { path, matches: [], isIncomplete: false };
  if (read.status === "uneditable") {
    const proven = provenMatches(workspace, path, lines, Math.max(pre, post));
    if (proven === "changed") return "changed";
    const matches = proven.map((match) => withoutAnchors(match, pre, post));
    return { path, uneditable: read.reason, matches, isIncomplete: false };
  }
  const file = new AnchoredFile(read.text);
  const matching = lines.filter(({ isMatch }) => isMatch);
  const places = matching.flatMap((line) => file.placeOf(line) ?? []);
  if (places.length < matching.length) return "changed";
  return {
    path,
    text: read.text,
    matches: places.map((place) => file.matchAt(place, pre, post)),
    isIncomplete: matching.some((line) => file.holdsLoneReturn(line)),
  };
}

type ReadText =
  | { readonly status: "read"; readonly text: string }
  | { readonly status: "uneditable"; readonly reason: string }
  | { readonly status: "gone" };

/** Why a file is shown and cannot be edited, by the code that reading it for an edit is refused with. */
const REASONS: Readonly<Record<string, string>> = {
  binary_file: "not UTF-8 text",
  file_too_large: "too large",
  protected_path: "protected",
};

function textOf({ root }: Workspace, path: string): ReadText {
  try {
    const file = readForEdit(root, `${root.absolute}/${path}`);
    // A folder swapped for a symlink to another one inside the root since ripgrep listed it.
    return file.path.relative === path ? { status: "read", text: file.text } : { status: "gone" };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const reason = REASONS[error.code];
    return reason === undefined ? { status: "gone" } : { status: "uneditable", reason };
  }
}

function withoutAnchors(match: TextMatch, pre: number, post: number): AnchoredMatch {
  const { line, column, text, before = [], after = [] } = match;
  return {
    row: { line, text },
    column,
    before: before
      .map((above, at) => ({ line: line - before.length + at, text: above }))
      .slice(Math.max(0, before.length - pre)),
    after: after.map((below, at) => ({ line: line + 1 + at, text: below })).slice(0, post),
  };
}

/** Lines that were shown whole. */
function shownLines(match: AnchoredMatch): LineRange[] {
  return rowsOf(match).flatMap(({ line, hash }) => (hash === undefined ? [] : [{ from: line, to: line }]));
}

/** A match with the lines around it, from above. */
function rowsOf({ row, before, after }: AnchoredMatch): readonly AnchoredRow[] {
  return [...before, row, ...after];
}
