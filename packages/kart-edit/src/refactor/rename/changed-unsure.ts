import type { UnknownValues } from "@kart/core/language-server/uses/unknown-values";
import { overlaps } from "@kart/core/text/span";
import type { PlannedFile } from "../../change/change-files.ts";

/**
 * What a plan leaves of the uses on values of unknown type, and lines where it changes one all the same, `src/a.js:3`: that may mean
 * something else too.
 */
export function withoutChanged(
  planned: readonly PlannedFile[],
  unknown: UnknownValues,
): { readonly left: UnknownValues; readonly changed: readonly string[] } {
  const isChanged = ({ path, span }: UnknownValues["found"][number]) =>
    planned.some((one) => one.path === path && one.edits.some((edit) => overlaps(edit.span, span)));
  const changed = unknown.found.filter(isChanged).map(({ path = "", line }) => `${path}:${line}`);
  return {
    left: { ...unknown, found: unknown.found.filter((one) => !isChanged(one)) },
    changed: [...new Set(changed)],
  };
}
