import { isBare, RUN_BY_JAVASCRIPT } from "../../syntax/parser/source-language.ts";
import { type FileVersion, isSameVersion, readTextFile, versionAt } from "../../workspace/read-file.ts";

/** Knows which pages hold scripts. Most hold none, and to search all of them at each question takes longer than most questions. */
export class PageScripts {
  readonly #known = new Map<string, { readonly version: FileVersion | undefined; readonly holds: boolean }>();

  /**
   * Those of some pages that hold a script now; all paths absolute.
   *
   * @param search finds all pages that do, where many are new
   */
  async among(pages: ReadonlySet<string>, search: () => Promise<readonly string[]>): Promise<string[]> {
    const changed: [string, FileVersion | undefined][] = [];
    for (const page of pages) {
      const known = this.#known.get(page);
      const version = versionAt(page);
      if (known === undefined || !isSameVersion(known.version, version)) changed.push([page, version]);
    }
    const found = changed.length > MAX_READ ? new Set(await search()) : undefined;
    for (const [page, version] of changed) {
      const holds = found === undefined ? holdsScript(page) : found.has(page);
      this.#known.set(page, { version, holds });
    }
    return [...pages].filter((page) => this.#known.get(page)?.holds === true);
  }
}

/** What a page that holds a script matches, and a file without an ending that is one, for ripgrep. */
export const HOLDING_SCRIPT = `(?i:<script)|${RUN_BY_JAVASCRIPT.source}`;

/** Pages that are read one by one. */
const MAX_READ = 20;

function holdsScript(page: string): boolean {
  const outcome = readTextFile(page);
  if (outcome.status !== "read") return false;
  return isBare(page) ? RUN_BY_JAVASCRIPT.test(outcome.text) : /<script/i.test(outcome.text);
}
