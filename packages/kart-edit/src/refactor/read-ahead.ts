import type { Parser } from "@kart/core/syntax/parse";
import { sourceLanguage } from "@kart/core/syntax/source-language";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { FileText } from "../change/file-text.ts";

/** Files that are parsed before it is known whether they change. */
const MAX_AHEAD = 100;

/** The first source files of some, parsed; by path from the root. */
export function readAhead(
  oxc: Parser,
  files: readonly string[],
  textOf: (file: string) => string | undefined,
  root: WorkspaceRoot,
): Map<string, FileText> {
  const texts = new Map<string, FileText>();
  for (const file of files.filter((one) => sourceLanguage(one) !== undefined).slice(0, MAX_AHEAD)) {
    const text = textOf(file);
    const path = root.relative(file);
    if (text !== undefined) texts.set(path, new FileText(oxc, path, text));
  }
  return texts;
}
