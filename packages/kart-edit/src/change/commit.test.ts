import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { proveDestination, proveMovable } from "@kart/core/workspace/move-entry";
import { type NewPath, proveNew } from "@kart/core/workspace/new-path";
import { readForEdit } from "@kart/core/workspace/source-bytes";
import { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { commit, type OnCommitStep } from "./commit.ts";

const FILES = { "a.ts": "export {};\n", "b.ts": 'import "./a";\n', "lib/c.ts": "" };

/** Changes the importer, and then makes two moves. */
function change(files: TempWorkspace, onStep: OnCommitStep) {
  const root = new WorkspaceRoot(files.root);
  const moves = (
    [
      ["lib", "deep/lib"],
      ["a.ts", "new/a.ts"],
    ] as const
  ).map(([from, to]) => {
    const entry = proveMovable(root, from);
    return { entry, to: proveDestination(root, to, entry) };
  });
  const writes = [{ file: readForEdit(root, "b.ts"), text: 'import "./new/a";\n' }];
  const made = { path: proveNew(root, "made/d.ts") as NewPath, text: "export {};\n" };
  return commit(root, { tool: "kart_move", writes, moves, made }, onStep);
}

test("where a move fails at any step, texts and earlier moves are taken back, and no journal is left", async () => {
  using cache = new TempWorkspace();
  const home = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache.root;
  try {
    const steps: string[] = [];
    {
      using files = new TempWorkspace(FILES);
      await change(files, (step) => steps.push(step));
    }
    const from = steps.indexOf("rename") + 1;
    const places = steps.flatMap((step, at) => (at >= from && ["link", "rename", "folder"].includes(step) ? [at] : []));
    expect(places.length).toBeGreaterThan(3);
    for (const place of places) {
      using files = new TempWorkspace(FILES);
      const before = files.snapshot();
      let at = 0;
      const failing = change(files, () => {
        if (at++ === place) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      });
      expect(await failing.then(String, (error: unknown) => (error as Error).message)).toContain("the disk is full");
      expect(files.snapshot()).toEqual(before);
      expect(["deep", "new", "made"].filter((name) => existsSync(files.path(name)))).toEqual([]);
    }
    expect(readdirSync(cache.path("kart/edit"))).toEqual([]);
  } finally {
    if (home === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = home;
  }
});
