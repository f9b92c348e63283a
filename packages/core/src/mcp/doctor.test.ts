import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { cacheState } from "./cache-state.ts";
import { bunStates, examine, OLDEST_BUN } from "./doctor.ts";
import { gitState } from "./git-state.ts";
import { ripgrepState } from "./ripgrep-state.ts";
import type { BackendState } from "./serve.ts";
import { Workspace } from "../workspace/workspace.ts";

const { signal } = new AbortController();

function examined(root: string, states: readonly BackendState[]) {
  return examine({ name: "kart-x", version: "1.2.3", backends: () => Promise.resolve(states) }, root);
}

test("a line for each thing, the verdict last: well, with warnings, broken", async () => {
  using files = new TempWorkspace();
  const well: BackendState = { name: "a", version: "1.0.0", path: "/a", did: "answers" };
  const warning: BackendState = { name: "b", problem: "It is gone.\nGet it.", without: "The rest works." };
  const broken: BackendState = { name: "c", problem: "It is gone. Get it." };
  const { lines, isWell } = await examined(files.root, [well]);
  expect(lines.slice(1)).toEqual([`root: ${files.root}`, "a: answers, 1.0.0, /a", "Everything works here."]);
  expect(isWell).toBe(true);
  expect(await examined(files.root, [well, warning])).toMatchObject({
    isWell: true,
    lines: [
      expect.stringMatching(/^kart-x 1\.2\.3 on Bun /),
      expect.anything(),
      expect.anything(),
      "b: WARNING. It is gone. Get it. The rest works.",
      "Everything that is needed works here; 1 warning: b.",
    ],
  });
  const worst = await examined(files.root, [broken, warning, { ...broken, name: "d" }]);
  expect(worst.isWell).toBe(false);
  expect(worst.lines.at(-1)).toBe("2 problems: c, d. What to do stands above.");
});

test("a root that is missing, or no folder, is the one problem; what throws is one too", async () => {
  using files = new TempWorkspace({ "a.ts": "" });
  for (const root of [files.path("none"), files.path("a.ts")]) {
    const { lines, isWell } = await examined(root, [{ name: "a", did: "was tried" }]);
    expect(isWell).toBe(false);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^root: PROBLEM\. The root .* Pass --root DIR\.$/),
      "1 problem: root. What to do stands above.",
    ]);
  }
  const bug = await examine(
    { name: "x", version: "1.0.0", backends: () => Promise.reject(new Error("oops")) },
    files.root,
  );
  expect(bug.isWell).toBe(false);
  expect(bug.lines.at(-2)).toContain("oops");
});

test("an older Bun is a warning, this one is none", () => {
  expect(bunStates("1.0.0")).toMatchObject([
    { name: "bun", problem: expect.stringContaining("bun upgrade") as string },
  ]);
  expect([bunStates(OLDEST_BUN), bunStates(Bun.version), bunStates("99.0.0")]).toEqual([[], [], []]);
});

test("ripgrep lists; nothing to list is a warning, a program that is none a problem", async () => {
  using files = new TempWorkspace({ "a.ts": "", "b.js": "", "c.md": "" });
  expect(await ripgrepState(new Workspace(files.root), signal)).toMatchObject([
    { name: "ripgrep", did: "lists 2 source files here" },
  ]);
  using empty = new TempWorkspace({ "c.md": "" });
  expect(await ripgrepState(new Workspace(empty.root), signal)).toMatchObject([
    { did: "lists 0 source files here" },
    { name: "source files", without: expect.stringContaining("--root DIR") as string },
  ]);
  process.env["KART_RG"] = files.path("c.md");
  try {
    const [state] = await ripgrepState(new Workspace(files.root), signal);
    expect(state?.problem).toContain("could not be started");
  } finally {
    delete process.env["KART_RG"];
  }
});

test("a cache that can be written to is left as it was; one that cannot is named", () => {
  using files = new TempWorkspace({ file: "" });
  expect(cacheState(files.path("a/b"))).toEqual({ name: "cache", path: files.path("a/b"), did: "writable" });
  expect(files.snapshot()).toEqual({ [files.path("file")]: "" });
  expect(cacheState(files.path("file/cache")).problem).toMatch(/cannot be written to.*XDG_CACHE_HOME/);
});

test("git in a folder without repository", async () => {
  using files = new TempWorkspace();
  expect(await gitState(files.root, signal)).toMatchObject({
    name: "git",
    version: expect.stringMatching(/^\d/) as string,
  });
});
