import { ToolError } from "../mcp/tool-error.ts";
import { inTurn } from "../process/in-turn.ts";
import { backendTimeoutMs } from "../process/run.ts";
import type { WorkspacePath } from "../workspace/workspace-path.ts";
import { diagnosticsFrom, type SourceDiagnostic } from "./answers.ts";
import { timeoutError } from "./connection.ts";
import { LspText } from "./lsp-text.ts";
import type { Coverage } from "./projects.ts";
import type { Questions } from "./questions.ts";
import { fileUri } from "./uri.ts";

export interface DiagnosticsOfAll {
  /** In the order of the files. */
  readonly diagnostics: readonly (readonly SourceDiagnostic[])[];
  /** Which of the files are in no project, and so were checked with the default settings. */
  readonly coverage: Coverage;
}

/**
 * The compiler's complaints about each of several files, while texts stand in the place of some.
 *
 * @param onLate as of the language server
 */
export async function diagnosticsOf(
  questions: Questions,
  files: readonly WorkspacePath[],
  contents: ReadonlyMap<string, string>,
  onAnswer: () => void,
  onLate: ((file: WorkspacePath) => void) | undefined,
): Promise<DiagnosticsOfAll> {
  const { root, signal } = questions;
  const { connection, documents, projects } = questions.session;
  if (!connection.givesDiagnostics)
    throw new ToolError(
      "backend_unavailable",
      "This language server does not check a file when asked. Unset KART_LANGUAGE_SERVER to use TypeScript's own.",
    );
  const coverage = await projects.load(
    files.map(({ absolute }) => absolute),
    signal,
  );
  const texts = new Map(Array.from(contents, ([path, text]) => [path, new LspText(text)]));
  const asked = files.map(({ absolute }) => ({
    uri: fileUri(absolute),
    text: texts.get(absolute) ?? questions.text(absolute),
  }));
  await projects.settle(
    files.map(({ absolute }) => absolute),
    signal,
  );
  const deadline = AbortSignal.timeout(backendTimeoutMs());
  const waiting = onLate === undefined ? signal : AbortSignal.any([signal, deadline]);
  const ask = async ({ uri, text }: (typeof asked)[number]) => {
    try {
      const answer = await connection.request(PULL, { textDocument: { uri } }, waiting);
      onAnswer();
      return diagnosticsFrom(answer, uri, text, root);
    } catch (error) {
      signal.throwIfAborted();
      if (onLate !== undefined && (isTimeout(error) || deadline.aborted)) return undefined;
      throw error;
    }
  };
  // A text stands in the place of a file for the questions that are sent at once, and for no later one.
  const atATime = texts.size === 0 ? MAX_ASKED : asked.length;
  const answers = await documents.withContents([...texts], () => inTurn(asked, atATime, ask));
  if (files.length > 0 && answers.every((answer) => answer === undefined)) throw timeoutError(PULL, backendTimeoutMs());
  const diagnostics = answers.map((answer, index) => {
    if (answer === undefined) onLate?.(files[index] as WorkspacePath);
    return answer ?? [];
  });
  return { diagnostics, coverage };
}

const PULL = "textDocument/diagnostic";

/** Files whose complaints are asked for at a time: asked for hundreds, the server gives none before it has nearly all. */
const MAX_ASKED = 32;

function isTimeout(error: unknown): boolean {
  return error instanceof ToolError && error.code === "timeout";
}
