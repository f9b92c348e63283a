import { expect, setDefaultTimeout, test } from "bun:test";
import { ask, askOf, connect, sorted } from "./ask.ts";
import { type Files, GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

/** Enough lines for git to see that a file with one more of them is the same. */
const text = (name: string, more = "") =>
  Array.from({ length: 20 }, (_none, line) => `${name} ${line}\n`).join("") + more;

test("a chain of renames, the last with a change, carries history along", async () => {
  using repository = new GitRepository();
  repository.commit({ "one.ts": text("a"), "friend.ts": "1" });
  repository.git("mv", "one.ts", "two.ts");
  repository.commitStaged();
  repository.git("mv", "two.ts", "three.ts");
  repository.commit({ "three.ts": text("a", "more\n") });
  repository.commit({ "three.ts": text("a", "even more\n"), "later.ts": "1" });
  await using connection = await connect(repository);
  expect(sorted(await askOf(connection, { path: "three.ts" }))).toEqual(["friend.ts 1", "later.ts 1"]);
  expect(sorted(await askOf(connection, { path: "friend.ts" }))).toEqual(["three.ts 1"]);
});

test("a folder that was renamed keeps all of its files' histories", async () => {
  using repository = new GitRepository();
  repository.commit({ "old/a.ts": text("a"), "old/b.ts": text("b"), "x.ts": "1" });
  repository.commit({ "old/a.ts": text("a", "2"), "x.ts": "2" });
  repository.git("mv", "old", "new");
  repository.commitStaged();
  expect(sorted(await ask(repository, { path: "x.ts" }))).toEqual(["new/a.ts 2", "new/b.ts 1"]);
});

test("two files that swap their names swap their histories", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": text("a"), "friend-of-a.ts": "1" });
  repository.commit({ "b.ts": text("b"), "friend-of-b.ts": "1" });
  // Through a third name: git sees a swap in one commit as two changes.
  repository.git("mv", "a.ts", "c.ts");
  repository.commitStaged();
  repository.git("mv", "b.ts", "a.ts");
  repository.commitStaged();
  repository.git("mv", "c.ts", "b.ts");
  repository.commitStaged();
  await using connection = await connect(repository);
  expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["friend-of-b.ts 1"]);
  expect(sorted(await askOf(connection, { path: "b.ts" }))).toEqual(["friend-of-a.ts 1"]);
});

test("a new file at a freed name starts anew", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": text("a"), "friend.ts": "1" });
  repository.git("mv", "a.ts", "moved.ts");
  repository.commitStaged();
  repository.commit({ "a.ts": text("another"), "other.ts": "1" });
  await using connection = await connect(repository);
  expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["other.ts 1"]);
  expect(sorted(await askOf(connection, { path: "moved.ts" }))).toEqual(["friend.ts 1"]);
});

test("a commit that renamed a file to the path of one that was deleted counts once", async () => {
  using repository = new GitRepository();
  repository.commit({ "old.ts": text("a"), "new.ts": text("b"), "z.ts": "1", "w.ts": "1" });
  repository.commit({ "old.ts": undefined });
  repository.git("mv", "new.ts", "old.ts");
  repository.commitStaged();
  repository.commit({ "old.ts": text("b", "2"), "w.ts": "2" });
  const { neighbors } = await ask(repository, { path: "old.ts" });
  // Once at that commit's weight, of about four and a doubt.
  expect(neighbors.find(({ path }) => path === "z.ts")?.score).toBeWithin(0.12, 0.15);
});

test("the old path of a renamed file leads to the new one", async () => {
  using repository = new GitRepository();
  repository.commit({ "one.ts": text("a"), "friend.ts": "1" });
  repository.git("mv", "one.ts", "two.ts");
  repository.commitStaged();
  repository.git("mv", "two.ts", "three.ts");
  repository.commitStaged();
  await using connection = await connect(repository);
  const { neighbors, notes } = await askOf(connection, { path: "one.ts" });
  expect([neighbors, notes]).toEqual([[], ["one.ts is three.ts now: ask for that."]]);
  repository.commit({ "one.ts": text("another"), "other.ts": "1" });
  repository.write({ "one.ts": undefined });
  expect((await askOf(connection, { path: "one.ts" })).notes).toBeUndefined();
});

test("a copy does not take history along", async () => {
  using repository = new GitRepository();
  repository.git("config", "diff.renames", "copies");
  repository.commit({ "a.ts": text("a"), "friend.ts": "1" });
  repository.commit({ "a.ts": text("a", "2"), "copy.ts": text("a") });
  expect(sorted(await ask(repository, { path: "copy.ts" }))).toEqual(["a.ts 1"]);
});

test("a branch that does not know of a rename changed the same file", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": text("a") });
  repository.git("checkout", "--quiet", "-b", "side");
  repository.commit({ "a.ts": text("a", "2"), "side.ts": "1" });
  repository.git("checkout", "--quiet", "main");
  repository.git("mv", "a.ts", "b.ts");
  repository.commitStaged();
  repository.git("merge", "--quiet", "--no-edit", "side");
  expect(sorted(await ask(repository, { path: "b.ts" }))).toEqual(["side.ts 1"]);
});

test("paths with every odd character", async () => {
  using repository = new GitRepository();
  const odd = [
    'quo"te',
    "back\\slash",
    "tab\there",
    "line\nbreak",
    "ünï",
    "日本",
    " lead",
    "trail ",
    "A",
    "M\n",
    "R100",
    "-x",
    "--output=P",
    ":(exclude)*",
    ":/",
    "\u0001head",
    "\ufeffbom",
    "100%",
    "%x00",
    "a'b",
    "$(touch P)",
    "`touch P`",
    "e\u0301",
    "\u202eabc",
  ];
  const files: Files = Object.fromEntries(odd.map((name) => [`${name}.ts`, "1"]));
  repository.commit({ ...files, "a.ts": "1" });
  repository.commit({ ...files, "a.ts": "2", 'quo"te.ts': "2" });
  await using connection = await connect(repository);
  const { neighbors } = await askOf(connection, { path: "a.ts", limit: 100 });
  expect(neighbors.map(({ path }) => path).sort()).toEqual(Object.keys(files).sort());
  for (const path of Object.keys(files)) {
    const answer = await askOf(connection, { path, limit: 100 });
    expect(answer.neighbors.length).toBe(odd.length);
  }
  // One row a file, whatever its name holds.
  expect((await connection.text("kart_cochange", { path: "a.ts", limit: 100 })).split("\n")).toHaveLength(
    odd.length + 1,
  );
  expect(repository.git("status", "--porcelain")).toBe("");
});

test("a name that is not UTF-8 harms nothing", async () => {
  using repository = new GitRepository();
  const oid = repository.git("hash-object", "-w", "--stdin").trim();
  const rows = Buffer.concat([Buffer.from(`100644 ${oid}\tbad`), Buffer.from([0xff]), Buffer.from(`\0`)]);
  Bun.spawnSync(["git", "update-index", "-z", "--index-info"], { cwd: repository.root, stdin: rows });
  repository.write({ "a.ts": "1", "b.ts": "1" });
  repository.git("add", "a.ts", "b.ts");
  repository.commitStaged();
  const answer = await ask(repository, { path: "a.ts" });
  expect(sorted(answer)).toEqual(["b.ts 1"]);
  expect(answer.notes).toEqual(["Left out: 1 file whose name is not UTF-8."]);
  repository.write({ "a.ts": "2" });
  repository.git("rm", "--quiet", "--cached", "-r", ".");
  repository.git("add", "a.ts", "b.ts");
  repository.commitStaged();
  expect((await ask(repository, { path: "a.ts" })).notes).toBeUndefined();
});

test("a move that nobody committed yet, with changed lines: asked by either name, and named as it is now", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": text("a"), "friend.ts": "1", "b.ts": text("b") });
  repository.write({ "a.ts": undefined, "b.ts": undefined, "lib/a.ts": text("a", "more\n"), "lib/c.ts": text("b") });
  await using connection = await connect(repository);
  const moved = await askOf(connection, { path: "lib/a.ts" });
  expect(sorted(moved)).toEqual(["friend.ts 1", "lib/c.ts 1"]);
  expect(moved.notes).toEqual(["lib/a.ts is not committed: answered as a.ts, which it was before."]);
  expect(sorted(await askOf(connection, { path: "a.ts" }))).toEqual(["friend.ts 1", "lib/c.ts 1"]);
  expect(sorted(await askOf(connection, { path: "friend.ts" }))).toEqual(["lib/a.ts 1", "lib/c.ts 1"]);
  expect(sorted(await askOf(connection, {}))).toEqual(["friend.ts 1"]);
});

test("a staged rename is what git says it is, and one that is not the file that is most alike, whatever its ending", async () => {
  using repository = new GitRepository();
  repository.commit({ "one.ts": text("a"), "old.js": text("c"), "near.ts": text("d") });
  repository.commit({ "two.ts": text("a", "more\n"), "with-two.md": "1", "one.ts": text("a", "x\n") });
  repository.commit({ "old.js": text("c", "more\n"), "with-old.md": "1" });
  repository.commit({ "near.ts": text("d", "more\n"), "with-near.md": "1" });
  repository.git("mv", "two.ts", "deux.ts");
  repository.git("rm", "--quiet", "one.ts");
  repository.write({ "old.js": undefined, "old.ts": text("c", "more\nand more\n") });
  repository.write({ "near.ts": undefined, "apart/nearer.ts": text("d", "more\n") });
  await using connection = await connect(repository);
  const renamed = await askOf(connection, { path: "deux.ts" });
  expect(sorted(renamed)).toContain("with-two.md 1");
  expect(renamed.notes).toEqual(["deux.ts is not committed: answered as two.ts, which it was before."]);
  expect(sorted(await askOf(connection, { path: "old.ts" }))).toContain("with-old.md 1");
  expect(sorted(await askOf(connection, { path: "apart/nearer.ts" }))).toContain("with-near.md 1");
});

test("what is less than half the same, or was there before, is no file that is gone", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": text("a"), "friend.ts": "1" });
  repository.commit({ "b.ts": text("b"), "other.ts": "1" });
  repository.write({ "a.ts": undefined, "lib/a.ts": text("z"), "b.ts": text("a", "more\n") });
  await using connection = await connect(repository);
  const answer = await askOf(connection, { path: "lib/a.ts" });
  expect(answer.neighbors).toEqual([]);
  expect(answer.notes).toBeUndefined();
  expect(sorted(await askOf(connection, { path: "b.ts" }))).toEqual(["other.ts 1"]);
  expect(sorted(await askOf(connection, { path: "friend.ts" }))).toEqual([]);
});
