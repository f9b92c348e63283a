import { setImmediate } from "node:timers/promises";
import { BySpecifierEnd, endsTo, specifierEnd } from "../../modules/specifier-end.ts";
import { handsOn, mayHandOn } from "../../syntax/module-records/handed-on.ts";
import { isTakenWhole } from "../../syntax/module-records/taken-whole.ts";
import { loadParser, type Parser, parseSource } from "../../syntax/parser/parse.ts";
import { mayUseWhole } from "../../syntax/scan/source-scan.ts";
import { wordNumber } from "../../syntax/scan/word-table.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../../workspace/read-file.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import type { CandidateSearch } from "../projects/candidates.ts";
import type { ScannedFile } from "../session/source-scans.ts";

/** A name by which a file has all of a module. */
interface WholeImport {
  readonly file: string;
  readonly name: string;
  /** The member of it that is the module, where a barrel passes that on by a name. */
  readonly path: readonly string[];
}

/** What does not depend on the question; files are absolute. */
interface Known {
  /** `import * as name from`, and `export * as name from`. */
  readonly namespaces: BySpecifierEnd<WholeImport & { readonly isPassedOn: boolean; readonly isAlone: boolean }>;
  /** Files that pass exports on. */
  readonly passing: BySpecifierEnd<string>;
  /** Files that import anything. */
  readonly importing: BySpecifierEnd<string>;
  /** The ends of specifiers that calls load. */
  readonly loaded: ReadonlySet<string>;
}

/**
 * Tells whether modules are used as values. Most imports of namespaces are used for their members alone, which shows in the text: of
 * hundreds of files that import one, scans leave a few.
 */
export class WholeImports {
  readonly #root: WorkspaceRoot;
  readonly #candidates: CandidateSearch;
  readonly #kept = new Map<string, { readonly version: FileVersion | undefined; readonly told: boolean }>();

  constructor(root: WorkspaceRoot, candidates: CandidateSearch) {
    this.#root = root;
    this.#candidates = candidates;
  }

  /**
   * Whether a module may be used as a value that holds the exports of some files, as far as specifiers tell by their ends.
   *
   * @param paths from the root
   */
  mayHold(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    return this.#isAny(paths, (oxc, one) => this.#isUsedAsValue(oxc, one), signal);
  }

  /**
   * As {@link mayHold}, a value whose type leads to the exports too, such as `const api = { users }`: whether a text does more with
   * a module than to name its members.
   */
  mayFlow(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    return this.#isAny(paths, (oxc, one) => this.#isTaken(oxc, one), signal);
  }

  async #isAny(
    paths: readonly string[],
    isOne: (oxc: Parser, one: WholeImport) => boolean,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { files } = await this.#candidates.scanned(signal);
    const known = await this.#candidates.kept("whole imports", async () => knownFrom(files));
    const named = known.namespaces.of(endsTo(this.#withBarrels(known, paths)));
    const passing = named.filter(({ isPassedOn }) => isPassedOn);
    // What is passed on twice, or loaded by a call, the module graph tells.
    const onceMore = endsTo(passing.map(({ file }) => this.#root.relative(file)));
    if (passing.length > 0 && (known.passing.of(onceMore).length > 0 || !known.loaded.isDisjointFrom(onceMore)))
      return true;
    const imports: readonly WholeImport[] = [
      ...named.filter(({ isAlone }) => isAlone),
      ...this.#ofPassedOn(known, passing),
    ];
    const oxc = await loadParser();
    for (const one of imports) {
      if (isOne(oxc, one)) return true;
      // The language server may have answered meanwhile.
      await setImmediate();
      signal.throwIfAborted();
    }
    return false;
  }

  /** Some files, and those that may pass on what they export. */
  #withBarrels({ passing }: Known, paths: readonly string[]): ReadonlySet<string> {
    const all = new Set(paths);
    for (let added = [...all], depth = 0; added.length > 0 && depth < MAX_DEPTH; depth++) {
      const files = new Set(passing.of(endsTo(added)).map((file) => this.#root.relative(file)));
      added = [...files.difference(all)];
      for (const path of added) all.add(path);
    }
    return all;
  }

  /** Who imports by its name what a module passes on whole: `export * as name`. */
  #ofPassedOn({ namespaces, importing }: Known, passing: readonly WholeImport[]): readonly WholeImport[] {
    if (passing.length === 0) return [];
    const names = new Set(passing.map(({ name }) => name));
    const ends = endsTo(passing.map(({ file }) => this.#root.relative(file)));
    const listed = [...new Set(importing.of(ends))].flatMap((file) =>
      Array.from(textAt(file).matchAll(LIST), ([, list = "", specifier = ""]) =>
        ends.has(specifierEnd(specifier)) ? namesIn(list).filter(({ imported }) => names.has(imported)) : [],
      ).flatMap((found) => found.map(({ local }) => ({ file, name: local, path: [] }))),
    );
    const nested = namespaces
      .of(ends)
      .flatMap(({ file, name }) => [...names].map((member) => ({ file, name, path: [member] })));
    return [...listed, ...nested];
  }

  /** Whether a file uses what a name holds as a value, or exports it again, so that others may. */
  #isUsedAsValue(oxc: Parser, { file, name, path }: WholeImport): boolean {
    return this.#told(`used ${[name, ...path].join(".")} ${file}`, file, (text) => {
      const isSuspect = looksHandedOn(text, name, path);
      return isExportedAgain(text, name) || (isSuspect && isUsedAsValue(oxc, file, text, name, path));
    });
  }

  /** Whether a file does more with what a name holds than to name members of it. */
  #isTaken(oxc: Parser, { file, name, path }: WholeImport): boolean {
    return this.#told(`taken ${[name, ...path].join(".")} ${file}`, file, (text) => {
      if (isExportedAgain(text, name)) return true;
      if (!isTypeTaken(text, name, path) && !looksHandedOn(text, name, path)) return false;
      const outcome = parseSource(oxc, file, text);
      return !outcome.ok || isTakenWhole(outcome.parsed, name, path);
    });
  }

  #told(key: string, file: string, tell: (text: string) => boolean): boolean {
    const version = versionAt(file);
    const known = this.#kept.get(key);
    if (known !== undefined && isSameVersion(known.version, version)) return known.told;
    const told = tell(textAt(file));
    this.#kept.set(key, { version, told });
    return told;
  }
}

/** Modules that pass on the exports of one another are followed that far. */
const MAX_DEPTH = 4;

function knownFrom(files: readonly ScannedFile[]): Known {
  const known: Known = {
    namespaces: new BySpecifierEnd(),
    passing: new BySpecifierEnd(),
    importing: new BySpecifierEnd(),
    loaded: new Set(files.flatMap(({ scan }) => scan.loaded.map(specifierEnd))),
  };
  for (const { file, scan } of files) {
    for (const { name, specifier, isPassedOn } of scan.namespaces) {
      const isAlone = mayUseWhole(scan, wordNumber(name));
      known.namespaces.add(specifier, { file, name, path: [], isPassedOn, isAlone });
    }
    for (const specifier of scan.passing) known.passing.add(specifier, file);
    for (const specifier of scan.specifiers) known.importing.add(specifier, file);
  }
  return known;
}

/** The names that an import takes, and its specifier. */
const LIST = /\bimport\b[^;"'`{}()]*\{([^{}]*)\}\s*from\s*["'`]([^"'`\s]+)["'`]/g;

function namesIn(list: string): { readonly imported: string; readonly local: string }[] {
  const entries = list.matchAll(/(?:^|,)\s*(?:type\s+)?([^\s,]+)(?:\s+as\s+([^\s,]+))?\s*(?=,|$)/g);
  return Array.from(entries, ([, imported = "", local = imported]) => ({ imported, local }));
}

/** Whether the code of a file looks as if it handed on what a name holds. */
function looksHandedOn(source: string, name: string, path: readonly string[]): boolean {
  if (!mayHandOn(source, name, path)) return false;
  // Comments hold examples, and offsets stay.
  const code = source.replaceAll(/^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*$)/gm, (comment) => " ".repeat(comment.length));
  return mayHandOn(code, name, path);
}

function isUsedAsValue(oxc: Parser, file: string, source: string, name: string, path: readonly string[]): boolean {
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) return true;
  return outcome.parsed.program.body.some((node) => {
    if (node.type !== "ImportDeclaration" || !node.specifiers.some(({ local }) => local.name === name)) return false;
    const { places, exported } = handsOn(outcome.parsed, node.start, name, path);
    return places.length + exported.length > 0;
  });
}

/** Whether a text takes the type of what a name holds: `typeof ns`, and not that of a member. */
function isTypeTaken(source: string, name: string, path: readonly string[]): boolean {
  const members = path.map((member) => `(?:\\s*\\.\\s*${RegExp.escape(member)})?`).join("");
  return new RegExp(`\\btypeof\\s+${RegExp.escape(name)}${members}(?![\\p{ID_Continue}$]|\\s*\\.)`, "u").test(source);
}

/** Whether a text seems to export what it imports by a name, so that others may use it as a value: the module graph tells. */
function isExportedAgain(source: string, name: string): boolean {
  const word = `${RegExp.escape(name)}(?![\\p{ID_Continue}$])`;
  return new RegExp(`\\bexport\\s*(?:\\{(?:[^{}]*[\\s,])?|default\\s+|=\\s*)${word}`, "u").test(source);
}

function textAt(file: string): string {
  const outcome = readTextFile(file);
  return outcome.status === "read" ? outcome.text : "";
}
