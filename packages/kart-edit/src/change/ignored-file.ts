import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { escapeName } from "@kart/core/text/display";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";

/** A line about a file that git ignores, and that the next build may write anew; it names what its source map leads to. */
export function ignoredNote(
  workspace: Workspace,
  { absolute, relative }: Pick<WorkspacePath, "absolute" | "relative">,
): string[] {
  if (!workspace.ignoreRules().ignores(relative, false)) return [];
  const [source, ...others] = sourcesOf(absolute).filter((file) => workspace.root.holds(file) && existsSync(file));
  if (source === undefined) return ["git ignores this file."];
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return [`git ignores this file: it is built from ${escapeName(workspace.root.relative(source))}${more}.`];
}

/** What the map beside a built file says that it was made of, absolute. */
function sourcesOf(file: string): string[] {
  const map = readTextFile(`${file}.map`);
  if (map.status !== "read") return [];
  try {
    const { sources = [], sourceRoot = "" } = JSON.parse(map.text) as { sources?: unknown; sourceRoot?: unknown };
    const folder = resolve(dirname(file), String(sourceRoot));
    return [sources].flat().flatMap((one) => (typeof one === "string" ? resolve(folder, one) : []));
  } catch {
    return [];
  }
}
