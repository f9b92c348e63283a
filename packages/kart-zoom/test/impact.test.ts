import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";
import { type Monorepo, monorepo } from "./monorepo.ts";

setDefaultTimeout(90_000);

let repository: Monorepo;
let connection: Connection;

beforeAll(async () => {
  repository = monorepo();
  connection = await connect(repository.files.root);
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  repository[Symbol.dispose]();
});

/** The tree alone, packages shortened. */
async function tree(tool: string, symbol: string, path: string, more: object = {}): Promise<string> {
  const text = await connection.text(tool, { path, symbol, ...more });
  return text
    .replaceAll("packages/", "")
    .split("\n")
    .filter((line, at) => at === 0 || line.startsWith(" "))
    .join("\n");
}

describe("kart_impact", () => {
  test.each([
    [
      "measure",
      "packages/base/src/measure.ts",
      `function measure base/src/measure.ts:2: 39 dependents, complete down to depth 3 (raise depth to go on)
 app/src/unused.ts: reference (module):1
 app/src/view.tsx: call Size:2
  jsx Page:3
   jsx App:4
 base/src/index.ts: re-export (module):2
 base/src/local.ts: reference alias:5
  call wrapped:6
 call Ruler.length:12
  lib/src/lib.ts: call Tape.width:8
 base/test/measure.test.ts: call (module):3
 lib/src/lib.ts: call byNamespace:10, byAlias:11, passed:13, Holder.run:26, Holder.value:27, Holder.value:28, Holder.#secret:29, Holder.start:30, Decorated:34, (module):43; reference list:14, first:15, second:15, later:24; type Measure:16, Result:17
 lib/src/lib.ts: call Box.area:5
  call useAll:38
  override Crate.area:6 (+1)
   call useCrate:39
 lib/src/lib.ts: call call:9
  call viaCall:44
   reference viaVia:45
 lib/src/lib.ts: reference handlers.onSize:12
  call useHandlers:40; reference useList:41
 refs/src/refs.ts: re-export (module):1; call far:6
 script/run.js: call run:3`,
    ],
    // A member that overrides does not have the member it overrides for a dependent; who calls that may reach it, though.
    [
      "Crate.area",
      "packages/lib/src/lib.ts",
      `method Crate.area lib/src/lib.ts:6: 2 dependents, 1 deep, complete
 call useAll:38, useCrate:39`,
    ],
    [
      "Ruler",
      "packages/base/src/measure.ts",
      `class Ruler base/src/measure.ts:9: 3 dependents, 1 deep, complete
 base/src/index.ts: re-export (module):3
 lib/src/lib.ts: extends Tape:8
 refs/src/refs.ts: reference made:4`,
    ],
    [
      "Ruler.constructor",
      "packages/base/src/measure.ts",
      `constructor Ruler.constructor base/src/measure.ts:11: 2 dependents, 2 deep, complete
 call Ruler.standard:13
  refs/src/refs.ts: call made:4`,
    ],
    // Who takes the whole object takes this member, who takes another member does not.
    [
      "LIMITS.large",
      "packages/base/src/measure.ts",
      `property LIMITS.large base/src/measure.ts:7: 2 dependents, 1 deep, complete
 lib/src/lib.ts: reference limit:21, all:22`,
    ],
    [
      "LIMITS",
      "packages/base/src/measure.ts",
      `const LIMITS base/src/measure.ts:7: 4 dependents, 2 deep, complete
 reference Ruler.length:12
  lib/src/lib.ts: call Tape.width:8
 lib/src/lib.ts: reference limit:21, all:22`,
    ],
    [
      "Mode.Slow",
      "packages/base/src/measure.ts",
      `enum-member Mode.Slow base/src/measure.ts:8: 3 dependents, 2 deep, complete
 reference Ruler.standard:13
  refs/src/refs.ts: call made:4
 lib/src/lib.ts: reference modes:23`,
    ],
    [
      "Unit",
      "packages/base/src/measure.ts",
      `type Unit base/src/measure.ts:6: 2 dependents, 1 deep, complete
 type Ruler.unit:10
 lib/src/lib.ts: type Holder.unit:31`,
    ],
    [
      "Size",
      "packages/app/src/view.tsx",
      `function Size app/src/view.tsx:2: 2 dependents, 2 deep, complete
 jsx Page:3
  jsx App:4`,
    ],
    [
      "Ruler.unit",
      "packages/base/src/measure.ts",
      "property Ruler.unit base/src/measure.ts:10: no dependents, complete",
    ],
  ])("%s", async (symbol, path, wanted) => {
    expect(await tree("kart_impact", symbol, path)).toBe(wanted);
  });

  test("an interface: who extends, implements and names it, and at their least depth who uses those", async () => {
    expect(await tree("kart_impact", "Sized", "packages/base/src/measure.ts", { depth: 1 })).toBe(
      `interface Sized base/src/measure.ts:5: 7 dependents, complete down to depth 1 (raise depth to go on)
 type measure:2, Ruler.length:12
 lib/src/lib.ts: implements Box:5; extends Heavy:7; type typed:18, cast:19
 script/run.js: type run:3`,
    );
  });

  test("as data: fan-out, files, tests; what was not looked at has no fan-out", async () => {
    const data = await connection.data("kart_impact", {
      path: "packages/base/src/measure.ts",
      symbol: "measure",
      depth: 2,
    });
    expect(data).toMatchObject({
      symbol: "measure",
      kind: "function",
      depth: 2,
      maxDepth: 2,
      totalNodes: 36,
      highFanOut: true,
      complete: true,
      truncated: false,
      tests: ["packages/base/test/measure.test.ts"],
      root: { name: "measure", fanOut: 28 },
    });
    expect(data["files"]).toHaveLength(9);
    const { callers } = data["root"] as { callers: { name: string; fanOut?: number; callers: object[] }[] };
    expect(callers.find(({ name }) => name === "call")).toEqual({
      name: "call",
      kind: "const",
      path: "packages/lib/src/lib.ts",
      line: 9,
      via: "call",
      fanOut: 1,
      callers: [
        { name: "viaCall", kind: "const", path: "packages/lib/src/lib.ts", line: 44, via: "call", callers: [] },
      ],
    } as never);
  });

  test("a limit is said, and nothing is called complete", async () => {
    const args = { path: "packages/base/src/measure.ts", symbol: "measure", limit: 5 };
    expect(await connection.data("kart_impact", args)).toMatchObject({
      totalNodes: 5,
      truncated: true,
      complete: false,
    });
    const text = await connection.text("kart_impact", args);
    expect(text).toContain("Cut at 5 by limit: those at depth 1 were not looked into, and some are missing.");
    expect(text.split("\n")[0]).toBe(
      "function measure packages/base/src/measure.ts:2: more than 5 dependents, 1 deep, INCOMPLETE",
    );
  });
});

describe("kart_deps", () => {
  test.each([
    [
      "Tape.width",
      "packages/lib/src/lib.ts",
      `getter Tape.width lib/src/lib.ts:8: 7 dependencies, complete down to depth 3 (raise depth to go on)
 base/src/measure.ts: reference Sized.size:5
 base/src/measure.ts: call Ruler.length:12
  type Sized:5; reference LIMITS:7, LIMITS.small:7
  call measure:2
   reference Sized.inner:5`,
    ],
    [
      "App",
      "packages/app/src/view.tsx",
      `const App app/src/view.tsx:4: 5 dependencies, complete down to depth 3 (raise depth to go on)
 jsx Page:3
  jsx Size:2
   app/src/jsx.d.ts: jsx JSX.IntrinsicElements.div:1
   base/src/measure.ts: call measure:2; reference Sized.size:5`,
    ],
    [
      "Decorated",
      "packages/lib/src/lib.ts",
      `class Decorated lib/src/lib.ts:34: 5 dependencies, 2 deep, complete
 base/src/measure.ts: reference Sized.size:5
 base/src/measure.ts: call measure:2
  type Sized:5; reference Sized.inner:5
 call decorate:33`,
    ],
    // What one value is taken apart into depends on all of that value.
    [
      "first",
      "packages/lib/src/lib.ts",
      `const first lib/src/lib.ts:15: 4 dependencies, 2 deep, complete
 base/src/measure.ts: reference measure:2
  type Sized:5; reference Sized.inner:5, Sized.size:5`,
    ],
    [
      "Box",
      "packages/lib/src/lib.ts",
      `class Box lib/src/lib.ts:5: 4 dependencies, 2 deep, complete
 base/src/measure.ts: implements Sized:5
 base/src/measure.ts: call measure:2
  reference Sized.inner:5, Sized.size:5`,
    ],
  ])("%s", async (symbol, path, wanted) => {
    expect(await tree("kart_deps", symbol, path)).toBe(wanted);
  });
});

test("what is not searched is named, and tests that mock the module are listed", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true } }',
    "page.ts": 'import { load } from "./load";\nexport default () => load();\nexport const loader = load;\n',
    "load.ts": "export const load = () => 1;\n",
    "bun.test.ts": 'mock.module("./load", () => ({}));\n',
    "load.test.ts": 'vi.mock("./load", () => ({}));\n',
    "routes.ts": 'export const routes = [{ lazy: () => import("./page") }];\n',
    "List.vue": '<script>\nimport { load } from "./load";\n</script>\n',
  });
  own.write("task.js", "export class Task {\n  isFailed() {}\n}\nexport const f = (task) => task.isFailed();\n");
  own.write("package.json", '{ "dependencies": { "next": "15" } }');
  own.write("app/route.ts", 'export const POST = 1;\nexport class K {\n  @On("a") open() {}\n}\n');
  await using other = await connect(own.root);
  expect(await other.text("kart_impact", { path: "app/route.ts", symbol: "POST" })).toBe(
    "const POST app/route.ts:1: no dependents, complete\nAn entry point of the framework: called by its name from outside.",
  );
  expect(await other.text("kart_impact", { path: "app/route.ts", symbol: "K.open" })).toBe(
    "method K.open app/route.ts:3: no dependents, complete\nDecorated with @On, which may call it.",
  );
  expect(await other.text("kart_references", { path: "app/route.ts", symbol: "K.open" })).toBe(
    "No references to method K.open: every project that could hold one was searched.\nDecorated with @On, which may call it.",
  );
  const task = { path: "task.js", symbol: "Task.isFailed" };
  const uses = "\nNOT COUNTED: 1 use of that name on a value of unknown type (any): task.js:4";
  expect(await other.text("kart_impact", task)).toBe(
    `method Task.isFailed task.js:2: no dependents, INCOMPLETE${uses}`,
  );
  expect(await other.text("kart_references", task)).toBe(
    `No use of method Task.isFailed found by its type, INCOMPLETE.${uses}`,
  );
  expect(await other.data("kart_references", task)).toMatchObject({
    complete: false,
    unknown: [{ path: "task.js", line: 4 }],
  });
  expect(await other.text("kart_impact", { path: "load.ts", symbol: "load" }))
    .toBe(`const load load.ts:1: 3 dependents, 2 deep, INCOMPLETE
 page.ts: reference loader:3
 page.ts: call default:2
  routes.ts: reference routes:1
tests (2): bun.test.ts, load.test.ts
INCOMPLETE: not searched: List.vue:2; routes.ts:1 (passes the whole module on)`);
  own.write("List.vue", '<script>\nimport { load } from "./load";\n');
  for (const tool of ["kart_impact", "kart_references"])
    expect(await other.text(tool, { path: "load.ts", symbol: "load" })).toContain(
      "\nINCOMPLETE: not searched: List.vue:2 (NOT PARSED)",
    );
  expect(await other.text("kart_impact", { path: "page.ts", symbol: "default" })).toEndWith(
    "complete\n routes.ts: reference routes:1\ntests: none",
  );
  // More than are read one by one.
  for (let number = 0; number < 50; number++) own.write(`${number}.test.ts`, 'vi.mock("./other");\n');
  const { tests } = await other.data<{ tests: string[] }>("kart_impact", { path: "load.ts", symbol: "load" });
  expect(tests).toEqual(["bun.test.ts", "load.test.ts"]);
});

test("a file that does not parse is named, and what is found there is no doc comment", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": "export interface Found { at: number }\nexport function find(): Found {\n  return { at: 1 };\n}\n",
    "b.ts": `import { find } from "./a";
<<<<<<< HEAD
export const x = 1;
=======
export const x = 2;
>>>>>>> main
export const y = find();
`,
    "c.ts": 'import { y } from "./b";\nexport const z = () => y;\n',
    "fixture.ts": "find(;\n",
  });
  await using other = await connect(own.root);
  const gap = "INCOMPLETE: NOT PARSED: b.ts:2";
  expect(await other.text("kart_impact", { path: "a.ts", symbol: "find" })).toBe(
    `function find a.ts:2: 1 dependent, 1 deep, INCOMPLETE\n b.ts: reference (module):1\ntests: none among these\n${gap}`,
  );
  expect(await other.text("kart_references", { path: "a.ts", symbol: "find" })).toBe(
    `2 references to function find in 1 file, INCOMPLETE
b.ts
 1 reference: import { find } from "./a";
 7 reference: export const y = find();
${gap}`,
  );
  expect(await other.text("kart_deps", { path: "c.ts", symbol: "z" })).toBe(
    `const z c.ts:2: no dependencies, INCOMPLETE\n${gap}`,
  );
  own.write("d.ts", 'import type { Found } from "./a";\nclass K implements Found { at = ; }\n');
  expect(await other.text("kart_implementations", { path: "a.ts", symbol: "Found" })).toEndWith(
    "INCOMPLETE: NOT PARSED: d.ts:2",
  );
  expect(await other.text("kart_references", { path: "a.ts", symbol: "Found.at" })).toContain(", INCOMPLETE");
});

test("who uses one member of an object behind a namespace depends on that alone, and who takes the object on all", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "dom.ts": 'export const Events = { CLICK: "click", DBL: "dbl" } as const;\nexport enum Color { Red, Green }\n',
    "use.ts": [
      'import * as dom from "./dom";',
      "export const click = () => dom.Events.CLICK;",
      "export const dbl = () => dom.Events.DBL;",
      "export const all = () => Object.values(dom.Events);",
      "export const green = (): dom.Color.Green => dom.Color.Green;",
      "export const red = (): dom.Color => dom.Color.Red;",
      "",
    ].join("\n"),
  });
  await using other = await connect(own.root);
  const impact = (symbol: string) => other.text("kart_impact", { path: "dom.ts", symbol });
  expect(await impact("Events.DBL")).toContain("complete\n use.ts: reference dbl:3, all:4\n");
  expect(await impact("Color.Red")).toContain("complete\n use.ts: reference red:6\n");
});

test("who uses a member of a namespace by an alias depends on it, and extends it so", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve" } }',
    "shapes.ts": `export namespace Shapes {
  export class Circle { r = 1; }
  export const area = (of: Circle) => of.r;
}
export import areaOf = Shapes.area;
`,
    "use.ts": `import { Shapes } from "./shapes";
import area = Shapes.area;
import Circle = Shapes.Circle;
export const total = () => area(new Circle());
export class Big extends Circle { big = true; }
`,
    "far.ts":
      'import { areaOf } from "./shapes";\nimport { total } from "./use";\nexport const all = () => areaOf({ r: total() });\n',
  });
  await using other = await connect(own.root);
  expect(await other.text("kart_impact", { path: "shapes.ts", symbol: "Shapes.area" })).toBe(
    `const Shapes.area shapes.ts:3: 2 dependents, 1 deep, complete
 far.ts: call all:3
 use.ts: call total:4 (+1)
(+n): n more dependents, shown elsewhere.
tests: none`,
  );
  expect(await other.text("kart_implementations", { path: "shapes.ts", symbol: "Shapes.Circle" })).toBe(
    "1 implementation, complete\nuse.ts:5 class Big extends Circle",
  );
  expect(await other.text("kart_references", { path: "use.ts", line: 4, column: 28 })).toBe(
    await other.text("kart_references", { path: "shapes.ts", symbol: "Shapes.area" }),
  );
});

test("a script that uses what `export =` exports by the global name of its module depends on it", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve" } }',
    "vendor.d.ts": "export = Vendor;\nexport as namespace VendorLib;\ndeclare class Vendor {\n  run(): void;\n}\n",
    "global.ts": "function start(v: VendorLib) {\n  v.run();\n  return new VendorLib();\n}\n",
  });
  await using other = await connect(own.root);
  expect(await other.text("kart_impact", { path: "vendor.d.ts", symbol: "Vendor" })).toBe(
    "class Vendor vendor.d.ts:3: 1 dependent, 1 deep, complete\n global.ts: call start:1\ntests: none",
  );
  expect(await other.text("kart_references", { path: "global.ts", line: 1, column: 19 }))
    .toBe(`3 references to class Vendor in 2 files, complete
global.ts
 1 type in start: function start(v: VendorLib) {
 3 call in start: return new VendorLib();
vendor.d.ts
 1 re-export: export = Vendor;`);
});

test("that no test is among them is said with the depth where that ended the walk", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve" } }',
    "a.ts": "export const a = () => 1;\nexport const b = () => a();\nexport const c = () => b();\n",
    "a.test.ts": 'import { c } from "./a";\nc();\n',
  });
  await using other = await connect(own.root);
  const ask = (depth: number) => other.text("kart_impact", { path: "a.ts", symbol: "a", depth });
  expect(await ask(2)).toEndWith(
    " down to depth 2 (raise depth to go on)\n call b:2\n  call c:3\ntests: none within depth 2",
  );
  expect(await ask(3)).toEndWith("\ntests (1): a.test.ts");
});

test("what augments a module's interface depends on it, and comes first to break", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "preserve" } }',
    "lib.ts": "export interface Register {}\nexport type Held = keyof Register;\n",
    "app.ts": 'export {};\ndeclare module "./lib" {\n  interface Register { config: 1 }\n}\n',
  });
  await using other = await connect(own.root);
  const register = { path: "lib.ts", symbol: "Register" };
  expect(await other.text("kart_impact", register)).toBe(`interface Register lib.ts:1: 2 dependents, 1 deep, complete
 app.ts: extends "./lib".Register:3 (+1)
 type Held:2
(+n): n more dependents, shown elsewhere.
tests: none`);
  expect(await other.text("kart_references", register)).toContain('\n 3 extends in "./lib".Register: ');
  expect(await other.text("kart_deps", { path: "app.ts", symbol: "Register" })).toEndWith(
    "complete\n lib.ts: extends Register:1",
  );
});

test("users outside the workspace are said not to be seen where an entry point of a published package exports it", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "package.json": '{ "name": "p", "exports": "./index.ts" }',
    "index.ts": 'export { shown as other } from "./a";\nexport * as types from "./types";\nexport const own = 1;\n',
    "a.ts": "export const shown = 1;\nexport const inner = 2;\n",
    "types.ts": "export interface Options { size: number }\n",
  });
  await using other = await connect(own.root);
  const notes = async (path: string, symbol: string) =>
    (await other.data<{ notes?: string[] }>("kart_impact", { path, symbol })).notes;
  const said = ["index.ts is an entry point of its package and exports it: users outside the workspace are not seen."];
  expect(await notes("index.ts", "own")).toEqual(said);
  expect(await notes("a.ts", "shown")).toEqual(said);
  expect(await notes("types.ts", "Options.size")).toEqual(said);
  expect(await notes("a.ts", "inner")).toBeUndefined();
  own.write("package.json", '{ "name": "p", "exports": "./index.ts", "private": true }');
  expect(await notes("a.ts", "shown")).toBeUndefined();
});

test("what a CommonJS module exports of its own is no dependent, and who passes a class on constructs nothing", async () => {
  using own = new TempWorkspace({
    "jsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "types": [] } }',
    "thing.js": "class Thing {\n  constructor() {}\n}\nmodule.exports = Thing;\n",
    "list.js": "function a() {}\nmodule.exports = { a, b() {} };\n",
    "all.js": 'const { a } = require("./list");\nexports.Thing = require("./thing");\nexports.a = a;\n',
    "use.js": 'const Thing = require("./thing");\nexports.make = () => new Thing();\n',
  });
  await using other = await connect(own.root);
  const impact = (path: string, symbol: string) => other.text("kart_impact", { path, symbol });
  expect(await impact("thing.js", "Thing")).toBe(
    "class Thing thing.js:1: 2 dependents, 1 deep, complete\n all.js: re-export (module):2\n use.js: call make:2\ntests: none",
  );
  expect(await impact("thing.js", "Thing.constructor")).toBe(
    "constructor Thing.constructor thing.js:2: 1 dependent, 1 deep, complete\n use.js: call make:2\ntests: none",
  );
  expect(await impact("list.js", "a")).toBe(
    "function a list.js:1: 1 dependent, 1 deep, complete\n all.js: re-export (module):3\ntests: none",
  );
  expect(await other.text("kart_references", { path: "thing.js", symbol: "Thing.constructor" })).toBe(
    "1 reference to constructor Thing.constructor in 1 file, complete\nuse.js\n 2 call in make: exports.make = () => new Thing();",
  );
});

test("who takes single members of a required module, or of a type, depends on none of the others", async () => {
  using own = new TempWorkspace({
    "jsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "types": [] } }',
    "m.js": "module.exports = { one() {}, two: () => 2, three: 3 };\n",
    "use.js":
      'const { one, two: t2, three } = require("./m");\nexports.a = () => one();\nexports.b = () => t2();\nexports.c = () => three;\n',
    "all.js": 'const all = require("./m");\nexports.d = () => Object.keys(all);\n',
    "t.ts":
      'export const t = { a: 1, b: 2 };\nexport type A = Partial<(typeof t)["a"]>;\nexport type All = typeof t;\n',
  });
  await using other = await connect(own.root);
  const impact = async (path: string, symbol: string) =>
    (await other.text("kart_impact", { path, symbol, depth: 1 })).split("\n").filter((line) => line.startsWith(" "));
  const whole = " all.js: reference d:2";
  expect(await impact("m.js", "one")).toEqual([whole, " use.js: call a:2"]);
  expect(await impact("m.js", "three")).toEqual([whole, " use.js: reference c:4"]);
  expect(await impact("t.ts", "t.a")).toEqual([" type A:2, All:3"]);
  expect(await impact("t.ts", "t.b")).toEqual([" type All:3"]);
});
