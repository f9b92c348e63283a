import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { failure, LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

describe("places", () => {
  test("are UTF-16 units behind emoji, in lines of any break, with a byte order mark", async () => {
    using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
/* 😀😀 é */ export const [|he/*|*/llo|] = "😀"; [|hello|];
// @filename: b.ts
import { [|hello|] } from "./a"; const s = "😀"; [|hello|];
`);
    expect(await workspace.references()).toEqual([...workspace.wanted]);
    workspace.files.write("b.ts", '\uFEFFimport { hello } from "./a";\rhello;\r\nhello; "\u2028"; hello;\n');
    const { references } = await workspace.server.references(workspace.cursor, never);
    const text = workspace.files.read("b.ts");
    const inB = references.filter(({ path }) => path === "b.ts");
    expect(inB.map(({ span }) => text.slice(span.start, span.end))).toEqual(["hello", "hello", "hello", "hello"]);
    expect(locations(inB)).toEqual(["b.ts:1:10", "b.ts:2:1", "b.ts:3:1", "b.ts:3:13"]);
    expect(await workspace.references(workspace.at("b.ts", "hello;"))).toHaveLength(6);
  });

  test("in folders with spaces, percent signs, non-ASCII, brackets and a hash", async () => {
    using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a b/ünï%20c/[id]/(x)#y?.ts
export const [|he/*|*/llo|] = 1;
// @filename: 日本/b'c.ts
import { [|hello|] } from "../a b/ünï%20c/[id]/(x)#y?";
`);
    expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
  });

  test("that do not exist, or hold no name, have no answer and break nothing", async () => {
    using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
export const hello = 1;
// @filename: empty.ts
`);
    const { server } = workspace;
    for (const offset of [-5, 0, 6, 19, 23, 1e9]) {
      expect(await server.definition(workspace.at("a.ts", offset), never)).toEqual([]);
      expect(await server.hover(workspace.at("a.ts", offset), never)).toBeUndefined();
    }
    expect(await workspace.references(workspace.at("empty.ts", 0))).toEqual([]);
    expect(await server.completions(workspace.at("empty.ts", 99), never)).toBeArray();
    expect((await server.rename(workspace.at("a.ts", 0), "x", never)).files).toEqual([]);
  });
});

const SHAPES = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: a.ts
/** Has an area. */
export interface Shape { area(): number }
export class Square implements Shape { constructor(readonly side: number) {} area() { return this.side ** 2; } }
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import type { Shape } from "../a";
export const circle: Shape = { area: () => Math.PI };
export class Dot implements Shape { area() { return 0; } }
`;

test("definitions, in the library too; implementations in other projects; hover", async () => {
  using workspace = new LanguageWorkspace(SHAPES);
  const { server } = workspace;
  const definition = async (path: string, text: string) =>
    locations(await server.definition(workspace.at(path, text), never));
  expect(await definition("b/b.ts", "Shape =")).toEqual(["a.ts:2:18"]);
  const [library, ...more] = await server.definition(workspace.at("b/b.ts", "PI }"), never);
  expect(more).toEqual([]);
  expect(library).not.toHaveProperty("path");
  expect(library?.file).toMatch(/lib\.es5\.d\.ts$/);
  const shapes = await server.implementations(workspace.at("a.ts", "area()"), never);
  expect(locations(shapes.references)).toEqual(["a.ts:3:78", "b/b.ts:2:32", "b/b.ts:3:37"]);
  expect(shapes.coverage.complete).toBe(true);
  const hover = await server.hover(workspace.at("b/b.ts", "Shape }"), never);
  expect(hover?.markdown).toContain("interface Shape");
  expect(hover?.markdown).toContain("Has an area.");
});

test("a shorthand property leads through the import of its name; a constructor stands below its doc comment", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true } }
// @filename: a.ts
export class A {
  /** Makes one. */
  // Now.
  constructor() {}
}
export const make = () => new A();
// @filename: b.ts
import { A,
  make as made } from "./a";
const own = made;
export const api = { made, own };
export const typed: { made: () => A } = { made };
// @filename: c.js
const { make } = require("./a");
exports.api = { make };
`);
  const { server } = workspace;
  const definition = async (path: string, text: string) =>
    locations(await server.definition(workspace.at(path, text), never));
  expect(await definition("b.ts", "made, own")).toEqual(["a.ts:6:14"]);
  expect(await definition("b.ts", "own }")).toEqual(["b.ts:3:7"]);
  expect(await definition("b.ts", "made };")).toEqual(["a.ts:6:14", "b.ts:5:23"]);
  expect(await definition("c.js", "make };")).toEqual(["a.ts:6:14"]);
  expect(await workspace.references(workspace.at("a.ts", "constructor"))).toEqual(["a.ts:4:3", "a.ts:6:31"]);
});

test("who extends an implementation, in a project that does not name what that implements", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export interface Sh/*|*/ape {}
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import type { Shape } from "../a/a";
export class [|Square|] implements Shape {}
export const none: Shape = [|{}|];
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { Square } from "../b/b";
export class [|Tile|] extends Square {}
// @filename: d/tsconfig.json
{}
// @filename: d/d.ts
import { Tile } from "../c/c";
export class [|Blue|] extends Tile {}
// @filename: loose.ts
export const inNoProject = 1;
`);
  const { references, coverage } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
  expect(coverage.complete).toBe(true);
});

test("a rename reaches every project, and re-exports under the old name", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const he/*|*/llo = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
export { hello as bye, hello } from "../a/a";
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { hello } from "../b/b";
`);
  const { files, coverage } = await workspace.server.rename(workspace.cursor, "greet", never);
  const changed = files.flatMap(({ file, edits }) => edits.map(({ span, text }) => `${file} ${span.start} ${text}`));
  expect(changed.map((one) => one.replace(`${workspace.files.root}/`, "")).sort()).toEqual([
    "a/a.ts 13 greet",
    "b/b.ts 23 greet",
    "b/b.ts 9 greet",
    "c/c.ts 9 greet",
  ]);
  expect(coverage.complete).toBe(true);
});

test("completions, and what each is", async () => {
  using workspace = new LanguageWorkspace(SHAPES);
  const place = { ...workspace.at("b/b.ts", 0), content: "circle.\nimport { circle } from './b';", offset: 7 };
  const { server } = workspace;
  expect(await server.completions({ ...place, content: "", offset: 0 }, never)).not.toEqual([]);
  const square = { ...place, content: "import { Square } from '../a';\nnew Square(1).", offset: 45 };
  const items = await server.completions(square, never);
  expect(items.map(({ label }) => label).sort()).toEqual(["area", "side"]);
  const [described] = await server.describe(
    items.filter(({ label }) => label === "side"),
    square,
    never,
  );
  expect(described?.detail).toContain("Square.side: number");
});

describe("a text in the place of a file", () => {
  const text = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: a.ts
export const hello = 1;
// @filename: b.ts
import { hello } from "./a";
export const n: number = hello;
`;

  test("is checked alone, and no other question sees it, however they are mixed", async () => {
    using workspace = new LanguageWorkspace(text);
    const { server } = workspace;
    const file = workspace.at("a.ts", "hello");
    const errors = async (content?: string) =>
      (await workspace.diagnostics({ path: file.path, ...(content !== undefined && { content }) })).map(
        ({ code, location }) => `${location.line}:${location.column} ${code}`,
      );
    const ofImporter = async () => (await workspace.diagnostics(workspace.at("b.ts", 0))).length;
    expect(await errors()).toEqual([]);
    const before = workspace.files.snapshot();
    const rounds = Array.from({ length: 60 }, async (_, round) => {
      const [wrong, typed, importer, own] = await Promise.all([
        errors(`\n\nexport const hello: number = "${round}";`),
        server.hover({ ...file, content: `export const hello = "${round}";` }, never),
        ofImporter(),
        server.hover(file, never),
      ]);
      expect(wrong).toEqual(["3:14 2322"]);
      expect(typed?.markdown).toContain(`const hello: "${round}"`);
      expect(importer).toBe(0);
      expect(own?.markdown).toContain("const hello: 1");
    });
    await Promise.all(rounds);
    expect(await errors()).toEqual([]);
    expect(workspace.files.snapshot()).toEqual(before);
  });

  test("of a file that no question was about yet, which is closed again", async () => {
    using workspace = new LanguageWorkspace(text);
    const file = workspace.at("b.ts", 0);
    expect(await workspace.diagnostics({ ...file, content: 'import { gone } from "./a";' })).toContainEqual(
      expect.objectContaining({ code: 2305 }),
    );
    expect(await workspace.diagnostics(file)).toEqual([]);
  });

  test("may fail, which changes nothing", async () => {
    using workspace = new LanguageWorkspace(text);
    const place = workspace.at("a.ts", "hello");
    const aborted = AbortSignal.abort(new Error("the caller left"));
    expect(await failure(workspace.server.hover({ ...place, content: "let x" }, aborted))).toContain("the caller left");
    const controller = new AbortController();
    const asked = failure(workspace.server.hover({ ...place, content: "let x" }, controller.signal));
    controller.abort(new Error("the caller left"));
    expect(await asked).toBe("the caller left");
    expect((await workspace.server.hover(place, never))?.markdown).toContain("const hello: 1");
  });
});
