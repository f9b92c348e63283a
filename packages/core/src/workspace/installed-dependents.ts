import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isRecord } from "../text/is-record.ts";
import { installedFile } from "./installed-file.ts";

/** What a package takes from others wherever it is installed. */
const FIELDS = ["dependencies", "peerDependencies", "optionalDependencies"];

/** Tells which installed packages depend on one of some names, straight or through others. As the disk is when it is asked. */
export class InstalledDependents {
  readonly #names: ReadonlySet<string>;
  /** By the real path of a manifest. */
  readonly #dependencies = new Map<string, readonly string[]>();
  readonly #known = new Map<string, boolean>();
  readonly #places = new Map<string, string | undefined>();

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /**
   * Whether a package, as a folder sees it, depends on one of the names. False where none is installed.
   *
   * @param folder absolute
   */
  has(folder: string, name: string): boolean {
    const manifest = this.#manifest(folder, name);
    if (manifest === undefined) return false;
    const known = this.#known.get(manifest) ?? this.#leadsThere(manifest);
    this.#known.set(manifest, known);
    return known;
  }

  /** Packages may depend on each other, so that none is done before all that it leads to are. */
  #leadsThere(start: string): boolean {
    const reached = new Set([start]);
    for (const manifest of reached)
      for (const name of this.#dependenciesIn(manifest)) {
        if (this.#names.has(name)) return true;
        const next = this.#manifest(dirname(manifest), name);
        if (next !== undefined) reached.add(next);
      }
    return false;
  }

  #dependenciesIn(manifest: string): readonly string[] {
    const known = this.#dependencies.get(manifest) ?? dependenciesIn(manifest);
    this.#dependencies.set(manifest, known);
    return known;
  }

  /** The real path of its manifest. */
  #manifest(folder: string, name: string): string | undefined {
    const key = `${folder}\0${name}`;
    if (this.#places.has(key)) return this.#places.get(key);
    const path = installedFile(folder, `${name}/package.json`);
    const found = path === undefined ? undefined : realpathSync(path);
    this.#places.set(key, found);
    return found;
  }
}

function dependenciesIn(manifest: string): string[] {
  try {
    const json: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    return FIELDS.flatMap((field) => (isRecord(json) && isRecord(json[field]) ? Object.keys(json[field]) : []));
  } catch {
    return [];
  }
}
