import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../../change/change-files.ts";
import { manifestEdits, tsconfigEdits, type WhereTo } from "../../planning/paths/config-paths.ts";
import { jsonStrings } from "../../planning/paths/json-paths.ts";

/** Rewrites what tsconfig and package.json files say of what is moved. */
export function configEdits(
  oxc: Parser,
  root: WorkspaceRoot,
  { files, resolver }: ModuleGraph,
  whereTo: WhereTo,
): PlannedFile[] {
  const sourceAt = (path: string) => resolver.sourceAt(path);
  const plan = (path: string, editsOf: typeof tsconfigEdits): PlannedFile[] => {
    const outcome = readTextFile(join(root.absolute, path));
    if (outcome.status !== "read") return [];
    const { text } = outcome;
    const edits = editsOf({ from: path, to: whereTo(path) ?? path }, jsonStrings(oxc, text), whereTo, sourceAt);
    return edits.length === 0 ? [] : [{ path, text, edits: textEdits(edits) as TextEdits }];
  };
  return [
    ...files.configs.flatMap((path) => plan(path, tsconfigEdits)),
    ...files.manifests.flatMap((path) => plan(path, manifestEdits)),
  ];
}
