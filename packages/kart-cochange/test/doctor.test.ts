import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { COMMAND } from "./ask.ts";

setDefaultTimeout(90_000);

async function doctor(root: string, env: Record<string, string> = {}) {
  const child = Bun.spawn([...COMMAND, "--root", root, "doctor"], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  return { lines: (await child.stdout.text()).trimEnd().split("\n"), exitCode: await child.exited };
}

function repository(): TempWorkspace {
  const files = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  for (const args of [
    ["init", "-q"],
    ["add", "a.ts"],
    ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "a"],
  ])
    Bun.spawnSync(["git", ...args], { cwd: files.root });
  return files;
}

test("in a repository everything works", async () => {
  using files = repository();
  const { lines, exitCode } = await doctor(files.root, { XDG_CACHE_HOME: files.path("cache") });
  expect(lines).toContain(`history: 1 commit, ${files.path(".git")}`);
  expect({ verdict: lines.at(-1), exitCode }).toEqual({ verdict: "Everything works here.", exitCode: 0 });
});

test("without git on PATH, without a cache that can be written to, and outside a repository: what to do", async () => {
  using files = repository();
  using nothing = new TempWorkspace();
  const gitless = await doctor(files.root, { PATH: nothing.root, XDG_CACHE_HOME: files.path("a.ts") });
  expect(gitless.exitCode).toBe(1);
  expect(gitless.lines.at(-1)).toStartWith("2 problems: git, cache.");
  expect(gitless.lines.join("\n")).toMatch(/git: PROBLEM\. .*Install git[^]*cache: PROBLEM\. .*XDG_CACHE_HOME/);
  using none = new TempWorkspace({ "a.ts": "" });
  const outside = await doctor(none.root);
  expect(outside.exitCode).toBe(1);
  expect(outside.lines.join("\n")).toMatch(/history: PROBLEM\. .*git init/);
});
