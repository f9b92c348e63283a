import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { contains } from "@kart/core/text/span";
import { type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { PlannedFile } from "../../change/change-files.ts";
import { pathMeant } from "../../planning/paths/specifiers.ts";
import { folderUrl, urlPaths } from "../../planning/paths/url-paths.ts";
import type { EditServices } from "../../services.ts";
import { filesMatching } from "../word-files.ts";
import type { ShadowWorld } from "../shadow-world.ts";
import { computedOnes } from "./computed-ones.ts";
import type { Move } from "./move-imports.ts";

export interface FolderUrls {
  /** On the texts at the old places. */
  readonly files: readonly PlannedFile[];
  /** What leads elsewhere and is not rewritten, by the places that the files have after the move. */
  readonly left: readonly string[];
  /** What is put together when the program runs, as {@link computedOnes} names it. */
  readonly computed: readonly string[];
}

/**
 * Rewrites what source files make URLs of beside their own and is no module: `new URL("./locales/", import.meta.url)`, where it is
 * there. What names a file by its ending is an import.
 */
export async function folderUrls(
  oxc: Parser,
  graph: ModuleGraph,
  shadow: ShadowWorld,
  move: Move,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<FolderUrls> {
  const { root } = workspace;
  const files: PlannedFile[] = [];
  const left: string[] = [];
  const computed: string[] = [];
  for (const file of await filesMatching(workspace, "new\\s+URL\\b", SOURCE_GLOBS, signal)) {
    const path = root.relative(file);
    const outcome = readTextFile(file);
    if (outcome.status !== "read" || !outcome.text.includes("import.meta.url")) continue;
    const { text } = outcome;
    const parse = parseSource(oxc, path, text);
    if (!parse.ok) continue;
    const { program, lines } = parse.parsed;
    const to = move.whereTo(path) ?? path;
    const imports = graph.nodes.get(path)?.record.imports.filter(({ call }) => call === "new URL") ?? [];
    const edits: TextEdit[] = [];
    for (const { span, path: named, isStart } of urlPaths(program, text)) {
      if (imports.some((one) => contains(one, span))) continue;
      const line = lines.lineAt(span.start);
      if (isStart) {
        const prefix = named.startsWith(".") ? named : `./${named}`;
        computed.push(...computedOnes({ path, computed: [{ line, prefix }] }, graph, shadow, move));
        continue;
      }
      const meant = pathMeant(path, named);
      const now = move.whereTo(meant) ?? meant;
      if (pathMeant(to, named) === now) continue;
      const fresh = folderUrl(named, to, now);
      const isThere = meant.startsWith("..") || existsSync(join(root.absolute, meant));
      if (isThere && !/[%?#"'`$\\]/.test(fresh)) edits.push({ span, text: fresh });
      else left.push(`${to}:${line} ${named}`);
    }
    if (edits.length > 0) files.push({ path, text, edits: textEdits(edits) as TextEdits });
  }
  return { files, left, computed };
}
