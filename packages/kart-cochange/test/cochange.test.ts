import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ask, askOf, connect, counted, sorted } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

describe("an answer", () => {
  test("names what changed together, how often, for what share and when", async () => {
    using repository = new GitRepository();
    repository.commit({ "src/a.ts": "1", "src/b.ts": "1" });
    repository.commit({ "src/a.ts": "2", "src/b.ts": "2" }, 1_750_000_000);
    repository.commit({ "src/a.ts": "3", "docs/c.md": "1" });
    const head = repository.commit({ "src/a.ts": "4" });
    const answer = await ask(repository, { path: "src/a.ts" });
    expect(answer).toMatchObject({
      paths: ["src/a.ts"],
      truncated: false,
      pathCommits: 4,
      commitsSeen: 4,
      indexedTo: head,
      source: "git",
    });
    expect(answer.neighbors).toEqual([
      {
        path: "src/b.ts",
        score: expect.any(Number),
        commits: 2,
        confidence: 0.5,
        lastChanged: "2025-06-15T15:06:40.000Z",
      },
      expect.objectContaining({ path: "docs/c.md", commits: 1, confidence: 0.25 }),
    ]);
  });

  test("is a text that says the same", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "b.ts": "1" }, 1_750_000_000);
    const head = repository.commit({ "a.ts": "2" });
    await using connection = await connect(repository);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toBe(
      `With a.ts (2 commits of 2, to ${head.slice(0, 10)}) change, likeliest first:\n50% 1x 2025-06-15 b.ts`,
    );
    expect(await connection.text("kart_cochange", { path: "a.ts", minCommits: 2 })).toBe(
      `Nothing that exists now changed 2 times with a.ts (2 commits of 2, to ${head.slice(0, 10)}).`,
    );
  });

  test("respects limit and minCommits, and says that there is more", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "b.ts": "1", "c.ts": "1", "d.ts": "1" });
    repository.commit({ "a.ts": "2", "b.ts": "2" });
    await using connection = await connect(repository);
    const limited = await askOf(connection, { path: "a.ts", limit: 2 });
    expect(limited.neighbors.map(({ path }) => path)).toEqual(["b.ts", "c.ts"]);
    expect(limited.truncated).toBe(true);
    expect(counted(await askOf(connection, { path: "a.ts", minCommits: 2 }))).toEqual(["b.ts 2"]);
  });

  test("names no files that came with hundreds of others, where no other commit tells more", async () => {
    using repository = new GitRepository();
    const files = (text: string) => Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`f${at}.ts`, text]));
    repository.commit({ ...files("1"), "few.ts": "1" });
    repository.commit({ "a.ts": "1", "b.ts": "1", ...files("2"), "many.ts": "1" });
    const head = repository.commit({ "a.ts": "2" });
    await using connection = await connect(repository);
    const line = `Nothing is known to change with a.ts (2 commits of 3, to ${head.slice(0, 10)}): the only commit with other files changed 101 of them, which tells nothing.`;
    expect(await askOf(connection, { path: "a.ts" })).toMatchObject({ neighbors: [], notes: [line], pathCommits: 2 });
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toBe(line);
    expect((await askOf(connection, { path: "few.ts" })).neighbors).toHaveLength(20);
  });

  test("leaves out what only commits of hundreds link, and says so, unless no smaller one links anything", async () => {
    using repository = new GitRepository();
    const files = (text: string) => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}.ts`, text]));
    const known = "known only from commits that changed 100 other files or more";
    repository.commit({ "a.ts": "1", "b.ts": "1", ...files("1") });
    repository.commit({ "a.ts": "2", "b.ts": "2", ...files("2") });
    await using connection = await connect(repository);
    const alone = await askOf(connection, { path: "a.ts" });
    expect([alone.neighbors.length, alone.truncated]).toEqual([20, true]);
    expect(alone.notes).toEqual([`All of this is ${known}, which tell little.`]);
    repository.commit({ "a.ts": "3", "b.ts": "3" });
    repository.commit({ "a.ts": "4", "c.ts": "1" });
    const note = `Left out: what is ${known}, which tell nothing.`;
    const answer = await askOf(connection, { path: "a.ts" });
    expect([counted(answer), answer.truncated, answer.notes]).toEqual([["b.ts 3", "c.ts 1"], false, [note]]);
    expect(await connection.text("kart_cochange", { path: "a.ts" })).toEndWith(`c.ts\n${note}`);
    // Nothing is missing from what would not have come to them.
    expect((await askOf(connection, { path: "a.ts", limit: 1 })).notes).toBeUndefined();
    expect((await askOf(connection, { path: "a.ts", minCommits: 3 })).notes).toBeUndefined();
  });

  test("lists only files that exist now", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "gone.ts": "1", "b.ts": "1", "unsaved.ts": "1" });
    repository.commit({ "gone.ts": undefined });
    repository.write({ "unsaved.ts": undefined });
    expect(counted(await ask(repository, { path: "a.ts" }))).toEqual(["b.ts 1"]);
  });

  test("to several paths is what is missing from the change", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "b.ts": "1", "both.ts": "1" });
    repository.commit({ "a.ts": "2", "only.ts": "1" });
    repository.commit({ "b.ts": "2", "both.ts": "2" });
    const answer = await ask(repository, { paths: ["a.ts", "b.ts"] });
    expect(counted(answer)).toEqual(["both.ts 2", "only.ts 1"]);
    expect(answer.neighbors[0]?.confidence).toBeCloseTo(2 / 3, 3);
  });

  test("without paths is about what git sees as changed: staged, not staged, new", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "x.ts": "1" });
    repository.commit({ "b.ts": "1", "y.ts": "1" });
    repository.commit({ "c.ts": "1", "z.ts": "1" });
    await using connection = await connect(repository);
    expect(await connection.text("kart_cochange")).toStartWith("git sees nothing as changed.");
    repository.write({ "a.ts": "2" });
    repository.git("add", "a.ts");
    repository.write({ "b.ts": "2", "new.ts": "1" });
    const answer = await askOf(connection, {});
    expect(answer.paths.toSorted()).toEqual(["a.ts", "b.ts", "new.ts"]);
    expect(sorted(answer)).toEqual(["x.ts 1", "y.ts 1"]);
  });

  test("about a file that was just deleted is still one, and about one that never was is an error", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "b.ts": "1" });
    repository.write({ "a.ts": undefined });
    await using connection = await connect(repository);
    expect(counted(await askOf(connection, { path: "a.ts" }))).toEqual(["b.ts 1"]);
    expect(await connection.error("kart_cochange", { path: "never.ts" })).toStartWith("file_not_found: ");
  });
});

describe("what counts", () => {
  test("lock files, snapshots and what .gitattributes marks count for nothing", async () => {
    using repository = new GitRepository();
    repository.commit({
      "a.ts": "1",
      "b.ts": "1",
      "bun.lock": "1",
      "sub/package-lock.json": "1",
      "__snapshots__/a.snap": "1",
      "gen/api.ts": "1",
      "third/lib.ts": "1",
      "third/ours.ts": "1",
      ".gitattributes": "gen/** linguist-generated\n",
      "third/.gitattributes": "*.ts linguist-vendored=true\nours.ts -linguist-vendored\n",
    });
    expect(sorted(await ask(repository, { path: "a.ts" }))).toEqual([
      ".gitattributes 1",
      "b.ts 1",
      "third/.gitattributes 1",
      "third/ours.ts 1",
    ]);
  });

  test("what .gitattributes marks is passed over among what git sees as changed", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1", "b.ts": "1", "gen.ts": "1", ".gitattributes": "gen.ts linguist-generated\n" });
    repository.write({ "gen.ts": "2" });
    await using connection = await connect(repository);
    expect(await connection.text("kart_cochange", {})).toStartWith("Of 1 file that git sees as changed, none is one");
    repository.write({ "a.ts": "2" });
    expect((await askOf(connection, {})).paths).toEqual(["a.ts"]);
  });

  test("a changelog counts little", async () => {
    using repository = new GitRepository();
    for (let round = 0; round < 3; round++)
      repository.commit({
        "a.ts": `${round}`,
        "CHANGELOG.md": `${round}`,
        ...(round === 0 ? {} : { "q.ts": `${round}` }),
      });
    expect(counted(await ask(repository, { path: "a.ts" }))).toEqual(["q.ts 2", "CHANGELOG.md 3"]);
  });

  test("newer commits count more, and smaller ones", async () => {
    using repository = new GitRepository();
    const year = 365 * 24 * 60 * 60;
    repository.commit({ "a.ts": "1", "old.ts": "1" }, 1_700_000_000);
    repository.commit({ "a.ts": "2", "old.ts": "2" }, 1_700_000_001);
    repository.commit({ "a.ts": "3", "new.ts": "1" }, 1_700_000_000 + year);
    const crowd = Object.fromEntries(Array.from({ length: 30 }, (_none, place) => [`crowd${place}.ts`, "1"]));
    repository.commit({ "a.ts": "4", ...crowd }, 1_700_000_000 + year);
    const { neighbors } = await ask(repository, { path: "a.ts" });
    expect(neighbors.slice(0, 2).map(({ path }) => path)).toEqual(["new.ts", "old.ts"]);
  });

  test("where history is thin, a name that is alike decides", async () => {
    using repository = new GitRepository();
    repository.commit({ "src/alpha.ts": "1", "src/beta.ts": "1", "test/router.test.ts": "1", "src/router.ts": "1" });
    const { neighbors } = await ask(repository, { path: "src/router.ts" });
    expect(neighbors[0]?.path).toBe("test/router.test.ts");
  });

  test("a merge adds nothing to what its parents say", async () => {
    using repository = new GitRepository();
    repository.commit({ "a.ts": "1" });
    repository.git("checkout", "--quiet", "-b", "side");
    repository.commit({ "a.ts": "2", "b.ts": "1" });
    repository.git("checkout", "--quiet", "main");
    repository.commit({ "c.ts": "1" });
    repository.git("merge", "--quiet", "--no-edit", "side");
    const answer = await ask(repository, { path: "a.ts" });
    expect(counted(answer)).toEqual(["b.ts 1"]);
    expect(answer.commitsSeen).toBe(3);
  });

  test("submodules are no files", async () => {
    using repository = new GitRepository();
    using inner = new GitRepository();
    inner.commit({ "x.ts": "1" });
    repository.git("submodule", "--quiet", "add", inner.root, "sub");
    repository.commit({ "a.ts": "1" });
    inner.commit({ "x.ts": "2" });
    repository.gitIn(repository.path("sub"), "pull", "--quiet");
    repository.commit({ "a.ts": "2" });
    expect(counted(await ask(repository, { path: "a.ts" }))).toEqual([".gitmodules 1"]);
    // On the disk a submodule is a folder, which is never listed: without a disk, the index alone has to know.
    const bare = repository.beside("bare.git");
    repository.git("clone", "--quiet", "--bare", repository.root, bare);
    expect(counted(await ask(repository, { path: "a.ts" }, bare))).toEqual([".gitmodules 1"]);
  });
});
