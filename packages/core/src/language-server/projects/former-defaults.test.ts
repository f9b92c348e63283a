import { expect, test } from "bun:test";
import { withOptions } from "./former-defaults.ts";

const ADDED = { strict: false, paths: { "*": ["./src/*"] } };
const ALL = `"strict":false,"paths":{"*":["./src/*"]}`;

test.each<[text: string, wanted: string | undefined]>([
  [
    `{ "compilerOptions": { "lib": ["esnext"], "target": "es2022" } }`,
    `{ "compilerOptions": { "lib": ["esnext"], "target": "es2022" ,${ALL}} }`,
  ],
  [
    `{ "compilerOptions": { "lib": ["esnext"], "strict": true, } }`,
    `{ "compilerOptions": { "lib": ["esnext"], "strict": true, ${ALL}} }`,
  ],
  [`{ "compilerOptions": {} }`, `{ "compilerOptions": {${ALL}} }`],
  [
    `{ "compilerOptions": { "lib": ["esnext"], "paths": { "a": ["b"] } }, "include": ["src"] }`,
    `{ "compilerOptions": { "lib": ["esnext"], "paths": { "a": ["b"] } ,${ALL}}, "include": ["src"] }`,
  ],
  [`\ufeff{\r\n  "include": ["src"],\r\n}`, `\ufeff{"compilerOptions":{${ALL}},\r\n  "include": ["src"],\r\n}`],
  [`{}`, `{"compilerOptions":{${ALL}},}`],
  [
    `// "compilerOptions": {}\n{ "a": { "compilerOptions": {} }, "compilerOptions": { "lib": ["esnext"], "b": 1 /* } */ } }`,
    `// "compilerOptions": {}\n{ "a": { "compilerOptions": {} }, "compilerOptions": { "lib": ["esnext"], "b": 1 /* } */ ,${ALL}} }`,
  ],
  [`/* { */ { "b": 1 }`, `/* { */ {"compilerOptions":{${ALL}}, "b": 1 }`],
  // Nothing that can be read.
  [`{ "compilerOptions": { }`, undefined],
  [`[]`, undefined],
  ["", undefined],
])("%j", (text, wanted) => {
  const told = withOptions(text, ADDED);
  expect(told?.text).toBe(wanted as never);
  if (told !== undefined) expect(told.text.slice(0, told.at) + told.text.slice(told.at + told.length)).toBe(text);
});
