import { posix } from "node:path";
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

/**
 * Tells whether modules are used as values. Most imports of namespaces are used for their members alone, which shows in the text: of
 * hundreds of files that import one, ripgrep leaves a few.
 */
export class WholeImports {
  readonly #root: WorkspaceRoot;
  readonly #candidates: CandidateSearch;
  readonly #known = new Map<string, { readonly version: FileVersion | undefined; readonly isUsed: boolean }>();

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
    const all = await this.#withBarrels(paths, signal);
    const ending = endingOf(all);
    const [named, passed] = await Promise.all([
      this.#candidates.capturing(`${NAMESPACE}${ending}`, signal),
      this.#candidates.capturing(`\\bexport\\s*${NAMESPACE}${ending}`, signal),
    ]);
    const own = named.map(({ file, text }) => ({ file, name: text }));
    const imports: readonly WholeImport[] = [...own, ...(await this.#ofPassedOn(passed, signal))];
    if (imports.length === 0) return false;
    const names = new Set(imports.map(({ name, member = name }) => member));
    const alone = new Set(
      (await this.#candidates.capturing(`(${alonePattern(names)})`, signal)).map(({ file }) => file),
    );
    const oxc = await loadParser();
    return imports.some((one) => alone.has(one.file) && this.#isUsedAsValue(oxc, one));
  }

  /** Some files, and those that may pass on what they export. */
  async #withBarrels(paths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const all = new Set(paths);
    for (let added = [...paths], depth = 0; added.length > 0 && depth < MAX_DEPTH; depth++) {
      const files = await this.#candidates.matching(`${PASSING}${endingOf(added)}`, signal);
      added = files.map((file) => this.#root.relative(file)).filter((path) => !all.has(path));
      for (const path of added) all.add(path);
    }
    return all;
  }

  /** Who imports by its name what a module passes on whole: `export * as name`. */
  async #ofPassedOn(
    passing: readonly { readonly file: string; readonly text: string }[],
    signal: AbortSignal,
  ): Promise<WholeImport[]> {
    if (passing.length === 0) return [];
    const names = new Set(passing.map(({ text }) => text));
    const ending = endingOf(passing.map(({ file }) => this.#root.relative(file)));
    const files = new Set((await this.#candidates.capturing(`\\b(from)\\s*${ending}`, signal)).map(({ file }) => file));
    const entry = new RegExp(
      `[{,]\\s*(?:type\\s+)?(${alternatives(names)})(?:\\s+as\\s+([^\\s,}]+))?\\s*(?=[,}])`,
      "g",
    );
    const listed = [...files].flatMap((file) =>
      Array.from(textAt(file).matchAll(entry), ([, name = "", local = name]) => ({ file, name: local })),
    );
    const holding = await this.#candidates.capturing(`${NAMESPACE}${ending}`, signal);
    const nested = holding.flatMap(({ file, text: name }) => [...names].map((member) => ({ file, name, member })));
    return [...listed, ...nested];
  }

  #isUsedAsValue(oxc: Parser, { file, name, member }: WholeImport): boolean {
    const path = member === undefined ? [] : [member];
    const key = `${[name, ...path].join(".")} ${file}`;
    const version = versionAt(file);
    const known = this.#known.get(key);
    if (known !== undefined && isSameVersion(known.version, version)) return known.isUsed;
    const isUsed = isUsedAsValue(oxc, file, textAt(file), name, path);
    this.#known.set(key, { version, isUsed });
    return isUsed;
  }
}

/** Modules that pass on the exports of one another are followed that far. */
const MAX_DEPTH = 4;

const PASSING = "\\bexport\\s*(?:type\\s*)?(?:\\*[^;\"'`()]*|\\{[^{}\"'`]*\\}\\s*)\\bfrom\\s*";

/**
 * A quoted specifier that ends as one to some files: by their own names, that of its folder for an index. Unlike with `specifierPattern`
 * the folders around a file do not count: from barrel to barrel these would lead to everything.
 */
function endingOf(paths: Iterable<string>): string {
  const ends = [...paths].flatMap((path) => {
    const stem = posix.basename(path).replace(/^(.+?)\..*$/, "$1");
    return stem === "index" ? [stem, ".", "..", posix.basename(posix.dirname(path))] : [stem];
  });
  return `["'\`](?:[^"'\`\\s]*/)?${alternatives(new Set(ends))}(?:\\.\\w+)*/?["'\`]`;
}

/** `* as name from`. */
const NAMESPACE = "\\*\\s*as\\s+([^\\s]+)\\s+from\\s*";

/** One of some names in front of something that takes no member of it, as ripgrep finds it fast: comments and types are among these. */
function alonePattern(names: ReadonlySet<string>): string {
  return `\\b${alternatives(names)}\\b\\s*(?:[\\[,;)}\\]?:&|=]|$)`;
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
