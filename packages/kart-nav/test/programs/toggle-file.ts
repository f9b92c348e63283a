/** Deletes a file and writes it again, until it is killed. */
import { unlinkSync, writeFileSync } from "node:fs";

const [file, content] = process.argv.slice(2) as [string, string];
process.stdout.write("toggling\n");
for (;;) {
  writeFileSync(file, content);
  unlinkSync(file);
}
