import { expect, setDefaultTimeout, test } from "bun:test";
import { renameDesks, type RenameData } from "./rename-desk.ts";

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
