import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import { parseNamePath } from "@kart/core/syntax/name-path";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { readTextFile } from "@kart/core/workspace/read-file";
import type { Workspace } from "@kart/core/workspace/workspace";

/** Another name under which a file exports something: `export { of as name } from "./a"`. */
export interface Alias {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What it is called where it comes from; `*` for a whole module. */
  readonly of: string;
  readonly from?: string;
}

/** Files that are read. */
const MAX_FILES = 100;

/**
 * Where files export what goes by another name elsewhere under this one, by path and line.
 *
 * @param name a name path, of which the last part counts
 * @param files those that hold the name
 */
export async function aliasesNamed({ root }: Workspace, name: string, files: readonly string[]): Promise<Alias[]> {
  const [last = ""] = parseNamePath(name).parts.slice(-1);
  const alias = `as\\s+["']?${RegExp.escape(last)}(?![\\p{ID_Continue}$])`;
  const written = new RegExp(`\\bexport\\s*(?:type\\s*)?(?:\\*\\s*|\\{[^{}]*\\s)${alias}`, "u");
  const parser = await loadParser();
  const found: Alias[] = [];
  for (const path of files.slice(0, MAX_FILES)) {
    const outcome = readTextFile(`${root.absolute}/${path}`);
    if (outcome.status !== "read" || !written.test(outcome.text)) continue;
    const result = moduleRecord(parser, path, outcome.text);
    for (const { name: exported, line, local, from } of (result.ok ? result.record : result.recovered)?.exports ?? []) {
      const of = from?.imported ?? local;
      if (exported !== last || of === undefined || of === last) continue;
      found.push({ path, line, of, ...(from !== undefined && { from: from.specifier }) });
    }
  }
  return found;
}
