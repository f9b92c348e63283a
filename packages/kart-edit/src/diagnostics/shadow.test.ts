import { afterEach, expect, test } from "bun:test";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Shadow } from "./shadow.ts";

const temporary = process.env["TMPDIR"];
afterEach(() => {
  if (temporary === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = temporary;
});

const FILES = {
  "above.json": "{}",
  "root/package.json": "{}",
  "root/a/b/file.ts": "new",
  "root/a/b/sibling.ts": "sibling",
  "root/a/other/x.ts": "x",
  "root/link": { symlinkTo: "a/other" },
  "root/dangling": { symlinkTo: "nowhere" },
};

test("one file differs, and everything else is what it stands for", () => {
  using base = new TempWorkspace(FILES);
  const root = new WorkspaceRoot(base.path("root"));
  const before = base.snapshot();
  const shadow = new Shadow(root, base.path("root/a/b/file.ts"), "old");
  const read = (path: string) => readFileSync(join(shadow.root, path), "utf8");
  expect(["a/b/file.ts", "a/b/sibling.ts", "a/other/x.ts", "link/x.ts", "../above.json"].map(read)).toEqual([
    "old",
    "sibling",
    "x",
    "x",
    "{}",
  ]);
  expect(lstatSync(join(shadow.root, "a/b")).isSymbolicLink()).toBe(false);
  expect(realpathSync(join(shadow.root, "a/other"))).toBe(base.path("root/a/other"));
  expect(readdirSync(shadow.root).sort()).toEqual(["a", "dangling", "link", "package.json"]);
  expect(shadow.withRealPaths(`${shadow.root}/a`)).toBe(base.path("root/a"));

  shadow[Symbol.dispose]();
  expect(existsSync(shadow.root)).toBe(false);
  expect(base.snapshot()).toEqual(before);
  expect(realpathSync(base.path("root/link"))).toBe(base.path("root/a/other"));
});

test("a temporary folder in the workspace is not used", () => {
  using base = new TempWorkspace({ "a.ts": "", "tmp/keep": "" });
  process.env["TMPDIR"] = base.path("tmp");
  expect(() => new Shadow(new WorkspaceRoot(base.root), base.path("a.ts"), "")).toThrow("lies in the workspace");
  expect(readdirSync(base.path("tmp"))).toEqual(["keep"]);
});

test.each(["gone/a.ts", `${"deep/".repeat(900)}a.ts`])("a shadow that cannot be made leaves nothing behind", (path) => {
  using base = new TempWorkspace({ "root/a.ts": "", "tmp/keep": "" });
  process.env["TMPDIR"] = base.path("tmp");
  expect(() => new Shadow(new WorkspaceRoot(base.path("root")), base.path(`root/${path}`), "")).toThrow();
  expect(readdirSync(base.path("tmp"))).toEqual(["keep"]);
});

test("a server that ends takes its shadows along", async () => {
  using base = new TempWorkspace({ "root/a.ts": "", "tmp/keep": "" });
  const script = `
    import { WorkspaceRoot } from "@kart/core/workspace/workspace-path";
    import { Shadow } from "./shadow.ts";
    const shadow = new Shadow(new WorkspaceRoot(${JSON.stringify(base.path("root"))}), ${JSON.stringify(base.path("root/a.ts"))}, "old");
    console.log(shadow.root);
    process.exit(0);`;
  const env = { ...process.env, TMPDIR: base.path("tmp") };
  const server = Bun.spawn([process.execPath, "-e", script], { cwd: import.meta.dir, env, stdout: "pipe" });
  expect(await server.stdout.text()).toStartWith(base.path("tmp/kart-shadow-"));
  expect(readdirSync(base.path("tmp"))).toEqual(["keep"]);
});
