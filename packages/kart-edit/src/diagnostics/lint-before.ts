import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { oxlint, type OxlintCall } from "./oxlint.ts";
import type { Problem } from "./oxlint-output.ts";
import { type OptionsOfToday, shadowOf } from "./shadow.ts";

export type ProblemsBefore =
  | { readonly status: "told"; readonly problems: readonly Problem[] }
  /** `reason` in a few words that follow a colon. */
  | { readonly status: "untold"; readonly reason: string };

/**
 * Lints the text that a file held before an edit, as if the edit had not been made.
 *
 * Throws the signal's reason when aborted, and nothing else.
 *
 * @param file the real path of the file
 * @param call the lint of the text after the edit
 * @param options with which that was done
 * @param wereTypesChecked whether that lint checked types
 */
export async function lintBefore(
  root: WorkspaceRoot,
  file: string,
  before: string,
  call: OxlintCall,
  options: OptionsOfToday,
  wereTypesChecked: boolean,
): Promise<ProblemsBefore> {
  const shadow = shadowOf(root, file, before, options);
  if (shadow instanceof Error) return { status: "untold", reason: shadow.message };
  using _shadow = shadow;
  const outcome = await oxlint({ ...call, cwd: shadow.root, text: before });
  switch (outcome.status) {
    case "linted":
      if (wereTypesChecked && outcome.typeProblem !== undefined)
        return { status: "untold", reason: shadow.withRealPaths(outcome.typeProblem) };
      return { status: "told", problems: shadow.asOfReal(outcome.problems) };
    case "ignored":
      return { status: "untold", reason: "oxlint did not find a copy of the file" };
    case "failed":
      return { status: "untold", reason: shadow.withRealPaths(outcome.reason) };
    case "timeout":
      return { status: "untold", reason: "oxlint ran out of time, raise KART_LINT_TIMEOUT_MS" };
  }
}
