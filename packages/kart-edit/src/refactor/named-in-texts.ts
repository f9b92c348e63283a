import { join } from "node:path";
import { holdersOf } from "@kart/core/modules/holders";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { LineIndex } from "@kart/core/text/line-index";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../change/change-files.ts";
import { passingOn } from "./exported-through.ts";

/**
 * Files that use an export by its name in quotes, `vi.spyOn(math, "double")` or `Pick<typeof math, "double">`: they hold its
 * module as a value. Absolute.
 *
 * @param path of the module, from the root
 * @param files that hold the name, absolute
 */
export async function namingInQuotes(
  graph: () => Promise<ModuleGraph>,
  root: WorkspaceRoot,
  path: string,
  name: string,
  files: readonly string[],
  read: (file: string) => string | undefined,
): Promise<string[]> {
  const quoted = new RegExp(`(["'\`])${RegExp.escape(name)}\\1`);
  const suspects = files.filter((file) => quoted.test(read(file) ?? ""));
  if (suspects.length === 0) return [];
  const holders = holdersOf(await graph(), path, [name]);
  return suspects.filter((file) => holders.has(root.relative(file)));
}

/** Whether a text may mock a module: never false where it does. */
export function mayMock(text: string): boolean {
  return /[mM]ock/.test(text);
}

/**
 * Lines that mock a module and name an export of it where nothing is planned: `vi.mock("./math", () => ({ double: 1 }))`, which
 * the compiler does not tie to the module. `path:line`, from the root.
 */
export function mocksNaming(
  graph: ModuleGraph,
  root: WorkspaceRoot,
  path: string,
  name: string,
  planned: readonly PlannedFile[],
): string[] {
  const key = new RegExp(`(?<=[{,]\\s*)${RegExp.escape(name)}(?=\\s*[:(,}])`, "g");
  const found = new Set<string>();
  for (const { importer, record } of passingOn(graph, path, name).flatMap((one) => graph.importsOf(one))) {
    if (!isMock(record.call)) continue;
    const plan = planned.find((one) => one.path === importer.path);
    const whole = plan?.text ?? textOrEmpty(join(root.absolute, importer.path));
    const text = whole.slice(record.start, record.end);
    const kept = Array.from(text.matchAll(key), ({ index }) => record.start + index).filter(
      (at) => plan?.edits.some(({ span }) => span.start <= at && at < span.end) !== true,
    );
    const lines = kept.length === 0 ? undefined : new LineIndex(whole);
    for (const at of kept) found.add(`${importer.path}:${lines?.lineAt(at)}`);
  }
  return [...found];
}
