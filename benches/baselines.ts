import { dirname } from "node:path";
import { isNoise } from "../packages/kart-cochange/src/ranking/noise.ts";
import type { RecordedCommit } from "./histories.ts";

/** Ranks files for given ones, best first, by their paths. */
export type Ranker = (given: readonly string[], now: number) => string[];

interface File {
  path: string;
  isAlive: boolean;
  readonly commits: PastCommit[];
}

interface PastCommit {
  readonly time: number;
  readonly files: readonly File[];
}

const DAY = 24 * 60 * 60;

/** What came before a commit, in memory, and four plain ways to rank by it. Noise counts for nothing here either. */
export class Past {
  readonly #files = new Map<string, File>();

  add({ time, changes }: RecordedCommit): void {
    const moved = changes.map(([kind, path]) => (kind === "R" ? this.#files.get(path) : undefined));
    for (const [kind, path] of changes) if (kind === "R") this.#files.delete(path);
    const touched = changes.map(([kind, path, renamedTo = path], index) => {
      const file = moved[index] ?? this.#files.get(renamedTo) ?? { path: renamedTo, isAlive: true, commits: [] };
      file.path = renamedTo;
      file.isAlive = kind !== "D";
      this.#files.set(renamedTo, file);
      return file;
    });
    const commit = { time, files: [...new Set(touched)].filter(({ path }) => !isNoise(path)) };
    for (const file of commit.files) file.commits.push(commit);
  }

  exists(path: string): boolean {
    return this.#files.get(path)?.isAlive === true;
  }

  readonly baselines: Readonly<Record<string, Ranker>> = {
    "90-day count": (given, now) =>
      this.#ranked(given, (add) => {
        for (const file of this.#given(given)) {
          for (const commit of file.commits) {
            const weight = 0.5 ** ((now - commit.time) / DAY / 90);
            for (const other of commit.files) add(other, weight);
          }
        }
      }),
    Jaccard: (given) =>
      this.#ranked(given, (add) => {
        for (const file of this.#given(given)) {
          const shared = new Map<File, number>();
          for (const commit of file.commits)
            for (const other of commit.files) shared.set(other, (shared.get(other) ?? 0) + 1);
          for (const [other, both] of shared) add(other, both / (file.commits.length + other.commits.length - both));
        }
      }),
    "same folder": (given) => {
      const folders = new Set(given.map((path) => dirname(path)));
      return this.#ranked(given, (add) => {
        for (const file of this.#files.values()) if (folders.has(dirname(file.path))) add(file, file.commits.length);
      });
    },
    "most changed": (given) =>
      this.#ranked(given, (add) => {
        for (const file of this.#files.values()) add(file, file.commits.length);
      }),
  };

  #given(paths: readonly string[]): File[] {
    return paths.flatMap((path) => this.#files.get(path) ?? []);
  }

  #ranked(given: readonly string[], gather: (add: (file: File, weight: number) => void) => void): string[] {
    const scores = new Map<File, number>();
    gather((file, weight) => scores.set(file, (scores.get(file) ?? 0) + weight));
    return [...scores]
      .filter(([{ path, isAlive }]) => isAlive && !given.includes(path) && !isNoise(path))
      .sort(([, a], [, b]) => b - a)
      .slice(0, 100)
      .map(([{ path }]) => path);
  }
}
