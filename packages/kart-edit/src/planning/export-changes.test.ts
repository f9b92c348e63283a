import { expect, test } from "bun:test";
import { isFailure, loadParser } from "@kart/core/syntax/parser/parse";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { exportChanges, globalChanges } from "./export-changes.ts";

const oxc = await loadParser();

function symbols(text: string, path = "a.tsx") {
  const parsed = sourceSymbols(oxc, path, text);
  if (isFailure(parsed)) throw new Error(`${parsed.message}: ${text}`);
  return parsed;
}

function changes(before: string, after: string, path?: string): string {
  const { changed, gone, formerDefault, unnamed } = exportChanges(symbols(before, path), symbols(after, path));
  const former = formerDefault === undefined ? [] : [`-${formerDefault}=default`];
  return [...changed, ...gone.map((name) => `-${name}`), ...former, ...unnamed.map((name) => `-${name}=`)].join(" ");
}

/** A source, the same changed, and what changed for importers; `-` before what is gone, with `=` only as the default or by its name. */
const ROWS: readonly [before: string, after: string, wanted: string][] = [
  ["export function f(a: 1) {}", "export function f(a: 2) {}", "f"],
  ["export function f(a: 1) {}", "export function f(b: 1) { return 1; }", ""],
  ["export function f(a = 1) {}", "export function f(\n  a = 2, // two\n) {}", ""],
  ["export function f(a: 1) {}", "export function f(a?: 1) {}", "f"],
  ["export function f(a) {}", "export function f(a, b) {}", "f"],
  ["export function f({ a }: O) {}", "export async function f({ a }: O) {}", "f"],
  ["function f(a: 1) {}", "function f(a: 2) {}", ""],
  ["function f(a: 1) {}\nexport { f }", "function f(a: 2) {}\nexport { f }", "f"],
  ["function f() {}\nexport { f }", "function f() {}\nexport { f as g }", "-f="],
  ["function f() {}\nexport { f }", "function f() {}", "-f"],
  ["export function f() {}", "", "-f"],
  ["export default function () {}", "export default class K {}", "default"],
  ["export default class K {}", "export default class L {}", "default"],
  ["export default class K {}", "class K {}", "-K"],
  ["export default function f() {}", "export function f() {}", "-f=default"],
  ["export default function f(a: 1) {}", "export function f(a: 2) {}", "f -f=default"],
  ["export default class K { m() {} n() {} }", "export class K { n() {} }", "-K.m -K=default"],
  ["export default function f() {}", "function f() {}\nexport { f as g }", "-f=default"],
  ["export default function f() {}", "export { f } from './f'", "f -f=default"],
  ["export default function f() {}", "export function f() {}\nexport default function g() {}", "default"],
  ["export function f() {}", "export default function f() {}", "-f="],
  ["export function f() {}", "function f() {}\nexport default f", "-f="],
  ["export function f() {}\nexport default f", "export function f() {}", "-f=default"],
  ["export function f() {}\nexport default f", "export default function f() {}", "-f="],
  ["export function f() {}", "export function f() {}\nexport default f", ""],
  ["export function f() {}", "function f() {}\nexport { f }", ""],
  ["function f() {}\nexport { f, f as g }", "export function f() {}", "-g"],
  ["export namespace N { let a: 1; export { a } }", "export namespace N { let a: 1; export { a as b } }", "N N.a"],
  ["export default class K { m() {} }", "export default class K { m(): 1 { return 1; } }", "K.m"],
  ["export function f() {}", "export function f() {}\nexport function g() {}", ""],
  ["/** doc */\n@D() export class K {}", "@E export class K { /* none */ }", ""],
  ["export class K { m() {} }", "export { K } from './k'", "K"],
  ["export { K } from './k'", "export class K {}", "K"],
  ["export class K {}", "export class K extends L {}", "K"],
  ["export class K { m() {} }", "export class K { m(): 1 { return 1; } }", "K.m"],
  ["export class K { m() {} n() {} }", "export class K { n() {} p() {} }", "-K.m"],
  ["export class K { private m() {} #n = 1 }", "export class K { private m(a: 1) {} #p = 1 }", ""],
  ["export class K { a = 1; static { f(); } }", "export class K { a = 2; static { g(); } }", ""],
  ["export class K { a: 1 = 1 }", "export class K { a: 2 = 2 }", "K.a"],
  ["export class K {}", "export class K { constructor(a: 1) {} }", "K"],
  [
    "export class K { constructor(private a: 1) {} }",
    "export class K { constructor(private a: 2) {} }",
    "K.constructor",
  ],
  ["export class K { get v() { return 1; } }", "export class K { get v() { return 1; } set v(x) {} }", "K.v"],
  ["export abstract class K { a }", "export abstract class K { a; abstract b(): 1 }", "K"],
  ["export class K { a; b }", "export class K { b; a }", ""],
  ["export interface I { a: 1 }", "export interface I { a: 1; b: 1 }", "I"],
  ["export interface I { a: 1 }", "export interface I {\n  a: 1,\n  b?: 1,\n}", ""],
  ["export interface I { a: 1 }", "export interface I { a: 2; [key: string]: 1 }", "I I.a"],
  ["export interface I { a: 1; b: 1 }", "export interface I { b: 1 }", "-I.a"],
  ["export type T = { a: 1 }", "export type T = { a: 1 } | U", "-T.a T"],
  ["export type T = 1", "export type T = 2", "T"],
  ["export enum E { A = 1 }", "export enum E { A = 2, B }", ""],
  ["export const a = 1;", "export const a = 2", ""],
  ["export const a: 1 = f()", "export const a: 2 = f()", "a"],
  ["export const a: 1 = f()", "export const a: 1 = g()", ""],
  ["export const a = f() as A", "export const a = f() as B", "a"],
  ["export const f = (a: 1) => a", "export const f = (a: 1) => 2", ""],
  ["export const f = (a: 1) => a", "export const f = (a: 2) => a", "f"],
  ["export const o = { a: 1, b(x) {}, c: () => 1 }", "export const o = { a: 2, b(x, y) {}, c: () => 2, d: 1 }", "o.b"],
  ["export const a = 1, b = (x: 1) => x;", "export const a = 1, b = (x: 2) => x;", "b"],
  ["export const { a } = f();", "export const { a } = g();", ""],
  [
    "export function f(a: 1): 1\nexport function f(a) {}",
    "export function f(a: 1): 1\nexport function f(a, b?) {}",
    "",
  ],
  ["export function f(a: 1): 1\nexport function f(a) {}", "export function f(a: 2): 1\nexport function f(a) {}", "f"],
  ["export default () => 1", "export default (a) => 1", "default"],
  ["export default f(1)", "export default f(2)", ""],
  ["type T = 1; const T = 1; export { T }", "type T = 2; const T = 1; export { T }", "T"],
  ["export { a, b as c } from './a'; export * from './b'", "export { a } from './a'", '-c -* from "./b"'],
  ["export namespace N { export let a: 1; let b: 1 }", "export namespace N { export let a: 2; let b: 2 }", "N.a"],
];

test.each(ROWS)("%s -> %s", (before, after, wanted) => {
  expect(changes(before, after).split(" ").sort()).toEqual(wanted.split(" ").sort());
});

const DOC = (type: string, what = "") => `/**\n * Doubles${what}.\n * @param {${type}} a ${what}\n */\n`;

/** The same of JavaScript, where comments say what the types are. */
test.each([
  [`${DOC("string")}export function f(a) {}`, `${DOC("number")}export function f(a) {}`, "f"],
  [`${DOC("string")}export function f(a) {}`, `${DOC("string", " it")}export function f(b) {}`, ""],
  [`${DOC("string")}export function f(a) {}`, "export function f(a) {}", "f"],
  [`${DOC("string")}export function f(a) {}`, `${DOC("string")}\nexport function f(a) {}`, ""],
  [`${DOC("string")}\nexport function f(a) {}`, `${DOC("number")}\nexport function f(a) {}`, "f"],
  [`${DOC("string")}function f(a) {}`, `${DOC("number")}function f(a) {}`, ""],
  [`${DOC("1")}export const f = (a) => a;`, `${DOC("2")}export const f = (a) => a;`, "f"],
  [`${DOC("1")}const f = (a) => a;\nexport { f };`, `${DOC("2")}const f = (a) => a;\nexport { f };`, "f"],
  [`${DOC("1")}exports.f = (a) => a;`, `${DOC("2")}exports.f = (a) => a;`, "f"],
  [`export class K {\n  a;\n  ${DOC("1")}m(a) {}\n}`, `export class K {\n  a;\n  ${DOC("2")}m(a) {}\n}`, "K.m"],
  [`export class K {\n  ${DOC("1")}#m(a) {}\n}`, `export class K {\n  ${DOC("2")}#m(a) {}\n}`, ""],
  [`export const o = {\n${DOC("1")}m(a) {} };`, `export const o = {\n${DOC("2")}m(a) {} };`, "o.m"],
  ["export function f(/** @type {1} */ a) {}", "export function f(/** @type {2} */ a) {}", "f"],
  ["export const a = /** @type {1} */ (g());", "export const a = /** @type {2} */ (g());", "a"],
  ["export function f() { /** @type {1} */ let a; }", "export function f() { /** @type {2} */ let a; }", ""],
  ["/** @overload */\n/** @returns {1} */\nexport function f() {}", "/** @returns {1} */\nexport function f() {}", "f"],
  [
    "/** @overload */\n/** @returns {1} */\nexport function f() {}",
    "/** @overload */\n/** @returns {2} */\nexport function f() {}",
    "",
  ],
])("%j -> %j", (before, after, wanted) => {
  expect(changes(before, after, "a.js")).toBe(wanted);
});

test("members that nobody must give are told apart", () => {
  const grown = (before: string, after: string) => exportChanges(symbols(before), symbols(after)).grown;
  expect(grown("export interface I { a: 1 }", "export interface I { a: 1; b?: 1 }")).toEqual(["I"]);
  expect(grown("export type T = { a: { b: 1 } }", "export type T = { a: { b: 1 }; c?: 1 }")).toEqual(["T"]);
  expect(grown("export interface I { a: 1 }", "export interface I { a: 1; b?: 1; c: 1 }")).toEqual([]);
  expect(grown("interface I { a: 1 }", "interface I { a: 1; b?: 1 }")).toEqual([]);
});

test("what is not touched says nothing", () => {
  for (const [before, after] of ROWS) for (const text of [before, after]) expect(changes(text, `${text}\n`)).toBe("");
});

/** The same of what is declared for all files. */
const GLOBAL_ROWS: readonly [before: string, after: string, wanted: string][] = [
  ["declare const V: 1;\ninterface W { a: 1 }", "declare const V: 1;\ninterface W { a: 2 }", "W.a"],
  ["declare const V: 1;", "declare const V: 2;", "V"],
  ["declare const V: 1;", "declare const V: 1;\ndeclare const W: 1;", ""],
  ["declare const V: 1;\nnamespace N { interface I { a: 1 } }", "import 'x';\ndeclare const V: 1;", "-V -N"],
  ["declare module '*.svg' { const url: 1 }", "declare module '*.svg' { const url: 2 }", '"*.svg".url'],
  ["declare module '*.svg' { const url: 1 }", "export {};\ndeclare module '*.svg' { const url: 1 }", '-"*.svg"'],
  [
    "export {};\ndeclare global { var a: 1; var b: 1 }",
    "export {};\ndeclare global { var a: 2 }",
    "global.a -global.b",
  ],
  ["export const a = 1", "export const a = 2", ""],
  ["/** one */\ndeclare function f(a: 1): 1;", "declare function f(b: 1): 1;", ""],
];

test.each(GLOBAL_ROWS)("for all files: %j, changed to %j", (before, after, wanted) => {
  const { changed, gone } = globalChanges(symbols(before, "a.d.ts"), symbols(after, "a.d.ts"));
  expect([...changed, ...gone.map((name) => `-${name}`)].join(" ")).toBe(wanted);
});
