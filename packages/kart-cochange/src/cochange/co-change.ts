import { ToolError } from "@kart/core/mcp/tool-error";
import { count } from "@kart/core/text/display";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { join } from "node:path";
import { Attributes } from "../history/attributes.ts";
import { changedFiles } from "@kart/core/workspace/changed-files";
import { changedSubmodules, type SubmoduleChanges } from "@kart/core/workspace/changed-submodules";
import { fromTop, type Place, placeOf } from "../history/place-of.ts";
import { findRepository, type Repository } from "../history/repository.ts";
import { NO_RENAMES, uncommittedRenames, type UncommittedRenames } from "../history/uncommitted-renames.ts";
import type { LeftOut } from "../index/read-evidence.ts";
import { type IndexRemarks, RepositoryIndexes } from "../index/repository-indexes.ts";
import { isNoise } from "../ranking/noise.ts";
import type { Neighbor } from "../ranking/rank.ts";
import { VarpDatabases } from "../varp/varp-database.ts";
import { historyAnswer } from "./history-answer.ts";

export interface Question {
  /** Paths as they were given; none asks about what git sees as changed. */
  readonly paths: readonly string[];
  readonly limit: number;
  readonly minCommits: number;
}

export type CoChangeOutcome =
  | { readonly status: "found"; readonly answer: CoChangeAnswer }
  | { readonly status: "unavailable"; readonly path: string; readonly reason: string }
  /** No path was given, and git sees none as changed but, at most, files that cannot be asked about. */
  | {
      readonly status: "unchanged";
      readonly passedOver: number;
      readonly isBare: boolean;
      /** Of what, though about nothing. */
      readonly answer: CoChangeAnswer;
    };

export interface CoChangeAnswer {
  /** From the workspace root, as neighbours are. */
  readonly paths: readonly string[];
  readonly neighbors: readonly FoundNeighbor[];
  /** Whether there are more than were asked for. */
  readonly truncated: boolean;
  /** Of all given paths; undefined where the source does not tell. */
  readonly pathCommits: number | undefined;
  /** How many other files the only commit changed that changed any, where it is too many to tell anything. */
  readonly onlyTogether?: number;
  readonly commitsSeen: number;
  readonly indexedTo: string | undefined;
  readonly source: "git" | "varp";
  readonly remarks: AnswerRemarks;
}

/** A database of weights knows no commits. */
export type FoundNeighbor = Pick<Neighbor, "path" | "score"> & Partial<Neighbor>;

export type AnswerRemarks = Partial<IndexRemarks> & {
  readonly isShallow?: boolean;
  /** Why an existing `.varp/cochange.db` was not read. */
  readonly varpProblem?: string | undefined;
  /** Files that git sees as changed, beyond those that were asked about. */
  readonly notAsked?: number;
  readonly leftOut?: LeftOut;
  /** What became of files that are known from commits alone which tell nothing by themselves. They are listed where there are no others. */
  readonly crowds?: "left out" | "listed";
  /** Which were not asked about; from the root. */
  readonly submodules?: SubmoduleChanges;
  /** Neighbours that are there and cannot be named: a path that is not UTF-8 is not what the history gives of it. */
  readonly mangled?: number;
  /** Whether the source cannot tell what shares fewer commits than were asked for. */
  readonly hasNoCounts?: boolean;
  /** Given files that are not committed, with the path that was asked about in the place of each. */
  readonly askedAs?: readonly (readonly [path: string, old: string])[];
  /** Given files that a commit renamed, with the path that their history is found by. */
  readonly movedTo?: readonly (readonly [path: string, now: string])[];
};

/** Most changed files that are taken for a question without paths. */
const MAX_CHANGED = 100;

/** Answers what else changes with files: from weights that another program left, else from the history of git. */
export class CoChange {
  readonly #workspace: Workspace;
  readonly #indexes = new RepositoryIndexes();
  readonly #varp: VarpDatabases;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#varp = new VarpDatabases(workspace.root);
  }

  async ask(question: Question, signal: AbortSignal): Promise<CoChangeOutcome> {
    const { root } = this.#workspace;
    const given = eachOnce(question.paths.map((path) => placeOf(root, path)));
    const varp = this.#varp.open();
    if (varp.status === "open" && given.length > 0)
      return { status: "found", answer: varp.database.answer(given, question, await this.#noise(signal)) };

    const found = await this.#repositoryOf(given, signal);
    if (found.status === "none")
      return { status: "unavailable", path: given[0]?.relative ?? ".", reason: found.reason };
    const { repository } = found;
    const asked = given.length > 0 ? { places: given, seen: 0, notAsked: 0 } : await this.#changed(repository, signal);
    const { places, seen, notAsked, submodules } = asked;
    const outcome = (answer: CoChangeAnswer): CoChangeOutcome =>
      places.length === 0
        ? { status: "unchanged", passedOver: seen, isBare: repository.top === undefined, answer }
        : { status: "found", answer };
    const more = { ...(notAsked > 0 && { notAsked }), ...(submodules && { submodules }) };
    if (varp.status === "open")
      return outcome(also(varp.database.answer(places, question, noiseIn(root, repository)), more));

    const read = (renames: UncommittedRenames) =>
      this.#indexes.read(
        repository,
        (evidence) => historyAnswer(evidence, root, repository, places, question, renames),
        { signal },
      );
    const committed = await read(NO_RENAMES);
    const renames =
      committed.value.isBehind && repository.top !== undefined
        ? await uncommittedRenames(root, repository.top, signal)
        : NO_RENAMES;
    const { answer } = renames.oldOf.size === 0 ? committed.value : (await read(renames)).value;
    const { remarks } = committed;
    const varpProblem = varp.status === "unusable" ? varp.problem : undefined;
    return outcome(also(answer, { ...remarks, ...more, isShallow: repository.isShallow, varpProblem }));
  }

  /** As {@link noiseIn}, of the root; by names alone where git cannot tell of a repository. */
  async #noise(signal: AbortSignal): Promise<(path: string) => boolean> {
    const { root } = this.#workspace;
    const found = await findRepository(root.absolute, signal).catch((error: unknown) => {
      if (error instanceof ToolError) return undefined;
      throw error;
    });
    return found?.status === "repository" ? noiseIn(root, found.repository) : isNoise;
  }

  /** The one repository that all given paths lie in; that of the root without any. Throws `invalid_argument`. */
  async #repositoryOf(given: readonly Place[], signal: AbortSignal) {
    const { root } = this.#workspace;
    const folders = new Set(given.length === 0 ? [root.absolute] : given.map(({ folder }) => folder));
    const found = await Promise.all([...folders].map((folder) => findRepository(folder, signal)));
    const tops = new Set(found.map((one) => (one.status === "none" ? "" : (one.repository.top ?? ""))));
    if (tops.size > 1)
      throw new ToolError(
        "invalid_argument",
        `The paths lie in ${count(tops.size, "repository", "repositories")}, whose histories do not meet. Ask for each of them on its own.`,
      );
    return found[0] as (typeof found)[number];
  }

  async #changed(repository: Repository, signal: AbortSignal): Promise<ChangedPlaces> {
    const { top } = repository;
    if (top === undefined) return { places: [], seen: 0, notAsked: 0 };
    const { root } = this.#workspace;
    const [files, modules] = await Promise.all([changedFiles(top, signal), changedSubmodules(top, signal)]);
    const fromRoot = (paths: readonly string[]) =>
      paths.flatMap((path) => {
        const absolute = join(top, path);
        return root.holds(absolute) ? [root.relative(absolute)] : [];
      });
    const submodules = { changed: fromRoot(modules.changed), notLookedInto: fromRoot(modules.notLookedInto) };
    const attributes = new Attributes(repository);
    const inside = files.filter(
      (path) => !path.endsWith("/") && root.holds(join(top, path)) && !attributes.isNoise(path),
    );
    const places = inside.slice(0, MAX_CHANGED).flatMap((path) => {
      try {
        return [placeOf(root, join(top, path))];
      } catch (error) {
        // A symlink that leads outside, or a FIFO, has no neighbours.
        if (error instanceof ToolError) return [];
        throw error;
      }
    });
    return {
      places: eachOnce(places),
      seen: files.length,
      notAsked: Math.max(0, inside.length - MAX_CHANGED),
      submodules,
    };
  }
}

/** A symlink leads to a file that may be among them itself. */
function eachOnce(places: readonly Place[]): Place[] {
  return [...new Map(places.map((one) => [one.relative, one])).values()];
}

/** Tells which paths, from the root, the repository of that root has and nobody wrote. */
function noiseIn(root: WorkspaceRoot, repository: Repository): (path: string) => boolean {
  const attributes = new Attributes(repository);
  const { top = root.absolute } = repository;
  return (path) => attributes.isNoise(fromTop(top, join(root.absolute, path)));
}

interface ChangedPlaces {
  readonly places: readonly Place[];
  /** All that git sees as changed. */
  readonly seen: number;
  /** Files that could have been asked about, but for their number. */
  readonly notAsked: number;
  /** From the root. */
  readonly submodules?: SubmoduleChanges;
}

function also(answer: CoChangeAnswer, remarks: AnswerRemarks): CoChangeAnswer {
  return { ...answer, remarks: { ...answer.remarks, ...remarks } };
}
