import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type RenameData, textOf, renameDesks } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskOf = renameDesks();

/** Renames what `«a»` marks as everything that is to change, and back: the texts between the marks are given to it. */
const ROWS: readonly [what: string, symbol: string, newName: string, text: string][] = [
  [
    "a const, its importers and re-exports, and what is exported under an alias",
    "a",
    "b",
    `export const «a» = 1;
// @filename: i.ts
import { «a» } from "./a";
export const x = «a» + 1;
// @filename: r.ts
export { «a» } from "./a";
export { «a» as old } from "./a";
export * as ns from "./a";
// @filename: u.ts
import { «a» as mine, old, ns } from "./r";
import * as all from "./a";
export default [mine, old, ns.«a», all.«a»];
type A = typeof import("./a").«a»;
`,
  ],
  [
    "what a declaration file exports without the word, through a barrel too",
    "A",
    "B",
    `// @filename: a.d.ts
interface «A» { a?: string }
declare function of(it: «A»): «A»;
export type Last = «A» | null;
// @filename: r.ts
export * from "./a";
// @filename: u.ts
import { type «A», of } from "./a";
import * as all from "./r";
export type { «A» as Old } from "./r";
export interface Mine extends «A» { c: 1 }
export const x: all.«A» = of({});
type T = import("./a").«A»;
`,
  ],
  [
    "a member of a namespace, and no alias of it",
    "N.f",
    "g",
    `export namespace N { export const «f» = (a: number) => a; }
export import alias = N.«f»;
import f = N.«f»;
export const b = f(1) + alias(2);
// @filename: u.ts
import { alias, N } from "./a";
export default [alias(1), N.«f»(2)];
`,
  ],
  [
    "what an ambient module exports without the word",
    "f",
    "g",
    `// @filename: a.d.ts
declare module "amb" {
  interface I { a: 1 }
  function «f»(i: I): I;
}
declare module "other" { function own(): void }
// @filename: u.ts
import { «f» } from "amb";
import { own } from "other";
export default [«f»({ a: 1 }), own];
`,
  ],
  [
    "a member as a key of Omit, Pick and Exclude, of its owner and of what extends it",
    "I.a",
    "b",
    `export interface I { «a»: 1; c: 2 }
export type O = Omit<I, "«a»">;
export type T = Omit<I, /* it */ \`«a»\`>;
// @filename: i.ts
import type { I } from "./a";
export interface J extends Partial<Pick<I, "«a»" | "c">> { d: 3 }
export type V<T extends I> = Exclude<keyof T, '«a»'>;
export interface K extends Omit<J, 'c' | ("«a»")> {}
export type Other = Omit<{ a: 1 }, "a"> | Exclude<"a" | "c", "a">;
`,
  ],
  [
    "a member as a key that a mapped type, a condition or an intersection filters",
    "I.a",
    "b",
    `export interface I { «a»: 1; c: 2 }
// @filename: i.ts
import type { I } from "./a";
export type A = { [P in keyof I as Exclude<P, "«a»">]: I[P] };
export type B = { [P in keyof I as P extends "c" | "«a»" ? never : P]: P extends '«a»' ? 1 : Extract<"«a»", P> };
export type C = Pick<I, "«a»" & keyof I> | Exclude<keyof ({ [P in Exclude<keyof I, "c">]: I[P] }), "«a»">;
export const f = <K extends keyof T, T extends I>(key: Exclude<K, "«a»">) => key;
export type D = ("«a»" extends keyof I ? 1 : 2) | Omit<{ [P in Extract<keyof I, string>]: 1 }, "«a»">;
export type E = { [P in keyof I | keyof { d: 1 } as Exclude<P, "«a»">]: P };
export type F<P> = { [P in keyof { a: 1 }]: Exclude<P, "a"> } | (P extends "a" ? 1 : 2);
`,
  ],
  [
    "a member of an interface that a file names in an index alone",
    "I.a",
    "b",
    `export interface I { «a»: 1; [key: string]: unknown }
// @filename: i.ts
import type { I } from "./a";
export type V = I["«a»"];
// @filename: other.ts
export interface J { a: 2 }
export type W = J["a"];
`,
  ],
  [
    "a member of an enum that a file names in an index alone",
    "E.a",
    "b",
    `export enum E { «a» = 1 }
// @filename: i.ts
import { E } from "./a";
export type V = (typeof E)['«a»'];
`,
  ],
  [
    "a member of a namespace that a file names in an index alone",
    "N.a",
    "b",
    `export namespace N { export const «a» = 1; }
// @filename: i.ts
import { N } from "./a";
export type V = (typeof N)["«a»"];
`,
  ],
  [
    "what is used through a value that holds the module",
    "a",
    "b",
    `export const «a» = 1;
// @filename: c.ts
import * as all from "./a";
export const c = { all };
// @filename: u.ts
import { «a» as mine } from "./a";
import { c } from "./c";
export const used = [mine, c.all.«a», c.all?.["«a»"], { a: 1 }.a, async () => (await import("./a")).«a»];
export const { «a»: other } = c.all;
`,
  ],
  [
    "JSX tags",
    "Foo",
    "Bar",
    `// @filename: a.tsx
export const «Foo» = (p: { x: number }) => p.x;
export const e = <«Foo» x={1}></«Foo»>;
// @filename: b.tsx
import * as N from "./a";
export const e = <N.«Foo» x={1} />;
`,
  ],
  [
    "all overloads",
    "f[1]",
    "g",
    `export function «f»(a: 1): void;
export function «f»(a: 2): void;
export function «f»(a: unknown): void { «f»(1); }
«f»(1);
`,
  ],
  [
    "a getter with its setter",
    "K.v",
    "w",
    `class K { get «v»() { return 1; } set «v»(x) {} }
new K().«v» = new K().«v»;
`,
  ],
  [
    "what overrides and implements it, and what it implements",
    "K.m",
    "n",
    `interface I { «m»(): void }
class K implements I { «m»(): void {} }
class L extends K { override «m»() { super.«m»(); } }
const i: I = new L(); i.«m»(); i["«m»"]();
const o: I = { «m»() {} };
`,
  ],
  [
    "static members that override it, with or without the word",
    "K.m",
    "n",
    `export class K { static «m»: number = 1; static f() { return this.«m»; } g() { return (this.constructor as typeof K).«m»; } }
class L extends K {}
// @filename: b.ts
import { K } from "./a";
const mixed = <T extends abstract new (...a: any[]) => object>(type: T) => { abstract class M extends type {} return M; };
export class A extends mixed(K) { static override «m» = 2 }
export class B extends A { static get "«m»"() { return super.«m»; } static set "«m»"(value) {} }
export class C { static m = 4 }
export const all = [A.«m», B["«m»"], C.m];
`,
  ],
  [
    "a static member with what it overrides, and what overrides that",
    "L.m",
    "n",
    `export class L extends K { static «m»(): number { return super.«m»(); } }
import { K } from "./k";
// @filename: k.ts
export class K { static «m»(): number; static «m»(by?: 1): number; static «m»(by = 1) { return by; } }
// @filename: b.ts
import { K } from "./k";
export const B = class extends K { static override «m»() { return 2; } };
K.«m»(); B.«m»();
`,
  ],
  [
    "a type and a value of one name together",
    "T",
    "U",
    `export type «T» = number;
export const «T» = 1;
// @filename: b.ts
import { «T» } from "./a";
const t: «T» = «T»;
export { «T» };
`,
  ],
  [
    "a private name stays private",
    "#a",
    "b",
    "class K { «#a» = 1; m(o: K) { return this.«#a» + («#a» in o ? 1 : 0); } }\n",
  ],
  [
    "a parameter property: the member and the parameter",
    "K.a",
    "b",
    "class K { constructor(private «a»: number) { «a»; this.«a»; } m() { return this.«a»; } }\n",
  ],
  ["quoted and computed keys", "o.a", "b", 'const o = { "«a»": 1 };\no["«a»"]; o.«a»;\nconst p = { ["a"]: 1 };\n'],
  ["a quoted key that is no identifier", 'o."x-y"', "z-y", 'const o = { "«x-y»": 1 };\no["«x-y»"];\n'],
  ["an enum member", "E.A", "B", 'export enum E { «A», C = «A» }\nE.«A»; E["«A»"];\n'],
  [
    "a member of a namespace",
    "N.a",
    "b",
    "export namespace N { export const «a» = 1; export const c = «a»; }\nN.«a»;\n",
  ],
  [
    "a default export keeps its importers' names, but for those who use its own",
    "a",
    "b",
    `export default function «a»() {}
// @filename: b.ts
import «a» from "./a";
import other from "./a";
export default [«a», other];
`,
  ],
  [
    "a default export that a barrel gives by its own name, and importers take by that",
    "a",
    "b",
    `export default function «a»() {}
// @filename: barrel.ts
export { default } from "./a"; export { default as a } from "./a";
// @filename: u.ts
import own, { a } from "./barrel";
export default [own, a];
`,
  ],
  [
    "an entry of an export list",
    "a",
    "b",
    'const «a» = 1;\nexport { «a», «a» as c };\n// @filename: b.ts\nimport { «a», c } from "./a";\nexport default [«a», c];\n',
  ],
  [
    "dynamic imports",
    "a",
    "b",
    'export const «a» = 1;\n// @filename: b.ts\nconst m = await import("./a");\nm.«a»;\nimport("./a").then((n) => n.«a»);\n',
  ],
  [
    "what a namespace exports by an entry, whose member keeps its name for all that use it",
    "a",
    "b",
    `export class «a» {}
export class N { c = N.a; d = (N)["a"]; e = ({ a }: typeof N) => a; }
N.a = «a»;
export declare namespace N { export { «a» as a }; }
declare namespace N { namespace O { export { type «a» as a }; } }
// @filename: i.ts
import { N } from "./a";
import { «a» } from "./a";
import * as all from "./a";
[N.a.prototype, all.N.a.prototype, all.«a».prototype, «a».prototype];
type A = [N.a, N.O.a, import("./a").N.a, import("./a").«a»];
// @filename: u.ts
import { N } from "./a";
import * as all from "./a";
export const held = { all };
const { «a»: x } = held.all;
export default [x, N.a, held.all.N.a, held.all.«a»];
`,
  ],
  ["a link in a doc", "a", "b", "/** Not {@link c} but {@link «a»}. */\nexport const «a» = 1;\n"],
  [
    "names in casts of JavaScript that begin what they stand in",
    "A",
    "B",
    `// @filename: a.js
export class «A» { self() { return this; } }
// @filename: b.js
import { «A» } from "./a.js";
/** @param {unknown} o */
export const f = (o) => /** @type {«A»} */ (o).self() ?? /** @type {«A»[]} */ (o)[0];
/** @type {«A»} */ (f(1)).self();
const all = [/** @type {«A»} */ (/** @type {«A»} */ (f(1)).self()).self(), { A: /** @satisfies {«A»} */ (all).self() }];
// @filename: c.js
import { «A» as C } from "./a.js";
/** @type {import("./a.js").«A»} */ (f(1)).self(/** @type {C} */ (f(1)).self());
`,
  ],
  [
    "a type that a comment of JavaScript declares",
    "Options",
    "Fresh",
    `// @filename: a.js
/**
 * @typedef {object} «Options»
 * @property {«Options»[]} list
 */
/** @callback Done @param {«Options»} options */
/** @param {«Options»} o */
export const f = (o) => /** @type {«Options»} */ (o.list[0]).list;
// @filename: b.js
/** @import { «Options» } from "./a.js" */
/** @typedef {import("./a.js").«Options»} Own */
/** @param {«Options» & { Options: 1 }} o */
export const f = (o) => o.Options;
// @filename: c.ts
import type { «Options» } from "./a.js";
export const o: «Options» = { list: [] };
`,
  ],
];

/** Rows with something else than the name between the marks: `«before|after»`. */
const MENDED: readonly [what: string, symbol: string, newName: string, text: string][] = [
  [
    "a value in a shorthand",
    "a",
    "b",
    `export const «a|b» = 1;
export const o = { «a|a: b», c: { «a|a: b» } };
o.a;
const { a: x } = o;
function f({ a }: { a: number }) { return a; }
// @filename: b.ts
import { «a|b» } from "./a";
export const p = { «a|a: b» };
({ «a|a: b» });
`,
  ],
  [
    "a value in a shorthand of a parameter's decorator",
    "a",
    "b",
    `export const «a|b» = 1;
declare const Dec: (o: object) => any;
export class C { m(@Dec({ «a|a: b» }) p: string, @Dec({ «a|a: b» }) { q }: { q: 1 }) { return [p, q]; } }
`,
  ],
  [
    "a property in a shorthand, and in patterns, whose variables stay",
    "I.a",
    "b",
    `export interface I { «a|b»: number }
const a = 1;
export const o: I = { «a|b: a» };
export const { «a|b»: x } = o;
function g({ «a|b: a» }: I) { return a + 1; }
function h(i: I) { const { «a|b: a» = 2 } = i; return [a]; }
function k(i: I) { let a; ({ «a|b: a» } = i); return a; }
function l({ «a|b: a» = 1 }: Partial<I>) { return a; }
`,
  ],
  [
    "a variable that a pattern declares, and not the property",
    "a",
    "b",
    `const o = { a: 1 };
export const { «a|a: b» } = o;
o.a;
// @filename: b.ts
import { «a|b» } from "./a";
export default «a|b»;
`,
  ],
  [
    "a type and the variable of a pattern that go by one name",
    "a",
    "b",
    `export interface «a|b» { k: number }
export const { «a|a: b» } = { a: 1 }; // Not b.
// @filename: b.ts
import { «a|b» } from "./a";
export const o: «a|b» = { k: «a|b» };
`,
  ],
  [
    "CommonJS: a variable that it exports by its name, and those that importers take it into",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
module.exports = { «a|b» };
// @filename: b.js
const { «a|b» } = require("./a");
const all = require("./a");
module.exports = [«a|b»(), all.«a|b»(), all["«a|b»"]];
`,
  ],
  [
    "CommonJS: a variable that it exports by its name, written out",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
module.exports = { «a|b»: «a|b», c: 1 };
// @filename: b.js
var all = require("./a");
module.exports = { b: all.«a|b» };
`,
  ],
  [
    "CommonJS: a variable that a pattern takes out of something else, and that importers know by that name",
    "a",
    "b",
    `// @filename: a.js
const { «a|a: b» } = { a: 1 };
module.exports = { «a|a: b» };
// @filename: b.js
const { a } = require("./a");
module.exports = [a];
`,
  ],
  [
    "CommonJS: importers in which something has the new name keep theirs",
    "a",
    "fresh",
    `// @filename: a.js
function «a|fresh»() {}
exports.«a|fresh» = «a|fresh»;
// @filename: b.js
const { «a|fresh: a» } = require("./a");
module.exports = (fresh) => a(fresh);
// @filename: c.js
const { «a|fresh: a» } = require("./a");
module.exports = (text) => [a(), eval(text)];
// @filename: d.js
/** @typedef {import("./a")} All */
/** @param {string} one */
module.exports = async (one) => {
  const { «a|fresh» = () => {} } = await import("./a.js");
  return one.map((b) => b) + «a|fresh»() + { «a|a: fresh» }.a();
};
`,
  ],
  [
    "the variables that patterns take of a namespace, but those that are exported by it",
    "a",
    "b",
    `export const «a|b» = 1;
// @filename: exported.ts
import * as all from "./a";
export const { «a|b: a» } = all;
a + 1;
// @filename: listed.ts
import * as all from "./a";
const { «a|b» } = all;
export { «a|b as a» };
// @filename: inner.ts
import * as all from "./a";
export namespace N { export const { «a|b: a» } = all; }
// @filename: own.ts
import * as all from "./a";
export const f = () => {
  const { «a|b» } = all;
  return «a|b»;
};
// @filename: use.ts
import { a } from "./exported";
import { a as other } from "./listed";
export const used = [a, other];
`,
  ],
  [
    "CommonJS: the name that importers know alone",
    "module.exports.a",
    "b",
    `// @filename: a.js
function a() {}
module.exports = { «a|b: a», c: () => a() };
// @filename: b.js
const { «a|b» } = require("./a");
const all = require("./a");
module.exports = [«a|b»(), all.«a|b»(), all["«a|b»"]];
`,
  ],
  [
    "CommonJS: a name of the exports, given twice",
    "exports.a",
    "b",
    `// @filename: a.js
function a() {}
exports.«a|b» = a;
exports.c = a;
// @filename: b.js
require("./a").«a|b»();
`,
  ],
  [
    "CommonJS: importers by ESM too",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
exports.«a|b» = «a|b»;
// @filename: b.mts
import { «a|b» } from "./a.js";
«a|b»();
`,
  ],
  [
    "CommonJS: a function that is assigned to the exports, and the variables that hold it by its name",
    "a",
    "b",
    `// @filename: a.js
exports.«a|b» = function () {};
exports.c = exports.«a|b»;
// @filename: b.js
const { «a|b» } = require("./a");
const all = require("./a");
module.exports = [«a|b»(), all.«a|b»(), all["«a|b»"]];
`,
  ],
  [
    "CommonJS: a function that goes by the same name within, and not where another property holds it",
    "a",
    "b",
    `// @filename: a.js
exports.«a|b» = function a(n) { return n > 0 ? a(n - 1) : 0; };
// @filename: b.js
const { «a|b» } = require("./a");
const all = require("./a");
const own = { a: all.«a|b» };
module.exports = [«a|b»(1), all.«a|b»(1), all["«a|b»"](1), own.a(1)];
`,
  ],
  [
    "CommonJS: one of two names that are given to a function, and not where another property holds it",
    "a",
    "b",
    `// @filename: a.js
exports.«a|b» = exports.c = function () {};
// @filename: b.js
const all = require("./a");
const own = { a: all.«a|b» };
module.exports = [all.«a|b»(), all.c(), own.a()];
`,
  ],
  [
    "CommonJS: a class that has a name of its own beside that of the export",
    "A",
    "B",
    `// @filename: a.js
exports.«A|B» = class A {};
// @filename: b.js
const all = require("./a");
const { «A|B»: C } = all;
module.exports = [new all.«A|B»(), new C()];
`,
  ],
  [
    "CommonJS: a method of what the module exports whole",
    "a",
    "b",
    `// @filename: a.js
module.exports = { «a|b»() { return 1; }, c() { return this.«a|b»(); } };
// @filename: b.js
const { «a|b», c } = require("./a");
module.exports = [«a|b»(), c()];
`,
  ],
  [
    "CommonJS: a key of a module that another exports beside a module of its own",
    "a",
    "b",
    `// @filename: a.js
module.exports = { «a|b»: 1, c: 2 };
// @filename: whole.js
module.exports = class Whole {};
// @filename: b.js
module.exports = require("./whole");
module.exports.codes = require("./a");
// @filename: c.js
const { codes } = require("./b");
module.exports = [codes.«a|b», codes.c, require("./b").codes["«a|b»"]];
`,
  ],
  [
    "CommonJS: what it takes of an ES module, and the variables that hold it by its name",
    "a",
    "b",
    `// @filename: a.ts
export function «a|b»() { return 1; }
export const c = 2;
// @filename: b.js
const { «a|b», c } = require("./a");
const all = require("./a");
const own = { a: all.«a|b» };
module.exports = [«a|b»(c), all.«a|b»(), require("./a").«a|b»(), own.a()];
`,
  ],
  [
    "CommonJS: who passes it on keeps the name for those behind",
    "module.exports.a",
    "b",
    `// @filename: a.js
function a() {}
module.exports = { «a|b: a», c: () => 1 };
// @filename: b.js
const { «a|b» } = require("./a");
module.exports = { «a|a: b» };
// @filename: c.js
const { a } = require("./b");
module.exports.a = a;
// @filename: d.mjs
import { «a|b» } from "./a.js";
import { a as own } from "./c.js";
export { «a|b as a» };
export const all = { «a|a: b», own };
`,
  ],
  [
    "CommonJS: an ES module that passes it on keeps the name for those behind",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
module.exports = { «a|b» };
// @filename: b.mjs
export { «a|b as a» } from "./a.js";
// @filename: c.mjs
import { a } from "./b.mjs";
import * as all from "./b.mjs";
export default [a(), all.a()];
`,
  ],
  [
    "CommonJS: those behind a star know it by that name",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
module.exports = { «a|b» };
// @filename: b.mjs
export * from "./a.js";
// @filename: c.mjs
export { «a|b as a» } from "./b.mjs";
// @filename: d.mjs
import { «a|b» } from "./b.mjs";
import * as all from "./b.mjs";
import * as named from "./c.mjs";
import own from "./a.js";
export default [«a|b»(), all.«a|b»(), own.«a|b»(), named.a()];
`,
  ],
  [
    "CommonJS: a file that has it by itself, and of one that passes it on by name and by member",
    "a",
    "b",
    `// @filename: a.js
function «a|b»() {}
module.exports = { «a|b» };
// @filename: b.js
const { «a|b» } = require("./a");
module.exports = { «a|a: b» };
// @filename: c.js
const { a } = require("./b");
const own = require("./a");
const on = require("./b");
module.exports = [a(), own.«a|b»(), on.a()];
`,
  ],
  [
    "CommonJS: who passes on a function assigned to the exports",
    "a",
    "b",
    `// @filename: a.js
exports.«a|b» = () => 1;
// @filename: b.js
const { «a|b» } = require("./a");
module.exports.a = «a|b»;
// @filename: c.js
const { a } = require("./b");
a();
`,
  ],
  [
    "CommonJS: not what it exports on under the name itself, and each place once",
    "a",
    "b",
    `// @filename: a.ts
export function «a|b»() { return 1; }
// @filename: b.js
const { «a|b» } = require("./a");
module.exports = { «a|a: b» };
module.exports.a();
// @filename: c.js
const on = require("./b");
on.a();
// @filename: d.js
const all = require("./a");
const { «a|b» } = all;
«a|b»();
`,
  ],
  [
    "JavaScript: a property that a class is given in its constructor, and not the parameter of that name",
    "K.a",
    "b",
    `// @filename: a.js
class K {
  constructor(a) {
    f(class { c() { this.a = 1; } });
    this.«a|b» = a;
  }
  m() { const { «a|b: a» } = this; return [a, () => this.«a|b»]; }
}
function f() {}
class L extends K { n(a) { this.«a|b» = a; } }
module.exports = { K, L };
// @filename: b.js
const { L } = require("./a");
module.exports = new L(1).«a|b»;
`,
  ],
  [
    "JavaScript: what is a type by @enum too, as ES modules have it",
    "Kind",
    "Sort",
    `// @filename: a.js
/** @enum {string} */
export const «Kind|Sort» = { A: "a" };
/** @param {«Kind|Sort»} k of a kind */
export const use = (k) => k === «Kind|Sort».A;
// @filename: b.js
import { «Kind|Sort», use } from "./a.js";
import * as all from "./a.js";
/** @param {«Kind|Sort»} k @param {all.«Kind|Sort»} m @param {import("./a.js").«Kind|Sort»} n */
export const f = (k, m, n) => use(k) || use(m) || use(n) || use(«Kind|Sort».A);
/** @returns {typeof import("./a.js").«Kind|Sort» & typeof all.«Kind|Sort» & typeof «Kind|Sort»} */
export const every = () => «Kind|Sort»;
// @filename: c.js
/** @typedef {{ a: string }} Kind */
/** @type {Kind} */
export const own = { a: "" };
// @filename: d.ts
import { «Kind|Sort» } from "./a.js";
import * as all from "./a.js";
export const g = (k: «Kind|Sort», m: all.«Kind|Sort», n: import("./a.js").«Kind|Sort») => [k, m, n, «Kind|Sort».A];
`,
  ],
  [
    "JavaScript: a type, but no enum of its name",
    "Kind",
    "Sort",
    `// @filename: a.js
/** @typedef {{ a: string }} «Kind|Sort» */
/** @type {«Kind|Sort»} */
export const own = { a: "" };
// @filename: b.js
/** @enum {string} */
export const Kind = { A: "a" };
/** @param {Kind} k */
export const use = (k) => k;
`,
  ],
  [
    "JavaScript: what is a type by @enum too, as CommonJS has it",
    "Kind",
    "Sort",
    `// @filename: a.js
/** @enum {string} */
const «Kind|Sort» = { A: "a" };
/** @callback Handler
 * @param {«Kind|Sort»} kind
 */
module.exports = { «Kind|Sort» };
// @filename: b.js
const { «Kind|Sort» } = require("./a");
/** @type {import("./a").«Kind|Sort»} */
module.exports = «Kind|Sort».A;
`,
  ],
  ["a key and a value that come to be alike", "a", "b", "const «a|b» = 1;\nconst o = { «b: a|b» };\no.b;\n"],
  [
    "a property that a comment of JavaScript declares",
    "Options.size",
    "breadth",
    `// @filename: a.js
/**
 * @typedef {object} Options
 * @property {string} name of its size
 * @prop {number} [«size|breadth»=1] the size
 */
/** @param {Options} o */
export const f = ({ «size|breadth: size» }) => /** @type {Options} */ (f({ name: "", «size|breadth: size» })).«size|breadth» + size;
`,
  ],
];

const plain = (text: string, newName: string): [before: string, after: string] => {
  const name = newName;
  return [
    text.replaceAll(/«([^»]*)»/g, "$1"),
    text.replaceAll(/«([^»]*)»/g, (_all, old: string) => (old.startsWith("#") ? `#${name.replace("#", "")}` : name)),
  ];
};
const mended = (text: string): [before: string, after: string] => [
  text.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$1"),
  text.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$2"),
];

async function thereAndBack(symbol: string, newName: string, [before, after]: [string, string]): Promise<void> {
  const head = before.startsWith("// @filename") ? "" : "// @filename: a.ts\n";
  const file = /^\/\/ @filename: (.+)$/m.exec(head + before)?.[1] as string;
  const desk = await deskOf(before);
  const renamed = await desk.connection.data<RenameData>("kart_rename", { file, symbol, newName });
  expect(textOf(desk, head + before)).toBe(head + after);
  expect(renamed.complete).toBe(true);
  expect(renamed.warnings.filter((one) => !one.startsWith("Still exported as"))).toEqual([]);
  const parts = symbol.replace(/\[\d\]$/, "").split(/\.(?=[^.]+$)/);
  const old = (parts.at(-1) as string).replaceAll('"', "");
  const quoted = /^[#\w]+$/.test(newName) ? newName : `"${newName}"`;
  const fresh = [...parts.slice(0, -1), old.startsWith("#") ? `#${newName.replace("#", "")}` : quoted].join(".");
  await desk.connection.data("kart_rename", { file, symbol: fresh, newName: old });
  expect(textOf(desk, head + before)).toBe(head + before);
}

describe("every place, there and back", () => {
  for (const [what, symbol, newName, text] of ROWS)
    test(what, () => thereAndBack(symbol, newName, plain(text, newName)));
  for (const [what, symbol, newName, text] of MENDED) test(what, () => thereAndBack(symbol, newName, mended(text)));
});

test("a variable that a pattern takes by its name out of a value that holds the module is renamed too", async () => {
  const files = (name: string) => `// @filename: a.ts
export const ${name} = 1;
// @filename: c.ts
import * as all from "./a";
export const c = { all };
// @filename: u.ts
import { c } from "./c";
const { ${name} } = c.all;
export const f = ({ ${name} }: typeof c.all) => ${name};
export default [${name}];
`;
  const desk = await deskOf(files("a"));
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
  expect(textOf(desk, files("a"))).toBe(files("b"));
});

test("what the library takes by the old name is told of, and kept from being deleted", async () => {
  const desk = await deskOf(`// @filename: a.ts
const plain = { maximumFractionDigits: 1, minimumFractionDigits: 1, own: 2 };
export const other = new Intl.NumberFormat("en", plain);
`);
  const asked = { file: "a.ts", symbol: "plain.maximumFractionDigits", newName: "digits", dryRun: true };
  const { warnings, complete } = await desk.connection.data<RenameData>("kart_rename", asked);
  expect([complete, warnings]).toEqual([false, ["LEFT: values of it that other types take by the old name: a.ts:2"]]);
  expect(await desk.refused("kart_delete", { file: "a.ts", symbol: "plain.maximumFractionDigits" })).toContain(
    "other types take values of it by that name: a.ts:2",
  );
  const own = await desk.connection.data<RenameData>("kart_rename", { ...asked, symbol: "plain.own", newName: "mine" });
  expect([own.complete, own.warnings]).toEqual([true, []]);
});

test("a key of what CommonJS exports that is named by its line is renamed for who requires it", async () => {
  const files = (key: string) => `// @filename: a.js
function parse() {}
function format() {}
module.exports = {
  ${key}: parse,
  format: format,
};
// @filename: u.js
const a = require("./a");
a.${key}();
`;
  const desk = await deskOf(files("parse"));
  const asked = { file: "a.js", symbol: "parse", line: 4, newName: "read" };
  expect((await desk.connection.data<RenameData>("kart_rename", asked)).warnings).toEqual([]);
  expect(textOf(desk, files("parse"))).toBe(files("read"));
});

test("a function of a script is renamed in its own program alone", async () => {
  const files = (name: string) => `// @filename: a.js
function ${name}() {}
${name}();
// @filename: other.js
function main() {}
main();
`;
  const desk = await deskOf(files("main"));
  const answer = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.js",
    symbol: "main",
    newName: "run",
  });
  expect([answer.complete, answer.warnings]).toEqual([true, []]);
  expect(textOf(desk, files("main"))).toBe(files("run"));
});

test("what `export =` exports is imported by its new name, and goes by the old one in each file", async () => {
  const files = (name: string, entry: string, own: string) => `// @filename: a.ts
namespace N {
  export function ${name}(): void {}
}
export = N;
// @filename: b.ts
import { ${entry} } from "./a";
export { ${entry} } from "./a";
a();
// @filename: c.ts
import { a } from "./b";
import { ${own} } from "./a";
a(), own();
`;
  const desk = await deskOf(files("a", "a", "a as own"));
  const answer = await desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol: "N.a", newName: "b" });
  expect(answer.complete).toBe(true);
  expect(textOf(desk, files("a", "a", "a as own"))).toBe(files("b", "b as a", "b as own"));
});

test("a namespace's entry that is written once gives the member by the old name", async () => {
  const files = (name: string, entry: string, shorthand: string) => `// @filename: a.ts
export class ${name} {}
export class N {}
N.a = ${name};
export declare namespace N { export { ${entry}, type N as O } }
export const o = { ${shorthand} };
// @filename: i.ts
import { N } from "./a";
export const n: N.a = new N.a();
`;
  const desk = await deskOf(files("a", "a", "a"));
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
  expect(textOf(desk, files("a", "a", "a"))).toBe(files("b", "b as a", "a: b"));
});

test("a type in a namespace that `export =` exports is renamed for who imports it from there", async () => {
  const files = (name: string) => `// @filename: types.d.ts
export interface ${name} { a?: number }
// @filename: main.js
module.exports = function main() {};
// @filename: main.d.ts
import { ${name} } from "./types";
declare namespace main {
  export type { ${name} };
}
declare function main(options?: main.${name}): void;
export = main;
// @filename: a.ts
import main, { ${name} } from "./main.js";
const one: ${name} = { a: 1 };
main(one);
// @filename: b.ts
import main = require("./main");
const two: main.${name} = { a: 1 };
main(two);
`;
  const desk = await deskOf(files("Options"));
  await desk.connection.data("kart_rename", { file: "types.d.ts", symbol: "Options", newName: "Settings" });
  expect(textOf(desk, files("Options"))).toBe(files("Settings"));
});
