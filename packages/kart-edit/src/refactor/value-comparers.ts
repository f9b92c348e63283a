import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { stepsTo } from "@kart/core/modules/steps-to";
import { literally } from "@kart/core/process/ripgrep-pattern";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import type { EditServices } from "../services.ts";
import type { NameChange } from "./needed-by-types.ts";
import { filesMatching } from "./word-files.ts";

/**
 * Files that write the value of an enum's member which is deleted, and may have the enum's values: `side === "left"` is an error where
 * no member of it has that value. The nearest first; absolute.
 */
export async function valueComparers(
  { target: { declaration, source }, path, fresh }: NameChange,
  graph: () => Promise<ModuleGraph>,
  { workspace, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  if (declaration.kind !== "enum-member" || fresh !== undefined) return [];
  const value = WRITTEN.exec(source.parsed.source.slice(declaration.nameRange.end, declaration.span.end))?.[2];
  if (value === undefined) return [];
  const files = await filesMatching(workspace, `["'\`]${literally(value)}["'\`]`, SOURCE_GLOBS, signal);
  if (files.length === 0) return [];
  const steps = stepsTo(await graph(), [path]);
  const far = (file: string) => steps.get(workspace.root.relative(file)) ?? Infinity;
  return files.filter((file) => far(file) < Infinity).sort((a, b) => far(a) - far(b));
}

/** `= "left"`, of which the text is all that the compiler compares. */
const WRITTEN = /^\s*["'\]]?\s*=\s*(["'`])([^"'`\\\n]+)\1/;
