import { join } from "node:path";
import { wordPattern } from "../../process/ripgrep-pattern.ts";
import { COMPOSED_TEMPLATE } from "../../syntax/module-records/angular-metadata.ts";
import { moduleRecord } from "../../syntax/module-records/module-record.ts";
import { loadParser, type Parser } from "../../syntax/parser/parse.ts";
import { holdsWord, isWord, mayRename } from "../../syntax/scan/source-scan.ts";
import { wordNumber } from "../../syntax/scan/word-table.ts";
import { COMPONENT_EXTENSIONS, isComponent, PAGE_GLOBS } from "../../syntax/parser/source-language.ts";
import { readTextFile } from "../../workspace/read-file.ts";
import type { DiskChanges } from "../session/disk-changes.ts";
import { HOLDING_SCRIPT, PageScripts } from "../session/page-scripts.ts";
import type { OncePerLayout } from "../session/once-per-layout.ts";
import { type ScannedSources, SourceScans } from "../session/source-scans.ts";
import type { ProjectFiles } from "../../workspace/project-files.ts";
import type { SourceFacts } from "../../workspace/source-facts.ts";
import type { MatchOptions, FileListing, Workspace } from "../../workspace/workspace.ts";

/** The files that may refer to a symbol, absolute; `any` where it goes by a name that its importers choose. */
export interface Candidates {
  readonly files: readonly string[] | "any";
  /** What could not be searched, in ripgrep's words. */
  readonly problems: readonly string[];
}

/** Finds candidates, and keeps them for as long as nothing changes. */
export class CandidateSearch {
  readonly #workspace: Workspace;
  readonly #disk: DiskChanges;
  readonly #scans: SourceScans;
  readonly #pages = new PageScripts();
  readonly #kept = new Map<string, unknown>();
  /** By the state of the disk and key, searches that are under way. */
  readonly #begun = new Map<string, Promise<unknown>>();
  #generation = -1;

  /**
   * @param files of the workspace
   * @param facts where scans of files are kept from one server to the next
   */
  constructor(workspace: Workspace, disk: DiskChanges, files: OncePerLayout<ProjectFiles>, facts?: SourceFacts) {
    this.#workspace = workspace;
    this.#disk = disk;
    this.#scans = new SourceScans(workspace.root, disk, files, facts);
  }

  /**
   * Files that hold one of a symbol's names, or a name that it is exported under elsewhere (`export { old as new } from`).
   *
   * A default export, and what has no name, may go by any. Other symbols of the same name make more candidates, never fewer.
   *
   * @param declaring absolute paths of the files that declare the symbol
   */
  of(names: ReadonlySet<string>, declaring: ReadonlySet<string>, signal: AbortSignal): Promise<Candidates> {
    const key = JSON.stringify([[...names].sort(), [...declaring].sort()]);
    return this.kept(`of ${key}`, () => this.#candidatesFor(names, declaring, signal));
  }

  /** Source files that hold one of some names as a word, absolute. */
  async holding(names: ReadonlySet<string>, signal: AbortSignal): Promise<readonly string[]> {
    const search = () => this.#holding(names, signal);
    return (await this.kept(`holding ${[...names].sort().join(" ")}`, search)).files;
  }

  /** Symlinks that lead to sources by other names, absolute. */
  get links(): ReadonlySet<string> {
    return this.#disk.links;
  }

  /** What all source files hold, as scans tell. */
  scanned(signal: AbortSignal): Promise<ScannedSources> {
    return this.kept("scanned", () => this.#scans.read(signal));
  }

  /** Source files of which scans tell something, absolute. */
  scannedAs(
    what: "conflicted" | "hasAmbient" | "hasComponent" | "requires",
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    return this.kept(`scanned as ${what}`, async () => {
      const { files } = await this.scanned(signal);
      return new Set(files.flatMap(({ file, scan }) => (scan[what] ? [file] : [])));
    });
  }

  /**
   * Source files that match a regular expression of ripgrep, absolute; a match may span lines.
   *
   * @param words one of which each match holds: where no file does, nothing has to be searched
   */
  matching(pattern: string, signal: AbortSignal, words?: readonly string[]): Promise<readonly string[]> {
    return this.kept(`matching ${pattern}`, async () => {
      if (words !== undefined && (await this.holding(new Set(words), signal)).length === 0) return [];
      return (await filesWith(this.#workspace, pattern, signal, { multiline: true })).files;
    });
  }

  /**
   * Single-file components and pages with scripts that match one, absolute. What changes in a component no generation tells: they are searched anew.
   *
   * @param matching all files that do, where somebody searches for them anyway
   */
  async componentsMatching(
    pattern: string,
    signal: AbortSignal,
    matching?: Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const [components, pages] = await Promise.all([
      this.#componentsMatching(pattern, signal, matching),
      this.#pagesMatching(pattern, signal),
    ]);
    return [...components, ...pages];
  }

  async #componentsMatching(
    pattern: string,
    signal: AbortSignal,
    matching: Promise<readonly string[]> | undefined,
  ): Promise<readonly string[]> {
    if (!this.#disk.hasComponents) return [];
    if (matching !== undefined) return (await matching).filter(isComponent);
    return (await filesWith(this.#workspace, pattern, signal, { fileNames: COMPONENT_GLOBS })).files;
  }

  /** Of all pages few hold a script, and of these few match. */
  async #pagesMatching(pattern: string, signal: AbortSignal): Promise<readonly string[]> {
    const search = async () =>
      (await filesWith(this.#workspace, HOLDING_SCRIPT, signal, { fileNames: PAGE_GLOBS })).files;
    const files = await this.#pages.among(this.#disk.pages, search);
    return files.length === 0
      ? []
      : (await filesWith(this.#workspace, pattern, signal, { fileNames: PAGE_GLOBS, among: files })).files;
  }

  /**
   * Angular's templates that match one, and sources whose decorators hold templates or name members, or put templates together of what
   * may stand elsewhere; they, too, are searched anew where there are any.
   */
  async templatesMatching(pattern: string, signal: AbortSignal): Promise<readonly string[]> {
    if ((await this.scannedAs("hasComponent", signal)).size === 0) return [];
    const [{ files }, inline, composed, holding] = await Promise.all([
      filesWith(this.#workspace, pattern, signal, { fileNames: ["*.html"] }),
      this.matching("@(?:Component|Directive)\\s*\\([^@]*\\b(?:template|host|inputs|outputs)\\b", signal),
      this.matching(COMPOSED_TEMPLATE, signal),
      this.matching(pattern, signal),
    ]);
    const own = new Set(inline);
    return [...files, ...composed, ...holding.filter((file) => own.has(file))];
  }

  async #holding(names: ReadonlySet<string>, signal: AbortSignal): Promise<FileListing> {
    const { files, large, problems } = await this.scanned(signal);
    const words = [...names].filter(isWord).map(wordNumber);
    const found = files.flatMap(({ file, scan }) => (words.some((word) => holdsWord(scan, word)) ? [file] : []));
    const others = new Set([...names].filter((name) => !isWord(name)));
    // What is no word, and what is no file to be scanned, is left to ripgrep.
    const [more, inLarge] = await Promise.all([
      others.size === 0 ? undefined : filesWith(this.#workspace, wordPattern(others), signal),
      large.length === 0 ? undefined : filesWith(this.#workspace, wordPattern(names), signal, { among: large }),
    ]);
    return {
      files: [...new Set([...found, ...(more?.files ?? []), ...(inLarge?.files ?? [])])],
      problems: [...new Set([...problems, ...(more?.problems ?? []), ...(inLarge?.problems ?? [])])],
    };
  }

  async #candidatesFor(
    names: ReadonlySet<string>,
    declaring: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Candidates> {
    const oxc = await loadParser();
    const { files, problems } = await this.scanned(signal);
    const known = new Set(names);
    for (let added: ReadonlySet<string> = names; added.size > 0;) {
      const words = [...added].map(wordNumber);
      const renaming = files.flatMap(({ file, scan }) => (words.some((word) => mayRename(scan, word)) ? [file] : []));
      const aliases = new Set<string>();
      const pattern = renamingPattern(added);
      for (const file of new Set([...declaring, ...renaming]))
        for (const alias of aliasesIn(oxc, file, added, declaring.has(file) ? undefined : pattern)) aliases.add(alias);
      if (aliases.has("default") || aliases.has("export=")) return { files: "any", problems };
      added = aliases.difference(known);
      for (const name of added) known.add(name);
    }
    return this.#holding(known, signal);
  }

  /** As {@link kept}, and who asks meanwhile gets the same. For a search that waits for no other of these. */
  async shared<T>(key: string, search: () => Promise<T>): Promise<T> {
    const begun = `${this.#disk.generation} ${key}`;
    const waiting = this.#begun.get(begun);
    // Where it fails, whoever asked may have given up.
    if (waiting !== undefined) return (waiting as Promise<T>).catch(() => this.kept(key, search));
    return this.kept(key, async () => {
      const found = search();
      this.#begun.set(begun, found);
      try {
        return await found;
      } finally {
        this.#begun.delete(begun);
      }
    });
  }

  /** What was found under a key since something last changed on disk, or what is found now. */
  async kept<T>(key: string, search: () => Promise<T>): Promise<T> {
    const { generation } = this.#disk;
    if (generation !== this.#generation) this.#kept.clear();
    this.#generation = generation;
    const known = this.#kept.get(key);
    if (known !== undefined) return known as T;
    const found = await search();
    // What another question was told of meanwhile may not be in it.
    if (this.#disk.generation === generation) this.#kept.set(key, found);
    return found;
  }
}

const COMPONENT_GLOBS = COMPONENT_EXTENSIONS.map((extension) => `*${extension}`);

interface SearchOptions extends MatchOptions {
  /** Absolute paths; all source files where it is absent. */
  readonly among?: readonly string[];
}

async function filesWith(
  workspace: Workspace,
  pattern: string,
  signal: AbortSignal,
  { among, ...options }: SearchOptions = {},
): Promise<FileListing> {
  const { root } = workspace;
  const paths = among?.map((file) => root.proveFile(root.relative(file))) ?? [root.prove(".")];
  const { files, problems } = await workspace.filesMatching(pattern, paths, signal, options);
  return { files: files.map((file) => join(root.absolute, file)), problems };
}

/**
 * The names under which a file exports a symbol, other than those it was asked about.
 *
 * @param pattern what a file holds that does; absent for one that declares the symbol
 */
function aliasesIn(oxc: Parser, file: string, names: ReadonlySet<string>, pattern: RegExp | undefined): string[] {
  const outcome = readTextFile(file);
  if (outcome.status !== "read" || !MAY_RENAME.test(outcome.text) || pattern?.test(outcome.text) === false) return [];
  const isDeclaring = pattern === undefined;
  if (isDeclaring && isExportedWhole(outcome.text, names)) return ["export="];
  const read = moduleRecord(oxc, file, outcome.text);
  const record = read.ok ? read.record : read.recovered;
  return (record?.exports ?? []).flatMap(({ name, local, from }) => {
    // What another file declares under the same name is another symbol, by whatever name it is exported.
    const source = from?.imported ?? (isDeclaring ? local : undefined);
    return source !== undefined && names.has(source) && !names.has(name) ? [name] : [];
  });
}

/** What every export under another name has. */
const MAY_RENAME = /\bas\b|\bdefault\b|\bexports?\s*[=/]/;

/** `module.exports = name` of CommonJS, `= class name`, or `export default (name)`: importers choose a name. */
function isExportedWhole(text: string, names: ReadonlySet<string>): boolean {
  if (names.has("exports")) return WHOLE_VALUE.test(text);
  const found = [...text.matchAll(WHOLE), ...text.matchAll(WHOLE_VARIABLE)];
  return found.some(([, name]) => name !== undefined && names.has(name));
}

const WHOLE =
  /\b(?:exports\s*=\s*(?:[\w$.]+\s*=\s*)?(?:\(*\s*(?:async\s+)?(?:class|function)\b[\s*]*)?|export\s+default\s*(?=\())[(\s]*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu;

/** `const name = module.exports =`. */
const WHOLE_VARIABLE = /([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=\s*(?:exports\s*=\s*)?module\.exports\s*=/gu;

/** What has no name is asked about at `exports`. */
const WHOLE_VALUE = /\bmodule\s*\.\s*exports\s*=/;

/** `name as other`, `export default name`, `export = name`, with comments and line breaks where these may stand. */
function renamingPattern(names: ReadonlySet<string>): RegExp {
  const name = `(?:${Array.from(names, (one) => RegExp.escape(one)).join("|")})`;
  // A comment ends at its first end, or a file of many of them takes minutes: `[^]*?` may go on to the end of any other.
  const gap = "(?:\\s|/\\*(?:[^*]|\\*(?!/))*\\*/|//[^\\n]*\\n)";
  const declaration = `(?:(?:async|abstract|function|class|interface|[(*])${gap}*)*`;
  const end = "(?![\\p{ID_Continue}$])";
  const patterns = [
    `(?<![\\p{ID_Continue}$])${name}${gap}+as${end}`,
    `export${gap}+default${gap}*${declaration}${name}${end}`,
    `exports?${gap}*=${gap}*${name}${end}`,
  ];
  return new RegExp(patterns.join("|"), "u");
}
