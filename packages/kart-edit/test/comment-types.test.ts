import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const TSCONFIG =
  '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "checkJs": true, "module": "preserve", "types": [] } }';

const BOX = `/** @typedef {{ width: number }} Box */

/**
 * What it is.
 * @typedef {object} Options
 * @property {number} size
 */

/**
 * @typedef {1} One
 * @typedef {2} Two
 */

/** @type {Box} */
export const box = { width: 1 };
`;

const deskWith = sharedDesk();

function desk() {
  return deskWith({ "tsconfig.json": TSCONFIG, "box.js": BOX, "use.js": '/** @import { One } from "./box.js" */\n' });
}

test.each([
  ["Box", [1, 1]],
  ["Options", [3, 7]],
  ["Options.size", [6, 6]],
  ["Two", [11, 11]],
] as const)("kart_read shows a type that a comment declares: %s", async (symbol, [startLine, endLine]) => {
  const at = await desk();
  expect(await at.connection.data("kart_read", { path: "box.js", symbol })).toMatchObject({ startLine, endLine });
});

test("kart_replace puts another comment in the place of one, with the line breaks of the file", async () => {
  const at = await deskWith({ "tsconfig.json": TSCONFIG, "box.js": BOX.replaceAll("\n", "\r\n") });
  const content = "/**\n * @typedef {object} Options\n * @property {string} name\n */\n";
  const { symbol, startLine, endLine } = await at.change("kart_replace", {
    file: "box.js",
    symbol: "Options",
    content,
  });
  expect([symbol, startLine, endLine]).toEqual(["Options", 3, 6]);
  const old = BOX.slice(BOX.indexOf("/**\n * What"), BOX.indexOf("\n\n/**\n * @typedef {1}"));
  expect(at.workspace.read("box.js")).toBe(BOX.replace(old, content.trim()).replaceAll("\n", "\r\n"));
});

test("kart_patch changes the tags of one", async () => {
  const at = await desk();
  const chunks = [{ oldLines: [" * @property {number} size"], newLines: [" * @property {string} size"] }];
  await at.change("kart_patch", { file: "box.js", symbol: "Options", chunks });
  const two = [{ oldLines: [" * @typedef {2} Two"], newLines: [" * @typedef {22} Two"] }];
  await at.change("kart_patch", { file: "box.js", symbol: "Two", chunks: two });
  expect(at.workspace.read("box.js")).toBe(BOX.replace("number} size", "string} size").replace("{2}", "{22}"));
});

test("kart_delete takes out one that nothing refers to", async () => {
  const at = await desk();
  await at.change("kart_delete", { file: "box.js", symbol: "Options" });
  const old = BOX.slice(BOX.indexOf("/**\n * What"), BOX.indexOf("/**\n * @typedef {1}"));
  expect(at.workspace.read("box.js")).toBe(BOX.replace(old, ""));
});

const SHARED = "is one of several things that a comment says";

test("what functions of Closure and tags of heritage name is renamed, and not deleted", async () => {
  const text = (name: string) => `/** @typedef {{ width: number }} ${name} */
/** @param {function(${name}, 'Box', { Box: ${name} }): void} f */
export const each = (f) => f;
/** @template T */
export class Base {}
/** @extends Base<${name}> */
export class Deep extends Base {}
`;
  const at = await deskWith({ "tsconfig.json": TSCONFIG, "a.js": text("Box") });
  expect(await at.refused("kart_delete", { file: "a.js", symbol: "Box" })).toContain("is referred to in 2 places");
  expect(await at.connection.data("kart_rename", { file: "a.js", symbol: "Box", newName: "Crate" })).toMatchObject({
    totalEdits: 4,
    complete: true,
  });
  expect(at.workspace.read("a.js")).toBe(text("Crate"));
});

test.each<[what: string, tool: string, args: object, said: string]>([
  ["a type that is used", "kart_delete", { symbol: "Box" }, "still_referenced: `Box` is referred to in 1 place"],
  ["one beside others", "kart_delete", { symbol: "Two" }, SHARED],
  ["a property", "kart_delete", { symbol: "Options.size" }, SHARED],
  ["one beside others", "kart_replace", { symbol: "One", content: "/** @typedef {3} One */" }, SHARED],
  [
    "code in its place",
    "kart_replace",
    { symbol: "Box", content: "export class Box {}" },
    "is declared by a comment. Send",
  ],
  ["a comment without it", "kart_replace", { symbol: "Box", content: "/** Gone. */" }, "The content declares nothing"],
  [
    "code behind it",
    "kart_insert_after",
    { symbol: "Box", content: "let a;" },
    "is declared by a comment, at line 1. Name",
  ],
  ["a member's place", "kart_insert_before", { symbol: "Options.size", content: "let a;" }, "by a comment, at line 6"],
])("refused: %s, %s", async (_what, tool, args, said) => {
  const at = await desk();
  expect(await at.refused(tool, { file: "box.js", ...args })).toContain(said);
});

test("kart_move says that a comment does not move", async () => {
  const at = await desk();
  const said = await at.refused("kart_move", { from: "box.js", symbol: "Box", to: "b.js" });
  expect(said).toContain("`Box` is declared by a comment, at line 1. kart_move moves code");
});
