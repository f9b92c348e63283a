import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { serverContract } from "@kart/testkit/contract";
import { COMMAND } from "./ask.ts";

serverContract({
  name: "kart-cochange",
  command: COMMAND,
  listBudget: 1600,
  // Weights that another program left make a workspace that answers without git.
  files: { "src/a.ts": "1", "src/b.ts": "1", ".varp/cochange.db": weights() },
  calls: { kart_cochange: { path: "src/a.ts" } },
  endless(workspace) {
    // git waits for the other end of this before it knows the repository.
    mkdirSync(workspace.path(".git"));
    Bun.spawnSync(["mkfifo", workspace.path(".git/HEAD")]);
    Bun.spawnSync(["mkfifo", workspace.path(".git/config")]);
    workspace.write(".git/objects/x", "");
    workspace.write(".git/refs/x", "");
    workspace.write("a.ts", "1");
    return { tool: "kart_cochange", args: { path: "a.ts" } };
  },
});

function weights(): Uint8Array {
  using database = new Database(":memory:");
  database.run(`CREATE TABLE artifacts (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
    CREATE TABLE co_change_edges (artifact_a, artifact_b, weight REAL NOT NULL);
    INSERT INTO artifacts VALUES (1, 'src/a.ts'), (2, 'src/b.ts');
    INSERT INTO co_change_edges VALUES (1, 2, 0.5)`);
  return database.serialize();
}
