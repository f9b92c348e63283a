import type { Problem } from "./oxlint-output.ts";

/** Files whose last problems are kept. */
const MAX_FILES = 200;

interface Lint {
  readonly digest: string;
  readonly withTypes: boolean;
  readonly problems: readonly Problem[];
}

/** The problems that each file had when it was linted last, as long as no other file has changed. */
export class LastLints {
  /** By path, the least recently linted first. */
  readonly #files = new Map<string, Lint>();
  #changes = 0;

  /** How often anything changed: a lint that began before the last time is not remembered. */
  get changes(): number {
    return this.#changes;
  }

  /** Forgets what these files may have changed: the problems of every other one, since types reach across files. */
  changed(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.#changes++;
    for (const path of this.#files.keys()) if (paths.some((other) => other !== path)) this.#files.delete(path);
  }

  /** The problems of exactly this text; undefined where another was linted last, or the other way. */
  of(path: string, text: string, withTypes: boolean): readonly Problem[] | undefined {
    const last = this.#files.get(path);
    return last?.digest === digestOf(text) && last.withTypes === withTypes ? last.problems : undefined;
  }

  /** @param since `changes` when the lint began */
  remember(path: string, text: string, withTypes: boolean, problems: readonly Problem[], since: number): void {
    this.#files.delete(path);
    if (since !== this.#changes) return;
    this.#files.set(path, { digest: digestOf(text), withTypes, problems });
    if (this.#files.size > MAX_FILES) this.#files.delete(this.#files.keys().next().value as string);
  }
}

/** Texts themselves would be kept alive by the megabyte. */
function digestOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}
