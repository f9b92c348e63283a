import { posix } from "node:path";
import type { ModuleGraph } from "@kart/core/modules/module-graph";
import { isOwnField } from "@kart/core/modules/own-fields";
import { alternatives } from "@kart/core/process/ripgrep-pattern";
import { isDeclarationFile } from "@kart/core/syntax/parser/source-language";
import { foldersAbove } from "@kart/core/text/folders-above";
import { findLines } from "@kart/core/workspace/find-lines";
import { leaves } from "@kart/core/workspace/package-manifest";
import type { Workspace } from "@kart/core/workspace/workspace";
import { mayNameModules, meantBy, namesOf, onlyChecks, type PathText, pathTexts, placesOf } from "./path-texts.ts";

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
  for (const owner of graph.resolver.packages.all) {
    const from = posix.join(owner.folder, "package.json");
    for (const [field, value] of Object.entries(owner.manifest))
      if (isOwnField(field))
        for (const text of leaves(value, new Set()))
          for (const one of pathTexts(JSON.stringify(text), true)) meant.add(one, from, from);
  }
  for (const words of meant.words()) {
    const pattern = `(?:^|[^\\w$.-])${alternatives(words)}(?:[^\\w$-]|$)`;
    const query = { pattern, ignoreCase: false, paths: [workspace.root.prove(".")], context: 0, limit: MAX_LINES };
    for (const [path, lines] of (await findLines(workspace, query, signal)).files) {
      const node = graph.nodes.get(path);
      if (node === undefined ? !mayNameModules(path) : isDeclarationFile(path)) continue;
      const imported = new Set([...(node?.record.imports ?? []), ...(node?.record.stars ?? [])].map(specifierOf));
      const areQuoted = node !== undefined || /\.jsonc?$/.test(path);
      for (const { line, lineNumber } of lines) {
        const written = line.length > MAX_LENGTH ? "" : decoder.decode(line);
        if (node !== undefined && COMMENT.test(written)) continue;
        for (const one of pathTexts(written, areQuoted))
          if (!imported.has(one.text)) meant.add(one, path, `${path}:${lineNumber}`);
      }
    }
  }
  return meant.by;
}

const decoder = new TextDecoder();

const COMMENT = /^\s*(?:\/?\*|\/\/)/;

/** Lines looked at of a search, and bytes of one: what is longer is no configuration that somebody wrote. */
const MAX_LINES = 50_000;
const MAX_LENGTH = 10_000;

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
  readonly #byName = new Map<string, string>();
  /** Those in a folder that holds mostly such; none of a whole package or its sources. */
  readonly #byFolder: ReadonlyMap<string, readonly string[]>;
  readonly #globs = new Map<string, readonly string[]>();

  constructor(graph: ModuleGraph, paths: readonly string[]) {
    this.#graph = graph;
    this.#paths = paths;
    for (const path of paths) for (const name of namesOf(path)) this.#byName.set(name, path);
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

  /** The words one of which stands in every text that means any of them, in portions that a command line takes. */
  *words(): Generator<ReadonlySet<string>> {
    const stems = [...this.#byName.keys(), ...this.#byFolder.keys()].map(lastStem);
    // `*.entity.ts` means `user.entity.ts`.
    const kinds = stems.flatMap((stem) => (/.\../.test(stem) ? [stem.replace(/^[^.]+/, "*")] : []));
    const names = new Set(
      [...stems, ...kinds].filter((one) => one !== "" && one !== "index" && !/[\p{Cc}\ufffd]/u.test(one)),
    );
    let portion = new Set<string>();
    let length = 0;
    for (const name of names) {
      length += Buffer.byteLength(name) + 2;
      portion.add(name);
      if (length < MAX_PATTERN) continue;
      yield portion;
      portion = new Set();
      length = 0;
    }
    if (portion.size > 0) yield portion;
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

/** Bytes of a pattern: Windows takes no command line of more than 32,767 characters. */
const MAX_PATTERN = 16_000;

function lastStem(path: string): string {
  const name = posix.basename(path);
  return name === "." ? "" : name.replace(/\.[cm]?[jt]sx?$/i, "");
}
