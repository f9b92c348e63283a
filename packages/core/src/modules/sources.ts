import { posix } from "node:path";
import { moduleOf, platformFiles } from "./platforms.ts";

/** Source endings that may be left out, in the order in which they are tried; declarations last, since they only describe. */
export const PLAIN_ENDINGS = [".ts", ".tsx", ".js", ".jsx", ".d.ts"];

/** Those that name a module's kind. Node.js and TypeScript want them written, and bundlers that do not come to them last, mostly. */
export const KIND_ENDINGS = [".mts", ".cts", ".mjs", ".cjs", ".d.mts", ".d.cts"];

export const ENDINGS = [...PLAIN_ENDINGS, ...KIND_ENDINGS];

/**
 * The endings that TypeScript takes a written ending for. It takes `.ts` for `.tsx` and `.js` too, which no program finds: there types alone
 * stand for what is written.
 */
export const WRITTEN_FOR: Readonly<Record<string, readonly string[]>> = {
  ".ts": [".ts", ".d.ts"],
  ".tsx": [".tsx", ".d.ts"],
  ".mts": [".mts", ".d.mts"],
  ".cts": [".cts", ".d.cts"],
  ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".jsx", ".d.ts"],
  ".mjs": [".mts", ".mjs", ".d.mts"],
  ".cjs": [".cts", ".cjs", ".d.cts"],
};

/** What `moduleSuffixes` puts between a name and its ending, best first, where no configuration says so. */
export const PLAIN: readonly string[] = [""];

/** The source files of a workspace, found at paths as specifiers write them. Paths are relative to the root. */
export class Sources {
  readonly #paths: ReadonlySet<string>;
  #forPlatforms: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  filter(isWanted: (path: string) => boolean): string[] {
    return [...this.#paths].filter(isWanted);
  }

  /** The files that stand for a source on platforms. */
  forPlatforms(path: string): readonly string[] {
    this.#forPlatforms ??= platformFiles(this.#paths);
    return this.#forPlatforms.size === 0 ? [] : (this.#forPlatforms.get(moduleOf(path)) ?? []);
  }

  /** The source at a path that may lack its ending or name a folder. */
  at(path: string, suffixes = PLAIN): string | undefined {
    const ending = /(?:\.d\.[cm]?ts|\.[cm]?[jt]sx?)$/.exec(path)?.[0] ?? "";
    const stem = path.slice(0, path.length - ending.length);
    return (
      this.#first(stem, [...(WRITTEN_FOR[ending] ?? []), ending], suffixes) ??
      this.#first(path, PLAIN_ENDINGS, suffixes) ??
      this.index(path, suffixes, PLAIN_ENDINGS) ??
      this.#first(path, KIND_ENDINGS, suffixes) ??
      this.index(path, suffixes, KIND_ENDINGS)
    );
  }

  /** What declares the types of what is no script, and may not be there: `a.d.css.ts` of `a.css`, as `allowArbitraryExtensions` has it. */
  describing(path: string): string | undefined {
    const declaration = path.replace(/\.(?![cm]?[jt]sx?$)[^./]+$/, ".d$&.ts");
    return declaration !== path && this.#paths.has(declaration) ? declaration : undefined;
  }

  index(folder: string, suffixes: readonly string[], endings = ENDINGS): string | undefined {
    return this.#first(posix.join(folder, "index"), endings, suffixes);
  }

  #first(stem: string, endings: readonly string[], suffixes: readonly string[]): string | undefined {
    for (const ending of endings)
      for (const suffix of suffixes) if (this.#paths.has(stem + suffix + ending)) return stem + suffix + ending;
    return undefined;
  }
}
