import { ToolError } from "@kart/core/mcp/tool-error";
import { findRepository, type Repository } from "../history/repository.ts";

/** Throws `backend_unavailable` where a folder belongs to no repository. */
export async function requireRepository(root: string, signal: AbortSignal): Promise<Repository> {
  const found = await findRepository(root, signal);
  if (found.status === "repository") return found.repository;
  throw new ToolError("backend_unavailable", `There is no history to read: ${found.reason}. Pass --root DIR.`);
}
