import { unknownNotes } from "@kart/core/language-server/unknown-values";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { decoratorsOf } from "@kart/core/syntax/decorators";
import { gapNote } from "@kart/core/text/gap-note";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { applyEdits, mapOffset } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { changeFile, type ChangeRequest, type FileChanged } from "../change/change-file.ts";
import type { FileText } from "../change/file-text.ts";
import { findTarget } from "../change/find-target.ts";
import { type Deletion, isTakenOver, planDeletion } from "../planning/delete.ts";
import type { Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { brokenTypes } from "./needed-by-types.ts";
import { brokenWithout } from "./merged-parts.ts";
import { newErrors, refuseErrors } from "./new-errors.ts";
import { readAhead } from "./read-ahead.ts";
import { type Referrer, type Referrers, referrersOf, withText } from "./referrers.ts";
import { nameless, placeOf } from "./symbol-place.ts";
import { filesHolding } from "./word-files.ts";

/** What was deleted, and what still refers to it. */
export interface DeletedSymbol extends Deletion {
  readonly target: Target;
  readonly references: readonly Referrer[];
}

/**
 * Deletes a symbol of a file that nothing refers to, or with `force` any.
 *
 * Throws `still_referenced` with the places that refer to it.
 */
export function deleteSymbol(
  request: ChangeRequest,
  { symbol, line, force }: { readonly symbol: string; readonly line?: number | undefined; readonly force: boolean },
  context: ToolContext<EditServices>,
): Promise<FileChanged<DeletedSymbol, void>> {
  return changeFile(
    { ...request, findsUsers: true },
    context,
    async (before) => {
      const target = findTarget(before.symbols(), before.path, symbol, line);
      const deletion = planDeletion(target);
      const place = placeOf(context.workspace.root.proveFile(request.file), target);
      if (place === undefined && !force)
        throw nameless(target, "Who refers to it cannot be found: look yourself, then pass force: true.");
      // Who refers to the name means the import from then on: the compiler tells whether it will do.
      const found =
        place === undefined || isTakenOver(target)
          ? NOBODY
          : await referrersOf(target, place, deletion.removed, context);
      if (!force) refuseReferenced(target, found);
      const unchecked = force ? [] : await refuseBroken(target, found.part, before, deletion, context);
      const left = afterwards(found, before, deletion);
      return {
        ...deletion,
        target,
        references: left.places,
        warnings: [...deletion.warnings, ...leftBehind(left, target), ...notesOf(left), ...unchecked],
      };
    },
    () => undefined,
  );
}

/** Something refers to what was to be deleted. */
export class StillReferenced extends ToolError {
  readonly target: Target;
  readonly references: readonly Referrer[];

  constructor(message: string, target: Target, references: readonly Referrer[]) {
    super("still_referenced", message);
    this.target = target;
    this.references = references;
  }
}

const NOBODY: Referrers = {
  places: [],
  mentions: [],
  unknown: { found: [], unasked: 0 },
  isEntry: false,
  unseen: [],
  notes: [],
};
const MAX_NOTES = 5;

function notesOf({ mentions, notes }: Referrers): string[] {
  const spoken = mentions.map(({ path, line }) => `${path}:${line}`);
  return [...gapNote("Doc comments that speak of it, left as they are", spoken), ...notes].slice(0, MAX_NOTES);
}

const CALLED = "The framework calls it by its name.";

/** Places shown in a refusal. */
const MAX_SHOWN = 20;

function refuseReferenced(target: Target, found: Referrers): void {
  const { places, unknown, unseen } = found;
  const name = `\`${escapeInvisible(target.declaration.namePath)}\``;
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
      target,
      places,
    );
  if (found.isEntry)
    throw new ToolError("still_referenced", `No code refers to ${name}. ${CALLED} Pass force: true to delete it.`);
  if (unknown.found.length > 0)
    throw new StillReferenced(
      [
        `No type leads to ${name}, but it may be used all the same. Look into these, then pass force: true.`,
        ...unknownNotes("MAY USE IT", unknown),
        ...gapNote("NOT SEEN, and may refer to it too", unseen),
      ].join("\n"),
      target,
      withText(unknown.found),
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

/** What nothing refers to may still be needed by types: by its shape, or by its name in quotes. */
async function refuseBroken(
  target: Target,
  part: Referrers["part"],
  { path, text, oxc }: FileText,
  { edits, removed }: Deletion,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const { workspace, signal } = context;
  const { name, namePath } = target.declaration;
  const contents = new Map([[workspace.root.proveFile(path).absolute, applyEdits(text, edits)]]);
  const symbol = `\`${escapeInvisible(namePath)}\``;
  if (isTakenOver(target)) {
    const what = `The import of ${symbol} does not take its place`;
    return refuseErrors(what, await newErrors(contents.keys(), [], contents, context), NEXT);
  }
  const unnamed = `Nothing names ${symbol}, but types need it`;
  if (part !== undefined)
    return refuseErrors(unnamed, await brokenWithout(part.members, part.place, contents, context), NEXT);
  const holding = await filesHolding(workspace, name, SOURCE_GLOBS, signal);
  const textOf = (file: string) => {
    const outcome = readTextFile(file);
    return outcome.status === "read" ? outcome.text : undefined;
  };
  const change = {
    target,
    path,
    holding,
    changed: new Map([[path, removed]]),
    contents,
    textOf,
    parsed: () => readAhead(oxc, holding, textOf, workspace.root, { trees: true }),
  };
  const broken = await brokenTypes(change, context);
  if (broken === undefined) return [];
  return refuseErrors(broken.need === "export" ? `Names in quotes need ${symbol}` : unnamed, broken.found, NEXT);
}

const NEXT = "Change these first, or pass force: true to leave them broken.";

/** With the lines that places of the file itself have after the deletion. */
function afterwards(found: Referrers, { path, text }: FileText, { edits }: Deletion): Referrers {
  const [old, fresh] = [new LineIndex(text), new LineIndex(applyEdits(text, edits))];
  const moved = <Place extends { readonly path?: string; readonly line: number }>(place: Place): Place => {
    if (place.path !== path) return place;
    const start = old.offsetAt({ line: place.line, column: 1 }) ?? 0;
    return { ...place, line: fresh.lineAt(mapOffset(edits, start)) };
  };
  return {
    ...found,
    places: found.places.map(moved),
    mentions: found.mentions.map(moved),
    unknown: { ...found.unknown, found: found.unknown.found.map(moved) },
  };
}

function leftBehind({ places, unknown, isEntry, unseen }: Referrers, { source, declaration }: Target): string[] {
  const decorators = decoratorsOf(source.parsed.source, declaration);
  const broken =
    places.length === 0
      ? []
      : [`${count(places.length, "place still refers", "places still refer")} to it:`, ...rows(places)];
  return [
    ...(broken.length === 0 ? [] : [broken.join("\n")]),
    ...(isEntry ? [CALLED] : []),
    ...(decorators.length > 0 && places.length === 0
      ? [`It was decorated with ${decorators.join(", ")}, which may call it.`]
      : []),
    ...unknownNotes("MAY USE IT", unknown),
    ...gapNote("Not seen, and may refer to it", unseen),
  ];
}

function rows(places: readonly Referrer[]): string[] {
  const shown = places
    .slice(0, MAX_SHOWN)
    .map(({ path, line, text }) => `${escapeName(path)}:${line} ${clip(escapeInvisible(text), 120)}`);
  return places.length > shown.length ? [...shown, `… and ${places.length - shown.length} more`] : shown;
}
