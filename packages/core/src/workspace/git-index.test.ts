import { expect, test } from "bun:test";
import { gitIn } from "@kart/testkit/git";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { indexEntries } from "./git-index.ts";

const FILES = {
  "a.ts": "",
  "a/b.ts": "",
  "a/longer-than-the-one-before.ts": "",
  "a/lön ger.ts": "",
  [`a/${"deep/".repeat(60)}c.ts`]: "",
  "z.ts": "",
};

/** A repository with an index made by git, and what git itself says of it. */
class Repository extends TempWorkspace {
  constructor(...init: readonly string[]) {
    super(FILES);
    gitIn(this.root, "init", "-q", ...init);
    gitIn(this.root, "add", "-A");
  }

  async entries(): Promise<string[] | undefined> {
    const bytes = await Bun.file(this.path(".git/index")).bytes();
    return indexEntries(bytes)?.map(({ path, isSubmodule }) => path + (isSubmodule ? "@" : ""));
  }

  tracked(): string[] {
    return gitIn(this.root, "ls-files", "-z").split("\0").slice(0, -1);
  }
}

test.each(["2", "3", "4"])("what git lists is read of version %s", async (version) => {
  using repository = new Repository();
  gitIn(repository.root, "update-index", "--index-version", version);
  // Only what needs room for it is of the third version.
  if (version !== "2") {
    repository.write("a/new.ts", "");
    gitIn(repository.root, "add", "--intent-to-add", "a/new.ts");
  }
  expect((await Bun.file(repository.path(".git/index")).bytes())[7]).toBe(Number(version));
  expect(await repository.entries()).toEqual(repository.tracked());
  gitIn(repository.root, "commit", "-qm", "with a tree among the extensions");
  expect(await repository.entries()).toEqual(repository.tracked());
});

test("the hash may be a longer one, and submodules are told from files", async () => {
  using repository = new Repository("--object-format=sha256");
  expect(await repository.entries()).toEqual(repository.tracked());
  using outer = new Repository();
  gitIn(outer.root, "init", "-q", "sub");
  gitIn(outer.path("sub"), "commit", "-q", "--allow-empty", "-m", "one");
  gitIn(outer.root, "-c", "advice.addEmbeddedRepo=false", "add", "sub");
  expect(await outer.entries()).toEqual(outer.tracked().map((path) => (path === "sub" ? "sub@" : path)));
});

test("what is no whole index is none", async () => {
  using repository = new Repository();
  const bytes = await Bun.file(repository.path(".git/index")).bytes();
  for (let length = 0; length < bytes.length; length += 7)
    expect(indexEntries(bytes.subarray(0, length))).toBeUndefined();
  expect(indexEntries(new TextEncoder().encode("DIRC and other words of no meaning at all"))).toBeUndefined();
  gitIn(repository.root, "update-index", "--split-index");
  expect(await repository.entries()).toBeUndefined();
});
