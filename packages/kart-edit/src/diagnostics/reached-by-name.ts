import { dirname, join } from "node:path";
import { alternatives } from "@kart/core/process/ripgrep-pattern";
import { isRecord } from "@kart/core/text/is-record";
import { readTextFile } from "@kart/core/workspace/read-file";
import { realPathOrUndefined } from "@kart/core/workspace/real-path";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** A package.json that has a name. */
interface Package {
  readonly name: string;
  /** Absolute, and real. */
  readonly folder: string;
}

/** Packages that import one another are followed that far. */
const MAX_DEPTH = 20;

/**
 * Whether a package imports itself by its name, straight or through others of the workspace. A link in `node_modules` leads a program
 * to the real files of a package then, whatever stands in the place of one of them elsewhere.
 *
 * Throws the signal's reason when aborted, and where ripgrep is not there.
 *
 * @param file the real path of a file of the package
 */
export async function isReachedByName(workspace: Workspace, file: string, signal: AbortSignal): Promise<boolean> {
  const { root } = workspace;
  const own = packageOf(root, dirname(file));
  if (own === undefined) return false;
  const known = new Set([own.name]);
  let names: ReadonlySet<string> = known;
  for (let depth = 0; names.size > 0 && depth < MAX_DEPTH; depth++) {
    const pattern = `["']${alternatives(names)}["'/]`;
    const { files } = await workspace.filesMatching(pattern, [root.prove(".")], signal);
    const folders = [...new Set(files.map((path) => dirname(join(root.absolute, path))))];
    const importers = folders
      .filter((folder) => depth > 0 || isLinked(own, folder))
      .flatMap((folder) => packageOf(root, folder) ?? []);
    if (importers.some(({ folder }) => folder === own.folder)) return true;
    names = new Set(importers.map(({ name }) => name)).difference(known);
    for (const name of names) known.add(name);
  }
  return false;
}

/** The nearest package with a name at or above a folder of the workspace. */
function packageOf(root: WorkspaceRoot, from: string): Package | undefined {
  for (let folder = from; root.holds(folder); folder = dirname(folder)) {
    const name = nameIn(join(folder, "package.json"));
    if (name !== undefined) return { name, folder };
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

function nameIn(manifest: string): string | undefined {
  const outcome = readTextFile(manifest);
  if (outcome.status !== "read") return undefined;
  try {
    const json: unknown = JSON.parse(outcome.text);
    const name = isRecord(json) ? json["name"] : undefined;
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the name of a package leads to it from a folder. */
function isLinked({ name, folder: target }: Package, from: string): boolean {
  for (let folder = from; ; folder = dirname(folder)) {
    const real = realPathOrUndefined(join(folder, "node_modules", name));
    if (real !== undefined) return real === target;
    if (folder === dirname(folder)) return false;
  }
}
