import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

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
    const names = namesIn(modules).flatMap((name) => (name.startsWith("@") ? [join(modules, name)] : []));
    this.#scopes.set(modules, { mtimeMs, names });
    return names;
  }
}

function mtimeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** None of what may not be read, or is no folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
