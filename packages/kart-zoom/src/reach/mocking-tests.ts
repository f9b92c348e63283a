import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isTest } from "@kart/core/modules/entry-points";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { endsToOrAround, specifierPattern } from "@kart/core/modules/specifier-end";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";

/** Words of which one stands before the path of a module that is mocked. */
const MOCKERS = new Set(["vi", "vitest", "jest", "mock"]);

/** Files that are read rather than searched, which takes a process. */
const MAX_READ = 40;

/** Tests that put something in the place of a module, `vi.mock("./x")`, from the root: they need not name what is in it. */
export async function mockingTests(
  workspace: Workspace,
  path: string,
  server: LanguageServer,
  modules: () => Promise<ModuleIndex>,
  signal: AbortSignal,
): Promise<string[]> {
  // Most modules are mocked nowhere, and the imports of all files need not be read for those.
  if (!(await mayBeMocked(workspace, path, server, signal))) return [];
  const graph = await (await modules()).graph(signal);
  return graph
    .importsOf(path)
    .filter(({ record }) => isMock(record.call))
    .map(({ importer }) => importer.path)
    .filter(isTest);
}

async function mayBeMocked(
  workspace: Workspace,
  path: string,
  server: LanguageServer,
  signal: AbortSignal,
): Promise<boolean> {
  const pattern = `\\b(?:(?:vi|vitest|jest)\\s*\\.\\s*\\w*[mM]ock(?:Module)?|mock\\s*\\.\\s*module)\\b[^"'\`]*${specifierPattern(endsToOrAround([path]))}`;
  const { files: holding } = await server.holding(MOCKERS, signal);
  if (holding.length <= MAX_READ) {
    const mocks = new RegExp(pattern);
    return holding.some((file) => {
      const outcome = readTextFile(file);
      return outcome.status === "read" && mocks.test(outcome.text);
    });
  }
  const { files } = await workspace.filesMatching(pattern, [workspace.root.prove(".")], signal);
  return files.length > 0;
}
