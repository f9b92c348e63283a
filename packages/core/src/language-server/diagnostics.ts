import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "../mcp/tool-error.ts";
import { inTurn } from "../process/in-turn.ts";
import { backendTimeoutMs } from "../process/run.ts";
import { sourceLanguage } from "../syntax/parser/source-language.ts";
import { realPathOrUndefined } from "../workspace/real-path.ts";
import type { WorkspacePath } from "../workspace/workspace-path.ts";
import { diagnosticsFrom, type SourceDiagnostic } from "./answers.ts";
import { type InOtherProjects, inOtherProjects } from "./projects/in-other-projects.ts";
import { configProblems } from "./projects/config-problems.ts";
import { looseApart } from "./projects/loose-apart.ts";
import { timeoutError } from "./session/connection.ts";
import { LspText } from "./session/lsp-text.ts";
import type { Layout } from "./projects/project-reach.ts";
import type { Coverage } from "./projects/projects.ts";
import type { Questions } from "./questions.ts";
import { fileUri } from "./session/uri.ts";

export interface DiagnosticsOfAll {
  /** In the order of the files. */
  readonly diagnostics: readonly (readonly SourceDiagnostic[])[];
  /** Which of the files are in no project, and so were checked with the default settings. */
  readonly coverage: Coverage;
  /** The errors in the configurations of their projects, where they were asked for. */
  readonly configProblems: readonly SourceDiagnostic[];
  /** What is wrong with files in other projects that list them, where that was asked for. */
  readonly others: InOtherProjects;
}

export interface DiagnosticsOptions {
  /** Called after each answer. */
  readonly onAnswer?: () => void;
  /**
   * Called for each file that was not answered within `KART_TIMEOUT_MS` in all, and of which no complaints are given then. Without
   * it each answer may take that long, and one that takes longer throws `timeout`, as where none came in time.
   */
  readonly onLate?: (file: WorkspacePath) => void;
  /** Whether the configurations are asked about too. */
  readonly withConfigs?: boolean;
  /** Whether files are checked in each project that lists them, and not only in the one in which the server answers about them. */
  readonly inEachProject?: boolean;
  /**
   * Whether it matters only what the texts bring: then nothing is asked of JavaScript that keeps its own and of which no types are
   * checked. The compiler tells of such a file what its syntax shows, and nothing that hangs on another.
   */
  readonly ofChange?: boolean;
  /**
   * The files that those of no project are checked with: else it is with all that are open in none, and what was asked before
   * decides which globals there are.
   */
  readonly together?: readonly WorkspacePath[];
}

/** The compiler's complaints about each of several files, while texts stand in the place of some. */
export async function diagnosticsOf(
  questions: Questions,
  files: readonly WorkspacePath[],
  contents: ReadonlyMap<string, string>,
  { onAnswer, onLate, withConfigs = false, inEachProject = false, ofChange = false, together }: DiagnosticsOptions,
): Promise<DiagnosticsOfAll> {
  const { root, signal } = questions;
  const { connection, documents, projects } = questions.session;
  if (!connection.givesDiagnostics)
    throw new ToolError(
      "backend_unavailable",
      "This language server does not check a file when asked. Unset KART_LANGUAGE_SERVER to use TypeScript's own.",
    );
  const begun = performance.now();
  const graph = () => questions.moduleGraph();
  const all = files.map(({ absolute }) => absolute);
  await projects.openAnew(all, signal);
  const coverage = await projects.load(all, signal, undefined, graph);
  const texts = new Map(Array.from(contents, ([path, text]) => [path, new LspText(text)]));
  // More than are loaded for who only searches them.
  await projects.showLoose(
    all.filter((file) => !contents.has(file)),
    signal,
    graph,
  );
  const askedOf = async (file: string) => {
    const uri = fileUri(file);
    const own = texts.get(file);
    if (own !== undefined) return { uri, text: own, isAsked: true };
    if (!projects.isShown(file)) return { uri, text: await questions.askable(file), isAsked: true };
    const text = await questions.askable(file);
    const isPlain = sourceLanguage(file)?.startsWith("js") === true && !/@ts-check/i.test(text.source);
    return { uri, text, isAsked: !ofChange || !isPlain };
  };
  const openNow = () => all.filter((file) => documents.isOpen(file)).length;
  const askedNow = () => Promise.all(files.map(({ absolute }) => askedOf(absolute)));
  let open = openNow();
  let asked = await askedNow();
  // With each file that is opened, those that are not may come to be answered about in another project.
  for (let now = openNow(); now > open; now = openNow()) {
    open = now;
    asked = await askedNow();
  }
  await projects.settle(all, signal);
  // A file that is not there yet is in no project before its text is.
  const fresh = [...contents.keys()].filter((path) => !existsSync(path));
  const isAnyLoose = coverage.outside.length + fresh.length > 0;
  const apart = isAnyLoose && together !== undefined ? await looseApart(questions, together) : new Set<string>();
  // Loading what is large counts, but leaves some time to ask.
  const left = backendTimeoutMs() - (performance.now() - begun);
  const deadline = AbortSignal.timeout(Math.round(Math.max(left, backendTimeoutMs() / 2)));
  const waiting = onLate === undefined ? signal : AbortSignal.any([signal, deadline]);
  const ask = async ({ uri, text, isAsked }: (typeof asked)[number]) => {
    if (!isAsked) return [];
    try {
      const answer = await connection.request(PULL, { textDocument: { uri } }, waiting);
      onAnswer?.();
      return diagnosticsFrom(answer, uri, text, root);
    } catch (error) {
      signal.throwIfAborted();
      if (onLate !== undefined && (isTimeout(error) || deadline.aborted)) return undefined;
      throw error;
    }
  };
  // A text stands in the place of a file for the questions that are sent at once, and for no later one.
  const atATime = texts.size + apart.size === 0 ? MAX_ASKED : asked.length;
  const projectOf = (path: string) =>
    connection.requestIfKnown("custom/projectInfo", { textDocument: { uri: fileUri(path) } }, waiting);
  const linked = manifestLinks(await projects.layout(signal), texts);
  const [answers, homes] = await documents.withoutFiles(apart, () =>
    documents.withContents([...texts, ...linked], () =>
      Promise.all([inTurn(asked, atATime, ask), Promise.all(fresh.map(projectOf))]),
    ),
  );
  if (files.length > 0 && answers.every((answer) => answer === undefined)) throw timeoutError(PULL, backendTimeoutMs());
  const diagnostics = answers.map((answer, index) => {
    if (answer === undefined) onLate?.(files[index] as WorkspacePath);
    return answer ?? [];
  });
  const loose = fresh.filter((_, index) => (homes[index] as ProjectInfo | undefined)?.configFilePath === "");
  const whole =
    loose.length === 0 ? coverage : { ...coverage, complete: false, outside: [...coverage.outside, ...loose] };
  const paths = files.map(({ absolute }) => absolute);
  const inTime = paths.flatMap((path, at) => (answers[at] === undefined ? [] : [[path, answers[at]] as const]));
  const elsewhere = async () => {
    const others = await projects.othersListing(paths, signal);
    const further = AbortSignal.any([signal, AbortSignal.timeout(Math.round(backendTimeoutMs() / 2))]);
    return inOtherProjects(questions, others, new Map(inTime), contents.size === 0, further);
  };
  return {
    diagnostics,
    coverage: whole,
    others: inEachProject ? await elsewhere() : { errors: [], unchecked: [] },
    configProblems: withConfigs ? await configProblems(questions, paths) : [],
  };
}

/** Texts of manifests by the links through which other packages read them: the compiler looks there, and not where they lead. */
function manifestLinks({ root, packages }: Layout, texts: ReadonlyMap<string, LspText>): [string, LspText][] {
  return [...texts].flatMap(([path, text]) => {
    const owner =
      basename(path) === "package.json"
        ? packages.all.find((one) => join(root.absolute, one.folder) === dirname(path))
        : undefined;
    if (owner?.name === undefined) return [];
    const folders = new Set([".", ...packages.all.map(({ folder }) => folder)]);
    const links = Array.from(folders, (folder) => join(root.absolute, folder, "node_modules", owner.name as string));
    return links.flatMap((link): [string, LspText][] =>
      realPathOrUndefined(link) === dirname(path) ? [[join(link, "package.json"), text]] : [],
    );
  });
}

interface ProjectInfo {
  readonly configFilePath?: string;
}

const PULL = "textDocument/diagnostic";

/** Files whose complaints are asked for at a time: asked for hundreds, the server gives none before it has nearly all. */
const MAX_ASKED = 32;

function isTimeout(error: unknown): boolean {
  return error instanceof ToolError && error.code === "timeout";
}
