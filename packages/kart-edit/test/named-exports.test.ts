import { expect, setDefaultTimeout, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { type Desk, sharedDesk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const deskWith = sharedDesk();

const FILES = markedFiles(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "types": [] } }
// @filename: image.js
var path = require("path");
var image = module.exports;
image.resize = function () { return path.sep; };
image.crop = crop;
function crop() { return 1; }
// @filename: user.js
(function (User) {
  /** Goes. */
  User.go = function () {
    return 1;
  };

  User.stop = function () {};
}(exports));
// @filename: use.js
require("./image").resize(require("./image").crop());
require("./user").go();
`);

const deskOf = (): Promise<Desk> => deskWith(FILES);

test("what is exported by another name of the exports is replaced, stood beside and taken out", async () => {
  const desk = await deskOf();
  await desk.connection.data("kart_replace", {
    file: "user.js",
    symbol: "go",
    content: "User.go = function () {\n  return 2;\n};",
  });
  await desk.connection.data("kart_insert_after", { file: "user.js", symbol: "go", content: "User.wait = () => 3;" });
  await desk.connection.data("kart_delete", { file: "user.js", symbol: "stop", force: true });
  expect(desk.workspace.read("user.js")).toBe(`(function (User) {
  /** Goes. */
  User.go = function () {
    return 2;
  };

  User.wait = () => 3;
}(exports));
`);
});

test("it is neither renamed nor deleted unseen, for TypeScript does not follow it", async () => {
  const desk = await deskOf();
  for (const [file, symbol] of [
    ["image.js", "resize"],
    ["image.js", "exports.crop"],
    ["user.js", "go"],
  ] as const)
    expect(await desk.refused("kart_rename", { file, symbol, newName: "fresh" })).toContain(
      "is assigned where TypeScript does not follow it",
    );
  for (const [file, symbol] of [
    ["image.js", "resize"],
    ["user.js", "go"],
  ] as const)
    expect(await desk.refused("kart_delete", { file, symbol })).toContain("Who refers to it cannot be found");
  expect(await desk.refused("kart_delete", { file: "image.js", symbol: "crop" })).toStartWith("still_referenced");
});

test("the variable of the exports, and a function that goes by it, keep what importers name", async () => {
  const desk = await deskOf();
  await desk.connection.data("kart_rename", { file: "image.js", symbol: "image", newName: "self" });
  const { warnings } = await desk.connection.data<{ warnings: string[] }>("kart_rename", {
    file: "image.js",
    symbol: "crop",
    newName: "cut",
  });
  expect(warnings).toEqual(["Still exported as `crop`, which importers keep."]);
  expect(desk.workspace.read("image.js")).toContain("\nself.crop = cut;\nfunction cut() { return 1; }\n");
  expect(desk.workspace.read("use.js")).toContain(").crop());");
});
