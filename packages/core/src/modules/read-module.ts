import { join } from "node:path";
import { type ModuleRecord, moduleRecord } from "../syntax/module-records/module-record.ts";
import type { Parser } from "../syntax/parser/parse.ts";
import { isComponent, isPage } from "../syntax/parser/source-language.ts";
import { type FileVersion, readTextFile, UNREAD, versionAt } from "../workspace/read-file.ts";
import { componentRecord, pageRecord } from "../syntax/components/component-scripts.ts";
import type { UnparsedFile } from "./module-graph.ts";

/** What a file imports and exports. */
export interface ReadModule {
  readonly version: FileVersion;
  readonly record: ModuleRecord;
  /** Set where the record may lack some or all of it. */
  readonly failure?: UnparsedFile;
}

/** A module as it was just read. */
export interface ReadNow extends ReadModule {
  /** Whether it could be: what could not may become readable without a change of its own. */
  readonly isRead: boolean;
}

/**
 * Reads one file. Undefined where it is gone.
 *
 * @param root absolute
 * @param path relative to the root
 */
export function readModule(oxc: Parser, root: string, path: string): ReadNow | undefined {
  const absolute = join(root, path);
  const version = versionAt(absolute);
  const outcome = readTextFile(absolute);
  if (outcome.status === "read") {
    const { text } = outcome;
    const read = isComponent(path) ? componentRecord : isPage(path) ? pageRecord : moduleRecord;
    const result = read(oxc, path, text);
    return result.ok
      ? { version: outcome.version, record: result.record, isRead: true }
      : {
          version: outcome.version,
          record: result.recovered ?? NOTHING,
          failure: { path, ...result.failure },
          isRead: true,
        };
  }
  // Deleted since it was listed: there is nothing to say of it.
  if (outcome.status === "missing" || version === undefined) return undefined;
  const failure = { path, line: 1, message: UNREAD[outcome.status] };
  return { version, record: NOTHING, failure, isRead: false };
}

const NOTHING: ModuleRecord = { imports: [], computed: [], exports: [], stars: [], hasShebang: false };
