import { jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { isJavaScript, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspacePath } from "@kart/core/workspace/workspace-path";

/** Whether a comment of a JavaScript file declares a type of that name, by `@typedef` or `@callback`. */
export async function declares({ absolute, relative }: WorkspacePath, name: string): Promise<boolean> {
  if (!isJavaScript(sourceLanguage(relative))) return false;
  const outcome = readTextFile(absolute);
  if (outcome.status !== "read" || !/@(?:typedef|callback)\b/.test(outcome.text)) return false;
  const parsed = parseSource(await loadParser(), relative, outcome.text);
  return parsed.ok && jsDocTypes(parsed.parsed).some((one) => one.name === name);
}
