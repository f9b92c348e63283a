import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "allowJs": true } }
`;

test("who loads a module and passes it on uses its default export, and may use the others", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: page.ts
export default function Page() {}
export const loader = 1;
function own() {}
export const other = own;
// @filename: barrel.ts
export { loader } from "./page";
// @filename: lazy.ts
export const P = lazy(() => import("./page"));
declare function lazy(load: () => Promise<unknown>): unknown;
// @filename: all.ts
export const route = [{ lazy: () => import("./barrel") }];
// @filename: followed.ts
export const f = async () => [(await import("./page")).default, import("./page").then((m) => m.loader)];
export const g = async () => {
  const [{ loader }, page] = await Promise.all([import("./barrel"), import("./page")]);
  void import("./page");
  return [loader, page.default];
};
// @filename: page.test.ts
let page: typeof import("./page");
vi.mock(import("./page"), () => ({}));
beforeEach(async () => { page = await vi.importActual("./page"); page.loader; });
// @filename: router.js
const router = 1;
module.exports = router;
// @filename: app.js
use(require("./router"));
`);
  const { server } = workspace;
  const ask = async (path: string, name: string) => {
    const { references, unseen } = await workspace.covered(workspace.at(path, name));
    return { files: [...new Set(references.map((one) => one.replace(/:.*/, "")))], unseen };
  };
  expect(await ask("page.ts", "Page")).toEqual({ files: ["followed.ts", "lazy.ts", "page.ts"], unseen: [] });
  expect(await ask("page.ts", "own")).toEqual({ files: ["page.ts"], unseen: [] });
  expect(await ask("router.js", "router")).toEqual({ files: ["app.js", "router.js"], unseen: [] });
  const files = ["barrel.ts", "followed.ts", "page.test.ts", "page.ts"];
  const unseen = ["all.ts:1 (passes the whole module on)", "lazy.ts:1 (passes the whole module on)"];
  expect(await ask("page.ts", "loader")).toEqual({ files, unseen });
  const renamed = async (name: string) => (await server.indirectUses(workspace.at("page.ts", name), [], never)).unseen;
  expect(await renamed("loader")).toEqual(unseen.map((one) => workspace.files.path(one)));
  expect(await renamed("Page")).toEqual([]);
});

test("a variable that holds a module or something else has members that no type may follow", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.js
export const us/*|*/ed = () => 1;
export const other = 1;
// @filename: caught.js
let a; try { a = await import("./a.js"); } catch { a = {}; }
a.used();
// @filename: chosen.js
import * as ns from "./a.js";
let a = {}; if (globalThis.name) a = ns;
a.used();
// @filename: late.js
let a; export const load = async () => { a ??= await import("./a.js"); return a.used(); };
// @filename: elsewhere.js
let a; try { a = await import("./a.js"); } catch { a = {}; }
a.other;
// @filename: typed.ts
let a: typeof import("./a.js") | undefined; export const load = async () => { a ??= await import("./a.js"); return a.used(); };
// @filename: loose.ts
let a: any; try { a = await import("./a.js"); } catch { a = {}; }
a.used();
`);
  const { references, unseen } = await workspace.covered();
  expect(references).toEqual(["a.js:1:14", "typed.ts:1:118"]);
  expect(unseen).toEqual(["caught.js:2", "chosen.js:3", "late.js:1", "loose.ts:1 (passes the whole module on)"]);
});

test("who asks for the path of a module, and loads what is computed, may load it", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.js
exports.us/*|*/ed = 1;
// @filename: b.js
const path = require.resolve("./a");
module.exports = require(path);
// @filename: c.js
module.exports = { preset: require.resolve("./a") };
// @filename: d.mjs
await import(import.meta.resolve("./a.js"));
// @filename: e.mjs
await import(new URL("./a.js", import.meta.url).href);
`);
  expect((await workspace.covered()).unseen).toEqual([
    ...["b.js", "d.mjs"].map((path) => `${path}:1 (resolves a.js, and loads what is computed)`),
    "e.mjs:1 (passes the whole module on)",
  ]);
});

test("what has the path of CommonJS as a string, and names what it exports, may load it", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.js
exports.us/*|*/ed = 1;
// @filename: variable.js
const path = "./a";
require(path).used;
// @filename: given.js
const { load } = require("./load");

load("./a").used;
// @filename: load.js
exports.load = (path) => require(path);
// @filename: other.js
exports.path = "./a";
// @filename: folder.js
require(\`\${__dirname}/a\`).used;
`);
  const { references, unseen } = await workspace.covered();
  expect(references).toEqual(["a.js:1:9"]);
  expect(unseen).toEqual([
    "folder.js:1 (loads ./a… when it runs)",
    "given.js:3 (has its path as a string)",
    "variable.js:1 (has its path as a string)",
  ]);
});

test("JavaScript and the declaration file beside it speak of each other, of what a constructor makes too", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: tree.js
export class Tree {
  constructor() { this.size = 0; }
  add() { this.size++; }
}
// @filename: tree.d.ts
export class Tree { size: number; add(): void; }
export interface Options { depth: 1 }
// @filename: use.ts
import { Tree } from "./tree.js";
new Tree().size;
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  expect(await unseen("tree.js", "size")).toEqual([
    "tree.d.ts:1 (declares it for TypeScript)",
    "use.ts:2 (perhaps: TypeScript reads tree.d.ts in its place)",
  ]);
  expect(await unseen("tree.d.ts", "size")).toEqual(["tree.js:2 (is what it declares)"]);
  expect(await unseen("tree.d.ts", "Tree")).toEqual(["tree.js:1 (is what it declares)"]);
  expect(await unseen("tree.d.ts", "depth")).toEqual([]);
});

test("modules that AMD and SystemJS load are loaded whole", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts
export const us/*|*/ed = 1;
// @filename: b.js
define(["jquery", "./a"], function ($, a) { a[$](); });
// @filename: c.js
define([], function () {
  require(["./a"], function (a) { a.used; });
  return System.import("./a");
});
`);
  const unseen = ["b.js:1", "c.js:2", "c.js:3"].map((place) => `${place} (passes the whole module on)`);
  expect((await workspace.covered()).unseen).toEqual(unseen);
});

test("what React and its like load for a component is the default export alone", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: page.ts
export default function Page() {}
export const loader = 1;
export function Named() {}
// @filename: barrel.ts
export { Named as default, loader } from "./page";
// @filename: lazy.ts
import { lazy } from "react";
export const P = lazy(() => import("./page"));
export const Q = lazy(() => import("./page").then((m) => ({ default: m.Named })));
// @filename: vue.ts
import * as vue from "vue";
export const N = vue.defineAsyncComponent(() => import("./barrel"));
`);
  const { server } = workspace;
  const ask = async (name: string) => {
    const { references, unseen } = await workspace.covered(workspace.at("page.ts", name));
    const files = references.map((one) => one.replace(/:.*/, ""));
    return { files: files.filter((one) => one !== "page.ts"), unseen };
  };
  expect(await ask("Page")).toEqual({ files: ["lazy.ts"], unseen: [] });
  expect(await ask("loader")).toEqual({ files: ["barrel.ts"], unseen: [] });
  expect(await ask("Named")).toEqual({ files: ["barrel.ts", "barrel.ts", "lazy.ts", "vue.ts"], unseen: [] });
  for (const name of ["Page", "loader", "Named"])
    expect((await server.indirectUses(workspace.at("page.ts", name), [], never)).unseen).toEqual([]);
});

test("who hands on a namespace, or what require() gives, may use any of its exports", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: ops.ts
export const add = 1;
export const sub = 2;
export type Sign = "+" | "-";
// @filename: barrel.ts
export * as ops from "./ops";
export { add as plus } from "./ops";
// @filename: all.ts
import * as ops from "./ops";
export const table = Object.entries(ops);
export const { add } = ops;
// @filename: inner.ts
import { ops } from "./barrel";
import * as barrel from "./barrel";
export const run = (key: "sub") => ops[key];
vi.spyOn(barrel, "plus");
// @filename: held.ts
import * as ops from "./ops";
export const api = { ops };
export default ops;
// @filename: logger.js
module.exports = { log() {}, warn: 1 };
// @filename: talk.js
exports.shout = (m) => m;
// @filename: thing.js
const logger = require("./logger");
Object.assign(Thing.prototype, logger, require("./talk"));
logger.log();
`);
  const { server } = workspace;
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  const passing = [2, 3].map((line) => `${line === 2 ? "all" : "inner"}.ts:${line} (passes the whole module on)`);
  expect(await unseen("ops.ts", "sub")).toEqual(passing);
  expect(await unseen("ops.ts", "Sign")).toEqual([]);
  expect(await unseen("ops.ts", "add")).toEqual([...passing, "inner.ts:4"]);
  expect((await server.indirectUses(workspace.at("ops.ts", "sub"), [], never)).unseen).toEqual(
    passing.map((one) => workspace.files.path(one)),
  );
  for (const [path, name] of [
    ["logger.js", "log"],
    ["logger.js", "warn"],
    ["talk.js", "shout"],
  ] as const)
    expect(await unseen(path, name)).toEqual(["thing.js:2 (passes the whole module on)"]);
  workspace.files.write("all.ts", 'import * as ops from "./ops";\nexport const table = ops.add;\n');
  expect(await unseen("ops.ts", "sub")).toEqual(passing.slice(1));
});

test.each<[barrel: string, use: string, passing?: string]>([
  ["export { ns };", 'import { ns } from "./barrel"; Object.keys(ns);'],
  ["export { ns as other };", 'import { other } from "./barrel"; f({ ...other });'],
  ["export default ns;", 'import ns from "./barrel"; f(ns);'],
  ["export const held = ns;", 'import { held } from "./barrel"; f(held);'],
  ["export const held = { in: ns };", 'import { held } from "./barrel"; f(held.in);'],
  ["export const held = { ns };", 'import * as b from "./barrel"; f(b.held.ns);'],
  ["export default { ns };", 'import api from "./barrel"; for (const one in api.ns) f(one);'],
  ["const held = { ns }; export { held as again };", 'import { again } from "./barrel"; f(again);'],
  ["export { ns };", 'import * as b from "./barrel"; f(b.ns);'],
  ["export { ns };", 'import { other } from "./passing"; f(other);', 'export { ns as other } from "./barrel";'],
  ["export { ns };", 'import { ns } from "./passing"; f(ns);', 'export * from "./barrel";'],
  ["", 'import { ns } from "./passing"; f(ns);', 'export * from "./named";'],
  ["const held = { ns }; export { held };", 'import { held } from "./barrel"; held.ns.other; use(held.ns.other);'],
  ["export { ns };", 'import { ns } from "./barrel"; ns.other;'],
  ["export { ns };", 'const { ns } = await import("./barrel"); f(ns);'],
  ["export { ns };", 'const b = await import("./barrel"); f(b.ns);'],
  ["export { ns };", 'const b = await import("./barrel"); b.ns.other;'],
  ["", 'const { ns } = await import("./named"); f(ns);'],
  ["export { ns };", 'f((await import("./barrel")).ns);'],
  ["export { ns };", '(await import("./barrel")).ns.other;'],
  ["export { ns };", 'import("./barrel").then((m) => f(m.ns));'],
  ["export { ns };", 'import("./barrel").then(({ ns }) => f(ns));'],
  ["export { ns };", 'const [b] = await Promise.all([import("./barrel")]); f(b.ns);'],
  ["export import again = ns;", 'import { again } from "./barrel"; f(again);'],
  ["let held; held = ns; export { held };", 'import { held } from "./barrel"; f(held);'],
  ["export namespace N { export const held = ns; }", 'import { N } from "./barrel"; f(N.held);'],
  ["const held: typeof ns = ns; held.other;", "export const ns = { other: 1 }; ns.other;"],
])("who hands on a namespace that comes through other modules: %s %s", async (barrel, use, passing = "") => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: ops.ts
export const add = 1;
export const other = 1;
// @filename: barrel.ts
import * as ns from "./ops";
${barrel}
// @filename: named.ts
export * as ns from "./ops";
// @filename: passing.ts
${passing}
// @filename: use.ts
${use}
`);
  const wanted = use.includes("ns.other;") ? [] : ["use.ts:1 (passes the whole module on)"];
  expect((await workspace.covered(workspace.at("ops.ts", "add"))).unseen).toEqual(wanted);
});

test("a default export that is declared before is found where it is taken by that name", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.ts
const [|In/*|*/ner|] = 1;
export default [|Inner|];
// @filename: b.ts
export const f = async () => { const { [|default|]: D } = await import("./a"); return D };
export const g = () => import("./a").then((m) => m.[|default|]);
// @filename: c.ts
export default 2;
// @filename: d.ts
export const h = () => import("./c").then((m) => m.default);
`);
  expect(await workspace.covered()).toEqual({
    references: [...workspace.wanted],
    complete: true,
    outside: [],
    unseen: [],
  });
});

test("components are named that import what declares something, and hold the name of a member", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: cart.ts
export interface Item { label: string; price: number }
export class Cart { items: Item[] = []; private secret = 1; constructor() { const price = 1; void price; } }
export const cart = new Cart();
export const unused = 1;
// @filename: barrel.ts
export { cart as shop } from "./cart";
// @filename: List.vue
<script setup lang="ts">
import { shop } from './barrel'
</script>
<template><p v-for="item in shop.items">{{ item.label }} secret</p></template>
// @filename: Other.svelte
<p>label, price, cart</p>
// @filename: All.astro
---
import * as all from "./cart";
---
<p>{all.cart}</p>
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("cart.ts", name))).unseen;
  expect(await unseen("label")).toEqual(["List.vue:4"]);
  expect(await unseen("items")).toEqual(["List.vue:4"]);
  expect(await unseen("price")).toEqual([]);
  expect(await unseen("price = 1")).toEqual([]);
  expect(await unseen("secret")).toEqual([]);
  expect(await unseen("cart =")).toEqual(["All.astro:2", "List.vue:2"]);
  // Who takes all of a module may use any of it.
  expect(await unseen("unused")).toEqual(["All.astro:2"]);
  const { unseen: named } = await workspace.server.indirectUses(workspace.at("cart.ts", "cart ="), [], never);
  expect(named).toEqual([workspace.files.path("All.astro:2")]);
  expect(locations((await workspace.server.references(workspace.at("cart.ts", "price"), never)).references)).toEqual([
    "cart.ts:1:40",
  ]);
  workspace.files.write("Late.mdx", 'import { cart } from "./cart"\n\n{cart.items[0].price}\n');
  expect(await unseen("price")).toEqual(["Late.mdx:3"]);
});

test("pages are named as components are where their scripts import what declares something", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: cart.ts
export class Cart { price = 1; other = 1; }
// @filename: docs/index.md
# Cart, price

<script setup lang="ts">
import { Cart } from "../cart";
</script>

{{ new Cart().price }}
// @filename: README.md
Cart, price, other
// @filename: index.html
<p>Cart</p>
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("cart.ts", name))).unseen;
  expect(await unseen("Cart")).toEqual(["docs/index.md:1"]);
  expect(await unseen("price")).toEqual(["docs/index.md:1"]);
  expect(await unseen("other")).toEqual([]);
  workspace.files.write(
    "index.html",
    '<script type="module">\nimport * as all from "./cart";\nnew all.Cart().other;\n</script>\n',
  );
  expect(await unseen("other")).toEqual(["index.html:3"]);
  rmSync(workspace.files.path("docs/index.md"));
  expect(await unseen("Cart")).toEqual(["index.html:3"]);
});

test("components whose scripts do not parse are named where they hold a name, or a specifier that may lead to what declares it", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: cart.ts
export class Cart { price = 1; run() { const local = 1; return local; } }
export default function () { return 1; }
// @filename: Named.vue
<template><p/></template>
<script setup lang="ts">
import { Cart } from "./cart";
// @filename: Coffee.vue
<script lang="coffee">
import other from "./lib/cart.js"
run = -> other()
</script>
// @filename: None.svelte
<script>
const = "default";
</script>
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("cart.ts", name))).unseen;
  const isBroken = "(NOT PARSED)";
  expect(await unseen("Cart")).toEqual([`Coffee.vue:3 ${isBroken}`, `Named.vue:3 ${isBroken}`]);
  expect(await unseen("price")).toEqual([`Coffee.vue:3 ${isBroken}`, `Named.vue:2 ${isBroken}`]);
  expect(await unseen("default")).toEqual([`Coffee.vue:3 ${isBroken}`, `Named.vue:2 ${isBroken}`]);
  expect(await unseen("local")).toEqual([]);
});

test("components use members that are no symbols: those further in, and what shorthands make of variables", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: store.ts
declare function defineStore<T>(id: string, options: T): () => T;
export const useCart = defineStore("cart", {
  state: () => ({ items: [] as string[] }),
  actions: { put(x: string) { void x; }, unused() {} },
});
export function useThing() {
  const add = () => 1;
  const hidden = () => 2;
  hidden();
  return { add };
}
// @filename: Cart.vue
<script setup lang="ts">
import { useCart, useThing } from "./store";
useCart().put("x");
</script>
<template>{{ useCart().items }} {{ useThing().add() }} hidden</template>
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("store.ts", name))).unseen;
  expect(await unseen("items")).toEqual(["Cart.vue:5"]);
  expect(await unseen("put")).toEqual(["Cart.vue:3"]);
  expect(await unseen("unused")).toEqual([]);
  expect(await unseen("add }")).toEqual(["Cart.vue:5"]);
  expect(await unseen("hidden = ")).toEqual([]);
  // Its own name is what a rename of the shorthand leaves.
  const renamed = async (name: string) =>
    (await workspace.server.indirectUses(workspace.at("store.ts", name), [], never)).unseen;
  expect(await renamed("put")).toEqual([workspace.files.path("Cart.vue:3")]);
  expect(await renamed("add }")).toEqual([]);
});

test("who imports by an alias that leads nowhere is named where the specifier ends as the file does, and the import takes the symbol", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "paths": { "known/*": ["./src/*"] } } }
// @filename: package.json
{ "dependencies": { "lodash": "4" } }
// @filename: src/lib/money.ts
export const money = 1, other = 2;
export class Cart { add() {} }
// @filename: src/lib/index.ts
export * from "./money";
// @filename: src/lodash/debounce.ts
export const debounce = 1;
// @filename: src/home.ts
import { money } from "@/lib/money";
import debounce from "lodash/debounce";
// @filename: src/barrel.ts
import * as lib from "$lib";
lib.Cart.add();
// @filename: src/known.ts
import { other } from "known/lib/money";
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  const nowhere = (place: string, specifier: string) => `${place} (by "${specifier}", which leads nowhere)`;
  const home = nowhere("src/home.ts:1", "@/lib/money");
  expect(await unseen("src/lib/money.ts", "money")).toEqual([home]);
  expect(await unseen("src/lib/money.ts", "other")).toEqual([]);
  expect(await unseen("src/lib/money.ts", "Cart")).toEqual([nowhere("src/barrel.ts:1", "$lib")]);
  expect(await unseen("src/lib/money.ts", "add")).toEqual([nowhere("src/barrel.ts:2", "$lib")]);
  expect(await unseen("src/lodash/debounce.ts", "debounce")).toEqual([]);
  const { unseen: named } = await workspace.server.indirectUses(workspace.at("src/lib/money.ts", "money"), [], never);
  expect(named).toEqual([workspace.files.path(home)]);
});

test("an alias without a path may lead to any file that exports what is taken", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "paths": { "@paths": ["./src/other.ts"] } } }
// @filename: package.json
{ "dependencies": { "@declared": "1" } }
// @filename: src/utils/clamp.ts
export const clamp = 1, lone = 2;
export class Box { open() {} close() {} }
// @filename: src/utils/index.ts
export * from "./clamp";
// @filename: src/lib/target.ts
export default class Target {}
export const declared = 1, worker = 2, known = 3;
// @filename: src/other.ts
export const known = 1;
// @filename: src/use.ts
import { clamp, Box } from "@utils";
import { declared } from "@declared";
import { worker } from "$service-worker";
import { known } from "@paths";
new Box().open(clamp, declared, worker, known);
// @filename: src/Page.vue
<script setup>
import Thing from "@lib-target";
</script>
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  const nowhere = (place: string, specifier: string) => [`${place} (by "${specifier}", which leads nowhere)`];
  expect(await unseen("src/utils/clamp.ts", "clamp")).toEqual(nowhere("src/use.ts:1", "@utils"));
  expect(await unseen("src/utils/clamp.ts", "lone")).toEqual([]);
  expect(await unseen("src/utils/clamp.ts", "open")).toEqual(nowhere("src/use.ts:5", "@utils"));
  expect(await unseen("src/utils/clamp.ts", "close")).toEqual([]);
  expect(await unseen("src/lib/target.ts", "Target")).toEqual(nowhere("src/Page.vue:2", "@lib-target"));
  for (const name of ["declared", "worker", "known"]) expect(await unseen("src/lib/target.ts", name), name).toEqual([]);
});

test("what looks like a package that nobody declares may lead to any file that exports what is taken", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: package.json
{ "dependencies": { "declared": "1" } }
// @filename: src/x.ts
export const used = 1, other = 2;
export class Box { open() {} }
// @filename: plain.ts
import { used } from "xx";
// @filename: scoped.ts
import { used } from "@app/x";
// @filename: folder.ts
import * as x from "app/x";
x.Box.open();
// @filename: none.ts
import { used } from "declared";
import { used as more } from "fs";
import { used as last } from "app/y";
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("src/x.ts", name))).unseen;
  const nowhere = (place: string, specifier: string) => `${place} (by "${specifier}", which leads nowhere)`;
  expect(await unseen("used")).toEqual([nowhere("plain.ts:1", "xx"), nowhere("scoped.ts:1", "@app/x")]);
  expect(await unseen("other")).toEqual([]);
  expect(await unseen("open")).toEqual([nowhere("folder.ts:2", "app/x")]);
});

test("who imports a package of the workspace that is not installed is named, by whatever name, and who has it is not", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a/package.json
{ "name": "@s/a" }
// @filename: a/impl.ts
export const us/*|*/ed = 1;
// @filename: a/own.ts
import { used } from "./impl";
// @filename: app/package.json
{ "name": "app", "dependencies": { "@s/a": "*", "alias": "workspace:@s/a@*" } }
// @filename: app/alias.ts
import { used } from "alias/impl";
// @filename: app/name.ts
import { used } from "@s/a/impl";
// @filename: app/other.ts
import { other } from "@s/a/impl";
// @filename: app/passed.ts
import { used } from "./barrel";
// @filename: app/barrel.ts
export * from "@s/a/impl";
`);
  const notInstalled = (path: string, specifier: string) => `${path}:1 (by "${specifier}", which is not installed)`;
  expect((await workspace.covered()).unseen).toEqual([
    notInstalled("app/alias.ts", "alias/impl"),
    notInstalled("app/barrel.ts", "@s/a/impl"),
    notInstalled("app/name.ts", "@s/a/impl"),
  ]);
  workspace.files.write("node_modules/@s/a", { symlinkTo: "../../a" });
  workspace.files.write("app/alias.ts", "");
  expect((await workspace.covered()).unseen).toEqual([]);
});

test("who loads the files of a folder by specifiers that are put together is named for what they export", async () => {
  using workspace = new LanguageWorkspace(`// @filename: models/label.js
module.exports = { Label: 1 };
// @filename: models/in/index.js
exports.In = 1;
// @filename: models/in/deep/far.js
exports.Far = 1;
// @filename: models/index.js
const read = (name) => Object.assign(exports, require("./" + name));
// @filename: other/use.ts
export const load = (name: string) => import(\`../pages/\${name}.ts\`);
export const any = (name: string) => import(name);
// @filename: pages/home.ts
export const title = "";
export interface Props {}
const own = 1;
export const { taken, kept = 2 } = { taken: 1 };
const { local } = { local: 1 };
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  const models = "models/index.js:1 (loads ./… when it runs)";
  expect(await unseen("models/label.js", "Label")).toEqual([models]);
  expect(await unseen("models/in/index.js", "In")).toEqual([models]);
  expect(await unseen("models/in/deep/far.js", "Far")).toEqual([]);
  expect(await unseen("pages/home.ts", "title")).toEqual(["other/use.ts:1 (loads ../pages/… when it runs)"]);
  for (const name of ["taken", "kept"])
    expect(await unseen("pages/home.ts", name)).toEqual(["other/use.ts:1 (loads ../pages/… when it runs)"]);
  expect(await unseen("pages/home.ts", "local")).toEqual([]);
  expect(await unseen("pages/home.ts", "Props")).toEqual([]);
  expect(await unseen("pages/home.ts", "own")).toEqual([]);
  expect(await unseen("other/use.ts", "load")).toEqual([]);
});

test.each(["`./pages/${name}.ts`", "`./pages/page-${name}.ts`", '"./pages/page-" + name'])(
  "a single import() of a path that is put together is seen: %s",
  async (path) => {
    using workspace = new LanguageWorkspace(`// @filename: pages/page-home.ts
export const title = "";
// @filename: use.ts
export const load = (name: string) => import(${path});
`);
    const { unseen } = await workspace.covered(workspace.at("pages/page-home.ts", "title"));
    expect(unseen).toEqual([expect.stringMatching(/^use\.ts:1 \(loads \.\/pages\/(?:page-)?… when it runs\)$/)]);
  },
);

test("templates of Angular are named that bind a member of their component, or of what that leads to", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "experimentalDecorators": true } }
// @filename: types.d.ts
declare function Component(options: object): ClassDecorator;
// @filename: item.ts
export interface Item { label: string; price: number }
// @filename: list.ts
import type { Item } from "./item";
@Component({ selector: "a-list", templateUrl: "list.html", styleUrls: ["./list.css"] })
export class List { items: Item[] = []; add() {} unused() {} currency = 1 }
// @filename: list.html
<p>unused, price</p>
<li *ngFor="let one of items">{{ one.label }}</li>
<b (click)="add()">{{ items.length }}</b>
// @filename: app.ts
import { List } from "./list";
@Component({ imports: [List], template: \`
<a-list [currency]="total"></a-list>\` })
export class App { total = 1 }
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  expect(await unseen("list.ts", "items")).toEqual(["list.html:2,3 (template)"]);
  expect(await unseen("list.ts", "add")).toEqual(["list.html:3 (template)"]);
  expect(await unseen("list.ts", "unused")).toEqual([]);
  expect(await unseen("list.ts", "currency")).toEqual(["app.ts:3 (template)"]);
  expect(await unseen("app.ts", "total =")).toEqual(["app.ts:3 (template)"]);
  expect(await unseen("item.ts", "label")).toEqual(["list.html:2 (template)"]);
  expect(await unseen("item.ts", "price")).toEqual([]);
  workspace.files.write("list.html", "{{ unused() }}");
  expect(await unseen("list.ts", "unused")).toEqual(["list.html:1 (template)"]);
});

test("templates of Angular are named that know a member by its alias, or by the name of its pipe", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "experimentalDecorators": true } }
// @filename: types.d.ts
declare function Component(options: object): ClassDecorator;
declare function Directive(options: object): ClassDecorator;
declare function Pipe(options: object): ClassDecorator;
declare function input(value: string, options?: object): () => string;
// @filename: hi.ts
@Directive({ selector: "[appHi]" })
export class Hi { color = input("", { alias: "appHi" }); plain = input("", { alias: "appOther" }); }
// @filename: short.ts
@Pipe({ name: "short" })
export class Short { transform(value: string) { return value; } }
// @filename: app.ts
import { Hi } from "./hi";
import { Short } from "./short";
@Component({ imports: [Hi, Short], templateUrl: "./app.html" })
export class App {}
// @filename: app.html
<p [appHi]="'red'">
{{ "x" | short }}</p>
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  expect(await unseen("hi.ts", "color")).toEqual(["app.html:1 (template)"]);
  expect(await unseen("hi.ts", "plain")).toEqual([]);
  expect(await unseen("short.ts", "transform")).toEqual(["app.html:2 (template)"]);
});

test("who imports by what a framework or a bundler alone knows is named, where no configuration says it", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "types": [] } }
// @filename: package.json
{ "devDependencies": { "@sveltejs/kit": "2" } }
// @filename: src/lib/fmt.ts
export const money = 1;
export class Api { load() {} unused() {} }
// @filename: src/routes/+page.ts
import { Api, money } from "$lib/fmt";
export const load = () => [money, new Api().load()];
// @filename: src/top.ts
import { money } from "/src/lib/fmt";
money;
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("src/lib/fmt.ts", name))).unseen;
  const by = (specifier: string) => `(by "${specifier}", which TypeScript does not follow)`;
  expect(await unseen("money")).toEqual([
    `src/routes/+page.ts:1 ${by("$lib/fmt")}`,
    `src/top.ts:1 ${by("/src/lib/fmt")}`,
  ]);
  expect(await unseen("load")).toEqual([`src/routes/+page.ts:2 ${by("$lib/fmt")}`]);
  expect(await unseen("unused")).toEqual([]);
  workspace.files.write(
    "tsconfig.json",
    '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "types": [], "paths": { "/src/*": ["./src/*"], "$lib/*": ["./src/lib/*"] } } }',
  );
  expect(await unseen("money")).toEqual([]);
});

test("who imports from the top of a package is named in one that declares nothing", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "types": [] } }
// @filename: src/util.ts
export const [|/*|*/util|] = 1;
// @filename: src/use.ts
import { util } from "/src/util";
util;
`);
  expect((await workspace.covered()).unseen).toEqual([
    'src/use.ts:1 (by "/src/util", which TypeScript does not follow)',
  ]);
});

test("components name members and what they are given in Vue's two ways", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: types.ts
export interface ListProps { pageSize: number; isOpen?: boolean; page: number }
export interface ListEmits { updateItem: [id: number] }
// @filename: List.vue
<script setup lang="ts">
import type { ListProps, ListEmits } from "./types";
defineProps<ListProps>(); defineEmits<ListEmits>();
</script>
// @filename: App.vue
<script setup lang="ts">
import List from "./List.vue";
</script>
<template><List :page-size="3" on-is-open-now
  @update-item="1" /></template>
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("types.ts", name))).unseen;
  expect(await unseen("pageSize")).toEqual(["App.vue:4"]);
  expect(await unseen("updateItem")).toEqual(["App.vue:5"]);
  // A part of another name is none.
  expect(await unseen("isOpen")).toEqual([]);
});

test("what templates of Angular are put together of is looked into, and named where it does not tell", async () => {
  using workspace = new LanguageWorkspace(`// @filename: types.d.ts
declare function Component(options: object): ClassDecorator;
declare const make: () => string;
// @filename: own.ts
const TEMPLATE = "<p>{{ total }}</p>";
@Component({ template: TEMPLATE + \`<i>{{ more }}</i>\` })
export class Own { total = 1; more = 2; unused = 3 }
// @filename: part.ts
export const PART = "<p>{{ total }}</p>";
// @filename: passed.ts
export { PART as PASSED } from "./part";
// @filename: far.ts
import { PART } from "./part";
@Component({
  template: PART })
export class Far { total = 1; unused = 2 }
// @filename: through.ts
import { PASSED } from "./passed";
@Component({ template: PASSED })
export class Through { total = 1 }
// @filename: made.ts
import type { Item } from "./item";
@Component({ template: make() })
export class Made { total = 1; private own = 1; item?: Item }
// @filename: item.ts
export interface Item { label: string }
export interface Other { label: string }
`);
  const unseen = async (path: string, name: string) => (await workspace.covered(workspace.at(path, name))).unseen;
  expect(await unseen("own.ts", "total =")).toEqual(["own.ts:1 (template)"]);
  expect(await unseen("own.ts", "more =")).toEqual(["own.ts:2 (template)"]);
  expect(await unseen("own.ts", "unused")).toEqual([]);
  expect(await unseen("far.ts", "total")).toEqual(["part.ts:1 (template)"]);
  expect(await unseen("far.ts", "unused")).toEqual([]);
  expect(await unseen("through.ts", "total")).toEqual(["through.ts:2 (a template that is put together)"]);
  expect(await unseen("made.ts", "total")).toEqual(["made.ts:2 (a template that is put together)"]);
  expect(await unseen("made.ts", "own")).toEqual([]);
  expect(await unseen("item.ts", "label")).toEqual(["made.ts:2 (a template that is put together)"]);
});

test("decorators of Angular are named that bind elements to a member, or take it for an input", async () => {
  using workspace = new LanguageWorkspace(`// @filename: focus.ts
@Directive({
  selector: "[appFocus]",
  host: { "(focus)": "onFocus()", "[class.on]": "isOn", title: "unused" },
  inputs: ["size"],
})
export class FocusDirective { isOn = false; size = 1; onFocus(): void {} unused() {} }
declare function Directive(options: object): ClassDecorator;
`);
  const unseen = async (name: string) => (await workspace.covered(workspace.at("focus.ts", name))).unseen;
  expect(await unseen("isOn =")).toEqual(["focus.ts:3 (named in a decorator)"]);
  expect(await unseen("onFocus():")).toEqual(["focus.ts:3 (named in a decorator)"]);
  expect(await unseen("size =")).toEqual(["focus.ts:4 (named in a decorator)"]);
  expect(await unseen("unused()")).toEqual([]);
});

test.each([
  ["module.exports = function run() { return 1; };", "run"],
  ["module.exports = class Thing { static go() {} };", "Thing"],
  ["const obj = (module.exports = { go() {}, other: 1 });", "obj"],
  ["'use strict';\nmodule.exports = { go() {}, other: 1 };", "exports"],
  ["module.exports = () => 1;", "exports"],
])("who loads what a CommonJS file exports as a whole, or members of it: %s", async (source, name) => {
  using workspace = new LanguageWorkspace(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext", "checkJs": true, "types": [] }, "include": ["**/*.js"] }
// @filename: own.js
${source}
// @filename: lazy.js
exports.a = () => require("./own");
// @filename: getter.js
module.exports = { get b() { return require("./own"); } };
// @filename: taken.js
const { go } = require("./own");
exports.c = () => go(require("./own").other);
// @filename: other.js
require("./lazy").a();
`);
  const { references, unseen } = await workspace.covered(workspace.at("own.js", name));
  const users = references.filter((one) => !one.startsWith("own.js"));
  expect({ users, unseen }).toEqual({
    users: ["getter.js:1:45", "lazy.js:1:27", "taken.js:1:24", "taken.js:2:30"],
    unseen: [],
  });
});

test("who takes what is assigned beside a whole export uses the other, and a constructor is called", async () => {
  using workspace = new LanguageWorkspace(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext", "checkJs": true, "types": [] }, "include": ["**/*.js"] }
// @filename: own.js
class Thing { constructor() {} static go() {} }
module.exports = Thing;
module.exports.other = 1;
// @filename: taken.js
const { other } = require("./own");
const { go } = require("./own");
exports.a = go(other);
`);
  const users = async (text: string) =>
    (await workspace.covered(workspace.at("own.js", text))).references.filter((one) => !one.startsWith("own.js"));
  expect(await users("Thing")).toEqual(["taken.js:2:24"]);
  expect(await users("constructor")).toEqual([]);
});

test.each([
  ["module.exports = require('./common')(exports);", ["own.js:2 (passes the whole module on)"]],
  ["require('./common')(module.exports);", ["own.js:2 (passes the whole module on)"]],
  ["module.exports.other = require('./common')(exports.go);", []],
])("what a CommonJS file gives to a call with all its exports is used out of sight: %s", async (giving, wanted) => {
  using workspace = new LanguageWorkspace(`// @filename: jsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext", "checkJs": true, "types": [] }, "include": ["**/*.js"] }
// @filename: own.js
exports.go = go;
${giving}
function go() {}
// @filename: common.js
module.exports = (env) => Object.keys(env).map((key) => env[key]);
`);
  const { unseen } = await workspace.covered(workspace.at("own.js", "go() {}"));
  expect(unseen).toEqual(wanted);
});
