import { graphOfCall } from "../../change/once-per-call.ts";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import type { ChangedFile } from "../../change/change-files.ts";
import { FileText } from "../../change/file-text.ts";
import { madeNaming } from "../../change/find-target.ts";
import type { EditServices } from "../../services.ts";
import { leftKeys } from "./left-keys.ts";
import { localMeant, memberBeside } from "./local-meant.ts";
import { issueAnchors, type Mentions, mentionsOf } from "./mentions-of.ts";
import { refuseBroken } from "./refuse-broken.ts";
import { refuseNamesakes } from "./refuse-namesakes.ts";
import { renameLocal } from "./rename-local.ts";
import { RenameProof } from "./rename-proof.ts";
import { renameSubject, unlistedName } from "./rename-subject.ts";
import { RenameWorld } from "./rename-world.ts";
import { overrideFamily } from "./override-family.ts";

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
  /** The name path, where a member was named without it. */
  readonly member?: string;
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
  const isKey = unlistedName(symbols, symbol, request.line) !== undefined;
  const source = isKey ? symbols : madeNaming(symbols, symbol, request.line);
  const local = isKey ? undefined : await localMeant(symbols, source, path.relative, request, context);
  if (local !== undefined) {
    const renamed = await renameLocal(oxc, { source: symbols, path: path.relative, binding: local }, request, context);
    const beside = request.line === undefined ? memberBeside(source, symbol, local) : [];
    return { ...renamed, warnings: [...renamed.warnings, ...beside] };
  }
  const asked = renameSubject(path, source, request);
  const { names } = asked;

  const server = await services.languageServer();
  // What fails in it fails again, and is told then.
  server.prepare(path, signal).catch(() => {});
  // Whoever imports it is asked about later; the server takes its time to load meanwhile.
  graphOfCall(services, signal).catch(() => {});
  const world = await RenameWorld.of(context, oxc, names, !asked.isMember, server);
  const family = asked.isMember ? await overrideFamily(asked.place, names.old, server, context) : [];
  const subject = { ...asked, family };
  const proofs = new RenameProof(oxc, subject, request, world, server, context);
  const found = await proofs.best();
  const checked = await refuseBroken(found.broken, request.force);
  signal.throwIfAborted();

  const [proof, cut] = await proofs.withoutCut(found);
  const { proven, gaps } = proof;
  const { planned, parsed } = proof.plan;
  const holding = await world.mentioning;
  refuseNamesakes(oxc, await graphOfCall(services, signal), subject, planned, holding);
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
  const { namePath } = subject.target.declaration;
  const isBare = subject.isMember && request.symbol === names.old && namePath !== names.old;
  const member = isBare ? { member: namePath } : {};
  return { old: names.old, fresh: names.fresh, ...member, files: proven.files, complete, mentions, warnings };
}
