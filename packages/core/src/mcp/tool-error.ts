/** Every code a failed tool call may carry. Few and shared: a model learns them once for all servers. */
export type ErrorCode =
  | "path_outside_root"
  | "protected_path"
  | "file_not_found"
  | "not_a_file"
  | "binary_file"
  | "file_too_large"
  | "already_exists"
  | "symbol_not_found"
  | "symbol_ambiguous"
  | "text_not_found"
  | "text_ambiguous"
  | "syntax_error"
  | "stale"
  | "no_change"
  | "still_referenced"
  | "nothing_to_undo"
  | "invalid_argument"
  | "backend_unavailable"
  | "backend_failed"
  | "timeout";

/**
 * Stops a tool call with an answer the caller can act on. The message says what happened and what to do next.
 *
 * The one file of this folder that every layer may import, so that the layer which knows the reason words it.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ErrorCode;
  /** Whether files may have changed in spite of it; true of few errors, whose message says which files. */
  readonly hasWritten: boolean = false;
  /** What programs read of the refusal, in the shape of the tool's result; most have none. */
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
