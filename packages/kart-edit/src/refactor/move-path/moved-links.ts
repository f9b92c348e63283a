import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { LineIndex } from "@kart/core/text/line-index";
import type { MovableEntry } from "@kart/core/workspace/move-entry";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { filesMeant, isProse, LINKING_GLOBS, linkedPaths } from "../../planning/paths/linked-paths.ts";
import { pathMeant } from "../../planning/paths/specifiers.ts";
import type { EditServices } from "../../services.ts";
import { filesMatching } from "../word-files.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

/**
 * Paths in stylesheets, Markdown and components that are moved, which led to a file and lead elsewhere from the new place,
 * `src/in/a.scss:3 ../vars`: by the places that the files have after the move. What moves along is led to as before.
 */
export async function ledByMovedLinks(
  { kind, absolute }: MovableEntry,
  whereTo: WhereTo,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { root } = workspace;
  if (kind === "link") return [];
  const files = kind === "file" ? [absolute] : await filesMatching(workspace, LINKING, LINKING_GLOBS, signal);
  const isThere = (path: string, isFolderMeant: boolean) => {
    const found = path.startsWith("..") ? undefined : lstatOrUndefined(join(root.absolute, path));
    return found !== undefined && (isFolderMeant || !found.isDirectory());
  };
  // What breaks a build comes before what people read.
  const sorted = files.toSorted((a, b) => Number(isProse(a)) - Number(isProse(b)));
  return sorted.flatMap((file) => {
    const path = root.relative(file);
    const to = whereTo(path);
    const outcome = to === undefined ? undefined : readTextFile(file);
    if (to === undefined || outcome?.status !== "read") return [];
    const lines = new LineIndex(outcome.text);
    return linkedPaths(path, outcome.text).flatMap(({ start, path: named }) => {
      const before = filesMeant(path, pathMeant(path, decoded(named)));
      const after = filesMeant(path, pathMeant(to, decoded(named)));
      // What is looked for in one way only, as in Markdown, may be a folder.
      const found = before.findIndex((one) => isThere(one, before.length === 1));
      const target = before[found];
      if (target === undefined || after[found] === (whereTo(target) ?? target)) return [];
      return [`${to}:${lines.lineAt(start)} ${named}`];
    });
  });
}

/** What stands in every text that names another file. */
const LINKING = "[./\"']";

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
