import { literally } from "@kart/core/process/ripgrep-pattern";
import type { Node } from "oxc-parser";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { loadParser, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { childNodes } from "@kart/core/syntax/parser/tree";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { EditServices } from "../services.ts";
import { sharingShape } from "./shape-users.ts";
import { filesMatching } from "./word-files.ts";

/**
 * Files that may write a key which a type makes of a member's name, `onWidthChange` of `width`: they see both the member's file
 * and one with such a type, and hold the name as a part of another. From the root, the nearest first.
 *
 * @param path of the file that declares the member, from the root
 * @param known files that are not looked for, absolute
 */
export async function spellingAnew(
  graph: () => Promise<ModuleGraph>,
  path: string,
  name: string,
  known: ReadonlySet<string>,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const { root } = workspace;
  const holding = await filesMatching(workspace, `(?i)${literally(name)}`, SOURCE_GLOBS, signal);
  const others = new Set(holding.flatMap((file) => (known.has(file) ? [] : [root.relative(file)])));
  if (others.size === 0) return [];
  const oxc = await loadParser();
  const suspects = await filesMatching(workspace, TEMPLATE, SOURCE_GLOBS, signal);
  const making = suspects.slice(0, MAX_PARSED).filter((file) => makesKeys(oxc, file));
  if (making.length === 0) return [];
  const makers = making.map((file) => root.relative(file));
  return sharingShape(await graph(), [path], makers).filter((one) => others.has(one));
}

/** Text with another type in it, whose name starts with a capital letter: `on${Capitalize<K>}`. */
const TEMPLATE = "`[^`]*\\$\\{\\s*(?:[A-Z]|keyof\\b)";

/** Files that are parsed to tell a type from a value. */
const MAX_PARSED = 100;

/** What a type takes keys by, or another type the text that it works on. */
const OF_KEYS = /\b(?:keyof|extends\s+string|(?:Unc|C)apitalize|Uppercase|Lowercase)\b/;

function makesKeys(oxc: Parser, file: string): boolean {
  const outcome = readTextFile(file);
  if (outcome.status !== "read" || !OF_KEYS.test(outcome.text)) return false;
  const parsed = parseSource(oxc, file, outcome.text);
  return parsed.ok && hasTemplate(parsed.parsed.program);
}

function hasTemplate(program: Node): boolean {
  const pending = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === "TSTemplateLiteralType" && node.types.some(({ type }) => !PLAIN.has(type))) return true;
    pending.push(...childNodes(node));
  }
  return false;
}

/** `${string}` and the like take any text, and make no key of a name. */
const PLAIN = new Set<string>([
  "TSAnyKeyword",
  "TSBigIntKeyword",
  "TSBooleanKeyword",
  "TSNumberKeyword",
  "TSStringKeyword",
]);
