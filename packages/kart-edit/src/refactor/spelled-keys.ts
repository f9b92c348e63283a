import { literally, wordPattern } from "@kart/core/process/ripgrep-pattern";
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
 * Files that may write a key which a type makes of a member's name, `onWidthChange` of `width` and `close` of `onClose`: they see both
 * the member's file and one with such a type, and hold the name as a part of another, or a part of the name. From the root, the nearest
 * first.
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
  const find = async (written: string, suspected: string, isMaking: (node: Node) => boolean) => {
    const holding = await filesMatching(workspace, `(?i)${written}`, SOURCE_GLOBS, signal);
    const others = new Set(holding.flatMap((file) => (known.has(file) ? [] : [root.relative(file)])));
    if (others.size === 0) return [];
    const oxc = await loadParser();
    const suspects = await filesMatching(workspace, suspected, SOURCE_GLOBS, signal);
    const making = suspects.slice(0, MAX_PARSED).filter((file) => makesKeys(oxc, file, isMaking));
    if (making.length === 0) return [];
    const makers = making.map((file) => root.relative(file));
    return sharingShape(await graph(), [path], makers).filter((one) => others.has(one));
  };
  const parts = new Set(ends(name));
  const longer = await find(literally(name), MAKING, isMakingKeys);
  const shorter = parts.size === 0 ? [] : await find(wordPattern(parts), TAKING, isTakingParts);
  return [...new Set([...longer, ...shorter])];
}

/** The words of a name but for those before one, or behind one: `Change`, `WidthChange`, `on` and `onWidth` of `onWidthChange`. */
function ends(name: string): string[] {
  const starts = Array.from(name.matchAll(/(?<=[a-z\d])[A-Z]|(?<=[_-])[a-z\d]/gi), ({ index }) => index).filter(
    (at) => /[_-]/.test(name[at - 1] as string) || /[A-Z]/.test(name[at] as string),
  );
  return starts
    .flatMap((at) => [name.slice(0, at).replace(/[_-]$/, ""), name.slice(at)])
    .filter((part) => part.length >= SHORTEST);
}

/** Letters of a part of a name that is looked for: shorter ones are parts of everything. */
const SHORTEST = 3;

/** Text with another type in it, whose name starts with a capital letter: `on${Capitalize<K>}`; or a type that makes such text. */
const MAKING = "`[^`]*\\$\\{\\s*(?:[A-Z]|keyof\\b)|\\b(?:Uppercase|Lowercase|Capitalize|Uncapitalize)\\s*<";

/** Text of which a part is taken: `on${infer Event}`. */
const TAKING = "`[^`]*\\$\\{\\s*infer\\b";

/** Files that are parsed to tell a type from a value. */
const MAX_PARSED = 100;

/** What a type takes keys by, or another type the text that it works on. */
const OF_KEYS = /\b(?:keyof|extends\s+string|(?:Unc|C)apitalize|Uppercase|Lowercase)\b/;

function makesKeys(oxc: Parser, file: string, isMaking: (node: Node) => boolean): boolean {
  const outcome = readTextFile(file);
  if (outcome.status !== "read" || !OF_KEYS.test(outcome.text)) return false;
  const parsed = parseSource(oxc, file, outcome.text);
  return parsed.ok && holds(parsed.parsed.program, isMaking);
}

function holds(program: Node, isWanted: (node: Node) => boolean): boolean {
  const pending = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isWanted(node)) return true;
    pending.push(...childNodes(node));
  }
  return false;
}

function isMakingKeys(node: Node): boolean {
  if (node.type === "TSTemplateLiteralType") return node.types.some(({ type }) => !PLAIN.has(type));
  return node.type === "TSTypeReference" && node.typeName.type === "Identifier" && OF_CASE.test(node.typeName.name);
}

function isTakingParts(node: Node): boolean {
  return node.type === "TSTemplateLiteralType" && node.types.some(({ type }) => type === "TSInferType");
}

const OF_CASE = /^(?:Uppercase|Lowercase|(?:Unc|C)apitalize)$/;

/** `${string}` and the like take any text, and make no key of a name. */
const PLAIN = new Set<string>([
  "TSAnyKeyword",
  "TSBigIntKeyword",
  "TSBooleanKeyword",
  "TSNumberKeyword",
  "TSStringKeyword",
]);
