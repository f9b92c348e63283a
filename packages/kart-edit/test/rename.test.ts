import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { LanguageServer } from "@kart/core/language-server/language-server";
import { editServer } from "../src/server.ts";
import { markedFiles } from "@kart/testkit/marked-source";
import { Desk, sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(60_000);

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: "preserve",
    target: "esnext",
    lib: ["esnext"],
    jsx: "preserve",
    allowJs: true,
    skipLibCheck: true,
    types: [],
  },
});

interface RenameData {
  readonly files: readonly { readonly path: string; readonly edits: number }[];
  readonly totalEdits: number;
  readonly diff: string;
  readonly complete: boolean;
  readonly totalMentions: number;
  readonly mentions: readonly { readonly path: string; readonly line: number }[];
  readonly warnings: readonly string[];
}

const deskWith = sharedDesk();

/** Files in one text; the first is `a.ts` unless it says otherwise. */
function deskOf(text: string): Promise<Desk> {
  const named = text.startsWith("// @filename") ? text : `// @filename: a.ts\n${text}`;
  return deskWith({ "tsconfig.json": TSCONFIG, ...markedFiles(named) });
}

function textOf(desk: Desk, text: string): string {
  return text.replaceAll(
    /^\/\/ @filename: (.+)\n(?:(?!\/\/ @filename)[^]*?)(?=\/\/ @filename|$(?![^]))/gm,
    (_all, path: string) => {
      return `// @filename: ${path}\n${desk.workspace.read(path)}`;
    },
  );
}

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
N.a.name + all.N.a.name + all.«a».name + «a».name;
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
    "CommonJS: the name that importers know alone",
    "module.exports.a",
    "b",
    `// @filename: a.js
function a() {}
module.exports = { «a|b: a», c: a() };
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
module.exports = { «a|b: a» };
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

describe("a name that is taken", () => {
  const ROWS_TAKEN: readonly [what: string, symbol: string, newName: string, text: string, place: string][] = [
    ["in the same scope", "a", "b", "const a = 1;\nconst b = 2;\n", "a.ts:2 const b = 2;"],
    [
      "in the namespace that an enum is merged with",
      "E.A",
      "b",
      "export enum E { A }\nexport namespace E { export const b = 1; }\n",
      "a.ts:2 export namespace",
    ],
    [
      "in the class that a namespace is merged with",
      "E.b",
      "A",
      "class E { static A = 1 }\nnamespace E { export const b = 1; }\n",
      "a.ts:1 class",
    ],
    [
      "in another part of a namespace",
      "N.a",
      "b",
      "namespace N { export const a = 1; }\nnamespace N { export const b = 1; }\n",
      "a.ts:2 namespace",
    ],
    [
      "by an import",
      "a",
      "b",
      'import { b } from "./b";\nexport const a = 1;\n// @filename: b.ts\nexport const b = 1;\n',
      "a.ts:1 import",
    ],
    [
      "where it is used: a parameter",
      "a",
      "b",
      "const a = 1;\nfunction f(b: number) {\n  return a + b;\n}\n",
      "a.ts:3 return b + b;",
    ],
    ["where it is used: a block", "a", "b", "const a = 1;\n{\n  const b = 2;\n  console.log(a);\n}\n", "a.ts:4"],
    [
      "in an importer",
      "a",
      "b",
      'export const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\nconst b = a;\n',
      "b.ts:2",
    ],
    [
      "in an importer's inner scope",
      "a",
      "b",
      'export const a = 1;\n// @filename: b.ts\nimport { a } from "./a";\nexport const f = (b: number) => a + b;\n',
      "b.ts:2",
    ],
    ["by a global that it would shadow", "a", "Map", "export const a = 1;\nexport const m = new Map();\n", "a.ts:2"],
    ["by another member", "K.a", "b", "class K {\n  a = 1;\n  b = 2;\n}\n", "a.ts:3"],
    ["by a member of a subclass", "K.a", "b", "class K { a = 1; }\nclass L extends K {\n  b = 2;\n}\n", "a.ts:3"],
    ["by a member of a base class", "L.a", "b", "class K {\n  b = 1;\n}\nclass L extends K { a = 2; }\n", "a.ts:2"],
    ["by an enum member", "E.A", "B", "enum E {\n  A,\n  B,\n}\n", "a.ts:3"],
    ["by an interface that it would merge with", "I", "J", "interface I { a: 1 }\ninterface J { b: 1 }\n", "a.ts:2"],
    ["by a key of an object", "o.a", "b", "const o = {\n  a: 1,\n  b: 2,\n};\n", "a.ts:3"],
    ["by an entry of an export list", "a", "b", "export const a = 1;\nconst c = 2;\nexport { c as b };\n", "a.ts:3"],
    [
      "by a parameter beside a parameter property",
      "K.a",
      "b",
      "class K {\n  constructor(public a: 1, b: 2) {}\n}\n",
      "a.ts:2",
    ],
    [
      "by a method beside a parameter property",
      "K.a",
      "b",
      "class K {\n  constructor(private a: 1) {}\n  b() {}\n}\n",
      "a.ts:3",
    ],
    [
      "by a private member of a class below",
      "K.a",
      "b",
      "class K { private a = 1 }\nclass L extends K {}\nclass M extends L { private b = 2 }\n",
      "a.ts:3 class M",
    ],
    [
      "by a parameter property of a class below, in another file",
      "K.a",
      "b",
      'export class K { constructor(private a: 1) {} }\n// @filename: m.ts\nimport { K } from "./a";\nclass M extends K { constructor(public b: 1) { super(1); } }\n',
      "m.ts:2 class M",
    ],
    [
      "in a barrel that passes on both",
      "a",
      "b",
      'export const a = 1;\n// @filename: c.ts\nexport const b = 1;\n// @filename: index.ts\nexport * from "./a";\nexport * from "./c";\n',
      "index.ts:1",
    ],
    [
      "by a shorthand that would mean it",
      "a",
      "b",
      "declare global { var b: number }\nexport const a = 1;\nexport const o = { b };\n",
      "a.ts:3",
    ],
    [
      "by a static member of a class below, which would override it",
      "K.a",
      "b",
      "class K { static a = 1 }\nclass L extends K {}\nclass M extends L { static b = 2 }\n",
      "a.ts:3 class M",
    ],
    [
      "by a static member of a class above, which it would override",
      "L.a",
      "b",
      "class K { static b = 1 }\nclass L extends K { static a = 2 }\nclass M extends L { static a = 3 }\n",
      "a.ts:1 class K",
    ],
    [
      "by the library, with which a script's type would merge",
      "I",
      "Map",
      "interface I<K, V> { a: [K, V] }\n",
      "a.ts:1",
    ],
    ["by the library, beside which a script's value would stand", "a", "Math", "let b = 1;\nconst a = 1;\n", "a.ts:2"],
    [
      "by the library, for what a module declares for all",
      "global.I",
      "Error",
      "declare global {\n  interface I { a: 1 }\n}\nexport {};\n",
      "a.ts:2",
    ],
  ];
  for (const [what, symbol, newName, text, place] of ROWS_TAKEN)
    test(what, async () => {
      const desk = await deskOf(text);
      const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName });
      expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
      expect(message).toContain(place);
    });

  const INHERITED = `// @filename: node_modules/p/package.json
{ "name": "p", "types": "index.d.ts" }
// @filename: node_modules/p/index.d.ts
export interface Html<T> { taken?: T; [key: \`data-\${string}\`]: T }
export class Base { taken: number; static made(): void }
`;
  test.each([
    [
      "an interface",
      'import type { Html } from "p";\nexport interface I extends Html<1> { a: 1 }\n',
      "I.a",
      "taken",
      "p",
    ],
    ["an intersection", 'import type { Html } from "p";\nexport type T = Html<1> & { a: 1 };\n', "T.a", "taken", "p"],
    ["a class", 'import { Base } from "p";\nexport class K extends Base { a = 1 }\n', "K.a", "taken", "p"],
    ["what is static", 'import { Base } from "p";\nexport class K extends Base { static a = 1 }\n', "K.a", "made", "p"],
    ["the library", "export class K extends Map { a = 1 }\n", "K.a", "clear", "TypeScript's library"],
    [
      "a part of it",
      'import type {} from "p";\ndeclare module "p" { interface Html<T> { a: 1 } }\n',
      '"p".Html.a',
      "taken",
      "p",
    ],
  ])("by a member that %s inherits and no file of the workspace names", async (_, text, symbol, newName, from) => {
    const desk = await deskOf(`${text}${INHERITED}`);
    const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName });
    expect(message).toStartWith(`already_exists: \`${newName}\` is taken`);
    expect(message).toContain(`(its owner inherits \`${newName}\` from ${from})`);
    await desk.connection.data("kart_rename", { file: "a.ts", symbol, newName: "free" });
  });

  test("by a member that a class with another one of an interface inherits from a class or a package", async () => {
    const desk = await deskOf(`export interface I { a(): void; b?: 1 }
export interface J extends I { c(): void }
// @filename: base.ts
export class Base { stop() {} halt() {} }
// @filename: k.ts
import type { I, J } from "./a";
import { Base } from "./base";
export class K extends Base implements I { a() {} }
export class L extends Base implements J { a() {} c() {} }
// @filename: m.ts
import { Base } from "p";
import type { J } from "./a";
export class M extends Base implements J { d = (j: J) => j.c(); a() {} c() {} }
${INHERITED}`);
    const refused = (symbol: string, newName: string) => desk.refused("kart_rename", { file: "a.ts", symbol, newName });
    const base = "As it would read:\nbase.ts:1 export class Base { stop() {} halt() {} }\nSend another name";
    expect(await refused("I.a", "stop")).toContain(base);
    expect(await refused("J.c", "halt")).toContain(base);
    expect(await refused("J.c", "taken")).toContain(
      "m.ts:3 (its owner inherits `taken` from p) export class M extends",
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "J.c", newName: "free" });
  });

  const FREE: readonly [what: string, symbol: string, newName: string, text: string][] = [
    ["in the library, for what a module keeps to itself", "I", "Error", "export interface I { a: 1 }\n"],
    ["in a script", "I", "J", "interface I { a: 1 }\ndeclare const i: I;\n"],
    ["where it is not used", "a", "b", "const a = 1;\nfunction f(b: number) {\n  return b;\n}\na;\n"],
    ["by a property", "a", "b", "const a = { b: 1 };\na.b;\n"],
    [
      "as a static member beside a parameter property",
      "K.a",
      "b",
      "class K { static b() {} constructor(private a: 1) {} }\n",
    ],
    [
      "as a member of a class beside",
      "K.a",
      "b",
      "class B {}\nclass K extends B { private a = 1; }\nclass L extends B { private b = 1; }\n",
    ],
    ["as a member of another", "K.a", "b", "class K { a = 1; }\nclass L { b = 1; }\n"],
    [
      "in another file",
      "a",
      "b",
      "export const a = 1;\n// @filename: b.ts\nexport const b = 1;\nexport const o = { b };\n",
    ],
    ["by a name in a comment or string", "a", "b", 'export const a = "b"; // b\n'],
    [
      "by a local of a function that does not use it",
      "a",
      "b",
      "const a = 1;\nconst f = () => { const b = 1; return { b }; };\na;\n",
    ],
  ];
  for (const [what, symbol, newName, text] of FREE)
    test(`is free ${what}`, async () => {
      const desk = await deskOf(text);
      const { totalEdits } = await desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName });
      expect(totalEdits).toBeGreaterThan(0);
    });
});

describe("refused", () => {
  const ROWS_REFUSED: readonly [what: string, text: string, symbol: string, newName: string, message: RegExp][] = [
    ["no identifier", "const a = 1;\n", "a", "b-c", /^invalid_argument: `b-c` is no legal identifier/],
    ["code", "const a = 1;\n", "a", "b = 2; evil()", /^invalid_argument/],
    ["a reserved word", "const a = 1;\n", "a", "class", /^invalid_argument: `class` is a reserved word/],
    ["a type of the language", "type A = 1;\n", "A", "string", /^invalid_argument: `string` is a type of the language/],
    [
      "a type that the compiler provides",
      "type A = 1;\n",
      "A",
      "intrinsic",
      /^invalid_argument: `intrinsic` is a type of/,
    ],
    [
      "a word for a member that its enum uses by its name alone",
      "enum K { a, Xx, b = K.a | Xx }\n",
      "K.Xx",
      "true",
      /^invalid_argument: `true` is a reserved word, and `Xx` is used by its name alone in line 1/,
    ],
    ["private for public", "class K { a = 1 }\n", "K.a", "#a", /^invalid_argument: .*would make it private/],
    ["constructor for a method", "class K { a() {} }\n", "K.a", "constructor", /^invalid_argument/],
    ["the same name", "const a = 1;\n", "a", "a", /^no_change/],
    ["a constructor", "class K { constructor() {} }\n", "K.constructor", "a", /^invalid_argument/],
    ["an unnamed default", "export default () => 1;\n", "default", "a", /^invalid_argument: .*no name of its own/],
    ["a computed name", "class K { [Symbol.iterator]() {} }\n", "K.[Symbol.iterator]", "a", /^invalid_argument/],
    ["a quoted name that would end its quotes", 'const o = { "a-b": 1 };\n', 'o."a-b"', 'c"d', /^invalid_argument/],
    [
      "what the library declares",
      "class K extends Array<number> { map(): never { throw 1; } }\n",
      "K.map",
      "b",
      /^path_outside_root: `map` is declared in TypeScript's library too, which is/,
    ],
    [
      "a small letter for a component",
      'export const Comp = () => null;\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = <Comp />;\n',
      "Comp",
      "section",
      /^invalid_argument: b\.tsx:2 uses `Comp` as a component/,
    ],
    [
      "a small letter for a component right behind an arrow",
      'export const Comp = () => null;\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = () =><Comp/>;\n',
      "Comp",
      "section",
      /^invalid_argument: b\.tsx:2 uses `Comp` as a component/,
    ],
    ["no such symbol", "const a = 1;\n", "b", "c", /^symbol_not_found/],
    [
      "a word that makes a getter of what follows",
      "class K {\n  a\n  b() { return 1; }\n}\n",
      "K.a",
      "get",
      /^syntax_error: .*a\.ts would not parse with `get` where `a` stands, or be read as something else\. Send another name\.$/,
    ],
    [
      "the name by which a file has all of another",
      'export * as a from "./b";\n// @filename: b.ts\nexport const c = 1;\n',
      "a",
      "d",
      /^symbol_not_found: .*`a` is the name by which a\.ts has all of b\.ts: change it with kart_patch/,
    ],
    ["two of one name that are not one symbol", "class K { a = 1; static a = 2; }\n", "K.a", "b", /^symbol_ambiguous/],
    ["a file that does not parse", "const a = ;\n", "a", "b", /^syntax_error/],
  ];
  for (const [what, text, symbol, newName, message] of ROWS_REFUSED)
    test(what, async () => {
      const desk = await deskOf(text);
      expect(await desk.refused("kart_rename", { file: "a.ts", symbol, newName })).toMatch(message);
    });

  test("a word for a member of an enum that is used by the enum's name is fine", async () => {
    const desk = await deskOf('export enum K { a, Xx, b = K.Xx, c = K["Xx"] }\n');
    const change = { file: "a.ts", symbol: "K.Xx", newName: "delete" };
    expect(await desk.connection.data<RenameData>("kart_rename", change)).toMatchObject({ totalEdits: 3 });
    expect(desk.workspace.read("a.ts")).toBe('export enum K { a, delete, b = K.delete, c = K["delete"] }\n');
  });

  test("a small letter for what is only a type argument, or another part of JSX, is fine", async () => {
    const desk = await deskOf(
      'export class Comp { static Part = () => null }\n// @filename: b.tsx\nimport { Comp } from "./a";\nexport const b = (list: Array<Comp>) => <Comp.Part />;\n',
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "Comp", newName: "comp" });
    expect(desk.workspace.read("b.tsx")).toContain("(list: Array<comp>) => <comp.Part />");
  });

  test("a member takes a name that its module exports, behind a barrel too", async () => {
    const desk = await deskOf(
      'export const foo = 1;\nexport const o = { bar: 2 };\n// @filename: i.ts\nexport * from "./a";\n// @filename: b.ts\nimport { foo, o } from "./i";\nfoo + o.bar;\n',
    );
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "o.bar", newName: "foo" });
    expect(desk.workspace.read("b.ts")).toContain("foo + o.foo;");
  });

  test("reserved words are fine as members", async () => {
    const desk = await deskOf("class K { a = 1; }\nnew K().a;\n");
    await desk.connection.data("kart_rename", { file: "a.ts", symbol: "K.a", newName: "class" });
    expect(desk.workspace.read("a.ts")).toBe("class K { class = 1; }\nnew K().class;\n");
  });

  test("a file among them that is read-only, protected, or does not parse", async () => {
    const importer = 'import { a } from "./a";\n';
    const desk = await deskOf(`export const a = 1;\n// @filename: b.ts\n${importer}a;\n`);
    Bun.spawnSync(["chmod", "444", desk.workspace.path("b.ts")]);
    const ask = () => desk.refused("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
    expect(await ask()).toMatch(/^protected_path: b\.ts is read-only/);
    Bun.spawnSync(["chmod", "644", desk.workspace.path("b.ts")]);
    desk.workspace.write("b.ts", `${importer}const = a;\n`);
    expect(await ask()).toMatch(/^syntax_error: b\.ts would change with it, and does not parse: line 2: /);
    await Bun.file(desk.workspace.path("b.ts")).delete();
    desk.workspace.write(".claude/b.ts", importer.replace("./a", "../a"));
    desk.workspace.write("c.ts", 'import "./.claude/b";\n');
    expect(await ask()).toMatch(/^protected_path: \.claude\/b\.ts/);
  });

  test("files among them that git ignores, of which the first by name is told, or that are no UTF-8", async () => {
    const importer = 'import { a } from "../a";\na;\n';
    const desk = await deskOf("export const a = 1;\n// @filename: .gitignore\nmade/\n");
    for (const name of ["d", "c", "e"]) desk.workspace.write(`made/${name}.ts`, importer);
    const ask = () => desk.refused("kart_rename", { file: "a.ts", symbol: "a", newName: "b" });
    expect(await ask()).toContain("protected_path: `a` is declared or used in made/c.ts too, which is generated");
    desk.workspace.write(".gitignore", "");
    desk.workspace.write("made/d.ts", new Uint8Array(Buffer.from(`\uFEFF${importer}`, "utf16le")));
    expect(await ask()).toContain("binary_file: made/d.ts would change with it, and is not text in UTF-8.");
    expect(desk.workspace.read("a.ts")).toBe("export const a = 1;\n");
    expect(desk.workspace.read("made/c.ts")).toBe(importer);
  });
});

describe("a name in quotes that types check", () => {
  const text = `export class K { a() {} c() {} }
export const other = 1;
// @filename: b.ts
import { K } from "./a";
declare function spy<T>(object: T, key: keyof T): void;
declare function spy<T>(object: T, key: keyof T, access: "get" | "set"): void;
declare function pick<T>(object: T, ...keys: (keyof T)[]): void;
declare function describe(what: string, run: () => void): void;
describe("a", () => {
  spy(new K(), 'a');
  spy(new K(), 'a', "get");
  pick(new K(), "a", "c", "a");
  const key: keyof K = "a";
  let later: keyof K;
  later = "a";
  const keys: (keyof K)[] = ["c", "a"];
  const by: { key: keyof K } = { key: "a" };
  void [key, later, keys, by, "a"];
});
`;
  test("is changed with it, and nothing else that is written so", async () => {
    const desk = await deskOf(text);
    const before = desk.workspace.snapshot();
    const { warnings, complete } = await desk.connection.data<RenameData>("kart_rename", {
      file: "a.ts",
      symbol: "K.a",
      newName: "fresh",
    });
    expect(complete).toBe(true);
    expect(warnings).toEqual([
      "Changed in quotes too, where types ask for the name: b.ts:7; b.ts:8; b.ts:9; b.ts:9; b.ts:10; and 3 more",
    ]);
    const [head = "", body = ""] = text.split("// @filename: b.ts\n");
    const changed = body
      .replaceAll(/(["'])a\1/g, "$1fresh$1")
      .replace('describe("fresh"', 'describe("a"')
      .replace('by, "fresh"]', 'by, "a"]');
    expect(desk.workspace.read("b.ts")).toBe(changed);
    expect(desk.workspace.read("a.ts")).toBe(head.replace("a()", "fresh()"));
    await desk.connection.data("kart_undo");
    expect(desk.workspace.snapshot()).toEqual(before);
  });

  test("is changed in a union that a type parameter asks of keys", async () => {
    const user = (name: string) => `import type { Options, PartialKeys } from "./a";
export type Given = PartialKeys<Options & { sync?: boolean }, "rect" | "${name}">;
export type Lines = PartialKeys<
  Options,
  | "rect"
  | ("${name}" | "count")
>;
export const other: "rect" | "offset" = "offset";
`;
    const desk = await deskOf(`export type PartialKeys<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
export interface Options { rect: 1; offset: 2; count: 3 }
// @filename: b.ts
${user("offset")}`);
    const args = { file: "a.ts", symbol: "Options.offset", newName: "off" };
    const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
    expect(desk.workspace.read("b.ts")).toBe(user("off"));
    expect([complete, warnings]).toEqual([
      true,
      ["Changed in quotes too, where types ask for the name: b.ts:2; b.ts:6"],
    ]);
  });

  test("is not where it stands elsewhere: then the rename is refused, until it is written anew", async () => {
    const desk = await deskOf(`export const a = 1;
// @filename: k.ts
export class K { a() {} }
// @filename: b.ts
import * as all from "./a";
import { K } from "./k";
declare function spy<T>(object: T, key: keyof T): void;
const name = "a";
spy(all, name);
spy(new K(), "c");
`);
    const args = { file: "a.ts", symbol: "a", newName: "b" };
    const message = await desk.refused("kart_rename", args);
    expect(message).toStartWith("still_referenced: Names in quotes would stay `a`, with 1 new type error:\nb.ts:5 ");
    desk.workspace.write("b.ts", desk.workspace.read("b.ts").replace('"a"', '"b"'));
    await desk.connection.data("kart_rename", args);
    expect(desk.workspace.read("a.ts")).toBe("export const b = 1;\n");
  });
});

test("a key that another generic type takes is named where it may be the member's", async () => {
  const desk = await deskOf(`export interface I { a: 1 }
type Column<T, Name extends string> = { of: T; name: Name };
export type A = Column<I, "a"> | Column<{ a: 2 }, "a">;
export type B = Omit<I | { a: 2 }, "a">;
export type C = Column<{ a: 2 }, "a">;
export type D = { [P in keyof I as P extends "c" ? "a" : P]: I[P] };
export type E = { [P in keyof I | keyof { a: 2 } as Exclude<P, "a">]: P };
`);
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "I.a",
    newName: "b",
  });
  expect(warnings).toEqual(["NOT CHANGED, and may name the key `a`: a.ts:3; a.ts:4; a.ts:6; a.ts:7"]);
});

test("a mock of the file names its export anew where it returns it in a literal; another one is named", async () => {
  const files = (name: string, shorthand: string) => `// @filename: a.ts
const ${name} = 1;
export default ${name};
export { ${name} };
// @filename: i.ts
export * from "./a";
// @filename: own.ts
export * from "./a";
export const a = 2;
// @filename: b.ts
import other from "./a";
export const b = other; // a
// @filename: b.test.ts
vi.mock("./a", () => ({
  ${name}: 2,
}));
// @filename: c.test.ts
vi.mock("./a", () => ({ b: 2 })); // a
// @filename: d.test.ts
import { ${name} } from "./i";
mock.module("./a", () => ({ ${name} }));
vi.mock("./i", async (importOriginal) => ({ ...(await importOriginal()), ${shorthand} }));
jest.mock("./own", () => ({ a: 2 }));
// @filename: e.test.ts
const a = 2;
vi.mock("./a", () => ({ ${shorthand} }));
// @filename: f.test.ts
import { ${name} } from "./a";
vi.mock("./a", () => {
  if (${name}) return { a: 1 };
  return { a: 2 };
});
`;
  const desk = await deskOf(files("a", "a"));
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "a",
    newName: "fresh",
  });
  expect(textOf(desk, files("a", "a"))).toBe(
    files("fresh", "fresh: a").replace("importOriginal()), fresh: a", "importOriginal()), fresh"),
  );
  expect(warnings).toEqual([
    "NOT CHANGED, though they may use it: TypeScript does not see them do so: f.test.ts:3, f.test.ts:4",
  ]);
  expect(complete).toBe(false);
});

test("CommonJS goes on exporting the old name where it exports the variable by another one too", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "allowJs": true, "checkJs": true } }',
    "a.js": "exports.a = a;\nexports.other = a;\nfunction a() {}\n",
    "b.js": 'const { a } = require("./a");\na();\n',
  });
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.js",
    symbol: "a",
    newName: "b",
  });
  expect(complete).toBe(true);
  expect(warnings).toEqual([
    "Still exported as `a`, which importers keep: rename the symbol `module.exports.a` to change that.",
  ]);
  expect(desk.workspace.read("a.js")).toBe("exports.a = b;\nexports.other = b;\nfunction b() {}\n");
});

test("no other rename is named where CommonJS exports a name beside a value of its own: TypeScript does not follow it", async () => {
  const at = await deskOf(
    "// @filename: a.js\nclass K {}\nfunction a() {}\nmodule.exports = K;\nmodule.exports.a = a;\n// @filename: b.js\nfunction a() {}\nmodule.exports = { a };\nmodule.exports.a = a;\n",
  );
  const rename = async (file: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol: "a", newName: "b", dryRun: true })).warnings;
  expect(await rename("a.js")).toEqual(["Still exported as `a`, which importers keep."]);
  expect(await rename("b.js")).toEqual(["Still exported as `a`, which importers keep."]);
  expect(await at.refused("kart_rename", { file: "a.js", symbol: "module.exports.a", newName: "b" })).toBe(
    "invalid_argument: `module.exports.a` is assigned where TypeScript does not follow it. Change it, and what uses it, with kart_patch.",
  );
});

test("types that share a shape meet in a file that names neither: refused with what would break", async () => {
  const desk = await deskOf(`export interface User { id: number; name: string }
export const users = (): User[] => [];
// @filename: card.ts
export const card = (props: { name: string }) => props;
// @filename: barrel.ts
export * from "./card";
// @filename: page.ts
import { users } from "./a";
import { card } from "./barrel";
users().map((user) => card(user));
`);
  const rename = (symbol: string) => desk.refused("kart_rename", { file: "a.ts", symbol, newName: "b" });
  expect(await rename("User.name")).toStartWith(
    "still_referenced: Types that only share the shape would keep `name`, with 1 new type error:\npage.ts:3 Property",
  );
  const { complete } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "User.id",
    newName: "key",
  });
  expect(complete).toBe(true);
});

describe("used where no reference tells: refused with what would break", () => {
  const ENUM = "export enum E { A }\nexport const of = (key: keyof typeof E) => E[key];\n";
  const BOX =
    'export interface P { a?: string; children?: string }\nexport const Box = (p: P) => null;\n// @filename: jsx.d.ts\ndeclare namespace JSX { interface ElementChildrenAttribute { children: unknown } interface IntrinsicElements {} }\n// @filename: b.tsx\nimport { Box } from "./a";\nexport const b = <Box>text</Box>;\n';
  const ROWS_NEEDED: readonly [what: string, text: string, symbol: string, place: string][] = [
    [
      "an enum's member as a key",
      `${ENUM}// @filename: b.ts\nimport { of } from "./a";\nconst key = "A";\nof(key);\n`,
      "E.A",
      "b.ts:3",
    ],
    [
      "a namespace's member as a key",
      'export namespace N { export const a = 1, c = 2; }\ntype All = typeof N;\nexport const of = (key: keyof All) => key;\n// @filename: b.ts\nimport { of } from "./a";\nconst key = "a";\nof(key);\n',
      "N.a",
      "b.ts:3",
    ],
    [
      "an enum's member as a key of what takes it whole",
      'export enum E { A }\n// @filename: b.ts\nimport { E } from "./a";\ndeclare function pick<T>(of: T, key: keyof T): void;\nconst key = "A";\npick(E, key);\n',
      "E.A",
      "b.ts:4",
    ],
    [
      "a key that a type makes of the name",
      'export interface I { width: number; size: number }\n// @filename: on.ts\nexport type On<T> = { [K in keyof T & string as `on${Capitalize<K>}`]?: T[K] };\n// @filename: b.ts\nimport type { I } from "./a";\nimport type { On } from "./on";\nexport const b: On<I> = { onWidth: 1 };\n',
      "I.width",
      "b.ts:3",
    ],
    ["what JSX writes between tags", BOX, "P.children", "b.tsx:2"],
    [
      "a member that the type of an installed package needs, where its owner is named",
      'export class K { close() {} }\n// @filename: node_modules/p/index.d.ts\nexport declare function take(it: { close(): void }): void;\n// @filename: b.ts\nimport { take } from "p";\nimport { K as Own } from "./a";\ntake(new Own());\n',
      "K.close",
      "b.ts:3",
    ],
  ];
  for (const [what, text, symbol, place] of ROWS_NEEDED)
    test(what, async () => {
      const desk = await deskOf(text);
      const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName: "fresh" });
      expect(message).toStartWith("still_referenced: ");
      expect(message).toContain(`\n${place} `);
      expect(await desk.refused("kart_delete", { file: "a.ts", symbol })).toContain(`\n${place} `);
    });

  test("as a key of an enum, until it is written anew", async () => {
    const desk = await deskOf(`${ENUM}// @filename: b.ts\nimport { of } from "./a";\nof("B"); // A\n`);
    const args = { file: "a.ts", symbol: "E.A", newName: "B" };
    expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({ complete: true, warnings: [] });
  });
});

test("more of such files than can be checked at once are said to be unchecked; all references are changed still", async () => {
  const big = `// ${"x".repeat(1_000_000)}\n`;
  const desk = await deskOf(`export interface User { name: string }
export const users = (): User[] => [];
// @filename: card.ts
export const card = (props: { name: string }) => props;
// @filename: page.ts
import { users } from "./a";
import { card } from "./card";
users().length + card.length;
${big}`);
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "User.name",
    newName: "b",
  });
  expect(warnings).toEqual(["1 file that may use it by its shape alone NOT type-checked: check the whole workspace."]);
  expect(complete).toBe(true);
});

test("nobody uses a private member by its shape: no file is said to be unchecked, but for types that have the new name", async () => {
  const desk = await deskOf(`export class Box { private name = 1; read() { return this.name; } }
export class Bin { #own = 1; private tag = 2; constructor(private readonly name = 1) {} read() { return this.#own; } }
export class Bag { private tag = 2; }
// @filename: card.ts
export const card = (props: { name: string; tag?: number }) => props;
// @filename: options.ts
export interface Options { label?: string }
// @filename: page.ts
import { Bag, Bin, Box } from "./a";
import { card } from "./card";
[new Box(), new Bin(), new Bag(), card].length;
// ${"x".repeat(1_000_000)}
`);
  const warned = async (symbol: string, newName?: string) => {
    const tool = newName === undefined ? "kart_delete" : "kart_rename";
    const args = { file: "a.ts", symbol, ...(newName && { newName }), dryRun: true };
    return (await desk.connection.data<RenameData>(tool, args)).warnings;
  };
  const unchecked = ["1 file that may use it by its shape alone NOT type-checked: check the whole workspace."];
  expect(await warned("Box.name", "free")).toEqual([]);
  expect(await warned("Bin.name", "free")).toEqual([]);
  expect(await warned("Bin.#own", "#free")).toEqual([]);
  expect(await warned("Box.name", "label")).toEqual(unchecked);
  expect(await warned("Bin.tag")).toEqual([]);
  // Without it, values of other types are taken for one.
  expect(await warned("Bag.tag")).toEqual(unchecked);
});

test("a private member that other files name in quotes is looked for there", async () => {
  const desk = await deskOf(`export class Box { private name = 1; read() { return this.name; } }
// @filename: key.ts
export const KEY = "name";
// @filename: page.ts
import { Box } from "./a";
import { KEY } from "./key";
export const name = new Box()["name"];
export const other = new Box()[KEY];
`);
  const rename = { file: "a.ts", symbol: "Box.name", newName: "b" };
  expect(await desk.refused("kart_rename", rename)).toStartWith(
    "still_referenced: Names in quotes would stay `name`, with 1 new type error:\npage.ts:4 Element implicitly",
  );
  await desk.connection.data("kart_rename", { ...rename, force: true });
  expect(desk.workspace.read("page.ts")).toContain('new Box()["b"]');
});

test("a type that only shares the shape keeps the old name: refused with what would break", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
const o = { a: 1 };
export const i: I = o;
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(message).toStartWith(
    "still_referenced: Types that only share the shape would keep `a`, with 1 new type error:\nb.ts:3 Property",
  );
});

test.each<[what: string, text: string, symbol: string, why: string, next: string]>([
  [
    "names that types make of it",
    "export interface I { size: 1 }\ntype Get<T> = { [K in keyof T as `get${Capitalize<string & K>}`]: T[K] };\ndeclare const g: Get<I>;\ng.getSize;\n",
    "I.size",
    "Names that types make of `size` would stay",
    "Pass force and rename these after.",
  ],
  [
    "a name in quotes that a check asks for",
    'export interface I { size: 1 }\nexport const f = (o: object) => "size" in o && (o as I);\n',
    "I.size",
    "Names in quotes would stay `size`",
    "Pass force and write the new name there after.",
  ],
  [
    "a signature",
    "export interface I { size: 1 }\nexport function f(o: I): 1;\nexport function f(o: { size: 1 }): 1 { return o.size; }\n",
    "I.size",
    "Types need `size` where no reference tells of it",
    "Pass force and mend these after.",
  ],
  [
    "the shape, of a type in a function that has no name",
    "run(() => {\n  interface I { size: number }\n  const o = { size: 1 };\n  const i: I = o;\n  return i;\n});\ndeclare function run(f: unknown): void;\n",
    "I.size",
    "Types that only share the shape would keep `size`",
    "Make these use the type that declares `size`, or pass force and mend them after.",
  ],
])("why types break is told: %s", async (_, text, symbol, why, next) => {
  const desk = await deskOf(text);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol, newName: "fresh" });
  expect(message).toStartWith(`still_referenced: ${why}, with 1 new type error:\n`);
  expect(message).toEndWith(next);
  expect(desk.workspace.read("a.ts")).toBe(text);
});

test("the same, forced: renamed, with what is to mend", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
const o = { a: 1 };
export const i: I = o;
export const read = (one: I) => one.a;
`);
  const { complete, totalEdits, warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "I.a",
    newName: "b",
    force: true,
  });
  expect([complete, totalEdits]).toEqual([false, 2]);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toBe("LEFT: 1 key of that name in object literals of no type: b.ts:2");
  expect(warnings[1]).toStartWith(
    "Types that only share the shape would keep `a`. TO MEND, 1 new type error:\nb.ts:3 Property",
  );
  expect(desk.workspace.read("b.ts")).toContain("one.b");
});

test("force takes no name that is taken", async () => {
  const desk = await deskOf("export interface I { a: number; b: number }\n");
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b", force: true });
  expect(message).toStartWith("already_exists: ");
});

test("a member that uses mean as one with those of other types, by unions, is renamed with them, and they are named", async () => {
  const files = (name: string, taken: string) => `// @filename: a.ts
export interface Box { kind: 1; ${name}: number }
export interface Bag { kind: 2; ${name}?: undefined }
export interface Bin { kind: 3; ${name}: string }
export interface Alike { kind: 1; a: number }
// @filename: i.ts
import type { Alike, Bag, Bin, Box } from "./a";
export const one = (of: Box | Bag) => of.${name};
export const two = ({ ${taken} }: Bag | Bin) => a;
export const three = (of: Alike) => of.a;
export const four: Box | Bin = { kind: 1, ${name}: 2 };
`;
  const desk = await deskOf(files("a", "a"));
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, files("a", "a"))).toBe(files("b", "b: a"));
  expect([complete, warnings]).toEqual([true, ["Renamed with it, as some uses mean both: a.ts:2; a.ts:3"]]);
});

test("the same where the new name stands elsewhere, as a word or as what has nothing to do with it", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Box { kind: 1; ${name}: number }
export const folder = (box: Box | undefined) => box ?? { ${name}: 2, kind: 2 };
export const size = folder(undefined).${name};
// @filename: c.ts
export class Other { constructor(readonly b: 1) {} } // b
`;
  const desk = await deskOf(files("a"));
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(textOf(desk, files("a"))).toBe(files("b"));
  expect(warnings).toEqual(["Renamed with it, as some uses mean both: a.ts:2"]);
});

test("refused where one of those has the new name already", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number; b: number }
export interface Bin { a: number }
export const one = (of: Box | Bag | Bin) => of.a;
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" });
  expect(message).toMatch(/^still_referenced: [^]*a\.ts:4 Property 'b' does not exist on type 'B/);
});

test("those that are not the workspace's own to rename hide nothing: the complaint is told, and force goes on", async () => {
  const desk = await deskOf(`// @filename: a.ts
export interface Box { a: number }
// @filename: .gitignore
made.ts
// @filename: made.ts
export interface Bag { a: number }
// @filename: b.ts
import type { Box } from "./a";
import type { Bag } from "./made";
export const read = (of: Box | Bag) => of.a;
`);
  const args = { file: "a.ts", symbol: "Box.a", newName: "b" };
  expect(await desk.refused("kart_rename", args)).toStartWith("still_referenced: ");
  const { complete } = await desk.connection.data<RenameData>("kart_rename", { ...args, force: true });
  expect([complete, desk.workspace.read("made.ts")]).toEqual([false, "export interface Bag { a: number }\n"]);
});

test("where that mends nothing, they are left", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number }
// @filename: b.ts
import type { Bag, Box } from "./a";
const o = { a: 1 };
export const i: Box = o;
export const read = (of: Box | Bag) => of.a;
export const other = (of: Bag): Box => of;
`);
  const before = desk.workspace.read("a.ts");
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" });
  expect(message).toContain("\nb.ts:3 Property 'b' is missing");
  expect(desk.workspace.read("a.ts")).toBe(before);
});

test("what is exported under an empty name, too", async () => {
  const desk = await deskOf(`const a = 1;
export { a as "" };
// @filename: b.ts
import * as ns from "./a";
export const b = [ns[""], Object.values({ ns })];
`);
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "a", newName: "c" });
  expect(desk.workspace.read("a.ts")).toBe('const c = 1;\nexport { c as "" };\n');
});

test("errors that were there before refuse nothing", async () => {
  const desk = await deskOf('interface I { a: number }\nconst i: I = { a: "x" };\ni.c;\n');
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(desk.workspace.read("a.ts")).toBe('interface I { b: number }\nconst i: I = { b: "x" };\ni.c;\n');
});

test("an error that takes the place of another is new; one that only loses its suggestion is none", async () => {
  const desk = await deskOf(`export interface I { a: string }
// @filename: u.ts
import type { I } from "./a";
declare const done: { b: string };
declare const todo: { a: string };
export const p: I = done;
export const q: I = todo;
// @filename: box.ts
export class Box { colour = "red"; show() { return this.colur; } }
`);
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" })).toContain(
    "with 1 new type error:\nu.ts:5 Property",
  );
  expect(await desk.connection.text("kart_rename", { file: "box.ts", symbol: "Box.colour", newName: "hue" })).toContain(
    "1 edit in 1 file",
  );
});

test("a refusal shows only the errors that are new, though others of their kind stand in the file", async () => {
  const desk = await deskOf(`export interface I { a: number }
// @filename: b.ts
import type { I } from "./a";
export const wrong: I["a"] = "x";
const o = { a: 1 };
export const i: I = o;
export const wrongToo: { c: 1 } = {};
`);
  const message = await desk.refused("kart_rename", { file: "a.ts", symbol: "I.a", newName: "b" });
  expect(message).toContain("with 1 new type error:\nb.ts:4 ");
});

test("a file that changes while the server is asked: the whole is refused, and nothing is half renamed", async () => {
  const files = {
    "tsconfig.json": TSCONFIG,
    "a.ts": "export const a = 1;\n",
    "b.ts": 'import { a } from "./a";\nexport const b = a;\n',
    "c.ts": "// a is spoken of.\n",
  };
  let change: (() => void) | undefined;
  let changeAfter: (() => void) | undefined;
  const open: typeof editServer.open = (workspace) => {
    const services = editServer.open(workspace);
    const languageServer = async () => {
      const server = await services.languageServer();
      const rename = LanguageServer.prototype.rename.bind(server);
      server.rename = async (...asked) => {
        // Behind whatever the caller reads without waiting for the answer.
        await new Promise(setImmediate);
        change?.();
        const answer = await rename(...asked);
        changeAfter?.();
        return answer;
      };
      return server;
    };
    return { ...services, languageServer };
  };
  await using desk = await Desk.with(files, { ...editServer, open });
  for (const changed of ["a.ts", "b.ts", "c.ts"]) {
    change = () => desk.workspace.write(changed, `// Another line.\n${files[changed as "a.ts"]}`);
    expect(await desk.connection.error("kart_rename", { file: "a.ts", symbol: "a", newName: "z" })).toBe(
      `stale: REJECTED, nothing written. ${changed} was changed by another program while this was worked out. Repeat the call.`,
    );
    for (const [path, text] of Object.entries(files))
      expect(desk.workspace.read(path)).toBe(path === changed ? `// Another line.\n${text}` : text);
    desk.workspace.write(changed, files[changed as "a.ts"]);
  }
  change = undefined;
  for (const name of ["a", "z"]) {
    const text = `import { a as ${name}, a as b } from "./a";\nexport const d = [${name}, b];\n`;
    changeAfter = () => desk.workspace.write("new.ts", text);
    expect(await desk.connection.error("kart_rename", { file: "a.ts", symbol: "a", newName: "z" })).toBe(
      "stale: REJECTED, nothing written. new.ts was changed by another program while this was worked out. Repeat the call.",
    );
    for (const [path, before] of Object.entries({ ...files, "new.ts": text }))
      expect(desk.workspace.read(path)).toBe(before);
    rmSync(desk.workspace.path("new.ts"));
  }
  changeAfter = undefined;
  change = () => desk.workspace.write("b.ts", files["b.ts"]);
  const done = await desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol: "a", newName: "z" });
  expect(done).toMatchObject({ totalEdits: 3, complete: true });
});

test("mentions are counted and listed, and stay", async () => {
  const desk = await deskOf(`export const oldName = 1; // oldName
const s = "oldName is" + \`oldName\`;
// @filename: b.ts
// oldName, not oldNames
export const other = { oldName: 1 };
// @filename: docs/x.md
Use \`oldName\`.
`);
  const { totalMentions, mentions, files } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "oldName",
    newName: "newName",
  });
  expect(files).toEqual([{ path: "a.ts", edits: 1 }]);
  expect(totalMentions).toBe(4);
  expect(mentions.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.ts:2", "a.ts:1", "b.ts:1", "docs/x.md:1"]);
  expect(desk.workspace.read("a.ts")).toContain('// oldName\nconst s = "oldName is" + `oldName`');
});

test("mentions in the changed files, and few in others, are rows that kart_edit takes; many in others are counted", async () => {
  const prose = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `// @filename: far/x${from + at}.md\noldName\n\noldName\n`).join(
      "",
    );
  const files = `export const oldName = 1;\n// oldName\n// ${"long ".repeat(80)} oldName\n`;
  const args = { file: "a.ts", symbol: "oldName", newName: "newName" };
  const many = await deskOf(files + prose(1, 6));
  const head = "12 mentions in comments, strings and other files, not changed";
  expect(await many.connection.text("kart_rename", { ...args, dryRun: true })).toContain(
    `\n${head.replace("12", "14")}:\na.ts\n2|// oldName\n3|// long`,
  );
  const text = await many.connection.text("kart_rename", args);
  const rest = "far/x1.md:1,3; far/x2.md:1,3; far/x3.md:1,3; far/x4.md:1,3; far/x5.md:1,3; and 1 more";
  expect(text).toMatch(/\na\.ts\n2:[0-9a-f]{2}\|\/\/ oldName\n3:--\|\/\/ long [^\n]{100,130}\n/);
  expect(text).toEndWith(`\n… and 12 more in 6 files: ${rest}`);
  const few = await deskOf(files.replaceAll(/\/\/.*/g, "") + prose(1, 2));
  const rows = (await few.connection.text("kart_rename", args)).split("not changed:\n")[1]?.split("\n") ?? [];
  expect(rows).toEqual(["far/x1.md", expect.any(String), rows[2], "far/x2.md", rows[4], rows[5]]);
  const edits = [{ set_line: { anchor: rows[2]?.split("|")[0], new_text: "newName" } }];
  await few.change("kart_edit", { path: "far/x1.md", edits });
  expect(few.workspace.read("far/x1.md")).toBe("oldName\n\nnewName\n");
  const none = await deskOf("export const oldName = 1;\n" + prose(1, 6));
  expect(await none.connection.text("kart_rename", args)).toEndWith(`\n${head}, in 6 files: ${rest}`);
});

test("strings of the code that are the name come first and apart; of a common word only what reads like code is named", async () => {
  const prose = "an item, another item\n\n".repeat(120);
  const desk = await deskOf(`export const item = 1; // item
// @filename: b.ts
// "item"
const said = pick("item");
const told = "an item";
// @filename: notes/x.md
${prose}Call \`item()\`.
`);
  const args = { file: "a.ts", symbol: "item", newName: "entry", dryRun: true };
  const text = await desk.connection.text("kart_rename", args);
  expect(text.split("\n").slice(-4)).toEqual([
    "1 string in code that is the name, not changed:",
    "b.ts",
    '2|const said = pick("item");',
    "124 other mentions in comments, strings and other files, not changed, in 3 files. Those that read like code: b.ts:1; notes/x.md:241",
  ]);
  const { totalMentions, mentions } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(totalMentions).toBe(125);
  expect(mentions.map(({ path, line }) => `${path}:${line}`)).toEqual(["b.ts:2", "b.ts:1", "notes/x.md:241"]);
});

test("in a call that hangs on a name in quotes it is changed, and where any string is taken it may be one too", async () => {
  const desk = await deskOf(`export interface Actions { read: () => number; write: () => void }
export function loose(name: keyof Actions | (string & {})): void { void name; }
// @filename: loose.ts
import { loose } from "./a";
loose("read");
// @filename: run.ts
import type { Actions } from "./a";
interface Client<N extends number | undefined = number | undefined> { id: N; [key: string]: unknown }
declare function run<N extends number | undefined, C extends Client<N>, P, R>(client: C, action: (_: any, of: P) => R, name: keyof Actions): (of: P) => R;
declare function read<N extends number | undefined>(client: Client<N>, { at }?: { at?: number }): Promise<bigint>;
export const go = (client: Client): Promise<bigint> => run(client, read, "read")({ at: 1 });
`);
  const args = { file: "a.ts", symbol: "Actions.read", newName: "fetch" };
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", args);
  expect(warnings).toEqual([
    "Changed in quotes too, where types ask for the name: run.ts:5",
    "NOT CHANGED: 1 string that may name it, as a key beside which any other string is taken too: loose.ts:2",
  ]);
  expect(desk.workspace.read("run.ts")).toContain('run(client, read, "fetch")({ at: 1 });');
});

test("a name that the language calls by itself, lost or given: it is said", async () => {
  const desk = await deskOf("export class Money { toJSON() {} add() {} }\n");
  const rename = async (symbol: string, newName: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName, dryRun: true });
  const rest = "without being named, and no search finds where.";
  expect(await rename("Money.toJSON", "json")).toMatchObject({
    complete: false,
    warnings: [`\`toJSON\` is called by JSON.stringify ${rest}`],
  });
  expect(await rename("Money.add", "then")).toMatchObject({
    complete: true,
    warnings: [`\`then\` is called by await ${rest}`],
  });
});

describe("the public name that users outside the workspace write", () => {
  const text = (manifest: object) => `// @filename: package.json
${JSON.stringify({ name: "p", exports: { ".": "./index.ts", "./all": "./all.ts" }, ...manifest })}
// @filename: index.ts
export { a, hidden as shown } from "./a";
export * from "./types";
// @filename: all.ts
export * as all from "./a";
// @filename: a.ts
export const a = 1;
export const hidden = 2;
export const inner = 3;
// @filename: types.ts
export interface Options { size: number }
`;
  const said = async (desk: Desk, file: string, symbol: string) =>
    (await desk.connection.data<RenameData>("kart_rename", { file, symbol, newName: "z", dryRun: true })).warnings;
  const rest = "it, and users outside the workspace go on using the old name.";

  test("is said to change where an entry point of a package exports it", async () => {
    const desk = await deskOf(text({}));
    const both = `PUBLIC: all.ts and 1 more are entry points of their packages and export ${rest}`;
    expect(await said(desk, "a.ts", "a")).toEqual([both]);
    const one = (path: string) => `PUBLIC: ${path} is an entry point of its package and exports ${rest}`;
    expect(await said(desk, "a.ts", "hidden")).toEqual([one("all.ts")]);
    expect(await said(desk, "types.ts", "Options.size")).toEqual([one("index.ts")]);
  });

  test("not of a package that is private", async () => {
    expect(await said(await deskOf(text({ private: true })), "a.ts", "a")).toEqual([]);
  });
});

test("files in no tsconfig are named only where their imports may lead there with one", async () => {
  const desk = await deskOf(`// @filename: tsconfig.json
{ "compilerOptions": { "strict": true }, "include": ["src"] }
// @filename: src/a.ts
export class A { m() {} }
// @filename: loose/near.js
import { A } from "../src/a";
new A().m();
`);
  const args = { file: "src/a.ts", symbol: "A.m", newName: "n", dryRun: true };
  const files = ["loose/near.js", "src/a.ts"].map((path) => ({ path, edits: 1 }));
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    files,
    complete: true,
    warnings: [],
  });
  desk.workspace.write("loose/tsconfig.base.json", '{ "compilerOptions": { "paths": { "~/*": ["../src/*"] } } }');
  desk.workspace.write("loose/tsconfig.json", '{ "extends": "./tsconfig.base.json", "include": ["other"] }');
  desk.workspace.write("loose/alias.ts", 'import { A } from "~/a";\nexport const m = (one: A) => one.m();\n');
  const note = "in no tsconfig, and may use it through an import that leads somewhere only with one: loose/alias.ts";
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    files,
    complete: false,
    warnings: [`NOT CHANGED: ${note}`],
  });
  expect(await desk.refused("kart_delete", { file: "src/a.ts", symbol: "A.m" })).toEndWith(`\nNOT SEEN: ${note}`);
});

test("packages that know each other only through node_modules", async () => {
  const base = JSON.stringify({ name: "@x/a", exports: "./index.ts" });
  const desk = await deskOf(`// @filename: packages/a/package.json
${base}
// @filename: packages/a/index.ts
export const a = 1;
// @filename: packages/a/tsconfig.json
${TSCONFIG}
// @filename: packages/b/tsconfig.json
${TSCONFIG}
// @filename: packages/b/b.ts
import { a } from "@x/a";
a;
`);
  desk.workspace.write("packages/b/node_modules/@x/a", { symlinkTo: "../../../a" });
  const { files, complete } = await desk.connection.data<RenameData>("kart_rename", {
    file: "packages/a/index.ts",
    symbol: "a",
    newName: "renamed",
  });
  expect({ files, complete }).toEqual({
    files: [
      { path: "packages/a/index.ts", edits: 1 },
      { path: "packages/b/b.ts", edits: 2 },
    ],
    complete: true,
  });
  expect(desk.workspace.read("packages/b/b.ts")).toBe('import { renamed } from "@x/a";\nrenamed;\n');
});

test("types may need an export where its module is a value", async () => {
  const rows: readonly [use: string, error: string | undefined][] = [
    ["const p = c ? a : b;\np.draw();", "c.ts:5 Property 'paint' does not exist on type"],
    ["const all = { a, b } satisfies Record<string, { draw(): void }>;", "c.ts:4 Property 'draw' is missing in type"],
    ["console.log(a, b);", undefined],
  ];
  for (const [use, error] of rows) {
    const desk = await deskOf(
      `export function draw() {}
// @filename: b.ts
export function draw() {}
// @filename: c.ts
import * as a from "./a";
import * as b from "./b";
declare const c: boolean;
${use}
`,
    );
    const args = { file: "a.ts", symbol: "draw", newName: "paint", dryRun: true };
    if (error === undefined) {
      const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", args);
      expect([complete, warnings.join()]).toEqual([
        false,
        "NOT CHANGED, though they may use it: TypeScript does not see them do so: c.ts:4 (passes the whole module on)",
      ]);
    } else expect(await desk.refused("kart_rename", args), use).toContain(`\n${error}`);
  }
});

test("what TypeScript does not see is said to be missing", async () => {
  const desk = await deskOf(
    `export const a = { m: 1 };
export default function f() {}
// @filename: b.vue
<script>
import { a } from "./a";
</script>
{{ a.m }}
// @filename: c.ts
export const load = () => import("./a");
export const use = async () => (await load()).a;
`,
  );
  const rename = (symbol: string) =>
    desk.connection.data<RenameData>("kart_rename", { file: "a.ts", symbol, newName: "b", dryRun: true });
  const missed = async (symbol: string) => {
    const { complete, warnings } = await rename(symbol);
    expect(complete).toBe(warnings.length === 0);
    return warnings.join().replace("NOT CHANGED, though they may use it: TypeScript does not see them do so: ", "");
  };
  expect((await rename("a")).files.map(({ path, edits }) => `${path} ${edits}`)).toEqual(["a.ts 1", "c.ts 1"]);
  expect(await missed("a")).toBe("b.vue:2, c.ts:1 (passes the whole module on)");
  expect(await missed("a.m")).toBe("b.vue:4");
  // Its importers know it by another name.
  expect(await missed("f")).toBe("");
});

test("a private name is complete, though a file of no project holds the word", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "include": ["src"] }',
    "src/a.ts": "export class K {\n  #a = 1;\n  m() {\n    return this.#a;\n  }\n}\n",
    "eslint.config.js": 'export default [{ a: "a" }];\n',
  });
  const args = { file: "src/a.ts", symbol: "K.#a", newName: "#b" };
  expect(await desk.connection.data<RenameData>("kart_rename", args)).toMatchObject({ complete: true, warnings: [] });
});

test("a dry run shows the whole diff by file and writes nothing; undo takes all files back", async () => {
  const importer = 'import { a } from "./a";\r\n\r\na;';
  const desk = await deskOf("\ufeffexport const a = 1;\n");
  desk.workspace.write("b.ts", importer);
  const before = desk.workspace.snapshot();
  const args = { file: "a.ts", symbol: "a", newName: "b" };
  const { diff, totalEdits } = await desk.connection.data<RenameData>("kart_rename", { ...args, dryRun: true });
  expect(totalEdits).toBe(3);
  expect(diff).toMatch(/^a\.ts: 1 edit\n@@ -1,1 \+1,1 @@\n-.*\n\+1:..\|.*export const b = 1;\nb\.ts: 2 edits\n@@/);
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(await desk.connection.text("kart_rename", args)).toStartWith("renamed `a` to `b`: 3 edits in 2 files\n");
  expect(desk.workspace.read("b.ts")).toBe('import { b } from "./a";\r\n\r\nb;');
  expect(await desk.connection.data("kart_undo")).toMatchObject({
    undone: [{ tool: "kart_rename", paths: ["a.ts", "b.ts"] }],
  });
  expect(desk.workspace.snapshot()).toEqual(before);
});

test("what stands in for the file on other platforms and exports the name too is said to keep it", async () => {
  const one = (path: string) => `// @filename: ${path}\nexport const a = 1;\n`;
  const manifest = {
    private: true,
    name: "p",
    browser: { "./dist/a.js": "./dist/instead.js" },
    exports: { "./a": { browser: "./web/a.ts", default: "./src/a.ts" }, "./b": "./src/b.ts" },
  };
  const paths = ["src/a.ts", "src/a.native.ts", "src/a.test.ts", "src/ab.ts", "src/b.ts", "src/instead.ts", "web/a.ts"];
  const config = '// @filename: tsconfig.json\n{ "compilerOptions": { "rootDir": "src", "outDir": "dist" } }\n';
  const at = await deskOf(
    `// @filename: package.json\n${JSON.stringify(manifest)}\n${config}${paths.map(one).join("")}`,
  );
  const rename = async (file: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol: "a", newName: "z", dryRun: true })).warnings;
  expect(await rename("src/a.ts")).toEqual([
    "NOT RENAMED: for other platforms `a` is exported by: src/a.native.ts:1; src/instead.ts:1; web/a.ts:1",
  ]);
  expect(await rename("src/a.native.ts")).toEqual(["NOT RENAMED: for other platforms `a` is exported by: src/a.ts:1"]);
  expect(await rename("src/b.ts")).toEqual([]);
});

test("a manual mock that exports the name too is said to keep it", async () => {
  const at = await deskOf(
    '// @filename: src/api.ts\nexport const load = 1;\nexport const rest = 2;\n// @filename: src/__mocks__/api.ts\nexport const other = 1;\nexport const load = 2;\n// @filename: src/a.test.ts\nimport { load } from "./api";\njest.mock("./api");\nload;\n',
  );
  const rename = async (file: string, symbol: string) =>
    (await at.connection.data<RenameData>("kart_rename", { file, symbol, newName: "z", dryRun: true })).warnings;
  expect(await rename("src/api.ts", "load")).toEqual([
    "NOT RENAMED: tests may get `load` of its manual mock instead: src/__mocks__/api.ts:2",
  ]);
  expect(await rename("src/api.ts", "rest")).toEqual([]);
  expect(await rename("src/__mocks__/api.ts", "load")).toEqual([]);
});

test("files that say they are generated are changed, and named", async () => {
  const at = await deskOf(
    '// @filename: made.ts\n/* DO NOT EDIT. */\nexport interface User { id: 1 }\n// @filename: use.ts\nimport type { User } from "./made";\nexport type Id = User["id"];\n',
  );
  const args = { file: "made.ts", symbol: "User", newName: "Person" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 3,
    complete: true,
    warnings: [
      "Changed too, though they say that they are generated: what writes them may write the old name again: made.ts",
    ],
  });
});

test("a member that values of unknown type may use keeps its name there, which is said", async () => {
  const at = await deskOf(
    "export class A {\n  run() {}\n}\nnew A().run();\n// @filename: b.js\nexport const f = (a) => a.run();\n",
  );
  const args = { file: "a.ts", symbol: "A.run", newName: "start" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 2,
    complete: false,
    warnings: ["NOT CHANGED: 1 use of that name on a value of unknown type (any): b.js:1"],
  });
});

test("an export of CommonJS whose type a comment states is a member of values too, which may have no type", async () => {
  const typed = "/** @type {import('./types').Rule} */";
  const at = await deskOf(`// @filename: types.d.ts
export interface Rule { meta?: string; make(): void }
// @filename: a.js
${typed}
module.exports = { meta: "", make() {} };
// @filename: b.js
module.exports = ${typed} ({ meta: "", make() {} });
// @filename: c.js
const meta = "";
function make() {}

${typed}
// The rule.
module.exports = { meta, make };
// @filename: d.js
module.exports = { meta: "" };
// @filename: use.js
exports.use = (rule) => rule.meta;
`);
  const rename = async (file: string, symbol = "meta") => {
    const args = { file, symbol, newName: "info", dryRun: true };
    const { complete, totalEdits, warnings } = await at.connection.data<RenameData>("kart_rename", args);
    return { complete, totalEdits, warnings };
  };
  const unknown = "NOT CHANGED: 1 use of that name on a value of unknown type (any): use.js:1";
  const told = { complete: false, totalEdits: 4, warnings: [unknown] };
  for (const [file, symbol] of [["a.js"], ["b.js"], ["c.js", "module.exports.meta"]] as const)
    expect(await rename(file, symbol)).toEqual(told);
  expect(await rename("d.js")).toEqual({ complete: true, totalEdits: 1, warnings: [] });
});

test("a member that is copied to another class by its name in a string is not said to be renamed everywhere", async () => {
  const at = await deskOf(`// @filename: a.js
class Mixin {
  send() {}
  static apply(to) {
    for (const key of ["send"])
      Object.defineProperty(to.prototype, key, Object.getOwnPropertyDescriptor(Mixin.prototype, key));
  }
}
module.exports = Mixin;
`);
  const rename = async (symbol: string) => {
    const args = { file: "a.js", symbol, newName: "other", dryRun: true };
    const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
    return { complete, warnings };
  };
  expect(await rename("Mixin.send")).toEqual({
    complete: false,
    warnings: ["NOT CHANGED: strings by which members of a prototype are taken, and may be this one: a.js:4"],
  });
  expect(await rename("Mixin.apply")).toEqual({ complete: true, warnings: [] });
});

test("values of other types that give a member by its old name, which nobody misses, are named", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Action { id: string; ok?: boolean }
export interface Item { id: string; ${name}?: boolean; more?: 1 }
export interface Special extends Item { ${name}: true }
export class Own implements Item { id = "own"; ${name} = true }
export const item = ({ ${name}: is = false }: Item) => is;
// @filename: b.ts
import { type Action, item, Own, type Special } from "./a";
import * as all from "./c";
declare const action: Action, special: Special;
export const direct = item(action);
export const spread = item({ ...action, id: "x" });
export const own = [item(special), item(new Own()), item({ ...special }), item({ id: "", ${name}: true })];
export const other = item({ id: "x" });
export const whole = item({ ...all });
// @filename: c.ts
export const id = "c";
export const ok = true;
`;
  const at = await deskOf(files("ok"));
  const args = { file: "a.ts", symbol: "Item.ok", newName: "fine" };
  const { complete, warnings } = await at.connection.data<RenameData>("kart_rename", args);
  expect(textOf(at, files("ok"))).toBe(files("fine"));
  expect([complete, warnings]).toEqual([
    false,
    ["LEFT: values of other types that give it by the old name: b.ts:4,5,8"],
  ]);
});

test("values of a renamed member's type that others take by its old name, which nobody misses, are named", async () => {
  const files = (name: string) => `// @filename: a.ts
export interface Config { url: string; ${name}: number }
export class Plugin { id = "p"; ${name}() {} }
export const plain = { url: "", ${name}: 1 };
// @filename: b.ts
export interface Options { url?: string; wait?: number }
export interface Hooks { id?: string; wait?(): void }
export interface Loose { url: string; wait?: any }
export const request = (options: Options) => options.wait;
export const deep = (options: { http: Options }) => options.http.wait;
export const part = (options: Partial<{ url: string; wait: number }>) => options.wait;
export const loose = (options: Loose) => options.wait;
export const use = (hooks: Hooks) => hooks.wait?.();
// @filename: c.ts
import { type Config, plain, Plugin } from "./a";
import { deep, loose, part, request, use } from "./b";
declare const config: Config;
export const direct = [request(config), request({ ...config })];
export const nested = deep({ http: config });
export const more = [part(config), loose(config)];
export const literal = request(plain);
use(new Plugin());
export const own = [request({ url: "", wait: 1 }), loose({ url: "" })];
`;
  const warnings = async (symbol: string) => {
    const at = await deskOf(files("wait"));
    const args = { file: "a.ts", symbol, newName: "delay" };
    const renamed = await at.connection.data<RenameData>("kart_rename", args);
    expect(renamed.complete).toBe(false);
    return renamed.warnings.filter((one) => one.includes("take by"));
  };
  const left = "LEFT: values of it that other types take by the old name";
  expect(await warnings("Config.wait")).toEqual([`${left}: c.ts:4,5,6`]);
  expect(await warnings("Plugin.wait")).toEqual([`${left}: c.ts:8`]);
  expect(await warnings("plain.wait")).toEqual([`${left}: c.ts:7`]);
});

test("keys of the old name in object literals of no type are named, those first that surely or likely mean the member", async () => {
  const at = await deskOf(`// @filename: a.ts
export interface Props { w: number; grow: number }
export interface Other { grow: number }
export abstract class Util {
  onResize?(props: Props): Partial<Props>;
}
export const use = (props: Props) => props.grow;
// @filename: b.ts
import { type Other, type Props, use, Util } from "./a";
const loose = { grow: 1 };
export class Geo extends Util {
  override onResize(props: Props) {
    return { w: 1, grow: 0 };
  }
}
export const other: Other = { grow: 1 };
const grow = 2;
export const shorthand: Other = { grow };
export const reset = (props: Props) => {
  const next = { ...props, grow: 0 };
  const beside = { ...other, grow };
  return use(next) + use({ grow } as any) + use({ grow: 1 } as unknown as Props);
};
// @filename: c.test.ts
expect(use).toHaveBeenCalledWith(expect.objectContaining({ grow }));
`);
  const args = { file: "a.ts", symbol: "Props.grow", newName: "extra" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 2,
    complete: false,
    warnings: [
      "LEFT: values of other types that give it by the old name: b.ts:4,14",
      "LEFT: 7 keys of that name in object literals of no type, first 1 beside a spread of what had it, then 2 cast to any or unknown: b.ts:12,14,2,5,13; c.test.ts:1",
    ],
  });
});

test("of a literal's own member only those are, beside which it is spread", async () => {
  const at = await deskOf(`export const o = { a: 1 };
export const one = { ...o, a: 2 };
export const two = { a: 2 };
`);
  const args = { file: "a.ts", symbol: "o.a", newName: "b" };
  expect((await at.connection.data<RenameData>("kart_rename", args)).warnings).toEqual([
    "LEFT: 1 key of that name in object literals of no type, first 1 beside a spread of what had it: a.ts:2",
  ]);
});

test("a member that a .d.ts declares keeps its name in the JavaScript that has it, which is said", async () => {
  const at = await deskOf(`// @filename: app.d.ts
export interface App {
  run(): void;
}
// @filename: app.js
import { Other } from "./other";
export const make = () => ({
  run() {},
});
export const loud = () => {
  const app = make();
  app.run();
  new Other().run();
};
// @filename: later.js
export function later(it) {
  it.run = setTimeout;
}
// @filename: other.ts
export class Other {
  run() {}
}
`);
  const args = { file: "app.d.ts", symbol: "App.run", newName: "start" };
  expect(await at.connection.data<RenameData>("kart_rename", args)).toMatchObject({
    totalEdits: 1,
    complete: false,
    warnings: [
      "NOT CHANGED: 1 use of that name on a value of unknown type (any): later.js:2",
      "NOT CHANGED: the name in JavaScript, which no type ties to app.d.ts: app.js:3,7; later.js:2",
    ],
  });
});

test("an export that a .d.ts declares keeps its name in the JavaScript beside it, which is said", async () => {
  const left = async (file: string, text: string) => {
    const at = await deskOf(`// @filename: ${file}\n${text}`);
    const declaring = file.replace(/(m?)js$/, "d.$1ts");
    at.workspace.write(declaring, "export declare function go(): void;\n");
    const args = { file: declaring, symbol: "go", newName: "run" };
    return (await at.connection.data<RenameData>("kart_rename", args)).warnings;
  };
  const note = "NOT CHANGED: the name in JavaScript, which no type ties to";
  expect(await left("a.js", "exports.go = 1;\n")).toEqual([`${note} a.d.ts: a.js:1`]);
  expect(await left("a.mjs", "const go = 1;\nexport { go };\n")).toEqual([`${note} a.d.mts: a.mjs:2`]);
});

test("a hundred files: the answer is capped and says so", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `u${index}.ts`);
  const users = names.map((name) => `// @filename: ${name}\nimport { a } from "./a";\nexport const x = a + a;\n`);
  const desk = await deskOf(`export const a = 1;\n${users.join("")}`);
  const { totalEdits, diff } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "a",
    newName: "b",
  });
  expect(totalEdits).toBe(301);
  expect(diff.length).toBeLessThan(20_000);
  expect(diff).toContain("u50.ts: 3 edits, not shown");
});

test("files beyond those whose types are checked are counted, and the answer is not called complete", async () => {
  const users = Array.from(
    { length: 120 },
    (_, at) => `// @filename: u${at}.ts\nimport { K } from "./a";\nexport const v = new K().size;\n`,
  );
  const at = await deskOf(`// @filename: a.ts\nexport class K {\n  size = 1;\n}\n${users.join("")}`);
  const args = { file: "a.ts", symbol: "K.size", newName: "extent", dryRun: true };
  expect(await at.connection.data("kart_rename", args)).toMatchObject({
    complete: false,
    totalEdits: 121,
    warnings: ["21 files that may use it by its shape alone NOT type-checked: check the whole workspace."],
  });
});

test("a member that uses mean with another type's, which has the new name for something else of the same type", async () => {
  const desk = await deskOf(`export interface Box { a: number }
export interface Bag { a: number; b: number }
export const f = (of: Box | Bag) => of.a;
export interface Net { c: number }
export const g = (of: Net) => of.c;
`);
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "Box.a", newName: "b" })).toMatch(
    /^already_exists: `b` is taken .*\na\.ts:2 /s,
  );
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "Box.a",
    newName: "c",
  });
  expect(warnings).toEqual(["Renamed with it, as some uses mean both: a.ts:2"]);
  expect(desk.workspace.read("a.ts")).toContain("of.c;\nexport interface Net");
  await desk.connection.data("kart_rename", { file: "a.ts", symbol: "Net.c", newName: "b" });
  expect(desk.workspace.read("a.ts")).toContain("interface Net { b: number }");
});

test("what has the name of another thing that the file exports is renamed without it, which is said", async () => {
  const desk = await deskOf("function part() {}\nconst _part = [part];\nexport { _part as part };\n");
  const { warnings } = await desk.connection.data<RenameData>("kart_rename", {
    file: "a.ts",
    symbol: "part",
    newName: "piece",
  });
  expect(warnings).toEqual(["Importers' `part` is another symbol, exported under that name: `_part` (a.ts:2)."]);
  expect(desk.workspace.read("a.ts")).toBe("function piece() {}\nconst _part = [piece];\nexport { _part as part };\n");
});

test("a name by which an export list exports what the file calls otherwise is renamed for its importers alone", async () => {
  const list = "const own = () => 1;\nexport { own as one, own as two };\n";
  const desk = await deskOf(
    `${list}// @filename: b.ts\nexport { one } from "./a";\nexport { one as other } from "./a";\n// @filename: c.ts\nimport { one } from "./b";\nimport { one as uno, two } from "./a";\nconst o = { one };\nexport const s = one() + uno() + two() + o.one();\nexport const d = import("./a").then(({ one }) => one());\n`,
  );
  const rename = (symbol: string, newName: string, line?: number) =>
    desk.connection.data<RenameData>("kart_rename", {
      file: "a.ts",
      symbol,
      newName,
      ...(line !== undefined && { line }),
    });
  for (const taken of ["two", "uno"])
    expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "one", newName: taken })).toStartWith(
      "already_exists",
    );
  expect(await rename("one", "first")).toMatchObject({ complete: true, warnings: [] });
  expect(["a.ts", "b.ts", "c.ts"].map((path) => desk.workspace.read(path))).toEqual([
    "const own = () => 1;\nexport { own as first, own as two };\n",
    'export { first } from "./a";\nexport { first as other } from "./a";\n',
    'import { first } from "./b";\nimport { first as uno, two } from "./a";\nconst o = { one: first };\nexport const s = first() + uno() + two() + o.one();\nexport const d = import("./a").then(({ first }) => first());\n',
  ]);
  // Where something else has the name, the line of the list tells.
  desk.workspace.write("a.ts", "function two() {}\nconst own = () => [two];\nexport {\n  own as two,\n};\n");
  expect(await rename("two", "second", 4)).toMatchObject({ complete: true, warnings: [] });
  expect(desk.workspace.read("a.ts")).toBe(
    "function two() {}\nconst own = () => [two];\nexport {\n  own as second,\n};\n",
  );
  expect(desk.workspace.read("c.ts")).toContain("import { first as uno, second }");
  desk.workspace.write("a.ts", 'import { second } from "./c";\nexport { second as passed };\n');
  expect(await desk.refused("kart_rename", { file: "a.ts", symbol: "passed", newName: "x" })).toStartWith(
    "symbol_not_found",
  );
  desk.workspace.write("a.ts", "const own = (two: number) => two;\nexport { own as two };\n");
  await rename("two", "local");
  expect(desk.workspace.read("a.ts")).toBe("const own = (local: number) => local;\nexport { own as two };\n");
});

describe("members of what a function declares", () => {
  const TEXT = `export function f(size: number) {
  type Options = { size: number };
  const options: Options = { size: 1 };
  const made = { size: size };
  return options.size + made.size;
}
run({ key: 1 });
declare function run<T>(given: T): void;
`;

  test("go by the names around them, or by their line", async () => {
    for (const more of [{ symbol: "f.Options.size" }, { symbol: "size", line: 2 }]) {
      await using desk = await Desk.with({ "a.ts": TEXT });
      await desk.connection.text("kart_rename", { file: "a.ts", newName: "width", ...more });
      expect(desk.workspace.read("a.ts")).toBe(
        TEXT.replace("= { size: number }", "= { width: number }")
          .replace("{ size: 1 }", "{ width: 1 }")
          .replace("options.size", "options.width"),
      );
    }
  });

  test("are told where the name, or the line, may mean others", async () => {
    await using desk = await Desk.with({ "a.ts": TEXT });
    const refused = (symbol: string, line?: number) =>
      desk.refused("kart_rename", { file: "a.ts", symbol, newName: "width", ...(line !== undefined && { line }) });
    expect(await refused("size", 4)).toBe(
      "symbol_ambiguous: `size` at line 4 could be `f.made.size` (property, line 4) or `f.size` (parameter, line 1). Pass one of these as symbol, with its line.",
    );
    expect(await refused("size", 5)).toStartWith(
      "symbol_not_found: No `size` is declared at line 5. One is elsewhere, `f.size` (parameter, line 1)",
    );
    expect(await refused("Others.size")).toContain("`f.Options.size` (property, line 2), `f.options.size`");
    expect(await refused("key", 7)).toBe(
      "symbol_not_found: No symbol or local `key` in a.ts. A key of what a call is given has the name, `key` (property, line 7): rename what it takes it for, or change it with kart_patch.",
    );
    expect(desk.workspace.read("a.ts")).toBe(TEXT);
  });
});

test("of `this.name = name` the line alone does not tell the property from the parameter", async () => {
  const text = (declared: string) =>
    `export class K {\n${declared}  constructor(size) {\n    this.size = size;\n    this.width = 1;\n  }\n  width2() { const width = this.width; return width; }\n}\n`;
  await using desk = await Desk.with({ "a.js": text(""), "b.ts": text("  size;\n") });
  const ask = (file: string, symbol: string, line: number, newName = "fresh") =>
    desk.connection.call("kart_rename", { file, symbol, line, newName });
  for (const [file, line, at] of [
    ["a.js", 3, 3],
    ["b.ts", 4, 2],
  ] as const)
    expect(JSON.stringify(await ask(file, "size", line))).toContain(
      `symbol_ambiguous: REJECTED, nothing written. \`size\` at line ${line} could be \`K.size\` (property, line ${at}) or \`K.constructor.size\` (parameter, line ${line - 1}).`,
    );
  await ask("a.js", "K.size", 3);
  await ask("a.js", "width", 4, "wide");
  expect(desk.workspace.read("a.js")).toBe(
    text("").replace("this.size", "this.fresh").replaceAll("this.width", "this.wide"),
  );
});

test("strings that are a path to the name are shown, however many lines speak of it", async () => {
  const text = `${"// a prop\n".repeat(30)}export const kind = "prop";\nexport const call = "$.prop";\n`;
  await using desk = await Desk.with({ "a.ts": "export function prop() {}\n", "b.ts": text });
  const answer = await desk.connection.text("kart_rename", { file: "a.ts", symbol: "prop", newName: "fresh" });
  expect(answer.split("\n").slice(5)).toEqual([
    "2 strings in code that are the name, or a path to it, not changed:",
    "b.ts",
    expect.stringMatching(/^31:..\|export const kind = "prop";$/),
    expect.stringMatching(/^32:..\|export const call = "\$\.prop";$/),
    expect.stringMatching(
      /^30 other mentions in comments, strings and other files, not changed, in 1 file: b\.ts:1,2,/,
    ),
  ]);
});

test("a use that TypeScript leaves out, since its type hangs on what was checked before, is found by the complaint about it", async () => {
  const use = (name: string) => `/** @import { AST } from './gone.js' */
import { walk } from 'walks';
import { Scope, set_scope } from './scope.js';

/** @param {any} root @param {any} node @param {Scope} scope @param {any} scopes */
export function run(root, node, scope, scopes) {
  walk(/** @type {AST.SvelteNode} */ (root), null, {
    EachBlock(node) {
      const scope = /** @type {Scope} */ (scopes.get(node));
      const state = { scope: /** @type {Scope} */ (scope.parent), scopes };
      walk(node.expression, state, {
        // @ts-expect-error
        _: set_scope,
        Identifier(node, context) {
          const found = context.state.scope.${name}(node.name);
        }
      });
    }
  });
}
`;
  await using desk = await Desk.with({
    ".gitignore": "node_modules\n",
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "esnext", target: "esnext", allowJs: true, checkJs: true, strict: false, types: [] },
      include: ["src"],
    }),
    "node_modules/walks/package.json": '{ "name": "walks", "types": "index.d.ts" }',
    "node_modules/walks/index.d.ts": `type BaseNode = { type: string };
export function walk<T extends BaseNode, U extends Record<string, any> | null>(node: T, state: U, visitors: Visitors<T, U>): T;
type NodeOf<T extends string, X> = X extends { type: T } ? X : never;
type SpecialisedVisitors<T extends BaseNode, U> = { [K in T["type"]]?: Visitor<NodeOf<K, T>, U, T> };
export type Visitor<T, U, V> = (node: T, context: Context<V, U>) => V | void;
export type Visitors<T extends BaseNode, U> = T["type"] extends "_"
  ? never
  : SpecialisedVisitors<T, U> & { _?: Visitor<T, U, T> };
export interface Context<T, U> { next: (state?: U) => T | void; path: T[]; state: U; visit: (node: T, state?: U) => T }
`,
    "src/scope.js": `/** @import { Context } from 'walks' */
/** @import { AST } from './gone.js' */
export class Scope {
  /** @type {Scope | null} */
  parent = null;
  /** @param {string} name */
  get(name) { return name; }
}
/**
 * @template {{ scope: Scope, scopes: Map<AST.SvelteNode, Scope> }} State
 * @param {AST.SvelteNode} node
 * @param {Context<AST.SvelteNode, State>} context
 */
export function set_scope(node, { next, state }) {
  const scope = state.scopes.get(node);
  next(scope !== undefined && scope !== state.scope ? { ...state, scope } : state);
}
`,
    "src/use.js": use("get"),
  });
  await desk.connection.data("kart_rename", { file: "src/scope.js", symbol: "Scope.get", newName: "find" });
  expect(desk.workspace.read("src/use.js")).toBe(use("find"));
});
