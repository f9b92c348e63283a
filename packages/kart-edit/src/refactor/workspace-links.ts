import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { listLinks } from "@kart/core/workspace/list";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WhereTo } from "../planning/paths/config-paths.ts";

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

/** Where a symlink leads after a move. One that is moved itself, and not within a folder, is made to lead where it led. */
export function leadsAfter({ path, text, target }: WorkspaceLink, root: string, whereTo: WhereTo): string {
  const to = whereTo(path) ?? path;
  return to !== path && whereTo(posix.dirname(path)) === undefined ? target : meantBy(text, to, root);
}

/** The symlink to a folder that a path goes through. */
export function linkOn(links: readonly WorkspaceLink[], path: string): WorkspaceLink | undefined {
  return links.find((one) => path.startsWith(`${one.path}/`));
}

/**
 * What the text of a symlink means from where it stands.
 *
 * @param root absolute
 */
function meantBy(text: string, path: string, root: string): string {
  const meant = posix.resolve(root, posix.dirname(path), text);
  return text.startsWith("/") && meant !== root && !meant.startsWith(`${root}/`)
    ? meant
    : posix.relative(root, meant) || ".";
}
