import { graphOfCall } from "../../change/once-per-call.ts";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { importsMeaningOneOf } from "@kart/core/modules/unresolved-imports";
import { ToolError } from "@kart/core/mcp/tool-error";
import { loadParser, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { escapeName } from "@kart/core/text/display";
import { gapNote, unsearchedNote } from "@kart/core/text/gap-note";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { type MovableEntry, proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { readManifest } from "@kart/core/workspace/project-files";
import { readTextFile } from "@kart/core/workspace/read-file";
import { refuseProtected } from "@kart/core/workspace/protected-path";
import type { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { type ChangedFile, type PlannedFile, proveFiles } from "../../change/change-files.ts";
import type { EditServices } from "../../services.ts";
import type { WhereTo } from "../../planning/paths/config-paths.ts";
import { whatChanges } from "./what-changes.ts";
import { unparsedNamers } from "../unparsed-namers.ts";
import { workspaceLinks } from "../workspace-links.ts";
import { ShadowWorld } from "../shadow-world.ts";
import { ledFromConfigurations } from "./configured-paths.ts";
import { folderUrls } from "./folder-urls.ts";
import { configEdits } from "./move-configs.ts";
import { importEdits } from "./move-imports.ts";
import { ledByStrings } from "./led-by-strings.ts";
import { leftLinks } from "./left-links.ts";
import { movedAlong } from "./moved-along.ts";
import { ledByMovedLinks } from "./moved-links.ts";
import { movedPages } from "./move-pages.ts";
import { ledFromOwnFolder } from "./own-folder-paths.ts";
import { stillNamed } from "./still-named.ts";
import { twinsOf } from "./twins-of.ts";
import { lstatOrUndefined } from "@kart/core/workspace/stats";

export interface MoveRequest {
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

export interface MovedPath {
  /** From the root, with `/`. */
  readonly from: string;
  readonly to: string;
  readonly kind: MovableEntry["kind"];
  /** The files whose text changes, by the paths they had. */
  readonly files: readonly ChangedFile[];
  readonly whereTo: (path: string) => string | undefined;
  readonly warnings: readonly string[];
}

/**
 * Moves a file, a folder or a symlink, and rewrites what names it: imports of every kind, tsconfig and package.json
 * files, web pages.
 *
 * Throws `already_exists`, and what proving paths and writing files throw; then nothing has changed.
 */
export function movePath(request: MoveRequest, context: ToolContext<EditServices>): Promise<MovedPath> {
  const { workspace, services } = context;
  // One at a time: what another one moves meanwhile would be missing from the graph.
  return services.locks.hold([workspace.root.absolute], () => moveAlone(request, context));
}

async function moveAlone(request: MoveRequest, context: ToolContext<EditServices>): Promise<MovedPath> {
  const { workspace, services, signal } = context;
  const { root } = workspace;
  const oxc = await loadParser();
  const entry = proveMovable(root, request.from);
  const to = proveDestination(root, request.to, entry);
  if (entry.kind === "folder") refuseProtectedIn(root, entry);
  else refuseWithoutEnding(entry, to.relative);

  const graph = await graphOfCall(services, signal);
  const along = movedAlong(root, graph, entry, to);
  const whereTo = (path: string) =>
    path === entry.relative
      ? to.relative
      : path.startsWith(`${entry.relative}/`)
        ? to.relative + path.slice(entry.relative.length)
        : along.moves.find((one) => one.entry.relative === path)?.to.relative;
  const configs = configEdits(oxc, root, graph, whereTo, (path) => workspace.ignoreRules().ignores(path, false));
  const links = await workspaceLinks(workspace, signal);
  using shadow = await ShadowWorld.open(root, graph, links, whereTo, configs);
  const move = { from: entry.relative, whereTo, isLink: entry.kind === "link" };
  const imports = importEdits(oxc, root, graph, move, shadow);
  const pages = await movedPages(entry, whereTo, context);
  const urls = await folderUrls(oxc, graph, shadow, move, context);
  const planned = inOnePlan([...imports.files, ...configs, ...pages.files, ...urls.files]);
  const proven = await proveFiles(oxc, planned, context);
  const led = await ledByStrings(oxc, entry, whereTo, graph, shadow, urls.files, context);
  if (entry.kind === "file") refuseOtherLanguage(oxc, entry, to.relative, proven.files);
  const starting = [...ledFromOwnFolder(oxc, graph, whereTo), ...urls.left];
  const configured = ledFromConfigurations(oxc, root, graph, whereTo, urls.files);
  const warnings = [
    ...gapNote("LOOK AT THESE, whose paths are put together when they run", [...imports.computed, ...urls.computed]),
    ...gapNote("NOT REWRITTEN: these lead nowhere, and may be meant for it", aliased(graph, whereTo)),
    ...gapNote(
      "INCOMPLETE: NOT PARSED, and may name it or what it names",
      unparsedNamers(graph, [entry.relative, ...movedNodes(graph, whereTo)], proven.files, whereTo),
      MAX_TO_MEND,
    ),
    ...unsearchedNote(graph.files.problems),
    ...gapNote(
      "CHANGED too, though git ignores it: what writes it may undo this",
      proven.files.flatMap(({ path }) =>
        graph.nodes.get(path)?.isIgnored === true && whereTo(path) === undefined ? path : [],
      ),
    ),
    ...gapNote(
      "LEFT BEHIND: with what was moved it makes one module",
      entry.kind === "file" ? twinsOf(graph, entry) : [],
    ),
    ...gapNote("LEFT BEHIND: what belongs to it, since the new place has such", along.left),
    ...gapNote(
      "MOVED ALONG, what belongs to it",
      along.moves.map((one) => `${one.entry.relative} to ${one.to.relative}`),
    ),
    ...gapNote(
      "INSTALL AGAIN, since links in node_modules lead to where these were",
      linkedPackages(root, graph, whereTo),
    ),
    ...gapNote("SYMLINKS that no longer lead where they led", leftLinks(links, root.absolute, whereTo), MAX_TO_MEND),
    ...gapNote(
      "LEAD ELSEWHERE, since they start from the folder of their file",
      [...starting, ...(await ledByMovedLinks(entry, whereTo, context))],
      MAX_TO_MEND,
    ),
    ...gapNote(
      "LOOK AT THESE, which a tool may read from the folder of its configuration",
      configured.filter((one) => !starting.includes(one)),
      MAX_TO_MEND,
    ),
    ...gapNote(
      "NOT AS BEFORE",
      [...pages.lost, ...whatChanges(oxc, root, graph, shadow, shadow.graph(imports.changes), whereTo)],
      MAX_TO_MEND,
    ),
    ...gapNote(
      "STILL NAMED BY ITS OLD PATH",
      await stillNamed(oxc, entry, whereTo, graph, shadow, led, proven.files, context),
      MAX_TO_MEND,
    ),
  ];
  signal.throwIfAborted();

  if (!request.dryRun) {
    // Folders that both need are the first one's, so that taking it back leaves none.
    const moves = [...along.moves, { entry, to }];
    const paths = [
      ...moves.flatMap((one) => [one.entry.relative, one.to.relative]),
      ...planned.map(({ path }) => path),
    ];
    const write = async () => (await proveFiles(oxc, planned, context)).write("kart_move", moves);
    const written = await services.locks.hold(
      paths.map((path) => join(root.absolute, path)),
      write,
    );
    warnings.push(...written.warnings);
  }
  return { from: entry.relative, to: to.relative, kind: entry.kind, files: proven.files, whereTo, warnings };
}

/** One plan for each file, sorted by path. */
function inOnePlan(files: readonly PlannedFile[]): PlannedFile[] {
  return Array.from(
    Map.groupBy(files, ({ path }) => path),
    ([path, plans]) => {
      const all = plans.flatMap((one) => [...one.edits]).toSorted((a, b) => a.span.start - b.span.start);
      // What a script in a web page imports is among its imports, and among what the page names.
      const edits = all.filter(({ span }, index) => span.start !== all[index - 1]?.span.start);
      return { path, text: plans[0]?.text ?? "", edits: textEdits(edits) as TextEdits };
    },
  ).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Each is to be mended by hand, so that more than a few are named. */
const MAX_TO_MEND = 20;

/** Imports of what is moved by an alias that only a bundler knows, where they stand after the move. */
function aliased(graph: ModuleGraph, whereTo: WhereTo): string[] {
  return importsMeaningOneOf(graph, movedNodes(graph, whereTo)).map(
    ({ importer: { path }, record: { line, specifier } }) => `${whereTo(path) ?? path}:${line} ${specifier}`,
  );
}

function movedNodes(graph: ModuleGraph, whereTo: WhereTo): string[] {
  return [...graph.nodes.keys()].filter((path) => whereTo(path) !== undefined);
}

/** Packages that are moved and that a link in the `node_modules` of the root or of another package leads to, by name. */
function linkedPackages(root: WorkspaceRoot, { files }: ModuleGraph, whereTo: WhereTo): string[] {
  const folders = new Set(["", ...files.manifests.map(dirname)]);
  return files.manifests
    .filter((path) => whereTo(path) !== undefined)
    .flatMap((path) => readManifest(root, path, []))
    .flatMap(({ name, folder }) => {
      if (name === undefined) return [];
      const links = Array.from(folders, (one) => join(root.absolute, one, "node_modules", name));
      return links.some((link) => isLink(link) && realpathSync(link) === join(root.absolute, folder)) ? [name] : [];
    });
}

function isLink(path: string): boolean {
  return lstatOrUndefined(path)?.isSymbolicLink() === true && existsSync(path);
}

/** Whoever leaves out the ending of a module means a folder, or forgot it. Programs that start by `#!` need none. Throws `invalid_argument`. */
function refuseWithoutEnding({ kind, relative, absolute }: MovableEntry, to: string): void {
  if (kind !== "file" || sourceLanguage(relative) === undefined || basename(to).includes(".")) return;
  const outcome = readTextFile(absolute);
  if (outcome.status === "read" && outcome.text.startsWith("#!")) return;
  throw new ToolError(
    "invalid_argument",
    `${escapeName(to)} has no ending, and would be no module. For a folder pass ${escapeName(to)}/ as \`to\`, for a file ${escapeName(to + extname(relative))}.`,
  );
}

/** Another ending may make another language of a text: `.ts` to `.tsx`, or to `.js`. Throws `syntax_error` where it is none. */
function refuseOtherLanguage(
  oxc: Parser,
  { relative, absolute }: MovableEntry,
  to: string,
  changed: readonly ChangedFile[],
): void {
  if (sourceLanguage(to) === undefined || sourceLanguage(to) === sourceLanguage(relative)) return;
  const outcome = readTextFile(absolute);
  const text =
    changed.find(({ path }) => path === relative)?.after.text ?? (outcome.status === "read" ? outcome.text : undefined);
  const parsed = text === undefined ? undefined : parseSource(oxc, to, text);
  if (parsed === undefined || parsed.ok || !parseSource(oxc, relative, text ?? "").ok) return;
  const { line, message } = parsed.failure;
  throw new ToolError(
    "syntax_error",
    `${escapeName(relative)} does not parse as ${escapeName(to)}: line ${line}: ${message}. Change it first, or keep its ending.`,
  );
}

/** Nothing protected is moved along. Packages that are installed below are not looked into. */
function refuseProtectedIn(root: WorkspaceRoot, { absolute }: MovableEntry): void {
  const pending = [absolute];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop())
    for (const child of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, child.name);
      refuseProtected(root, { relative: root.relative(path), absolute: path, kind: "file" });
      if (child.isDirectory() && child.name !== "node_modules") pending.push(path);
    }
}
