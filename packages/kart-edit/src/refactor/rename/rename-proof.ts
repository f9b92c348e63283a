import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Place } from "@kart/core/language-server/questions";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import type { Parser } from "@kart/core/syntax/parser/parse";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { proveFiles, type ProvenFiles } from "../../change/change-files.ts";
import { findTarget } from "../../change/find-target.ts";
import { isMemberOfValues } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { refuseBareWord } from "./bare-members.ts";
import { areMissed, type CutValues, cutValues } from "./cut-values.ts";
import { type Broken, brokenBy } from "./refuse-broken.ts";
import { refuseMet } from "./refuse-met.ts";
import { refuseLeftJsx } from "./jsx-names.ts";
import { type RenameGaps, renameGaps } from "./rename-gaps.ts";
import { type Along, planRename, type RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameRequest } from "./rename-symbol.ts";
import type { RenameWorld } from "./rename-world.ts";
import { keysInErrors, keysNote, type TiedToKeys } from "./tied-keys.ts";
import { quotesInErrors, quotesNote } from "./tied-quotes.ts";
import { unionSiblings } from "./union-siblings.ts";

/** A rename as it was worked out, and what there is to say of it. */
export interface ProvenRename {
  readonly plan: RenamePlan;
  readonly proven: ProvenFiles;
  readonly gaps: RenameGaps;
  readonly broken: Broken | undefined;
  /** How many of them. */
  readonly errors: number;
  readonly notes: readonly string[];
  readonly along: Along;
}

const ALONE: Along = { siblings: [], quotes: [], keys: [], uses: [] };

/** Members that are renamed with one. */
const MAX_SIBLINGS = 20;

const MAX_QUOTE_ROUNDS = 3;

const MAX_KEY_ROUNDS = 5;

/**
 * Works out a rename and proves it, again and again with what it has to take along: where that leaves the compiler with fewer
 * complaints.
 */
export class RenameProof {
  readonly #oxc: Parser;
  readonly #subject: RenameSubject;
  readonly #request: RenameRequest;
  readonly #world: RenameWorld;
  readonly #server: LanguageServer;
  readonly #context: ToolContext<EditServices>;

  constructor(
    oxc: Parser,
    subject: RenameSubject,
    request: RenameRequest,
    world: RenameWorld,
    server: LanguageServer,
    context: ToolContext<EditServices>,
  ) {
    this.#oxc = oxc;
    this.#subject = subject;
    this.#request = request;
    this.#world = world;
    this.#server = server;
    this.#context = context;
  }

  /** One that is safe to write but for what the compiler says of it. Throws as {@link renameSymbol}. */
  async best(): Promise<ProvenRename> {
    const quoted = await this.#withQuotes(await this.#withSiblings());
    if (quoted.errors === 0 || !isMemberOfValues(this.#subject.target)) return quoted;
    return this.#withKeys(quoted, await this.#tiedTo(quoted));
  }

  /** The same with the keys that values give by the old name where the compiler would be content, and what else it cuts off. */
  async withoutCut(found: ProvenRename): Promise<readonly [ProvenRename, CutValues]> {
    // What is forced through tells of these among what is to mend.
    const cutBy = ({ plan, errors, broken }: ProvenRename) => {
      const files = errors === 0 ? (broken?.found.checked ?? []) : [];
      return cutValues(this.#oxc, this.#subject, plan, files, this.#world, this.#context);
    };
    const cut = await cutBy(found);
    if (cut.keys.length === 0) return [found, cut];
    const proof = await this.#withKeys(found, { keys: cut.keys, uses: [] });
    return [proof, proof === found ? cut : await cutBy(proof)];
  }

  /** With the members that uses mean besides. */
  async #withSiblings(): Promise<ProvenRename> {
    const { target, names } = this.#subject;
    const { workspace, signal } = this.#context;
    const siblings: Place[] = [];
    const alone = await this.#prove(ALONE);
    let last = alone;
    // Another type may have the new name already: what a use means besides would then be that, and no type complains.
    const mayMeanMore = ({ errors }: ProvenRename) => errors > 0 || this.#world.holdingNew.length > 0;
    let isTied = false;
    while (mayMeanMore(last) && isMemberOfValues(target)) {
      const more = await unionSiblings(
        this.#oxc,
        last.plan,
        names.old,
        this.#world,
        this.#server,
        workspace.root,
        signal,
      );
      if (more.length === 0 || siblings.push(...more) > MAX_SIBLINGS) break;
      isTied ||= last.errors === 0;
      try {
        last = await this.#prove({ ...ALONE, siblings });
      } catch (error) {
        // What cannot be renamed with it, since it is a package's or the name is taken there, is no help.
        if (error instanceof ToolError && !isTied) break;
        throw error;
      }
    }
    return isTied || last.errors < alone.errors ? last : alone;
  }

  /** With the strings that types tie to the name. */
  async #withQuotes(best: ProvenRename): Promise<ProvenRename> {
    const { old } = this.#subject.names;
    const { root } = this.#context.workspace;
    let last = best;
    // Of several strings in one call each may be told of when the one before it is right.
    for (let round = 0; round < MAX_QUOTE_ROUNDS && last.errors > 0; round++) {
      const { along, broken, proven } = last;
      const quotes = quotesInErrors(this.#oxc, broken?.found.errors ?? [], proven.files, old, this.#world, root);
      if (quotes.length === 0) break;
      const next = await this.#prove({ ...along, quotes: [...along.quotes, ...quotes] });
      if (next.errors >= last.errors) break;
      last = next;
    }
    return last;
  }

  /**
   * With keys of object literals that inference alone ties to the name, and their uses: where that leaves fewer complaints, or none
   * as before, and nothing else takes them by the old name.
   */
  async #withKeys(best: ProvenRename, first: TiedToKeys): Promise<ProvenRename> {
    let last = best;
    let tied = first;
    // Of several keys of a literal the compiler tells the first, and of their uses once the keys are right.
    for (let round = 0; round < MAX_KEY_ROUNDS && tied.keys.length + tied.uses.length > 0; round++) {
      const { along } = last;
      try {
        last = await this.#prove({
          ...along,
          keys: [...along.keys, ...tied.keys],
          uses: [...along.uses, ...tied.uses],
        });
      } catch (error) {
        // The new name is taken where they stand, or as above.
        if (error instanceof ToolError) return best;
        throw error;
      }
      if (last.errors === 0) break;
      tied = await this.#tiedTo(last);
    }
    if (last === best || last.errors > Math.max(0, best.errors - 1)) return best;
    // Who takes what has a literal's type may have a member of the old name that no value must have.
    const files = last.broken?.found.checked ?? [];
    const isMissed = await areMissed(this.#oxc, this.#subject, last.plan, files, this.#world, this.#context);
    return isMissed ? best : last;
  }

  /** The keys of object literals that the compiler's complaints are about. */
  #tiedTo({ along, broken, proven }: ProvenRename): Promise<TiedToKeys> {
    const { workspace, signal } = this.#context;
    const { path: declaring, offset } = this.#subject.place;
    // TypeScript may leave out a use of the member itself, whose type depends on what it looked at before.
    const own = { path: declaring.relative, offset };
    return keysInErrors(
      this.#oxc,
      broken?.found.errors ?? [],
      proven.files,
      [own, ...along.keys, ...along.quotes.map(({ path, span }) => ({ path, offset: span.start }))],
      this.#subject.names,
      this.#world,
      this.#server,
      workspace.root,
      signal,
    );
  }

  async #prove(along: Along): Promise<ProvenRename> {
    const [subject, world, server, context] = [this.#subject, this.#world, this.#server, this.#context];
    const { target, names, path, isMember, variables, family } = subject;
    const { siblings, quotes, keys, uses } = along;
    const { symbol, line, force } = this.#request;
    const plan = await planRename(this.#oxc, subject, world, server, context, along);
    const { planned, parsed, unseen, places } = plan;
    const expected = [siblings, uses, variables, family].reduce((sum, { length }) => sum + length, 1);
    if (places.length > expected && isMember) findTarget(target.source, path.relative, symbol, line);
    refuseBareWord(subject, planned);
    if (!force) refuseLeftJsx(plan.leftJsx, names);
    const proven = await proveFiles(this.#oxc, [...planned, ...plan.components], context, { texts: parsed, names });
    await refuseMet(subject, plan, proven.files.slice(0, planned.length), world, server, context);
    const gaps = await renameGaps(subject, plan, world, context);
    const change = { names, path: path.relative, planned, world, unseen, parsed, isForced: force };
    const broken = await brokenBy(target, change, context);
    const textOf = (file: string) => world.sourceOf(`${context.workspace.root.absolute}/${file}`);
    const notes = [...siblingNotes(siblings, world), ...keysNote(keys, textOf), ...quotesNote(quotes, textOf)];
    return { plan, proven, gaps, broken, errors: broken?.found.errors.length ?? 0, notes, along };
  }
}

function siblingNotes(siblings: readonly Place[], world: RenameWorld): string[] {
  const named = siblings.map(({ path, offset }) => {
    const line = new LineIndex(world.sourceOf(path.absolute) ?? "").lineAt(offset);
    return `${path.relative}:${line}`;
  });
  return gapNote("Renamed with it, as some uses mean both", named);
}
