import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { InOtherProjects } from "@kart/core/language-server/projects/in-other-projects";
import { importersOfAbsent } from "@kart/core/modules/importers-of-absent";
import { type OtherTypeScript, otherTypeScript } from "@kart/core/language-server/session/server-binary";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ZoomServices } from "../services.ts";
import { declaresGlobally } from "@kart/core/syntax/module-records/declares-globally";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { gapNote } from "@kart/core/text/gap-note";
import { brokenData } from "./broken-data.ts";
import { DataDependents } from "./data-files.ts";
import {
  changedSources,
  type FilesToCheck,
  namedFiles,
  withDataInUse,
  withDependents,
  withoutUnread,
} from "./files-to-check.ts";
import { type Before, withoutContents } from "./head-complaints.ts";
import { type HeadTexts, headTexts } from "./head-texts.ts";
import { importChange, projectsChanged } from "./import-changes.ts";
import { isManifest } from "./manifest-dependents.ts";
import { Programs } from "./programs.ts";
import { SEVERITIES } from "./summary.ts";

export interface CheckArguments {
  /** None where git is asked what changed. */
  readonly paths?: readonly string[] | undefined;
  readonly dependents: boolean;
  /** Stands in the place of the one file that is named. */
  readonly content?: string | undefined;
  /** The least that is wanted. */
  readonly severity: (typeof SEVERITIES)[number];
}

/** What a check found, and what it did not look at. Paths from the root. */
export interface Checked {
  readonly target: FilesToCheck;
  /** Files that were checked in time. */
  readonly done: readonly string[];
  /** Those that were not. */
  readonly late: readonly string[];
  /** What is wrong with configurations first. */
  readonly complaints: readonly SourceDiagnostic[];
  /** Configurations that something is wrong with. */
  readonly configs: readonly string[];
  /** What is wrong in other projects that list the files; the errors are among the complaints. */
  readonly others: InOtherProjects;
  /** Files of no project. */
  readonly loose: readonly string[];
  /** Dependents that see a package as it was built. */
  readonly readers: Awaited<ReturnType<LanguageServer["dependentsOnBuilt"]>>;
  /** Which complaints were there before; undefined where nothing is held against anything. */
  readonly since: Before | undefined;
  /** Whether they are held against the file without the content. */
  readonly isContent: boolean;
  /** Where the project has another TypeScript than the one that complains. */
  readonly other: OtherTypeScript | undefined;
  /** The text that was checked, by absolute path. */
  readonly textOf: (file: string) => string;
}

/** Throws what {@link namedFiles} and {@link changedSources} throw. */
export async function runCheck(args: CheckArguments, context: ToolContext<ZoomServices>): Promise<Checked> {
  const { workspace, services, signal, progress } = context;
  const { root } = workspace;
  const [server, sources] = await Promise.all([services.languageServer(), services.sources()]);
  const found =
    args.paths === undefined
      ? await changedSources(workspace, signal)
      : await namedFiles(workspace, args.paths, args.content, signal);
  const contents = contentsOf(found, args.content, root.absolute);
  let texts: Promise<HeadTexts> | undefined;
  const changed = [...found.files.map(({ relative }) => relative), ...found.deleted];
  const committed = () => (texts ??= headTexts(root, changed, signal));
  const all = await withAllConcerned(found, args, contents, committed, context);
  const target = withoutUnread(all, contents);
  const { files } = target;
  let answered = 0;
  const late: string[] = [];
  const { diagnostics, coverage, configProblems, others } = await server.diagnosticsOfAll(files, contents, signal, {
    onAnswer: () => progress(++answered, files.length, "files checked"),
    onLate: ({ relative }) => late.push(relative),
    withConfigs: true,
    inEachProject: true,
    together: files,
  });
  const readers = args.dependents ? await server.dependentsOnBuilt(found.files, files, signal) : [];
  const isLate = new Set(late);
  const least = SEVERITIES.indexOf(args.severity);
  const elsewhere = others.errors.map(({ error }) => error);
  const data = brokenData(sources.oxc, root, target, contents);
  const complaints = [...configProblems, ...data, ...diagnostics.flat(), ...elsewhere].filter(
    ({ severity }) => SEVERITIES.indexOf(severity) <= least,
  );
  // What is not there yet has nothing that it could be held against, but those that depend on it have.
  const isContent = [...contents.keys()].some((file) => args.dependents || existsSync(file));
  const before = async () => {
    const asked = { server, sources, together: files, loose: coverage.outside };
    if (isContent) return withoutContents(complaints, contents, asked, root, signal);
    if (args.paths !== undefined) return undefined;
    const [unlike] = others.errors;
    if (unlike !== undefined) return { status: "unknown", reason: `HEAD was not checked in ${unlike.config}` } as const;
    return (await services.headComplaints()).among(complaints, found, target.data, committed, asked, signal);
  };
  const since = complaints.length === 0 ? undefined : await before();
  const errors = complaints.filter(({ severity }) => severity === "error").map(({ location }) => location.file);
  return {
    target,
    done: files.map(({ relative }) => relative).filter((at) => !isLate.has(at)),
    late,
    others,
    complaints,
    configs: [...new Set(configProblems.map(({ location }) => location.path ?? location.file))],
    loose: coverage.outside.map((file) => root.relative(file)).sort(),
    readers,
    since,
    isContent,
    other: errors.length === 0 ? undefined : otherTypeScript(root.absolute, errors),
    textOf: (file) => contents.get(file) ?? sources.at(file)?.text ?? "",
  };
}

/**
 * With those that depend on what was found, where they are wanted, and without the data that nothing depends on, where nobody named it:
 * most JSON that changes concerns no source.
 */
async function withAllConcerned(
  found: FilesToCheck,
  args: CheckArguments,
  contents: ReadonlyMap<string, string>,
  committed: () => Promise<HeadTexts>,
  { workspace, services, signal }: ToolContext<ZoomServices>,
): Promise<FilesToCheck> {
  const { root } = workspace;
  const isNamed = args.paths !== undefined;
  if (!args.dependents && (isNamed || found.data.length === 0)) return found;
  const [graph, sources] = await Promise.all([services.modules().then((one) => one.graph(signal)), services.sources()]);
  const manifests = isNamed ? contents : await headTexts(root, found.data.filter(isManifest), signal);
  const isAbsent = (path: string) => !existsSync(join(root.absolute, path));
  const there = [...found.files.map(({ relative }) => relative), ...found.data];
  // In the place of what is gone there may be a link out of the root.
  const ofAbsent = await importersOfAbsent(root, graph, [...found.deleted, ...there.filter(isAbsent)]);
  const programs = new Programs(root, graph);
  const dependents = new DataDependents(root, graph, programs, manifests, ofAbsent);
  const named = isNamed ? found : withDataInUse(found, dependents);
  if (!args.dependents) return named;
  const others = isNamed ? contents : await committed();
  const isGlobal = (path: string) =>
    [sources.within(path)?.text, others.get(join(root.absolute, path))].some((text = "") =>
      declaresGlobally(sources.oxc, path, text),
    );
  const changes = [...others].flatMap(([absolute, text = ""]) =>
    sourceLanguage(absolute) === undefined
      ? []
      : importChange(sources.oxc, root.relative(absolute), [text, sources.at(absolute)?.text ?? ""]),
  );
  const changed = await projectsChanged(root, graph, programs, changes, ofAbsent);
  const told = { isNamed, isGlobal, dependents, ofAbsent, programs, changed };
  const all = withDependents(workspace, graph, named, told);
  const [fresh] = contents.keys();
  if (fresh === undefined || existsSync(dirname(fresh))) return all;
  // The language server finds nothing in a folder that is not there, whatever it is shown: imports of that would fail.
  const added = all.files.filter(({ absolute }) => absolute !== fresh).map(({ relative }) => relative);
  const note = gapNote("NOT checked with content whose folder is not there yet", [...added, ...all.left]);
  return { ...named, components: all.components, gaps: [...all.gaps, ...note] };
}

/** The content by the absolute path of the one file that was named, or of the data. */
function contentsOf({ files, data }: FilesToCheck, content: string | undefined, root: string): Map<string, string> {
  const [path] = [...files.map(({ relative }) => relative), ...data];
  return new Map(content === undefined || path === undefined ? [] : [[join(root, path), content]]);
}
