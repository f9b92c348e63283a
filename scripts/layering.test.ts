import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A file by its path, its one line of source, and the layer rule that must refuse it. */
const REFUSED: readonly (readonly [path: string, source: string, rule: "imports" | "globals"])[] = [
  ["packages/core/src/text/a-module-of-node.ts", `import "node:fs";`, "imports"],
  [
    "packages/core/src/text/a-type-of-node.ts",
    `import type { Stats } from "node:fs"; export type S = Stats;`,
    "imports",
  ],
  ["packages/core/src/text/a-dynamic-import.ts", `export const x = import("node:child_process");`, "imports"],
  ["packages/core/src/text/a-re-export.ts", `export { file } from "bun";`, "imports"],
  ["packages/core/src/text/a-package.ts", `import "zod";`, "imports"],
  ["packages/core/src/text/up-to-syntax.ts", `import "../syntax/parse.ts";`, "imports"],
  ["packages/core/src/text/up-to-mcp.ts", `import "../mcp/serve.ts";`, "imports"],
  ["packages/core/src/text/deep/down-in-a-folder.ts", `import "node:fs";`, "imports"],
  ["packages/core/src/text/bun.ts", `export const x = Bun.version;`, "globals"],
  ["packages/core/src/text/process.ts", `export const x = process.argv;`, "globals"],
  ["packages/core/src/text/fetch.ts", `export const x = fetch("https://example.com");`, "globals"],
  ["packages/core/src/text/require.ts", `export const x: unknown = require("node:fs");`, "globals"],
  ["packages/core/src/text/global-this.ts", `export const x = globalThis.Bun;`, "globals"],

  ["packages/core/src/syntax/a-module-of-node.ts", `import "node:fs";`, "imports"],
  ["packages/core/src/syntax/bun-itself.ts", `import "bun";`, "imports"],
  ["packages/core/src/syntax/a-dynamic-import.ts", `export const x = import("node:fs/promises");`, "imports"],
  ["packages/core/src/syntax/a-scoped-package.ts", `import "@vscode/ripgrep";`, "imports"],
  ["packages/core/src/syntax/the-resolver.ts", `import "oxc-resolver";`, "imports"],
  ["packages/core/src/syntax/up-to-workspace.ts", `import "../workspace/workspace.ts";`, "imports"],
  ["packages/core/src/syntax/up-to-process.ts", `import "../process/run.ts";`, "imports"],
  ["packages/core/src/syntax/up-to-mcp.ts", `import "../mcp/serve.ts";`, "imports"],
  ["packages/core/src/syntax/deep/a-module-of-node.ts", `import "node:fs";`, "imports"],
  ["packages/core/src/syntax/deep/a-package.ts", `import "oxc-resolver";`, "imports"],
  ["packages/core/src/syntax/deep/up-to-process.ts", `import "../../process/run.ts";`, "imports"],
  ["packages/core/src/syntax/deep/bun.ts", `export const x = Bun.file("x");`, "globals"],
  ["packages/core/src/syntax/process.ts", `export const x = process.env;`, "globals"],
  ["packages/core/src/syntax/bun.ts", `export const x = Bun.file("x");`, "globals"],

  ["packages/core/src/process/up-to-workspace.ts", `import "../workspace/workspace.ts";`, "imports"],
  ["packages/core/src/process/up-to-mcp.ts", `import "../mcp/serve.ts";`, "imports"],
  ["packages/core/src/process/a-server.ts", `import "kart-nav";`, "imports"],
  ["packages/core/src/workspace/up-to-mcp.ts", `import "../mcp/serve.ts";`, "imports"],
  ["packages/core/src/workspace/a-server.ts", `import "kart-nav";`, "imports"],
  ["packages/core/src/workspace/up-to-language-server.ts", `import "../language-server/session.ts";`, "imports"],
  ["packages/core/src/process/up-to-language-server.ts", `import "../language-server/session.ts";`, "imports"],
  ["packages/core/src/workspace/up-to-modules.ts", `import "../modules/module-graph.ts";`, "imports"],
  ["packages/core/src/modules/up-to-language-server.ts", `import "../language-server/session.ts";`, "imports"],
  ["packages/core/src/modules/a-server.ts", `import "kart-nav";`, "imports"],
  ["packages/core/src/language-server/up-to-mcp.ts", `import "../mcp/serve.ts";`, "imports"],
  ["packages/core/src/language-server/deep/up-to-mcp.ts", `import "../../mcp/serve.ts";`, "imports"],
  ["packages/core/src/language-server/a-server.ts", `import "kart-nav";`, "imports"],
  ["packages/core/src/mcp/a-server.ts", `import "../../../kart-edit/src/server.ts";`, "imports"],
  ["packages/core/src/mcp/the-testkit.ts", `import "@kart/testkit/connect";`, "imports"],
  ["packages/core/src/mcp/the-testkit-by-path.ts", `import "../../../testkit/src/connect.ts";`, "imports"],
  ["packages/core/src/mcp/itself-by-name.ts", `import "@kart/core/text/span";`, "imports"],

  ["packages/kart-nav/src/tools/another-server.ts", `import "kart-edit";`, "imports"],
  ["packages/kart-nav/src/tools/another-server-by-path.ts", `import "../../../kart-zoom/src/server.ts";`, "imports"],
  ["packages/kart-nav/src/tools/core-by-path.ts", `import "../../../core/src/text/span.ts";`, "imports"],
  ["packages/kart-nav/src/tools/the-testkit.ts", `import "@kart/testkit/connect";`, "imports"],
  ["packages/kart-nav/src/tools/up-to-server.ts", `import "../server.ts";`, "imports"],
  ["packages/kart-nav/src/tools/up-to-main.ts", `import "../main.ts";`, "imports"],
  ["packages/kart-nav/src/unused/up-to-tools.ts", `import "../tools/find.ts";`, "imports"],
  ["packages/kart-nav/src/unused/deep/up-to-tools.ts", `import "../../tools/find.ts";`, "imports"],
  ["packages/kart-nav/src/unused/up-to-server.ts", `import "../server.ts";`, "imports"],
  ["packages/kart-nav/src/server.ts", `import "./main.ts";`, "imports"],
  ["packages/kart-zoom/src/main.ts", `import "kart-nav";`, "imports"],
  ["packages/kart-zoom/src/list.ts", `import "@kart/testkit/connect";`, "imports"],

  ["packages/kart-edit/src/planning/up-to-tools.ts", `import "../tools/replace.ts";`, "imports"],
  ["packages/kart-edit/src/planning/up-to-change.ts", `import "../change/history.ts";`, "imports"],
  ["packages/kart-edit/src/planning/deep/up-to-change.ts", `import "../../change/history.ts";`, "imports"],
  ["packages/kart-edit/src/planning/deep/the-disk.ts", `import "@kart/core/workspace/read-file";`, "imports"],
  ["packages/kart-edit/src/planning/deep/bun.ts", `export const x = Bun.version;`, "globals"],
  ["packages/kart-edit/src/planning/a-module-of-node.ts", `import "node:fs";`, "imports"],
  ["packages/kart-edit/src/planning/the-disk.ts", `import "@kart/core/workspace/read-file";`, "imports"],
  ["packages/kart-edit/src/planning/the-edge.ts", `import "@kart/core/mcp/serve";`, "imports"],
  ["packages/kart-edit/src/planning/bun.ts", `export const x = Bun.version;`, "globals"],
  ["packages/kart-edit/src/change/another-server.ts", `import "kart-nav";`, "imports"],

  ["packages/kart-cochange/src/ranking/a-database.ts", `import "bun:sqlite";`, "imports"],
  ["packages/kart-cochange/src/ranking/up-to-index.ts", `import "../index/read-evidence.ts";`, "imports"],
  ["packages/kart-cochange/src/ranking/a-module-of-node.ts", `import "node:path";`, "imports"],
  ["packages/kart-cochange/src/ranking/the-process.ts", `export const x = process.cwd();`, "globals"],
  ["packages/kart-cochange/src/index/up-to-tools.ts", `import "../tools/cochange.ts";`, "imports"],

  ["packages/kart-cochange/page/a-module-of-node.ts", `import "node:path";`, "imports"],
  ["packages/kart-cochange/page/the-server.ts", `import "../src/server.ts";`, "imports"],
  ["packages/kart-cochange/page/the-disk.ts", `import "@kart/core/workspace/workspace";`, "imports"],
  ["packages/kart-cochange/page/bun.ts", `export const x = Bun.version;`, "globals"],

  ["packages/testkit/src/a-server.ts", `import "../../kart-nav/src/server.ts";`, "imports"],
  ["packages/kart-nav/test/another-server.test.ts", `import "../../kart-edit/src/server.ts";`, "imports"],
  ["scripts/the-testkit.ts", `import "@kart/testkit/connect";`, "imports"],
  ["benches/the-testkit-by-path.ts", `import "../packages/testkit/src/connect.ts";`, "imports"],
];

const ALLOWED: readonly (readonly [path: string, source: string])[] = [
  ["packages/core/src/text/legal.ts", `import "./span.ts"; import "./deep/x.ts"; import "../mcp/tool-error.ts";`],
  ["packages/core/src/text/the-diff.ts", `import "diff";`],
  [
    "packages/kart-edit/src/planning/legal.ts",
    `import "./plan.ts"; import "@kart/core/text/span"; import "@kart/core/mcp/tool-error";`,
  ],
  ["packages/kart-edit/src/planning/deep/legal.ts", `import "../plan.ts"; import "../other/x.ts"; import "./x.ts";`],
  [
    "packages/kart-cochange/src/ranking/legal.ts",
    `import "./noise.ts"; import "ignore"; import "@kart/core/text/display";`,
  ],
  [
    "packages/kart-cochange/page/legal.ts",
    `import "./view.ts"; import "d3-zoom"; import "@kart/core/text/display"; import "../src/report/report.ts"; export const x = globalThis;`,
  ],
  ["packages/core/src/text/legal.test.ts", `import "bun:test"; import "node:fs"; export const x = process.env;`],
  [
    "packages/core/src/syntax/legal.ts",
    `import "./parse.ts"; import "../text/span.ts"; import "../mcp/tool-error.ts";`,
  ],
  [
    "packages/core/src/syntax/deep/legal.ts",
    `import "./x.ts"; import "../parse.ts"; import "../other/x.ts"; import "../../text/span.ts"; import "oxc-parser";`,
  ],
  ["packages/core/src/syntax/parser.ts", `import type { Program } from "oxc-parser"; export type P = Program;`],
  ["packages/core/src/syntax/parser-on-demand.ts", `export const x = import("oxc-parser");`],
  ["packages/core/src/syntax/legal.test.ts", `import "fast-check"; import "node:fs"; export const x = Bun.version;`],
  ["packages/core/src/process/legal.ts", `import "node:fs"; import "../text/span.ts"; import "../mcp/tool-error.ts";`],
  [
    "packages/core/src/workspace/legal.ts",
    `import "node:fs"; import "../process/run.ts"; import "../syntax/parse.ts";`,
  ],
  [
    "packages/core/src/workspace/thrower.ts",
    `import "../mcp/tool-error.ts"; import "ignore"; export const x = Bun.version;`,
  ],
  [
    "packages/core/src/language-server/legal.ts",
    `import "node:fs"; import "vscode-jsonrpc/node"; import "../workspace/workspace.ts"; import "../process/run.ts"; import "../mcp/tool-error.ts";`,
  ],
  [
    "packages/core/src/language-server/deep/legal.ts",
    `import "../questions.ts"; import "../other/x.ts"; import "../../modules/resolver.ts"; import "../../mcp/tool-error.ts";`,
  ],
  ["packages/core/src/modules/legal.ts", `import "oxc-resolver"; import "../workspace/workspace.ts";`],
  ["packages/core/src/mcp/legal.ts", `import "zod"; import "../workspace/workspace.ts"; import "./tool-error.ts";`],
  ["packages/kart-nav/src/tools/legal.ts", `import "@kart/core/text/span"; import "../unused/graph.ts"; import "zod";`],
  [
    "packages/kart-nav/src/unused/legal.ts",
    `import "@kart/core/syntax/parse"; import "./graph.ts"; import "node:path";`,
  ],
  ["packages/kart-nav/src/legal.ts", `import "./tools/find.ts"; import "@kart/core/mcp/serve"; import "./server.ts";`],
  ["packages/kart-nav/test/legal.test.ts", `import "@kart/testkit/connect"; import "../src/server.ts";`],
  ["packages/testkit/src/legal.ts", `import "@kart/core/mcp/serve"; import "@modelcontextprotocol/client";`],
];

const ROOT = join(import.meta.dir, "..");
const OXLINT = join(ROOT, "node_modules/.bin/oxlint");

const folder = mkdtempSync(join(tmpdir(), "kart-layers-"));
afterAll(() => rmSync(folder, { recursive: true }));

cpSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
for (const [path, source] of [...REFUSED, ...ALLOWED]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), source);
}
const findings = await lint(folder);

describe("refused", () => {
  test.each(REFUSED)("%s: %s", (path, _source, rule) => {
    expect(layerFindings(path)).toEqual(new Set([`eslint(no-restricted-${rule})`]));
  });
});

describe("allowed", () => {
  test.each(ALLOWED)("%s: %s", (path) => {
    expect(layerFindings(path)).toEqual(new Set());
  });
});

test("every folder of core has its place among the layers", () => {
  const folders = readdirSync(join(ROOT, "packages/core/src"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["language-server", "mcp", "modules", "process", "syntax", "text", "workspace"]);
});

/** One import may break two rules at once, and is then named twice. */
function layerFindings(path: string): Set<string> {
  const codes = findings.filter(({ filename }) => filename === path).map(({ code }) => code);
  return new Set(codes.filter((code) => /no-restricted-(imports|globals)/.test(code)));
}

interface Finding {
  readonly filename: string;
  readonly code: string;
}

async function lint(cwd: string): Promise<readonly Finding[]> {
  const child = Bun.spawn([process.execPath, OXLINT, "--format", "json", "."], {
    cwd,
    stdout: "pipe",
    stderr: "inherit",
  });
  const report = (await child.stdout.json()) as { diagnostics: readonly Finding[] };
  return report.diagnostics;
}
