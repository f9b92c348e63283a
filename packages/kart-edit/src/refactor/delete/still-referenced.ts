import { unknownNotes } from "@kart/core/language-server/uses/unknown-values";
import { ToolError } from "@kart/core/mcp/tool-error";
import { gapNote, linesByFile } from "@kart/core/text/gap-note";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { type Referrer, type Referrers, withText } from "./referrers.ts";
import { takeOverNote } from "./taken-over.ts";

/** What is deleted: a declaration, or an entry by which a file exports one. */
export interface Deleted {
  /** The name path, or the exported name. */
  readonly name: string;
  /** Where it stood before: 1-based, of its first and its last line. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Something refers to what was to be deleted. */
export class StillReferenced extends ToolError {
  readonly deleted: Deleted;
  readonly references: readonly Referrer[];

  constructor(message: string, deleted: Deleted, references: readonly Referrer[]) {
    super("still_referenced", message);
    this.deleted = deleted;
    this.references = references;
  }
}

const CALLED = "The framework calls it by its name.";

/** Throws `still_referenced` with those who refer to it, or may. */
export function refuseReferenced(deleted: Deleted, found: Referrers): void {
  const { places, unknown, unseen } = found;
  const name = `\`${escapeInvisible(deleted.name)}\``;
  if (places.length > 0)
    throw new StillReferenced(
      [
        `${name} is referred to in ${count(places.length, "place")}. Change these first, or pass force: true to leave them broken.`,
        ...rows(places),
        ...unknownNotes("NOT AMONG THESE", unknown),
        ...gapNote("NOT SEEN, and may refer to it too", unseen),
        ...(found.isEntry ? [CALLED] : []),
        ...notesOf(found),
      ].join("\n"),
      deleted,
      places,
    );
  if (found.isEntry)
    throw new ToolError("still_referenced", `No code refers to ${name}. ${CALLED} Pass force: true to delete it.`);
  const possible = [...unknown.found, ...(unknown.computed ?? [])];
  if (possible.length > 0)
    throw new StillReferenced(
      [
        `No type leads to ${name}, but it may be used all the same. Look into these, then pass force: true.`,
        ...unknownNotes("MAY USE IT", unknown),
        ...gapNote("NOT SEEN, and may refer to it too", unseen),
      ].join("\n"),
      deleted,
      withText(possible),
    );
  if (unseen.length > 0)
    throw new ToolError(
      "still_referenced",
      [
        `No reference to ${name} was found, but not every file that could hold one was seen. Look into these, then pass force: true.`,
        ...gapNote("NOT SEEN", unseen),
      ].join("\n"),
    );
}

/** As {@link refuseReferenced}, where keys alone may take it, of which the compiler tells more exactly where it complains of them. */
export function refuseKeyed(deleted: Deleted, { unknown: { keyed } }: Referrers): void {
  if (keyed === undefined || keyed.found.length === 0) return;
  const name = `\`${escapeInvisible(deleted.name)}\``;
  throw new StillReferenced(
    [
      `No code names ${name}, but keys may take it whose types do. Look into these, then pass force: true.`,
      ...unknownNotes("MAY USE IT", { found: [], unasked: 0, keyed }),
    ].join("\n"),
    deleted,
    withText(keyed.found),
  );
}

/** What is to be said of those who refer to it once it is deleted: who forced that was shown them, or knows. */
export function leftBehind(found: Referrers, decorators: readonly string[]): string[] {
  const { places, takeOver, unknown, isEntry, unseen } = found;
  return [
    ...(takeOver === undefined ? [] : takeOverNote(takeOver)),
    ...gapNote(`${count(places.length, "place still refers", "places still refer")} to it`, linesByFile(places)),
    ...(isEntry ? [CALLED] : []),
    ...(decorators.length > 0 && places.length === 0
      ? [`It was decorated with ${decorators.join(", ")}, which may call it.`]
      : []),
    ...unknownNotes("MAY USE IT", unknown),
    ...gapNote("Not seen, and may refer to it", unseen),
    ...notesOf(found),
  ];
}

const MAX_NOTES = 5;

function notesOf({ mentions, notes }: Referrers): string[] {
  const spoken = mentions.map(({ path, line }) => `${path}:${line}`);
  return [...gapNote("Doc comments that speak of it, left as they are", spoken), ...notes].slice(0, MAX_NOTES);
}

/** Places shown in a refusal. */
const MAX_SHOWN = 20;

function rows(places: readonly Referrer[]): string[] {
  const shown = places
    .slice(0, MAX_SHOWN)
    .map(({ path, line, text }) => `${escapeName(path)}:${line} ${clip(escapeInvisible(text), 120)}`);
  return places.length > shown.length ? [...shown, `… and ${places.length - shown.length} more`] : shown;
}
