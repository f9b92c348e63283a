import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

test("kart_zoom shows the class that a module exports, and not a type of its name that a comment takes from elsewhere", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: types.d.ts
export interface Source { text: string }
export interface Other { of: Source }
// @filename: source.js
/** @typedef {import("./types").Source} ISource */
/** @implements {ISource} */
class Source { lines() { return [""]; } }
/** @param {import("./types").Other} other */
Source.prototype.take = function (other) {};
module.exports = Source;
`),
  );
  await using server = await connect(files.root);
  expect(await server.text("kart_zoom", { path: "source.js" })).toStartWith(`// source.js
/** @implements {ISource} */
declare class Source { // 3
  lines(): string[]; // 3
}`);
  // A name that only a comment has leads to where it is declared, all the same.
  expect(await server.text("kart_zoom", { path: "source.js", symbol: "Other" })).toStartWith("// types.d.ts\n");
});

test("kart_zoom shows a type that a comment takes from elsewhere as it says, and no variable of its name", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: file.js
class File { path = ""; }
module.exports = { File };
// @filename: store.d.ts
export interface Store<T = string> { of: T }
// @filename: service.js
const { File } = require("./file.js");
/** @typedef {import("./file.js").File} File */
/** @typedef {import('./store').Store<File>} Store */
/**
 * @template T
 * @typedef {import("./store").Store<T>} Kept
 */
class Service { open() { return new File(); } }
module.exports = { Service };
`),
  );
  await using server = await connect(files.root);
  expect(await server.text("kart_zoom", { path: "service.js" })).toBe(`// service.js
export class Service { // 8
  open(): File; // 8
}
export type File = import("./file.js").File; // 2
export type Store = import('./store').Store<File>; // 3
export type Kept<T> = Store<T>; // 6`);
});

test("kart_zoom shows what assignments add to a class or a function, as static members and as a namespace", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: a.js
class A { static kept = 1; }
/** Makes one. */
A.create = function () { return new A(); };
A.LIMIT = A.MOST = 5;
A.kept = 2;
A.either = (one) => one;
A.either = 3;
A.prototype.late = function () {};
function f() { return f.cache; }
f.cache = 1;
f.reset = (to = 1) => { f.cache = to; };
f.default = f;
module.exports = { A, f };
// @filename: b.js
function make() {}
make.of = () => 1;
module.exports = make;
// @filename: c.ts
export function g() {}
g.cache = 1;
`),
  );
  await using server = await connect(files.root);
  expect(await server.text("kart_zoom", { path: "a.js" })).toBe(`// a.js
export class A { // 1
  static kept: number; // 1
  /** Makes one. */
  static create(): A; // 3
  static LIMIT: number; // 4
  static MOST: number; // 4
  static either: number | ((one: any) => any); // 6
}
export interface A { // 8
  late(); // 8
}
export function f(): number; // 9
export namespace f { // 10
  let cache: number; // 10
  function reset(to?: number): void; // 11
}`);
  expect(await server.text("kart_zoom", { path: "b.js" })).toBe(`// b.js
declare function make(): void; // 1
export = make;
declare namespace make { // 2
  function of(): number; // 2
}`);
  expect(await server.text("kart_zoom", { path: "c.ts" })).toBe(`// c.ts
export function g(): void; // 1
export namespace g { // 2
  let cache: number; // 2
}`);
});

test("kart_zoom of a folder names what a CommonJS module exports as a whole", async () => {
  const names = Array.from({ length: 12 }, (_, at) => `aMemberWithALongName${at}`);
  const role = (at: number) => `class Role${at} { ${names.map((name) => `${name}() {}`).join(" ")} }
module.exports = Role${at};
`;
  using files = new TempWorkspace({
    ...Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`all/role${at}.js`, role(at)])),
    "all/zed.js": `function make() {}\n${names.map((name) => `make.${name} = 1;`).join("\n")}\nmodule.exports = make;\n`,
  });
  await using server = await connect(files.root);
  const answer = await server.text("kart_zoom", { path: "all" });
  expect(answer).not.toContain("export=");
  expect(answer).toContain("// all/role99.js: Role99 1\n// all/zed.js: make 1\n");
});

test("kart_zoom shows what a CommonJS file passes on: one thing as that, several as a namespace, members by their names", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: thing.js
class Thing { static go() {} }
module.exports = Thing;
// @filename: list.js
function a() {}
module.exports = { a };
// @filename: named.js
exports.One = require("./thing");
exports.list = require("./list");
// @filename: whole.js
module.exports = require("./thing");
// @filename: all.js
module.exports = require("./list");
// @filename: assigned.js
Object.assign(exports, require("./list"), { own: 1 });
`),
  );
  await using server = await connect(files.root);
  const shown = (path: string) => server.text("kart_zoom", { path });
  expect(await shown("named.js")).toBe(`// named.js
// from thing.js
declare class Thing { // 1
  static go(): void; // 1
}
export { Thing as One };
// from named.js
export * as list from "./list"; // 2`);
  expect(await shown("whole.js")).toBe(`// whole.js
// from thing.js
declare class Thing { // 1
  static go(): void; // 1
}
export = Thing;`);
  expect(await shown("all.js")).toBe("// all.js\n// from list.js\nexport function a(): void; // 1");
  expect(await shown("assigned.js")).toBe(
    "// assigned.js\nexport const own: number; // 1\n// from list.js\nexport function a(): void; // 1",
  );
});

test("kart_zoom shows the types of exports that are defined as properties", async () => {
  using files = new TempWorkspace({
    "a.js": `Object.defineProperty(exports, "four", { enumerable: true, get: () => 4 });
Object.defineProperty(module.exports, 'text', { value: "s" });
exports.plain = 1;
`,
  });
  await using server = await connect(files.root);
  expect(await server.text("kart_zoom", { path: "a.js" })).toBe(`// a.js
export const four: number; // 1
export const text: string; // 2
export const plain: 1; // 3`);
});
