/** `bun scripts/readme-versions.ts`: makes each README pin the version its package has. Run by `bun run version`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serverPackages } from "./servers.ts";

for (const { name, folder, manifest } of serverPackages()) {
  const path = join(folder, "README.md");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll(new RegExp(`\\b${name}@[\\w.-]*\\w`, "g"), `${name}@${manifest.version}`));
}
