import type { WorkspacePath } from "../../workspace/workspace-path.ts";
import type { Questions } from "../questions.ts";

/**
 * Files of no project, absolute, that the server sees beside some others: what is declared globally in them, or in what they lead to, these
 * would see. What the others lead to is seen all the same.
 */
export async function looseApart(
  { session: { projects }, signal }: Questions,
  others: readonly WorkspacePath[],
): Promise<ReadonlySet<string>> {
  const meant = new Set(others.map(({ absolute }) => absolute));
  return new Set(await projects.looseSeen(signal)).difference(meant);
}
