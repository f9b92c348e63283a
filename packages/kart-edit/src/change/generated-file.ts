import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { escapeName } from "@kart/core/text/display";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";

/** A line about a file that a program may write anew: git ignores it, and what its source map leads to is named; or it says so itself. */
export function generatedNote(
  workspace: Workspace,
  { absolute, relative }: Pick<WorkspacePath, "absolute" | "relative">,
  text = "",
): string[] {
  if (!workspace.ignoreRules().ignores(relative, false)) {
    const line = saysGenerated(text);
    return line === undefined ? [] : [`Line ${line} says that this file is generated: what writes it may undo this.`];
  }
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

/** The line, 1-based, at the top of a file that says that it is generated; undefined where none does. */
export function saysGenerated(text: string): number | undefined {
  const at = text
    .slice(0, TOP)
    .split(/\r?\n/)
    .findIndex((line) => COMMENT.test(line) && GENERATED.test(line));
  return at === -1 ? undefined : at + 1;
}

/** UTF-16 units at the start of a file: below it, comments are about what stands there. */
const TOP = 1500;

const COMMENT = /^\s*(?:\/[/*]|\*|#|<!--|--|;)/;

const GENERATED =
  /@generated\b|\bdo not (?:edit|modify)\b|\bauto(?:matically)?[- ]?generated (?:by|from|file|code|using|with)\b|\bfile (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated\b/i;
