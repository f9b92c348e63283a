import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const TSCONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "allowJs": true, "moduleDetection": "legacy" } }
`;

describe.each([
  ["in no project", ""],
  ["of one project", TSCONFIG],
])("scripts %s", (_what, config) => {
  test.each([
    ["a function", "function [|main|]() {}\n/*|*/[|main|]();", "function main() {}\nmain();"],
    ["a function and a const", "function [|main|]() {}\n/*|*/[|main|]();", "const main = () => main();"],
    ["a class", "class /*|*/[|main|] {}\nnew [|main|]();", "class main {}\nnew main();"],
    ["a let", "let [|main|] = 1;\n/*|*/[|main|] = 2;", "let { main } = { main: 1 };\nmain++;"],
  ])("that both declare a name are no parts of one program: %s", async (_kind, own, other) => {
    using workspace = new LanguageWorkspace(`${config}// @filename: a.js\n${own}\n// @filename: b.js\n${other}\n`);
    const { references, unseen } = await workspace.covered();
    expect({ references, unseen }).toEqual({ references: [...workspace.wanted], unseen: [] });
  });

  test.each([
    ["by what only one declares", "function /*|*/[|main|]() {}", "[|main|]();"],
    ["by what var declares", "var /*|*/[|main|] = [|main|] || {};", "var [|main|] = [|main|] || {};"],
    [
      "as far as anybody can tell of who only uses what two declare",
      "function /*|*/[|main|]() {}",
      "function [|main|]() {}\n// @filename: c.js\n[|main|]();",
    ],
  ])("are parts of one program %s", async (_kind, own, other) => {
    using workspace = new LanguageWorkspace(`${config}// @filename: a.js\n${own}\n// @filename: b.js\n${other}\n`);
    expect(await workspace.references()).toEqual([...workspace.wanted]);
  });
});

test("what a declaration file says of a script is of its program", async () => {
  using workspace = new LanguageWorkspace(`${TSCONFIG}// @filename: a.js
function /*|*/[|main|]() {}
// @filename: globals.d.ts
declare function [|main|](): void;
`);
  expect(await workspace.references()).toEqual([...workspace.wanted]);
});
