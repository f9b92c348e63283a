import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Exports that a CommonJS module gives without declaring what they are. */
const files = new TempWorkspace(
  markedFiles(`// @filename: core.js
exports.x = 1;
// @filename: a.js
const core = require("./core");
exports.led = require("./core").x;
module.exports.again = core.x;
Object.assign(module.exports, { made() {}, value: 3 });
// exports.never = 1
// @filename: use.js
const { led, made } = require("./a");
led;
made();
require("./a").again;
// @filename: late.js
let arrow = null;
if (arrow === null) arrow = async (t) => t;
let named;
named = function (t) { return t; };
module.exports = { arrow, named };
function inner(arrow) { arrow = () => 2; return arrow(); }
function hoisted(on) { if (on) { var named; } named = () => 2; return named(); }
// @filename: taken.js
const { arrow, named } = require("./late");
function taken() { return [arrow(1), named(2)]; }
// @filename: whole.js
exports = module.exports = function () {};
exports.static = require("static-server");
exports.proto = require("./proto");
// @filename: meta.mjs
import.meta.url;
// @filename: proto.js
module.exports = {};
// @filename: serving.js
const whole = require("./whole");
whole.static("public");
const { static: serve } = require("./whole");
whole.proto;
// @filename: held.js
const late = require("./late");
function held() { return [late.arrow(1), late.named(2)]; }
`),
);
const client = await connect(files.root);

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

/** What `core.js` declares, by whichever names it is exported again. */
const X = ["a.js:2 re-export", "a.js:3 re-export", "use.js:1 import", "use.js:2 reference", "use.js:4 reference"];

describe("an export that is given", () => {
  test.each([
    ["led", "core.js:1 const", X],
    ["again", "core.js:1 const", X],
    ["made", "a.js:4 method", ["use.js:1 import", "use.js:3 call"]],
    ["value", "a.js:4 property", []],
  ])("%s", async (symbol, declared, uses) => {
    const at = { path: "a.js", symbol };
    expect(await client.text("kart_definition", at)).toStartWith(declared);
    const { references, complete } = await client.data<{
      references: { path: string; line: number; via: string }[];
      complete: boolean;
    }>("kart_references", at);
    expect(references.map(({ path, line, via }) => `${path}:${line} ${via}`).toSorted()).toEqual(uses.toSorted());
    expect(complete).toBe(true);
  });

  test("a package goes by the name that it is given, though that is a word of the language", async () => {
    const at = { path: "whole.js", symbol: "static" };
    expect(await client.text("kart_references", at)).toBe(`3 references to property static in 1 file, INCOMPLETE
serving.js
 2 call: whole.static("public");
 3 import ×2: const { static: serve } = require("./whole");
INCOMPLETE: not searched: uses of static of whole.js, which TypeScript does not follow`);
    expect(await client.text("kart_definition", at)).toContain("`static` is assigned here to what TypeScript");
    expect(await client.text("kart_definition", { path: "whole.js", symbol: "proto" })).toStartWith("proto.js:1 ");
    expect(await client.text("kart_references", { path: "meta.mjs", line: 1, column: 9 })).toStartWith(
      "`meta` is part of the language",
    );
  });

  test("one that a comment names is none", async () => {
    expect(await client.error("kart_references", { path: "a.js", symbol: "never" })).toMatch(/^symbol_not_found: /);
  });
});

describe("a variable that is given its function behind its declaration", () => {
  test.each(["arrow", "named"])("%s", async (symbol) => {
    const uses = async (args: object) => {
      const { references, complete } = await client.data<{
        references: { path: string; line: number; via: string }[];
        complete: boolean;
      }>("kart_references", { ...args });
      expect(complete).toBe(true);
      return references.map(({ path, line, via }) => `${path}:${line} ${via}`);
    };
    const given = symbol === "arrow" ? 2 : 4;
    const all = [
      "held.js:2 call",
      ...(symbol === "arrow" ? ["late.js:2 reference"] : []),
      `late.js:${given} reference`,
      "late.js:5 re-export",
      "taken.js:1 import",
      "taken.js:2 call",
    ];
    expect(await uses({ path: "late.js", symbol })).toEqual(all);
    expect(await uses({ path: "taken.js", symbol, line: 2 })).toEqual(all);
    expect(await client.text("kart_definition", { path: "held.js", symbol, line: 2 })).toContain(
      `late.js\n ${given === 2 ? 1 : 3} let ${symbol}`,
    );
  });

  test("is what a function depends on that calls it", async () => {
    const at = (path: string, symbol: string) => client.text("kart_deps", { path, symbol });
    expect(await at("taken.js", "taken")).toContain(" late.js: call arrow:1, named:3");
    expect(await at("held.js", "held")).toContain(" late.js: call arrow:1, named:3");
    expect(await at("late.js", "hoisted")).toContain("no dependencies");
    expect(await client.text("kart_impact", { path: "late.js", symbol: "arrow" })).toContain(
      "\n held.js: call held:2\n reference (module):2\n taken.js: call taken:2\n",
    );
  });
});
