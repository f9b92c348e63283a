import { rmSync } from "node:fs";
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" }, "include": ["src"] }
// @filename: src/shape.ts
/**
 * Has an area.
 *
 * @see Square
 */
export interface Shape {
  /** In square pixels. */
  area(): number;
}
export class Square implements Shape {
  constructor(readonly side: number) {}
  area(): number {
    const squared = this.side ** 2;
    return squared;
  }
}
export const circle: Shape = { area: () => Math.PI };
export const sides = [1, 2].map((side) => new Square(side));
export type { Shape as Form };
// @filename: src/use.ts
import { parse } from "pkg";
import { circle, Square, type Form } from "./shape";
export const form: Form = circle;
export class Tile extends Square {
  override area() { return super.area() + parse("1"); }
}
export function twice<T>(value: T): [T, T] { return [value, value]; }
const text = "ünï 😀"; export const length = text.length;
// @filename: src/partly.ts
import type { Shape } from "./shape";
import type { Props } from "pkg";
export const partly = (shape: Partial<Shape>) => shape.area;
export const picked = (props: Readonly<Pick<Props, "color">> | Shape) => "color" in props && props.color;
// @filename: src/caught.ts
export function caught() { try { return 1; } catch (problem) { throw problem; } }
// @filename: src/each.ts
export class A {
  copy(): A;
  copy(deep: boolean): A;
  copy(_deep?: boolean): A { return this; }
}
export class B { copy(deep?: boolean): B { return deep ? this : new B(); } }
export class C { copy = (deep?: boolean) => [this, deep]; }
export const each = (one: A | B | C) => one.copy(true);
export const first = (one?: A) => one === undefined ? one : one.copy(false);
// @filename: node_modules/pkg/package.json
{ "name": "pkg", "version": "1.0.0", "types": "index.d.ts" }
// @filename: node_modules/pkg/index.d.ts
/** Reads a number. */
export declare function parse(text: string): number;
export interface Props {
  /** Of the border. */
  color: string;
}
// @filename: loose/alone.ts
import { circle } from "../src/shape";
export const area = circle.area();
// @filename: src/broken.ts
export const fine = 1;
export function broken( {
// @filename: notes.md
shape
`),
);
const connection: Connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

/** The position of a text in a file, 1-based. */
function at(path: string, text: string): { path: string; line: number; column: number } {
  const before = files.read(path).split(text, 1)[0] as string;
  const lines = before.split("\n");
  return { path, line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

describe("kart_definition", () => {
  test.each([
    ["through an import", at("src/use.ts", "circle;"), "src/shape.ts:17 const circle: Shape = { area: () => Math.PI }"],
    ["through an alias", at("src/use.ts", "Form ="), "src/shape.ts:6-9 interface Shape"],
    ["of a member", at("src/use.ts", "area() +"), "src/shape.ts:12-15 Square: method area(): number"],
    [
      "in a package",
      at("src/use.ts", 'parse("1")'),
      "node_modules/pkg/index.d.ts:2 declare function parse(text: string): number",
    ],
    ["of a local", at("src/shape.ts", "squared;"), "src/shape.ts:13 local const squared = this.side ** 2;"],
    [
      "of what is caught",
      at("src/caught.ts", "problem; }"),
      "src/caught.ts:1 local export function caught() { try { return 1; } catch (problem) { throw problem; } }",
    ],
    [
      "of a parameter",
      at("src/use.ts", "value, value"),
      "src/use.ts:7 parameter export function twice<T>(value: T): [T, T] { return [value, value]; }",
    ],
    [
      "of a type parameter",
      at("src/use.ts", "T, T] {"),
      "src/use.ts:7 type-parameter export function twice<T>(value: T): [T, T] { return [value, value]; }",
    ],
    ["behind an emoji", at("src/use.ts", "text.length"), 'src/use.ts:8 const text = "ünï 😀"'],
    ["of nothing", at("src/use.ts", "= text"), "No definition found.\nThere is no name at src/use.ts:8:44."],
    ["of what the language has", at("src/shape.ts", "this.side"), "src/shape.ts:10-16 class Square implements Shape"],
    [
      "of what no file declares",
      at("src/each.ts", "undefined"),
      "No definition found.\n`undefined` is part of the language: no file declares it.",
    ],
    [
      "of a union's method, in each type",
      at("src/each.ts", "copy(true);"),
      `3 definitions
src/each.ts
 3 A: method copy(deep: boolean): A
 6 B: method copy(deep?: boolean): B
 7 C: property copy = (deep?: boolean) =>`,
    ],
    ["of one overload", at("src/each.ts", "copy(false);"), "src/each.ts:3 A: method copy(deep: boolean): A"],
  ])("%s", async (_what, place, wanted) => {
    expect(await connection.text("kart_definition", place)).toBe(wanted);
  });

  test("in TypeScript's own library, by package and file", async () => {
    const { definitions } = await connection.data<{ definitions: object[] }>(
      "kart_definition",
      at("src/shape.ts", "PI }"),
    );
    expect(definitions).toEqual([
      expect.objectContaining({
        path: expect.stringMatching(/lib\.es5\.d\.ts$/),
        kind: "property",
        preview: "readonly PI: number",
      }),
    ]);
    expect(JSON.stringify(definitions)).not.toContain(files.root);
  });

  test("as data", async () => {
    expect(await connection.data("kart_definition", at("src/use.ts", "circle;"))).toEqual({
      found: true,
      definitions: [
        {
          path: "src/shape.ts",
          line: 17,
          column: 14,
          endLine: 17,
          kind: "const",
          preview: "const circle: Shape = { area: () => Math.PI }",
        },
      ],
    });
  });
});

describe("kart_implementations", () => {
  test("of an interface: classes, their subclasses, objects", async () => {
    expect(await connection.text("kart_implementations", { path: "src/shape.ts", symbol: "Shape" })).toBe(
      `3 implementations, complete
src/shape.ts
 10-16 class Square implements Shape
 17 const circle: Shape = { area: () => Math.PI }
src/use.ts:4-6 class Tile extends Square`,
    );
  });

  test("of a member", async () => {
    const text = await connection.text("kart_implementations", { path: "src/shape.ts", symbol: "Shape.area" });
    expect(text).toBe(`3 implementations, complete
src/shape.ts
 12-15 Square: method area(): number
 17 circle: property area: () =>
src/use.ts:5 Tile: method override area()`);
  });

  test("of a member of an object, which implements another itself: none", async () => {
    const member = { path: "src/shape.ts", symbol: "circle.area" };
    expect(await connection.text("kart_implementations", member)).toBe("No implementation found, complete.");
    const dependents = await connection.text("kart_impact", member);
    expect(dependents).toContain("loose/alone.ts: call area:2");
    expect(dependents).not.toContain("override");
  });

  test("of what nothing implements", async () => {
    expect(await connection.data("kart_implementations", { path: "src/use.ts", symbol: "Tile" })).toEqual({
      found: false,
      definitions: [],
      complete: true,
      total: 0,
      truncated: false,
    });
  });
});

describe("kart_hover", () => {
  test("a declared type with its documentation", async () => {
    expect(await connection.text("kart_hover", { path: "src/shape.ts", symbol: "Shape.area" })).toBe(
      "Shape.area(): number\n// src/shape.ts:8\nIn square pixels.",
    );
  });

  test("the documentation of a member that is seen through another type", async () => {
    expect(await connection.text("kart_hover", at("src/partly.ts", "area;"))).toBe(
      "area?: (() => number) | undefined\n// src/shape.ts:8\nIn square pixels.",
    );
    expect(await connection.text("kart_hover", at("src/partly.ts", "color;"))).toBe(
      "color: string\n// node_modules/pkg/index.d.ts:5\nOf the border.",
    );
  });

  test("an inferred type, as data", async () => {
    expect(await connection.data("kart_hover", { path: "src/shape.ts", symbol: "sides" })).toEqual({
      found: true,
      name: "sides",
      kind: "const",
      type: "const sides: Square[]",
      documentation: "",
      definedIn: "src/shape.ts:18",
    });
  });

  test("a generic at its call, a name in a package", async () => {
    expect(await connection.text("kart_hover", at("src/use.ts", 'parse("1")'))).toBe(
      "function parse(text: string): number\n// node_modules/pkg/index.d.ts:2\nReads a number.",
    );
  });

  test("a text that is not written yet, which no later question sees", async () => {
    const before = files.snapshot();
    const content = 'import { circle } from "./shape";\nexport const both = [circle, circle.area()] as const;\n';
    const text = await connection.text("kart_hover", { path: "src/use.ts", symbol: "both", content });
    expect(text).toBe("const both: readonly [Shape, number]");
    expect(await connection.error("kart_hover", { path: "src/use.ts", symbol: "both" })).toStartWith(
      "symbol_not_found",
    );
    expect(files.snapshot()).toEqual(before);
  });

  test("where there is no name", async () => {
    expect(await connection.data("kart_hover", { path: "src/use.ts", line: 999, column: 1 })).toEqual({ found: false });
    expect(await connection.text("kart_hover", { path: "src/use.ts", line: 999, column: 1 })).toContain(
      "has no position 999:1",
    );
    // Beyond 2^53 too, which a schema of integers refuses.
    expect(await connection.text("kart_hover", { path: "src/use.ts", line: 1e300, column: -1e99 })).toContain(
      "has no position 1e+300:-1e+99",
    );
    expect(await connection.error("kart_hover", { path: "src/use.ts", line: 1.5, column: 1 })).toStartWith(
      "invalid_argument: `line`: expected an integer.",
    );
    expect(await connection.text("kart_hover", at("src/use.ts", "= text"))).toBe(
      "There is no name at that position that the compiler knows.",
    );
  });
});

describe("kart_completions", () => {
  const content = 'import { Square } from "./shape";\nconst square = new Square(1);\nsquare.';

  test("the members of a value, with its type", async () => {
    const answer = await connection.data("kart_completions", { path: "src/use.ts", line: 3, column: 8, content });
    expect(answer).toMatchObject({
      total: 2,
      truncated: false,
      context: { receiverType: "const square: Square", trigger: "." },
      completions: [
        { label: "area", kind: "method", type: "Square.area(): number", insertText: "area" },
        { label: "side", kind: "property", type: "Square.side: number" },
      ],
    });
  });

  test("what begins like what is there, best first, and how many there are", async () => {
    const text = await connection.text("kart_completions", {
      path: "src/use.ts",
      line: 3,
      column: 9,
      content: `${content}s`,
    });
    expect(text).toBe("1 completion of const square: Square\nSquare.side: number");
    const all = await connection.data<{ completions: object[]; total: number; truncated: boolean }>(
      "kart_completions",
      {
        path: "src/use.ts",
        line: 3,
        column: 1,
        content,
        limit: 3,
      },
    );
    expect(all.completions).toHaveLength(3);
    expect(all.truncated).toBe(true);
    expect(all.total).toBeGreaterThan(100);
  });

  test("a position that is none", async () => {
    expect(await connection.data("kart_completions", { path: "src/use.ts", line: 99, column: 1 })).toEqual({
      completions: [],
      context: {},
      total: 0,
      truncated: false,
    });
  });
});

describe("a file in no project", () => {
  const circle = { path: "src/shape.ts", symbol: "circle" };

  test("is searched too, where its imports lead somewhere without one", async () => {
    expect(await connection.data("kart_references", circle)).toMatchObject({ complete: true, total: 4 });
  });

  test("is named where its imports may lead to it with one", async () => {
    files.write(
      "loose/tsconfig.base.json",
      '{ "compilerOptions": { "lib": ["esnext"], "paths": { "~/*": ["../src/*"] } } }',
    );
    files.write("loose/tsconfig.json", '{ "extends": "./tsconfig.base.json", "include": ["other"] }');
    files.write("loose/alias.ts", 'import { circle } from "~/shape";\ncircle.area();\n');
    expect(await connection.data("kart_references", circle)).toMatchObject({ complete: false, total: 4 });
    const text = await connection.text("kart_references", circle);
    expect(text.split("\n")[0]).toBe("4 references to const circle in 2 files, INCOMPLETE");
    expect(text.split("\n").at(-1)).toBe(
      "INCOMPLETE: in no tsconfig, and may use it through an import that leads somewhere only with one: loose/alias.ts",
    );
    // It does not hold the name.
    expect(await connection.data("kart_references", { path: "src/shape.ts", symbol: "sides" })).toMatchObject({
      complete: true,
    });
  });
});

test("a file that does not parse: its positions are answered, its symbols are not guessed", async () => {
  expect(await connection.text("kart_hover", { path: "src/broken.ts", line: 1, column: 15 })).toStartWith(
    "const fine: 1",
  );
  expect(await connection.error("kart_hover", { path: "src/broken.ts", symbol: "fine" })).toBe(
    "syntax_error: src/broken.ts does not parse: line 3: Expected `}` but found `EOF`. Pass line and column, or mend it first.",
  );
  expect(await connection.error("kart_references", { path: "notes.md", symbol: "shape" })).toBe(
    "invalid_argument: notes.md is no TypeScript or JavaScript file. Name one that is.",
  );
  files.write("Box.vue", "<script></script>\n");
  for (const [tool, args] of [
    ["kart_impact", { path: "Box.vue", symbol: "a" }],
    ["kart_check", { paths: ["Box.vue"] }],
  ] as const)
    expect(await connection.error(tool, args)).toBe(
      "invalid_argument: Box.vue is no TypeScript or JavaScript file. kart_importers (kart-nav) tells who imports it.",
    );
  rmSync(files.path("Box.vue"));
});

test("a computed name is answered when it is the first question, too", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": "const key = Symbol();\nexport class Keyed { [key]() {} }\n",
    "b.ts": 'import { Keyed } from "./a";\nexport const made = new Keyed();\n',
  });
  for (const tool of ["kart_references", "kart_impact"]) {
    await using first = await connect(own.root);
    expect(await first.data(tool, { path: "a.ts", symbol: "Keyed.[key]" })).toMatchObject({ complete: false });
  }
});

test("an empty name, which no server finds, is never said to be unused", async () => {
  using own = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": 'export interface I { "": number }\nexport const read = (one: I) => one[""];\n',
  });
  await using first = await connect(own.root);
  expect(await first.data("kart_references", { path: "a.ts", symbol: 'I.""' })).toMatchObject({ complete: false });
});

test("a computed name, which no server can look for, is never said to be unused", async () => {
  const source = `const key = Symbol("k");
export class Keyed { [key]() {} ["plain"]() {} [Symbol.iterator]() {} }
new Keyed()[key]();
new Keyed().plain();
`;
  files.write("src/keyed.ts", source);
  expect(await connection.text("kart_references", { path: "src/keyed.ts", symbol: "Keyed.[key]" })).not.toMatch(
    /^No references/,
  );
  for (const symbol of ["Keyed.[key]", "Keyed.[Symbol.iterator]"]) {
    const args = { path: "src/keyed.ts", symbol };
    for (const tool of ["kart_references", "kart_impact", "kart_implementations"]) {
      expect(await connection.data(tool, args)).toMatchObject({ complete: false });
      expect(await connection.text(tool, args)).toContain(
        `INCOMPLETE: not searched: uses of ${symbol}, whose name is computed`,
      );
    }
  }
  const plain = { path: "src/keyed.ts", symbol: 'Keyed.["plain"]' };
  expect(await connection.data("kart_references", plain)).toMatchObject({ total: 1, complete: true });
});

test("who uses what a type says a member has depends on the member, by whatever type of all members they come there", async () => {
  files.write(
    "src/commands.ts",
    `export interface Commands { bold: { setBold(): void }; plain: { size: number } }
type Each = Commands[keyof Commands];
export declare const commands: (Each extends infer U ? (U extends unknown ? (one: U) => void : never) : never) extends (one: infer I) => void ? I : never;
export const run = () => commands.setBold();
`,
  );
  const args = { path: "src/commands.ts", symbol: "Commands.bold" };
  expect(await connection.text("kart_impact", args)).toStartWith(
    "property Commands.bold src/commands.ts:1: 1 dependent, 1 deep, complete\n call run:4",
  );
  expect(await connection.data("kart_impact", { ...args, symbol: "Commands.plain" })).toMatchObject({ totalNodes: 0 });
});

test("what JSX takes by its name is never said to be unused", async () => {
  files.write(
    "src/jsx-runtime.ts",
    "export namespace JSX {\n  export interface IntrinsicElements {}\n}\nexport const jsxs = 1;\n",
  );
  for (const symbol of ["JSX.IntrinsicElements", "jsxs"])
    for (const tool of ["kart_references", "kart_impact"]) {
      const args = { path: "src/jsx-runtime.ts", symbol };
      expect(await connection.data(tool, args)).toMatchObject({ complete: false });
      expect(await connection.text(tool, args)).toContain(
        `INCOMPLETE: not searched: JSX that takes ${symbol}, which does not name it`,
      );
    }
});

test("what the language calls by itself is never said to be unused", async () => {
  const source = `export class Money { toString() { return ""; } add() { return 1; } }
export const text = \`\${new Money()}\`, more = new Money().toString();
`;
  files.write("src/money.ts", source);
  const note =
    "INCOMPLETE: not searched: calls of Money.toString by template strings and operators, which do not name it";
  for (const [tool, args] of [
    ["kart_references", { symbol: "Money.toString" }],
    ["kart_references", { line: 2, column: 58 }],
    ["kart_impact", { symbol: "Money.toString" }],
  ] as const) {
    const asked = { path: "src/money.ts", ...args };
    expect(await connection.data(tool, asked)).toMatchObject({ complete: false });
    expect((await connection.text(tool, asked)).split("\n")).toContain(note);
  }
  const [other, below] = [{ symbol: "Money.add" }, { symbol: "Money.toString" }];
  expect(await connection.data("kart_references", { path: "src/money.ts", ...other })).toMatchObject({
    complete: true,
  });
  expect(await connection.data("kart_implementations", { path: "src/money.ts", ...below })).toMatchObject({
    complete: true,
  });
});

test("no answer holds a path of this machine", async () => {
  const content = `import * as shape from "./shape";
/** See {@link shape.circle}. */
export const linked = shape;
linked.gone;
linked.`;
  const path = "src/use.ts";
  const answers = [
    await connection.text("kart_hover", { path, line: 3, column: 14, content }),
    await connection.text("kart_check", { paths: [path], content }),
    await connection.text("kart_completions", { path, line: 5, column: 8, content }),
  ];
  expect(answers[0]).toBe("const linked: typeof shape\nSee shape.circle.");
  expect(answers[1]).toContain(`on type 'typeof import("src/shape")'`);
  for (const answer of answers) {
    expect(answer).not.toContain(files.root);
    expect(answer).not.toContain("file:");
  }
});

test("a file that another program changes is seen at the next question", async () => {
  files.write(
    "src/shape.ts",
    files.read("src/shape.ts").replace("[1, 2]", '["a"]').replace("new Square(side)", "side"),
  );
  expect(await connection.text("kart_hover", { path: "src/shape.ts", symbol: "sides" })).toContain("string[]");
});
