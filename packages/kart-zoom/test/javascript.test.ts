import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(60_000);

const FILES = {
  "package.json": '{ "type": "commonjs" }',
  "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "module": "nodenext", "target": "es2022" } }',
  "names.js": `function first() { return 1; }
module.exports = { first, other: first, third: 3 };
`,
  "spread.js": `const rest = { some: 1 };
module.exports = { ...rest, more: 1 };
`,
  "value.js": `module.exports = [1].map(String);
`,
};

test.each([
  [
    "names.js",
    `export function first(): number; // 1
export { first as other };
export const third: number; // 2`,
  ],
  ["value.js", "declare const _exports: string[]; // 1\nexport = _exports;"],
  // What else is spread into it has no other place.
  [
    "spread.js",
    `declare const _exports: { some: number; more: number; }; // 2
export = _exports;
export const more: number; // 2`,
  ],
])("%s by its exports", async (path, wanted) => {
  using files = new TempWorkspace(FILES);
  await using connection = await connect(files.root);
  expect(await connection.text("kart_zoom", { path })).toBe(`// ${path}\n${wanted}`);
});
