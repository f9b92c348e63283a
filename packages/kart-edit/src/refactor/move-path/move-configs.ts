import { join } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import { installedPackage } from "@kart/core/workspace/installed-package";
import { splitPackageSpecifier } from "@kart/core/workspace/package-manifest";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../../change/change-files.ts";
import { manifestEdits, tsconfigEdits, type WhereTo } from "../../planning/paths/config-paths.ts";
import type { Moved } from "../../planning/paths/specifiers.ts";
import { extendsEdit } from "../../planning/paths/extended-package.ts";
import { type JsonString, jsonStrings } from "../../planning/paths/json-paths.ts";

/**
 * Rewrites what tsconfig and package.json files say of what is moved.
 *
 * @param isIgnored whether git ignores a file, which is made anew then
 */
export function configEdits(
  oxc: Parser,
  root: WorkspaceRoot,
  { files, resolver }: ModuleGraph,
  whereTo: WhereTo,
  isIgnored: (path: string) => boolean,
): PlannedFile[] {
  const sourceAt = (path: string) => resolver.sourceAt(path);
  const all = resolver.configs.all();
  const movedFrom = (path: string): Moved => ({ from: path, to: whereTo(path) ?? path });
  // One that others extend may be called anything.
  const read = [...resolver.configs.read].flatMap((file) => (root.holds(file) ? root.relative(file) : []));
  const own = read.filter((path) => installedPackage(path) === undefined && !isIgnored(path));
  const leavesOf = (path: string) => {
    const extending = all.filter(({ bases = [] }) => bases.includes(join(root.absolute, path)));
    return extending.length === 0 ? [path] : extending.map((one) => root.relative(one.path));
  };
  const ofTsconfig: typeof tsconfigEdits = (config, strings, ...more) => [
    ...tsconfigEdits(config, strings, ...more),
    ...strings.flatMap((one) => extended(config.from, one)),
  ];
  const extended = (path: string, string: JsonString): TextEdit[] => {
    const parts = string.keys[0] === "extends" && !string.isName ? splitPackageSpecifier(string.value) : undefined;
    const owner = parts && resolver.packages.named(parts.name, path);
    // By `exports` it goes by a name of its own, and what leads there is written in the package.
    if (owner === undefined || "exports" in owner.manifest) return [];
    return extendsEdit(string, (parts as { name: string }).name, owner.folder, whereTo);
  };
  const plan = (path: string, editsOf: typeof tsconfigEdits): PlannedFile[] => {
    const outcome = readTextFile(join(root.absolute, path));
    if (outcome.status !== "read") return [];
    const { text } = outcome;
    const leaves = leavesOf(path).map(movedFrom);
    const strings = jsonStrings(oxc, text);
    const edits = editsOf(movedFrom(path), strings, whereTo, sourceAt, leaves);
    return edits.length === 0 ? [] : [{ path, text, edits: textEdits(edits) as TextEdits }];
  };
  return [
    ...Array.from(new Set([...files.configs, ...own]), (path) => plan(path, ofTsconfig)).flat(),
    ...files.manifests.flatMap((path) => plan(path, manifestEdits)),
  ];
}
