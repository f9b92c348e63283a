import { describe, expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { declarationsOf } from "@kart/core/syntax/declarations";
import type { ParsedFile } from "./parsed-files.ts";
import { outlineFile } from "./outline-file.ts";
import { localText } from "./render.ts";

const oxc = await loadParser();

function fileOf(source: string, path: string): ParsedFile {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(`${outcome.failure.message} in ${source}`);
  const { parsed } = outcome;
  return { path, text: source, lines: parsed.lines, parsed, declarations: declarationsOf(parsed) };
}

/** Every declaration of a source, where nothing but its syntax is known. */
function outline(source: string, path = "a.ts"): string {
  const detail = { docs: "whole", members: true, privates: true } as const;
  const text = outlineFile(fileOf(source, path))
    .map((outlined) => localText(outlined, "all", () => undefined, detail))
    .join("\n");
  const { errors } = oxc.parseSync("a.d.ts", text, { lang: "dts" });
  expect({ text, errors }).toEqual({ text, errors: [] });
  return text;
}

/** As {@link outline}, without the lines. */
const signature = (source: string, path?: string): string => outline(source, path).replaceAll(/ \/\/ \d+$/gm, "");

const forms = (name: string, rows: readonly (readonly [source: string, wanted: string, path?: string])[]) =>
  describe(name, () => {
    for (const [source, wanted, path] of rows) test(source, () => expect(signature(source, path)).toBe(wanted));
  });

forms("overloads, each with its doc", [
  [
    "/** One. */\nexport function f(a: 1): void;\n/** Two. */\nexport function f(a: 2): void;\nexport function f(a: any): void {}",
    "/** One. */\nexport function f(a: 1): void;\n/** Two. */\nexport function f(a: 2): void;",
  ],
  [
    "export class A {\n  m(a: 1): void;\n  /** Two. */\n  m(a: 2): void;\n  m(a: any): void {}\n}",
    "export class A {\n  m(a: 1): void;\n  /** Two. */\n  m(a: 2): void;\n}",
  ],
  [
    "export interface A {\n  /** One. */\n  m(a: 1): void;\n  /** Two. */\n  m(a: 2): void;\n}",
    "export interface A {\n  /** One. */\n  m(a: 1): void;\n  /** Two. */\n  m(a: 2): void;\n}",
  ],
]);

forms("members of JavaScript, as comments say", [
  [
    "export class A {\n  /** @private */ a = 1;\n  /** @protected */ b() {}\n  /** @readonly @type {number} */ static c = 1;\n  d = 1;\n}",
    "export class A {\n  /** @private */\n  private a /* inferred */;\n  /** @protected */\n  protected b(/* inferred */);\n  /** @readonly @type {number} */\n  static readonly c /* inferred */;\n  d /* inferred */;\n}",
    "a.js",
  ],
  [
    "export class A {\n  /** @readonly */\n  get a() { return 1; }\n  /** To foo@private.com, no `@private` */\n  b = 1;\n}",
    "export class A {\n  /** @readonly */\n  get a() /* inferred */;\n  /** To foo@private.com, no `@private` */\n  b /* inferred */;\n}",
    "a.js",
  ],
  ["export class A { /** @private */ a = 1; }", "export class A {\n  /** @private */\n  a: number;\n}", "a.ts"],
]);

forms("functions with members", [
  [
    "export const f = (a: string) => {};\nf.label = 'x';\nf.of = function (b: number): string { return ''; };\nf.label = 'y';",
    "export const f: {\n  (a: string): void;\n  label /* inferred */;\n  of(b: number): string;\n};",
  ],
  [
    "export const f = () => {};\nif (dev) { f.label = 'x'; } else f['other'] = 1;\nfunction later() { f.no = 1; }",
    "export const f: {\n  (): void;\n  label /* inferred */;\n  other /* inferred */;\n};\ndeclare function later(): void;",
  ],
  ["export const f: F = () => {};\nf.label = 'x';", "export const f: F;"],
  ["export const o = {};\no.label = 'x';", "export const o: {};"],
]);

forms("functions", [
  ["export function f(a: string): number { return 1; }", "export function f(a: string): number;"],
  ["function local(a?: string): void {}", "declare function local(a?: string): void;"],
  ["export async function f(): Promise<void> {}", "export function f(): Promise<void>;"],
  ["export function* g(): Generator<number> { yield 1; }", "export function g(): Generator<number>;"],
  [
    "export function f<T extends object, U = T[]>(this: Window, ...rest: T[]): U { return rest as U; }",
    "export function f<T extends object, U = T[]>(this: Window, ...rest: T[]): U;",
  ],
  [
    "export function f<const T>(a: T): asserts a is NonNullable<T> {}",
    "export function f<const T>(a: T): asserts a is NonNullable<T>;",
  ],
  ["export function f(\n  a: string,\n  b: number,\n): void {}", "export function f(a: string, b: number): void;"],
  [
    "export function f(a: string, b = 1, c: boolean = true) {}",
    "export function f(a: string, b?: number, c?: boolean): void;",
  ],
  ["export function f(a = 'x', b: string) {}", "export function f(a: string | undefined, b: string): void;"],
  [
    "export function f(a: () => void = noop, b: string) {}",
    "export function f(a: (() => void) | undefined, b: string): void;",
  ],
  [
    "export function f({ a = 1, b: c, default: d, ...e }: P = {}) {}",
    "export function f({ a, b, default: d, ...e }?: P): void;",
  ],
  [
    "export function f({ arguments: a, eval: b, c: d }: P) {}",
    "export function f({ arguments: a, eval: b, c }: P): void;",
  ],
  [
    "export function f([a, , b = 2]: [number, string, number]) {}",
    "export function f([a, , b]: [number, string, number]): void;",
  ],
  ["export function f(a, b = g()) {}", "export function f(a /* inferred */, b? /* inferred */): void;"],
  ["export function f() { return g(); }", "export function f() /* inferred */;"],
  ["export async function f() { await g(); }", "export function f(): Promise<void>;"],
  ["export function f() { return [1].map((x) => { return x; }); }", "export function f() /* inferred */;"],
  ["export function f() { [1].map((x) => { return x; }); }", "export function f(): void;"],
  ["export declare function f(): string;", "export function f(): string;"],
  [
    "export function o(a: string): string;\nexport function o(a: number): number;\nexport function o(a: any) { return a; }",
    "export function o(a: string): string;\nexport function o(a: number): number;",
  ],
]);

forms("consts and variables", [
  [
    "export const a = 1, b = 'x', c = -2, d = 10n, e = true, f = `t`;",
    'export const a = 1;\nexport const b = "x";\nexport const c = -2;\nexport const d = 10n;\nexport const e = true;\nexport const f = "t";',
  ],
  [
    "export let a = 1, b = 'x', c = `t${a}`, d: string;",
    "export let a: number;\nexport let b: string;\nexport let c: string;\nexport let d: string;",
  ],
  ["export const a: Map<string, number> = new Map();", "export const a: Map<string, number>;"],
  ["export const a = new Map<string, number>();", "export const a /* inferred */;"],
  ["export const a = x as Foo<Bar>;", "export const a: Foo<Bar>;"],
  ["export const a = <Foo>x;", "export const a: Foo;"],
  [
    "export const a = { x: 1, 'y-z': 's', f(n: number): string { return ''; }, g: (s: string) => s as T };",
    "export const a: { x: number; 'y-z': string; f(n: number): string; g: (s: string) => T; };",
  ],
  [
    "export const a = { x: 1, t: ['a', 2] } as const;",
    'export const a: { readonly x: 1; readonly t: readonly ["a", 2]; };',
  ],
  ["export const a = {};", "export const a: {};"],
  ["export const a = { b };", "export const a /* inferred */;"],
  ["export const a = { x: 1 } satisfies R;", "export const a /* inferred */;"],
  ["export const a = ((n: number): string => '') satisfies F;", "export const a: (n: number) => string;"],
  ["export const f = (a: string): number => 1;", "export const f: (a: string) => number;"],
  [
    "export const f = async <T,>(a: T, b = 2): Promise<T> => a;",
    "export const f: <T>(a: T, b?: number) => Promise<T>;",
    "a.tsx",
  ],
  ["export const f = function named(a: string): void {};", "export const f: (a: string) => void;"],
  ["export const f = (a: string) => g(a);", "export const f: (a: string) => any /* inferred */;"],
  [
    "export const s = Symbol('s'); export let t = Symbol();",
    "export const s: unique symbol;\nexport let t /* inferred */;",
  ],
  [
    "export const s = Symbol.for('s');\n/** @type {symbol} */\nexport const t = Symbol();",
    "export const s: unique symbol;\n/** @type {symbol} */\nexport const t /* inferred */;",
    "a.js",
  ],
  ["export const re = /x/g;", "export const re: RegExp;"],
  [
    "export const { a, b: { c }, ...d } = o;",
    "export const a /* inferred */;\nexport const c /* inferred */;\nexport const d /* inferred */;",
  ],
  ["export const n = null;", "export const n /* inferred */;"],
  ["export const C = class Inner<T> extends B<T> { x: T; };", "export class C<T> extends B<T> {\n  x: T;\n}"],
  ["export let C = class { m() {} };", "export let C /* a class */;"],
  ["export const C: new () => I = class { x = 1; };", "export const C: new () => I;"],
  ["export declare let a: string, b: number;", "export let a: string;\nexport let b: number;"],
]);

forms("types", [
  ["export type A<T> = T extends string ? 1 : 2;", "export type A<T> = T extends string ? 1 : 2;"],
  ["type A =\n  | 'a'\n  | 'b';", "type A = 'a' | 'b';"],
  ["type A<T> =\n  | B<T>\n  | ((x: T) =>\n    | 'b');", "type A<T> = B<T> | ((x: T) => 'b');"],
  [
    "export type A = {\n  a: B<C>\n  b: (x: D) =>\n    number\n};",
    "export type A = {\n  a: B<C>\n  b: (x: D) =>\n    number\n};",
  ],
  ["export type A = {\n  a: string\n  b: number\n};", "export type A = {\n  a: string\n  b: number\n};"],
  [
    "export interface I<T> extends A, B<T> { a: string; readonly b?: number, m<U>(x: U): void; m(): string; [key: string]: unknown; (x: number): string; new (x: number): I<T>; get g(): number; set g(v: number) }",
    "export interface I<T> extends A, B<T> {\n  a: string;\n  readonly b?: number;\n  m<U>(x: U): void;\n  m(): string;\n  [key: string]: unknown;\n  (x: number): string;\n  new (x: number): I<T>;\n  get g(): number;\n  set g(v: number);\n}",
  ],
  [
    "export enum E { A, B = 5, C, D = 'x', E = A | B, F = `${D}y`, G = g() }",
    'export enum E {\n  A = 0,\n  B = 5,\n  C = 6,\n  D = "x",\n  E = 5,\n  F = "xy",\n  G,\n}',
  ],
  ["declare const enum E { A = 1 << 2, 'b-c' }", "declare const enum E {\n  A = 4,\n  'b-c' = 5,\n}"],
  [
    "export namespace N { export const a = 1; const b: string = ''; export function f(): void {} }",
    "export namespace N {\n  export const a = 1;\n  const b: string;\n  export function f(): void;\n}",
  ],
  [
    "import { type C } from 'c';\nexport declare namespace N { export { type C as C, D as E }; const b: 1; }",
    "export namespace N {\n  export { type C };\n  export { D as E };\n  const b: 1;\n}",
  ],
  ["export namespace A.B { export type T = 1; }", "export namespace A {\n  namespace B {\n    type T = 1;\n  }\n}"],
  ["declare module 'm' { export const a: string; }", "declare module 'm' {\n  const a: string;\n}"],
  [
    "export {}; declare global { interface Window { a: string } }",
    "declare global {\n  interface Window {\n    a: string;\n  }\n}",
  ],
  ["import Y = A.C; export import X = A.B;", "export import X = A.B;"],
  [
    "export namespace N { import Y = A.C; export import X = A.B; }",
    "export namespace N {\n  export import X = A.B;\n}",
  ],
]);

forms("classes", [
  [
    "@dec() export abstract class C<T> extends B<T> implements I, J<T> {}",
    "export abstract class C<T> extends B<T> implements I, J<T> {}",
  ],
  ["declare class C { m(): void }", "declare class C {\n  m(): void;\n}"],
  [
    "class C { a: string; b?: number; c!: boolean; d = 1; readonly e = 'x'; static readonly f = 2; protected g = h(); declare i: string; public override j: number = 1; }",
    'declare class C {\n  a: string;\n  b?: number;\n  c: boolean;\n  d: number;\n  readonly e = "x";\n  static readonly f = 2;\n  protected g /* inferred */;\n  i: string;\n  j: number;\n}',
  ],
  [
    "class C { constructor(readonly a: string, private b = 1, protected c?: T) { super(); } }",
    "declare class C {\n  readonly a: string;\n  private b: number;\n  protected c?: T;\n  constructor(a: string, b?: number, c?: T);\n}",
  ],
  ["class C { private constructor(a: string) {} }", "declare class C {\n  private constructor();\n}"],
  [
    "class C { get a(): string { return ''; } set a(v) {} static get b() { return c(); } set d(v: number) {} accessor e = 1; }",
    "declare class C {\n  get a(): string;\n  set a(v: string);\n  static get b() /* inferred */;\n  set d(v: number);\n  accessor e: number;\n}",
  ],
  [
    "class C { #a = 1; private b(): void {} #c(): void {} }",
    "declare class C {\n  #a: number;\n  private b(): void;\n  #c(): void;\n}",
  ],
  [
    "class C { m(): void {} async n() {} *o(): Generator<1> {} ['p'](): string { return ''; } [Symbol.iterator](): Iterator<T> { return x; } 'q-r'(): void {} 1(): void {} }",
    "declare class C {\n  m(): void;\n  n(): Promise<void>;\n  o(): Generator<1>;\n  ['p'](): string;\n  [Symbol.iterator](): Iterator<T>;\n  'q-r'(): void;\n  1(): void;\n}",
  ],
  [
    "class C { f(a: string): string; f(a: number): number; f(a: any) { return a; } static f(): void {} }",
    "declare class C {\n  f(a: string): string;\n  f(a: number): number;\n  static f(): void;\n}",
  ],
  [
    "abstract class C { abstract a: string; abstract m?(): void; protected abstract get g(): number; [k: string]: any; static { x(); } }",
    "declare abstract class C {\n  abstract a: string;\n  abstract m?(): void;\n  protected abstract get g(): number;\n  [k: string]: any;\n}",
  ],
  [
    "class C { f = (a: string): number => 1; g = () => h(); }",
    "declare class C {\n  f: (a: string) => number;\n  g: () => any /* inferred */;\n}",
  ],
  [
    "class C<T> extends Data.Tagged('x', { make() { return 1; } }) implements I {}",
    "declare class C<T> extends Data.Tagged(/* … */) implements I {}",
  ],
  ["class C extends mixin(A, B) {}", "declare class C extends mixin(A, B) {}"],
]);

forms("default exports and assignments", [
  ["export default function (a: string): void {}", "export default function(a: string): void;"],
  ["export default function f(): void {}", "export default function f(): void;"],
  ["export default class extends B {}", "export default class extends B {}"],
  ["export default class C {}", "export default class C {}"],
  ["export default interface I { a: 1 }", "export default interface I {\n  a: 1;\n}"],
  ["export default { a: 1 };", "declare const _default: { a: number; };\nexport default _default;"],
  [
    "export default (a: string): number => 1;",
    "declare const _default: (a: string) => number;\nexport default _default;",
  ],
  ["export = { a: 1 };", "declare const _exports: { a: number; };\nexport = _exports;"],
]);

forms("JavaScript, whose types only the compiler reads", [
  [
    "/** @param {string} a */ export function f(a) { return a; }",
    "/** @param {string} a */\nexport function f(/* inferred */);",
    "a.js",
  ],
  [
    "export const a = 1; export let b = 1; export class C { m(a) {} constructor(x) {} }",
    "export const a = 1;\nexport let b /* inferred */;\nexport class C {\n  m(/* inferred */);\n  constructor(/* inferred */);\n}",
    "a.mjs",
  ],
  [
    "class C { #p; static m() { this.s = 1; } constructor(x) { this.a = 1; this.b = x; this.#p = this.c = 'x'; () => { this.d.e = 1; this.d = x; }; this.f += 1; this.get = 1; } get get() { return this.b; } set() { this.a = x; } }",
    "declare class C {\n  a /* inferred */;\n  b /* inferred */;\n  c /* inferred */;\n  d /* inferred */;\n  #p /* inferred */;\n  static m(/* inferred */);\n  constructor(/* inferred */);\n  get get() /* inferred */;\n  set(/* inferred */);\n}",
    "a.js",
  ],
]);

describe("text", () => {
  test("has the line of each behind its first line", () => {
    expect(
      outline(
        "// x\n\nexport class A<\n  T = { a: 1 },\n> {\n  m(\n    a: string,\n  ): void {}\n}\nexport type B = {\n  a: 1;\n};\n@dec\nclass D {}",
      ),
    ).toBe(
      "export class A<T = { a: 1 }> { // 3\n  m(a: string): void; // 6\n}\nexport type B = { a: 1; }; // 10\ndeclare class D {} // 13",
    );
  });

  test("has the docs above, and no other comments", () => {
    const source =
      "// plain\n/** Not this. */\n\n/**\n * Does it.\n * @param a what\n */\n// between\nexport function f(a: string): void {}\n/* block */\nexport const b = 1;\nclass C {\n    /** A\n     *  member. */\n    a = 1;\n}";
    expect(outline(source)).toBe(
      "/**\n * Does it.\n * @param a what\n */\nexport function f(a: string): void; // 9\nexport const b = 1; // 11\ndeclare class C { // 12\n  /** A\n   *  member. */\n  a: number; // 15\n}",
    );
  });

  test("has the docs that the compiler finds behind blank lines", () => {
    const rows = [
      ["/** A. */\n\n// between\n\nexport const a = 1;", "/** A. */\n"],
      ["export {};\n/** A. */\n\n/* x */ export const a = 1;", "/** A. */\n"],
      ["/** Copyright B. */\n\nexport const a = 1;", ""],
      ["/** B.\n@module */\n\nexport const a = 1;", ""],
      ["/** B. */\n\nimport 'x';\n\nexport const a = 1;", ""],
      ["export {}; /** B. */\n\nexport const a = 1;", ""],
    ];
    for (const [source = "", doc = ""] of rows) expect(signature(source)).toBe(`${doc}export const a = 1;`);
    expect(signature("class C {\n  /** M. */\n\n  m(): void {}\n}")).toBe(
      "declare class C {\n  /** M. */\n  m(): void;\n}",
    );
  });

  test("is the same with CRLF, lone CR, a byte order mark and emoji", () => {
    const source =
      "/** 😀 é\n * two */\nexport const 名 = { a: '😀' }, b = (\n  c: string,\n): void => {};\nexport type T = {\n  a: 1;\n  b: '\u{1f600}'\n}\n";
    const wanted = outline(source);
    expect(wanted).toContain("😀 é");
    expect(outline(`\ufeff${source}`)).toBe(wanted);
    expect(outline(source.replaceAll("\n", "\r\n"))).toBe(wanted);
    expect(outline(source.replaceAll("\n", "\r"))).toBe(wanted);
  });

  test("stays TypeScript whatever stands between tokens and in strings", () => {
    expect(outline("export type A =\f'\u2028'\v|\u00a0'\ufeff x'\u2028| B;")).toBe(
      "export type A = '\\u{2028}' |\u00a0'\\u{feff} x' | B; // 1",
    );
    expect(outline("export type A = `a\n${string}\nb`;\nexport type B = 1;")).toBe(
      "export type A = `a\\n${string}\\nb`; // 1\nexport type B = 1; // 4",
    );
    expect(outline("export type A = `a${\n  | 'b'\n  | `c`\n}`;\nexport type B = { // it's `\n  a: '`';\n};")).toBe(
      "export type A = `a${   | 'b'   | `c` }`; // 1\nexport type B = { // it's ` // 5\n  a: '`';\n};",
    );
    expect(outline("export function f( // first\n  a: string, // second\n): void {}")).toBe(
      "export function f(a: string): void; // 1",
    );
    expect(outline("export type A = { // first\n  a: string // second\n  // last\n};")).toBe(
      "export type A = { // first // 1\n  a: string // second\n  // last\n};",
    );
  });
});
