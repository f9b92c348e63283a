/** A packed server in an empty folder of its own, as `bun add` leaves it with a user. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs a tarball and the packages it depends on into `folder`, which is made. No install script runs. */
export async function installTarball(tarball: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{ "private": true }\n`);
  const child = Bun.spawn([process.execPath, "add", "--ignore-scripts", tarball], {
    cwd: folder,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [stderr, status] = await Promise.all([child.stderr.text(), child.exited]);
  if (status !== 0) throw new Error(`bun add ${tarball} ended with status ${status}: ${stderr}`);
}

/** Bytes of all files below a folder, by their length: what the disk rounds up is not counted. */
export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((total, { parentPath, name }) => total + statSync(join(parentPath, name)).size, 0);
}
