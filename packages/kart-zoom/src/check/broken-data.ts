import { posix } from "node:path";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type Parser, syntaxFailure } from "@kart/core/syntax/parser/parse";
import { LineIndex } from "@kart/core/text/line-index";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { isConfiguration } from "./data-files.ts";
import type { FilesToCheck } from "./files-to-check.ts";

/**
 * JSON that does not parse, of what is checked and what that imports by a path: the language server answers for it in no file.
 *
 * @param contents stand in the place of files, by absolute path
 */
export function brokenData(
  oxc: Parser,
  root: WorkspaceRoot,
  { files, data }: Pick<FilesToCheck, "files" | "data">,
  contents: ReadonlyMap<string, string>,
): SourceDiagnostic[] {
  const textOf = (path: string) => contents.get(`${root.absolute}/${path}`) ?? textAt(root, path);
  const imported = files.flatMap(({ relative }) =>
    Array.from((textOf(relative) ?? "").matchAll(JSON_PATH), ([, specifier = ""]) =>
      posix.join(posix.dirname(relative), specifier),
    ),
  );
  const paths = new Set([...data, ...imported].filter((path) => !path.startsWith("../") && !isConfiguration(path)));
  return [...paths].toSorted().flatMap((path) => complaint(oxc, root, path, textOf(path)) ?? []);
}

/** Undefined for a path that leads nowhere, or out of the root. */
function textAt(root: WorkspaceRoot, path: string): string | undefined {
  try {
    const outcome = readTextFile(root.proveFile(path).absolute);
    return outcome.status === "read" ? outcome.text : undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function complaint(oxc: Parser, root: WorkspaceRoot, path: string, text = ""): SourceDiagnostic | undefined {
  // Of an empty file, and of comments, the compiler does not complain.
  if (text.trim() === "" || isJson(text)) return undefined;
  const source = text.replace(/^\uFEFF/, "");
  const failure = syntaxFailure(oxc, "data.js", `(${source}\n)`);
  if (failure === undefined) return undefined;
  // What is missing at the end is so in the last line that has anything.
  const lines = new LineIndex(source);
  const line = Math.min(failure.line, lines.lineAt(source.trimEnd().length));
  const start = lines.offsetAt({ line, column: 1 }) ?? source.length;
  const location = {
    file: `${root.absolute}/${path}`,
    path,
    span: { start, end: start },
    line,
    column: 1,
  };
  return { severity: "error", message: `JSON does not parse: ${failure.message}`, location };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What may name a file of it, beside the file that does. */
const JSON_PATH = /["'`](\.{1,2}\/[^"'`\n]+\.json)["'`]/g;
