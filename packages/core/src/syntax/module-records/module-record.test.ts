import { describe, expect, test } from "bun:test";
import { memberUses } from "./member-uses.ts";
import { type ModuleRecord, moduleRecord } from "./module-record.ts";
import { loadParser } from "../parser/parse.ts";

const oxc = await loadParser();

function record(source: string, path = "a.ts"): ModuleRecord {
  const outcome = moduleRecord(oxc, path, source);
  if (!outcome.ok) throw new Error(`${path}: ${outcome.failure.message}`);
  return outcome.record;
}

/** `specifier [flags] imported>local{members} …`, one import a line. */
function imports(source: string, path?: string): string[] {
  return record(source, path).imports.map(({ specifier, line, dynamic, reExport, typeOnly, names }) => {
    const flags = [
      dynamic && "dynamic",
      reExport && "re-export",
      typeOnly && "type",
      line > 1 && `line ${line}`,
    ].filter(Boolean);
    const list = names.map((name) => {
      const members = name.members === undefined ? "" : `{${name.members === "all" ? "all" : name.members.join(",")}}`;
      return `${name.typeOnly ? "type " : ""}${name.imported}>${name.local}${members}${name.onlyExported ? "!" : ""}`;
    });
    return [specifier, ...flags.map((flag) => `[${flag}]`), ...list].join(" ");
  });
}

/** `name=local<specifier#imported`, one export an entry. */
function exports(source: string, path?: string): string[] {
  const { exports: list, stars } = record(source, path);
  return [
    ...list.map(({ name, line, local, from, typeOnly, commonJs }) => {
      const origin = from === undefined ? "" : `<${from.specifier}#${from.imported}`;
      return `${typeOnly ? "type " : ""}${commonJs ? "cjs " : ""}${name}${local === undefined ? "" : `=${local}`}${origin}${line > 1 ? ` line ${line}` : ""}`;
    }),
    ...stars.map(({ specifier, typeOnly }) => `${typeOnly ? "type " : ""}*<${specifier}`),
  ];
}

describe("imports", () => {
  const rows: [source: string, expected: string[], path?: string][] = [
    [`import a from "x"`, ["x default>a"]],
    [`import a, { b as c, type D, default as e, "s t" as f } from "x"`, ["x default>a b>c type D>D default>e s t>f"]],
    [`import type T from "x"`, ["x [type] type default>T"]],
    [`import type { A, B } from "x"`, ["x [type] type A>A type B>B"]],
    [`import type {} from "x"; import {} from "y"; import "z"`, ["x [type]", "y", "z"]],
    [`import type from "x"`, ["x default>type"]],
    [`import j from "./a.json" with { type: "json" }`, ["./a.json default>j"]],
    [`import * as ns from "x"; ns.a(); ns?.b; ns["c"]; ns.a`, ["x *>ns{a,b,c}"]],
    [`import * as ns from "x"; f(ns)`, ["x *>ns{all}"]],
    [`import * as ns from "x"; const q = { ...ns }`, ["x *>ns{all}"]],
    [`import * as ns from "x"; type Q = ns.T; o.ns; const $ns = 1`, ["x *>ns{T}"]],
    [`import * as ns from "x"; export { ns }`, ["x *>ns{}!"]],
    [`import * as ns from "x"; export { ns as m }; ns.q`, ["x *>ns{q}"]],
    [`import * as ns from "x"; const e = <ns.Button/>`, ["x *>ns{Button}"], "a.tsx"],
    [
      `import * as ns from "./ns"; import q from "ns"; export * from "./ns"; ns.a`,
      ["./ns *>ns{a}", "ns default>q", "./ns [re-export] *>*"],
    ],
    [`import type * as ns from "x"`, ["x [type] type *>ns{}"]],
    [`import { a } from "x"; export { a }`, ["x a>a!"]],
    [`import { a } from "x"; export { a }; a()`, ["x a>a"]],
    [`import a from "x"; export default a`, ["x default>a!"]],
    [`export * from "x"`, ["x [re-export] *>*"]],
    [`export * as ns from "x"`, ["x [re-export] *>ns"]],
    [
      `export { a as b, default, default as z, type t } from "x"`,
      ["x [re-export] a>b default>default default>z type t>t"],
    ],
    [
      `export type { a } from "x"; export type * from "y"`,
      ["x [re-export] [type] type a>a", "y [re-export] [type] type *>*"],
    ],
    [`export {} from "x"; export type {} from "y"`, ["x [re-export]", "y [re-export] [type]"]],
    [`const { a } = (await import("x")) as any; f((require("y") as Y).b)`, ["x [dynamic] a>a", "y [dynamic] b>b{all}"]],
    [`import x = require("y"); x.a`, ["y *>x{a}"]],
    [`import type x = require("y")`, ["y [type] type *>x{}"]],
    [`export import q = require("y")`, ["y *>q{}!"]],
    [`const { a, b: c, d = 1 } = await import("x")`, ["x [dynamic] a>a b>c d>d"]],
    [`const { a, b: c, ...rest } = await import("x")`, ["x [dynamic] a>a b>c *>*{all}"]],
    [`const ns = await import("x"); ns.a; ns.b()`, ["x [dynamic] *>ns{a,b}"]],
    [`function f() { const ns = require("x"); ns.a } f(ns)`, ["x [dynamic] *>ns{a}"]],
    [
      `const x = await import("./x"); x.a; vi.mock("./x"); import "./y"`,
      ["./x [dynamic] *>x{a}", "./x [dynamic]", "./y"],
    ],
    [`export const ns = await import("x")`, ["x [dynamic] *>ns{all}"]],
    [`const ns = await import("x"); export { ns }`, ["x [dynamic] *>ns{all}"]],
    [`const p = import("x")`, ["x [dynamic] *>*{all}"]],
    [`await import("x"); import("y")`, ["x [dynamic]", "y [dynamic]"]],
    [`f((await import("x")).a)`, ["x [dynamic] a>a{all}"]],
    [`(await import("x")).a.b(); (await import("y")).a;`, ["x [dynamic] a>a{b}", "y [dynamic] a>a{}"]],
    [`const { b, c } = require("x").a; const n = require("y").a; n.b`, ["x [dynamic] a>a{b,c}", "y [dynamic] a>a{b}"]],
    [`f(import("x").a)`, ["x [dynamic] *>*{all}"]],
    [`import("x").then(({ a, b: c }) => a + c)`, ["x [dynamic] a>a b>c"]],
    [`import("x").then((m) => m.a)`, ["x [dynamic] *>m{a}"]],
    [`import("x").then((m) => m)`, ["x [dynamic] *>m{all}"]],
    [`const L = lazy(() => import("./L"))`, ["./L [dynamic] *>*{all}"]],
    [`import { lazy as l } from "react"; l(() => import("./L"))`, ["react lazy>l", "./L [dynamic] default>*"]],
    [
      `import * as R from "react"; R.lazy(async () => await import("./L"))`,
      ["react *>R{lazy}", "./L [dynamic] default>*"],
    ],
    [
      `import load from "next/dynamic"; load(() => (import("./L")))`,
      ["next/dynamic default>load", "./L [dynamic] default>*"],
    ],
    [
      `import load from "next/dynamic"; load(() => import("./L"), o)`,
      ["next/dynamic default>load", "./L [dynamic] *>*{all}"],
    ],
    [`import { lazy } from "other"; lazy(() => import("./L"))`, ["other lazy>lazy", "./L [dynamic] *>*{all}"]],
    [`import { memo } from "react"; memo(() => import("./L"))`, ["react memo>memo", "./L [dynamic] *>*{all}"]],
    [`import { lazy } from "react"; lazy(() => f(import("./L")))`, ["react lazy>lazy", "./L [dynamic] *>*{all}"]],
    [
      `const [{ a }, b] = await Promise.all([import("x"), import("y")]); b.c`,
      ["x [dynamic] a>a", "y [dynamic] *>b{c}"],
    ],
    [`Promise.all([import("x"), f()]).then(([{ a: b }]) => b)`, ["x [dynamic] a>b"]],
    [`await Promise.all([import("x"), import("y")])`, ["x [dynamic]", "y [dynamic]"]],
    [`const all = await Promise.all([import("x")])`, ["x [dynamic] *>*{all}"]],
    [`const [...all] = await Promise.all([import("x")])`, ["x [dynamic] *>*{all}"]],
    [`export const [a] = await Promise.all([import("x")])`, ["x [dynamic] *>*{all}"]],
    [`const [a] = await Promise.race([import("x")])`, ["x [dynamic] *>*{all}"]],
    [
      `let m: typeof import("t"); async () => { m = await import("x") }; m.a`,
      ["t [type] type *>*{all}", "x [dynamic] *>m{a}"],
    ],
    [`export let m; m = await import("x")`, ["x [dynamic] *>m{all}"]],
    [`({ a } = await import("x")); f((m = await import("y")))`, ["x [dynamic] a>a", "y [dynamic] *>*{all}"]],
    [`m = import("x"); void import("y")`, ["x [dynamic] *>*{all}", "y [dynamic]"]],
    [`vi.mock(import("x"), () => import("y"))`, ["x [dynamic]", "y [dynamic] *>*{all}"]],
    ["import(`x`); import(/* chunk */ 'y')", ["x [dynamic]", "y [dynamic]"]],
    [`const { a, b: c } = require("x")`, ["x [dynamic] a>a b>c"]],
    [`const a = require("x").a; f(require("y"))`, ["x [dynamic] a>a{}", "y [dynamic] *>*{all}"]],
    [`const ns = require("x"); ns.a`, ["x [dynamic] *>ns{a}"], "a.cjs"],
    [`let ns; ns ??= require("x"); ns.a; ns = {}`, ["x [dynamic] *>ns{a}"], "a.cjs"],
    [`require("x"); require.resolve("y")`, ["x [dynamic]", "y [dynamic]"]],
    [
      `define(["./a", "require", "b"], f); define("n", ["./c"], f); require(["./d"], f); requirejs(["e"]); o.define(["g"])`,
      ["./a", "b", "./c", "./d", "e"].map((one) => `${one} [dynamic] *>*{all}`),
    ],
    [`const x = await System.import("./x"); other.import("./y")`, ["./x [dynamic] *>*{all}"]],
    [`const x = module.require("./x"); x.a; other.require("y")`, ["./x [dynamic] *>x{a}"], "a.js"],
    [`const r = require; const { a } = r("x"); r.resolve("y"); s("z")`, ["x [dynamic] a>a", "y [dynamic]"], "a.js"],
    [
      `import { createRequire } from "module"; const load = createRequire(import.meta.url); const x = load("./x"); x.a`,
      ["module createRequire>createRequire", "./x [dynamic] *>x{a}"],
    ],
    [
      `import m, { createRequire as make } from "module"; let a, b = make(here) as any; a = m.createRequire(here); a("x").c; b("y")`,
      ["module default>m createRequire>make", "x [dynamic] c>c{}", "y [dynamic]"],
    ],
    [`const load = typeof require === "function" ? require : m.createRequire(here); load("x")`, ["x [dynamic]"]],
    [`const load = typeof require === "function" ? require : undefined; load("x")`, ["x [dynamic]"]],
    [`var load = typeof require == "function" && require; load("x")`, ["x [dynamic]"]],
    [
      `const load = given ?? (module.require); const other = <any>require; load("x"); other("y")`,
      ["x [dynamic]", "y [dynamic]"],
    ],
    [
      `const { a } = m.createRequire(here)("x"); (await import("m")).createRequire(here).resolve("y")`,
      ["x [dynamic] a>a", "y [dynamic]", "m [dynamic] createRequire>createRequire{all}"],
    ],
    [`const x = createRequire(here)("x"); x("y"); const p = require.resolve; p("z")`, ["x [dynamic] *>x{all}"]],
    [`type T = import("x").A.B; type U = typeof import("y")`, ["x [type] type A>*", "y [type] type *>*{all}"]],
    [`(await import(new URL("./x.js", import.meta.url).href)).a`, ["./x.js [dynamic] *>*{all}"]],
    [`new URL("./w.ts", import.meta.url); new URL("https://x.y/z.js", import.meta.url)`, ["./w.ts [dynamic]"]],
    [`import.meta.resolve("x")`, ["x [dynamic]"]],
    [`vi.mock("./x"); const { a } = await vi.importActual("./y")`, ["./x [dynamic]", "./y [dynamic] a>a"]],
    [
      `vitest.mock("./x"); const { a } = await vitest.importActual("./y"); jest.unstable_mockModule("./z")`,
      ["./x [dynamic]", "./y [dynamic] a>a", "./z [dynamic]"],
    ],
    [`import { mock } from "bun:test"; mock.module("./x", () => ({}))`, ["bun:test mock>mock", "./x [dynamic]"]],
    [
      `declare module "./x" { import { a } from "y"; export * from "z" } export {}`,
      ["./x [type]", "y [type] type a>a", "z [type] type *>*{all}"],
    ],
    [`import x = require("y"); declare module "x" {}`, ["y *>x{}", "x [type]"]],
    [
      `declare module "x" { import { a } from "y"; export * from "z" }`,
      ["y [type] type a>a", "z [type] type *>*{all}"],
    ],
    [`declare module "x"; declare module "*.css" { const a: string; export default a }`, [], "a.d.ts"],
    [`declare module "*?raw" { import { a } from "y" } export {}`, ["y [type] type a>a"]],
    [
      `/// <reference path="g.d.ts" />\n/// <reference path="../h.d.ts" />\n/// <reference types="vite/client" />\n/// <reference lib="dom" />`,
      ["./g.d.ts [type]", "../h.d.ts [type] [line 2]", "vite/client [type] [line 3]"],
    ],
    [
      `#!bun\n// a\n/* @jsxRuntime automatic\n * @jsxImportSource @x/p */ "use client";`,
      ["jsx-runtime", "jsx-dev-runtime"].map(
        (name) => `@x/p/${name} [line 4] jsx>* jsxs>* jsxDEV>* Fragment>* type JSX>*{all}`,
      ),
      "a.tsx",
    ],
    [`// @jsxImportSource p\nlet a; /** @jsxImportSource q */`, [], "a.tsx"],
    [`/** @jsxImportSource p */`, []],
    [
      `/** @type {import("./x").Foo} */\nlet a;\n/** @param {typeof import('./y')} q */`,
      ["./x [type] type Foo>*", "./y [type] [line 3] type *>*{all}"],
      "a.js",
    ],
    [
      `/** @typedef {typeof import ('./x')} A */\n/** @type {import(\n *   "./y"\n * ).Foo} */\nlet a`,
      ["./x [type] type *>*{all}", "./y [type] [line 2] type Foo>*"],
      "a.js",
    ],
    [`/** {@link import("./x").Foo} */ let a`, []],
    [
      `/** @extends Array<import("./x").X>\n * @type string |\n * import("./y").Y\n * @param [a = 1] {import("./z").Z} */`,
      ["./x [type] type X>*", "./y [type] [line 3] type Y>*", "./z [type] [line 4] type Z>*"],
      "a.js",
    ],
    [
      `/** @import { A, B as C } from "x" */\n/**\n * @import D, {\n *   E\n * } from 'y'\n * @import * as F from "z"\n */`,
      ["x [type] type A>A type B>C", "y [type] [line 3] type default>D type E>E", "z [type] [line 6] type *>F{all}"],
      "a.js",
    ],
    [`/** @import { A } from "x" */`, []],
    [`import a from "x"\n\nimport {\n b } from "y"`, ["x default>a", "y [line 3] b>b"]],
    [`\uFEFF// 😀é\r\nimport a from "x"\rimport b from "y"`, ["x [line 2] default>a", "y [line 3] default>b"]],
    [`#!/usr/bin/env bun\nimport a from "x"`, ["x [line 2] default>a"]],
    [`if (x) return;\nconst a = require("x").y`, ["x [dynamic] [line 2] y>y{}"], "a.js"],
    [`// import a from "no"\nconst s = 'require("no")'`, []],
  ];
  for (const [source, expected, path] of rows) test(source, () => expect(imports(source, path)).toEqual(expected));
});

describe("exports", () => {
  const rows: [source: string, expected: string[], path?: string][] = [
    [`export const a = 1, b = 2; export let c; export var d`, ["a=a", "b=b", "c=c", "d=d"]],
    [`export const {\n x,\n y: z,\n ...r } = o`, ["x=x line 2", "z=z line 3", "r=r line 4"]],
    [`export function f() {} export async function* g() {} export class C {}`, ["f=f", "g=g", "C=C"]],
    [`export enum E {} export const enum F {} export namespace N {}`, ["E=E", "F=F", "N=N"]],
    [
      `export type T = 1; export interface I {} export declare type D = 1; export declare const e: 1`,
      ["type T=T", "type I=I", "type D=D", "e=e"],
    ],
    [`export const a: 1; export declare function f(): void`, ["a=a", "f=f"], "a.d.ts"],
    [`const x = 1; export { x, x as y, x as default, x as "s t" }`, ["x=x", "y=x", "default=x", "s t=x"]],
    [`type T = 1; export type { T }; export { type T as U }`, ["type T=T", "type U=T"]],
    [`export default function foo() {}`, ["default=foo"]],
    [`export default class {}`, ["default"]],
    [`export default () => 1`, ["default"]],
    [`const a = 1;\nexport default a`, ["default=a line 2"]],
    [`export default interface I {}`, ["type default=I"]],
    [`export { a as b } from "x"; export * from "y"; export * as ns from "z"`, ["b<x#a", "ns<z#*", "*<y"]],
    [`export { default } from "x"; export { default as d } from "y"`, ["default<x#default", "d<y#default"]],
    [`export type * from "x"; export type { T } from "y"`, ["type T<y#T", "type *<x"]],
    [`import { a as x, a as xy } from "f";\nexport { xy as b }`, ["b=xy<f#a line 2"]],
    [`import D, * as ns from "f"; export { D, ns }`, ["D=D<f#default", "ns=ns<f#*"]],
    [`import type { T } from "f"; export { T }`, ["type T=T<f#T"]],
    [`import a from "f"; export default a`, ["default=a<f#default"]],
    [`import { a } from "f"; export default a.b`, ["default"]],
    [`import x = require("y"); export = x`, ["export==x<y#*"]],
    [`export import q = require("y")`, ["q=q<y#*"]],
    [`const x = {};\nexport = x`, ["export==x line 2"]],
    [`declare module "x" { export const a: 1; export = a; export { b } from "c" }`, [], "a.d.ts"],
    [`declare global { interface Window {} } export {}`, []],
    [
      `export interface A {}\ninterface B {} declare const c: 1, d: 2; declare namespace N.M {} declare global {}`,
      ["type A=A", "type B=B line 2", "c=c line 2", "d=d line 2", "N=N line 2"],
      "a.d.ts",
    ],
    [`import { a } from "x"; declare function f(): void`, ["f=f"], "a.d.ts"],
    [`import x = require("x"); declare class C {}`, ["C=C"], "a.d.ts"],
    [`interface A {}\nexport {};\n`, [], "a.d.ts"],
    [`interface A {} declare const b: 1; export default b`, ["default=b"], "a.d.ts"],
    [`interface A {} export default class {}`, ["default", "type A=A"], "a.d.ts"],
    [`interface A {} export * from "x"`, ["*<x"], "a.d.ts"],
    [`interface A {}`, [], "a.d.ts"],
    [
      `import { T } from "y"; declare function f(): void; declare namespace f { type A = 1; interface B {} } export = f`,
      ["export==f", "type A=A", "type B=B"],
      "a.d.ts",
    ],
    [
      `import { T } from "y"; declare namespace f { export type A = 1; interface B {} export { T as U, f as default }; export import V = W.V; } export = f`,
      ["export==f", "type A=A", "U=T<y#T", "default=f", "V=V"],
    ],
    [`namespace f { export const a = 1; const b = 2 } namespace f.g {} export = f`, ["export==f", "a=a", "g=g"]],
    [
      `module.exports = { a, b: c, "d e": 1, ...require("./s") }`,
      ["cjs export=", "cjs a=a", "cjs b=c", "cjs d e", "*<./s"],
      "a.js",
    ],
    [`module.exports = foo`, ["cjs export==foo"], "a.js"],
    [`/** @typedef {import("./x").Foo} */ class Foo {} module.exports = Foo`, ["cjs export==Foo"], "a.js"],
    [`class Foo { of?: import("./x").Foo } export { Foo }`, ["Foo=Foo"]],
    [`module.exports = require("./x")`, ["cjs export=<./x#*", "*<./x"], "a.js"],
    [`module.exports = { x: require("./x"), y: 1 }`, ["cjs export=", "cjs x<./x#*", "cjs y"], "a.js"],
    [
      `module.exports = c ? (d || require("./x")) : { ...(e && require("./y")) }`,
      ["cjs export=", "*<./x", "*<./y"],
      "a.js",
    ],
    [
      `exports.a = 1;\nmodule.exports.b = exports.c = require("./x")`,
      ["cjs a", "cjs b<./x#* line 2", "cjs c<./x#* line 2"],
      "a.js",
    ],
    [
      `Object.defineProperty(exports, "__esModule", { value: true }); __exportStar(require("./x"), exports)`,
      ["*<./x"],
      "a.js",
    ],
    [`exports.a = b; const c = exports.d = 1; exports.e = f(g)`, ["cjs a=b", "cjs d=c", "cjs e"], "a.js"],
    [`if (x) { exports.a = 1 } var lib = module.exports = {}; exports = 1`, ["cjs a", "cjs export==lib"], "a.js"],
    [
      `module.exports = class A {}; exports = module.exports = function () {}`,
      ["cjs export==A", "cjs export="],
      "a.js",
    ],
    [`(function (f) { f(exports) })(function (e) { e.a = 1 })`, [], "a.js"],
    [
      `var e = exports; e.a = b; function f() { e.c = 1 } function g(e) { e.d = 1 } e.h = require("./x"); e.i.j = 1`,
      ["cjs a=b", "cjs c", "cjs h<./x#*"],
      "a.js",
    ],
    [
      `(function (U) { function a() {} U.a = a; U.b = c; function d() { U.e = 1 } (function (U) { U.f = 1 })(g) })(module.exports); U.h = 1`,
      ["cjs a", "cjs b=c", "cjs e"],
      "a.js",
    ],
    [`const e = exports; Object.assign(e, { a }); Object.defineProperty(e, "b", {})`, ["cjs a=a", "cjs b"], "a.js"],
    [`const e = exports; e.a = 1; export {}`, [], "a.mjs"],
    [`export const exports = 1; exports.a = 2`, ["exports=exports"], "a.js"],
    [
      `Object.assign(exports, require("./x"), { a, b: 1 }); Object.assign(o, { c })`,
      ["cjs a=a", "cjs b", "*<./x"],
      "a.js",
    ],
    [`export {}`, []],
  ];
  for (const [source, expected, path] of rows) test(source, () => expect(exports(source, path)).toEqual(expected));
});

test("a specifier in parentheses or of a stated type is a plain one", () => {
  const calls = [
    "import('a' as string)",
    'import(("b"))',
    "import(<string>`c`)",
    "require('d' satisfies string)",
    "import(e!)",
  ];
  const found = record(calls.join(";\n"));
  expect(found.imports.map(({ specifier, line }) => `${line} ${specifier}`)).toEqual(["1 a", "2 b", "3 c", "4 d"]);
  expect(found.computed).toEqual([{ line: 5, prefix: "" }]);
});

test("what requires is called so, whatever its name", () => {
  const source = `const load = createRequire(here); load("x"); load.resolve("y"); module.require("z"); load(name)`;
  const { imports: found, computed } = record(source, "a.js");
  expect(found.map(({ call }) => call)).toEqual(["require", "require.resolve", "require"]);
  expect(computed).toEqual([{ line: 1, prefix: "" }]);
});

test("what a file adds to the exports of another", () => {
  const source = `import "./a";
declare module "./a" { interface A {} interface A {} export type B = 1; const c: 1, d: 2; function e(): void; export { A as f } }
declare module "./b" {}
declare module "*.css" { const g: 1 }`;
  expect(record(source).imports.map(({ augments }) => augments)).toEqual([
    undefined,
    ["A", "B", "c", "d", "e"],
    undefined,
  ]);
  expect(record('declare module "x" { const a: 1 }', "a.d.ts").imports).toEqual([]);
});

test("computed specifiers keep what they start with", () => {
  const source = [
    "import(x)",
    "import(`./locales/${name}.ts`)",
    `require("./a/" + name)`,
    `import.meta.glob("./pages/*.tsx")`,
    `import.meta.glob(["../b/**/x.ts", "!../b/no/**"])`,
    `require.context("./ctx", true)`,
    `require(path.join(__dirname, "../lib", name))`,
    "require(`${__dirname}/x/${name}.js`)",
    `require(join(folder, "./x"))`,
  ].join("\n");
  expect(record(source).computed).toEqual([
    { line: 1, prefix: "" },
    { line: 2, prefix: "./locales/" },
    { line: 3, prefix: "./a/" },
    { line: 4, prefix: "./pages/" },
    { line: 5, prefix: "../b/" },
    { line: 6, prefix: "./ctx" },
    { line: 7, prefix: "./../lib/" },
    { line: 8, prefix: "./x/" },
    { line: 9, prefix: "" },
  ]);
});

test("what AMD is given as a list, or with a callback, is no specifier that is computed", () => {
  const source = `require(["./a"], f); require(list, f); require([name], f); define([name, "./b/" + name, "c/" + name], f);
require("./d/" + name); require(name)`;
  expect(record(source, "a.js").computed).toEqual([
    { line: 1, prefix: "./b/" },
    { line: 2, prefix: "./d/" },
    { line: 2, prefix: "" },
  ]);
});

describe("what hands on the object with the CommonJS exports", () => {
  const plain = [
    "module.exports = { a, b () { return this.a } }; exports.c = exports.a; module.exports['d'] = 1",
    "exports = module.exports = { a }; if (require.main === module) exports.a(module.id)",
    `Object.defineProperty(exports, "__esModule", { value: true }); exports.a = exports.b = void 0`,
    "const a = exports.a = 1; 0 && (module.exports = { a })",
    "module.exports = function () { f(this) }",
    "exports.a = { b () { f(this) } }; class C { d = f(this) } function g () { f(this) }",
    "o.exports; o.module; f({ exports: 1, module: 2 })",
    "const self = module.exports; exports.a = 1; self.b = () => self.a",
    "(function (A) { A.a = A.b = 1; A.a() })(exports)",
    "const e = exports; function f (e) { g(e) } f()",
    "export const a = 1; f(exports)",
  ];
  const handedOn = [
    "f(exports)",
    "const self = module.exports; f(self)",
    "const self = module.exports; self[name] = 1",
    "(function (A) { f(A) })(exports)",
    "let self; self = module.exports",
    "const api = module.exports = { a }",
    "exports[name] = 1",
    "module.exports = { a () { return this[name] } }",
    "exports.a = function () { f(this) }",
    "(function (root) {})(this); exports.a = 1",
    "(function (exports) { exports.a = 1 })(typeof exports === 'undefined' ? {} : exports)",
    "if (typeof module !== 'undefined') module.exports = { a }",
    "Object.assign(o, module.exports)",
    "module.exports = f; module.exports.a = 1",
  ];
  for (const source of plain) test(source, () => expect(record(source, "a.js").handsOnExports).toBeUndefined());
  for (const source of handedOn) test(source, () => expect(record(source, "a.js").handsOnExports).toBe(true));
});

test("relative paths in strings, but for those of imports where they stand", () => {
  const source = `require("./a"); load("./a", '../b'); f("./c/"); g(".."); h(\`./\${d}\`); i("e/f", "...", "./"); import("./g")`;
  expect(record(source, "a.js").paths).toEqual(["./a", "../b", "./c/", "..", "./"]);
  expect(record(`import a from "./a"; export * from "./b"`).paths).toBeUndefined();
});

describe("member uses", () => {
  const rows: [source: string, expected: readonly string[] | "all"][] = [
    ["", []],
    ["z.a + z . b + z\n  .c + z!.d + z?.e", ["a", "b", "c", "d", "e"]],
    ["x.z; zz; $z; z1; _z", []],
    ["z", "all"],
    ["[...z]", "all"],
    ["z[k]", "all"],
    ["z?.['k']", ["k"]],
    ["`${z.q}`", ["q"]],
    ["éz; zé; 𠮷z", []],
    ["z.ünï", ["ünï"]],
    ["({ z })", "all"],
    ["// z\n/** z\n * {@link z} */\nz.a // z\n/* z */", ["a"]],
    ["/* */ z", "all"],
    ["' // ' + z", "all"],
    ["`\n* ${z}`", "all"],
    ["f('http://x', z)", "all"],
    ["f('the z of it', \"so (z), or not\"); z.a", ["a"]],
    ["f('' + z, 'b')", "all"],
    ["'a' in z ? 'b' : 'c'", "all"],
    ["/'/.test(a) && z && /'/.test(b)", "all"],
    ["<p>don't {'a' in z ? 'b' : 'c'}</p>", "all"],
    ["don't <b a='c'>{z}", "all"],
    ["`\nit's`, 'a' in z ? 'b' : 'c'", "all"],
    ["/* it's\n's */ z, 's'", "all"],
    ["'it\\\n', 'a' in z ? 'b' : 'c'", "all"],
    ["'it' + `${'a ' + z}`", "all"],
    ["const { a, b: c, } = z; let { d } = z\nf();", ["a", "b", "d"]],
    ["var {\n  a,\n  b,\n} = z", ["a", "b"]],
    ...[
      "const { a, ...b } = z;",
      "const { a = 1 } = z;",
      "const { [a]: b } = z;",
      "const { a: { b } } = z;",
      "const { a } = z ?? y;",
      "const { a } = z\n(b)",
      "const { a } = z\n  as B;",
      "const { a } = z, b = z;",
      "({ a } = z);",
      "const { 'a': b } = z;",
    ].map((source): [string, "all"] => [source, "all"]),
  ];
  for (const [source, expected] of rows)
    test(source || "nothing", () => expect(memberUses(source, "z", [])).toEqual(expected));
});

test("a file that does not parse is a failure with its line, never an empty record", () => {
  expect(moduleRecord(oxc, "a.ts", "import a from 'x'\nconst = 1")).toMatchObject({ ok: false, failure: { line: 2 } });
});

test("offsets are those of the statement", () => {
  const source = `/* é😀 */ import a from "x"; const b = await import("y");`;
  expect(record(source).imports.map(({ start, end }) => source.slice(start, end))).toEqual([
    `import a from "x";`,
    `import("y")`,
  ]);
});

test("an expression nested ten thousand deep is read", () => {
  expect(imports(`const s = ${"'a' + ".repeat(10_000)}require("x");`)).toEqual(["x [dynamic] *>*{all}"]);
});
