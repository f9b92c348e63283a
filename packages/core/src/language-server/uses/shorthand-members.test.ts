import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("a member that a shorthand makes of a variable has its uses, and the variable its own", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "strict": true } }
// @filename: put.ts
export function put() {}
put();
// @filename: api.ts
import { put } from "./put";
function get() {}
get();
export const api = { get, put };
// @filename: more.ts
import { put } from "./put";
export const more = { put, other: put };
// @filename: typed.ts
export interface Typed { get(): void }
function get() {}
get();
export const typed: Typed = { get };
export const again: Typed = { get };
// @filename: use.ts
import { api } from "./api";
import { more } from "./more";
import { typed } from "./typed";
api.put();
more.put();
api.get();
typed.get();
const { put } = api;
put();
`);
  const at = (path: string, text: string, by = 0) => {
    const { offset, ...place } = workspace.at(path, text);
    return workspace.references({ ...place, offset: offset + by });
  };
  const ofApi = ["api.ts:4:27", "use.ts:4:5", "use.ts:8:9"];
  expect(await at("api.ts", "put };")).toEqual(ofApi);
  expect(await at("api.ts", "put };", 1)).toEqual(ofApi);
  expect(await at("use.ts", "api.put", 4)).toEqual(ofApi);
  expect(await at("more.ts", "put, other")).toEqual(["more.ts:2:23", "use.ts:5:6"]);
  expect(await at("api.ts", "get, put")).toEqual(["api.ts:4:22", "use.ts:6:5"]);
  expect(await at("typed.ts", "get }")).toEqual(["typed.ts:1:26", "typed.ts:4:31", "typed.ts:5:31", "use.ts:7:7"]);
  const ofPut = [
    "api.ts:1:10",
    "api.ts:4:27",
    "more.ts:1:10",
    "more.ts:2:23",
    "more.ts:2:35",
    "put.ts:1:17",
    "put.ts:2:1",
  ];
  expect(await at("put.ts", "put()")).toEqual(ofPut);
});

test("a member that a package declares has its uses where a shorthand makes it, too", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "strict": true, "lib": ["es2022"], "types": [] } }
// @filename: a.ts
export const one = (error: Error) => new Error("one", { cause: error });
export const two = (cause: Error) => [cause, new Error("two", { cause })];
`);
  expect(await workspace.references(workspace.at("a.ts", "cause })"))).toEqual(
    expect.arrayContaining(["a.ts:1:57", "a.ts:2:65"]),
  );
});

test("what CommonJS exports by a shorthand is one with its variable", async () => {
  using workspace = new LanguageWorkspace(`// @filename: lib.js
function run() {}
module.exports = { run };
run();
// @filename: use.js
const { run } = require("./lib");
run();
`);
  const found = await workspace.references(workspace.at("lib.js", "run };"));
  expect(found).toEqual(await workspace.references(workspace.at("lib.js", "run()")));
  expect(found).toContain("use.js:2:1");
});
