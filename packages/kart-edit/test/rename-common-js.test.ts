import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";
import { renameDesks, type RenameData, textOf } from "./rename-desk.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskOf = renameDesks();

const USERS = `// @filename: leaf.js
exports.isThing = function (x) { return x === 1; };
// @filename: use.js
const utils = require("./utils");
utils.isThing(1);
// @filename: taking.js
const { isThing } = require("./utils");
isThing(1, require("./leaf").isThing);
// @filename: utils.js
`;
const ASKED = { file: "utils.js", symbol: "isThing", newName: "isOne" };

test.each([
  ["of another module", 'const leaf = require("./leaf");\nexports.isThing = leaf.isThing;\n'],
  ["by the whole name of the exports", 'const leaf = require("./leaf");\nmodule.exports.isThing = leaf.isThing;\n'],
  ["of an object", "const o = { isThing(x) { return x === 1; } };\nexports.isThing = o.isThing;\n"],
  ["of another name", "const o = { check(x) { return x === 1; } };\nexports.isThing = o.check;\n"],
])("an export that is given a member %s is renamed where it is used", async (_, text) => {
  const desk = await deskOf(USERS + text);
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", ASKED);
  expect({ complete, warnings }).toEqual({ complete: true, warnings: [] });
  expect(desk.workspace.read("utils.js")).toBe(text.replace("exports.isThing", "exports.isOne"));
  expect(desk.workspace.read("use.js")).toContain("utils.isOne(1)");
  expect(desk.workspace.read("taking.js")).toBe(
    'const { isOne } = require("./utils");\nisOne(1, require("./leaf").isThing);\n',
  );
});

test.each([
  ["a function", 'const isThing = require("./leaf").isThing;\nexports.isThing = (x) => isThing(x);\n'],
  ["a member of it", 'const isThing = require("./leaf");\nexports.isThing = isThing.isThing;\n'],
])("a variable and an export of its name that is %s are two symbols", async (_, text) => {
  const desk = await deskOf(USERS + text);
  expect(await desk.refused("kart_rename", ASKED)).toStartWith("symbol_ambiguous: `isThing` could be `isThing[0]` (");
  await desk.connection.data("kart_rename", { ...ASKED, line: 2 });
  expect(desk.workspace.read("utils.js")).toBe(text.replace("exports.isThing", "exports.isOne"));
  expect(desk.workspace.read("use.js")).toContain("utils.isOne(1)");
});

test("a variable that is given what is exported by its name is one with that", async () => {
  const users = `// @filename: q.js
let alpha;
exports.alpha = alpha = () => 1;
exports.go = () => alpha();
// @filename: main.js
const { alpha } = require("./q");
alpha();
`;
  const desk = await deskOf(users);
  await desk.connection.data("kart_rename", { file: "q.js", symbol: "alpha", newName: "zulu" });
  expect(textOf(desk, users)).toBe(users.replaceAll("alpha", "zulu"));
});

test("comments beside what a pattern takes leave it a shorthand", async () => {
  const text = `const {
  alpha // the first
} = require("./lib");
const f = ({ /* a */ alpha /* b */ } = require("./lib")) => alpha;
const { beta, /* { */ alpha: own /* c */ } = require("./lib");
alpha(own);
`;
  const desk = await deskOf(`// @filename: lib.js
function alpha() {}
exports.alpha = alpha;
// @filename: main.js
${text}`);
  await desk.connection.data("kart_rename", { file: "lib.js", symbol: "alpha", newName: "zulu" });
  expect(desk.workspace.read("main.js")).toBe(text.replaceAll("alpha", "zulu"));
});

test("who takes it by the old name, as which a list goes on exporting it, does so by an assignment too", async () => {
  const users = `// @filename: one.js
let own; ({ alpha: own } = require("./lib")); own();
// @filename: two.js
let alpha; ({ alpha } = require("./lib")); alpha();
`;
  const desk = await deskOf(
    `// @filename: lib.js\nfunction alpha() {}\nmodule.exports = { alpha, other: alpha };\n${users}`,
  );
  await desk.connection.data("kart_rename", { file: "lib.js", symbol: "alpha", newName: "zulu" });
  expect(textOf(desk, users)).toBe(users);
  expect(desk.workspace.read("lib.js")).toBe("function zulu() {}\nmodule.exports = { alpha: zulu, other: zulu };\n");
});

test("a module is followed through a variable that another exports whole", async () => {
  const desk = await deskOf(`// @filename: inner.js
exports.alpha = () => 1;
// @filename: lib.js
const inner = require("./inner");
module.exports = inner;
// @filename: main.js
let lib;
if (!lib) lib = require("./lib");
lib.alpha();
`);
  await desk.connection.data("kart_rename", { file: "inner.js", symbol: "alpha", newName: "zulu" });
  expect(desk.workspace.read("main.js")).toEndWith("lib.zulu();\n");
});

test.each([
  ['exports.alpha = require("./inner").alpha;\n', 'exports.alpha = require("./inner").zulu;\n'],
  [
    'const { alpha } = require("./inner");\nexports.alpha = alpha;\n',
    'const { zulu } = require("./inner");\nexports.alpha = zulu;\n',
  ],
])("who imports it from CommonJS that goes on giving it by the old name keeps that: %s", async (barrel, after) => {
  const users = `// @filename: one.mjs
import { alpha } from "./lib.js";
alpha();
// @filename: two.mjs
import lib from "./lib.js";
lib.alpha();
// @filename: on.mjs
export { alpha } from "./lib.js";
// @filename: far.mjs
import { alpha } from "./on.mjs";
alpha();
`;
  const desk = await deskOf(`// @filename: inner.js
function alpha() {}
module.exports = { alpha };
// @filename: lib.js
${barrel}// @filename: near.mjs
import { alpha } from "./inner.js";
alpha();
${users}`);
  await desk.connection.data("kart_rename", { file: "inner.js", symbol: "alpha", newName: "zulu" });
  expect(desk.workspace.read("lib.js")).toBe(after);
  expect(desk.workspace.read("near.mjs")).toBe('import { zulu } from "./inner.js";\nzulu();\n');
  expect(textOf(desk, users)).toBe(users);
});

test("what is changed is not said to be left", async () => {
  const text = 'let lib;\nif (!lib) lib = require("./lib");\nconst go = () => lib.alpha();\n';
  await using desk = await Desk.with({
    "lib.js": "module.exports = Main;\nfunction Main() {}\nMain.alpha = function () {};\n",
    "main.js": text,
  });
  const asked = { file: "lib.js", symbol: "Main.alpha", newName: "zulu" };
  const { complete, warnings } = await desk.connection.data<RenameData>("kart_rename", asked);
  expect(desk.workspace.read("main.js")).toBe(text.replace("alpha", "zulu"));
  expect({ complete, warnings }).toEqual({
    complete: false,
    warnings: ["CHANGED, and may mean something else too, as no type tells: LOOK AT THESE: main.js:3"],
  });
});
