import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

test("kart_implementations finds classes that extend what they have by a pattern, at any depth", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: package.json
{ "name": "own" }
// @filename: base.js
class Base {}
module.exports = Base;
// @filename: mid.js
const Base = require("./base");
class Mid extends Base {}
exports.Mid = Mid;
// @filename: leaf.js
const { Mid } = require("./mid");
class Leaf extends Mid {}
class Other { of(value = Mid) { return value; } }
module.exports = { Leaf, Other };
// @filename: deep.js
const { Leaf: Renamed } = require("./leaf");
module.exports = class Deep extends Renamed {};
// @filename: deeper.js
const Deep = require("./deep");
const all = require("./mid");
exports.Named = class extends Deep {};
const Held = class extends all.Mid {};
module.exports.Held = Held;
// @filename: last.js
const { Held, Named } = require("./deeper");
class OfNamed extends Named {}
class OfHeld extends Held {}
console.log(OfNamed, OfHeld);
// @filename: typed.ts
export class Typed {}
// @filename: of-typed.cjs
const { Typed } = require("./typed");
class OfTyped extends Typed {}
`),
  );
  await using server = await connect(files.root);
  const belowMid = `deep.js:2 class Deep extends Renamed
deeper.js
 3 exports.Named = class extends Deep
 4 const Held = class extends all.Mid
last.js
 2 class OfNamed extends Named
 3 class OfHeld extends Held
leaf.js:2 class Leaf extends Mid`;
  const ask = (path: string, symbol: string) => server.text("kart_implementations", { path, symbol });
  expect(await ask("mid.js", "Mid")).toBe(`6 implementations, complete\n${belowMid}`);
  expect(await ask("leaf.js", "Mid")).toBe(`6 implementations, complete\n${belowMid}`);
  expect(await ask("base.js", "Base")).toBe(
    `7 implementations, complete\n${belowMid}\nmid.js:2 class Mid extends Base`,
  );
  expect(await ask("deeper.js", "Named")).toBe("1 implementation, complete\nlast.js:2 class OfNamed extends Named");
  expect(await ask("typed.ts", "Typed")).toBe("1 implementation, complete\nof-typed.cjs:2 class OfTyped extends Typed");
});

test("what requires a class that extends another, exports it or names it in a comment is none that does", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: base.js
class Base { run() { return 1; } }
module.exports = Base;
// @filename: a.js
const Base = require("./base");
class A extends Base {}
module.exports = A;
// @filename: use.js
const Base = require("./base");
const A = require("./a");
/**
 * @param {import("./a")} a
 */
function f(a) { return a.run(); }
module.exports = { f, r: f(new A()), Base };
`),
  );
  await using server = await connect(files.root);
  const ask = (path: string, symbol: string) => server.text("kart_implementations", { path, symbol });
  expect(await ask("base.js", "Base")).toBe("1 implementation, complete\na.js:2 class A extends Base");
  expect(await ask("a.js", "A")).toBe("No implementation found, complete.");
});
