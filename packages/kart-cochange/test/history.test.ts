import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { ask, askOf, askProcess, connect, connectProcess, counted, sorted } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

/** A repository with one commit of `a.ts` and `b.ts`. */
function small(options: readonly string[] = []): GitRepository {
  const repository = new GitRepository(options);
  repository.commit({ "a.ts": "1", "b.ts": "1" });
  return repository;
}

describe("a history that goes on", () => {
  test("is taken in at the next question, by the same server and by another", async () => {
    using repository = small();
    await using connection = await connectProcess(repository);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    const head = repository.commit({ "a.ts": "2", "c.ts": "1" });
    const later = await askOf(connection, { path: "a.ts" });
    expect(sorted(later)).toEqual(["b.ts 1", "c.ts 1"]);
    expect(later.indexedTo).toBe(head);
    repository.commit({ "a.ts": "3", "c.ts": "2" });
    expect(sorted(await askProcess(repository, { path: "a.ts" }))).toEqual(["b.ts 1", "c.ts 2"]);
    expect(
      readdirSync(join(repository.cache, "kart/cochange")).filter((name) => name.endsWith(".sqlite")),
    ).toHaveLength(1);
  });
});

test("is read whatever encoding git is to write logs in", async () => {
  using repository = small();
  repository.git("config", "i18n.logOutputEncoding", "UTF-16");
  expect(counted(await ask(repository, { path: "a.ts" }))).toEqual(["b.ts 1"]);
});

describe("a history that was rewritten holds no orphans", () => {
  const REWRITES: Readonly<Record<string, (repository: GitRepository) => void>> = {
    amend(repository) {
      repository.git("rm", "--quiet", "--cached", "orphan.ts");
      repository.git("commit", "--quiet", "--amend", "--message", "amended");
    },
    reset: (repository) => void repository.git("reset", "--quiet", "--hard", "HEAD~1"),
    rebase(repository) {
      repository.git("branch", "topic");
      repository.git("reset", "--quiet", "--hard", "HEAD~1");
      repository.commit({ "base.ts": "1" });
      repository.git("checkout", "--quiet", "topic");
      repository.git("rebase", "--quiet", "main");
      repository.git("rm", "--quiet", "--cached", "orphan.ts");
      repository.git("commit", "--quiet", "--amend", "--message", "amended");
    },
    "reset with the old commits gone"(repository) {
      repository.git("reset", "--quiet", "--hard", "HEAD~1");
      repository.git("reflog", "expire", "--expire=now", "--all");
      repository.git("gc", "--quiet", "--prune=now");
    },
    "another history altogether"(repository) {
      repository.git("checkout", "--quiet", "--orphan", "other");
      repository.git("rm", "--quiet", "--cached", "orphan.ts");
      repository.commitStaged();
    },
  };
  for (const [name, rewrite] of Object.entries(REWRITES)) {
    test(name, async () => {
      using repository = small();
      repository.commit({ "a.ts": "2", "orphan.ts": "1" });
      await using connection = await connect(repository);
      expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1", "orphan.ts 1"]);
      rewrite(repository);
      repository.write({ "orphan.ts": "still on the disk" });
      const answer = await askOf(connection, { path: "a.ts" });
      expect(counted(answer)).toEqual(["b.ts 1"]);
      expect(answer.indexedTo).toBe(repository.git("rev-parse", "HEAD").trim());
      expect(answer.commitsSeen).toBe(Number(repository.git("rev-list", "--count", "HEAD")));
    });
  }

  test("going to and fro between branches keeps what both share", async () => {
    using repository = small();
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit({ "a.ts": "2", "side.ts": "1" });
    repository.git("checkout", "--quiet", "main");
    repository.commit({ "a.ts": "3", "main.ts": "1" });
    await using connection = await connect(repository);
    for (const branch of ["main", "side", "main", "side"]) {
      repository.git("checkout", "--quiet", branch);
      expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1", `${branch}.ts 1`]);
    }
  });
});

describe("forms of repositories", () => {
  test("worktrees share one index, each with its own HEAD", async () => {
    using repository = small();
    repository.git("worktree", "add", "--quiet", "-b", "side", repository.beside("side"));
    await Bun.write(join(repository.beside("side"), "a.ts"), "2");
    await Bun.write(join(repository.beside("side"), "side.ts"), "1");
    repository.gitIn(repository.beside("side"), "add", "--all");
    repository.gitIn(repository.beside("side"), "commit", "--quiet", "--message", "side");
    await using here = await connectProcess(repository);
    await using there = await connectProcess(repository, repository.beside("side"));
    for (let round = 0; round < 3; round++) {
      expect(counted(await askOf(here, { path: "a.ts" }))).toEqual(["b.ts 1"]);
      expect(sorted(await askOf(there, { path: "a.ts" }))).toEqual(["b.ts 1", "side.ts 1"]);
    }
    expect(
      readdirSync(join(repository.cache, "kart/cochange")).filter((name) => name.endsWith(".sqlite")),
    ).toHaveLength(1);
  });

  test("a shallow clone does not take its oldest commit for one that made every file, and says so", async () => {
    using repository = small();
    repository.commit({ "a.ts": "2", "c.ts": "1" });
    repository.commit({ "a.ts": "3", "c.ts": "2" });
    const clone = repository.beside("clone");
    repository.git("clone", "--quiet", "--depth", "2", `file://${repository.root}`, clone);
    await using connection = await connect(repository, clone);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["c.ts 1"]);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toContain("\nShallow clone: ");
    repository.gitIn(clone, "fetch", "--quiet", "--unshallow");
    expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1", "c.ts 2"]);
  });

  test("a history that was joined to an older one", async () => {
    using repository = small();
    const old = repository.git("rev-parse", "HEAD").trim();
    repository.git("checkout", "--quiet", "--orphan", "young");
    repository.git("rm", "--quiet", "--cached", "b.ts");
    const young = repository.commitStaged();
    await using connection = await connect(repository);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual([]);
    repository.git("replace", "--graft", young, old);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
  });

  test("a bare repository, by the names of its history", async () => {
    using repository = small();
    repository.commit({ "a.ts": "2", "gone.ts": "1" });
    repository.commit({ "gone.ts": undefined });
    const bare = repository.beside("bare.git");
    repository.git("clone", "--quiet", "--bare", repository.root, bare);
    await using connection = await connect(repository, bare);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    expect(await connection.text("kart_cochange")).toStartWith("A bare repository has no changed files. Pass path");
  });

  test("line breaks in the name of a repository, and of a folder in it", async () => {
    using repository = small();
    repository.commit({ "sub\n..\n/deep/c.ts": "1", "sub\n..\n/deep/d.ts": "1" });
    const clone = repository.beside("line\n\nbreak\nHEAD");
    repository.git("clone", "--quiet", repository.root, clone);
    expect(counted(await ask(repository, { path: "a.ts" }, clone))).toEqual(["b.ts 1"]);
    expect(counted(await ask(repository, { path: "c.ts" }, join(clone, "sub\n..\n/deep")))).toEqual(["d.ts 1"]);
    const bare = repository.beside("bare\n.git");
    repository.git("clone", "--quiet", "--bare", repository.root, bare);
    expect(counted(await ask(repository, { path: "a.ts" }, bare))).toEqual(["b.ts 1"]);
    const unborn = repository.beside("unborn\n");
    repository.git("init", "--quiet", unborn);
    await Bun.write(join(unborn, "a.ts"), "1");
    expect(counted(await ask(repository, { path: "a.ts" }, unborn))).toEqual([]);
  });

  test("a detached HEAD", async () => {
    using repository = small();
    repository.commit({ "a.ts": "2", "c.ts": "1" });
    repository.git("checkout", "--quiet", "--detach", "HEAD~1");
    repository.write({ "c.ts": "1" });
    expect(counted(await ask(repository, { path: "a.ts" }))).toEqual(["b.ts 1"]);
  });

  test("nothing committed yet", async () => {
    using repository = new GitRepository();
    repository.write({ "a.ts": "1" });
    await using connection = await connect(repository);
    const empty = await askOf(connection, {});
    expect(empty).toMatchObject({ paths: ["a.ts"], neighbors: [], commitsSeen: 0 });
    repository.commit({ "a.ts": "2", "b.ts": "1" });
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
  });

  test("a root that is a folder of a repository lists what lies in it", async () => {
    using repository = new GitRepository();
    repository.commit({ "app/a.ts": "1", "app/b.ts": "1", "app-evil/x.ts": "1", "lib/c.ts": "1" });
    const answer = await ask(repository, { path: "a.ts" }, repository.path("app"));
    expect(answer.paths).toEqual(["a.ts"]);
    expect(counted(answer)).toEqual(["b.ts 1"]);
  });

  test("a repository inside a repository answers for its own files", async () => {
    using repository = small();
    const inner = repository.path("vendored");
    mkdirSync(inner);
    repository.gitIn(inner, "init", "--quiet");
    await Bun.write(join(inner, "x.ts"), "1");
    await Bun.write(join(inner, "deep/y.ts"), "1");
    repository.gitIn(inner, "add", "--all");
    repository.gitIn(inner, "commit", "--quiet", "--message", "inner");
    await using connection = await connect(repository);
    expect(counted(await askOf(connection, { path: "vendored/deep/y.ts" }))).toEqual(["vendored/x.ts 1"]);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    expect(await connection.error("kart_cochange", { paths: ["a.ts", "vendored/x.ts"] })).toMatch(
      /^invalid_argument: .*2 repositories/,
    );
  });

  test("SHA-256", async () => {
    using repository = small(["--object-format=sha256"]);
    const answer = await ask(repository, { path: "a.ts" });
    expect(counted(answer)).toEqual(["b.ts 1"]);
    expect(answer.indexedTo).toHaveLength(64);
  });

  test("missing contents: the whole history with exact renames, and a word about it", async () => {
    using repository = small();
    const text = "line\n".repeat(30);
    repository.commit({ "moved.ts": text, "friend.ts": "1" });
    repository.git("mv", "moved.ts", "exact.ts");
    repository.commitStaged();
    repository.commit({ "lost.ts": text.replaceAll("line", "lost") });
    const blob = repository.git("rev-parse", "HEAD:lost.ts").trim();
    repository.git("mv", "lost.ts", "found.ts");
    repository.commit({ "found.ts": `${text.replaceAll("line", "lost")}more\n` });
    repository.commit({ "a.ts": "2", "late.ts": "1" });
    rmSync(repository.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    await using connection = await connect(repository);
    const answer = await askOf(connection, { path: "a.ts" });
    expect(sorted(answer)).toEqual(["b.ts 1", "late.ts 1"]);
    expect(answer.commitsSeen).toBe(6);
    expect(counted(await askOf(connection, { path: "exact.ts" }))).toEqual(["friend.ts 1"]);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toContain(
      "\nSome RENAMES were NOT followed. git: ",
    );
  });

  test("no git: the structured co_change_data_unavailable, which is no failure", async () => {
    using repository = new GitRepository();
    rmSync(repository.path(".git"), { recursive: true });
    repository.write({ "a.ts": "1" });
    await using connection = await connect(repository);
    const answer = await askOf(connection, { path: "a.ts" });
    expect(answer).toMatchObject({ error: "co_change_data_unavailable", path: "a.ts" });
    expect(answer.message).toContain("not a git repository");
    expect(await connection.text("kart_cochange")).toStartWith("co_change_data_unavailable: ");
  });

  test("git that is killed is a failure, and not taken for a folder without history", async () => {
    using repository = small();
    using programs = new TempWorkspace({ git: "#!/bin/sh\nkill -s KILL $$\n" });
    chmodSync(programs.path("git"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${programs.root}:${path}`;
    try {
      await using connection = await connect(repository);
      expect(await connection.error("kart_cochange", { path: "a.ts" })).toStartWith("backend_failed: git could not");
      process.env["PATH"] = path;
      expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    } finally {
      process.env["PATH"] = path;
    }
  });

  test("a damaged repository is said to be one", async () => {
    using repository = small();
    const tree = repository.git("rev-parse", "HEAD^{tree}").trim();
    rmSync(repository.path(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
    await using connection = await connect(repository);
    expect(await connection.error("kart_cochange", { path: "a.ts" })).toMatch(/^backend_failed: git could not answer/);
    appendFileSync(repository.path(".git/config"), "[broken\n");
    expect((await askOf(connection, { path: "a.ts" })).error).toBe("co_change_data_unavailable");
  });
});
