import type { ToolContext } from "@kart/core/mcp/define-tool";
import { decoratorsOf } from "@kart/core/syntax/decorators";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { escapeInvisible } from "@kart/core/text/display";
import { rootsOf } from "@kart/core/syntax/module-records/jsx-factory";
import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import { applyEdits, mapOffset } from "@kart/core/text/text-edit";
import { readTextFile } from "@kart/core/workspace/read-file";
import { SOURCE_GLOBS } from "@kart/core/workspace/workspace";
import { changeFile, type ChangeRequest, type FileChanged } from "../../change/change-file.ts";
import { FileText } from "../../change/file-text.ts";
import { findTargetOrType } from "../../change/find-target.ts";
import { type Deletion, isTakenOver } from "../../planning/delete.ts";
import { type ExportEntry, exportEntryOf } from "../../planning/export-entry.ts";
import { newDirectives } from "../new-directives.ts";
import { isMemberOfValues, type Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { callsLost } from "./calls-lost.ts";
import { entryReferrers } from "./entry-referrers.ts";
import { jsxFactoriesOf } from "../jsx-factories.ts";
import { brokenTypes } from "../needed-by-types.ts";
import { brokenWithout } from "./merged-parts.ts";
import { errorRows, type NewErrors, newErrors, refuseErrors } from "../new-errors.ts";
import type { GoingName } from "../probed-values.ts";
import { readAhead } from "../read-ahead.ts";
import { entryLoadingOn, loadingOn } from "./loading-on.ts";
import { NOBODY, type Referrer, type Referrers, referrersOf } from "./referrers.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { type Deleted, leftBehind, refuseKeyed, refuseReferenced } from "./still-referenced.ts";
import { componentsWriting } from "../value-users.ts";
import { stringsNaming } from "./strings-naming.ts";
import { nameless, placeOf } from "../symbol-place.ts";
import { refuseTakenByJsx, unnamedCallsLeft } from "../unnamed-calls.ts";
import { filesHolding } from "../word-files.ts";

/** What was deleted, and what still refers to it. */
export interface DeletedSymbol extends Deletion {
  readonly deleted: Deleted;
  readonly references: readonly Referrer[];
}

interface Asked {
  readonly symbol: string;
  readonly line?: number | undefined;
  readonly force: boolean;
}

/**
 * Deletes a symbol of a file that nothing refers to, or with `force` any: what it declares, or else what it exports by an entry.
 *
 * Throws `still_referenced` with the places that refer to it.
 */
export function deleteSymbol(
  request: ChangeRequest,
  asked: Asked,
  context: ToolContext<EditServices>,
): Promise<FileChanged<DeletedSymbol, void>> {
  return changeFile(
    { ...request, findsUsers: true },
    context,
    (before) => {
      const entry = exportEntryOf(before.symbols(), asked.symbol, asked.line);
      return entry === undefined
        ? withoutDeclaration(before, request.file, asked, context)
        : withoutEntry(before, entry, asked.force, context);
    },
    () => undefined,
  );
}

async function withoutEntry(
  before: FileText,
  entry: ExportEntry,
  force: boolean,
  context: ToolContext<EditServices>,
): Promise<DeletedSymbol> {
  const source = before.symbols();
  const deletion = await entryLoadingOn(before, source, entry, context);
  const deleted = deletedAt(source, entry.name, entry.span);
  const found = await entryReferrers(before.path, entry.name, context);
  if (!force) refuseReferenced(deleted, found);
  return {
    ...deletion,
    deleted,
    references: found.places,
    warnings: [...deletion.warnings, ...leftBehind(found, [])],
  };
}

async function withoutDeclaration(
  before: FileText,
  file: string,
  { symbol, line, force }: Asked,
  context: ToolContext<EditServices>,
): Promise<DeletedSymbol> {
  const target = findTargetOrType(before.symbols(), before.path, symbol, line);
  const { source, declaration, span } = target;
  const jsx = rootsOf(await jsxFactoriesOf(source.parsed, before.path, context));
  const deletion = await loadingOn(before, target, jsx, context);
  const deleted = deletedAt(source, declaration.namePath, span);
  const place = placeOf(context.workspace.root.proveFile(file), target);
  if (place === undefined && !force)
    throw nameless(target, "Who refers to it cannot be found: look yourself, then pass force: true.");
  // Who refers to the name means the import from then on: the compiler tells whether it will do.
  const found =
    place === undefined || isTakenOver(target) ? NOBODY : await referrersOf(target, place, deletion.removed, context);
  // The compiler is asked about what would be written, and not for more reasons against it, which may take as long again.
  if (!force) refuseReferenced(deleted, found);
  if (!force && !isTakenOver(target)) refuseTakenByJsx(target);
  const broken = place === undefined ? undefined : await brokenBy(target, found, force, before, deletion, context);
  const left = afterwards(found, before, deletion);
  const unchecked =
    broken === undefined ? [] : force ? toMend(broken, left.places) : refuseErrors(broken.what, broken.found, NEXT);
  if (!force) refuseKeyed(deleted, found);
  if (!force && broken?.going !== undefined)
    await refuseTaken(deleted, await broken.going(), broken.found.checked, before.oxc, context);
  return {
    ...deletion,
    deleted,
    references: left.places,
    warnings: [
      ...deletion.warnings,
      ...leftBehind(left, target.inComment === undefined ? decoratorsOf(source.parsed.source, declaration) : []),
      ...callsLost(target),
      ...unnamedCallsLeft(target),
      ...(await stringsNaming(before, target, deletion.removed, context)),
      ...(await componentsWriting(target, before.path, context)),
      ...newDirectives(before, new FileText(before.oxc, before.path, applyEdits(before.text, deletion.edits))),
      ...unchecked,
    ],
  };
}

function deletedAt({ parsed: { lines } }: SourceSymbols, name: string, { start, end }: Span): Deleted {
  return { name, startLine: lines.lineAt(start), endLine: lines.lineAt(end) };
}

/** What the compiler would complain of. */
interface Broken {
  /** Why, where no code refers to what is deleted. */
  readonly what: string;
  readonly found: NewErrors;
  /** Set for a member of values, which may be missed where no compiler complains. */
  readonly going?: () => Promise<GoingName>;
}

/** What nothing refers to may still be needed by types: by its shape, or by its name in quotes. Undefined where it cannot be. */
async function brokenBy(
  target: Target,
  { part, takeOver }: Referrers,
  force: boolean,
  { path, text, oxc }: FileText,
  { edits, removed }: Deletion,
  context: ToolContext<EditServices>,
): Promise<Broken | undefined> {
  const { workspace, signal } = context;
  const { name, namePath } = target.declaration;
  const { absolute } = workspace.root.proveFile(path);
  const contents = new Map([[absolute, applyEdits(text, edits)]]);
  const symbol = `\`${escapeInvisible(namePath)}\``;
  if (isTakenOver(target)) {
    const what = `The import of ${symbol} does not take its place`;
    return { what, found: await newErrors(contents.keys(), [], contents, context) };
  }
  const unnamed = `Nothing names ${symbol}, but types need it`;
  if (part !== undefined)
    return { what: unnamed, found: await brokenWithout(part.members, part.place, contents, context) };
  const holding = await filesHolding(workspace, name, SOURCE_GLOBS, signal);
  const textOf = (file: string) => {
    const outcome = readTextFile(file);
    return outcome.status === "read" ? outcome.text : undefined;
  };
  let read: Promise<ReadonlyMap<string, FileText>> | undefined;
  const parsed = () => (read ??= readAhead(oxc, holding, textOf, workspace.root, { trees: true }));
  const changed = new Map([[path, removed]]);
  const change = { target, path, holding, changed, contents, textOf, parsed, isForced: force };
  const broken = await brokenTypes(change, context);
  if (broken === undefined) return undefined;
  const { need, found } = broken;
  const what = need === "export" ? `Names in quotes need ${symbol}` : unnamed;
  // What is inherited in its place is given on.
  if (!isMemberOfValues(target) || takeOver !== undefined) return { what, found };
  const isChanged = (one: string, offset: number) =>
    one === path && removed.some(({ start, end }) => start <= offset && offset < end);
  const before = { text: target.source.parsed.source, name: target.declaration.nameRange };
  const going = async () => {
    const names = [name] as const;
    return { file: absolute, before, names, contents, holding, parsed: await parsed(), isChanged };
  };
  return { what, found, going };
}

/** What is to be mended after a deletion that was forced, but for the places that are told of as they are. */
function toMend({ what, found }: Broken, told: readonly Referrer[]): string[] {
  const known = new Set(told.map(({ path, line }) => `${path}:${line}`));
  const errors = found.errors.filter(({ location: { path, line } }) => !known.has(`${path}:${line}`));
  const why = told.length === 0 ? what : "Types need it too";
  return [
    ...(errors.length === 0 ? [] : [`${why}. TO MEND, ${errorRows({ errors }).join("\n")}`]),
    ...refuseErrors(what, { ...found, errors: [] }, NEXT),
  ];
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
    takeOver: found.takeOver && {
      ...found.takeOver,
      ...(found.takeOver.place && { place: moved(found.takeOver.place) }),
      uses: found.takeOver.uses.map(moved),
    },
    mentions: found.mentions.map(moved),
    unknown: {
      ...found.unknown,
      found: found.unknown.found.map(moved),
      computed: found.unknown.computed?.map(moved) ?? [],
    },
  };
}
