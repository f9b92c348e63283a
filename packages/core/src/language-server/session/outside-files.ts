import { installedPackage, isOfLibrary } from "../../workspace/installed-package.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import { CHANGED, CREATED, DELETED, type FileChange } from "./disk-changes.ts";
import { isSame, look, type Seen } from "./seen.ts";
import { filePath } from "./uri.ts";

/**
 * What projects read that stands outside of the workspace: sources of packages beside it, configurations that theirs extend. The server
 * says what it wants to hear of, not at once, but soon after it has read it.
 */
export class OutsideFiles {
  readonly #root: WorkspaceRoot;
  readonly #since = Date.now();
  readonly #seen = new Map<string, Seen | undefined>();
  /** Files that the server names, absolute. */
  readonly #named = new Set<string>();
  #hasNews = false;

  constructor(root: WorkspaceRoot) {
    this.#root = root;
  }

  /** Takes what the server asks to be registered, in the words of the protocol. */
  register(params: unknown): void {
    const { registrations = [] } = (params ?? {}) as { readonly registrations?: readonly Registration[] };
    for (const { watchers = [] } of registrations.flatMap(({ registerOptions }) => registerOptions ?? []))
      for (const { globPattern } of watchers) {
        const isPlain = typeof globPattern === "string" && !globPattern.includes("*");
        const folder =
          typeof globPattern === "string"
            ? globPattern.replace(/\/[^/]*\*.*$/, "")
            : (filePath(globPattern.baseUri) ?? "");
        if (!this.#isOutside(folder)) continue;
        if (isPlain) this.#named.add(folder);
        this.#hasNews = true;
      }
  }

  /**
   * Learns which files these are, where the server has spoken of more.
   *
   * @param files all of its projects, absolute
   */
  async learn(files: () => Promise<readonly string[]>): Promise<void> {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const all = await files().catch((error: unknown) => {
      this.#hasNews = true;
      throw error;
    });
    for (const path of [...this.#named, ...all])
      if (!this.#seen.has(path) && this.#isOutside(path)) {
        const seen = look(path, "file");
        // The server may have read it before its last change.
        this.#seen.set(path, seen && { ...seen, isFresh: seen.isFresh || seen.mtimeMs > this.#since });
      }
  }

  /** What changed since the last look. */
  look(): FileChange[] {
    return Array.from(this.#seen).flatMap(([path, seen]) => {
      const now = look(path, "file");
      if (seen === undefined ? now === undefined : isSame(seen, now)) return [];
      this.#seen.set(path, now);
      return [{ path, type: now === undefined ? DELETED : seen === undefined ? CREATED : CHANGED }];
    });
  }

  /** Packages and TypeScript's library are told of otherwise. */
  #isOutside(path: string): boolean {
    return path !== "" && !this.#root.holds(path) && installedPackage(path) === undefined && !isOfLibrary(path);
  }
}

interface Registration {
  readonly registerOptions?: {
    readonly watchers?: readonly { readonly globPattern: string | { readonly baseUri: string } }[];
  };
}
