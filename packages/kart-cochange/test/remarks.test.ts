import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { askOf, ask, connect, counted } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";
import { importHistory } from "./import-history.ts";

setDefaultTimeout(90_000);

test("an answer that covers all has no notes", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": "1", "b.ts": "1" });
  expect((await ask(repository, { path: "a.ts" })).notes).toBeUndefined();
});

test("changed files beyond those that are asked about are counted", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": "1", "b.ts": "1" });
  repository.write(Object.fromEntries(Array.from({ length: 102 }, (_none, place) => [`new${place}.ts`, "1"])));
  repository.write({ "a.ts": "2", "bun.lock": "1" });
  const { paths, notes } = await ask(repository, {});
  expect(paths).toHaveLength(100);
  expect(notes).toEqual(["3 more changed files NOT asked about: pass paths."]);
});

test("submodules in which something changed are named, and not asked about", async () => {
  using repository = new GitRepository();
  using inner = new GitRepository();
  inner.commit({ "x.ts": "1" });
  repository.git("submodule", "--quiet", "add", inner.root, "libs/sub");
  repository.commit({ "a.ts": "1" });
  expect((await ask(repository, {})).notes).toBeUndefined();
  const note = "NOT asked about, submodules with changes: pass files of one: libs/sub";
  repository.write({ "libs/sub/new.ts": "1" });
  expect((await ask(repository, {})).notes).toEqual([note]);
  // At another commit, of which all is committed.
  repository.gitIn(repository.path("libs/sub"), "add", "--all");
  repository.gitIn(repository.path("libs/sub"), "commit", "--quiet", "--message", "x");
  expect((await ask(repository, {})).notes).toEqual([note]);
  repository.commit({});
  expect((await ask(repository, {})).notes).toBeUndefined();
});

test("submodules beyond those that are looked into are named", async () => {
  using repository = new GitRepository();
  using inner = new GitRepository();
  inner.commit({ "x.ts": "1" });
  const all = Array.from({ length: 52 }, (_none, place) => `libs/sub${place}`);
  for (const path of all) cpSync(inner.root, repository.path(path), { recursive: true });
  const sections = all.map((path) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ./x\n`);
  repository.commit({ "a.ts": "1", ".gitmodules": sections.join("") });
  const note = "NOT looked into for changes, submodules beyond the most: pass files of one:";
  expect((await ask(repository, {})).notes).toEqual([`${note} libs/sub50; libs/sub51`]);
  // That one stands at another commit the repository itself knows.
  repository.write({ "libs/sub0/new.ts": "1", "libs/sub51/new.ts": "1" });
  repository.gitIn(repository.path("libs/sub51"), "add", "--all");
  repository.gitIn(repository.path("libs/sub51"), "commit", "--quiet", "--message", "x");
  expect((await ask(repository, {})).notes).toEqual([
    "NOT asked about, submodules with changes: pass files of one: libs/sub0; libs/sub51",
    `${note} libs/sub50`,
  ]);
});

test("where none of the changed files can be asked about, that is said", async () => {
  using repository = new GitRepository();
  repository.commit({ "app/a.ts": "1", "bun.lock": "1" });
  repository.write({ "bun.lock": "2", "lib/outside.ts": "1" });
  await using connection = await connect(repository, repository.path("app"));
  expect(await connection.text("kart_cochange")).toBe(
    "Of 2 files that git sees as changed, none is one to ask about: not in the root, or written by a program. Pass path or paths to ask about files.",
  );
  expect(await askOf(connection, {})).toEqual({
    paths: [],
    neighbors: [],
    truncated: false,
    pathCommits: 0,
    commitsSeen: 1,
    indexedTo: repository.git("rev-parse", "HEAD").trim(),
    source: "git",
  });
});

test("commits that are too large to say anything are counted, once for all given files", async () => {
  using repository = new GitRepository();
  const crowd = Object.fromEntries(Array.from({ length: 1001 }, (_none, place) => [`crowd/${place}.ts`, "1"]));
  repository.commit({ "a.ts": "1", "b.ts": "1", ...crowd });
  repository.commit({ "a.ts": "2", "c.ts": "1" });
  await using connection = await connect(repository);
  const answer = await askOf(connection, { paths: ["a.ts", "b.ts"] });
  expect(counted(answer)).toEqual(["c.ts 1"]);
  expect(answer.notes).toEqual(["Left out: 1 commit of more than 1,000 files."]);
  expect(await connection.text("kart_cochange", { path: "a.ts" })).toEndWith(
    "c.ts\n" + (answer.notes ?? []).join("\n"),
  );
});

test("older commits of a file that changes often are not looked at, and that is said", async () => {
  using repository = new GitRepository();
  await importHistory(repository, 2800, 8);
  const answer = await ask(repository, { path: "f0.ts" });
  expect(answer.pathCommits).toBe(1000);
  expect(answer.notes).toEqual(["Older commits of files that change often were left out."]);
});
