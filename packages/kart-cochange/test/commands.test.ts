import { expect, setDefaultTimeout, test } from "bun:test";
import { COMMAND, environment } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";
import { importHistory } from "./import-history.ts";

setDefaultTimeout(60_000);

/** Runs the binary with nothing on its standard input. */
async function run(repository: GitRepository, ...args: readonly string[]) {
  const child = Bun.spawn([...COMMAND, ...args], {
    cwd: repository.root,
    env: { PATH: process.env["PATH"], ...environment(repository) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}

test("build reads the history, and status says what is there", async () => {
  using repository = new GitRepository();
  repository.commit({ "a.ts": "1", "b.ts": "1" });
  expect((await run(repository, "status")).stdout).toContain("index: none yet.");
  const built = await run(repository, "build");
  expect(built).toMatchObject({ exitCode: 0, stderr: "" });
  expect(built.stdout).toMatch(/^1 commit indexed in [\d.]+ s: .*\/kart\/cochange\/repo-[0-9a-f]{16}\.sqlite\n$/);
  expect((await run(repository, "status")).stdout).toContain("index: up to date, 1 commit, 2 paths\n");
  repository.commit({ "a.ts": "2" });
  expect((await run(repository, "status")).stdout).toMatch(
    /index: 1 commit behind, .*\nfile: .* MB, changed \d+ minutes? ago\n$/,
  );
  repository.git("commit", "--quiet", "--amend", "--message", "amended");
  repository.git("reset", "--quiet", "--hard", "HEAD~1");
  expect((await run(repository, "build", "--rebuild")).stdout).toStartWith("1 commit indexed in ");
});

test("build shows how far it is on a terminal", async () => {
  using repository = new GitRepository();
  await importHistory(repository, 3000);
  let shown = "";
  const terminal = new Bun.Terminal({ data: (_terminal, bytes) => void (shown += Buffer.from(bytes).toString()) });
  const env = { PATH: process.env["PATH"], ...environment(repository) };
  const child = Bun.spawn([...COMMAND, "build"], { cwd: repository.root, env, terminal });
  expect(await child.exited).toBe(0);
  expect(shown).toMatch(/\[#+-*\] [\d,]+ of 3,000 commits/);
  expect(shown).toContain("3,000 commits indexed in ");
});

test("report writes one page that needs nothing else, in which names are data", async () => {
  using repository = new GitRepository();
  const evil = "</script><img src=x onerror=alert(1)>.ts".replaceAll("/", "\u2215");
  for (let round = 0; round < 3; round++)
    repository.commit({ "src/a.ts": `${round}`, "lib/b.ts": `${round}`, [evil]: `${round}`, "bun.lock": `${round}` });
  repository.commit({ "src/a.ts": "once", "once.ts": "1" });
  const out = repository.beside("report.html");
  const ran = await run(repository, "report", "--out", out);
  expect(ran).toEqual({ exitCode: 0, stdout: `3 couplings of files, 3 of folders: ${out}\n`, stderr: "" });
  const page = await Bun.file(out).text();
  // The name of SVG is no address.
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)|<link|<[^>]*\bsrc=/);
  expect(page).not.toContain("<img");
  const data = /const report = (\{.*\});/.exec(page)?.[1] ?? "";
  const { files, folders } = JSON.parse(data) as Record<
    "files" | "folders",
    { a: string; b: string; commits: number }[]
  >;
  expect(files.map(({ a, b, commits }) => [a, b].sort().concat(`${commits}`).join(" ")).sort()).toEqual(
    [`${evil} lib/b.ts 3`, `${evil} src/a.ts 3`, "lib/b.ts src/a.ts 3"].sort(),
  );
  expect(folders.map(({ a, b }) => [a, b].sort().join(" ")).sort()).toEqual([". lib", ". src", "lib src"]);
  expect((await run(repository, "report")).stderr).toContain("invalid_argument: Name the page to write");
});

test("--help names them, and what makes no sense is refused", async () => {
  using repository = new GitRepository();
  expect((await run(repository, "--help")).stdout).toMatch(/kart-cochange build \[--rebuild\] +read the whole history/);
  const REFUSED: readonly (readonly [args: readonly string[], exitCode: number, stderr: string])[] = [
    [["build", "more"], 2, "`build` takes options alone, not `more`."],
    [["status", "--rebuild"], 2, "`status` takes no --rebuild."],
    [["tools", "--rebuild"], 2, "`tools` takes no --rebuild."],
    [["build", "--rebuild=yes"], 2, "--rebuild"],
    [["build", "--root", "/no/such/root"], 2, "/no/such/root"],
    [["build", "--root", "/"], 1, "backend_unavailable: There is no history to read"],
  ];
  for (const [args, exitCode, stderr] of REFUSED) {
    const ran = await run(repository, ...args);
    expect({ args, exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ args, exitCode, stdout: "" });
    expect(ran.stderr).toContain(stderr);
  }
});
