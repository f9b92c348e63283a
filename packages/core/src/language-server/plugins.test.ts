import { existsSync } from "node:fs";
import { expect, test } from "bun:test";
import { LanguageWorkspace, never } from "@kart/testkit/language-workspace";

test("a plugin that a tsconfig names is not run", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "plugins": [{ "name": "evil" }, { "name": "./evil.js" }] } }
// @filename: a.ts
export const answer = 42;
`);
  const { files, server } = workspace;
  const program = `require("node:fs").writeFileSync(${JSON.stringify(files.path("marker"))}, "");
module.exports = () => ({ create: (info) => info.languageService });
`;
  files.write("node_modules/evil/package.json", '{ "name": "evil", "main": "index.js" }');
  files.write("node_modules/evil/index.js", program);
  files.write("evil.js", program);
  expect((await server.hover(workspace.at("a.ts", "answer"), never))?.markdown).toContain("const answer: 42");
  expect(existsSync(files.path("marker"))).toBe(false);
});
