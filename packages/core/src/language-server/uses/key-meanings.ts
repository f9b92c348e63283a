import type { KeyInType } from "../../syntax/key-types.ts";
import type { Span } from "../../text/span.ts";
import { applyEdits, editedSpans, type TextEdits, textEdits } from "../../text/text-edit.ts";
import type { SourceLocation } from "../locations.ts";

/** `key`: it names what is meant and nothing else. `maybe`: that as well. */
export type KeyMeaning = "key" | "maybe" | "other";

/**
 * Which keys in the types of a file name a member: TypeScript does not say so of `Omit<Invoice, "total">`, and of
 * `(Invoice)["total"]` it does.
 *
 * @param file absolute
 * @param ask where the names at offsets of a text are declared that stands in the place of the file
 * @param isMeant whether the member is declared at a place of the file as it is, or of another one
 */
export async function keyMeanings(
  file: string,
  text: string,
  keys: readonly KeyInType[],
  ask: (content: string, offsets: readonly number[]) => Promise<readonly (readonly SourceLocation[])[]>,
  isMeant: (location: SourceLocation, place: Span) => boolean,
): Promise<KeyMeaning[]> {
  const asked = keys.flatMap(({ span, owners }, key) => owners.map((owner) => ({ key, span, owner })));
  // No type is another for what stands beside a key: others hang on them.
  const edits = textEdits(
    asked.map(({ span: { start, end }, owner }) => ({
      span: { start: end + 1, end: end + 1 },
      text: ` | ((${owner})[${text.slice(start - 1, end + 1)}${BEHIND}`,
    })),
  ) as TextEdits;
  const added = editedSpans(edits);
  const offsets = asked.map(
    ({ span }, index) => (added[index] as Span).end - BEHIND.length - (span.end - span.start) - 1,
  );
  const definitions = await ask(applyEdits(text, edits), offsets);
  const found: boolean[][] = keys.map(() => []);
  for (const [index, { key }] of asked.entries())
    for (const one of definitions[index] ?? []) {
      const before = one.file === file ? added.filter(({ end }) => end <= one.span.start) : [];
      const shift = before.reduce((sum, { start, end }) => sum + end - start, 0);
      found[key]?.push(isMeant(one, { start: one.span.start - shift, end: one.span.end - shift }));
    }
  return found.map((places, key) => {
    if (!places.includes(true)) return "other";
    return keys[key]?.isKey === true && !places.includes(false) ? "key" : "maybe";
  });
}

const BEHIND = "] extends 0 ? never : never)";
