import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import { unsearchedNote } from "@kart/core/text/gap-note";
import { quotedGlob } from "@kart/core/workspace/glob";
import * as z from "zod";
import type { ListedEntry, ListResult } from "@kart/core/workspace/list";
import type { NavServices } from "../services.ts";
import { limit, path, text } from "./parameters.ts";

export const list = defineTool({
  name: "kart_list",
  title: "List files and folders",
  description:
    "What is in a folder? Files with their size in bytes, folders (`name/`) and symlinks, as git sees them. `recursive` with a glob such as `**/*.test.ts` finds files by name.",
  input: z.strictObject({
    path: path("Folder").default("."),
    recursive: z.boolean().default(false),
    glob: text("Entries to take, such as `*.json` or `src/**`").optional(),
    limit: limit(1000),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        isDirectory: z.boolean(),
        size: z.int().optional(),
        symlinkTo: z.string().optional(),
      }),
    ),
    total: z.int(),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async ({ path: given, recursive, glob, limit: max }, { workspace, signal }: ToolContext<NavServices>) => {
    const folder = workspace.root.prove(given);
    const files = await import("@kart/core/workspace/list");
    const result = await files.list(
      workspace,
      { path: folder, recursive, limit: max, ...(glob === undefined ? {} : { glob }) },
      signal,
    );
    const truncated = result.total > result.entries.length;
    return {
      structured: { entries: [...result.entries], total: result.total, truncated },
      text: [
        summary(folder.relative, result, truncated, recursive, glob),
        ...rows(folder.relative, result.entries),
        ...unsearchedNote(result.problems),
      ].join("\n"),
    };
  },
});

function summary(
  folder: string,
  { entries, total, seen }: ListResult,
  truncated: boolean,
  recursive: boolean,
  glob: string | undefined,
): string {
  const name = escapeName(folder);
  if (truncated)
    return `${name}: ${entries.length} of ${count(total, "entry", "entries")}. Narrow with path or glob, or raise limit.`;
  if (total > 0) return `${name}: ${count(total, "entry", "entries")}`;
  const ignored = "Ignored files and node_modules are listed only by naming them in path.";
  if (glob === undefined || seen === 0) return `${name}: empty. ${ignored}`;
  const deeper = recursive ? "" : "; recursive: true looks deeper";
  return `${name}: none of ${count(seen, "entry", "entries")} fits the glob ${quotedGlob(glob)}${deeper}. ${ignored}`;
}

/** Entries of one folder stand under its name; a folder that has a heading has no row. */
function rows(start: string, entries: readonly ListedEntry[]): string[] {
  const folders = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const parent = entry.path.slice(0, -entry.name.length - 1) || ".";
    const siblings = folders.get(parent);
    if (siblings === undefined) folders.set(parent, [entry]);
    else siblings.push(entry);
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, siblings]) => {
      const shown = siblings.filter(({ path: itsPath }) => !folders.has(itsPath)).map(row);
      return folder === start || shown.length === 0
        ? shown
        : [`${escapeName(folder)}/`, ...shown.map((entry) => ` ${entry}`)];
    });
}

function row({ name, isDirectory, size, symlinkTo }: ListedEntry): string {
  const shown = escapeName(name);
  if (symlinkTo !== undefined) return `${shown} -> ${escapeName(symlinkTo)}`;
  return isDirectory ? `${shown}/` : size === undefined ? shown : `${shown} ${size}`;
}
