import { readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { installedPackage } from "../workspace/installed-package.ts";
import { realPathOf } from "../workspace/real-path.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import type { Resolution } from "./resolver.ts";

/** Any file of the workspace; generated sources that git ignores too. Knows on what is there, or not there, answers depended. */
export class Assets {
  readonly #root: WorkspaceRoot;
  /** Relative to the root. */
  readonly #probed = new Set<string>();
  /** Folders that lacked what was looked for: with any ending it may still come. */
  readonly #searched = new Set<string>();

  constructor(root: WorkspaceRoot) {
    this.#root = root;
  }

  /** @param path relative to the root */
  at(path: string): Resolution | undefined {
    this.#probed.add(path);
    const found = this.#fileAt(path);
    if (found === undefined && !path.startsWith("..")) this.#searched.add(posix.dirname(path)).add(path);
    return found;
  }

  /** A file that is known to be there. */
  found(path: string): Resolution {
    this.#probed.add(path);
    return { kind: "asset", path };
  }

  /** Alike twice means that every answer still holds. */
  layout(): string[] {
    const probed = [...this.#probed].map((path) => `${path} ${this.#statsOf(path)?.isFile() ?? "-"}`);
    const searched = [...this.#searched].map((path) => `${path} ${this.#namesIn(path).join("/")}`);
    return [...probed, ...searched];
  }

  #fileAt(path: string): Resolution | undefined {
    try {
      const real = realPathOf(join(this.#root.absolute, path));
      if (!this.#root.holds(real) || !statSync(real).isFile()) return undefined;
      const relative = this.#root.relative(real);
      const installed = installedPackage(relative);
      return installed === undefined ? { kind: "asset", path: relative } : { kind: "external", name: installed };
    } catch {
      return undefined;
    }
  }

  #statsOf(path: string) {
    return statSync(join(this.#root.absolute, path), { throwIfNoEntry: false });
  }

  /** None of what is no folder, or may not be read. */
  #namesIn(path: string): string[] {
    try {
      return this.#statsOf(path)?.isDirectory() === true ? readdirSync(join(this.#root.absolute, path)).sort() : [];
    } catch {
      return [];
    }
  }
}
