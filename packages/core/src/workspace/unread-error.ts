import { type ErrorCode, ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { readTextFile, UNREAD } from "./read-file.ts";
import type { WorkspacePath } from "./workspace-path.ts";

/**
 * The error for a file that was found not to be readable as text: `binary_file`, `file_too_large`, or `file_not_found` where it is
 * gone, may not be read, or can be read by now. Whoever keeps texts knows that there is none, and not why: it is read once more.
 */
export function unreadError({ absolute, relative }: Pick<WorkspacePath, "absolute" | "relative">): ToolError {
  const name = escapeName(relative);
  const { status } = readTextFile(absolute);
  if (status === "binary") return new ToolError("binary_file", `${name} is no text. Name another file.`);
  if (status === "too-large")
    return new ToolError("file_too_large", `${name} is larger than 20 MB. Search it with kart_search.`);
  return new ToolError("file_not_found", `${name} cannot be read as text. Name another file.`);
}

/** Why a file cannot be read as text, in the words of answers; undefined where it can be. Reads all of it. */
export function whyUnread({ absolute }: Pick<WorkspacePath, "absolute">): string | undefined {
  const { status } = readTextFile(absolute);
  return status === "read" ? undefined : UNREAD[status];
}

/** Whether it is one of those that {@link unreadError} tells. */
export function isUnreadError(error: unknown): boolean {
  return error instanceof ToolError && CODES.has(error.code);
}

const CODES: ReadonlySet<ErrorCode> = new Set(["binary_file", "file_too_large", "file_not_found"]);
