import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Link, Report } from "../src/report/report.ts";
import { run } from "./ask.ts";
import { type Files, GitRepository } from "./git-repository.ts";

setDefaultTimeout(90_000);

/** Commits twice, so that all of the files are coupled. */
function commitTwice(repository: GitRepository, files: Files): void {
  repository.commit(files);
  repository.commit(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text}\n`])));
}

/** The page that `report` writes, and the data in it. */
async function reportOf(repository: GitRepository, root = repository.root) {
  const out = repository.beside("report.html");
  const ran = await run(repository, "report", "--out", out, "--root", root);
  expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
  const page = await Bun.file(out).text();
  const data = /id="report">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
  return { page, out, stdout: ran.stdout, report: JSON.parse(data) as Report };
}

/** `a b link`, in the order of the report. */
function linked(couplings: Report["files"]["couplings"]): string[] {
  return couplings.map(({ a, b, link }) => `${[a, b].sort().join(" ")} ${link}`);
}

test("a report is one page that needs nothing else, in which names are data", async () => {
  using repository = new GitRepository();
  const evil = "</script><!--<img src=x onerror=alert(1)>\u2028\u202e\u0001&\n.ts".replaceAll("/", "\u2215");
  for (let round = 0; round < 3; round++)
    repository.commit({ "src/a.ts": `${round}`, "lib/b.ts": `${round}`, [evil]: `${round}`, "bun.lock": `${round}` });
  repository.commit({ "src/a.ts": "once", "once.ts": "1" });
  const { page, out, stdout, report } = await reportOf(repository);
  expect(stdout).toEndWith(`3 couplings of files, 3 of folders: ${out}\n`);
  // The names of SVG and its like are no addresses.
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)|<link|<[^>]*\bsrc=/);
  expect(page).not.toContain("<img");
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(report.files.couplings.map(({ a, b, commits }) => `${[a, b].sort().join(" ")} ${commits}`).sort()).toEqual(
    [`${evil} lib/b.ts 3`, `${evil} src/a.ts 3`, "lib/b.ts src/a.ts 3"].sort(),
  );
  expect(report.folders.couplings.map(({ a, b }) => [a, b].sort().join(" ")).sort()).toEqual([
    ". lib",
    ". src",
    "lib src",
  ]);
});

test("a report needs a place, which is no folder", async () => {
  using repository = new GitRepository();
  expect((await run(repository, "report")).stderr).toContain("invalid_argument: Name the page to write");
  expect((await run(repository, "report", "--out", ".")).stderr).toContain("is a folder. Name the page to write");
});

describe("what imports say of a coupling of", () => {
  const PAIRS: Readonly<Record<string, readonly [link: Link, a: string, b: string, more?: Files]>> = {
    "a file and what it imports": ["import", `import "./b";`, ""],
    "a file and what imports it": ["import", "", `import { x } from "./a.ts";`],
    "a file that takes a type alone": ["import", `import type { B } from "./b";`, "export type B = 1;"],
    "a file that imports through a barrel": [
      "import",
      `import { b } from "./index";`,
      "export const b = 1;",
      { "index.ts": `export * from "./b";` },
    ],
    "a file that asks for it when it runs": ["import", `void import("./b");`, ""],
    "two that only import the same": [
      "hidden",
      `import "./c";`,
      `import "./c";`,
      { "c.ts": "export {};", "d.ts": `import "./a"; import "./b";` },
    ],
    "a file that imports another that imports it": ["hidden", `import "./c";`, "", { "c.ts": `import "./b";` }],
    "a file that does not parse": ["unknown", "const = ;", ""],
    "a file that imports what it computes": ["unknown", "void import(`./${process.argv[2]}`);", ""],
    "a file that computes what lies elsewhere": ["hidden", "void import(`./pages/${process.argv[2]}`);", ""],
    "a file with an alias that leads nowhere": ["unknown", `import "#b";`, ""],
    "a file with a package that is not installed": ["hidden", `import "left-pad";`, ""],
  };
  for (const [what, [link, a, b, more = {}]] of Object.entries(PAIRS)) {
    test(what, async () => {
      using repository = new GitRepository();
      repository.commit(more);
      commitTwice(repository, { "a.ts": a, "b.ts": b });
      expect(linked((await reportOf(repository)).report.files.couplings)).toEqual([`a.ts b.ts ${link}`]);
    });
  }

  test("what is no code: never hidden, and an import of it is one", async () => {
    using repository = new GitRepository();
    commitTwice(repository, { "a.ts": `import data from "./data.json";`, "data.json": "{}", "b.md": "1", "c.py": "1" });
    const { report } = await reportOf(repository);
    expect(linked(report.files.couplings).sort()).toEqual([
      "a.ts b.md no-code",
      "a.ts c.py no-code",
      "a.ts data.json import",
      "b.md c.py no-code",
      "b.md data.json no-code",
      "c.py data.json no-code",
    ]);
  });

  test("folders: any import from one into the other counts", async () => {
    using repository = new GitRepository();
    repository.commit({ "one/other.ts": `import "../two/other";`, "two/other.ts": "" });
    commitTwice(repository, { "one/a.ts": "", "two/b.ts": "", "three/c.ts": "", "docs/d.md": "" });
    expect(linked((await reportOf(repository)).report.folders.couplings).sort()).toEqual([
      "docs one no-code",
      "docs three no-code",
      "docs two no-code",
      "one three hidden",
      "one two import",
      "three two hidden",
    ]);
  });
});

test("hidden couplings come first, on the page and on the terminal", async () => {
  using repository = new GitRepository();
  for (let round = 0; round < 6; round++)
    repository.commit({ "a.ts": `import "./b"; // ${round}`, "b.ts": `// ${round}`, "r.md": `${round}` });
  commitTwice(repository, { "x.ts": "", "y.ts": "" });
  const { report, stdout } = await reportOf(repository);
  expect(linked(report.files.couplings)).toEqual([
    "x.ts y.ts hidden",
    "a.ts b.ts import",
    expect.stringContaining("no-code"),
    expect.stringContaining("no-code"),
  ]);
  expect(stdout).toStartWith("1 hidden coupling, without an import between the two:\n  2x x.ts - y.ts\n");
});

test("a folder of a repository is reported by its own paths", async () => {
  using repository = new GitRepository();
  commitTwice(repository, { "app/a.ts": `import "./deep/b";`, "app/deep/b.ts": "", "lib/c.ts": "" });
  const { report } = await reportOf(repository, repository.path("app"));
  expect(linked(report.files.couplings)).toEqual(["a.ts deep/b.ts import"]);
  expect(linked(report.folders.couplings)).toEqual([". deep import"]);
});

test("a bare repository has couplings, and says that imports are unknown", async () => {
  using repository = new GitRepository();
  commitTwice(repository, { "a.ts": `import "./b";`, "b.ts": "" });
  const bare = repository.beside("bare.git");
  repository.git("clone", "--quiet", "--bare", repository.root, bare);
  const { report, stdout } = await reportOf(repository, bare);
  expect(linked(report.files.couplings)).toEqual(["a.ts b.ts undefined"]);
  expect(report.imports.status).toBe("unknown");
  expect(stdout).toContain("Which couplings are hidden is unknown. A bare repository has no files");
});

test("what a report does not cover stands on it", async () => {
  using repository = new GitRepository();
  commitTwice(repository, { "a.ts": "", "b.ts": "" });
  repository.commit({ "a.ts": "3" });
  const clone = repository.beside("clone");
  repository.git("clone", "--quiet", "--depth", "2", `file://${repository.root}`, clone);
  const { report } = await reportOf(repository, clone);
  expect(report.files).toEqual({ couplings: [], total: 0 });
  expect(report.notes).toEqual([expect.stringMatching(/^Shallow clone: /)]);
});
