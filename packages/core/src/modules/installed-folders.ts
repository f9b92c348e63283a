import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../text/is-record.ts";
import type { WorkspacePackage } from "../workspace/package-manifest.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { folderNames } from "../workspace/folder-names.ts";
import { statOrUndefined } from "../workspace/stats.ts";

/** When packages were last added to folders, or taken out: those of a scope come and go within the folder of the scope. */
export class InstalledFolders {
  /** By `node_modules`, absolute. */
  readonly #scopes = new Map<string, { readonly mtimeMs: number; readonly names: readonly string[] }>();

  /** @param folders absolute, with or without `node_modules` */
  versions(folders: readonly string[]): string[] {
    return folders.flatMap((folder) => {
      const modules = join(folder, "node_modules");
      const scopes = this.#scopesIn(modules);
      return [modules, ...scopes].map((path) => `${path} ${mtimeOf(path) ?? "-"}`);
    });
  }

  #scopesIn(modules: string): readonly string[] {
    const mtimeMs = mtimeOf(modules);
    if (mtimeMs === undefined) return [];
    const known = this.#scopes.get(modules);
    if (known?.mtimeMs === mtimeMs) return known.names;
    const names = folderNames(modules).flatMap((name) => (name.startsWith("@") ? [join(modules, name)] : []));
    this.#scopes.set(modules, { mtimeMs, names });
    return names;
  }
}

function mtimeOf(path: string): number | undefined {
  return statOrUndefined(path)?.mtimeMs;
}

/** Whether what is installed is not the workspace's own package or a copy of it. `installed` is an absolute path in it. */
export function isOtherVersion(root: WorkspaceRoot, { manifest }: WorkspacePackage, installed: string): boolean {
  const top = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)/.exec(installed)?.[1];
  if (top === undefined) return false;
  if (!root.holds(top)) return true;
  try {
    const other: unknown = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
    return isRecord(other) && other["version"] !== manifest["version"];
  } catch {
    return false;
  }
}
