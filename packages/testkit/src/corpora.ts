import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages that ship their TypeScript sources: code that nobody here wrote. */
export const CORPORA = ["zod", "effect", "rxjs", "@tanstack/query-core"] as const;

export interface CorpusFile {
  /** Starts with the package's name. */
  readonly path: string;
  readonly source: string;
}

/** Every source file below `src` of a package. */
export function* corpusFiles(name: (typeof CORPORA)[number]): Generator<CorpusFile> {
  const folder = corpusFolder(name);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.[cm]?tsx?$/.test(entry))
      yield { path: `${name}/src/${entry}`, source: readFileSync(join(folder, entry), "utf8") };
  }
}

export function corpusFolder(name: (typeof CORPORA)[number]): string {
  return join(import.meta.dir, "../../../node_modules", name, "src");
}
