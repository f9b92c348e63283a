import type { Problem } from "./oxlint-output.ts";

/** Files whose last problems are kept. */
const MAX_FILES = 200;

/** The problems that each file had when it was linted last. */
export class LastLints {
  /** By path, the least recently linted first. */
  readonly #files = new Map<string, { readonly digest: string; readonly problems: readonly Problem[] }>();

  /** The problems of exactly this text; none where another was linted last. */
  of(path: string, text: string): readonly Problem[] {
    const last = this.#files.get(path);
    return last === undefined || last.digest !== digestOf(text) ? [] : last.problems;
  }

  remember(path: string, text: string, problems: readonly Problem[]): void {
    this.#files.delete(path);
    this.#files.set(path, { digest: digestOf(text), problems });
    if (this.#files.size > MAX_FILES) this.#files.delete(this.#files.keys().next().value as string);
  }
}

/** Texts themselves would be kept alive by the megabyte. */
function digestOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}
