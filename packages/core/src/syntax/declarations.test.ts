import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { textOf } from "../text/span.ts";
import { type Declaration, isValueMember, overloadsOf, walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { loadParser, type ParsedSource, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

function parse(source: string, path = "a.ts"): ParsedSource {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(`${path}:${outcome.failure.line} ${outcome.failure.message}`);
  return outcome.parsed;
}

function declared(source: string, path?: string): Declaration[] {
  return Array.from(walkDeclarations(declarationsOf(parse(source, path))), ({ declaration }) => declaration);
}

/** `+` is exported, `-` is not; `=` leads the other names it is exported under. */
function outline(source: string, path?: string): string[] {
  return declared(source, path).map(
    ({ kind, namePath, exported, exportedAs }) =>
      `${exported ? "+" : "-"} ${kind} ${namePath}${exportedAs === undefined ? "" : ` = ${exportedAs.join(" ")}`}`,
  );
}

const OUTLINES: Record<string, [source: string, expected: string[], path?: string]> = {
  "an export list": ["const a = 1; export { a }", ["+ const a"]],
  "an export list with another name": ["const a = 1; export { a as b }", ["+ const a = b"]],
  "a default export by name": ["const a = 1; export default a", ["+ const a = default"]],
  "export =": ["class A {} export = A", ["+ class A = export="]],
  "several names for one": ["export const a = 1; export { a as b, a as default }", ["+ const a = a b default"]],
  "module.exports of a name": ["const a = 1; module.exports = a", ["+ const a = export="], "a.js"],
  "module.exports of an object": [
    "const a = 1, b = 2; module.exports = { a, c: b }",
    ["+ const a", "+ const b = c"],
    "a.cjs",
  ],
  "exports.name": ["function f() {} exports.g = f; module.exports.h = f", ["+ function f = g h"], "a.js"],
  "module.exports of a class": [
    "module.exports = class A extends B { m() {} #p = 1 }",
    ["+ class A = export=", "+ method A.m", "- property A.#p"],
    "a.js",
  ],
  "module.exports without a name": [
    "exports = module.exports = class { m() {} }",
    ["+ class export=", "+ method export=.m"],
    "a.js",
  ],
  "module.exports of functions": [
    "module.exports = exports = (x) => x; module.exports = async function f() {}; module.exports = make()",
    ["+ function export=", "+ function f = export=", "+ const export="],
    "a.js",
  ],
  "module.exports of an object with members": [
    "module.exports = { a, b() {}, get c() { return 1 }, set c(v) {}, 'd-e': 1, f: g, h: require('./h'), ...i, [j]: (2) }",
    ["+ const export=", "+ method b", "+ getter c", "+ setter c", "+ property d-e", "+ property [j]"],
    "a.cjs",
  ],
  "module.exports under a name of its own": [
    "const a = module.exports = { b() {} }; var c = exports = module.exports = function () {}, d = exports.e = {}",
    ["+ const a = export=", "+ method a.b", "+ var c = export=", "+ var d = e"],
    "a.js",
  ],
  "values of exports": [
    "exports.f = function g() {}; module.exports.K = class K { m() {} }; exports['a b'] = exports.o = { p: 1 }",
    ["+ function f", "+ class K", "+ method K.m", '+ const "a b" = a b o', '+ property "a b".p'],
    "a.js",
  ],
  "a default of CommonJS": [
    "exports.default = class A {}; exports.default = () => {}; module.exports = exports.b = function c() {}",
    ["+ class A = default", "+ function default", "+ function b = export= b"],
    "a.js",
  ],
  "what is exported by assignment and declared elsewhere": [
    "let a; exports.a = exports.b = void 0; exports.a = a; exports.c = require('c').d; module.exports = require('e'); exports.f += 1",
    ["+ let a"],
    "a.js",
  ],
  "members of a prototype": [
    "function P() {} P.prototype.m = function () {}; P.prototype.p = 1; exports.P = P; Q.prototype = { n() {} }",
    ["+ function P", "+ method P.m", "+ property P.p", "- method Q.n"],
    "a.js",
  ],
  "members of a prototype that are declared elsewhere": [
    "const { m } = require('m'); function P() {} P.prototype.m = m; P.prototype.n = require('m').n; exports.f = P.prototype.f = m; P.prototype = m",
    ["+ const m = f", "- function P", "- property P.m", "- property P.n"],
    "a.js",
  ],
  "members of a prototype in a module": [
    "export class P {} P.prototype.m = function () {}; class Q {} Q.prototype = { n() {} }; export default function R() {} R.prototype.o = 1; S.prototype.p = 1; export { Q }",
    [
      "+ class P",
      "+ method P.m",
      "+ class Q",
      "+ method Q.n",
      "+ function R = default",
      "+ property R.o",
      "- property S.p",
    ],
    "a.js",
  ],
  "exports are not assigned in a module": [
    "exports.f = () => {}; exports.g = P.prototype.m = () => {}; const a = module.exports = { b: 1 }; export {}",
    ["- method P.m", "- const a"],
    "a.mjs",
  ],
  "members of functions": [
    "export function F() {} F.m = function () {}; F.p = F.q = 1; F.p = 2; const a = () => 1; a.p = 1; export { a as b }",
    ["+ function F", "+ method F.m", "+ property F.p", "+ const a = b", "+ property a.p"],
  ],
  "static members of classes, in JavaScript": [
    "class K { static s = 1; m() {} } K.s = 2; K.m = () => 1; K.I = class { n() {} }; K.o = { p: 1 }; const C = class {}; C.p = 1; export { K }",
    [
      "+ class K",
      "+ property K.s",
      "+ method K.m",
      "+ method K.m",
      "+ class K.I",
      "+ method K.I.n",
      "+ property K.o",
      "+ property K.o.p",
      "- const C",
      "- property C.p",
    ],
    "a.js",
  ],
  "members of empty objects, in JavaScript": [
    "var o = {}; o.m = function () {}; const app = exports = module.exports = {}; app.m = () => 1",
    ["- var o", "- method o.m", "+ const app = export=", "+ method app.m"],
    "a.js",
  ],
  "members that are added to objects, in JavaScript": [
    "const p = { q: 1, 's': 2, ...t }; p.r = 2; p.q = 3; p.s = 4; var o = { a: [] }; o.m = function () {}; module.exports = o",
    ["- const p", "- property p.q", "- property p.s", "- property p.r", "+ var o = export=", "+ method o.m"],
    "a.js",
  ],
  "exports that go by a variable": [
    "var e = exports, self = module.exports; e.f = function () {}; self.g = e.h = 1; function i() {} self.i = i; const j = self.k = {}; e.l.m = 1; other.n = 1",
    ["- var e", "- var self", "+ function f", "+ const g = g h", "+ function i", "+ const j = k"],
    "a.js",
  ],
  "exports that go by the parameter of a function that is called with them": [
    "(function (User, e) { function a() {} var f = 1; User.a = a; e.b = () => 1; User.c = out; User.d = 1; f.g = 1; if (f) User.h = 1 })(exports, module.exports); function out() {} const a = 1",
    ["+ const a", "+ function b", "+ const d", "+ function out = c", "- const a"],
    "a.js",
  ],
  "however it is called": [
    "!function (A) { A.a = 1 }(module.exports); (B => { B.b = 1 })(typeof exports === 'object' ? exports : window); (function (C) { C.c = 1 })(c)",
    ["+ const a", "+ const b"],
    "a.js",
  ],
  "nor by a name that means something else": [
    "const e = exports; (function (e) { e.a = 1 })(b); (function (A) { e.b = 1; (function (A) { A.c = 1 })(d) })(exports)",
    ["- const e", "+ const b"],
    "a.js",
  ],
  "no members of what has a type, or holds none that is declared so": [
    "const a: F = () => 1; a.p = 1; const b = memo(() => 1); b.p = 1; class K {} K.p = 1; const o = {}; o.p = 1; c.p = 1; { f.p = 1 } f[p] = 1; function f() {} f.prototype = {}; f.q += 1",
    ["- const a", "- const b", "- class K", "- const o", "- function f"],
  ],
  "nor of what a comment gives a type": ["/** @type {F} */ const a = () => 1; a.p = 1", ["- const a"], "a.js"],
  "nor in TypeScript": ["exports.f = () => {}; P.prototype.m = () => {}; module.exports = class {}", [], "a.ts"],
  "nor inside a statement": ["if (a) { exports.f = () => {} } (function () { module.exports = {} })()", [], "a.js"],
  "module.exports means nothing in a module": ["const a = 1; module.exports = a; export {}", ["- const a"]],
  "a list that re-exports": ["const a = 1; export { a } from './b'", ["- const a"]],
  "one statement, two names": ["export const a = 1, b = 2", ["+ const a", "+ const b"]],
  "a destructured export": ["export const { x, y: z, ...rest } = o", ["+ const x", "+ const z", "+ const rest"]],
  "deep destructuring": ["let { a: { b = 1 }, c: [d, , e] } = o", ["- let b", "- let d", "- let e"]],
  "let, var, using": [
    "let a; var b; using c = d(); await using e = f()",
    ["- let a", "- var b", "- using c", "- using e"],
  ],
  "a namespace": [
    "namespace N { export function f() {} const g = 1 }",
    ["- namespace N", "- function N.f", "- const N.g"],
  ],
  "an exported namespace": [
    "export namespace N { export function f() {} const g = 1 }",
    ["+ namespace N", "+ function N.f", "- const N.g"],
  ],
  "an export list in a namespace": [
    "export namespace N { const a = 1; export { a as b } }",
    ["+ namespace N", "+ const N.a = b"],
  ],
  "a dotted namespace": [
    "export namespace A.B { export type T = 1 }",
    ["+ namespace A", "+ namespace A.B", "+ type A.B.T"],
  ],
  "an ambient module": ['declare module "a/b" { function f(): void }', ['+ namespace "a/b"', '+ function "a/b".f']],
  "an ambient module without body": ['declare module "*.css";', ['+ namespace "*.css"']],
  "global augmentation": [
    "declare global { interface Window { x: 1 } } export {}",
    ["+ namespace global", "+ interface global.Window", "+ property global.Window.x"],
  ],
  "an ambient namespace exports all": ["export declare namespace N { const a: 1 }", ["+ namespace N", "+ const N.a"]],
  "a namespace in a declaration file exports all": [
    "export namespace N { const a: 1; namespace M { let b: 2 } }",
    ["+ namespace N", "+ const N.a", "+ namespace N.M", "+ let N.M.b"],
    "a.d.ts",
  ],
  "a declaration file that is a module exports all": [
    "export interface A {} interface B {} declare const c: 1, d: 2; declare module 'm' { const e: 1 } import F = A.G",
    ["+ interface A", "+ interface B", "+ const c", "+ const d", '+ namespace "m"', '+ const "m".e'],
    "a.d.ts",
  ],
  "a declaration file exports all until a statement only exports": [
    "interface A {} declare const b: 1; export { b as c }",
    ["- interface A", "+ const b = c"],
    "a.d.ts",
  ],
  "a declaration file with a default": [
    "interface A {} declare const b: 1; export default b",
    ["- interface A", "+ const b = default"],
    "a.d.ts",
  ],
  "a declaration file with a declaration as its default": [
    "interface A {} export default function f(): void",
    ["+ interface A", "+ function f = default"],
    "a.d.ts",
  ],
  "a declaration file that is no module": ["interface A {} import B = A.C", ["- interface A"], "a.d.ts"],
  "an ambient module that passes on another": [
    'declare module "m" { const a: 1; export * from "n" }',
    ['+ namespace "m"', '- const "m".a'],
  ],
  "class members": [
    "export class A { a = 1; static b; accessor c = 1; get d() { return 1 } set d(v) {} e() {} constructor() {} private f() {} protected g() {} #h = 1; static {} [i: string]: any; 'j-k' = 1; [Symbol.iterator]() {} }",
    [
      "+ class A",
      "+ property A.a",
      "+ property A.b",
      "+ accessor A.c",
      "+ getter A.d",
      "+ setter A.d",
      "+ method A.e",
      "+ constructor A.constructor",
      "- method A.f",
      "+ method A.g",
      "- property A.#h",
      "+ property A.j-k",
      "+ method A.[Symbol.iterator]",
    ],
  ],
  "parameter properties": [
    "export class A { constructor(private a: string, public b = 1, readonly c?: number, d?: 1) {} }",
    ["+ class A", "+ constructor A.constructor", "- property A.a", "+ property A.b", "+ property A.c"],
  ],
  "interface members": [
    "export interface I { a: 1; b?(): void; get c(): 1; set c(v); (): void; new (): I; [k: string]: any; 'd.e': 1 }",
    ["+ interface I", "+ property I.a", "+ method I.b", "+ getter I.c", "+ setter I.c", '+ property I."d.e"'],
  ],
  "enum members": [
    "export enum E { A, 'b-c' = 1, ['d'] = 2 }",
    ["+ enum E", "+ enum-member E.A", "+ enum-member E.b-c", "+ enum-member E.['d']"],
  ],
  "a const enum": ["declare const enum E { A }", ["- enum E", "- enum-member E.A"]],
  "object-literal members": [
    "export const o = { a: 1, b() {}, get c() { return 1 }, set c(v) {}, 'd': () => 1, ...e, [f]: 2, g } as const satisfies X",
    [
      "+ const o",
      "+ property o.a",
      "+ method o.b",
      "+ getter o.c",
      "+ setter o.c",
      "+ property o.d",
      "+ property o.[f]",
      "+ property o.g",
    ],
  ],
  "a local object": ["const o = { a: { b: 1 } }", ["- const o", "- property o.a"]],
  "type-literal members": [
    "export type T = { a: 1 } & ({ b(): void } & U)",
    ["+ type T", "+ property T.a", "+ method T.b"],
  ],
  "a class expression": ["export const A = class { m() {} }", ["+ const A", "+ method A.m"]],
  "an unnamed default class": ["export default class { m() {} }", ["+ class default", "+ method default.m"]],
  "an unnamed default function": ["export default function () {}", ["+ function default"]],
  "a default arrow": ["export default () => {}", ["+ function default"]],
  "a default object": [
    "export default { a: 1, setup() {} }",
    ["+ const default", "+ property default.a", "+ method default.setup"],
  ],
  "a named default": ["export default function f() {}", ["+ function f = default"]],
  "a default interface": ["export default interface I { a: 1 }", ["+ interface I = default", "+ property I.a"]],
  overloads: [
    "export function f(a: 1): void; export function f(a: 2): void; export function f(a: 3): void; export function f(a) {}",
    ["+ function f"],
  ],
  "default overloads": [
    "export default function f(a: 1): void; export default function f(a) {}",
    ["+ function f = default"],
  ],
  "method overloads": [
    "class A { f(a: 1): void; f(a) {} static f() {} g(): void }",
    ["- class A", "- method A.f", "- method A.f", "- method A.g"],
  ],
  "a type and a value of one name": ["type T = 1; const T = 1", ["- type T", "- const T"]],
  decorators: ["@Dec() export class K { @A @B() m() {} }", ["+ class K", "+ method K.m"]],
  "what a function holds is its own": [
    "function f() { function g() {} class C {} const a = { b: 1 } }",
    ["- function f"],
  ],
  "what a block holds is its own": ["if (x) { var a = 1 } { function g() {} }", []],
  "imports and aliases": ["import a, { b } from 'c'; import d = require('e'); import F = G.H", []],
  JSX: ["export const A = () => <div>{a}</div>", ["+ const A"], "a.tsx"],
  "JSX in .js": ["export const A = () => <div>{a}</div>", ["+ const A"], "a.js"],
  "generics in .mts": ["export const f = <T>(a: T) => a", ["+ const f"], "a.mts"],
  "a top-level return of CommonJS": ["function f() {} return", ["- function f"], "a.js"],
  "an empty file": ["", []],
  "a BOM and a hashbang": ["\ufeffexport const a = 1", ["+ const a"]],
};

for (const [what, [source, expected, path]] of Object.entries(OUTLINES)) {
  test(`outline of ${what}`, () => expect(outline(source, path)).toEqual(expected));
}

test("what a variable is given of require() is an import, what is made of it is none", () => {
  const source = `const { a, b: { c = 1 }, ...d } = require("m"), e = require("m"), { f } = (require("m") as M).n!.o;
    let g = __importDefault(require("m")); export const h = require("m");
    const i = require("m")(), { j } = new (require("m"))(), k = [require("m")], l = require(m), n = o.require("m");`;
  const imports = declared(source).filter(({ isImport }) => isImport);
  expect(imports.map(({ name }) => name).join("")).toBe("acdefgh");
});

/** The first range is the span of the last declaration named `x`; a second one, before it, its lead. */
const SPANS: Record<string, string> = {
  "up to the semicolon": "a(); [|export const x = 1;|] b()",
  "without a semicolon": "[|const x = 1|]\nconst y = 2",
  "decorators before export": "[|@Dec() export class x {}|]",
  "decorators behind export": "[|export @Dec() class x {}|]",
  declare: "[|export declare function x(): void;|]",
  "abstract default": "[|export default abstract class x {}|]",
  "all overloads": "[|function x(a: 1): void;\n/* two */ function x(a: 2): void;\nfunction x(a) {}|]\nfunction y() {}",
  "a declarator among others": "const a = 1, [|x = 2|], b = 3",
  "a pattern element": "const { a, [|y: x = 1|] } = o",
  "a decorated member": "class A { [|@Dec() private static x = 1;|] }",
  "a method": "class A { [|async *x() {}|] y() {} }",
  "an object-literal member, without its comma": "const o = { a: 1, [|x() {}|], b: 2 }",
  "an enum member, without its comma": "enum E { A, [|x = 1|], B }",
  "an interface member, with its separator": "interface I { a: 1, [|x: 2,|] b: 3 }",
  "a parameter property": "class A { constructor([|private readonly x: string|]) {} }",
  "emoji before it": "const s = '👩‍👩‍👧 😀'; [|const x = '😀'|]",
  CRLF: "const a = 1\r\n[|const x = `\r\n`\r\n|]".replace("\r\n|]", "|]\r\n"),
  "a BOM": "\ufeff[|const x = 1|]",
  "a nested namespace": "namespace A.[|x { }|]",
};

for (const [what, text] of Object.entries(SPANS)) {
  test(`span: ${what}`, () => {
    const { source, ranges } = marked(text);
    const found = declared(source).findLast(({ name }) => name === "x");
    expect(found?.span).toEqual(ranges[0] as never);
  });
}

/** The range is the lead of `x`; no range means that it has none. */
const LEADS: Record<string, string> = {
  JSDoc: "[|/** doc */|]\nconst x = 1",
  "several comments": "[|// one\n// two\n/** three */|]\n@Dec class x {}",
  "on the same line": "a(); [|/* c */|] const x = 1",
  "indented, of a member": "class A {\n  a = 1;\n\n  [|/** doc */\n  // more|]\n  x() {}\n}",
  "a blank line detaches": "/** license */\n\nconst x = 1",
  "only down to the blank line": "// far\n\n[|// near|]\nconst x = 1",
  "behind code it speaks of that code": "const a = 1; // about a\nconst x = 2",
  "behind a brace": "class A { // about A\n  x() {}\n}",
  "two comments on a line of their own": "[|/* a */ /* b */|]\nconst x = 1",
  "of an overload set": "[|/** doc */|]\nfunction x(a: 1): void\n/** second */\nfunction x(a) {}",
  "the first of several declarators": "[|/** doc */|]\nexport const x = 1, y = 2",
  "a later declarator": "const a = 1,\n  [|/** doc */|]\n  x = 2",
  "not a region mark": "// #region things\nconst x = 1",
  "nor what ends a block of conditional compilation": "// #endif\nconst x = 1",
  "nor what begins one, in a block": "/* @ifdef DEBUG */\nconst x = 1",
  "nor one without a hash, which is ended": "// region things\nconst x = 1\n// endregion\n",
  "not a reference": '/// <reference path="a" />\nconst x = 1',
  "not what compilers and linters read for the whole file": "// @ts-nocheck\n/* eslint-disable no-var */\nconst x = 1",
  "nor what test runners, formatters and type checkers do":
    "// @flow strict\n/* istanbul ignore file */\n// deno-lint-ignore-file no-var\n// biome-ignore-all lint: no\nconst x = 1",
  "nor what begins a range": "/* c8 ignore start */\nconst x = 1\n/* c8 ignore stop */\n",
  "but with the doc above it": "[|/** doc */\n/* v8 ignore start */|]\nconst x = 1\n/* v8 ignore stop */\n",
  "nor what ends one":
    "// biome-ignore-end lint: no\n// clang-format on\n/* node:coverage enable */\n// cspell:enable\n// Stryker restore all\nconst x = 1",
  "but what holds for the next line":
    "[|/* v8 ignore next */\n// cspell:disable-next-line\n// Stryker disable next-line all\n// biome-ignore lint: no|]\nconst x = 1",
  "nor what ESLint knows of the whole file": "/* eslint-env node */\n/* global a, b:writable */\nconst x = 1",
  "nor names with a reason": "/* exported x,\n y -- for the page */\nconst x = 1",
  "but prose in a block that begins so":
    "[|/* global cache of parsed files */\n/* exported for tests */|]\nconst x = 1",
  "but prose in a line that begins so": "[|// global state\n// exported for tests|]\nconst x = 1",
  "nor what TSLint reads": "// tslint:disable:no-any\nconst x = 1",
  "but what TSLint reads for the next line": "[|// tslint:disable-next-line:no-any|]\nconst x = 1",
  "not a module's doc": "/**\n * What it is for.\n * @module x\n */\n[|/** doc */|]\nconst x = 1",
  "but a declaration's that names its module": "[|/**\n * @module x\n * @param {1} a\n */|]\nfunction x(a) {}",
  "and one that speaks of modules": "[|/** Reads @module and @file tags. */|]\nconst x = 1",
  "not the license that a file opens with": "#!/bin/x\n// Copyright 2020\n// Licensed under MIT\nconst x = 1",
  "but a doc that speaks of licenses further down": "let a;\n[|/** Reads the license. */|]\nconst x = 1",
  "what they read for the next line": "[|// eslint-disable-next-line no-var\n// @ts-expect-error|]\nconst x = 1",
  CRLF: "[|// a\r\n// b|]\r\nconst x = 1",
  "a BOM": "\ufeff[|// a|]\nconst x = 1",
};

/** The same, in JavaScript. */
const LEADS_IN_JAVASCRIPT: Record<string, string> = {
  "not a type": "/** @typedef {1} T */\n[|/** doc */|]\nconst x = 1",
  "not a type by the tag of another": "/** doc\n * @typedef T\n * @type {1}\n * @template U */\nconst x = 1",
  "not a callback": "/** @callback C\n * @param {1} a\n * @returns {1} */\n[|// c|]\nconst x = 1",
  "not an import": '/** @import { A } from "a" */\nconst x = 1',
  "but what only speaks of one": "[|/** Reads @import rules from `@typedef`s. */|]\nconst x = 1",
  "but a doc that declares a type as well": "[|/** @typedef {1} T\n * @param {T} a */|]\nfunction x(a) {}",
};

test.each(Object.entries(LEADS_IN_JAVASCRIPT))("lead in JavaScript: %s", (_, text) => {
  const { source, ranges } = marked(text);
  const lead = (path: string) => declared(source, path).find(({ name }) => name === "x")?.lead;
  expect(lead("a.js")).toEqual(ranges[0] as never);
  expect(lead("a.ts")).toBeDefined();
});

for (const [what, text] of Object.entries(LEADS)) {
  test(`lead: ${what}`, () => {
    const { source, ranges } = marked(text);
    const found = declared(source).findLast(({ name }) => name === "x");
    expect(found?.lead).toEqual(ranges[0] as never);
  });
}

test("each overload has its own range, name, head and lead", () => {
  const source =
    "export function f(a: 1): void;\n/** Two. */\nexport function f(a: 2): void;\nexport function f(a: 3): void;\nexport function f(a) {}";
  const [f] = declared(source);
  const overloads = f === undefined ? [] : overloadsOf(f);
  const lines = source.split("\n").filter((line) => line !== "/** Two. */");
  expect(overloads.map(({ span }) => textOf(source, span))).toEqual(lines);
  expect(overloads.map(({ head }) => `export ${textOf(source, head)}`)).toEqual([
    ...lines.slice(0, 3),
    "export function f(a) ",
  ]);
  expect(overloads.map(({ nameRange }) => textOf(source, nameRange))).toEqual(["f", "f", "f", "f"]);
  expect(overloads.map(({ lead }) => lead && textOf(source, lead))).toEqual([
    undefined,
    "/** Two. */",
    undefined,
    undefined,
  ]);
  expect(f === undefined ? "" : textOf(source, f.span)).toBe(source);
});

test("several names of one statement know the whole of it", () => {
  const source = "/** doc */\nexport const a = 1, { b } = o;";
  expect(declared(source).map(({ statement }) => statement && textOf(source, statement))).toEqual([
    "export const a = 1, { b } = o;",
    "export const a = 1, { b } = o;",
  ]);
});

test("name ranges hold quotes, brackets and keywords", () => {
  const source = `export default { 'a-b': 1, [c . d]: 2, #e: 3 }`.replace(", #e: 3", "");
  expect(declared(source).map(({ nameRange }) => textOf(source, nameRange))).toEqual(["default", "'a-b'", "[c . d]"]);
});

test("a syntax error is a failure with its line, never an empty file", () => {
  expect(parseSource(oxc, "a.ts", "const a = 1;\nconst = 2;\n")).toMatchObject({ ok: false, failure: { line: 2 } });
});

test("members of values are those of classes, interfaces and objects, at any depth; what a module or a namespace holds is none", () => {
  const membersOf = (source: string, path?: string) => {
    const declarations = declarationsOf(parse(source, path));
    return Array.from(walkDeclarations(declarations), ({ declaration }) => declaration).flatMap((one) =>
      isValueMember(declarations, one) ? one.namePath : [],
    );
  };
  expect(
    membersOf(
      "class A { constructor(readonly p: 1) {} m() {} get g() { return 1 } }\nexport namespace N { export interface I { x: 1 } export function f() {} }\nenum E { V }\nexport const o = { k() {} };\nfunction lone() {}",
    ),
  ).toEqual(["A.p", "A.m", "A.g", "N.I.x", "o.k"]);
  expect(membersOf("module.exports = { name() {}, inner: { own: 1 } }", "a.js")).toEqual([]);
});
