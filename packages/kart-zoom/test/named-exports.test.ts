import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const files = new TempWorkspace(
  markedFiles(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: src/image.js
var path = require("path");
var image = module.exports;
function helper() { return path.sep; }
/** Makes it small. */
image.resize = function (data, more) { return helper() + image.crop(); };
image.crop = crop;
function crop() { return 1; }
// @filename: src/user.js
(function (User) {
  var db = require("path");
  User.go = function () { return help(); };
}(exports));
function help() { return 2; }
// @filename: app.js
const image = require("./src/image");
image.resize();
require("./src/user").go();
// @filename: test/a.test.js
const { resize, crop } = require("../src/image");
resize(crop());
`),
);

let server: Connection;

beforeAll(async () => {
  server = await connect(files.root);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const zoom = (path: string, more: object = {}) => server.text("kart_zoom", { path, ...more });
const ask = (tool: string, path: string, symbol: string, more: object = {}) =>
  server.text(tool, { path: `src/${path}`, symbol, ...more });

test("kart_zoom shows what is exported by a variable, or by the parameter of a function called with the exports", async () => {
  expect(await zoom("src/image.js")).toBe(`// src/image.js
/** Makes it small. */
export function resize(data, more); // 5
export function crop(): number; // 7`);
  expect(await zoom("src/user.js", { symbol: "go" })).toBe("// src/user.js\nexport function go(); // 3");
  expect(await zoom("src/user.js", { level: 1 })).toContain("export function go(); // 3\n");
  expect(await zoom("src/user.js", { symbol: "go", level: 2 })).toBe(
    "// src/user.js:3-3\nUser.go = function () { return help(); };",
  );
});

test("kart_references finds who uses such an export, and says that TypeScript does not", async () => {
  expect(await ask("kart_references", "image.js", "resize"))
    .toBe(`3 references to function resize in 2 files, INCOMPLETE
app.js
 2 call: image.resize();
test/a.test.js
 1 import: const { resize, crop } = require("../src/image");
 2 call: resize(crop());
INCOMPLETE: not searched: uses of resize, which TypeScript does not follow`);
  const crop = await ask("kart_references", "image.js", "crop");
  expect(crop).toContain("\n 5 call in resize: image.resize = function");
  expect(crop).toContain("\ntest/a.test.js\n 1 import:");
  expect(crop).toContain("INCOMPLETE: not searched: uses of crop of src/image.js, which TypeScript does not follow");
  expect(await ask("kart_references", "user.js", "go")).toContain("\napp.js\n 3 call: ");
  expect(await ask("kart_references", "image.js", "image")).toEndWith(
    "INCOMPLETE: not searched: uses of all that src/image.js exports, which image stands for",
  );
});

test("kart_impact goes on through such exports, and is not complete", async () => {
  expect(await ask("kart_impact", "image.js", "helper"))
    .toBe(`function helper src/image.js:3: 3 dependents, 2 deep, INCOMPLETE
 call resize:5
  app.js: call (module):2
  test/a.test.js: call (module):2
tests (1): test/ a.test.js
INCOMPLETE: not searched: uses of resize, which TypeScript does not follow`);
  expect(await ask("kart_impact", "user.js", "help")).toContain("\n call go:3\n  app.js: call (module):3\n");
});

test("what is called by the name that a file has for its exports goes by its own", async () => {
  expect(await server.error("kart_references", { path: "src/image.js", symbol: "image.resize" })).toContain(
    "Did you mean `resize` (function, line 5)?",
  );
});
