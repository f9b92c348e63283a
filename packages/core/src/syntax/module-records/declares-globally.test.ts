import { expect, test } from "bun:test";
import { loadParser } from "../parser/parse.ts";
import { declaresGlobally } from "./declares-globally.ts";

const oxc = await loadParser();

test.each<[string, string, boolean]>([
  ["a.d.ts", "interface Config { port: number }", true],
  ["a.d.ts", 'declare const users: import("./b").User[];', true],
  ["a.d.ts", '/// <reference types="vite/client" />', true],
  ["a.d.ts", "declare function f(): void; export = f;", false],
  ["a.d.ts", "declare function f(): void; export = f; export as namespace F;", true],
  ["a.ts", "export {}; declare global { interface Window { app: 1 } }", true],
  ["a.ts", 'import "./b";\ndeclare module "./b" { interface B { a: 1 } }', true],
  ["a.ts", "export declare namespace module { let a: 1 }\n// declare global", false],
  ["a.ts", "export const a = 1;", false],
  ["a.ts", " export const a = 1;", false],
  ["a.ts", 'import fs = require("fs"); const a = fs;', false],
  ["a.ts", "import A = B.C; const a = A;", true],
  ["a.ts", "console.log(1);", false],
  ["a.js", "const a = 1; module.exports = { a };", false],
  ["a.js", "const a = 1;", true],
  ["a.ts", "", false],
])("%s %s", (path, text, wanted) => {
  expect(declaresGlobally(oxc, path, text)).toBe(wanted);
});
