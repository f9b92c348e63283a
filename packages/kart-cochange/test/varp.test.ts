import { Database } from "bun:sqlite";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ask, askOf, connect, connectProcess } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

const TABLES = `CREATE TABLE artifacts (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE co_change_edges (artifact_a, artifact_b, weight REAL NOT NULL);`;

const FILES = ["a.ts", "b.ts", "c.ts", "d.ts"];

/** A repository with one commit, and a database of weights in it. */
function withDatabase(sql: string, { journal = "DELETE" } = {}): GitRepository {
  const repository = new GitRepository();
  repository.commit(Object.fromEntries(FILES.map((path) => [path, "1"])));
  mkdirSync(repository.path(".varp"));
  const database = new Database(repository.path(".varp/cochange.db"));
  database.run(`PRAGMA journal_mode = ${journal}`);
  database.run(sql);
  database.close();
  return repository;
}

const ARTIFACTS = `INSERT INTO artifacts VALUES (1, 'a.ts'), (2, 'b.ts'), (3, 'c.ts'), (4, 'd.ts'), (5, 'gone.ts');`;

describe(".varp/cochange.db", () => {
  test("is read in both edge directions, each edge once, and only what exists is listed", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}
      INSERT INTO co_change_edges VALUES (1, 2, 0.5), (3, 1, 0.9), (1, 4, 0.1), (4, 1, 0.1), (1, 5, 3)`);
    await using connection = await connect(repository);
    const answer = await askOf(connection, { path: "a.ts" });
    expect(answer.source).toBe("varp");
    expect(answer.neighbors.map(({ path, score }) => [path, score])).toEqual([
      ["c.ts", 0.9],
      ["b.ts", 0.5],
      ["d.ts", 0.1],
    ]);
    expect(await connection.text("kart_cochange", { path: "a.ts", limit: 1 })).toBe(
      "With a.ts (by .varp/cochange.db) change, the likeliest 1 (raise limit for more):\n0.9 c.ts",
    );
    const both = await askOf(connection, { paths: ["b.ts", "c.ts"] });
    expect(both.neighbors.map(({ path, score }) => [path, score])).toEqual([["a.ts", 1.4]]);
  });

  test("counts no commits, and says so where some were asked for", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}INSERT INTO co_change_edges VALUES (1, 2, 0.5)`);
    await using connection = await connect(repository);
    expect((await askOf(connection, { path: "a.ts" })).notes).toBeUndefined();
    const answer = await askOf(connection, { path: "a.ts", minCommits: 2 });
    expect(answer.neighbors.map(({ path }) => path)).toEqual(["b.ts"]);
    expect(answer.notes).toEqual([".varp/cochange.db counts no commits: minCommits was ignored."]);
  });

  test("knows nothing of what a program writes, which is never listed", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}
      INSERT INTO artifacts VALUES (6, 'bun.lock'), (7, 'b.gen.ts'), (8, 'marked.ts');
      INSERT INTO co_change_edges VALUES (1, 2, 0.5), (1, 6, 3), (7, 1, 2), (1, 8, 1)`);
    repository.write({ "bun.lock": "1", "b.gen.ts": "1", "marked.ts": "1" });
    repository.write({ ".gitattributes": "marked.ts linguist-generated\n" });
    await using connection = await connect(repository);
    for (const args of [{ path: "a.ts" }, { path: "a.ts", limit: 1 }])
      expect(await askOf(connection, args)).toMatchObject({ neighbors: [{ path: "b.ts" }], truncated: false });
  });

  test("answers where git does not", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}INSERT INTO co_change_edges VALUES (1, 2, 0.5)`);
    rmSync(repository.path(".git"), { recursive: true });
    expect((await ask(repository, { path: "a.ts" })).neighbors.map(({ path }) => path)).toEqual(["b.ts"]);
  });

  test("is left as it is, also in write-ahead mode, and no index of git is made", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}INSERT INTO co_change_edges VALUES (1, 2, 0.5)`, {
      journal: "WAL",
    });
    const files = () => [...new Bun.Glob("**").scanSync({ cwd: repository.path(".varp"), dot: true })].sort();
    const before = files();
    await using connection = await connectProcess(repository);
    expect((await askOf(connection, { path: "a.ts" })).neighbors.map(({ path }) => path)).toEqual(["b.ts"]);
    expect(files()).toEqual(before);
    expect(await Bun.file(repository.cache).exists()).toBe(false);
  });

  test("is read anew when it changes", async () => {
    using repository = withDatabase(`${TABLES}${ARTIFACTS}INSERT INTO co_change_edges VALUES (1, 2, 0.5)`);
    await using connection = await connect(repository);
    await askOf(connection, { path: "a.ts" });
    using database = new Database(repository.path(".varp/cochange.db"));
    database.run("INSERT INTO co_change_edges VALUES (3, 1, 2)");
    expect((await askOf(connection, { path: "a.ts" })).neighbors[0]?.path).toBe("c.ts");
  });

  const UNUSABLE: Readonly<Record<string, string>> = {
    "has other tables": "CREATE TABLE other (id)",
    "has a view that never ends in the place of a table": `CREATE TABLE artifacts (id INTEGER PRIMARY KEY, path TEXT);
       CREATE VIEW co_change_edges AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)
         SELECT n AS artifact_a, n AS artifact_b, 1.0 AS weight FROM r`,
    "lacks a column": `CREATE TABLE artifacts (id INTEGER PRIMARY KEY, path TEXT);
       CREATE TABLE co_change_edges (artifact_a, artifact_b)`,
  };
  for (const [what, sql] of Object.entries(UNUSABLE)) {
    test(`that ${what} is not read, and said so`, async () => {
      using repository = withDatabase(sql);
      await using connection = await connect(repository);
      expect((await askOf(connection, { path: "a.ts" })).source).toBe("git");
      expect(await connection.text("kart_cochange", { path: "a.ts" })).toContain("\n.varp/cochange.db was NOT read: ");
    });
  }

  test("that is no database, a folder, or a symlink out of the workspace is not read", async () => {
    using elsewhere = withDatabase(`${TABLES}${ARTIFACTS}INSERT INTO co_change_edges VALUES (1, 2, 0.5)`);
    const makers: ((path: string) => unknown)[] = [
      (path) => Bun.write(path, "nonsense".repeat(1000)),
      (path) => mkdirSync(path),
      (path) => Bun.spawnSync(["mkfifo", path]),
      (path) => symlinkSync(elsewhere.path(".varp/cochange.db"), path),
    ];
    for (const make of makers) {
      using repository = new GitRepository();
      repository.commit({ "a.ts": "1", "c.ts": "1" });
      mkdirSync(repository.path(".varp"));
      await make(repository.path(".varp/cochange.db"));
      await using connection = await connect(repository);
      const answer = await askOf(connection, { path: "a.ts" });
      expect([answer.source, answer.neighbors[0]?.path]).toEqual(["git", "c.ts"]);
    }
  });
});
