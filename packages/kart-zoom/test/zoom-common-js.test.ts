import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(60_000);

test("kart_zoom shows the class that a module exports, and not a type of its name that a comment takes from elsewhere", async () => {
  using files = new TempWorkspace(
    markedFiles(`// @filename: types.d.ts
export interface Source { text: string }
export interface Other { of: Source }
// @filename: source.js
/** @typedef {import("./types").Source} ISource */
/** @implements {ISource} */
class Source { lines() { return [""]; } }
/** @param {import("./types").Other} other */
Source.prototype.take = function (other) {};
module.exports = Source;
`),
  );
  await using server = await connect(files.root);
  expect(await server.text("kart_zoom", { path: "source.js" })).toStartWith(`// source.js
/** @implements {ISource} */
declare class Source { // 3
  lines(): string[]; // 3
}`);
  // A name that only a comment has leads to where it is declared, all the same.
  expect(await server.text("kart_zoom", { path: "source.js", symbol: "Other" })).toStartWith("// types.d.ts\n");
});
