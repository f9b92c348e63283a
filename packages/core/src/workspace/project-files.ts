import { join, posix } from "node:path";
import { listFiles } from "../process/ripgrep.ts";
import { isComponent, isPage } from "../syntax/parser/source-language.ts";
import { isRecord } from "../text/is-record.ts";
import { readTextFile, UNREAD } from "./read-file.ts";
import type { WorkspaceRoot } from "./workspace-path.ts";
import { isSource, type Workspace } from "./workspace.ts";
import type { WorkspacePackage } from "./package-manifest.ts";

/** Something about a configuration file that answers should mention. 1-based line. */
export interface ConfigProblem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The files that decide what imports what. Paths are relative to the root, with `/`, sorted by code unit. */
export interface ProjectFiles {
  readonly sources: readonly string[];
  /** Every package.json. */
  readonly manifests: readonly string[];
  /** tsconfig and jsconfig files, by their name. */
  readonly configs: readonly string[];
  /** Single-file components, whose scripts import sources. */
  readonly components: readonly string[];
  /** Pages that may hold scripts which do, and files without an ending that may be such scripts. */
  readonly pages: readonly string[];
  /** Folders that could not be read, in ripgrep's words. */
  readonly problems: readonly string[];
}

/** Lists all of them in one walk of the tree. */
export async function listProjectFiles(workspace: Workspace, signal: AbortSignal): Promise<ProjectFiles> {
  const scopes = workspace.scopes([workspace.root.prove(".")], signal);
  const lists = await Promise.all(scopes.map((scope) => listFiles({ ...scope, takes: isOfProject })));
  const files = lists.flatMap((list) => list.files).sort();
  return {
    sources: files.filter(isSource),
    manifests: files.filter(isManifest),
    configs: files.filter(isConfig),
    components: files.filter(isComponent),
    pages: files.filter(isPage),
    problems: lists.flatMap((list) => list.problems),
  };
}

function isOfProject(path: string): boolean {
  return isSource(path) || isManifest(path) || isConfig(path) || isComponent(path) || isPage(path);
}

function isManifest(path: string): boolean {
  return path === "package.json" || path.endsWith("/package.json");
}

function isConfig(path: string): boolean {
  return path.endsWith(".json") && /(?:^|\/)(?:jsconfig|[^/]*tsconfig)[^/]*$/.test(path);
}

/** The package of a package.json; none, and a problem, where it cannot be read. */
export function readManifest(root: WorkspaceRoot, path: string, problems: ConfigProblem[]): WorkspacePackage[] {
  const outcome = readTextFile(join(root.absolute, path));
  if (outcome.status !== "read") {
    problems.push({ path, line: 1, message: `could not be read: ${UNREAD[outcome.status]}` });
    return [];
  }
  try {
    const manifest: unknown = JSON.parse(outcome.text.replace(/^\uFEFF/, ""));
    if (!isRecord(manifest)) return [];
    const name = typeof manifest["name"] === "string" ? manifest["name"] : undefined;
    return [{ name, folder: posix.dirname(path), manifest }];
  } catch (error) {
    problems.push({ path, line: 1, message: `is not valid JSON: ${(error as Error).message}` });
    return [];
  }
}
