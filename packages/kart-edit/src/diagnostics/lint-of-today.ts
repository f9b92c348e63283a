import { dirname, join } from "node:path";
import { optionsOfToday } from "@kart/core/language-server/projects/former-defaults";
import { folderNames } from "@kart/core/workspace/folder-names";
import { WorkspacePackages } from "@kart/core/workspace/package-manifest";
import { TsConfigs } from "@kart/core/workspace/tsconfig";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type FileLint, type LintedFile, lintFile } from "./oxlint.ts";
import { CONFIG, type OptionsOfToday, shadowOf } from "./shadow.ts";

/**
 * What the configurations above a file are to be given for tsgolint to take them as the workspace's own TypeScript does, which is older:
 * as they stand it refuses some, and checks others more strictly. None where all are of today.
 *
 * @param file a real path in the root
 */
export function optionsAbove(root: WorkspaceRoot, file: string): OptionsOfToday {
  const configs: string[] = [];
  for (let folder = dirname(file); root.holds(folder); folder = dirname(folder)) {
    for (const name of folderNames(folder)) if (CONFIG.test(name)) configs.push(join(folder, name));
    if (folder === root.absolute) break;
  }
  const above = new Set(configs);
  const read = new TsConfigs(
    root,
    new WorkspacePackages([]),
    configs.map((config) => root.relative(config)),
  ).all();
  return new Map(
    read.flatMap((config) => {
      const options = above.has(config.path) ? optionsOfToday(config) : undefined;
      return options === undefined ? [] : [[config.path, options] as const];
    }),
  );
}

/**
 * Lints a file with such options. Undefined where that cannot be done, and the file is to be linted as it stands.
 *
 * Throws the signal's reason when aborted, and nothing else.
 *
 * @param file its real path
 */
export async function lintOfToday(
  root: WorkspaceRoot,
  file: string,
  options: OptionsOfToday,
  call: FileLint,
): Promise<LintedFile | undefined> {
  const shadow = shadowOf(root, file, call.text, options);
  if (shadow instanceof Error) return undefined;
  using _shadow = shadow;
  const { outcome, withTypes, typeProblem } = await lintFile({ ...call, cwd: shadow.root });
  if (outcome.status !== "linted") return undefined;
  return {
    outcome: { ...outcome, problems: shadow.asOfReal(outcome.problems) },
    withTypes,
    ...(typeProblem !== undefined && { typeProblem: shadow.withRealPaths(typeProblem) }),
  };
}
