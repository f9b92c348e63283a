import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { Node } from "oxc-parser";
import { isConfig } from "@kart/core/modules/entry-points";
import { isRelative } from "@kart/core/modules/import-places";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { literal } from "@kart/core/syntax/module-records/module-expressions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { Span } from "@kart/core/text/span";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../../change/change-files.ts";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { pathMeant } from "../../planning/paths/specifiers.ts";

/**
 * Paths and patterns in moved configurations of tools, which many read from the folder of their configuration, and that lead elsewhere
 * from the new one: `config/jest.config.cjs:1 <rootDir>/tests`. By the places that the files have after the move.
 *
 * @param rewritten strings that are no imports and lead on
 */
export function ledFromConfigurations(
  oxc: Parser,
  root: WorkspaceRoot,
  graph: ModuleGraph,
  whereTo: WhereTo,
  rewritten: readonly PlannedFile[],
): string[] {
  const isThere = (path: string) =>
    path.startsWith("..") || existsSync(join(root.absolute, path)) || graph.resolver.sourceAt(path) !== undefined;
  return [...graph.nodes.values()].flatMap(({ path, record }) => {
    const to = whereTo(path);
    if (to === undefined || !isConfig(path) || posix.dirname(to) === posix.dirname(path)) return [];
    const parse = parseSource(oxc, path, graph.text(path) ?? "");
    if (!parse.ok) return [];
    const edits = rewritten.find((one) => one.path === path)?.edits ?? [];
    const isLed = ({ start, end }: Span, text: string) =>
      record.imports.some((one) => one.specifier === text && one.start <= start && end <= one.end) ||
      edits.some(({ span }) => span.start === start + 1);
    return stringsIn(parse.parsed.program).flatMap(([node, text]) => {
      const named = text.replace(/^!/, "").replace(/^<rootDir>(?=\/|$)/, ".");
      if (!isRelative(named) || isLed(node, text)) return [];
      const head = headOf(named);
      const meant = pathMeant(path, head);
      if (pathMeant(to, head) === (whereTo(meant) ?? meant) || !isThere(meant)) return [];
      return [`${to}:${parse.parsed.lines.lineAt(node.start)} ${text}`];
    });
  });
}

/** What stands before the first wildcard. */
function headOf(pattern: string): string {
  const wild = pattern.search(/[*?{[(]/);
  return wild === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", wild) + 1);
}

/** In the order of the source. */
function stringsIn(program: Node): (readonly [Node, string])[] {
  const found: (readonly [Node, string])[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const text = literal(node);
    if (text === undefined) pending.push(...childNodes(node));
    else found.push([node, text]);
  }
  return found.sort(([a], [b]) => a.start - b.start);
}
