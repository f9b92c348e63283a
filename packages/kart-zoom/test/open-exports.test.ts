import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

test("nothing is said to be all where the exports of CommonJS go to others, or functions to members of what nobody knows", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: src/groups.js
var Groups = module.exports;
require("./groups/create")(Groups);
// @filename: src/groups/create.js
var path = require("path");
function named() { return path.sep; }
function own() { return path.sep; }
module.exports = function (Groups) {
  Groups.create = function () { return named(); };
  const self = {};
  self.one = function () { return own(); };
};
// @filename: src/user.js
(function (User) {
  function inner() { return late(); }
  User.inner = inner;
}(exports));
function late() { return require("path"); }
// @filename: src/assigned.js
var assigned = exports;
function given() { return require("path"); }
Object.assign(assigned, { go() { return given(); } });
// @filename: src/both.js
const both = exports.twice = function () { return once(); };
function once() { return require("path"); }
// @filename: src/middleware.js
module.exports = function (req, res) { req.user = res.name; };
// @filename: src/odd.js
if (typeof exports === "object") load({ exports });
// @filename: src/computed.js
exports.first = 1;
for (const name of ["second"]) exports[name] = 2;
Object.assign(exports, require("./helpers").all);
// @filename: src/spread.js
Object.assign(exports, helpers);
// @filename: src/plain.js
Object.assign(exports, { a: 1 }, require("./computed"));
// @filename: app.js
require("./src/groups").create(require("./src/user").inner());
`),
  );
  await using server = await connect(files.root);
  const zoom = (path: string) => server.text("kart_zoom", { path });
  const ask = (tool: string, path: string, symbol: string, more: object = {}) =>
    server.text(tool, { path: `src/${path}`, symbol, ...more });
  expect(await zoom("src/groups.js")).toBe(`// src/groups.js
// No export of it is plain to see; level 1 shows what it declares.
// MAY EXPORT MORE: calls are given all exports at src/groups.js:2`);
  expect(await zoom("src/odd.js")).toBe(
    "// src/odd.js\n// No export of it is plain to see; level 1 shows what it declares.",
  );
  expect(await zoom("src/computed.js")).toEndWith("\n// MAY EXPORT MORE: names are worked out at src/computed.js:2,3");
  expect(await zoom("src/spread.js")).toBe(`// src/spread.js
// No export of it is plain to see; level 1 shows what it declares.
// MAY EXPORT MORE: names are worked out at src/spread.js:1`);
  expect(await zoom("src/plain.js")).not.toContain("MORE");
  expect(await zoom("src")).toContain("\n// MAY EXPORT MORE: calls are given all exports at src/groups.js:2\n");
  expect(await zoom("src/user.js")).not.toContain("MORE");
  expect(await ask("kart_impact", "groups/create.js", "named")).toEndWith(
    "\nINCOMPLETE: not searched: uses of Groups.create (src/groups/create.js:5), whose owner is not known",
  );
  expect(await ask("kart_impact", "groups/create.js", "own")).toContain(", complete\n");
  expect(await ask("kart_impact", "groups/create.js", "export=")).toEndWith(
    "\nINCOMPLETE: not searched: uses of what it adds to what it is given, as Groups.create (src/groups/create.js:5)",
  );
  expect(await ask("kart_impact", "middleware.js", "export=")).toEndWith(", complete");
  expect(await ask("kart_impact", "both.js", "once")).toContain(", complete\n");
  expect(await ask("kart_impact", "user.js", "late")).toEndWith(
    "\nINCOMPLETE: not searched: uses of inner (src/user.js:2), which stands in a function that is called with the exports",
  );
  expect(await ask("kart_impact", "assigned.js", "given")).toEndWith(
    "\nINCOMPLETE: not searched: uses of assigned (src/assigned.js:3), whose owner is not known",
  );
  expect(await ask("kart_references", "groups/create.js", "create", { line: 5 })).toContain(
    "`create` is assigned here to what TypeScript does not know. kart_search finds text.",
  );
});
