import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { clip } from "@kart/core/text/display";
import { textHunks } from "@kart/core/text/line-diff";
import { type Change, type Diagnostic, type LintReport, unavailable } from "../diagnostics/linter.ts";
import { hasOxlint } from "../diagnostics/oxlint-binary.ts";
import { addedErrors, isError } from "../refactor/new-errors.ts";
import type { EditServices } from "../services.ts";

/** Characters of a message that are kept, as of one of the linter. */
const MAX_MESSAGE = 500;

/**
 * The type errors that a text would bring in its file, which is not written: the language server sees it in the file's place. The
 * linter reads the disk alone. In a copy of the workspace a file that imports this one would mean the one that is there, so that
 * types would differ from themselves.
 */
export async function checkUnwritten(
  { path, before, after }: Change,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<LintReport> {
  const oxlintAvailable = hasOxlint(path, workspace.root);
  try {
    const server = await services.languageServer();
    const errorsOf = async (contents: ReadonlyMap<string, string>) => {
      const { diagnostics } = await server.diagnosticsOfAll([path], contents, signal);
      return diagnostics.flat().filter(isError);
    };
    const now = await errorsOf(new Map([[path.absolute, after]]));
    const old = now.length === 0 || before === "" ? [] : await errorsOf(new Map());
    const made = addedErrors(old, now, textHunks(before, after));
    const rest = now.filter((one) => !made.includes(one));
    return {
      diagnostics: made.map(diagnosticOf),
      existing: rest.length,
      remaining: rest.map(diagnosticOf),
      isLinted: true,
      oxlintAvailable,
      isTypesAlone: true,
      typeAware: true,
      problem: "not run in a dry run",
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ToolError)) throw error;
    return { ...unavailable(`a dry run, whose types could not be checked: ${error.message}`), oxlintAvailable };
  }
}

function diagnosticOf({ code, message, location: { line, column } }: SourceDiagnostic): Diagnostic {
  return {
    severity: "error",
    code: `typescript(TS${code})`,
    message: clip(message, MAX_MESSAGE),
    line,
    column,
    new: true,
  };
}
