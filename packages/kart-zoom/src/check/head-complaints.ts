import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import { compareProblems, type PlacedProblem } from "@kart/core/text/compare-problems";
import { escapeName } from "@kart/core/text/display";
import { type LineHunk, textHunks } from "@kart/core/text/line-diff";
import { ToolError } from "@kart/core/mcp/tool-error";
import { headCommit } from "@kart/core/workspace/committed-text";
import { sourceLanguage, withoutEnding } from "@kart/core/syntax/parser/source-language";
import { folderNames } from "@kart/core/workspace/folder-names";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { WorkspacePath, WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { basename, dirname, join } from "node:path";
import { askedFile } from "../source/asked-place.ts";
import type { SourceFiles } from "../source/source-files.ts";
import type { FilesToCheck } from "./files-to-check.ts";
import type { HeadTexts } from "./head-texts.ts";

/** Every source file that git sees as changed, and the data. */
type Changed = Pick<FilesToCheck, "files" | "left" | "deleted" | "data" | "gaps">;

/** What complaints are asked for with. */
interface Asked {
  readonly server: LanguageServer;
  readonly sources: SourceFiles;
  /** As those were that are told apart: see `DiagnosticsOptions.together`. */
  readonly together: readonly WorkspacePath[];
  /** Which of them are in no project, absolute. */
  readonly loose: readonly string[];
}

/** Which complaints were there before. */
export type Before =
  | { readonly status: "known"; readonly old: ReadonlySet<SourceDiagnostic> }
  | { readonly status: "unknown"; readonly reason: string };

/** Tells complaints that HEAD has too from others. */
export class HeadComplaints {
  readonly #workspace: Workspace;
  /**
   * What was found in one commit, by absolute path: checking takes as long as checking ours. Its files change no more; what they are
   * checked against may, where no commit holds that, and new files stand among them.
   */
  #known: { readonly state: string; readonly byFile: Map<string, readonly SourceDiagnostic[]> } | undefined;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * What changed is checked once more as it was committed, in the files that are complained of. Complaints of a new file are
   * held against those of files that are gone, since it may be one of them that was moved.
   *
   * @param inUse the data that sources depend on: it cannot be had as it was
   * @param committed gives every source file that changed as it was
   */
  async among(
    found: readonly SourceDiagnostic[],
    changed: Changed,
    inUse: readonly string[],
    committed: () => Promise<HeadTexts>,
    how: Asked,
    signal: AbortSignal,
  ): Promise<Before> {
    const { server, sources } = how;
    const unknown = (reason: string) => ({ status: "unknown", reason }) as const;
    if (changed.left.length + changed.gaps.length > 0) return unknown("not all that changed was checked");
    const [data] = [...inUse, ...changed.data.filter((path) => basename(path) === "package.json")];
    if (data !== undefined) return unknown(`${escapeName(data)} changed too`);
    const texts = await committed();
    const isNew = (file: string) => texts.has(file) && texts.get(file) === undefined;
    const taking = texts.keys().find((file) => isNew(file) && takesOver(file, isNew));
    if (taking !== undefined)
      return unknown(
        `${escapeName(this.#workspace.root.relative(taking))} is new, and may be imported in the place of another`,
      );
    const linked = await server.linkedAmong(
      texts
        .keys()
        .filter((file) => !isNew(file))
        .toArray(),
      signal,
    );
    if (linked !== undefined)
      return unknown(`${escapeName(this.#workspace.root.relative(linked))} has another name by a symlink`);
    const isSource = ({ location: { file } }: SourceDiagnostic) => sourceLanguage(file) !== undefined;
    const inSources = found.filter(isSource);
    const complained = [...new Set(inSources.map(({ location }) => location.file))];
    const gone = complained.some(isNew) ? changed.deleted.map((path) => join(this.#workspace.root.absolute, path)) : [];
    const asked = [...complained.filter((file) => !isNew(file)), ...gone];
    const complaints = await this.#complaints(asked, texts, how, signal);
    if (typeof complaints === "string") return unknown(`it ${complaints}`);
    const before = (file: string, isPlaced: boolean) =>
      (complaints.get(file) ?? []).map((one) => problemOf(one, isPlaced));
    const ofGone = gone.flatMap((file) => before(file, false));
    const old = [...Map.groupBy(inSources, ({ location }) => location.file)].flatMap(([file, list]) => {
      const after = list.map((one) => problemOf(one, !isNew(file)));
      const hunks = hunksOf(texts.get(file), sources.at(file)?.text);
      return compareProblems(after, hunks, isNew(file) ? ofGone : before(file, true)).existing;
    });
    // A configuration has the problems that it had where it, what it extends and what it lists are as they were.
    const isAsWas = changed.data.length + changed.deleted.length === 0;
    const ofConfigs = isAsWas ? found.filter((one) => !isSource(one)) : [];
    return { status: "known", old: new Set([...old.map(({ origin }) => origin), ...ofConfigs]) };
  }

  /** What is complained of in HEAD's state, by absolute path, or why that is not told. */
  async #complaints(files: readonly string[], texts: HeadTexts, how: Asked, signal: AbortSignal) {
    const { root } = this.#workspace;
    const unheld = how.server.unversioned(signal);
    const [head = "", unversioned] = await Promise.all([headCommit(root.absolute, signal), unheld]);
    const fresh = Array.from(texts, ([file, text]) => (text === undefined ? [file] : [])).flat();
    const state = [head, unversioned, ...fresh.sort(), "", ...how.loose].join("\n");
    if (this.#known?.state !== state) this.#known = { state, byFile: new Map() };
    const { byFile } = this.#known;
    const asked = files.filter((file) => !byFile.has(file));
    if (asked.length === 0) return byFile;
    // A new file declares nothing in HEAD; it cannot be taken away, but it can be empty.
    const contents = new Map(Array.from(texts, ([file, text = ""]) => [file, text]));
    const found = await complaintsOf(asked, contents, how, root, signal);
    if (found === "late") return "was not checked in time";
    if (found === "failed") return "could not be checked";
    for (const [index, file] of asked.entries()) byFile.set(file, found[index] ?? []);
    return byFile;
  }
}

/**
 * Tells complaints that files have as they stand, too, from those that they have while texts stand in the place of some.
 *
 * @param contents by absolute path
 */
export async function withoutContents(
  found: readonly SourceDiagnostic[],
  contents: ReadonlyMap<string, string>,
  asked: Asked,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<Before> {
  const byFile = Map.groupBy(found, ({ location }) => location.file);
  const files = [...byFile.keys()].filter(
    (file) => root.holds(file) && sourceLanguage(file) !== undefined && asked.sources.at(file) !== undefined,
  );
  const complaints = await complaintsOf(files, new Map(), asked, root, signal);
  if (complaints === "late") return { status: "unknown", reason: "they were not checked in time" };
  if (complaints === "failed") return { status: "unknown", reason: "they could not be checked" };
  const old = files.flatMap((file, at) => {
    const after = (byFile.get(file) ?? []).map((one) => problemOf(one, true));
    const before = (complaints[at] ?? []).map((one) => problemOf(one, true));
    return compareProblems(after, hunksOf(asked.sources.at(file)?.text, contents.get(file)), before).existing;
  });
  // What is wrong with a configuration is so whatever stands in a source.
  const checked = new Set(files);
  const others = found.filter(({ location: { file } }) => !checked.has(file) && !contents.has(file));
  return { status: "known", old: new Set([...old.map(({ origin }) => origin), ...others]) };
}

/**
 * What is complained of in each of some files, absolute, while texts stand in the place of some. Where that was not told, the
 * answer that it is held against is there all the same.
 */
async function complaintsOf(
  files: readonly string[],
  contents: ReadonlyMap<string, string>,
  { server, together }: Asked,
  root: WorkspaceRoot,
  signal: AbortSignal,
): Promise<readonly (readonly SourceDiagnostic[])[] | "late" | "failed"> {
  let isLate = false;
  try {
    const targets = files.map((file) => askedFile(root, root.relative(file), ""));
    const onLate = () => (isLate = true);
    const { diagnostics } = await server.diagnosticsOfAll(targets, contents, signal, { onLate, together });
    return isLate ? "late" : diagnostics;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) return error.code === "timeout" ? "late" : "failed";
    throw error;
  }
}

/** Whether what leads to a file would lead to another that is older, were it not there: `a.ts` to `a.tsx`, or to `a/index.ts`. */
function takesOver(file: string, isNew: (file: string) => boolean): boolean {
  const stem = withoutEnding(file);
  const folder = basename(stem) === "index" ? dirname(stem) : stem;
  const isOther = (path: string) => path !== file && sourceLanguage(path) !== undefined && !isNew(path);
  const named = (at: string) =>
    folderNames(dirname(at)).some((name) => withoutEnding(name) === basename(at) && isOther(join(dirname(at), name)));
  return named(stem) || (folder === stem ? named(join(folder, "index")) : named(folder));
}

function hunksOf(before: string | undefined, now: string | undefined): LineHunk[] {
  return before === undefined || now === undefined ? [] : textHunks(before, now);
}

function problemOf(origin: SourceDiagnostic, isPlaced: boolean): PlacedProblem & { readonly origin: SourceDiagnostic } {
  const { code, message, location } = origin;
  return { code: String(code), message, line: location.line, column: location.column, isPlaced, origin };
}
