import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Declaration } from "@kart/core/syntax/declaration";
import { gapNote } from "@kart/core/text/gap-note";
import { clip, count, escapeInvisible, escapeName } from "@kart/core/text/display";
import { applyEdits } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { changeFile, type ChangeRequest, type FileChanged } from "../change/change-file.ts";
import { FileText } from "../change/file-text.ts";
import { findTarget } from "../change/find-target.ts";
import { type Deletion, planDeletion } from "../planning/delete.ts";
import { isExport, ownerOf, type Target } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { namingInQuotes } from "./named-in-texts.ts";
import { isStructural, newErrors, refuseErrors } from "./new-errors.ts";
import { type Referrer, type Referrers, referrersOf } from "./referrers.ts";
import { membersNamed, sharingShape } from "./shape-users.ts";
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
    request,
    context,
    async (before) => {
      const target = findTarget(before.symbols(), before.path, symbol, line);
      const deletion = planDeletion(target);
      const place = placeOf(context.workspace.root.proveFile(request.file), target);
      if (place === undefined && !force)
        throw nameless(target, "Who refers to it cannot be found: look yourself, then pass force: true.");
      const found = place === undefined ? NOBODY : await referrersOf(target, place, deletion.removed, context);
      if (!force) refuseReferenced(target, found);
      const unchecked = force ? [] : await refuseBroken(target, before, deletion, context);
      return {
        ...deletion,
        target,
        references: found.places,
        warnings: [...deletion.warnings, ...leftBehind(found), ...found.notes.slice(0, MAX_NOTES), ...unchecked],
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

const NOBODY: Referrers = { places: [], unseen: [], notes: [] };
const MAX_NOTES = 5;

/** Places shown in a refusal. */
const MAX_SHOWN = 20;

function refuseReferenced(target: Target, { places, unseen, notes }: Referrers): void {
  const name = `\`${escapeInvisible(target.declaration.namePath)}\``;
  if (places.length > 0)
    throw new StillReferenced(
      [
        `${name} is referred to in ${count(places.length, "place")}. Change these first, or pass force: true to leave them broken.`,
        ...rows(places),
        ...gapNote("NOT SEEN, and may refer to it too", unseen),
        ...notes.slice(0, MAX_NOTES),
      ].join("\n"),
      target,
      places,
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
  before: FileText,
  deletion: Deletion,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  if (isStructural(target)) return refuseNeeded(target, before, deletion, context);
  const { workspace, services, signal } = context;
  if (!isExport(target)) return [];
  const { declaration } = target;
  const holding = await filesHolding(workspace, declaration.name, SOURCE_GLOBS, signal);
  const graph = async () => (await services.modules()).graph(signal);
  const quoting = await namingInQuotes(graph, workspace.root, before.path, declaration.name, holding);
  if (quoting.length === 0) return [];
  const contents = new Map([[workspace.root.proveFile(before.path).absolute, applyEdits(before.text, deletion.edits)]]);
  return refuseErrors(
    `Names in quotes need \`${escapeInvisible(declaration.namePath)}\``,
    await newErrors(quoting, [], contents, context),
    NEXT,
  );
}

const NEXT = "Change these first, or pass force: true to leave them broken.";

/** A member that nothing names may still be what makes its owner fit a type: where the owner is used, that shows. */
async function refuseNeeded(
  target: Target,
  before: FileText,
  deletion: Deletion,
  context: ToolContext<EditServices>,
): Promise<string[]> {
  const path = context.workspace.root.proveFile(before.path);
  const owner = ownerOf(target) as Declaration;
  const place = placeOf(path, { source: target.source, declaration: owner, span: owner.span });
  const server = await context.services.languageServer();
  const users = place === undefined ? [] : (await server.references(place, context.signal)).references;
  const sharing = await filesSharing(target, before, deletion, context);
  const files = [path.absolute, ...users.map(({ file }) => file)];
  const contents = new Map([[path.absolute, applyEdits(before.text, deletion.edits)]]);
  return refuseErrors(
    `Nothing names \`${escapeInvisible(target.declaration.namePath)}\`, but types need it`,
    await newErrors(files, sharing, contents, context),
    NEXT,
  );
}

/** Files that are looked into for other members of the name; those beyond may have some. */
const MAX_PARSED = 100;

/** Files in which the owner may be taken for another type with a member of the name; absolute. */
async function filesSharing(
  { declaration: { name } }: Target,
  before: FileText,
  { removed }: Deletion,
  { workspace, services, signal }: ToolContext<EditServices>,
): Promise<string[]> {
  const holding = await filesHolding(workspace, name, SOURCE_GLOBS, signal);
  const isRemoved = (offset: number) => removed.some(({ start, end }) => start <= offset && offset < end);
  const stays = (file: string, index: number) => {
    if (file === `${workspace.root.absolute}/${before.path}`) return membersNamed(before, name, isRemoved).stays;
    const outcome = index < MAX_PARSED ? readTextFile(file) : undefined;
    if (outcome?.status !== "read") return true;
    return membersNamed(new FileText(before.oxc, file, outcome.text), name, () => false).stays;
  };
  const keeping = holding.filter(stays).map((file) => workspace.root.relative(file));
  if (keeping.length === 0) return [];
  const graph = await (await services.modules()).graph(signal);
  return sharingShape(graph, [before.path], keeping).map((path) => `${workspace.root.absolute}/${path}`);
}

function leftBehind({ places, unseen }: Referrers): string[] {
  const broken = places.length === 0 ? [] : [`${count(places.length, "place")} still refer to it:`, ...rows(places)];
  return [...(broken.length === 0 ? [] : [broken.join("\n")]), ...gapNote("Not seen, and may refer to it", unseen)];
}

function rows(places: readonly Referrer[]): string[] {
  const shown = places
    .slice(0, MAX_SHOWN)
    .map(({ path, line, text }) => `${escapeName(path)}:${line} ${clip(escapeInvisible(text), 120)}`);
  return places.length > shown.length ? [...shown, `… and ${places.length - shown.length} more`] : shown;
}
