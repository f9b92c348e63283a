import { overlaps } from "@kart/core/text/span";
import { type TextEdit, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";

/** What is to be changed in one file besides. */
export interface AddedEdits {
  /** From the root, with `/`. */
  readonly path: string;
  /** Of a file that the plan does not change yet. */
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

/**
 * A planned rename with other edits besides its own. One that overlaps what is changed already is left out: the new name is put
 * there by that.
 *
 * @param isReplaced which of its own give way to those that overlap them
 */
export function withEdits(
  planned: readonly PlannedFile[],
  added: Iterable<AddedEdits>,
  isReplaced: (edit: TextEdit) => boolean = () => false,
): PlannedFile[] {
  const files = new Map(planned.map((one) => [one.path, one]));
  for (const { path, text, edits } of added) {
    const known = files.get(path);
    const all = known?.edits.filter((one) => !isReplaced(one)) ?? [];
    for (const edit of edits) if (!all.some(({ span }) => overlaps(span, edit.span))) all.push(edit);
    if (all.length > 0) files.set(path, { path, text: known?.text ?? text, edits: textEdits(all) as TextEdits });
  }
  return byPath([...files.values()]);
}

export function byPath(planned: readonly PlannedFile[]): PlannedFile[] {
  return planned.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
