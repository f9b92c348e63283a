import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { listLinks } from "@kart/core/workspace/list";
import type { Workspace } from "@kart/core/workspace/workspace";

/** A symlink of a workspace that leads to something. Paths from the root, with `/`. */
export interface WorkspaceLink {
  readonly path: string;
  /** What it says. */
  readonly text: string;
  /** What that means where the link stands: starts with `..` or `/` outside the workspace. */
  readonly target: string;
}

export async function workspaceLinks(workspace: Workspace, signal: AbortSignal): Promise<WorkspaceLink[]> {
  const { absolute } = workspace.root;
  const links = await listLinks(workspace, signal);
  return links.flatMap(({ path, symlinkTo: text = "" }) =>
    existsSync(join(absolute, path)) ? [{ path, text, target: meantBy(text, path, absolute) }] : [],
  );
}

/**
 * What the text of a symlink means from where it stands.
 *
 * @param root absolute
 */
export function meantBy(text: string, path: string, root: string): string {
  const meant = posix.resolve(root, posix.dirname(path), text);
  return text.startsWith("/") && meant !== root && !meant.startsWith(`${root}/`)
    ? meant
    : posix.relative(root, meant) || ".";
}
