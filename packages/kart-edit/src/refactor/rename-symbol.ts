import type { LanguageServer } from "@kart/core/language-server/language-server";
import { isInstalled } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Place } from "@kart/core/language-server/questions";
import { loadParser, type Parser } from "@kart/core/syntax/parse";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type ChangedFile, proveFiles, type ProvenFiles } from "../change/change-files.ts";
import { FileText } from "../change/file-text.ts";
import { findTarget, madeNaming } from "../change/find-target.ts";
import { isMemberOfValues } from "../planning/plan.ts";
import type { EditServices } from "../services.ts";
import { refuseBareWord } from "./bare-members.ts";
import { collisionAt, duplicates, hiddenByStars, refuseCollisions, takenInOtherParts } from "./collisions.ts";
import { exportedAlias } from "./exported-alias.ts";
import { areMissed, type CutValues, cutValues } from "./cut-values.ts";
import { exportedKey } from "./exported-key.ts";
import { goneMembers } from "./gone-members.ts";
import { takenByHeirs, takenByInherited } from "./inherited-names.ts";
import { takenByLibrary } from "./library-names.ts";
import { leftKeys } from "./left-keys.ts";
import { localMeant } from "./local-meant.ts";
import { issueAnchors, type Mentions, mentionsOf } from "./mentions-of.ts";
import { type Broken, brokenBy, refuseBroken } from "./refuse-broken.ts";
import { type RenameGaps, renameGaps } from "./rename-gaps.ts";
import { renameLocal } from "./rename-local.ts";
import { type Along, planRename, type RenamePlan } from "./rename-plan.ts";
import { renameSubject, type RenameSubject } from "./rename-subject.ts";
import { staticFamily } from "./static-family.ts";
import { keysInErrors, keysNote, type TiedToKeys } from "./tied-keys.ts";
import { quotesInErrors, quotesNote } from "./tied-quotes.ts";
import { unionSiblings } from "./union-siblings.ts";
import { RenameWorld } from "./rename-world.ts";

export interface RenameRequest {
  readonly file: string;
  readonly symbol: string;
  readonly newName: string;
  readonly line?: number | undefined;
  readonly dryRun: boolean;
  /** Whether it is renamed though types break by it. */
  readonly force: boolean;
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
 * Throws `already_exists` where the name is taken, `invalid_argument` where it is none or nothing can be renamed, and
 * `still_referenced` where types need the old name and it is not forced.
 */
export async function renameSymbol(request: RenameRequest, context: ToolContext<EditServices>): Promise<Renamed> {
  const { workspace, services, signal } = context;
  const { symbol } = request;
  const oxc = await loadParser();
  const { path, text } = readForEdit(workspace.root, request.file);
  const symbols = new FileText(oxc, path.relative, text).symbols();
  const isKey = (exportedKey(symbols, symbol) ?? exportedAlias(symbols, symbol, request.line)) !== undefined;
  const source = isKey ? symbols : madeNaming(symbols, symbol, request.line);
  const local = isKey ? undefined : await localMeant(symbols, source, path.relative, request, context);
  if (local !== undefined)
    return renameLocal(oxc, { source: symbols, path: path.relative, binding: local }, request, context);
  const asked = renameSubject(path, source, request);
  const { names } = asked;

  const server = await services.languageServer();
  // What fails in it fails again, and is told then.
  server.prepare(path, signal).catch(() => {});
  const world = await RenameWorld.of(context, oxc, names, !asked.isMember, server);
  const statics = asked.isMember ? await staticFamily(asked.place, names.old, server, context) : [];
  const subject = { ...asked, statics };
  const found = await provenRename(oxc, subject, request, world, server, context);
  const checked = await refuseBroken(found.broken, request.force);
  signal.throwIfAborted();

  const [proof, cut] = await provenWithoutCut(oxc, found, subject, request, world, server, context);
  const { proven, gaps } = proof;
  const { planned, parsed } = proof.plan;
  const holding = await world.mentioning;
  const mentions = mentionsOf(names.old, proven.files, { path: path.relative, holding, texts: parsed }, context);
  const left = await leftKeys(subject, proof.plan, world, context);
  const notes = [...proof.notes, ...gaps.notes, ...cut.notes, ...left.notes];
  const warnings = [...notes, ...proof.plan.warnings, ...checked.warnings];
  if (!request.dryRun) {
    const paths = planned.map((one) => `${workspace.root.absolute}/${one.path}`);
    const write = async () => {
      // By another call, or anybody else.
      await world.refuseNewcomers(server, workspace, signal);
      world.refuseStale(workspace);
      return proven.write("kart_rename");
    };
    warnings.push(...(await services.locks.hold(paths, write)).warnings);
    issueAnchors(mentions, services);
  }
  const complete = gaps.areNone && cut.notes.length === 0 && left.areNone && checked.isComplete;
  return { old: names.old, fresh: names.fresh, files: proven.files, complete, mentions, warnings };
}

interface ProvenRename {
  readonly plan: RenamePlan;
  readonly proven: ProvenFiles;
  readonly gaps: RenameGaps;
  readonly broken: Broken | undefined;
  /** How many of them. */
  readonly errors: number;
  readonly notes: readonly string[];
  readonly along: Along;
}

/**
 * A rename that is safe to write but for what the compiler says of it: with the members that uses mean besides, where that leaves
 * fewer complaints.
 */
async function provenRename(
  oxc: Parser,
  subject: RenameSubject,
  request: RenameRequest,
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<ProvenRename> {
  const { root } = context.workspace;
  const siblings: Place[] = [];
  const alone = await prove(oxc, subject, { ...ALONE, siblings }, request, world, server, context);
  let last = alone;
  // Another type may have the new name already: what a use means besides would then be that, and no type complains.
  const mayMeanMore = ({ errors }: ProvenRename) => errors > 0 || world.holdingNew.length > 0;
  let isTied = false;
  while (mayMeanMore(last) && isMemberOfValues(subject.target)) {
    const more = await unionSiblings(last.plan, subject.names.old, world, server, root, context.signal);
    if (more.length === 0 || siblings.push(...more) > MAX_SIBLINGS) break;
    isTied ||= last.errors === 0;
    try {
      last = await prove(oxc, subject, { ...ALONE, siblings }, request, world, server, context);
    } catch (error) {
      // What cannot be renamed with it, since it is a package's or the name is taken there, is no help.
      if (error instanceof ToolError && !isTied) break;
      throw error;
    }
  }
  const best = isTied || last.errors < alone.errors ? last : alone;
  const again = (along: Along) => prove(oxc, subject, along, request, world, server, context);
  const quoted = await provenWithQuotes(best, again, subject, oxc, world, root);
  if (quoted.errors === 0 || !isMemberOfValues(subject.target)) return quoted;
  return provenWithKeys(
    oxc,
    quoted,
    await tiedTo(oxc, quoted, subject, world, server, context),
    again,
    subject,
    world,
    server,
    context,
  );
}

const ALONE: Along = { siblings: [], quotes: [], keys: [], uses: [] };

/** The same with the strings that types tie to the name, where that leaves fewer complaints. */
async function provenWithQuotes(
  best: ProvenRename,
  again: (along: Along) => Promise<ProvenRename>,
  { names }: RenameSubject,
  oxc: Parser,
  world: RenameWorld,
  root: WorkspaceRoot,
): Promise<ProvenRename> {
  let last = best;
  // Of several strings in one call each may be told of when the one before it is right.
  for (let round = 0; round < MAX_ROUNDS && last.errors > 0; round++) {
    const { along, broken, proven } = last;
    const quotes = quotesInErrors(oxc, broken?.found.errors ?? [], proven.files, names.old, world, root);
    if (quotes.length === 0) break;
    const next = await again({ ...along, quotes: [...along.quotes, ...quotes] });
    if (next.errors >= last.errors) break;
    last = next;
  }
  return last;
}

const MAX_ROUNDS = 3;

/** The keys of object literals that the compiler's complaints are about. */
function tiedTo(
  oxc: Parser,
  { along, broken, proven }: ProvenRename,
  { names }: RenameSubject,
  world: RenameWorld,
  server: LanguageServer,
  { workspace: { root }, signal }: ToolContext<EditServices>,
): Promise<TiedToKeys> {
  const errors = broken?.found.errors ?? [];
  const known = [...along.keys, ...along.quotes.map(({ path, span }) => ({ path, offset: span.start }))];
  return keysInErrors(oxc, errors, proven.files, known, names, world, server, root, signal);
}

/**
 * The same with keys of object literals that inference alone ties to the name, and their uses: where that leaves fewer complaints, or
 * none as before, and nothing else takes them by the old name.
 */
async function provenWithKeys(
  oxc: Parser,
  best: ProvenRename,
  first: TiedToKeys,
  again: (along: Along) => Promise<ProvenRename>,
  subject: RenameSubject,
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<ProvenRename> {
  let last = best;
  let tied = first;
  // Of several keys of a literal the compiler tells the first, and of their uses once the keys are right.
  for (let round = 0; round < MAX_KEY_ROUNDS && tied.keys.length + tied.uses.length > 0; round++) {
    const { along } = last;
    try {
      last = await again({ ...along, keys: [...along.keys, ...tied.keys], uses: [...along.uses, ...tied.uses] });
    } catch (error) {
      // The new name is taken where they stand, or as above.
      if (error instanceof ToolError) return best;
      throw error;
    }
    if (last.errors === 0) break;
    tied = await tiedTo(oxc, last, subject, world, server, context);
  }
  if (last === best || last.errors > Math.max(0, best.errors - 1)) return best;
  // Who takes what has a literal's type may have a member of the old name that no value must have.
  const files = last.broken?.found.checked ?? [];
  return (await areMissed(oxc, subject, last.plan, files, world, context)) ? best : last;
}

const MAX_KEY_ROUNDS = 5;

/** A rename with the keys that values give by the old name where the compiler would be content, and what else it cuts off. */
async function provenWithoutCut(
  oxc: Parser,
  found: ProvenRename,
  subject: RenameSubject,
  request: RenameRequest,
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<readonly [ProvenRename, CutValues]> {
  // What is forced through tells of these among what is to mend.
  const cutBy = ({ plan, errors, broken }: ProvenRename) =>
    cutValues(oxc, subject, plan, errors === 0 ? (broken?.found.checked ?? []) : [], world, context);
  const cut = await cutBy(found);
  if (cut.keys.length === 0) return [found, cut];
  const again = (along: Along) => prove(oxc, subject, along, request, world, server, context);
  const first = { keys: cut.keys, uses: [] };
  const proof = await provenWithKeys(oxc, found, first, again, subject, world, server, context);
  return [proof, proof === found ? cut : await cutBy(proof)];
}

/** Members that are renamed with one. */
const MAX_SIBLINGS = 20;

async function prove(
  oxc: Parser,
  subject: RenameSubject,
  along: Along,
  { symbol, line, force }: RenameRequest,
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<ProvenRename> {
  const { target, names, path } = subject;
  const { siblings, quotes, keys, uses } = along;
  const plan = await planRename(oxc, subject, world, server, context, along);
  const { planned, parsed, unseen } = plan;
  if (
    plan.places.length > siblings.length + uses.length + subject.variables.length + subject.statics.length + 1 &&
    subject.isMember
  )
    findTarget(target.source, path.relative, symbol, line);
  refuseBareWord(subject, planned);
  const proven = await proveFiles(oxc, planned, context, { texts: parsed, names });
  await refuseTaken(subject, plan, proven.files, world, server, context);
  refuseCollisions(names.old, names.fresh, await takenByLibrary(subject, proven.files, server, context.signal));
  const gaps = await renameGaps(subject, plan, world, context);
  const change = { names, path: path.relative, planned, world, unseen, parsed, isForced: force };
  const broken = await brokenBy(target, change, context);
  const textOf = (file: string) => world.sourceOf(`${context.workspace.root.absolute}/${file}`);
  const notes = [...siblingNotes(siblings, world), ...keysNote(keys, textOf), ...quotesNote(quotes, textOf)];
  return { plan, proven, gaps, broken, errors: broken?.found.errors.length ?? 0, notes, along };
}

function siblingNotes(siblings: readonly Place[], world: RenameWorld): string[] {
  const named = siblings.map(({ path, offset }) => {
    const line = new LineIndex(world.sourceOf(path.absolute) ?? "").lineAt(offset);
    return `${path.relative}:${line}`;
  });
  return gapNote("Renamed with it, as some uses mean both", named);
}

/** Throws `already_exists` where the new name meets another thing that has it, or comes to be another thing's. */
async function refuseTaken(
  subject: RenameSubject,
  { places, renamed }: RenamePlan,
  files: readonly ChangedFile[],
  world: RenameWorld,
  server: LanguageServer,
  context: ToolContext<EditServices>,
): Promise<void> {
  const { workspace, services, signal } = context;
  const { root } = workspace;
  const { target, path, names, isMember, place, statics, isExported, keepsExport } = subject;
  const { old, fresh } = names;
  const collisions = [...duplicates(files, fresh), ...takenInOtherParts(target, path.relative, fresh)];
  const met = isMember ? await server.staticsMet([place, ...statics], fresh, signal) : [];
  // What a package declares is told as inherited.
  for (const { path: other, file, span } of met.filter((one) => !isInstalled(one)))
    if (other !== undefined) collisions.push(collisionAt(other, world.sourceOf(file) ?? "", span.start));
  const isTaken = world.holdingNew.length > 0;
  if (isTaken && isExported)
    collisions.push(...hiddenByStars(await (await services.modules()).graph(signal), files, fresh));
  if (isTaken && collisions.length === 0) {
    const differing = await world.renamedBack(server, places, renamed.files, signal);
    const missing = isMemberOfValues(target) ? differing.filter(({ isMissing }) => isMissing) : [];
    // What has no such member now is told where types break.
    const gone = await goneMembers(missing, world.after(renamed.files), server, root, signal);
    for (const one of differing)
      if (!gone.has(one) && (!keepsExport || one.file === path.absolute))
        collisions.push(collisionAt(root.relative(one.file), one.text, one.start));
  }
  for (const taken of [takenByInherited, takenByHeirs])
    if (collisions.length === 0) collisions.push(...(await taken(subject, files, world, server, context)));
  refuseCollisions(old, fresh, collisions);
}
