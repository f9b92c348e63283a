import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

test("what a variable is given that holds an object of members is its member, though TypeScript does not follow it", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: map.js
var map = { pages: [] };
function draw() { return map.pages; }
map.render = function (page) { return draw(); };
map.dead = () => 1;
map.pages = [1];
map.run = run;
function run() { return map.dead(); }
module.exports = map;
// @filename: app.js
var app = exports = module.exports = {};
app.use = function (one) {};
// @filename: use.js
require("./map").render(require("./map").run());
require("./app").use();
`),
  );
  await using server = await connect(files.root);
  const ask = (tool: string, path: string, symbol: string) => server.text(tool, { path, symbol });
  expect(await server.text("kart_zoom", { path: "map.js" })).toStartWith(`// map.js
declare var map: { pages: never[]; }; // 1
export = map;
declare namespace map { // 3
  function render(page); // 3
  function dead(); // 4
  let run /* inferred */; // 6
}`);
  expect(await server.text("kart_zoom", { path: "app.js" })).toContain("\n  function use(one); // 2\n");
  expect(await ask("kart_references", "map.js", "map.render"))
    .toBe(`1 reference to method map.render in 1 file, INCOMPLETE
use.js
 1 call: require("./map").render(require("./map").run());
INCOMPLETE: not searched: uses of map.render, which TypeScript does not follow`);
  expect(await ask("kart_references", "map.js", "map.dead")).toContain("\nmap.js\n 7 call in run: ");
  expect(await ask("kart_references", "map.js", "run")).toContain(
    "\nINCOMPLETE: not searched: uses of run of map.js, which TypeScript does not follow",
  );
  expect(await ask("kart_references", "app.js", "app.use")).toContain("\nuse.js\n 2 call: ");
  expect(await ask("kart_impact", "map.js", "draw")).toBe(`function draw map.js:2: 2 dependents, 2 deep, INCOMPLETE
 call map.render:3
  use.js: call (module):1
tests: none among these
INCOMPLETE: not searched: uses of map.render, which TypeScript does not follow`);
});
