import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { gitIn } from "@kart/testkit/git";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "./workspace.ts";

/** A repository in which everything is tracked, whatever its rules say. */
function repositoryWith(files: Record<string, string>): TempWorkspace {
  const repository = new TempWorkspace(files);
  gitIn(repository.root, "init", "-q");
  gitIn(repository.root, "add", "-A", "-f");
  return repository;
}

/** What git says. What is installed stays installed. */
function truth(folder: string): string[] {
  const listed = gitIn(folder, "ls-files", "-ci", "--exclude-standard", "-z").split("\0").slice(0, -1);
  return listed.filter((path) => !path.startsWith("node_modules/"));
}

const FILES = {
  ".gitignore": "build/\n*.gen.ts\n/only-here.ts\n",
  "a.ts": "",
  "a.gen.ts": "",
  "only-here.ts": "",
  "src/only-here.ts": "",
  "src/build/deep/b.ts": "",
  "src/.gitignore": "!kept.gen.ts\n",
  "src/kept.gen.ts": "",
  "node_modules/p/a.gen.ts": "",
};

test("braces, which ripgrep alone reads as alternatives, hide nothing that is tracked", () => {
  using repository = repositoryWith({
    ".gitignore": "src/{gen,old}.ts\n*.{js,map}\n{{a,b},c}.txt\n\\{x,y}.md\n",
    "src/gen.ts": "",
    "src/new.ts": "",
    "deep/a.js": "",
    "b.txt": "",
    "{x,y}.md": "",
    "x.md": "",
  });
  const rules = new Workspace(repository.root).ignoreRules();
  expect(rules.tracked.files).toEqual(["b.txt", "deep/a.js", "src/gen.ts", "{x,y}.md"]);
  expect(rules.ignores("src/gen.ts", false)).toBe(false);
  expect(rules.ignores("src/old.ts", false)).toBe(true);
});

test("what git tracks is not ignored, nor are the folders above; what it does not track there is", () => {
  using repository = repositoryWith(FILES);
  repository.write("src/build/deep/new.ts", "");
  const rules = new Workspace(repository.root).ignoreRules();
  expect(rules.tracked.files).toEqual(truth(repository.root));
  expect(rules.tracked.files).toEqual(["a.gen.ts", "only-here.ts", "src/build/deep/b.ts"]);
  expect(rules.ignores("src/build", true)).toBe(false);
  expect(rules.ignores("src/build/deep/b.ts", false)).toBe(false);
  expect(rules.ignores("src/build/deep/new.ts", false)).toBe(true);
  expect(rules.ignores("node_modules/p/a.gen.ts", false)).toBe(true);
});

test("a root below the top of the repository, and none", () => {
  using repository = repositoryWith(FILES);
  const { tracked } = new Workspace(repository.path("src")).ignoreRules();
  expect(tracked.files).toEqual(["build/deep/b.ts"]);
  expect(tracked.files).toEqual(truth(repository.path("src")));
  using bare = new TempWorkspace(FILES);
  expect(new Workspace(bare.root).ignoreRules().tracked.files).toEqual([]);
});

test("a linked worktree has an index of its own, and so has a submodule", () => {
  using repository = repositoryWith(FILES);
  gitIn(repository.root, "commit", "-qm", "one");
  using other = new TempWorkspace();
  gitIn(repository.root, "worktree", "add", "-q", other.path("tree"));
  gitIn(other.path("tree"), "rm", "-q", "-f", "a.gen.ts");
  expect(new Workspace(other.path("tree")).ignoreRules().tracked.files).toEqual(truth(other.path("tree")));
  using outer = repositoryWith({ "x.ts": "" });
  gitIn(outer.root, "submodule", "--quiet", "add", repository.root, "sub");
  expect(new Workspace(outer.root).ignoreRules().tracked.files).toEqual(
    truth(outer.path("sub")).map((path) => `sub/${path}`),
  );
});

test("what changes in the index or in any file of rules is seen at once", () => {
  using repository = repositoryWith(FILES);
  const workspace = new Workspace(repository.root);
  const isTrue = () => {
    const wanted = truth(repository.root);
    expect(workspace.ignoreRules().tracked.files).toEqual(wanted);
    return wanted.length;
  };
  expect(isTrue()).toBe(3);
  gitIn(repository.root, "rm", "-q", "--cached", "a.gen.ts");
  expect(isTrue()).toBe(2);
  repository.write("src/build/.gitignore", "!*\n");
  repository.write("src/.gitignore", "*.ts\n!.gitignore\n");
  expect(isTrue()).toBe(4);
  repository.write(".git/info/exclude", "a.ts\n");
  expect(isTrue()).toBe(5);
  repository.write(".gitignore", "");
  gitIn(repository.root, "add", "-f", "a.gen.ts");
  expect(isTrue()).toBe(3);
  const { tracked } = workspace.ignoreRules();
  expect(workspace.ignoreRules().tracked).toBe(tracked);
});

test("a link that is tracked is listed by nobody who reads files", async () => {
  using outside = new TempWorkspace({ "secret.ts": "const needle = 1;\n" });
  using repository = new TempWorkspace({ ".gitignore": "*.gen.ts\nbuild/\n", "build/a.ts": "const needle = 1;\n" });
  symlinkSync(outside.path("secret.ts"), repository.path("link.gen.ts"));
  gitIn(repository.root, "init", "-q");
  gitIn(repository.root, "add", "-A", "-f");
  const workspace = new Workspace(repository.root);
  const signal = AbortSignal.timeout(10_000);
  const root = workspace.root.prove(".");
  expect((await workspace.sourceFiles(root, signal)).files).toEqual(["build/a.ts"]);
  expect((await workspace.filesMatching("needle", [root], signal)).files).toEqual(["build/a.ts"]);
  gitIn(repository.root, "rm", "-q", "-r", "--cached", "build");
  expect((await workspace.sourceFiles(root, signal)).files).toEqual([]);
});

test("what is in conflict is one file", () => {
  using repository = repositoryWith({ ".gitignore": "*.gen.ts\n", "a.gen.ts": "1\n" });
  const commit = (text: string) => {
    repository.write("a.gen.ts", text);
    gitIn(repository.root, "commit", "-q", "-a", "-m", "change");
  };
  gitIn(repository.root, "commit", "-q", "-m", "first");
  gitIn(repository.root, "checkout", "-q", "-b", "other");
  commit("2\n");
  gitIn(repository.root, "checkout", "-q", "-");
  commit("3\n");
  expect(() => gitIn(repository.root, "merge", "-q", "other")).toThrow();
  expect(new Workspace(repository.root).ignoreRules().tracked.files).toEqual(["a.gen.ts"]);
});
