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
`),
);
const client = await connect(files.root);

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

describe("an export that is given", () => {
  test.each([
    ["led", "a.js:2 property", ["use.js:1 import", "use.js:2 reference"]],
    [
      "again",
      "core.js:1 const",
      ["a.js:2 re-export", "a.js:3 re-export", "use.js:1 import", "use.js:2 reference", "use.js:4 reference"],
    ],
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

  test("one that a comment names is none", async () => {
    expect(await client.error("kart_references", { path: "a.js", symbol: "never" })).toMatch(/^symbol_not_found: /);
  });
});
