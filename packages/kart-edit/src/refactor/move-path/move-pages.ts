import { literally } from "@kart/core/process/ripgrep-pattern";
import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { MovableEntry } from "@kart/core/workspace/move-entry";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { PlannedFile } from "../../change/change-files.ts";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { pageEdits } from "../../planning/paths/page-paths.ts";
import type { EditServices } from "../../services.ts";
import { filesMatching } from "../word-files.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

export interface MovedPages {
  readonly files: readonly PlannedFile[];
  /** What can be written no more, each a line for a reader. */
  readonly lost: readonly string[];
}

/** Rewrites what web pages say of what is moved. */
export async function movedPages(
  { relative, kind }: MovableEntry,
  whereTo: WhereTo,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<MovedPages> {
  const { root } = workspace;
  const name = relative.slice(relative.lastIndexOf("/") + 1);
  // A page beside a folder names it; one within names what the folder holds.
  const pattern = kind === "folder" || PAGE.test(name) ? "[sS][rR][cC]|[hH][rR][eE][fF]|import" : literally(name);
  const files: PlannedFile[] = [];
  const lost: string[] = [];
  const isFile = (path: string) => lstatOrUndefined(join(root.absolute, path))?.isFile() === true;
  for (const file of await filesMatching(workspace, pattern, ["*.html", "*.htm"], signal)) {
    const outcome = readTextFile(file);
    if (outcome.status !== "read") continue;
    const path = root.relative(file);
    const { text } = outcome;
    const found = pageEdits(text, { from: path, to: whereTo(path) ?? path }, isFile, whereTo);
    if (found.edits.length > 0) files.push({ path, text, edits: textEdits(found.edits) as TextEdits });
    for (const { line, value } of found.lost) lost.push(`${path}:${line} names ${value}, which would lead nowhere`);
  }
  return { files, lost };
}

const PAGE = /\.html?$/i;
