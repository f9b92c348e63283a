import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { loadParser } from "@kart/core/syntax/parse";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { type ChangedFile, proveFiles } from "../change/change-files.ts";
import { FileText } from "../change/file-text.ts";
import { findTarget } from "../change/find-target.ts";
import type { EditServices } from "../services.ts";
import { refuseBareWord } from "./bare-members.ts";
import { collisionAt, duplicates, hiddenByStars, refuseCollisions, takenInOtherParts } from "./collisions.ts";
import { exportedKey } from "./exported-key.ts";
import { takenByLibrary } from "./library-names.ts";
import { localMeant } from "./local-meant.ts";
import { type Mentions, mentionsOf } from "./mentions-of.ts";
import { refuseBroken } from "./refuse-broken.ts";
import { renameGaps } from "./rename-gaps.ts";
import { renameLocal } from "./rename-local.ts";
import { planRename, type RenamePlan } from "./rename-plan.ts";
import { renameSubject, type RenameSubject } from "./rename-subject.ts";
import { RenameWorld } from "./rename-world.ts";

export interface RenameRequest {
  readonly file: string;
  readonly symbol: string;
  readonly newName: string;
  readonly line?: number | undefined;
  readonly dryRun: boolean;
}

export interface Renamed {
  readonly old: string;
  readonly fresh: string;
  /** By path. */
  readonly files: readonly ChangedFile[];
  /** Whether every file that could hold a reference was seen as its project sees it. */
  readonly complete: boolean;
  readonly mentions: Mentions;
  readonly warnings: readonly string[];
}

/**
 * Gives a symbol another name wherever it is meant, in all files or none; a local as {@link renameLocal} does.
 *
 * The language server names the places. That none of them comes to mean something else, and nothing else comes to mean the
 * symbol, is proven by renaming it back in the texts that would be written: the same places must come out.
 *
 * Throws `already_exists` where the name is taken, and `invalid_argument` where it is none or nothing can be renamed.
 */
export async function renameSymbol(request: RenameRequest, context: ToolContext<EditServices>): Promise<Renamed> {
  const { workspace, services, signal } = context;
  const { symbol, line } = request;
  const oxc = await loadParser();
  const { path, text } = readForEdit(workspace.root, request.file);
  const source = new FileText(oxc, path.relative, text).symbols();
  const isKey = exportedKey(source, symbol) !== undefined;
  const local = isKey ? undefined : await localMeant(source, path.relative, request, context);
  if (local !== undefined) return renameLocal(oxc, { source, path: path.relative, binding: local }, request, context);
  const subject = renameSubject(path, source, request);
  const { target, names } = subject;

  const server = await services.languageServer();
  // What fails in it fails again, and is told then.
  server.prepare(path, signal).catch(() => {});
  const world = await RenameWorld.of(context, oxc, names, !subject.isMember, server);
  const plan = await planRename(oxc, subject, world, server, context);
  if (plan.places.length > 1 && subject.isMember) findTarget(source, path.relative, symbol, line);
  const { planned, parsed } = plan;
  refuseBareWord(subject, planned);
  const proven = await proveFiles(oxc, planned, context, { texts: parsed, names });
  await refuseTaken(subject, plan, proven.files, world, server, context);
  refuseCollisions(names.old, names.fresh, await takenByLibrary(subject, proven.files, server, signal));
  const gaps = await renameGaps(subject, plan, world, context);
  const checked = await refuseBroken(
    target,
    { names, path: path.relative, planned, world, unseen: plan.unseen, parsed },
    context,
  );
  signal.throwIfAborted();

  const mentions = mentionsOf(names.old, proven.files, { holding: await world.mentioning, texts: parsed }, context);
  const warnings = [...gaps.notes, ...plan.warnings, ...checked.warnings];
  if (!request.dryRun) {
    const paths = planned.map((one) => `${workspace.root.absolute}/${one.path}`);
    const write = async () => {
      // By another call, or anybody else.
      await world.refuseNewcomers(server, workspace, signal);
      world.refuseStale(workspace);
      return proven.write("kart_rename");
    };
    warnings.push(...(await services.locks.hold(paths, write)).warnings);
  }
  const complete = gaps.areNone && checked.isComplete;
  return { old: names.old, fresh: names.fresh, files: proven.files, complete, mentions, warnings };
}

/** Throws `already_exists` where the new name meets another thing that has it, or comes to be another thing's. */
async function refuseTaken(
  { target, path, names: { old, fresh }, isExported, keepsExport }: RenameSubject,
  { places, renamed }: RenamePlan,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<void> {
  const collisions = [...duplicates(files, fresh), ...takenInOtherParts(target, path.relative, fresh)];
  const isTaken = world.holdingNew.length > 0;
  if (isTaken && isExported)
    collisions.push(...hiddenByStars(await (await services.modules()).graph(signal), files, fresh));
  if (isTaken && collisions.length === 0)
    for (const { file, start, text } of await world.renamedBack(server, places, renamed.files, signal))
      if (!keepsExport || file === path.absolute) collisions.push(collisionAt(root.relative(file), text, start));
  refuseCollisions(old, fresh, collisions);
}
