/** Counts up the number in its own line of a file, again and again, against others that do the same with theirs. */
import { ToolError } from "../../src/mcp/tool-error.ts";
import { readForEdit } from "../../src/workspace/source-bytes.ts";
import { WorkspaceRoot } from "../../src/workspace/workspace-path.ts";
import { writeFiles } from "../../src/workspace/write-files.ts";

const [root, path, line, times] = process.argv.slice(2) as [string, string, string, string];
const workspace = new WorkspaceRoot(root);
// All of them begin at once.
process.stdout.write("ready\n");
await Bun.stdin.stream().getReader().read();
for (let done = 0; done < Number(times);) {
  try {
    const file = readForEdit(workspace, path);
    const text = file.text.replace(new RegExp(`^${line}: (\\d+)$`, "m"), (_, count) => `${line}: ${Number(count) + 1}`);
    await writeFiles(workspace, [{ file, text }]);
    done++;
  } catch (error) {
    if (!(error instanceof ToolError) || !["stale", "timeout", "file_not_found"].includes(error.code)) throw error;
  }
}
