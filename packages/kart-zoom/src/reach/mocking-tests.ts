import { isTest } from "@kart/core/modules/entry-points";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { endsToOrAround, specifierPattern } from "@kart/core/modules/specifier-end";
import { filesWithMatches } from "@kart/core/process/ripgrep";
import { isMock } from "@kart/core/syntax/module-expressions";
import { SOURCE_GLOBS, type Workspace } from "@kart/core/workspace/workspace";

/** Tests that put something in the place of a module, `vi.mock("./x")`, from the root: they need not name what is in it. */
export async function mockingTests(
  workspace: Workspace,
  path: string,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<string[]> {
  const scopes = workspace.scopes([workspace.root.prove(".")], signal);
  const found = await Promise.all(
    scopes.map((scope) =>
      filesWithMatches(
        `\\b(?:(?:vi|jest)\\s*\\.\\s*\\w*[mM]ock|mock\\s*\\.\\s*module)\\b[^"'\`]*${specifierPattern(endsToOrAround([path]))}`,
        {
          ...scope,
          fileNames: SOURCE_GLOBS,
        },
      ),
    ),
  );
  // Most modules are mocked nowhere, and the imports of all files need not be read for those.
  if (found.every(({ files }) => files.length === 0)) return [];
  const graph = await (await modules()).graph(signal);
  return graph
    .importsOf(path)
    .filter(({ record }) => isMock(record.call))
    .map(({ importer }) => importer.path)
    .filter(isTest);
}
