import { existsSync } from "node:fs";
import { connectInMemory } from "@kart/testkit/connect";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { editServer } from "../src/server.ts";

setDefaultTimeout(30_000);

/** What a workspace can have run by being linted, as docs/security.md says. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, FileContent>>>> = {
  "a plugin that its configuration names": {
    ".oxlintrc.json": '{ "jsPlugins": ["./plugin.js"] }',
    "plugin.js": `require("node:fs").writeFileSync("marker", "");
module.exports = { meta: { name: "plugin" }, rules: {} };
`,
  },
  "an oxlint that it has installed": {
    "node_modules/oxlint/package.json": '{ "name": "oxlint", "version": "1.0.0" }',
    "node_modules/oxlint/bin/oxlint": 'require("node:fs").writeFileSync("marker", "");\n',
  },
};

const NEW = { file: "a.ts", symbol: "a", content: "export const a = 2;" };

for (const [what, files] of Object.entries(PROGRAMS))
  describe(what, () => {
    const CALLS = [
      [{ ...NEW }, true],
      [{ ...NEW, lint: false }, false],
      [{ ...NEW, dryRun: true }, false],
    ] as const;
    for (const [args, runs] of CALLS)
      test(`${runs ? "runs" : "does not run"} with ${JSON.stringify(args)}`, async () => {
        using workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n", ...files });
        await using connection = await connectInMemory(editServer, { root: workspace.root });
        await connection.text("kart_replace", args);
        expect(workspace.read("a.ts")).toBe(`export const a = ${"dryRun" in args ? 1 : 2};\n`);
        expect(existsSync(workspace.path("marker"))).toBe(runs);
      });
  });
