import { BySpecifierEnd, endsTo, specifierEnd, specifierPattern } from "../modules/specifier-end.ts";
import { alternatives } from "../process/ripgrep-pattern.ts";
import { handedOn, mayHandOn } from "../syntax/handed-on.ts";
import { loadParser, type Parser, parseSource } from "../syntax/parse.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../workspace/read-file.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import type { CandidateSearch } from "./candidates.ts";

/** A name by which a file has all of a module. */
interface WholeImport {
  readonly file: string;
  readonly name: string;
  /** The member of it that is the module, where a barrel passes that on by a name. */
  readonly member?: string;
}

/** What does not depend on the question; files are absolute. */
interface Known {
  /** `import * as name from`, and `export * as name from`. */
  readonly namespaces: BySpecifierEnd<WholeImport & { readonly isPassedOn: boolean }>;
  /** Files that pass exports on. */
  readonly passing: BySpecifierEnd<string>;
}

/**
 * Tells whether modules are used as values. Most imports of namespaces are used for their members alone, which shows in the text: of
 * hundreds of files that import one, ripgrep leaves a few.
 */
export class WholeImports {
  readonly #root: WorkspaceRoot;
  readonly #candidates: CandidateSearch;
  readonly #used = new Map<string, { readonly version: FileVersion | undefined; readonly isUsed: boolean }>();

  constructor(root: WorkspaceRoot, candidates: CandidateSearch) {
    this.#root = root;
    this.#candidates = candidates;
  }

  /**
   * Whether a module may be used as a value that holds the exports of some files, as far as specifiers tell by their ends.
   *
   * @param paths from the root
   */
  async mayHold(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const known = await this.#candidates.kept("whole imports", () => this.#read(signal));
    const named = known.namespaces.of(endsTo(this.#withBarrels(known, paths)));
    const passedOn = await this.#ofPassedOn(
      known,
      named.filter(({ isPassedOn }) => isPassedOn),
      signal,
    );
    const imports: readonly WholeImport[] = [...named, ...passedOn];
    if (imports.length === 0) return false;
    const names = new Set(imports.map(({ name, member = name }) => member));
    const found = await this.#candidates.capturing(alonePattern(names), signal);
    const alone = new Set(found.map(({ file, text }) => `${text} ${file}`));
    const oxc = await loadParser();
    return imports.some((one) => alone.has(`${one.member ?? one.name} ${one.file}`) && this.#isUsedAsValue(oxc, one));
  }

  async #read(signal: AbortSignal): Promise<Known> {
    const [named, passed] = await Promise.all([
      this.#candidates.capturing(NAMESPACE, signal),
      this.#candidates.capturing(PASSING, signal, { multiline: true }),
    ]);
    const known: Known = { namespaces: new BySpecifierEnd(), passing: new BySpecifierEnd() };
    for (const { file, text } of named) {
      const [, start, name = "", specifier = ""] = /^(export)?\s*\*\s*as\s+(\S+)\s+from\s*["'`](.*)$/.exec(text) ?? [];
      known.namespaces.add(specifier, { file, name, isPassedOn: start !== undefined });
    }
    for (const { file, text } of passed) known.passing.add(text, file);
    return known;
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
  async #ofPassedOn(
    { namespaces }: Known,
    passing: readonly WholeImport[],
    signal: AbortSignal,
  ): Promise<readonly WholeImport[]> {
    if (passing.length === 0) return [];
    const names = new Set(passing.map(({ name }) => name));
    const ends = endsTo(passing.map(({ file }) => this.#root.relative(file)));
    const files = (await this.#candidates.capturing(`\\b(from)\\s*${specifierPattern(ends)}`, signal)).map(
      ({ file }) => file,
    );
    const listed = [...new Set(files)].flatMap((file) =>
      Array.from(textAt(file).matchAll(LIST), ([, list = "", specifier = ""]) =>
        ends.has(specifierEnd(specifier)) ? namesIn(list).filter(({ imported }) => names.has(imported)) : [],
      ).flatMap((found) => found.map(({ local }) => ({ file, name: local }))),
    );
    const nested = namespaces
      .of(ends)
      .flatMap(({ file, name }) => [...names].map((member) => ({ file, name, member })));
    return [...listed, ...nested];
  }

  #isUsedAsValue(oxc: Parser, { file, name, member }: WholeImport): boolean {
    const path = member === undefined ? [] : [member];
    const key = `${[name, ...path].join(".")} ${file}`;
    const version = versionAt(file);
    const known = this.#used.get(key);
    if (known !== undefined && isSameVersion(known.version, version)) return known.isUsed;
    const isUsed = isUsedAsValue(oxc, file, textAt(file), name, path);
    this.#used.set(key, { version, isUsed });
    return isUsed;
  }
}

/** Modules that pass on the exports of one another are followed that far. */
const MAX_DEPTH = 4;

/** `* as name from`, with the specifier. */
const NAMESPACE = "((?:export\\s*)?\\*\\s*as\\s+[^\\s]+\\s+from\\s*[\"'`][^\"'`\\s]+)[\"'`]";

const PASSING = "\\bexport\\s*(?:type\\s*)?(?:\\*[^;\"'`()]*|\\{[^{}\"'`]*\\}\\s*)\\bfrom\\s*[\"'`]([^\"'`\\s]+)[\"'`]";

/** The names that an import takes, and its specifier. */
const LIST = /\bimport\b[^;"'`{}()]*\{([^{}]*)\}\s*from\s*["'`]([^"'`\s]+)["'`]/g;

function namesIn(list: string): { readonly imported: string; readonly local: string }[] {
  const entries = list.matchAll(/(?:^|,)\s*(?:type\s+)?([^\s,]+)(?:\s+as\s+([^\s,]+))?\s*(?=,|$)/g);
  return Array.from(entries, ([, imported = "", local = imported]) => ({ imported, local }));
}

/** One of some names in front of something that takes no member of it, as ripgrep finds it fast: comments and types are among these. */
function alonePattern(names: ReadonlySet<string>): string {
  return `\\b(${alternatives(names)})\\b\\s*(?:[\\[,;)}\\]?:&|=]|$)`;
}

function isUsedAsValue(oxc: Parser, file: string, source: string, name: string, path: readonly string[]): boolean {
  if (!mayHandOn(source, name, path)) return false;
  // Comments hold examples, and offsets stay.
  const code = source.replaceAll(/^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*$)/gm, (comment) => " ".repeat(comment.length));
  if (!mayHandOn(code, name, path)) return false;
  const outcome = parseSource(oxc, file, source);
  if (!outcome.ok) return true;
  return outcome.parsed.program.body.some((node) => {
    if (node.type !== "ImportDeclaration" || !node.specifiers.some(({ local }) => local.name === name)) return false;
    return handedOn(outcome.parsed, node.start, name, path).length > 0;
  });
}

function textAt(file: string): string {
  const outcome = readTextFile(file);
  return outcome.status === "read" ? outcome.text : "";
}
