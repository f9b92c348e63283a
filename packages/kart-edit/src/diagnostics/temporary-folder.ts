import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

// No folder outlives the server, whichever way it ends.
process.on("exit", () => {
  for (const folder of folders) remove(folder);
});

/** A new folder for temporary files, gone with all that it holds when disposed of. Symlinks in it are not followed. */
export class TemporaryFolder implements Disposable {
  /** The real path of the folder. */
  readonly path: string;

  /** Throws where the disk does not let it. */
  constructor(prefix: string) {
    this.path = mkdtempSync(join(realpathSync(tmpdir()), prefix));
    folders.add(this.path);
  }

  [Symbol.dispose](): void {
    remove(this.path);
    folders.delete(this.path);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
