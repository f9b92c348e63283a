import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { installedFile } from "./installed-file.ts";
import { isRecord } from "./package-manifest.ts";

/** What a package takes from others wherever it is installed. */
const FIELDS = ["dependencies", "peerDependencies", "optionalDependencies"];

/** Tells which installed packages depend on one of some names, straight or through others. As the disk is when it is asked. */
export class InstalledDependents {
  readonly #names: ReadonlySet<string>;
  /** By the real path of a manifest; false too while it is being found out, since packages may depend on each other. */
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
    const known = this.#known.get(manifest);
    if (known !== undefined) return known;
    this.#known.set(manifest, false);
    const depends = dependenciesIn(manifest).some((one) => this.#names.has(one) || this.has(dirname(manifest), one));
    this.#known.set(manifest, depends);
    return depends;
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
