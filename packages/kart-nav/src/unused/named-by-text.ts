import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isOwnField } from "@kart/core/modules/own-fields";
import { alternatives } from "@kart/core/process/ripgrep-pattern";
import { isDeclarationFile, SOURCE_EXTENSIONS, withoutEnding } from "@kart/core/syntax/parser/source-language";
import { foldersAbove } from "@kart/core/text/folders-above";
import { findLines } from "@kart/core/workspace/find-lines";
import { leaves } from "@kart/core/workspace/package-manifest";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";
import {
  DATA_GLOBS,
  mayNameModules,
  meantBy,
  namesOf,
  onlyChecks,
  type PathText,
  pathTexts,
  placesOf,
  type Words,
  wordsPattern,
} from "./path-texts.ts";

/**
 * Modules that no import leads to and that a text elsewhere may mean, so that a tool may load them by it: a string of a source or of a
 * configuration in JSON, YAML and the like that is their path from a folder above, or a folder or glob of which more modules are imported
 * by nobody than by somebody.
 *
 * @param paths of modules without importers, relative to the root
 * @returns by path, where that stands: `jest.config.js:3`
 */
export async function namedByText(
  workspace: Workspace,
  graph: ModuleGraph,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const meant = new Meant(graph, paths);
  inManifests(graph, meant);
  await inData(workspace, meant, signal);
  await inSources(workspace, graph, meant, signal);
  return meant.by;
}

/** Fields of a package.json that are a tool's own. */
function inManifests({ resolver }: ModuleGraph, meant: Meant): void {
  for (const { folder, manifest } of resolver.packages.all) {
    const from = posix.join(folder, "package.json");
    const own = Object.entries(manifest).filter(([field]) => isOwnField(field));
    for (const text of own.flatMap(([, value]) => leaves(value, new Set())))
      for (const one of pathTexts(JSON.stringify(text), true)) meant.add(one, from, from);
  }
}

async function inData(workspace: Workspace, meant: Meant, signal: AbortSignal): Promise<void> {
  const found = new Set<string>();
  for (const { files, folders, kinds } of meant.words()) {
    const pattern = alternatives(new Set([...files, ...folders, ...kinds]));
    const listing = await workspace.filesMatching(pattern, [workspace.root.prove(".")], signal, {
      fileNames: DATA_GLOBS,
    });
    for (const path of listing.files) if (mayNameModules(path)) found.add(path);
  }
  for (const path of [...found].sort()) {
    signal.throwIfAborted();
    const outcome = readTextFile(posix.join(workspace.root.absolute, path));
    if (outcome.status !== "read" || outcome.text.length > MAX_DATA) continue;
    const areQuoted = /\.jsonc?$/.test(path);
    for (const [at, line] of outcome.text.split("\n").entries())
      if (line.length <= MAX_LINE && MAY_BE_PATH.test(line))
        for (const one of pathTexts(line, areQuoted)) meant.add(one, path, `${path}:${at + 1}`);
  }
}

const MAY_BE_PATH = /\/|\.[cm]?[jt]sx?\b/;

async function inSources(workspace: Workspace, graph: ModuleGraph, meant: Meant, signal: AbortSignal): Promise<void> {
  for (const words of meant.words()) {
    const query = { pattern: wordsPattern(words), ignoreCase: false, context: 0, limit: MAX_LINES, glob: SOURCES };
    const found = await findLines(workspace, { ...query, paths: [workspace.root.prove(".")] }, signal);
    for (const [path, lines] of found.files) {
      const node = graph.nodes.get(path);
      if (node === undefined || isDeclarationFile(path)) continue;
      const imported = new Set([...node.record.imports, ...node.record.stars].map(specifierOf));
      for (const { line, lineNumber } of lines) {
        const written = line.length > MAX_LINE ? "" : decoder.decode(line);
        if (COMMENT.test(written)) continue;
        for (const one of pathTexts(written, true))
          if (!imported.has(one.text)) meant.add(one, path, `${path}:${lineNumber}`);
      }
    }
  }
}

const SOURCES = `*{${SOURCE_EXTENSIONS.join(",")}}`;
const COMMENT = /^\s*(?:\/?\*|\/\/)/;
const decoder = new TextDecoder();

/** Matching lines of sources that are looked at. */
const MAX_LINES = 50_000;

/** Bytes or UTF-16 units: what is longer is no configuration that somebody wrote. */
const MAX_LINE = 10_000;
const MAX_DATA = 1_000_000;

/** As {@link PathText} writes it. */
function specifierOf({ specifier }: { readonly specifier: string }): string {
  return specifier.replace(/^(?:[~@]?\/|\.\/)+/, "");
}

/** Collects who means which of some modules. */
class Meant {
  readonly by = new Map<string, string>();
  readonly #graph: ModuleGraph;
  readonly #paths: readonly string[];
  /** By what may be written for them. */
  readonly #byName = new Map<string, string[]>();
  /** Those in a folder that holds mostly such; none of a whole package or its sources. */
  readonly #byFolder: ReadonlyMap<string, readonly string[]>;
  readonly #globs = new Map<string, readonly string[]>();

  constructor(graph: ModuleGraph, paths: readonly string[]) {
    this.#graph = graph;
    this.#paths = paths;
    for (const path of paths)
      for (const name of namesOf(path)) this.#byName.getOrInsertComputed(name, () => []).push(path);
    const folders = Map.groupBy(
      paths.flatMap((path) => foldersAbove(path).map((folder) => ({ path, folder }))),
      ({ folder }) => folder,
    );
    this.#byFolder = new Map(
      Array.from(folders, ([folder, within]) => [folder, within.map(({ path }) => path)] as const).filter(
        ([folder, within]) =>
          !this.#isWholePackage(folder) && this.#areMost(within, (path) => path.startsWith(`${folder}/`)),
      ),
    );
  }

  /** The words one of which stands in every text of a source that means any of them, in portions that a command line takes. */
  *words(): Generator<Words> {
    const stems = [...this.#byName.keys()].map(lastStem).filter((one) => one !== "index");
    // `*.entity.ts` means `user.entity.ts`.
    const kinds = stems.flatMap((stem) => /.(\..+)/.exec(stem)?.[1] ?? []);
    const all = { files: stems, folders: [...this.#byFolder.keys()].map(lastStem), kinds };
    let portion: Words = { files: new Set(), folders: new Set(), kinds: new Set() };
    let length = 0;
    for (const kind of ["files", "folders", "kinds"] as const)
      for (const name of new Set(all[kind])) {
        if (name === "" || /[\p{Cc}\ufffd]/u.test(name)) continue;
        length += Buffer.byteLength(name) + 2;
        portion[kind].add(name);
        if (length < MAX_NAMES) continue;
        yield portion;
        portion = { files: new Set(), folders: new Set(), kinds: new Set() };
        length = 0;
      }
    if (length > 0) yield portion;
  }

  /** @param place where the text stands in the file */
  add(text: PathText, from: string, place: string): void {
    const folders = foldersAbove(from);
    const named = meantBy(text, folders).flatMap((name) => this.#byName.get(name) ?? []);
    const several = onlyChecks(from) || !text.isPath ? [] : this.#below(text.text, folders);
    for (const path of [...named, ...several]) if (path !== from && !this.by.has(path)) this.by.set(path, place);
  }

  #below(text: string, folders: readonly string[]): readonly string[] {
    if (!text.includes("*")) return placesOf(text, folders).flatMap((one) => this.#byFolder.get(one) ?? []);
    return placesOf(text, folders).flatMap((glob) => {
      if (this.#isWholePackage(glob.replace(/\/?[^/]*\*.*$/, "") || ".") && !/\*[.-]\w+\.\w+$/.test(glob)) return [];
      const known = this.#globs.get(glob);
      if (known !== undefined) return known;
      const pattern = new Bun.Glob(glob.replace(/\.[cm]?js$/, ".{js,ts,cjs,mjs,cts,mts,jsx,tsx}"));
      const matched = this.#paths.filter((path) => pattern.match(path));
      const found = matched.length > 0 && this.#areMost(matched, (path) => pattern.match(path)) ? matched : [];
      this.#globs.set(glob, found);
      return found;
    });
  }

  /** Whether these are more than what is imported of all modules that something covers. */
  #areMost(paths: readonly string[], covers: (path: string) => boolean): boolean {
    const imported = [...this.#graph.nodes.keys()].filter((path) => covers(path) && this.#isImported(path));
    return paths.length > imported.length;
  }

  #isImported(path: string): boolean {
    return this.#graph.importsOf(path).length > 0;
  }

  /** Or all of its sources. */
  #isWholePackage(folder: string): boolean {
    const owner = this.#graph.resolver.packages.packageOf(`${folder}/package.json`)?.folder ?? ".";
    const within = posix.relative(owner, folder);
    return within === "" || within.startsWith("..") || /^(?:src|lib|app|dist|build|out)$/.test(within);
  }
}

/** Bytes of names in a pattern, which has each up to twice: Windows takes no command line of more than 32,767 characters. */
const MAX_NAMES = 7_000;

function lastStem(path: string): string {
  const name = posix.basename(path);
  return name === "." ? "" : withoutEnding(name);
}
