import { expect, setDefaultTimeout, test } from "bun:test";
import { COMMAND, environment, run } from "./ask.ts";
import { GitRepository } from "./git-repository.ts";
import { importHistory } from "./import-history.ts";

setDefaultTimeout(90_000);

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
