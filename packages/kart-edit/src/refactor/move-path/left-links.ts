import { join, posix } from "node:path";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { meantBy, type WorkspaceLink } from "../workspace-links.ts";

/**
 * Symlinks that lead elsewhere or nowhere after a move, `CLAUDE.md -> AGENTS.md (must say docs/AGENTS.md)`: to what is moved, and from within
 * it, with what they would have to say. By the places that they have then. What is moved as a link itself leads on.
 *
 * @param root absolute
 * @param from what is moved, from the root
 */
export function leftLinks(links: readonly WorkspaceLink[], root: string, from: string, whereTo: WhereTo): string[] {
  return links.flatMap(({ path, text, target }) => {
    const to = whereTo(path) ?? path;
    const wanted = whereTo(target) ?? target;
    if (path === from || meantBy(text, to, root) === wanted) return [];
    const fresh = text.startsWith("/") ? join(root, wanted) : posix.relative(posix.dirname(to), wanted);
    return [`${to} -> ${text} (must say ${fresh})`];
  });
}
