import { declaresGlobally } from "../../syntax/module-records/declares-globally.ts";
import { loadParser } from "../../syntax/parser/parse.ts";
import type { WorkspacePath } from "../../workspace/workspace-path.ts";
import type { Questions } from "../questions.ts";

/**
 * Files of no project, absolute, that the server sees beside some others, and of which these would see what they declare globally. What
 * the others import is seen all the same.
 */
export async function looseApart(
  { session: { projects }, reader, signal }: Questions,
  others: readonly WorkspacePath[],
): Promise<ReadonlySet<string>> {
  const meant = new Set(others.map(({ absolute }) => absolute));
  const beside = (await projects.looseSeen(signal)).filter((file) => !meant.has(file));
  if (beside.length === 0) return new Set();
  const oxc = await loadParser();
  return new Set(beside.filter((file) => declaresGlobally(oxc, file, reader.textOf(file)?.source ?? "")));
}
