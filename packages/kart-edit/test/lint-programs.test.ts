import { existsSync } from "node:fs";
import { connectInMemory } from "@kart/testkit/connect";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { editServer } from "../src/server.ts";

setDefaultTimeout(90_000);

/** What a workspace can have run by being linted, as docs/security.md says. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, FileContent>>>> = {
  "a plugin that its configuration names": {
    ".oxlintrc.json": '{ "jsPlugins": ["./plugin.js"] }',
    "plugin.js": `require("node:fs").writeFileSync("marker", "");
module.exports = { meta: { name: "plugin" }, rules: {} };
`,
  },
  "a configuration that is a program": {
    "oxlint.config.ts": `import { writeFileSync } from "node:fs";
writeFileSync("marker", "");
export default {};
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
      [{ ...NEW }, {}, true],
      [{ ...NEW, lint: false }, {}, false],
      [{ ...NEW, dryRun: true }, {}, false],
      [{ ...NEW }, { KART_WORKSPACE_PROGRAMS: "never" }, false],
      [{ ...NEW }, { KART_WORKSPACE_PROGRAMS: "nevr" }, false],
      [{ ...NEW }, { KART_WORKSPACE_PROGRAMS: "allow" }, true],
    ] as const;
    for (const [args, env, runs] of CALLS)
      test(`${runs ? "runs" : "does not run"} with ${JSON.stringify({ ...args, ...env })}`, async () => {
        using workspace = new TempWorkspace({ "a.ts": "export const a = 1;\n", ...files });
        await using connection = await connectInMemory(editServer, { root: workspace.root });
        await withEnvironment(env, () => connection.text("kart_replace", args));
        expect(workspace.read("a.ts")).toBe(`export const a = ${"dryRun" in args ? 1 : 2};\n`);
        expect(existsSync(workspace.path("marker"))).toBe(runs);
      });
  });

test("without the workspace's programs an edit is linted by the defaults, with types, and the answer says so", async () => {
  using workspace = new TempWorkspace({
    "a.ts": "export const a = 1;\n",
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["*.ts"] }',
    ".oxlintrc.json": '{ "rules": { "no-debugger": "off", "no-console": "error" } }',
  });
  await using connection = await connectInMemory(editServer, { root: workspace.root });
  const content = 'export const a: number = "";\nexport function b() {\n  debugger;\n  console.log(1);\n}';
  const codes = async (env: Record<string, string>, text: string) => {
    const edit = { file: "a.ts", symbol: "a", content: text };
    const { diagnostics, lintProblem } = await withEnvironment(env, () =>
      connection.data<{ diagnostics: { code: string }[]; lintProblem?: string }>("kart_replace", edit),
    );
    return { codes: diagnostics.map(({ code }) => code).toSorted(), lintProblem };
  };
  expect(await codes({ KART_WORKSPACE_PROGRAMS: "never" }, content)).toEqual({
    codes: ["eslint(no-debugger)", "typescript(TS2322)"],
    lintProblem:
      "Linted by oxlint's own defaults, not by the workspace's configuration: KART_WORKSPACE_PROGRAMS says so.",
  });
});

async function withEnvironment<T>(env: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
  Object.assign(process.env, env);
  try {
    return await act();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}
