import { expect, test } from "bun:test";
import { localDeclarations } from "./local-declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

/** `kind name path`, one a declaration. */
function locals(source: string, path = "a.ts"): string[] {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = localDeclarations(outcome.parsed, () => true);
  for (const { name, nameRange, span } of found) {
    expect(source.slice(nameRange.start, nameRange.end)).toContain(name);
    expect(span.start <= nameRange.start && nameRange.end <= span.end).toBe(true);
  }
  return found.map(({ kind, namePath }) => `${kind} ${namePath}`);
}

const rows: [source: string, found: string[], path?: string][] = [
  [
    "function f() { function g() { class C { m() {} p = 1; get q() { return 1 } } } }",
    ["function f.g", "class f.g.C", "method f.g.C.m", "property f.g.C.p", "getter f.g.C.q"],
  ],
  [
    "const f = (a, { b }) => { const c = 1, { d: e, ...g } = a; let h; for (const i of a) {} try {} catch (j) {} }",
    ["const f.c", "const f.e", "const f.g", "let f.h", "const f.i"],
  ],
  [
    "function f() { interface I {} type T = 1; enum E {} return (x: number) => function named() {} }",
    ["interface f.I", "type f.T", "enum f.E", "function f.named"],
  ],
  ["function f() { function f() {} const g = function g() {} }", ["function f.f", "const f.g"]],
  ["if (x) { function f() {} var v } { let w }", ["function f", "var v", "let w"]],
  [
    "function f() { return { m() {}, n: () => { const o = 1 }, p: 1, get q() { return 1 }, [r]() {} } }",
    ["method f.m", "method f.n", "const f.n.o", "getter f.q"],
  ],
  [
    "class C { constructor() { this.a = 1; this.b = () => { this.c = 2 } } m() { this.a = 3; const s = 1 } }",
    ["property C.a", "method C.b", "property C.c", "const C.m.s"],
    "a.js",
  ],
  [
    "function F() { this.a = 1 } F.b = function () {}; F.prototype.c = function c() { this.d = 1 }; F.e = 1; x.y.z = class {}",
    ["property F.a", "property F.d", "class x.y.z"],
    "a.js",
  ],
  [
    "const { a } = require('b'); function f() { const { c } = require('d'); const e = require('f').g; const h = i(require('j')) }",
    ["const f.h"],
    "a.js",
  ],
  [
    "/** @typedef {object} T */ /** @callback U */ exports.a = function () {}; module.exports.b = () => {}",
    ["type T", "type U"],
    "a.js",
  ],
  [
    "export function f() {} export default class { m() {} } export const o = { p() {}, q: { r() {} } }",
    ["method o.q.r"],
  ],
];
for (const [source, found, path] of rows) test(source, () => expect(locals(source, path)).toEqual(found));

test("an expression nested ten thousand deep is read", () => {
  expect(locals(`function f() { const s = ${"'a' + ".repeat(10_000)}1 }`)).toEqual(["const f.s"]);
});
