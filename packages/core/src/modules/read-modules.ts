import { join } from "node:path";
import { type ModuleRecord, moduleRecord } from "../syntax/module-record.ts";
import { type Parser, runParser, runParserAside } from "../syntax/parse.ts";
import { isComponent } from "../syntax/source-language.ts";
import { type FileVersion, readTextFile, UNREAD, versionAt } from "../workspace/read-file.ts";
import { componentRecord } from "./component-scripts.ts";
import type { UnparsedFile } from "./module-graph.ts";

/** What a file imports and exports. */
export interface ReadModule {
  readonly version: FileVersion;
  readonly record: ModuleRecord;
  /** Set where the record may lack some or all of it. */
  readonly failure?: UnparsedFile;
}

export interface FileRead {
  readonly path: string;
  /** UTF-16 units that were parsed. */
  readonly length: number;
  /** Absent where the file is gone. */
  readonly module?: ReadModule;
}

/** Files that are read and parsed ahead. Each holds its text, and the parser's tree of it. */
const AHEAD = 4;

/** Files from which on other threads parse. The memory that they take stays taken, which fewer files are not worth. */
const MANY = 2000;

/**
 * Reads files, in their order; where they are many, other threads parse those that come next.
 *
 * @param root absolute
 * @param paths relative to the root
 */
export async function* readModules(oxc: Parser, root: string, paths: readonly string[]): AsyncGenerator<FileRead> {
  if (paths.length < MANY) {
    for (const path of paths) yield readModule(oxc, root, path);
    return;
  }
  const started: Promise<FileRead>[] = [];
  for (const path of paths) {
    const reading = readModule(oxc, root, path, runParserAside);
    // Its turn comes later, or never: until then nobody hears that it failed.
    reading.catch(() => {});
    started.push(reading);
    if (started.length === AHEAD) yield started.shift() as Promise<FileRead>;
  }
  yield* started;
}

/** Reads one file. */
export async function readModule(
  oxc: Parser,
  root: string,
  path: string,
  parse: typeof runParser | typeof runParserAside = runParser,
): Promise<FileRead> {
  const absolute = join(root, path);
  const version = versionAt(absolute);
  const outcome = readTextFile(absolute);
  if (outcome.status === "read") {
    const { text } = outcome;
    const result = isComponent(path)
      ? componentRecord(oxc, path, text)
      : moduleRecord(oxc, path, text, await parse(oxc, path, text));
    const module = result.ok
      ? { version: outcome.version, record: result.record }
      : { version: outcome.version, record: result.recovered ?? NOTHING, failure: { path, ...result.failure } };
    return { path, length: text.length, module };
  }
  // Deleted since it was listed: there is nothing to say of it.
  if (outcome.status === "missing" || version === undefined) return { path, length: 0 };
  const failure = { path, line: 1, message: UNREAD[outcome.status] };
  return { path, length: 0, module: { version, record: NOTHING, failure } };
}

const NOTHING: ModuleRecord = { imports: [], computed: [], exports: [], stars: [], hasShebang: false };
