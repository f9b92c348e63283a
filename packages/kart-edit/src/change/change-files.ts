import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser, SyntaxFailure } from "@kart/core/syntax/parser/parse";
import { clip, escapeInvisible, escapeName } from "@kart/core/text/display";
import { type LineHunk, lineHunks } from "@kart/core/text/line-diff";
import type { Line } from "@kart/core/text/lines";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { type EditableFile, readForEdit } from "@kart/core/workspace/source-bytes";
import type { NewPath } from "@kart/core/workspace/new-path";
import { FileLines } from "../planning/lines/file-lines.ts";
import { isNameForName } from "../planning/name-for-name.ts";
import type { NewName } from "../planning/names.ts";
import { isTextForText } from "../planning/text-for-text.ts";
import type { EditServices } from "../services.ts";
import { commit, type PlannedMake, type PlannedMove } from "./commit.ts";
import { FileText } from "./file-text.ts";
import type { FileChange, FileMove } from "./history.ts";
import { provenResult } from "./proven-result.ts";

/** What is to be changed in one file, worked out on a text that must still be its. */
export interface PlannedFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly edits: TextEdits;
}

/** What is shown of a change of one file. */
export interface ShownChange {
  readonly path: string;
  /** Counted. */
  readonly edits: readonly unknown[];
  readonly after: Pick<FileText, "text">;
  readonly lines: { readonly before: readonly Line[]; readonly after: readonly Line[] };
  readonly hunks: readonly LineHunk[];
}

/** One file of a change of several. */
export interface ChangedFile extends ShownChange {
  /** Of the text before. */
  readonly edits: TextEdits;
  readonly before: FileText;
  readonly after: FileText;
}

/** Files that are read and proven, and can be written all or none. */
export interface ProvenFiles {
  readonly files: readonly ChangedFile[];
  /** Puts them on disk, and then moves what is to be moved. */
  readonly write: (tool: string, moves?: readonly PlannedMove[], made?: PlannedMake) => Promise<Written>;
}

interface Written {
  readonly moved: readonly FileMove[];
  /** What must be said to the user. */
  readonly warnings: readonly string[];
}

/** What is known before files are proven. */
interface Known {
  /** Texts before the change, by path: some may be parsed already. */
  readonly texts?: ReadonlyMap<string, FileText>;
  /** The name that the change is about, and the one that it gets. */
  readonly names?: NewName;
}

/**
 * Reads what is to be changed, and proves every result as that of a change of one file is; where a name stands for another, or the text
 * of a string, and nothing else is done, {@link isNameForName} and {@link isTextForText} are the proof.
 *
 * Throws `stale` where a file is not what was planned for, and what `readForEdit` and `provenResult` throw.
 */
export async function proveFiles(
  oxc: Parser,
  planned: readonly PlannedFile[],
  { workspace: { root }, services }: Pick<ToolContext<EditServices>, "workspace" | "services">,
  known: Known = {},
): Promise<ProvenFiles> {
  const proven: (ChangedFile & { readonly file: EditableFile })[] = [];
  for (const plan of planned) {
    proven.push({ file: readAsPlanned(root, plan), ...changed(oxc, plan, known) });
  }
  return {
    files: proven,
    async write(tool, moves = [], made) {
      const writes = proven.map(({ file, after }) => ({ file, text: after.text }));
      const { moved, folders, warnings } = await commit(root, { tool, writes, moves, ...(made && { made }) });
      const files: FileChange[] = proven.map(({ path, before, after }) => ({
        path,
        before: before.text,
        after: after.text,
      }));
      if (made !== undefined) files.push({ path: made.path.relative, before: undefined, after: made.text, folders });
      services.history.add({ tool, files, ...(moved.length > 0 && { moves: moved }) });
      services.idle.reset();
      for (const { path, before, after, hunks } of proven)
        services.snapshots.carry(path, before.text, after.text, hunks);
      for (const { from, to } of moved) services.snapshots.move(from, to);
      return { moved, warnings };
    },
  };
}

/** A file that is to be made, as one of a change. Throws `syntax_error` where its text is none of its language. */
export function madeFile(oxc: Parser, { relative: path }: NewPath, text: string): ChangedFile {
  const [before, after] = ["", text].map((one) => new FileText(oxc, path, one)) as [FileText, FileText];
  if (after.failure !== undefined) {
    const { line, message } = after.failure;
    throw new ToolError(
      "syntax_error",
      `${escapeName(path)} would not parse: line ${line}: ${clip(escapeInvisible(message), 300)}. Name a file of the language that the code is.`,
    );
  }
  const lines = { before: [], after: new FileLines(text).lines };
  const edits = textEdits([{ span: { start: 0, end: 0 }, text }]) as TextEdits;
  return { path, edits, before, after, lines, hunks: lineHunks(lines.before, lines.after) };
}

function readAsPlanned(root: Parameters<typeof readForEdit>[0], { path, text }: PlannedFile): EditableFile {
  const file = readForEdit(root, path);
  if (file.text === text && file.path.relative === path) return file;
  throw changedMeanwhile(path);
}

/** @param path from the root */
export function changedMeanwhile(path: string): ToolError {
  return new ToolError(
    "stale",
    `${escapeName(path)} was changed by another program while this was worked out. Repeat the call.`,
  );
}

/** Of a name nobody sent text that could be mended. */
function provenAfter(before: FileText, edits: TextEdits, names: NewName | undefined): FileText {
  try {
    return provenResult(before, { edits, result: { start: 0, end: 0 }, warnings: [] }).after;
  } catch (error) {
    if (names === undefined || !(error instanceof ToolError) || error.code !== "syntax_error") throw error;
    const [old, fresh] = [names.old, names.fresh].map((name) => `\`${escapeInvisible(name)}\``);
    throw new ToolError(
      "syntax_error",
      `${escapeName(before.path)} would not parse with ${fresh} where ${old} stands, or be read as something else. Send another name.`,
    );
  }
}

function changed(oxc: Parser, { path, text, edits }: PlannedFile, { texts, names }: Known): ChangedFile {
  const known = texts?.get(path);
  const before = known?.text === text ? known : new FileText(oxc, path, text);
  const isName = names !== undefined && isNameForName(text, edits, names);
  // One reading tells what is a string, and whether all of it parses.
  const tree = names === undefined ? before.tree : undefined;
  if (before.failure !== undefined) throw unparsed(path, before.failure);
  const isProven = isName || (tree !== undefined && isTextForText(tree, edits));
  const after = isProven ? new FileText(oxc, path, applyEdits(text, edits)) : provenAfter(before, edits, names);
  const lines = { before: new FileLines(before.text).lines, after: new FileLines(after.text).lines };
  return { path, edits, before, after, lines, hunks: lineHunks(lines.before, lines.after) };
}

function unparsed(path: string, { line, message }: SyntaxFailure): ToolError {
  return new ToolError(
    "syntax_error",
    `${escapeName(path)} would change with it, and does not parse: line ${line}: ${clip(escapeInvisible(message), 300)}. Mend that first with kart_edit.`,
  );
}
