/** Makes a file, and kills itself at a certain step. */
import { createFile } from "../../src/workspace/create-file.ts";
import { proveNew, type NewPath } from "../../src/workspace/new-path.ts";
import { WorkspaceRoot } from "../../src/workspace/workspace-path.ts";

const [folder = "", path = "", dieAt = ""] = process.argv.slice(2);
const root = new WorkspaceRoot(folder);
let step = 0;
await createFile(root, proveNew(root, path) as NewPath, "new\n".repeat(50_000), () => {
  if (step++ === Number(dieAt)) process.kill(process.pid, "SIGKILL");
});
