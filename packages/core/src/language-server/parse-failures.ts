import { ParserGarbage } from "../process/parser-garbage.ts";
import { isFailure, loadParser, runParserAside, type SyntaxFailure } from "../syntax/parse.ts";
import { LineIndex } from "../text/line-index.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../workspace/read-file.ts";

interface Known {
  readonly version: FileVersion | undefined;
  readonly failure: SyntaxFailure | undefined;
}

/** UTF-16 units of source after which the parser's garbage is collected at the earliest. */
const COLLECT_AFTER = 4_000_000;

/** Files that are parsed at a time, on other threads. */
const AT_ONCE = 4;

/** What every file has that may use what another declares. */
const IMPORTS = /\b(?:import|from|require)\b/;

/** Tells which files do not parse, and keeps that by path, size and time of change. Their trees are not read, which is most of the work. */
export class ParseFailures {
  readonly #known = new Map<string, Known>();
  readonly #garbage = new ParserGarbage(COLLECT_AFTER);

  /** Those of some files that import something and do not parse, absolute, in their order; with what is wrong. */
  async among(files: readonly string[], signal: AbortSignal): Promise<(readonly [file: string, SyntaxFailure])[]> {
    const failures = new Map<string, SyntaxFailure>();
    const pending = files.values();
    const work = async () => {
      for (const file of pending) {
        signal.throwIfAborted();
        const failure = await this.#of(file);
        if (failure !== undefined) failures.set(file, failure);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return files.flatMap((file) => {
      const failure = failures.get(file);
      return failure === undefined ? [] : [[file, failure] as const];
    });
  }

  async #of(file: string): Promise<SyntaxFailure | undefined> {
    const version = versionAt(file);
    const known = this.#known.get(file);
    if (known !== undefined && isSameVersion(known.version, version)) return known.failure;
    const outcome = readTextFile(file);
    if (outcome.status !== "read") return undefined;
    const failure = IMPORTS.test(outcome.text) ? await this.#parsed(file, outcome.text) : undefined;
    this.#known.set(file, { version: outcome.version, failure });
    return failure;
  }

  async #parsed(file: string, text: string): Promise<SyntaxFailure | undefined> {
    const result = await runParserAside(await loadParser(), file, text);
    this.#garbage.add(text.length);
    if (isFailure(result)) return result;
    const error = result.errors.find(({ severity }) => severity === "Error");
    if (error === undefined) return undefined;
    return { line: new LineIndex(text).lineAt(error.labels[0]?.start ?? 0), message: error.message };
  }
}
