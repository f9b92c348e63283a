import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { LanguageServer } from "@kart/core/language-server/language-server";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

interface Node {
  readonly name: string;
  readonly path: string;
  readonly via: string;
}

const RUNNABLE = "export interface Runnable { run(): number; readonly size: number }\n";
const BASE = `import type { Runnable } from "./runnable";
export class Base<T = string> implements Runnable { run() { return 1; } size = 1; kept?: T }
`;
const BESIDE = {
  "tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "strict": true, "target": "esnext", "module": "preserve" } }',
  "runnable.ts": RUNNABLE,
  "base.ts": BASE,
  // It shares a base with the other, and is not below it.
  "sibling.ts":
    'import type { Runnable } from "./runnable";\nexport class Sibling implements Runnable { run() { return 2; } size = 2; }\n',
};

describe("a method that a class implements: what overrides it", () => {
  test.each([
    ["nothing", "export const one = new Base();", []],
    ["a method", "export class Below extends Base { override run() { return 3; } }", ["Below.run"]],
    ["of a generic class", "export class Below extends Base<1> { override run() { return 3; } }", ["Below.run"]],
    ["abstract", "export abstract class Below extends Base { abstract override run(): 3; }", ["Below.run"]],
    [
      "in a class of the same name",
      "import * as all from './base';\nexport class Base extends all.Base { override run() { return 3; } }",
      ["Base.run"],
    ],
    [
      "two classes below",
      "class Between extends Base {}\nexport class Below extends Between { override run() { return 3; } }",
      ["Below.run"],
    ],
    ["in an interface", "export interface Below extends Base { run(): 3 }", ["Below.run"]],
    [
      "implemented by way of an interface",
      "interface Between extends Base {}\nexport class Below implements Between { run() { return 3; } size = 1; kept?: string }",
      ["Below.run"],
    ],
    [
      "by an interface of the class's name",
      "export interface Below extends Base {}\nexport class Below { run() { return 3; } }",
      ["Below.run"],
    ],
    [
      "by another name",
      "import { Base as Other } from './base';\nexport class Below extends Other { override run() { return 3; } }",
      ["Below.run"],
    ],
    [
      "of a value",
      "const Value = Base;\nexport class Below extends Value { override run() { return 3; } }",
      ["Below.run"],
    ],
    ["of a part", "export class Below implements Pick<Base, 'run'> { run() { return 3; } }", ["Below.run"]],
    [
      "of a type",
      "type Form = Base;\nexport class Below implements Form { run() { return 3; } size = 1; kept?: string }",
      ["Below.run"],
    ],
    ["without a name", "export default class extends Base { override run() { return 3; } }", ["default.run"]],
    ["in an expression", "export const Below = class extends Base { override run() { return 3; } };", ["Below.run"]],
    [
      "in a namespace",
      "export namespace inside { export class Below extends Base { override run() { return 3; } } }",
      ["inside.Below.run"],
    ],
  ])("%s", async (_what, text, wanted: readonly string[]) => {
    const own = text.startsWith("import") ? text : `import { Base } from "./base";\n${text}`;
    using files = new TempWorkspace({ ...BESIDE, "use.ts": `${own}\n` });
    await using connection = await connect(files.root);
    expect(await overriding(connection, "base.ts", "Base.run")).toEqual(wanted.map((one) => `use.ts ${one}`));
  });
});

describe("a member of an interface", () => {
  const MEMBERS = {
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "strict": true, "target": "esnext", "module": "preserve" } }',
    "shape.ts": "export interface Shape { readonly side: number }\n",
    "use.ts": `import type { Shape } from "./shape";
export class Square implements Shape { constructor(readonly side: number) {} }
export class Tile implements Shape { constructor(readonly side = 1) {} }
export abstract class Open implements Shape { abstract readonly side: number }
export class Shut extends Open { get side() { return 1; } }
export class Late implements Shape { side!: number }
export interface Solid extends Shape { side: 4 }
export class Beside { side = 1; }
export const literal: Shape = { side: 1 };
`,
  };
  const files = new TempWorkspace(MEMBERS);
  let connection: Connection;
  beforeAll(async () => {
    connection = await connect(files.root);
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  });

  test("kart_impact names all that declare it anew", async () => {
    expect(await overriding(connection, "shape.ts", "Shape.side")).toEqual(
      ["Square", "Tile", "Open", "Shut", "Late", "Solid"].map((one) => `use.ts ${one}.side`),
    );
    const text = await connection.text("kart_impact", { path: "shape.ts", symbol: "Shape.side", depth: 1 });
    expect(text).toContain("implements literal.side:9");
  });

  test("kart_implementations names them, too", async () => {
    const text = await connection.text("kart_implementations", { path: "shape.ts", symbol: "Shape.side" });
    expect(text).toBe(`7 implementations, complete
use.ts
 2 Square: property readonly side: number
 3 Tile: property readonly side = 1
 4 Open: property abstract readonly side: number
 5 Shut: getter get side()
 6 Late: property side!: number
 7 Solid: property side: 4
 9 literal: property side: 1`);
  });

  test("those beside each other depend on the interface, not on each other", async () => {
    expect(await overriding(connection, "use.ts", "Open.side")).toEqual(["use.ts Shut.side"]);
    expect(await overriding(connection, "use.ts", "Square.side")).toEqual([]);
  });

  test("kart_deps is the mirror: the nearest that each overrides", async () => {
    for (const [symbol, wanted] of [
      ["Square.side", "shape.ts: override Shape.side:1"],
      ["Shut.side", "override Open.side:4"],
      ["Solid.side", "shape.ts: override Shape.side:1"],
      ["Beside.side", undefined],
    ] as const) {
      const text = await connection.text("kart_deps", { path: "use.ts", symbol, depth: 1 });
      expect(text.split("\n ")[1]?.trim()).toBe(wanted);
    }
  });
});

test("a key of a value whose type has some of the members is one of these, and no override", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
    "shape.ts": "export interface Shape { readonly side: number }\nexport const part: Partial<Shape> = { side: 1 };\n",
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_references", { path: "shape.ts", symbol: "Shape.side" })).toBe(
    "1 reference to property Shape.side in 1 file, complete\nshape.ts\n 2 implements in part.side: export const part: Partial<Shape> = { side: 1 };",
  );
});

describe("a static member", () => {
  const STATICS = {
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "strict": true, "target": "esnext", "module": "preserve" } }',
    "tool.ts": `export class Tool {
  static id = "tool"; id = 0;
  static "key" = "T";
  static make(): number; static make(by?: 1): number; static make(by = 1) { return by + this.id.length; } // made
  describe() { return (this.constructor as typeof Tool).id; }
}
`,
    "pen.ts": `import { Tool } from "./tool";
const mixed = <Type extends abstract new (...given: any[]) => object>(type: Type) => { abstract class More extends type {} return More; };
class Between extends Tool {}
export class Pen extends Between { static override id = "pen"; static key = "P" }
export class Wide extends mixed(Pen) { static id = "wide"; static make() { return 2; } }
const Value = Tool;
export class Other extends Value { static get id() { return "other"; } id = 1; }
export class Beside { static id = "beside"; }
export const all = [Between.id, Pen.id, Wide.id];
`,
    "brush.js": 'import { Tool } from "./tool";\nexport class Brush extends Tool { static id = "brush" }\n',
  };
  const files = new TempWorkspace(STATICS);
  let connection: Connection;
  beforeAll(async () => {
    connection = await connect(files.root);
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  });

  test("what overrides it in classes below, by their types", async () => {
    expect(await connection.text("kart_implementations", { path: "tool.ts", symbol: "Tool.id[0]" }))
      .toBe(`4 implementations, complete
brush.js:2 Brush: property static id = "brush"
pen.ts
 4 Pen: property static override id = "pen"
 5 Wide: property static id = "wide"
 7 Other: getter static get id()`);
    expect(await connection.text("kart_implementations", { path: "tool.ts", symbol: "Tool.key" })).toContain(
      "pen.ts:4 Pen: property static key",
    );
    expect(await overriding(connection, "tool.ts", "Tool.make")).toEqual(["pen.ts Wide.make"]);
    expect(await overriding(connection, "pen.ts", "Pen.id")).toEqual(["pen.ts Wide.id"]);
  });

  test("of one that overrides another the uses of that count, and what else overrides it", async () => {
    expect(await connection.text("kart_references", { path: "pen.ts", symbol: "Wide.id" }))
      .toBe(`9 references to property Wide.id in 3 files, complete
brush.js
 2 override in Brush.id: export class Brush extends Tool { static id = "brush" }
pen.ts
 4 override in Pen.id: export class Pen extends Between { static override id = "pen"; static key = "P" }
 7 override in Other.id: export class Other extends Value { static get id() { return "other"; } id = 1; }
 9 reference ×3 in all: export const all = [Between.id, Pen.id, Wide.id];
tool.ts
 2 override in Tool.id: static id = "tool"; id = 0;
 4 reference in Tool.make: static make(): number; static make(by?: 1): number; static make(by = 1) { return by + this.id.length; } // made
 5 reference in Tool.describe: describe() { return (this.constructor as typeof Tool).id; }`);
    expect(await connection.text("kart_references", { path: "pen.ts", symbol: "Beside.id" })).toBe(
      "No references to property Beside.id: every project that could hold one was searched.",
    );
  });
});

test("a class is implemented by none of the values that are cast, and by no namespace of its name", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "target": "esnext" } }',
    "tool.ts": `export abstract class Tool { static make<Type extends new () => Tool>(this: Type): Type { return this; } }
export class Pen extends Tool { static override make<Type extends new () => Tool>(this: Type) { return super.make.call(this) as Type; } }
export namespace Pen { export const id = "pen"; }
export const all = {} as Record<string, Tool>;
`,
  });
  await using connection = await connect(files.root);
  expect(await connection.text("kart_implementations", { path: "tool.ts", symbol: "Tool" })).toBe(
    "1 implementation, complete\ntool.ts:2 class Pen extends Tool",
  );
});

test("parts of one interface are no overrides of each other", async () => {
  using files = new TempWorkspace({
    "tsconfig.json": "{}",
    "one.ts": "interface Shape { side(): number }\n",
    "two.ts": "interface Shape { side(unit: string): number }\n",
  });
  await using connection = await connect(files.root);
  expect(await overriding(connection, "one.ts", "Shape.side")).toEqual([]);
});

test("the language server is asked what implements a member only where the heritage is more than names", async () => {
  const asked = spyOn(LanguageServer.prototype, "implementations");
  for (const [heritage, count] of [
    ["extends Base", 0],
    ["extends mixed(Base)", 0],
    ['implements Pick<Base, "run">', 1],
  ] as const) {
    using files = new TempWorkspace({
      ...BESIDE,
      "use.ts": `import { Base } from "./base";
const mixed = <Type>(type: Type) => type;
export class Below ${heritage} { run() { return mixed(3); } }
`,
    });
    await using connection = await connect(files.root);
    asked.mockClear();
    expect(await overriding(connection, "base.ts", "Base.run")).toEqual(["use.ts Below.run"]);
    expect(asked).toHaveBeenCalledTimes(count);
  }
  asked.mockRestore();
});

/** What overrides a member, as kart_impact has it. */
async function overriding(connection: Connection, path: string, symbol: string): Promise<string[]> {
  const { root } = await connection.data<{ root: { callers: Node[] } }>("kart_impact", { path, symbol, depth: 1 });
  return root.callers.flatMap(({ name, path: file, via }) => (via === "override" ? [`${file} ${name}`] : []));
}

test("as many implementations are shown as are asked for", async () => {
  using many = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": `export class Base {}\n${Array.from({ length: 3 }, (_, at) => `class C${at} extends Base {}\n`).join("")}`,
  });
  await using own = await connect(many.root);
  const base = { path: "a.ts", symbol: "Base" };
  expect(await own.text("kart_implementations", { ...base, limit: 2 })).toBe(
    "3 implementations, complete\na.ts\n 2 class C0 extends Base\n 3 class C1 extends Base\n… and 1 more; raise limit.",
  );
  expect(await own.data("kart_implementations", { ...base, limit: 2 })).toMatchObject({ total: 3, truncated: true });
  expect(await own.data("kart_implementations", base)).toMatchObject({ total: 3, truncated: false });
});

describe("uses of members that override one another", () => {
  const files = new TempWorkspace({
    "base.js": "class Base { patch() {} run() { this.patch(); } }\nmodule.exports = Base;\n",
    "shape.js": "class Shape { patch() {} }\nmodule.exports = Shape;\nrequire('./a');\n",
    "a.js": `const Base = require("./base");
const Shape = require("./shape");
/**
 * @implements {Shape}
 * @extends {Base}
 */
class A extends Base {
  constructor() { super(); this.patch(); }
  patch() { super.patch(); }
}
module.exports = A;
`,
    "b.js": `const Base = require("./base");
class B extends Base {
  constructor() { super(); this.patch(); }
  patch() { super.patch(); }
}
module.exports = B;
`,
    "below.js":
      'const A = require("./a");\nclass Below extends A { go() { this.patch(); } }\nmodule.exports = Below;\n',
    "statics.js": `class Maker { static make() {} static all() { this.make(); } }
class Own extends Maker { static make() {} }
module.exports = { Maker, Own };
`,
    "own.js": 'const { Own } = require("./statics");\nexports.made = () => Own.make();\n',
    "use.js": `const A = require("./a"), B = require("./b"), Base = require("./base");
exports.a = () => new A().patch();
exports.b = () => new B().patch();
/** @param {Base} one */
exports.any = (one) => one.patch();
`,
  });
  let connection: Connection;
  beforeAll(async () => {
    connection = await connect(files.root);
  });
  afterAll(async () => {
    await connection[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  });

  const dependents = async (path: string, symbol: string) => {
    const args = { path, symbol, depth: 1 };
    const { root } = await connection.data<{ root: { callers: readonly Node[] } }>("kart_impact", args);
    return root.callers.map((one) => `${one.path} ${one.name}`).sort();
  };

  test("are dependents of those that they may mean by their types", async () => {
    expect(await dependents("a.js", "A.patch")).toEqual([
      "a.js A.constructor",
      "base.js Base.run",
      "below.js Below.go",
      "use.js a",
      "use.js any",
    ]);
    expect(await dependents("base.js", "Base.patch")).toEqual([
      "a.js A.patch",
      "b.js B.patch",
      "base.js Base.run",
      "use.js any",
    ]);
  });

  test("of statics are each class's own", async () => {
    const args = { path: "statics.js", symbol: "Maker.make", depth: 2 };
    const { root } = await connection.data<{ root: { callers: readonly (Node & { callers: readonly Node[] })[] } }>(
      "kart_impact",
      args,
    );
    const own = root.callers.find(({ name }) => name === "Own.make");
    expect(own?.callers.map(({ name }) => name)).toContain("made");
  });

  test("are asked for once, but where a member overrides more than the first", async () => {
    const asked = spyOn(LanguageServer.prototype, "referencesOfAll");
    try {
      await connection.data("kart_impact", { path: "base.js", symbol: "Base.patch" });
      const all = asked.mock.calls.flatMap(([places]) => places);
      const places = new Set(all.map(({ path, offset }) => `${path.relative} ${offset}`));
      const isAsked = (path: string) => places.has(`${path} ${files.read(path).indexOf("patch() {")}`);
      expect(["base.js", "a.js", "b.js"].map(isAsked)).toEqual([true, true, false]);
    } finally {
      asked.mockRestore();
    }
  });
});

test("members of an interface are implemented though a const has its name, and those of a type that is a literal", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts":
      'export const IFoo = { id: "foo" };\nexport interface IFoo { brand: undefined; name: string }\nexport type Shape = { area(): number };\n',
    "b.ts": [
      'import { IFoo, type Shape } from "./a";',
      "export class Foo implements IFoo { brand: undefined; declare name: string }",
      "export abstract class Abs implements IFoo, Shape { abstract brand: undefined; abstract name: string; abstract area(): number }",
      'export interface Sub extends IFoo, Shape { name: "x"; area(): 1 }',
      "export const key = IFoo.id;",
      "",
    ].join("\n"),
  });
  await using other = await connect(own.root);
  const lines = async (symbol: string) =>
    (await other.data<{ definitions: { line: number }[] }>("kart_implementations", { path: "a.ts", symbol }))
      .definitions;
  expect(await lines("IFoo.brand")).toMatchObject([{ line: 2 }, { line: 3 }]);
  expect(await lines("IFoo.name")).toMatchObject([{ line: 2 }, { line: 3 }, { line: 4 }]);
  expect(await lines("Shape.area")).toMatchObject([{ line: 3 }, { line: 4 }]);
  expect(await other.text("kart_impact", { path: "a.ts", symbol: "IFoo.brand" })).toContain(
    "2 dependents, 1 deep, complete\n b.ts: override Foo.brand:2, Abs.brand:3\n",
  );
  expect(await other.text("kart_deps", { path: "b.ts", symbol: "Abs.area" })).toEndWith("override Shape.area:3");
});
