import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { ToolError } from "@kart/core/mcp/tool-error";
import { type MovableEntry, proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { manualMocks, mockOf } from "@kart/core/modules/manual-mocks";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isForPlatform, onPlatform, PLATFORM_SUFFIXES } from "@kart/core/modules/platforms";
import type { NewPath } from "@kart/core/workspace/new-path";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { isDeclarationFile, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { PlannedMove } from "../../change/commit.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

/** What belongs to a file by its name and place. */
export interface MovedAlong {
  readonly moves: readonly PlannedMove[];
  /** What cannot go with it, since something stands where it would: from the root. */
  readonly left: readonly string[];
}

/**
 * The snapshots of a test that is moved: Jest, Vitest and Bun look for them by its name, in `__snapshots__` beside it, and write new
 * ones where there are none, which hold whatever comes out. The manual mocks of a module, which they look for in the same way. And
 * the files that stand for a module on other platforms, which who imports it names with it: `x.native.ts` of `x.ts`; so do images for
 * screens and platforms, `x@2x.ios.png` of `x.png`, in https://reactnative.dev/docs/images.
 *
 * Throws what proving paths throws.
 */
export function movedAlong(root: WorkspaceRoot, graph: ModuleGraph, moved: MovableEntry, to: NewPath): MovedAlong {
  if (moved.kind !== "file") return { moves: [], left: [] };
  const moves: PlannedMove[] = [];
  const left: string[] = [];
  const all = [
    ...snapshots(moved, to),
    ...mocks(graph, moved, to),
    ...otherPlatforms(graph, moved, to),
    ...otherImages(graph, moved, to),
  ];
  // Another ending changes nothing of what belongs to it.
  for (const [from, there] of all.filter(([one, other]) => one !== other)) {
    const entry = proveMovable(root, from);
    try {
      moves.push({ entry, to: proveDestination(root, there, entry) });
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== "already_exists") throw error;
      left.push(entry.relative);
    }
  }
  return { moves, left };
}

type FromTo = readonly [from: string, to: string];

function snapshots({ relative, absolute }: MovableEntry, to: NewPath): FromTo[] {
  const isThere = lstatOrUndefined(snapshotsOf(absolute))?.isFile() === true;
  return isThere ? [[snapshotsOf(relative), snapshotsOf(to.relative)]] : [];
}

/** What stands beside the root's own files stands for packages. */
function mocks(graph: ModuleGraph, { relative }: MovableEntry, to: NewPath): FromTo[] {
  if (!isModule(to.relative) || posix.dirname(relative) === ".") return [];
  return manualMocks(graph, relative).map((path) => [path, mockOf(to.relative, posix.extname(path))]);
}

/** Those that no import names by themselves. */
function otherPlatforms(graph: ModuleGraph, { relative }: MovableEntry, to: NewPath): FromTo[] {
  if (isForPlatform(relative) || isForPlatform(to.relative) || !isModule(to.relative)) return [];
  const isUnnamed = (path: string) =>
    graph.importsOf(path).every(({ importer, record: { specifier } }) => graph.targetOf(importer, specifier) !== path);
  return graph.resolver
    .forPlatforms(relative)
    .filter(isUnnamed)
    .map((path) => [path, onPlatform(path, to.relative)]);
}

/** Of an image that code imports, those that no import names by themselves. On the web a page or a style may name them. */
function otherImages(graph: ModuleGraph, { relative, absolute }: MovableEntry, to: NewPath): FromTo[] {
  const ending = posix.extname(relative);
  if (!IMAGES.has(ending) || posix.extname(to.relative) !== ending || graph.importsOf(relative).length === 0) return [];
  if (!NATIVE.some((name) => graph.resolver.packages.declares(relative, name))) return [];
  const stem = posix.basename(relative, ending);
  const platforms = PLATFORM_SUFFIXES.map((one) => RegExp.escape(one)).join("|");
  const variant = new RegExp(
    `^${RegExp.escape(stem)}((?:@\\d(?:\\.\\d)?x)?(?:${platforms})?)${RegExp.escape(ending)}$`,
  );
  return readdirSync(posix.dirname(absolute))
    .toSorted()
    .flatMap((name): FromTo[] => {
      const suffix = variant.exec(name)?.[1] ?? "";
      const path = posix.join(posix.dirname(relative), name);
      if (suffix === "" || graph.importsOf(path).length > 0) return [];
      return [[path, to.relative.slice(0, -ending.length) + suffix + ending]];
    });
}

const NATIVE = ["react-native", "expo"];

const IMAGES: ReadonlySet<string> = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"]);

function isModule(path: string): boolean {
  return sourceLanguage(path) !== undefined && !isDeclarationFile(path);
}

function snapshotsOf(test: string): string {
  return posix.join(posix.dirname(test), "__snapshots__", `${posix.basename(test)}.snap`);
}
