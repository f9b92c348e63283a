import { dirname, join } from "node:path";
import type { TsConfig } from "./tsconfig.ts";

/** A name by which a project takes declarations that none of its files imports: `*` stands for all folders in a place. */
export interface TypeDirective {
  readonly name: string;
  /** Where these may stand, best first: absolute, without endings, a file or a folder. */
  readonly places: readonly string[];
}

/**
 * What a project takes by its `types`, as far as that may be in the workspace: out of the folders of `typeRoots`, or relative to its
 * configuration.
 *
 * @param isFormer whether all that these hold is taken where nothing sets `types`, as it was before TypeScript 6
 */
export function typeDirectives({ path, types, typeRoots, settled = [] }: TsConfig, isFormer: boolean): TypeDirective[] {
  const names = types ?? (isFormer && !settled.includes("types") ? ["*"] : []);
  return names.map((name) => {
    // Folders that are named take the place of that of the configuration.
    const folders = typeRoots ?? (/^\.{1,2}\//.test(name) ? [dirname(path)] : []);
    return { name, places: name === "*" ? folders : folders.map((folder) => join(folder, name)) };
  });
}

/** Whether a declaration file may be what a project takes so, or a part of it; of an absolute path, whether it is there or not. */
export function mayTake(directives: readonly TypeDirective[], file: string): boolean {
  const stem = file.replace(/\.d\.[cm]?ts$/, "");
  return directives.some(({ places }) => places.some((place) => stem === place || file.startsWith(`${place}/`)));
}
