import { readdirSync, readlinkSync } from "node:fs";
import { join, posix } from "node:path";
import { installedPackage } from "../workspace/installed-package.ts";
import { realPathOrUndefined } from "../workspace/real-path.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import type { Resolution } from "./resolver.ts";
import { ENDINGS } from "./sources.ts";
import { statOrUndefined } from "../workspace/stats.ts";

/** Any file of the workspace; generated sources that git ignores too. Knows on what is there, or not there, answers depended. */
export class Assets {
  readonly #root: WorkspaceRoot;
  /** Relative to the root. */
  readonly #probed = new Set<string>();
  /** Folders that lacked what was looked for: with any ending it may still come. */
  readonly #searched = new Set<string>();
  readonly #links = new Set<string>();

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

  /** A file that stands in the way of others, and mostly is not there. @param path relative to the root */
  before(path: string): Resolution | undefined {
    this.#probed.add(path);
    return this.#fileAt(path);
  }

  /** A file that is known to be there. */
  found(path: string): Resolution {
    this.#probed.add(path);
    return { kind: "asset", path };
  }

  /** Notes the symlinks by which a path leads to a file, which may come to lead elsewhere. @param path relative to the root; it may lack its ending */
  ledBy(path: string): void {
    const parts = path.split("/");
    const folders = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
    for (const one of [...folders, ...ENDINGS.map((ending) => path + ending)])
      if (this.#linkAt(one) !== undefined) this.#links.add(one);
  }

  /** Alike twice means that every answer still holds. */
  layout(): string[] {
    const probed = [...this.#probed].map((path) => `${path} ${this.#statsOf(path)?.isFile() ?? "-"}`);
    const searched = [...this.#searched].map((path) => `${path} ${this.#namesIn(path).join("/")}`);
    const links = [...this.#links].map((path) => `${path} to ${this.#linkAt(path) ?? "-"}`);
    return [...probed, ...searched, ...links];
  }

  #fileAt(path: string): Resolution | undefined {
    const real = realPathOrUndefined(join(this.#root.absolute, path));
    if (real === undefined || !this.#root.holds(real) || statOrUndefined(real)?.isFile() !== true) return undefined;
    const relative = this.#root.relative(real);
    const installed = installedPackage(relative);
    return installed === undefined ? { kind: "asset", path: relative } : { kind: "external", name: installed };
  }

  /** What a symlink says; undefined where none stands. */
  #linkAt(path: string): string | undefined {
    try {
      return readlinkSync(join(this.#root.absolute, path));
    } catch {
      return undefined;
    }
  }

  #statsOf(path: string) {
    return statOrUndefined(join(this.#root.absolute, path));
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
