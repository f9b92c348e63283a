import { expect, test } from "bun:test";
import { withFormerDefaults } from "./former-defaults.ts";

const ALL = `"strict": false, "types": ["*"], "noUncheckedSideEffectImports": false, `;

test.each<[text: string, settled: readonly string[], wanted: string | undefined]>([
  [`{ "compilerOptions": { "target": "es2022" } }`, [], `{ "compilerOptions": {${ALL} "target": "es2022" } }`],
  [
    `{ "compilerOptions": {} }`,
    ["strict", "types"],
    `{ "compilerOptions": {"noUncheckedSideEffectImports": false, } }`,
  ],
  [`\ufeff{\r\n  "include": ["src"],\r\n}`, [], `\ufeff{"compilerOptions": { ${ALL}}, \r\n  "include": ["src"],\r\n}`],
  [`{}`, [], `{"compilerOptions": { ${ALL}}, }`],
  [
    `// "compilerOptions": {\n{ "a": { "compilerOptions": {} }, "compilerOptions": { "b": 1 } }`,
    [],
    `// "compilerOptions": {\n{ "a": { "compilerOptions": {} }, "compilerOptions": {${ALL} "b": 1 } }`,
  ],
  [`/* { */ { "b": 1 }`, [], `/* { */ {"compilerOptions": { ${ALL}},  "b": 1 }`],
  // Nothing to add, or nothing that can be read.
  [`{ "compilerOptions": {} }`, ["types", "noUncheckedSideEffectImports", "strict"], undefined],
  [`{ "compilerOptions": { }`, [], undefined],
  [`[]`, [], undefined],
  ["", [], undefined],
])("%j with %j settled", (text, settled, wanted) => {
  const told = withFormerDefaults(text, settled);
  expect(told?.text).toBe(wanted as never);
  if (told !== undefined) expect(told.text.slice(0, told.at) + told.text.slice(told.at + told.length)).toBe(text);
});
