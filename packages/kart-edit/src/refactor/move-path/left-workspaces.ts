import { join, posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isRecord } from "@kart/core/text/is-record";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";

/** Patterns that make packages of a workspace, and the folder from which they count. */
interface Listed {
  readonly folder: string;
  readonly patterns: readonly string[];
  /** What holds them. */
  readonly by: string;
}

/** Packages that the `workspaces` of a package.json, or the `packages` of a pnpm-workspace.yaml, matched where they were. */
export function leftWorkspaces(
  root: WorkspaceRoot,
  before: ModuleGraph,
  after: ModuleGraph,
  moved: (path: string) => string,
): string[] {
  const ofPnpm = listedByPnpm(root, before);
  const listsBefore = [...listedByManifests(before), ...ofPnpm];
  const listsAfter = [...listedByManifests(after), ...ofPnpm.map((one) => ({ ...one, folder: moved(one.folder) }))];
  return before.files.manifests.flatMap((path) => {
    const to = moved(path);
    if (to === path) return [];
    const by = new Set(listing(listsBefore, path));
    for (const one of listing(listsAfter, to)) by.delete(one);
    const [lost] = by;
    return lost === undefined ? [] : [`${posix.dirname(to)} is matched by no ${lost}, as ${posix.dirname(path)} was`];
  });
}

/** What holds patterns that match the package of a manifest. */
function listing(lists: readonly Listed[], path: string): string[] {
  return lists.flatMap(({ folder, patterns, by }) => {
    const within = posix.relative(folder, posix.dirname(path));
    const matches = (pattern: string) => new Bun.Glob(pattern.replace(/^\.\//, "").replace(/\/$/, "")).match(within);
    const isListed =
      patterns.some((one) => !one.startsWith("!") && matches(one)) &&
      !patterns.some((one) => one.startsWith("!") && matches(one.slice(1)));
    return isListed ? [by] : [];
  });
}

function listedByManifests({ resolver }: ModuleGraph): Listed[] {
  return resolver.packages.all.map(({ folder, manifest: { workspaces } }) => {
    const given: unknown = isRecord(workspaces) ? workspaces["packages"] : workspaces;
    return { folder, patterns: textsIn(given), by: "`workspaces` of a package.json" };
  });
}

/** https://pnpm.io/pnpm-workspace_yaml */
function listedByPnpm(root: WorkspaceRoot, { resolver }: ModuleGraph): Listed[] {
  return [...new Set([".", ...resolver.packages.all.map(({ folder }) => folder)])].flatMap((folder) => {
    const outcome = readTextFile(join(root.absolute, folder, "pnpm-workspace.yaml"));
    const patterns = outcome.status === "read" ? textsIn(packagesIn(outcome.text)) : [];
    return patterns.length === 0 ? [] : [{ folder, patterns, by: "`packages` of pnpm-workspace.yaml" }];
  });
}

function packagesIn(yaml: string): unknown {
  try {
    const parsed: unknown = Bun.YAML.parse(yaml);
    return isRecord(parsed) ? parsed["packages"] : undefined;
  } catch {
    // pnpm would not take it either.
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
