import { describe, expect, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "@kart/core/workspace/workspace";
import { DeclarationIndex } from "../declarations/declaration-index.ts";
import { type ListedExport, listedExports } from "./listed-exports.ts";
import { isConfig, isTest } from "@kart/core/modules/entry-points";
import { ModuleIndex } from "@kart/core/modules/module-index";
import { unusedAndUnnamed, type UnusedExports, unusedExports } from "./unused-exports.ts";

async function ask(text: string): Promise<UnusedExports> {
  using tree = new TempWorkspace(markedFiles(text));
  const workspace = new Workspace(tree.root);
  const { signal } = new AbortController();
  return await unusedAndUnnamed(workspace, await new ModuleIndex(workspace).graph(signal), () => true, signal);
}

/** Unused exports as `path name`, then the entry points, after checking `text`. */
function check(name: string, text: string, unused: string[], entryPoints: string[]): void {
  test(name, async () => {
    const answer = await ask(text);
    expect(
      answer.unused.map(
        ({ path, line, name: exported, isReExport }) => `${path}:${line} ${exported}${isReExport ? " re-export" : ""}`,
      ),
    ).toEqual(unused);
    expect(answer.entryPoints.map(({ path, reason }) => `${path} ${reason}`)).toEqual(entryPoints);
  });
}

check(
  "used by import, re-export of an entry point, namespace member, type, import(), require()",
  `
// @filename: package.json
{ "name": "p", "exports": { ".": "./dist/index.js", "./sub/*": "./dist/sub/*.js" }, "bin": { "p": "bin/p.js" }, "scripts": { "build": "bun scripts/build.ts && tsc" } }
// @filename: src/index.ts
export { a as renamed } from "./lib"; export * from "./all"; export * as space from "./space";
// @filename: src/lib.ts
export const a = 1;
export const unused = 2;
export function over(x: string): void;
export function over(x: number): void;
export function over() {}
export default 1;
// @filename: src/all.ts
export const x = 1; export default 2;
// @filename: src/space.ts
export const inSpace = 1;
// @filename: src/members.ts
export const used = 1; export const notUsed = 2; export type T = 1; export type U = 2;
// @filename: src/sub/one.ts
import * as m from "../members"; m.used; let t: import("../members").T; const { d } = await import("../dyn"); export const s = 1;
// @filename: src/dyn.ts
export const d = 1; export const e = 2;
// @filename: src/globals.d.ts
export const g: 1;
// @filename: bin/p.js
exports.x = 1;
// @filename: scripts/build.ts
export const b = 1;
// @filename: src/cjs.js
exports.maybe = 1;
`,
  [
    "src/all.ts:1 default",
    "src/cjs.js:1 maybe",
    "src/dyn.ts:1 e",
    "src/lib.ts:2 unused",
    "src/lib.ts:3 over",
    "src/lib.ts:6 default",
    "src/members.ts:1 notUsed",
    "src/members.ts:1 U",
  ],
  ["bin/p.js package", "scripts/build.ts script", "src/index.ts package", "src/sub/one.ts package"],
);

check(
  "used under another condition of imports, and on another platform",
  `
// @filename: package.json
{ "name": "p", "exports": "./src/index.ts", "imports": { "#env": { "node": "./src/env-node.ts", "default": "./src/env-browser.ts" }, "#fill": { "node": "node-fill", "default": "./src/fill.ts" }, "#not/*": "./src/*.ts" } }
// @filename: tsconfig.json
{ "compilerOptions": { "moduleSuffixes": [".ios", ".native", ""] } }
// @filename: src/index.ts
import { env } from "#env"; import { fill } from "#fill"; import { Button } from "./all"; env; fill; Button;
// @filename: src/all.ts
export * from "./Button"; export { unused } from "./Button";
// @filename: src/env-node.ts
export const env = 1;
// @filename: src/env-browser.ts
export const env = 1; export const only = 1;
// @filename: src/fill.ts
export const fill = 1;
// @filename: src/Button.ios.tsx
export const Button = 1; export const unused = 1;
// @filename: src/Button.native.tsx
export const Button = 1; export const unused = 1;
// @filename: src/Button.tv.tsx
export const Button = 1;
`,
  [
    "src/Button.ios.tsx:1 unused",
    "src/Button.native.tsx:1 unused",
    "src/Button.tv.tsx:1 Button",
    "src/all.ts:1 unused re-export",
    "src/env-browser.ts:1 only",
  ],
  ["src/index.ts package"],
);

check(
  "used on another platform, though no configuration says so",
  `
// @filename: package.json
{ "main": "./index.ts" }
// @filename: index.ts
export { link } from "./link"; import { each } from "./each"; each;
// @filename: link.ts
export const link = 1;
// @filename: link.native.ts
export const link = 1; export const unused = 1;
// @filename: each.ios.js
export const each = 1;
// @filename: each.android.js
export const each = 1;
`,
  ["link.native.ts:1 unused"],
  ["index.ts package"],
);

check(
  "a chain of re-exports that nobody uses is unused from end to end",
  `
// @filename: a.ts
export const one = 1; export const two = 2; export const three = 3;
// @filename: b.ts
export { one, two as second } from "./a"; export * from "./a";
// @filename: c.ts
import { second, three } from "./b"; export { second, three }; export default second;
// @filename: d.ts
import { three } from "./c";
// @filename: e.ts
import { three as kept } from "./b"; export { kept }; kept();
`,
  [
    "a.ts:1 one",
    "a.ts:1 two",
    "b.ts:1 one re-export",
    "b.ts:1 second re-export",
    "c.ts:1 second re-export",
    "c.ts:1 default re-export",
    "e.ts:1 kept re-export",
  ],
  [],
);

check(
  "a namespace that travels through barrels is used by its members",
  `
// @filename: leaf.ts
export const one = 1; export const two = 2; export const three = 3;
// @filename: barrel.ts
import * as leaf from "./leaf"; export { leaf }; export * as again from "./leaf";
// @filename: top.ts
export * from "./barrel";
// @filename: use.ts
import { leaf, again } from "./top"; leaf.one(); again["two"];
`,
  ["leaf.ts:1 three"],
  [],
);

check(
  "cycles of barrels come to rest, export * carries no default, templates may use anything",
  `
// @filename: a.ts
export * from "./b"; export const x = 1;
// @filename: b.ts
export * from "./a"; export const y = 1;
// @filename: c.ts
import { x } from "./b"; import none from "./b";
// @filename: d.ts
export * from "./e";
// @filename: e.ts
export default 1; export const q = 1;
// @filename: f.ts
import q2 from "./d"; import * as d from "./d"; d.q;
// @filename: G.svelte
<script>import * as g from "./g"</script>{g.used}
// @filename: g.ts
export const used = 1;
// @filename: H.vue
<script>export { passedOn } from "./h"; export * from "./i"</script><script setup></script>
// @filename: h.ts
export const passedOn = 1; export const kept = 1;
// @filename: i.ts
export const all = 1;
// @filename: index.html
<script type="module">import { taken } from "./k.ts";</script>
// @filename: k.ts
export const taken = 1; export const left = 1;
// @filename: j.ts
import { passedOn, all } from "./H.vue";
`,
  ["b.ts:1 y", "e.ts:1 default", "h.ts:1 kept", "k.ts:1 left"],
  [],
);

check(
  "conventional entries count only where a package declares none; tests, configs, shebangs and frameworks always",
  `
// @filename: declared/package.json
{ "name": "declared", "main": "lib/start.js" }
// @filename: declared/src/start.ts
export const a = 1;
// @filename: declared/src/index.ts
export const b = 1;
// @filename: bare/package.json
{ "name": "bare", "dependencies": { "next": "1" } }
// @filename: bare/src/main.ts
export const c = 1;
// @filename: bare/src/other.ts
export const d = 1;
// @filename: bare/app/page.tsx
export default 1;
// @filename: bare/vite.config.ts
export default 1;
// @filename: bare/src/x.test.ts
export const e = 1;
// @filename: bare/tool.mjs
#!/usr/bin/env node
export const f = 1;
`,
  ["bare/src/other.ts:1 d", "declared/src/index.ts:1 b"],
  [
    "bare/app/page.tsx framework",
    "bare/src/main.ts convention",
    "bare/src/x.test.ts test",
    "bare/tool.mjs shebang",
    "bare/vite.config.ts config",
    "declared/src/start.ts package",
  ],
);

check(
  "CommonJS: members of what is required, the default of an import, patterns; not what is taken whole",
  `
// @filename: list.js
function used () {} function own () {} function dead () {}
module.exports = { used, own, dead, literal: 1 }; own()
// @filename: each.js
Object.defineProperty(exports, "__esModule", { value: true });
exports.one = 1; exports.two = 2; exports["three"] = 3;
// @filename: deep.js
exports.a = 1; exports.b = 2;
// @filename: whole.js
exports.a = 1;
// @filename: passed.js
exports.a = 1;
// @filename: through.js
module.exports = { passed: require("./passed"), unused: 1 };
// @filename: lone.js
exports.q = 1;
// @filename: func.js
module.exports = function f () {};
// @filename: called.js
module.exports = function g () {};
// @filename: esm.js
exports.used = 1; exports.unused = 2;
// @filename: again.mjs
export { default } from "./esm.js"; export const more = 1;
// @filename: typed.js
exports.T = class {}; exports.U = class {};
// @filename: use.js
const { used } = require("./list"); const each = require("./each"); each.one(used, require("./deep").a);
f(require("./whole")); require("./through").passed; const g = require("./called"); g(); /** @type {import("./typed").T} */
// @filename: use.mjs
import esm from "./again.mjs"; esm.used;
`,
  [
    "again.mjs:1 more",
    "deep.js:1 b",
    "each.js:2 two",
    "each.js:2 three",
    "esm.js:1 unused",
    "func.js:1 export=",
    "list.js:2 own",
    "list.js:2 dead",
    "list.js:2 literal",
    "lone.js:1 q",
    "through.js:1 unused",
    "typed.js:1 U",
  ],
  [],
);

check(
  "CommonJS: what a file takes from its own exports, but in the declaration of that",
  `
// @filename: a.js
exports.a = 1;
exports.b = exports.a;
exports.c = function () { return exports.c; };
exports.d += exports["e"] = 1;
// @filename: b.js
const f = () => 1, g = () => module.exports.f(), h = () => module.exports.h();
module.exports = { f, g, h,
  i() { return this.j() + this.i(); },
  j() {},
};
`,
  ["a.js:2 b", "a.js:3 c", "a.js:4 d", "a.js:4 e", "b.js:2 g", "b.js:2 h", "b.js:3 i"],
  [],
);

test("CommonJS: who may take exports unseen is told, and they are not reported", async () => {
  const { unused, unseen } = await ask(`
// @filename: handed.js
exports.a = 1; exports.b = 2; register(exports);
// @filename: faked.js
exports.a = 1; exports.b = 2;
// @filename: folder/alias.js
exports.a = 1;
// @filename: plugins/one.js
module.exports = () => {};
// @filename: loaded.js
exports.a = 1; exports.b = 2;
// @filename: use.js
const { a } = require("./handed"); const { b } = proxyquire("./faked", {}); require("~/folder/alias"); require(name); require("./loaded").a; use(require.resolve("./resolved"));
// @filename: resolved.js
module.exports = { visitor: 1 };
`);
  expect(unused.map(({ path, name }) => `${path} ${name}`)).toEqual(["loaded.js b"]);
  expect(unseen).toEqual([
    { path: "faked.js", why: "named", by: "use.js" },
    { path: "folder/alias.js", why: "unresolved", by: "use.js:1" },
    { path: "handed.js", why: "handed-on" },
    { path: "plugins/one.js", why: "computed", by: "use.js:1" },
    { path: "resolved.js", why: "named", by: "use.js" },
  ]);
});

describe("texts that are no imports and may mean a module that nothing imports", () => {
  const row = (name: string, module: string, from: string, text: string, others = "") =>
    test(name, async () => {
      const { unused, unseen } = await ask(`
// @filename: package.json
{ "name": "p" }
// @filename: ${module}
export const x = 1;
// @filename: src/dead.ts
export const dead = 1;
// @filename: ${from}
${text}
${others}`);
      const named = unseen.map(({ path, why, by }) => `${path} ${why} ${by}`);
      expect({ named, unused: unused.map(({ path }) => path) }).toEqual({
        named: [`${module} named ${from}:1`],
        unused: ["src/dead.ts"],
      });
    });
  row("<rootDir>", "cfg/x.js", "jest.config.js", `export default { transform: { "^.+$": "<rootDir>/cfg/x.js" } };`);
  row(
    "__dirname in a template",
    "jobs/x.ts",
    "src/run.ts",
    "fork(`${__dirname}/../jobs/x.js`); fork(`${root}/jobs/x.ts`);",
  );
  row("joined", "src/jobs/x.ts", "src/run.ts", `fork(path.resolve(import.meta.dirname, "jobs", "x.js"));`);
  row("a file beside", "x.mjs", "run.js", `use(join(__dirname, "x.mjs"));`);
  row("JSON", "cfg/setup.js", ".mocharc.json", `{ "require": ["cfg/setup.js"] }`);
  row("YAML without quotes", "cfg/setup.ts", ".mocharc.yml", "require: cfg/setup.ts");
  row("a handler", "src/fn/hello.ts", "serverless.yml", "    handler: src/fn/hello.main");
  row("a workflow", "tools/publish.mjs", ".github/workflows/ci.yml", "      - run: node tools/publish.mjs --dry");
  row("its index's folder", "plugins/x/index.ts", "babel.json", `{ "plugins": ["./plugins/x"] }`);
  row("built", "src/jobs/x.ts", "bull.json", `{ "processor": "./dist/jobs/x.js" }`);
  row("a glob", "src/migrations/x.ts", "data.json", `{ "migrations": ["dist/migrations/*.js"] }`);
  row("a kind", "src/users/x.subscriber.ts", "data.json", `{ "subscribers": ["src/**/*.subscriber.ts"] }`);
  row("a folder", "src/plugins/x.ts", "src/server.ts", `app.register(autoload, { dir: join(here, "plugins") });`);
});

test("no text that means a module: imports of others, prose, words, what is checked, where most is imported", async () => {
  const { unused, unseen } = await ask(`
// @filename: package.json
{ "name": "p", "files": ["src/dead.ts"], "sideEffects": ["./src/dead.ts"] }
// @filename: src/dead.ts
export const x = 1;
// @filename: src/a/one.ts
export const x = 1;
// @filename: src/a/two.ts
export const x = 1;
// @filename: src/b/dead.ts
export const x = 1;
// @filename: src/use.ts
import { x } from "./a/one"; import "other/b/dead"; use(x, "dead", "b", { a: "src" });
// @filename: README.md
See \`src/dead.ts\`.
// @filename: eslint.config.js
export default { ignores: ["src/b/**"] };
// @filename: list.json
["src/a/*.ts", "src/**/*.ts", "./src/a"]
// @filename: tsconfig.json
{ "include": ["src/dead.ts"] }
`);
  expect(unseen).toEqual([]);
  expect(unused.map(({ path }) => path)).toEqual(["src/a/two.ts", "src/b/dead.ts", "src/dead.ts"]);
});

test("computed specifiers: a known start uses what it may lead to, an unknown one is named", async () => {
  const { unused, computed, totalExports } = await ask(`
// @filename: a.ts
import(\`./locales/\${x}.ts\`); import(y);
// @filename: locales/de.ts
export const hello = 1;
// @filename: other.ts
export const lost = 1;
`);
  expect(unused.map(({ name }) => name)).toEqual(["lost"]);
  expect(computed).toEqual([{ path: "a.ts", line: 1 }]);
  expect(totalExports).toBe(2);
});

/** What is listed of all unused exports. */
async function listed(text: string, limit = 100): Promise<readonly ListedExport[]> {
  using tree = new TempWorkspace(markedFiles(text));
  const workspace = new Workspace(tree.root);
  const { signal } = new AbortController();
  const { unused } = unusedExports(await new ModuleIndex(workspace).graph(signal));
  return await listedExports(workspace, new DeclarationIndex(workspace), unused, limit, signal);
}

test("kinds are those of the declarations", async () => {
  const kinds = await listed(`
// @filename: a.ts
function f() {} export { f as g }; export class K {} export type T = 1; export const { x } = o; export enum E {} export default class {}
// @filename: b.ts
export { f } from "./a"; export default 1 + 1;
`);
  expect(kinds.map(({ path, name, kind }) => `${path} ${name} ${kind}`)).toEqual([
    "a.ts g function",
    "a.ts K class",
    "a.ts T type",
    "a.ts x const",
    "a.ts E enum",
    "a.ts default class",
    "b.ts f re-export",
    "b.ts default const",
  ]);
});

/** A file, and which of its exports it uses itself. */
test.each<readonly [text: string, used: string, path?: string]>([
  ["export function f() { f() } export const a = () => a", ""],
  ["export interface R { of: R } export enum E { A, B = A } export namespace N { const x = N }", ""],
  ["export function f(a: 1): void; export function f(a: 2): void; export function f() { f(1) }", ""],
  ["export const a = 1, b = a; export const { c, d = c } = o", "a c"],
  ["export class A {} export interface A {} export class B extends A {}", "A"],
  ["export type T = 1; export function f(T: T) {}", "T"],
  ["export const f = 1; o.f; o?.f; x = { f: 1, ...f }", "f"],
  ["export const f = 1; o.f; o\n  .f(); x = { f: 1, 'f': 2 }; class C { f = 1; #f = this.#f } // f\n`f`; 'f'", ""],
  ["export const f = 1, g = 2; function h(f) { return f } { let g = 1; g() } import('./x').then(({ f }) => f)", ""],
  ["export const f = 1; function h(f = 1) {} h(f)", "f"],
  ["export const A = 1, B = 2; x = <A.B />", "A", "a.tsx"],
  ["function f() {} export { f as g, f as h }; export const i = f;", "g h"],
  ["const f = 1; export { f, f as g }", ""],
  ["export const f = 1; export default f;", "f", "page.ts"],
  ["import { f } from './x'; export { f }; f()", "f"],
  ["export default function f() { f() }", ""],
  ["export default function f() {} f()", "default"],
  ["export const T = 1, U = 2; /** @type {T} {@link U} */ let x; // U", "T", "a.js"],
  ["export const T = 1; /** @type {T} */ let x", ""],
  ["export const T = 1; f(T); }", ""],
  ["function f() { f() } function g() { this.f() } module.exports = { f, g, h: g, i() {} }", "f", "a.js"],
  ["exports.a = 1; exports.b = 3; exports['c'] = 2; exports.d = function () { exports.d() }", "", "a.js"],
  ["const f = 1; exports.g = f; const h = exports.i = 2; h(); exports.j = f; f()", "g i j", "a.js"],
])("used in its own file: %j: %j", async (text, wanted, path = "a.ts") => {
  const others =
    '// @filename: x.ts\nexport const f = 1;\n// @filename: y.test.ts\nimport x from "./page"; import { f } from "./x";\n';
  const rows = await listed(`${others}// @filename: ${path}\n${text}\n`);
  const used = rows.filter((row) => row.usedInFile === true);
  expect(used.map(({ name }) => name).join(" ")).toBe(wanted);
});

test("what its own file uses comes last, and past the limit is not looked at", async () => {
  const text = `
// @filename: a.ts
export const used = 1, dead = used;
// @filename: b.ts
export const other = 1;
`;
  for (const limit of [1, 2, 3])
    expect((await listed(text, limit)).map(({ name }) => name)).toEqual(["dead", "other", "used"].slice(0, limit));
});

check(
  "export = by a member of its namespace",
  `
// @filename: a.ts
namespace a { export interface Used {} export interface Other {} }
export = a;
// @filename: b.ts
namespace b { export const x = 1 }
export = b;
// @filename: index.ts
import type { Used } from "./a";
`,
  ["b.ts:2 export="],
  ["index.ts convention"],
);

describe("names", () => {
  const tests = [
    "a.test.ts",
    "x/__tests__/a.ts",
    "test/a.js",
    "pkg/tests/deep/a.ts",
    "e2e/a.ts",
    "a.spec.tsx",
    "benches/run.ts",
    "b.stories.tsx",
  ];
  const none = ["src/testing.ts", "src/test.ts", "contest/a.ts", "src/spec.ts"];
  test("of tests", () => expect([tests.filter((path) => !isTest(path)), none.filter(isTest)]).toEqual([[], []]));
  const configs = [
    "vite.config.ts",
    "a/.eslintrc.cjs",
    "jest.config.base.js",
    "vitest.workspace.ts",
    "gulpfile.js",
    "a/.storybook/main.ts",
    "docs/.vitepress/config.mts",
    "docs/.vitepress/theme/index.ts",
    ".pnpmfile.cjs",
    ".dependency-cruiser.js",
    "adonisrc.ts",
    "webpack.prod.js",
  ];
  test("of configuration", () =>
    expect([configs.filter((path) => !isConfig(path)), ["src/config.ts", "src/arc.ts"].filter(isConfig)]).toEqual([
      [],
      [],
    ]));
});
