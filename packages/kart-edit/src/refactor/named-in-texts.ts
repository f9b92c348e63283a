import { join } from "node:path";
import { holdersOf } from "@kart/core/modules/holders";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isMock } from "@kart/core/syntax/module-records/module-expressions";
import { type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import { wordsIn } from "@kart/core/text/words";
import { textOrEmpty } from "@kart/core/workspace/read-file";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import type { PlannedFile } from "../change/change-files.ts";
import { memberKeys } from "@kart/core/syntax/module-records/mock-keys";
import { passingOn } from "@kart/core/modules/passing-on";

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
  return mockLines(graph, root, path, name, planned, (text, call) =>
    Array.from(text.slice(call.start, call.end).matchAll(key), ({ index }) => call.start + index),
  );
}

/**
 * The same, of a member of what an export holds: `vi.mock("./api", () => ({ api: { get: 1 } }))`.
 *
 * @param owner the name that it is exported by
 */
export function mocksWithMember(
  oxc: Parser,
  graph: ModuleGraph,
  root: WorkspaceRoot,
  path: string,
  { owner, name }: { readonly owner: string; readonly name: string },
  planned: readonly PlannedFile[],
): string[] {
  return mockLines(graph, root, path, owner, planned, (text, call, file) => {
    if (wordsIn(text.slice(call.start, call.end), name, 1).length === 0) return [];
    const outcome = parseSource(oxc, file, text);
    return outcome.ok ? memberKeys(outcome.parsed, call, owner, name) : [];
  });
}

/** @param placesIn the offsets (UTF-16) in a text at which a call that mocks the module names what is sought */
function mockLines(
  graph: ModuleGraph,
  root: WorkspaceRoot,
  path: string,
  name: string,
  planned: readonly PlannedFile[],
  placesIn: (text: string, call: Span, file: string) => readonly number[],
): string[] {
  const found = new Set<string>();
  for (const { importer, record } of passingOn(graph, path, name).flatMap((one) => graph.importsOf(one))) {
    if (!isMock(record.call)) continue;
    const plan = planned.find((one) => one.path === importer.path);
    const whole = plan?.text ?? textOrEmpty(join(root.absolute, importer.path));
    const kept = placesIn(whole, record, importer.path).filter(
      (at) => plan?.edits.some(({ span }) => span.start <= at && at < span.end) !== true,
    );
    const lines = kept.length === 0 ? undefined : new LineIndex(whole);
    for (const at of kept) found.add(`${importer.path}:${lines?.lineAt(at)}`);
  }
  return [...found];
}
