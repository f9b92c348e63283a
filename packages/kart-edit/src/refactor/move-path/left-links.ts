import { join, posix } from "node:path";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { leadsAfter, type WorkspaceLink } from "../workspace-links.ts";

/**
 * Symlinks that lead elsewhere or nowhere after a move, `CLAUDE.md -> AGENTS.md (must say docs/AGENTS.md)`: to what is moved, and from within
 * it, with what they would have to say. By the places that they have then.
 *
 * @param root absolute
 */
export function leftLinks(links: readonly WorkspaceLink[], root: string, whereTo: WhereTo): string[] {
  return links.flatMap((link) => {
    const { path, text, target } = link;
    const to = whereTo(path) ?? path;
    const wanted = whereTo(target) ?? target;
    if (leadsAfter(link, root, whereTo) === wanted) return [];
    const fresh = text.startsWith("/") ? join(root, wanted) : posix.relative(posix.dirname(to), wanted);
    return [`${to} -> ${text} (must say ${fresh})`];
  });
}
