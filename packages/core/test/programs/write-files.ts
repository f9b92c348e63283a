/** Replaces files, as another user or up to a certain step where it is told to, and says how that went. */
import { readForEdit } from "../../src/workspace/source-bytes.ts";
import { WorkspaceRoot } from "../../src/workspace/workspace-path.ts";
import { writeFiles } from "../../src/workspace/write-files.ts";

/** Comes as JSON through standard input. */
export interface Errand {
  readonly root: string;
  /** New texts by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Kills itself at this step, counted from 0. */
  readonly dieAt?: number;
  /** The user to go on as. */
  readonly user?: number;
}

const { root, texts, dieAt, user } = (await Bun.stdin.json()) as Errand;
// Only now: this user may not even be allowed to read the program.
if (user !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}
const workspace = new WorkspaceRoot(root);
let step = 0;
try {
  const writes = Object.entries(texts).map(([path, text]) => ({ file: readForEdit(workspace, path), text }));
  const { warnings } = await writeFiles(workspace, writes, () => {
    if (step++ === dieAt) process.kill(process.pid, "SIGKILL");
  });
  console.log(JSON.stringify({ warnings }));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.log(JSON.stringify({ code, message }));
}
