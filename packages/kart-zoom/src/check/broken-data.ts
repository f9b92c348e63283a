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
  const imported = files.flatMap(({ absolute, relative }) =>
    Array.from((contents.get(absolute) ?? textIn(absolute)).matchAll(IMPORT), ([, specifier = ""]) =>
      posix.join(posix.dirname(relative), specifier),
    ),
  );
  const paths = new Set([...data, ...imported].filter((path) => !path.startsWith("../") && !isConfiguration(path)));
  return [...paths].toSorted().flatMap((path) => {
    const text = contents.get(`${root.absolute}/${path}`) ?? textAt(root, path);
    return complaint(oxc, root, path, text) ?? [];
  });
}

/** Empty for a path that leads nowhere, or out of the root. */
function textAt(root: WorkspaceRoot, path: string): string {
  try {
    return textIn(root.proveFile(path).absolute);
  } catch (error) {
    if (error instanceof ToolError) return "";
    throw error;
  }
}

function textIn(absolute: string): string {
  const outcome = readTextFile(absolute);
  return outcome.status === "read" ? outcome.text : "";
}

function complaint(oxc: Parser, root: WorkspaceRoot, path: string, text: string): SourceDiagnostic | undefined {
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

/** What imports a file of it by a path: what a program reads itself may be broken on purpose. */
const IMPORT =
  /(?:^[ \t]*(?:import|export)\b[^;"'`()=]*\bfrom\s*|^[ \t]*import\s*|\bimport\s*\(\s*|^[ \t]*(?:export[ \t]+)?import\s[^;"'`(]*=\s*require\s*\(\s*)["'](\.{1,2}\/[^"'\n]+\.json)["']/gm;
