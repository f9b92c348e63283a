import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { type Desk, sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskWith = sharedDesk();

const files = (create = "create") => `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "noEmit": true, "module": "nodenext", "target": "esnext", "types": [] } }
// @filename: package.json
{ "name": "statics" }
// @filename: a.js
class A {}

/** Makes one. */
A.${create} = function () {
  return new A();
};
A.limit = 3;
A.unused = { deep: 1 };

const tools = {};
tools.create = () => 1;

module.exports = { A, tools };
// @filename: b.js
const { A, tools } = require("./a");

exports.all = [A.${create}(), A.limit, tools.create()];
`;

const deskOf = (text = files()): Promise<Desk> => deskWith(markedFiles(text));

describe("members that statements add to a class, a function or an empty object", () => {
  test("are read and replaced by their name", async () => {
    const desk = await deskOf();
    const before = desk.workspace.read("a.js");
    expect(await desk.connection.text("kart_read", { path: "a.js", symbol: "A.create", plain: true })).toContain(
      "A.create = function () {\n",
    );
    await desk.connection.data("kart_replace", {
      file: "a.js",
      symbol: "A.create",
      content: "A.create = () => {\n  return new A();\n};",
    });
    expect(desk.workspace.read("a.js")).toBe(before.replace("function () {", "() => {"));
    await desk.connection.data("kart_patch", {
      file: "a.js",
      symbol: "A.limit",
      chunks: [{ oldLines: ["A.limit = 3;"], newLines: ["A.limit = 4;"] }],
    });
    await desk.connection.data("kart_insert_before", { file: "a.js", symbol: "A.create", content: "A.first = 1;" });
    expect(desk.workspace.read("a.js")).toStartWith(
      "class A {}\n\nA.first = 1;\n\n/** Makes one. */\nA.create = () => {",
    );
    expect(desk.workspace.read("a.js")).toContain("\nA.limit = 4;\n");
  });

  test("are renamed where they are used, and nowhere else, whatever another thing's member is called", async () => {
    const desk = await deskOf();
    const done = await desk.connection.data("kart_rename", { file: "a.js", symbol: "A.create", newName: "make" });
    expect(done).toMatchObject({ totalEdits: 2, complete: true });
    for (const [path, text] of Object.entries(markedFiles(files("make")))) expect(desk.workspace.read(path)).toBe(text);
    await desk.connection.data("kart_rename", { file: "a.js", symbol: "tools.create", newName: "make" });
    expect(desk.workspace.read("b.js")).toContain("[A.make(), A.limit, tools.make()]");
    expect(await desk.refused("kart_rename", { file: "a.js", symbol: "A.make", newName: "limit" })).toStartWith(
      "already_exists: `limit` is taken ",
    );
  });

  test("are deleted with their doc where nothing refers to them, and refused where something does", async () => {
    const desk = await deskOf();
    await desk.connection.data("kart_delete", { file: "a.js", symbol: "A.unused" });
    expect(desk.workspace.read("a.js")).not.toContain("unused");
    expect(await desk.refused("kart_delete", { file: "a.js", symbol: "A.limit" })).toContain("\nb.js:3 ");
    desk.workspace.write("b.js", "exports.none = 1;\n");
    await desk.connection.data("kart_delete", { file: "a.js", symbol: "A.create" });
    expect(desk.workspace.read("a.js")).toStartWith("class A {}\n\nA.limit = 3;\n");
  });
});

test("what TypeScript does not follow is not renamed", async () => {
  const desk = await deskOf(
    `${files().split("// @filename: a.js")[0] ?? ""}// @filename: app.js\nvar app = exports = module.exports = {};\napp.init = function () {};\n`,
  );
  expect(await desk.refused("kart_rename", { file: "app.js", symbol: "app.init", newName: "begin" })).toBe(
    "invalid_argument: `app.init` is assigned where TypeScript does not follow it. Change the declaration with kart_replace.",
  );
});

test("a property that `this.name = …` makes is told apart from what is not there", async () => {
  const desk = await deskOf(
    `${files().split("// @filename: a.js")[0] ?? ""}// @filename: made.js\nclass A {\n  constructor() {\n    this.size = 1;\n  }\n}\nmodule.exports = A;\n`,
  );
  const said =
    "`A.size` is made by `this.size = …` at line 3, and is no symbol: change that with kart_patch or kart_edit. kart_rename renames it.";
  const at = { file: "made.js", symbol: "A.size" };
  expect(await desk.refused("kart_delete", at)).toBe(`symbol_not_found: ${said}`);
  expect(await desk.refused("kart_replace", { ...at, content: "this.size = 2;" })).toBe(`symbol_not_found: ${said}`);
  expect(await desk.refused("kart_insert_after", { ...at, content: "this.width = 2;" })).toBe(
    `symbol_not_found: ${said}`,
  );
  expect(await desk.refused("kart_delete", { ...at, symbol: "A.width" })).toStartWith(
    "symbol_not_found: No symbol `A.width`",
  );
});

test("what is added to an object that has members is read and replaced, and neither renamed nor deleted unseen", async () => {
  const map = "var map = { pages: [] };\nmap.render = () => map.pages;\nmodule.exports = map;\n";
  const desk = await deskWith({ "map.js": map, "use.js": 'require("./map").render();\n' });
  const about = { file: "map.js", symbol: "map.render" };
  expect(await desk.connection.text("kart_read", { path: "map.js", symbol: "map.render", plain: true })).toContain(
    "map.render = () => map.pages;",
  );
  expect(await desk.refused("kart_rename", { ...about, newName: "draw" })).toContain(
    "is assigned where TypeScript does not follow it",
  );
  expect(await desk.refused("kart_delete", about)).toContain("Who refers to it cannot be found");
  await desk.connection.data("kart_replace", { ...about, content: "map.render = () => 1;" });
  expect(desk.workspace.read("map.js")).toBe(map.replace("map.pages;", "1;"));
});
