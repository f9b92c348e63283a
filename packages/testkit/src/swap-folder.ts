/** Swaps a folder for a symlink to another one and back, until it is killed. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder, outside] = process.argv.slice(2) as [string, string];
process.stdout.write("swapping\n");
for (;;) {
  renameSync(folder, `${folder}-away`);
  symlinkSync(outside, folder);
  unlinkSync(folder);
  renameSync(`${folder}-away`, folder);
}
