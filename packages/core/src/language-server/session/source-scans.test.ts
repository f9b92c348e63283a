import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, cpSync, rmSync, statSync } from "node:fs";
import { corpusFiles, corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { filesWithMatches } from "../../process/ripgrep.ts";
import { literally } from "../../process/ripgrep-pattern.ts";
import { listProjectFiles } from "../../workspace/project-files.ts";
import { SourceFacts } from "../../workspace/source-facts.ts";
import { SOURCE_GLOBS, Workspace } from "../../workspace/workspace.ts";
import { CandidateSearch } from "../projects/candidates.ts";
import { DiskChanges } from "./disk-changes.ts";
import { OncePerLayout } from "./once-per-layout.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const { signal } = new AbortController();

function searchOf(workspace: Workspace, disk: DiskChanges, facts?: SourceFacts): CandidateSearch {
  const files = new OncePerLayout(disk, (unended) => listProjectFiles(workspace, unended));
  return new CandidateSearch(workspace, disk, files, facts);
}

class Searched implements Disposable {
  readonly files: TempWorkspace;
  readonly workspace: Workspace;
  readonly candidates: CandidateSearch;
  readonly #disk: DiskChanges;

  constructor(files: Record<string, string | Uint8Array>) {
    this.files = new TempWorkspace(files);
    this.workspace = new Workspace(this.files.root);
    this.#disk = new DiskChanges(this.workspace);
    this.candidates = searchOf(this.workspace, this.#disk);
  }

  /** Paths of the files that hold one of some names, after a look at the disk. */
  async holding(...names: string[]): Promise<string[]> {
    this.#disk.look();
    const files = await this.candidates.holding(new Set(names), signal);
    return files.map((file) => this.workspace.root.relative(file)).sort();
  }

  /** Those that ripgrep finds. */
  async ripgrep(name: string): Promise<string[]> {
    const scope = { root: this.files.root, paths: ["."], fileNames: SOURCE_GLOBS, signal };
    const word = `(?:^|[^\\w$])${literally(name)}(?:[^\\w$]|$)`;
    return (await filesWithMatches(word, scope)).files.sort();
  }

  [Symbol.dispose](): void {
    this.files[Symbol.dispose]();
  }
}

test("the files that hold a name are those that ripgrep finds", async () => {
  using searched = new Searched({});
  cpSync(corpusFolder("zod"), searched.files.path("src"), { recursive: true, dereference: true });
  searched.files.write("odd.ts", "“quoted” größe no\u00a0break 🎉party a\u200db $x x$ #private 'a-b'");
  searched.files.write("wide.ts", new Uint8Array(Buffer.from("\ufeffexport const party = 1;", "utf16le")));
  const words = Array.from(corpusFiles("zod")).flatMap(({ source }) => source.match(/(?<![\w$])[a-z_$][\w$]*/gi) ?? []);
  const odd = ["quoted", "größe", "no", "break", "party", "a", "b", "$x", "x", "x$", "#private", "private", "a-b", "ß"];
  const chosen = [...odd, ...[...new Set(words)].filter((_, index) => index % 150 === 0)];
  expect(chosen.length).toBeGreaterThan(80);
  for (const name of chosen)
    expect({ name, files: await searched.holding(name) }).toEqual({ name, files: await searched.ripgrep(name) });
});

test("a file that changes is scanned again, and one that comes or goes is seen", async () => {
  using searched = new Searched({ "a.ts": "one", "b.ts": "two", ".gitignore": "ignored.ts", "ignored.ts": "one" });
  expect(await searched.holding("one")).toEqual(["a.ts"]);
  for (let round = 0; round < 20; round++) {
    // As long as before, and within the same millisecond.
    searched.files.write("a.ts", round % 2 === 0 ? "two" : "one");
    expect(await searched.holding("one")).toEqual(round % 2 === 0 ? [] : ["a.ts"]);
  }
  searched.files.write("new/c.ts", "one");
  expect(await searched.holding("one")).toEqual(["a.ts", "new/c.ts"]);
  rmSync(searched.files.path("a.ts"));
  expect(await searched.holding("one", "two")).toEqual(["b.ts", "new/c.ts"]);
  searched.files.write(".gitignore", "new");
  expect(await searched.holding("one")).toEqual(["ignored.ts"]);
});

test("two who ask at once are told the same", async () => {
  using searched = new Searched(
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.ts`, `name${at % 3}`])),
  );
  const answers = await Promise.all([0, 1, 2, 0].map((at) => searched.holding(`name${at}`)));
  expect(answers.map(({ length }) => length)).toEqual([100, 100, 100, 100]);
});

test("a file that may not be read is named, and one too large to be scanned is searched by ripgrep", async () => {
  using searched = new Searched({ "a.ts": "name", "large.ts": `${"// filler\n".repeat(2_200_000)}name` });
  searched.files.write("secret.ts", "name");
  chmodSync(searched.files.path("secret.ts"), 0);
  const { files, problems } = await searched.candidates.of(new Set(["name"]), new Set(), signal);
  const isRoot = process.getuid?.() === 0;
  expect((files as string[]).map((file) => searched.workspace.root.relative(file)).sort()).toEqual(
    isRoot ? ["a.ts", "large.ts", "secret.ts"] : ["a.ts", "large.ts"],
  );
  expect(problems).toEqual(isRoot ? [] : ["secret.ts: Permission denied (os error 13)"]);
});

test("what an earlier server scanned is known to the next, of files that are as they were", async () => {
  using cache = new TempWorkspace({});
  using files = new TempWorkspace({ "a.ts": "one", "b.ts": "two", "c.ts": "three" });
  const workspace = new Workspace(files.root);
  const long = Date.now() + 60_000;
  const open = () => new SourceFacts(files.root, { folder: cache.root, now: () => long, code: () => "1" });
  const first = open();
  const search = (facts: SourceFacts) => searchOf(workspace, new DiskChanges(workspace), facts);
  const holding = async (facts: SourceFacts, name: string) =>
    (await search(facts).holding(new Set([name]), signal)).map((file) => workspace.root.relative(file));
  expect(await holding(first, "one")).toEqual(["a.ts"]);
  // A database is made for more than this alone.
  first.of("outlines").keep("large.ts", { size: 1_000_000, mtimeMs: 0, ctimeMs: 0, inode: 0 }, {});
  first.flush();
  files.write("b.ts", "another");
  rmSync(files.path("c.ts"));
  const next = open();
  const kept = [...next.of("scans").recallAll()].flat();
  expect(kept.map(({ path }) => path).sort()).toEqual(["a.ts", "b.ts", "c.ts"]);
  // What is kept is believed: no other way tells that it is not scanned.
  const lie = kept.find(({ path }) => path === "b.ts")?.fact;
  const { size, mtimeMs, ctimeMs, ino: inode } = statSync(files.path("a.ts"));
  next.of("scans").keep("a.ts", { size, mtimeMs, ctimeMs, inode }, lie);
  next.flush();
  expect(await holding(open(), "two")).toEqual(["a.ts"]);
  next.of("scans").keep("a.ts", { size, mtimeMs, ctimeMs, inode }, { ...(lie as object), numbers: "AAA=" });
  next.flush();
  expect(await holding(open(), "one")).toEqual(["a.ts"]);
  const last = open();
  expect(await holding(last, "another")).toEqual(["b.ts"]);
  last.flush();
  expect(
    [...open().of("scans").recallAll()]
      .flat()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["a.ts", "b.ts"]);
});
