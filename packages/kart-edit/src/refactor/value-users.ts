import type { SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import { BESIDE, literally } from "@kart/core/process/ripgrep-pattern";
import { isComponent } from "@kart/core/syntax/parser/source-language";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { graphOfCall } from "../change/once-per-call.ts";
import { ownerOf, type Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import type { NameChange } from "./needed-by-types.ts";
import { MAX_CHECKED } from "./new-errors.ts";
import { isSeenByAll } from "./seen-by-all.ts";
import { filesMatching } from "./word-files.ts";

/**
 * Files in which types may need the value of a member that is deleted, of an enum or of an object that a type is made of: `side ===
 * "left"` is an error where nothing of the type has that value. Of many only those that write it. The nearest first; absolute.
 *
 * @param users of what has the member
 */
export async function valueUsers(
  change: NameChange,
  users: readonly SourceLocation[],
  graph: () => Promise<ModuleGraph>,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { declaration } = change.target;
  const { root } = workspace;
  if (change.fresh !== undefined) return [];
  const isOfObject = declaration.kind === "property" && ownerOf(change.target)?.kind === "const";
  if (declaration.kind !== "enum-member" && !(isOfObject && makeTypes(users))) return [];
  const files = reaching(await graph(), change).map((path) => `${root.absolute}/${path}`);
  const value = writtenValue(change.target);
  if (files.length <= MAX_CHECKED || value === undefined) return files;
  const { text, digits } = value;
  const pattern = text === undefined ? `(?:^|${BESIDE})${digits}(?:${BESIDE}|$)` : literally(text);
  const writing = new Set(await filesMatching(workspace, pattern, SOURCE_GLOBS, signal));
  return files.filter((file) => writing.has(file));
}

/**
 * Components that may have values of an enum, and write that of a member which is deleted: nothing here checks their types. In words
 * with their lines, or none.
 */
export async function componentsWriting(
  target: Target,
  path: string,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const text = target.declaration.kind === "enum-member" ? writtenValue(target)?.text : undefined;
  if (text === undefined) return [];
  const quoted = new RegExp(`(["'\`])${RegExp.escape(text)}\\1`);
  const components = reaching(await graphOfCall(services, signal), { target, path }).filter(isComponent);
  const places = components.flatMap((one) => {
    const lines = textOrEmpty(`${workspace.root.absolute}/${one}`).split("\n");
    return lines.flatMap((line, index) => (quoted.test(line) ? [{ path: one, line: index + 1 }] : []));
  });
  return gapNote("NOT CHECKED, and written with its value", linesByFile(places));
}

function writtenValue({
  declaration,
  source,
}: Target): { readonly text?: string; readonly digits?: string } | undefined {
  return WRITTEN.exec(source.parsed.source.slice(declaration.nameRange.end, declaration.span.end))?.groups;
}

/** `= "left"` and `: -1` behind the name of a member. */
const WRITTEN =
  /^["'`\]]?\s*[=:]\s*(?:(?<quote>["'`])(?<text>(?:(?!\k<quote>)[^\\\n])+)\k<quote>|-?(?<digits>\d+))\s*,?$/;

/** Whether a type is made of what is used: `typeof sides`. */
function makeTypes(users: readonly SourceLocation[]): boolean {
  return [...Map.groupBy(users, ({ file }) => file)].some(([file, uses]) => {
    const text = textOrEmpty(file);
    return uses.some(({ span: { start } }) => ASKED_FOR.test(text.slice(Math.max(0, start - 200), start)));
  });
}

const ASKED_FOR = /\btypeof\s+(?:[\w$]+\s*\.\s*)*$/;

/** The files that may see what a file declares, the nearest first; from the root. */
function reaching(graph: ModuleGraph, { target, path }: Pick<NameChange, "target" | "path">): string[] {
  if (isSeenByAll(graph, target, path)) return [path, ...graph.nodes.keys()];
  return [...stepsTo(graph, [path])].sort((a, b) => a[1] - b[1]).map(([one]) => one);
}
