import { ToolError } from "../mcp/tool-error.ts";
import { escapeName } from "../text/display.ts";
import { stale } from "./source-bytes.ts";
import type { WorkspacePath } from "./workspace-path.ts";

/**
 * Writing failed, and so did putting the old bytes back: the one failure after which files are not as they were. Its
 * message says which.
 */
export class PartlyWritten extends ToolError {
  override readonly hasWritten = true;
  /** The files that may not hold their old bytes. */
  readonly files: readonly WorkspacePath[];

  constructor(files: readonly WorkspacePath[], cause: unknown) {
    const names = files.map(({ relative }) => escapeName(relative)).join(", ");
    super(
      "backend_failed",
      `PARTLY WRITTEN: the old text of ${names} could not be put back. Compare with version control before going on. It began with: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
    this.files = files;
  }
}

/** What the system's error means for a file, and what to do; anything that is no system error is passed on. */
export function writeFailure(error: unknown, path: WorkspacePath): unknown {
  if (error instanceof ToolError || !isSystemError(error)) return error;
  if (GONE.has(error.code)) return stale(path);
  const [reason, next] = WORDS[error.code] ?? ["the system refused it", "Check the file and its folder"];
  return new ToolError(
    "backend_failed",
    `${escapeName(path.relative)} could not be written: ${reason} (${error.code}). ${next}, then repeat the call.`,
  );
}

/** Something was moved, or swapped for a link, between two steps. */
const GONE = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP"]);

const DENIED = ["this user may not write there", "Check the permissions of the file and its folder"] as const;

const WORDS: Readonly<Record<string, readonly [reason: string, next: string]>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: ["the file system is read-only", "Mount it writable"],
  ENOSPC: ["the disk is full", "Free some space"],
  EDQUOT: ["the quota is used up", "Free some space"],
  EIO: ["the disk failed", "Check the disk"],
  EMFILE: ["too many files are open", "Edit fewer files at once"],
  ENFILE: ["too many files are open", "Close other programs"],
  EFBIG: ["the file would be too large for the file system", "Make it smaller"],
  EBUSY: ["another program keeps it busy", "Close that program"],
  ETXTBSY: ["it is a program that runs", "End it"],
};

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
}
