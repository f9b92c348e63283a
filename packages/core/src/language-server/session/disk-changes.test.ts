import { expect, setSystemTime, test } from "bun:test";
import { linkSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { gitIn } from "@kart/testkit/git";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { until } from "@kart/testkit/processes";
import { Workspace } from "../../workspace/workspace.ts";
import { CREATED, DiskChanges } from "./disk-changes.ts";

/** A workspace that is looked at; `+` for what was created, `~` for what changed, `-` for what was deleted. */
class Watched implements Disposable {
  readonly files: TempWorkspace;
  readonly disk: DiskChanges;

  private constructor(files: TempWorkspace) {
    this.files = files;
    this.disk = new DiskChanges(new Workspace(files.root));
  }

  /** Old enough for times to tell: what was written a moment ago is told of again. */
  static async settled(files: Record<string, string>): Promise<Watched> {
    const watched = new Watched(new TempWorkspace(files));
    await watched.settle();
    return watched;
  }

  settle(): Promise<void> {
    // Rules are told of again as files are, though nothing else is new.
    return until("nothing is new", () => {
      const { generation } = this.disk;
      this.disk.look();
      return this.disk.generation === generation;
    });
  }

  look(): string[] {
    const signs = ["", "+", "~", "-"];
    const { changes } = this.disk.look();
    return changes.map(({ path, type }) => `${signs[type]}${path.slice(this.files.root.length + 1)}`).sort();
  }

  [Symbol.dispose](): void {
    this.files[Symbol.dispose]();
  }
}

test("what is created, changed, deleted, replaced and renamed", async () => {
  using watched = await Watched.settled({ "a.ts": "1", "b/b.ts": "1", "c.ts": "1", "readme.md": "" });
  const { files } = watched;
  files.write("new/deep/d.tsx", "");
  files.write("a.ts", "22");
  files.write("x.json", "{}");
  files.write("x.jsonc", "{}");
  files.write("readme.md", "changed");
  rmSync(files.path("c.ts"));
  renameSync(files.path("b"), files.path("bb"));
  expect(watched.look()).toEqual(["+bb/b.ts", "+new/deep/d.tsx", "+x.json", "+x.jsonc", "-b/b.ts", "-c.ts", "~a.ts"]);
  await watched.settle();
  rmSync(files.path("new"), { recursive: true });
  files.write("new", "a file in the place of a folder");
  expect(watched.look()).toEqual(["-new/deep/d.tsx"]);
  await watched.settle();
  // The same size and time, but another file.
  const then = new Date(1e12);
  utimesSync(files.path("a.ts"), then, then);
  files.write("other", "33");
  utimesSync(files.path("other"), then, then);
  expect(watched.look()).toEqual(["~a.ts"]);
  renameSync(files.path("other"), files.path("a.ts"));
  expect(watched.look()).toEqual(["~a.ts"]);
  expect(watched.look()).toEqual([]);
});

test("a file that was written a moment ago is told of again: another write may leave the same time", async () => {
  using watched = await Watched.settled({ "a.ts": "1" });
  const { files } = watched;
  for (;;) {
    // Coarse clocks stamp two writes alike.
    const stamp = new Date();
    files.write("a.ts", "2");
    utimesSync(files.path("a.ts"), stamp, stamp);
    expect(watched.look()).toEqual(["~a.ts"]);
    const wasLate = Date.now() - stamp.getTime() > 15;
    files.write("a.ts", "3");
    utimesSync(files.path("a.ts"), stamp, stamp);
    if (wasLate) continue;
    expect(watched.look()).toEqual(["~a.ts"]);
    break;
  }
  await watched.settle();
  expect(watched.look()).toEqual([]);
});

test("packages are not entered; of what git ignores TypeScript is told of; other rules show and hide", async () => {
  using watched = await Watched.settled({
    ".gitignore": "dist\n*.gen.ts\n",
    "dist/a.js": "",
    "b.gen.ts": "",
    "node_modules/p/index.js": "",
    "src/a.ts": "",
  });
  const { files, disk } = watched;
  files.write("dist/b.js", "");
  files.write("node_modules/p/other.js", "");
  expect(watched.look()).toEqual([]);
  files.write("b.gen.ts", "1");
  files.write("dist/deep/c.d.ts", "");
  expect(watched.look()).toEqual(["+dist/deep/c.d.ts", "~b.gen.ts"]);
  expect(disk.sources()).toEqual([files.path("src/a.ts")]);
  await watched.settle();
  files.write(".gitignore", "src\n");
  expect(watched.look()).toEqual(["+dist/a.js", "+dist/b.js", "+src/a.ts", "~.gitignore"]);
  expect(disk.sources().toSorted()).toEqual(
    ["b.gen.ts", "dist/a.js", "dist/b.js", "dist/deep/c.d.ts"].map((path) => files.path(path)),
  );
  await watched.settle();
  files.write("src/b.ts", "");
  files.write("src/b.js", "");
  files.write("dist/c.js", "");
  expect(watched.look()).toEqual(["+dist/c.js", "+src/b.js", "+src/b.ts"]);
  rmSync(files.path("src"), { recursive: true });
  expect(watched.look()).toContain("-src/b.ts");
});

test("other packages, and another layout", async () => {
  using watched = await Watched.settled({ "a.ts": "", "tsconfig.json": "{}" });
  const { files, disk } = watched;
  const { layout } = disk;
  files.write("a.ts", "1");
  expect(disk.look().arePackagesOthers).toBe(false);
  expect(disk.layout).toBe(layout);
  files.write("tsconfig.json", "{ }");
  disk.look();
  expect(disk.layout).toBeGreaterThan(layout);
  files.write("node_modules/p/index.js", "");
  expect(disk.look().arePackagesOthers).toBe(true);
  await watched.settle();
  expect(disk.look().arePackagesOthers).toBe(false);
  files.write("node_modules/.package-lock.json", "{}");
  expect(disk.look().arePackagesOthers).toBe(true);
});

test("a link among the packages of a scope", async () => {
  using watched = await Watched.settled({ "a/i.ts": "", "b/i.ts": "", "node_modules/@x/y/i.ts": "" });
  const { files, disk } = watched;
  for (const target of ["../../a", "../../b"]) {
    rmSync(files.path("node_modules/@x/a"), { force: true });
    files.write("node_modules/@x/a", { symlinkTo: target });
    expect(disk.look().arePackagesOthers).toBe(true);
    await watched.settle();
    expect(disk.look().arePackagesOthers).toBe(false);
  }
});

test("what a link leads to changes by the name of the link; a link that is new, gone or leads elsewhere is told of", async () => {
  using around = new TempWorkspace({ "outside/o.ts": "1" });
  using watched = await Watched.settled({ "real.ts": "1", "one/deep/m.ts": "1", "two/m.ts": "2" });
  const { files, disk } = watched;
  const links = { "link.ts": files.path("real.ts"), one_: files.path("one"), out: around.path("outside") };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, files.path(name));
  symlinkSync(files.root, files.path("one/deep/top"));
  symlinkSync(files.path("nowhere"), files.path("broken.ts"));
  symlinkSync(files.path("nowhere"), files.path("tsconfig.json"));
  expect(disk.look().areLinksOthers).toBe(true);
  await watched.settle();
  expect(disk.look().areLinksOthers).toBe(false);
  expect(
    disk
      .sources()
      .map((path) => path.slice(files.root.length + 1))
      .sort(),
  ).toEqual(["one/deep/m.ts", "real.ts", "two/m.ts"]);

  files.write("real.ts", "changed");
  files.write("one/deep/m.ts", "changed");
  around.write("outside/o.ts", "changed");
  around.write("outside/new.ts", "");
  expect(watched.look()).toEqual([
    "+out/new.ts",
    "~link.ts",
    "~one/deep/m.ts",
    "~one_/deep/m.ts",
    "~out/o.ts",
    "~real.ts",
  ]);

  for (const [name, target] of [
    ["one_", "two"],
    ["broken.ts", "real.ts"],
    ["tsconfig.json", "other.json"],
  ] as const) {
    rmSync(files.path(name));
    symlinkSync(files.path(target), files.path(name));
    expect(disk.look().areLinksOthers).toBe(true);
  }
});

test("links that lead nowhere yet, that git ignores, and behind links", async () => {
  using around = new TempWorkspace({ "gen/x.ts": "1", "other/y.ts": "1" });
  symlinkSync("../other", around.path("gen/in"));
  symlinkSync("../gen", around.path("other/round"));
  using watched = await Watched.settled({ ".gitignore": "made\n", "a.ts": "1" });
  const { files, disk } = watched;
  symlinkSync("nobody@nowhere", files.path(".#a.ts"));
  symlinkSync("later/folder", files.path("linked"));
  // An editor's lock is no news.
  expect(disk.look().areLinksOthers).toBe(false);
  symlinkSync(around.path("gen"), files.path("made"));
  expect(disk.look().areLinksOthers).toBe(true);
  await watched.settle();
  around.write("gen/x.ts", "changed");
  around.write("other/y.ts", "changed");
  expect(watched.look()).toEqual(["~made/in/y.ts", "~made/x.ts"]);
  files.write("later/folder/z.ts", "");
  expect(disk.look().areLinksOthers).toBe(true);
});

test("of the links in a build as many are looked at as take no time", async () => {
  using watched = await Watched.settled({ ".gitignore": "made\n", "a.ts": "1", "made/b.ts": "1" });
  const { files, disk } = watched;
  for (let link = 0; link < 1200; link++) symlinkSync("../a.ts", files.path(`made/${link}.ts`));
  disk.look();
  symlinkSync("a.ts", files.path("own.ts"));
  disk.look();
  expect(disk.links.size).toBe(1001);
  expect(disk.isLinkedTo(files.path("a.ts"))).toBe(true);
});

test("packages behind a link named node_modules, and above the workspace", async () => {
  using around = new TempWorkspace({ "shared/other/index.js": "", "root/a.ts": "" });
  symlinkSync("../shared", around.path("root/node_modules"));
  const disk = new DiskChanges(new Workspace(around.path("root")));
  expect(disk.look().arePackagesOthers).toBe(false);
  around.write("shared/p/index.js", "");
  expect(disk.look().arePackagesOthers).toBe(true);
  expect(disk.look().arePackagesOthers).toBe(false);
  around.write("node_modules/q/index.js", "");
  expect(disk.look().arePackagesOthers).toBe(true);
});

test("rules that stand outside of the workspace, or ignore themselves", async () => {
  using watched = await Watched.settled({
    ".git/info/exclude": "",
    "a/a.ts": "",
    "b/.gitignore": "*\n",
    "b/b.ts": "",
  });
  const { files, disk } = watched;
  expect(disk.sources()).toEqual([files.path("a/a.ts")]);
  files.write(".git/info/exclude", "a\n");
  watched.look();
  expect(disk.sources()).toEqual([]);
  files.write(".git/info/exclude", "");
  watched.look();
  expect(disk.sources()).toEqual([files.path("a/a.ts")]);
  rmSync(files.path("b/.gitignore"));
  watched.look();
  expect(disk.sources().toSorted()).toEqual([files.path("a/a.ts"), files.path("b/b.ts")]);
});

test("a file that is rewritten, or another in its place, with the size and the time of before", async () => {
  using watched = await Watched.settled({ "a.ts": "1", "b.ts": "2" });
  const { files } = watched;
  const stamp = new Date(1_600_000_000_000);
  for (const path of ["a.ts", "b.ts"]) utimesSync(files.path(path), stamp, stamp);
  watched.look();
  await watched.settle();
  files.write("a.ts", "3");
  utimesSync(files.path("a.ts"), stamp, stamp);
  expect(watched.look()).toEqual(["~a.ts"]);
  renameSync(files.path("b.ts"), files.path("a.ts"));
  expect(watched.look()).toEqual(["-b.ts", "~a.ts"].toSorted());
});

test("a large build that git ignores is looked through in part", async () => {
  using watched = await Watched.settled({ ".gitignore": "dist\n", "a.ts": "" });
  const { files, disk } = watched;
  for (const build of ["old", "new"]) {
    rmSync(files.path("dist"), { recursive: true, force: true });
    // Further names of one file, which are made in a tenth of the time that files take.
    mkdirSync(files.path("dist"));
    for (let file = 0; file < 6000; file++) linkSync(files.path("a.ts"), files.path(`dist/${build}${file}.d.ts`));
    // The folder is one of the five thousand.
    expect(disk.look().changes.filter(({ type }) => type === CREATED)).toHaveLength(4999);
  }
  expect(disk.sources()).toEqual([files.path("a.ts")]);
});

test("data that git ignores is looked at in part, and takes no place of what is TypeScript", async () => {
  using watched = await Watched.settled({ ".gitignore": "cache\n", "a.ts": "", "cache/b.js": "" });
  const { files, disk } = watched;
  for (let file = 0; file < 1500; file++) linkSync(files.path("a.ts"), files.path(`cache/${file}.json`));
  for (let file = 0; file < 4990; file++) linkSync(files.path("a.ts"), files.path(`cache/${file}.d.ts`));
  const { changes } = disk.look();
  expect(changes.filter(({ path }) => path.endsWith(".json"))).toHaveLength(999);
  expect(changes.filter(({ path }) => path.endsWith(".d.ts"))).toHaveLength(4990);
});

test("sources are hidden by rules that come to ignore them, not by those that come with what they ignore", async () => {
  using watched = await Watched.settled({ "a.ts": "1", "b/b.ts": "1" });
  const { files, disk } = watched;
  files.write("dist/d.js", "1");
  files.write(".gitignore", "dist\n");
  expect(disk.look().areSourcesHidden).toBe(false);
  files.write("b/.gitignore", "b.ts\n");
  expect(disk.look().areSourcesHidden).toBe(true);
  expect(disk.sources()).toEqual([files.path("a.ts")]);
  await watched.settle();
  files.write("b/.gitignore", "");
  expect(disk.look().areSourcesHidden).toBe(false);
  expect(disk.sources()).toEqual([files.path("a.ts"), files.path("b/b.ts")]);
});

test("what git comes to track is a source whatever its rules say, and what it no longer tracks is none", async () => {
  using watched = await Watched.settled({ ".gitignore": "build\n", "build/a.js": "", "build/b.js": "", "c.js": "" });
  const { files, disk } = watched;
  const sources = () => disk.sources().map((path) => path.slice(files.root.length + 1));
  expect(sources()).toEqual(["c.js"]);
  gitIn(files.root, "init", "-q");
  gitIn(files.root, "add", "-f", "build/a.js");
  const { layout } = disk;
  expect(watched.look()).toEqual(["+build/a.js"]);
  expect(disk.layout).not.toBe(layout);
  expect(sources()).toEqual(["c.js", "build/a.js"]);
  await watched.settle();
  const settled = disk.generation;
  gitIn(files.root, "add", "c.js");
  expect(watched.look()).toEqual([]);
  expect(disk.generation).toBe(settled);
  gitIn(files.root, "rm", "-q", "--cached", "build/a.js");
  expect(disk.look().areSourcesHidden).toBe(true);
  expect(sources()).toEqual(["c.js"]);
});

test("a folder that changed just now is looked into once a look, for as long as that is", () => {
  using files = new TempWorkspace({ "src/a.ts": "" });
  const disk = new DiskChanges(new Workspace(files.root));
  files.write("src/b.ts", "");
  // The clock stands: what is fresh stays so.
  setSystemTime(statSync(files.path("src")).mtime);
  try {
    expect(disk.look().changes.map(({ path }) => path)).toContain(files.path("src/b.ts"));
    files.write("src/c.ts", "");
    expect(disk.look().changes.map(({ path }) => path)).toContain(files.path("src/c.ts"));
  } finally {
    setSystemTime();
  }
});
