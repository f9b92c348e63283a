import { afterAll, expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { proveNew } from "./new-path.ts";
import { WorkspaceRoot } from "./workspace-path.ts";

const base = new TempWorkspace({
  "app/src/a.ts": "",
  "app/in-folder": { symlinkTo: "src" },
  "app/in-chain": { symlinkTo: "in-folder" },
  "app/in-file.ts": { symlinkTo: "src/a.ts" },
  "app/out-folder": { symlinkTo: "../outside" },
  "app/src/out-chain": { symlinkTo: "../out-folder" },
  "app/out-file.ts": { symlinkTo: "../outside/x.ts" },
  "app/out-dangling": { symlinkTo: "../outside/nothing" },
  "app/in-dangling": { symlinkTo: "src/nothing" },
  "app/loop": { symlinkTo: "loop" },
  "app/settings/x": "",
  "app/.claude": { symlinkTo: "settings" },
  "app/%2e%2e/x": "",
  "outside/x.ts": "",
  "app-evil/x.ts": "",
});
Bun.spawnSync(["mkfifo", base.path("app/fifo")]);
afterAll(() => base[Symbol.dispose]());
const root = new WorkspaceRoot(base.path("app"));

function proven(argument: string): string {
  try {
    const path = proveNew(root, argument);
    if (path === undefined) return "there already";
    const { relative, parent, folders, name } = path;
    expect([path.absolute, path.kind]).toEqual([`${base.path("app")}/${relative}`, "file"]);
    return [relative, parent.replace(base.path("app"), "."), ...folders, name].join(" | ");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The path from the root, the nearest folder, the folders to be made, the name. */
const PROVEN: Readonly<Record<string, string>> = {
  "b.ts": "b.ts | . | b.ts",
  "./src/../src/b.ts": "src/b.ts | ./src | b.ts",
  "src/x/y/b.ts": "src/x/y/b.ts | ./src | x | y | b.ts",
  "in-folder/b.ts": "src/b.ts | ./src | b.ts",
  "in-chain/x/b.ts": "src/x/b.ts | ./src | x | b.ts",
  [`${base.path("app")}/b.ts`]: "b.ts | . | b.ts",
  "node_modules/x/b.ts": "node_modules/x/b.ts | . | node_modules | x | b.ts",
  "%2e%2e/b.ts": "%2e%2e/b.ts | ./%2e%2e | b.ts",
  "%2e%2e%2fb.ts": "%2e%2e%2fb.ts | . | %2e%2e%2fb.ts",
  ".gitignore": ".gitignore | . | .gitignore",
  "-rf": "-rf | . | -rf",
  "$(touch x)": "$(touch x) | . | $(touch x)",
  "größe/日本.ts": "größe/日本.ts | . | größe | 日本.ts",
  ["x".repeat(255)]: `${"x".repeat(255)} | . | ${"x".repeat(255)}`,
  "src/a.ts": "there already",
  "in-file.ts": "there already",
};
for (const [argument, wanted] of Object.entries(PROVEN))
  test(`proven: ${argument}`, () => expect(proven(argument)).toBe(wanted));

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  path_outside_root: [
    "../b.ts",
    "src/../../b.ts",
    "/etc/b.ts",
    "~/b.ts",
    "~root/b.ts",
    base.path("app-evil/b.ts"),
    "out-folder/b.ts",
    "out-folder/x/b.ts",
    "src/out-chain/b.ts",
    "out-file.ts",
    "out-dangling",
    "out-dangling/b.ts",
    "in-dangling/b.ts",
    "loop/b.ts",
  ],
  protected_path: [
    ".git",
    ".git/hooks/pre-commit",
    ".GIT/config",
    "src/.git/hooks/x",
    "in-folder/.Git/x",
    ".claude/b.ts",
    ".claude/x",
    "settings/b.ts",
    "src/.claude/settings.json",
    ".mcp.json",
    "src/x/.MCP.json",
    ".mcp.json/b.ts",
  ],
  invalid_argument: [
    "",
    "a\0b",
    "file:///etc/x",
    "FILE:b.ts",
    "b/",
    "src/b/",
    "src/b/.",
    "src/b/c/..",
    "x".repeat(256),
    "é".repeat(128),
    `${"x/".repeat(2040)}b.ts`,
    "x".repeat(10_000),
    "\ud83d.ts",
    "src/.a.ts.kart-tmp",
    ".a.ts.kart-tmp-old",
  ],
  not_a_file: [
    "src",
    ".",
    "src/",
    "in-folder",
    "fifo",
    "src/a.ts/b.ts",
    "src/a.ts/x/b.ts",
    "in-file.ts/b.ts",
    "fifo/x",
  ],
  file_not_found: ["in-dangling", "loop"],
};
for (const [code, paths] of Object.entries(REFUSED))
  for (const argument of paths)
    test(`${code}: ${JSON.stringify(argument.slice(0, 60))}`, () => expect(proven(argument)).toBe(code));
