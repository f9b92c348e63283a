import type { ToolContext } from "@kart/core/mcp/define-tool";
import { isFailure } from "@kart/core/syntax/parser/parse";
import { escapeInvisible } from "@kart/core/text/display";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { parseNamePath } from "@kart/core/syntax/name-path";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { exportChanges, globalChanges } from "../planning/export-changes.ts";
import { literally, wordPattern } from "@kart/core/process/ripgrep-pattern";
import { filesMatching } from "../refactor/word-files.ts";
import type { EditServices } from "../services.ts";
import type { FileText } from "./file-text.ts";

/** Names shown before the rest is counted. */
const MAX_NAMED = 10;

/**
 * Lines about what others see of a file, and that is otherwise after a change, or gone: only the changed file is linted. None of exports
 * where no file of the workspace imports this one, nor of what it declares for all files where no other holds the name.
 */
export async function uncheckedUsers(
  before: FileText,
  after: FileText,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  if (before.parsed === undefined || after.parsed === undefined) return [];
  if (isFailure(before.parsed) || isFailure(after.parsed)) return [];
  const [exported, global] = await Promise.all([
    uncheckedImporters(before, before.parsed, after.parsed, context),
    uncheckedEverywhere(before, before.parsed, after.parsed, context),
  ]);
  return [...exported, ...global];
}

async function uncheckedEverywhere(
  { path }: FileText,
  before: SourceSymbols,
  after: SourceSymbols,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { changed, gone } = globalChanges(before, after);
  const all = [...changed, ...gone];
  if (all.length === 0) return [];
  // What imports from a module by a pattern, "*.svg", calls it anything.
  const words = all.map((one) => (/^["']/.test(one) ? one : (parseNamePath(one).parts.at(-1) ?? one)));
  const isWord = (one: string) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(one);
  const holding = words.every(isWord)
    ? await filesMatching(workspace, wordPattern(new Set(words)), NAMING, signal).catch(() => undefined)
    : undefined;
  if (holding?.every((file) => file === `${workspace.root.absolute}/${path}`) === true) return [];
  const said = [
    ...worded(changed, "is declared for all files and changed", "are declared for all files and changed"),
    ...worded(gone, "was declared for all files and no longer is", "were declared for all files and no longer are"),
  ];
  return [unchecked(said, all.length)];
}

function unchecked(said: readonly string[], names: number): string {
  const them = names === 1 ? "it" : "them";
  return `${said.join(", ")}: files that use ${them} were not checked: kart_check {"dependents": true} checks them.`;
}

async function uncheckedImporters(
  { path }: FileText,
  before: SourceSymbols,
  after: SourceSymbols,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { changed, gone, formerDefault, unnamed, grown } = exportChanges(before, after);
  const former = formerDefault === undefined ? [] : [formerDefault];
  if (changed.length + gone.length + former.length + unnamed.length === 0) return [];
  // The change is made: where it cannot be found out who may import the file, that refuses nothing.
  const naming = await filesMatching(workspace, specifierOf(path), NAMING, signal).catch(() => undefined);
  const own = `${workspace.root.absolute}/${path}`;
  if (naming?.every((file) => file === own) === true) return [];
  const said = [
    ...worded(changed, "is exported and its signature changed", "are exported and their signatures changed"),
    ...worded(grown, "has new members", "have new members"),
    ...worded(gone, "was exported and no longer is", "were exported and no longer are"),
    ...former.map((name) => `\`${escapeInvisible(name)}\` is no longer the default export`),
    ...worded(unnamed, "is no longer exported under that name", "are no longer exported under these names"),
  ];
  return [unchecked(said, new Set([...changed, ...gone, ...former, ...unnamed, ...grown]).size)];
}

/** What may hold the specifier of a file. */
const NAMING = [...SOURCE_GLOBS, "*.vue", "*.svelte", "*.astro", "*.mdx", "*.json"];

/**
 * What a specifier that leads to a file ends in, as a regular expression: its name, or for an index that of its folder. To
 * follow each specifier of a workspace would take seconds at the first change.
 */
function specifierOf(path: string): string {
  const [file = "", folder = ""] = path.split("/").toReversed();
  const [name = ""] = file.split(".");
  const ends =
    name === "index" ? ["index", "\\.{1,2}", ...(folder === "" ? [] : [literally(folder)])] : [literally(name)];
  return `["'\`/](?:${ends.join("|")})(?:\\.\\w+)*/?["'\`?]`;
}

function worded(names: readonly string[], one: string, several: string): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMED).map((name) => `\`${escapeInvisible(name)}\``);
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : [];
  const list = [...shown, ...more];
  const last = list.pop() as string;
  return [list.length === 0 ? `${last} ${one}` : `${list.join(", ")} and ${last} ${several}`];
}
