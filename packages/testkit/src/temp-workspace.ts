import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Content of a file, or where a symlink leads. */
export type FileContent = string | Uint8Array | { readonly symlinkTo: string };

/** A folder with files, gone when disposed of. */
export class TempWorkspace implements Disposable {
  /** The real path of the folder. */
  readonly root: string;

  constructor(files: Readonly<Record<string, FileContent>> = {}) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "kart-test-")));
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  /** Makes the folders above as well. */
  write(relative: string, content: FileContent): void {
    const path = this.path(relative);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
    else symlinkSync(content.symlinkTo, path);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), "utf8");
  }

  /** Every file below the folder with its bytes: equal before and after means that nothing was written. */
  snapshot(): Record<string, string> {
    const names = readdirSync(this.root, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(files.sort().map((file) => [file, readFileSync(file).toString("base64")]));
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
