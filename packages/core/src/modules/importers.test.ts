import { expect, test } from "bun:test";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../workspace/workspace.ts";
import { importersOf, type ImportersQuery } from "./importers.ts";
import { ModuleIndex } from "./module-index.ts";

/** `path:line names < via [depth] [type]`, one importer a line. */
async function importers(text: string, query: Omit<ImportersQuery, "depth"> & { depth?: number }): Promise<string[]> {
  using tree = new TempWorkspace(markedFiles(text));
  const graph = await new ModuleIndex(new Workspace(tree.root)).graph(new AbortController().signal);
  const result = importersOf(graph, { depth: 1, ...query });
  if (result.status === "unknown-symbol") return [`exports ${result.exports.join(" ")}${result.isOpen ? " …" : ""}`];
  return [
    ...result.importers.map(({ path, line, names, via, depth, typeOnly }) =>
      [
        `${path}:${line}`,
        ...names,
        ...(via.length > 0 ? ["<", ...via] : []),
        ...(depth > 1 ? [`[${depth}]`] : []),
        ...(typeOnly ? ["[type]"] : []),
      ].join(" "),
    ),
    ...result.computed.map(({ path, line }) => `${path}:${line} may`),
  ];
}

function check(
  name: string,
  text: string,
  rows: readonly [query: Omit<ImportersQuery, "depth"> & { depth?: number }, expected: string[]][],
): void {
  test(name, async () => {
    for (const [query, expected] of rows)
      expect({ query, answer: await importers(text, query) }).toEqual({ query, answer: expected });
  });
}

check(
  "by the line of what takes a symbol, rather than of what has its module",
  `
// @filename: a.ts
export const one = 1;
export type T = 1;
// @filename: use.ts
import * as all from "./a";
export const kept = all;
export type U = import("./a").T;
export const load = async () => (await import("./a")).one;
`,
  [
    [{ path: "a.ts", symbol: "one" }, ["use.ts:4 one *"]],
    [{ path: "a.ts", symbol: "T" }, ["use.ts:3 T *"]],
    [{ path: "a.ts" }, ["use.ts:1 * T one"]],
  ],
);

check(
  "by the default of CommonJS, which is all that it exports",
  `
// @filename: a.cjs
exports.one = 1;
exports.two = 2;
// @filename: taken.mjs
import a from "./a.cjs";
const { one } = a;
// @filename: member.mjs
import * as all from "./a.cjs";
all.default.two;
// @filename: loaded.mjs
const { default: a } = await import("./a.cjs");
a.one;
// @filename: passed.mjs
export { default } from "./a.cjs";
// @filename: behind.mjs
import a from "./passed.mjs";
a.two;
// @filename: b.mjs
export const one = 1;
// @filename: none.mjs
import b from "./b.mjs";
b.one;
`,
  [
    [
      { path: "a.cjs", symbol: "one" },
      ["loaded.mjs:1 default", "member.mjs:1 *", "passed.mjs:1 default", "taken.mjs:1 default"],
    ],
    [{ path: "b.mjs", symbol: "one" }, []],
  ],
);

check(
  "under any condition of imports",
  `
// @filename: package.json
{ "imports": { "#env": { "node": "./node.ts", "default": "./browser.ts" } } }
// @filename: node.ts
export const env = 1;
// @filename: browser.ts
export const env = 1;
// @filename: a.ts
import { env } from "#env";
`,
  [
    [{ path: "node.ts" }, ["a.ts:1 env"]],
    [{ path: "browser.ts", symbol: "env" }, ["a.ts:1 env"]],
  ],
);

check(
  "in any project that lists the importer, of those that lead it elsewhere",
  `
// @filename: tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.web.json" }, { "path": "./tsconfig.node.json" }] }
// @filename: tsconfig.node.json
{ "compilerOptions": { "moduleSuffixes": [".srv", ""], "paths": { "@env": ["./env/node.ts"], "@/*": ["./env/*"] } }, "include": ["src"] }
// @filename: tsconfig.web.json
{ "compilerOptions": { "paths": { "@env": ["./env/web.ts"] } }, "include": ["src"], "exclude": ["src/node"] }
// @filename: env/node.ts
export const env = 1;
// @filename: env/web.ts
export const env = 1;
// @filename: src/a.ts
export const a = 1;
// @filename: src/a.srv.ts
export const a = 1;
// @filename: src/use.ts
import { env } from "@env"; import { a } from "./a";
// @filename: src/node/use.ts
import { env } from "@env"; import { a } from "../a";
// @filename: other.ts
import { env } from "@env"; import { env as b } from "@/node";
`,
  [
    [{ path: "env/node.ts" }, ["other.ts:1 env", "src/node/use.ts:1 env", "src/use.ts:1 env"]],
    [{ path: "env/web.ts" }, ["other.ts:1 env", "src/use.ts:1 env"]],
    [{ path: "src/a.srv.ts" }, ["src/node/use.ts:1 a", "src/use.ts:1 a"]],
  ],
);

check(
  "under any condition of exports, of what they are built from too",
  `
// @filename: package.json
{ "name": "all", "workspaces": ["packages/*"] }
// @filename: packages/lib/package.json
{ "name": "lib", "exports": { ".": { "types": "./types/index.d.ts", "browser": "./dist/web.js", "node": { "require": "./dist/node.cjs", "default": "./dist/node.js" } }, "./sub/*": { "browser": "./src/sub/*.web.ts", "default": "./src/sub/*.ts" } } }
// @filename: packages/lib/types/index.d.ts
export const env: 1;
// @filename: packages/lib/src/web.ts
export const env = 1;
// @filename: packages/lib/src/node.ts
export const env = 1;
// @filename: packages/lib/src/other.ts
export const env = 1;
// @filename: packages/lib/src/sub/a.ts
export const a = 1;
// @filename: packages/lib/src/sub/a.web.ts
export const a = 1;
// @filename: packages/app/package.json
{ "name": "app", "dependencies": { "lib": "*" } }
// @filename: packages/app/main.ts
import { env } from "lib"; import { a } from "lib/sub/a";
`,
  [
    [{ path: "packages/lib/src/node.ts" }, ["packages/app/main.ts:1 env"]],
    [{ path: "packages/lib/src/web.ts", symbol: "env" }, ["packages/app/main.ts:1 env"]],
    [{ path: "packages/lib/src/other.ts" }, []],
    [{ path: "packages/lib/types/index.d.ts" }, []],
    [{ path: "packages/lib/src/sub/a.ts" }, ["packages/app/main.ts:1 a"]],
    [{ path: "packages/lib/src/sub/a.web.ts" }, ["packages/app/main.ts:1 a"]],
  ],
);

check(
  "files for one platform, which an import names without it",
  `
// @filename: a.ts
import { env } from "./env"; import { web } from "./only.web"; import "./each";
// @filename: env.ts
export const env = 1;
// @filename: env.native.tsx
export * from "./env.shared"; export { env } from "./env";
// @filename: env.shared.ts
export const shared = 1;
// @filename: only.web.ts
export const web = 1;
// @filename: only.ts
export const web = 1;
// @filename: each.ios.js
// @filename: each.android.js
`,
  [
    [{ path: "env.native.tsx", symbol: "env" }, ["a.ts:1 env"]],
    [{ path: "env.ts" }, ["a.ts:1 env", "env.native.tsx:1 env"]],
    [{ path: "env.shared.ts" }, ["env.native.tsx:1 *"]],
    [{ path: "only.ts" }, []],
    [{ path: "only.web.ts" }, ["a.ts:1 web"]],
    [{ path: "each.android.js" }, ["a.ts:1"]],
  ],
);

const BESIDE = `
// @filename: lib.js
/** @param {import("./lib.js").Options} options */
module.exports = function (options) {}; module.exports.run = 1;
// @filename: lib.d.ts
import type { Hook } from "./hooks"; export interface Options { hook: Hook } export const run: 1; export { Hook };
// @filename: hooks.d.ts
import { Options } from "./lib.js"; export type Hook = (options: Options) => void;
// @filename: use.js
const { run } = require("./lib"); /** @type {import("./lib").Options} */ let options;
// @filename: types.js
/** @import { Options } from "./lib.js" */
// @filename: typed.ts
import { run, type Options } from "./lib.js"; import type { Hook } from "./lib";
// @filename: both.mjs
export const a = 1;
// @filename: both.d.mts
export const a: 1;
// @filename: both.mts
export const a = 1;
// @filename: last.ts
import { a } from "./both.mjs";
`;

check("a declaration file beside JavaScript is what TypeScript takes for it, where that is told apart", BESIDE, [
  [{ path: "lib.d.ts" }, []],
  [
    { path: "lib.d.ts", byRole: true },
    [
      "hooks.d.ts:1 Options",
      "lib.js:1 Options [type]",
      "typed.ts:1 run Options Hook",
      "types.js:1 Options [type]",
      "use.js:1 Options [type]",
    ],
  ],
  [{ path: "lib.d.ts", symbol: "run", byRole: true }, ["typed.ts:1 run"]],
  [
    { path: "hooks.d.ts", symbol: "Hook", byRole: true },
    ["lib.d.ts:1 Hook [type]", "typed.ts:1 Hook < lib.d.ts [type]"],
  ],
  [{ path: "lib.js", byRole: true }, ["typed.ts:1 run Options", "use.js:1 run"]],
  [
    { path: "lib.js" },
    ["hooks.d.ts:1 Options", "typed.ts:1 run Options Hook", "types.js:1 Options [type]", "use.js:1 run Options"],
  ],
  [{ path: "both.mts", byRole: true }, ["last.ts:1 a"]],
  [{ path: "both.d.mts", byRole: true }, []],
]);

check(
  "the declarations of what is no script have the imports of that, whether it is there or not",
  `
// @filename: a.css
// @filename: a.d.css.ts
declare const styles: { box: string }; export default styles;
// @filename: C.vue
<script setup>const b = 1</script>
// @filename: C.d.vue.ts
export declare const b: 1;
// @filename: made.d.txt.ts
export const text: string;
// @filename: tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }
// @filename: typed.ts
import styles from "./a.css"; import { b } from "@/C.vue"; import { text } from "./made.txt";
// @filename: barrel.ts
export * from "@/made.txt";
// @filename: plain.js
import styles from "./a.css";
// @filename: d.d.js.ts
export const d: 1;
// @filename: last.ts
import { d } from "./d.js";
`,
  [
    [{ path: "a.css" }, ["plain.js:1 default", "typed.ts:1 default"]],
    [{ path: "a.d.css.ts", byRole: true }, ["typed.ts:1 default"]],
    [{ path: "C.d.vue.ts", symbol: "b", byRole: true }, ["typed.ts:1 b"]],
    [{ path: "C.vue", byRole: true }, ["typed.ts:1 b"]],
    [{ path: "made.d.txt.ts" }, ["barrel.ts:1 *", "typed.ts:1 text"]],
    [{ path: "made.d.txt.ts", symbol: "text", byRole: true }, ["barrel.ts:1 *", "typed.ts:1 text"]],
    // TypeScript takes declarations of a script by another name.
    [{ path: "d.d.js.ts", byRole: true }, []],
  ],
);

check(
  "what a component exports, its importers tell",
  `
// @filename: B.vue
<script setup>const b = 1</script>
// @filename: a.ts
import B, { b } from "./B.vue";
// @filename: c.ts
export { default as B } from "./B.vue";
// @filename: d.ts
import { B } from "./c";
`,
  [
    [{ path: "B.vue", symbol: "default" }, ["a.ts:1 default", "c.ts:1 default", "d.ts:1 B < c.ts"]],
    [{ path: "B.vue", symbol: "b" }, ["a.ts:1 b"]],
    [{ path: "B.vue", symbol: "none" }, ["exports  …"]],
  ],
);

check(
  "every way to import",
  `
// @filename: t.ts
export const a = 1; export const b = 2; export type T = 1; export default 3;
// @filename: direct.ts
import d, { a } from "./t";
import { b as c } from "./t";
// @filename: dynamic.ts
const { a } = await import("./t");
// @filename: effect.ts
import "./t";
// @filename: ns.ts
import * as ns from "./t"; ns.b;
// @filename: require.cjs
const t = require("./t.js");
use(t);
// @filename: types.ts
import type { T } from "./t"; type U = import("./t").T;
// @filename: typed.ts
let x: import("./t").T;
// @filename: may.ts
import(\`./\${name}\`);
import(\`./other/\${name}\`);
`,
  [
    [
      { path: "t.ts" },
      [
        "direct.ts:1 default a b",
        "dynamic.ts:1 a",
        "effect.ts:1",
        "ns.ts:1 *",
        "require.cjs:1 *",
        "typed.ts:1 T [type]",
        "types.ts:1 T [type]",
        "may.ts:1 may",
      ],
    ],
    [{ path: "t.ts", symbol: "b" }, ["direct.ts:2 b", "ns.ts:1 *", "require.cjs:1 *", "may.ts:1 may"]],
    [{ path: "t.ts", symbol: "default" }, ["direct.ts:1 default", "require.cjs:1 *", "may.ts:1 may"]],
    [{ path: "t.ts", symbol: "nope" }, ["exports T a b default"]],
  ],
);

check(
  "barrels: renames, stars, namespaces, import then export, cycles",
  `
// @filename: t.ts
function f() {} export { f, f as g }; export default class K {} export const h = 1;
// @filename: rename.ts
export { f as r, default as D } from "./t";
// @filename: star.ts
export * from "./t"; export const h = "mine";
// @filename: ns.ts
export * as T from "./t";
// @filename: then.ts
import { g } from "./t"; export { g as late };
// @filename: top.ts
export * from "./rename"; export * from "./star"; export * from "./ns"; export * from "./then"; export * from "./cycle";
// @filename: cycle.ts
export * from "./top";
// @filename: u1.ts
import { r } from "./top";
// @filename: u2.ts
import { D } from "./rename";
// @filename: u3.ts
import { T } from "./top"; T.h;
// @filename: u4.ts
import { late } from "./cycle";
// @filename: u5.ts
import { h } from "./top";
// @filename: u6.ts
import * as all from "./top"; all.g;
// @filename: u7.ts
import K from "./star"; import "./top";
`,
  [
    [
      { path: "t.ts", symbol: "f" },
      [
        "cycle.ts:1 * < ns.ts top.ts",
        "ns.ts:1 *",
        "rename.ts:1 f",
        "star.ts:1 *",
        "top.ts:1 * < ns.ts",
        "u1.ts:1 r < rename.ts top.ts",
      ],
    ],
    [
      { path: "t.ts", symbol: "g" },
      [
        "cycle.ts:1 * < ns.ts top.ts",
        "ns.ts:1 *",
        "star.ts:1 *",
        "then.ts:1 g",
        "top.ts:1 * < ns.ts",
        "u4.ts:1 late < then.ts top.ts cycle.ts",
        "u6.ts:1 * < ns.ts top.ts",
      ],
    ],
    [
      { path: "t.ts", symbol: "K" },
      [
        "cycle.ts:1 * < ns.ts top.ts",
        "ns.ts:1 *",
        "rename.ts:1 default",
        "top.ts:1 * < ns.ts",
        "u2.ts:1 D < rename.ts",
      ],
    ],
    [
      { path: "t.ts", symbol: "h" },
      ["cycle.ts:1 * < ns.ts top.ts", "ns.ts:1 *", "top.ts:1 * < ns.ts", "u3.ts:1 T < ns.ts top.ts"],
    ],
    [
      { path: "t.ts" },
      [
        "cycle.ts:1 * < ns.ts top.ts",
        "ns.ts:1 *",
        "rename.ts:1 f default",
        "star.ts:1 *",
        "then.ts:1 g",
        "top.ts:1 * < ns.ts",
        "u1.ts:1 r < rename.ts top.ts",
        "u2.ts:1 D < rename.ts",
        "u3.ts:1 T < ns.ts top.ts",
        "u4.ts:1 late < then.ts top.ts cycle.ts",
        "u6.ts:1 * < ns.ts top.ts",
      ],
    ],
    [{ path: "top.ts", symbol: "late" }, ["cycle.ts:1 *", "u4.ts:1 late < cycle.ts"]],
  ],
);

check(
  "depth: each file once, at its least depth; the chain leads back to the target",
  `
// @filename: t.ts
export const a = 1; export const b = 2;
// @filename: one.ts
import { a } from "./t"; import "./two"; export const q = a;
// @filename: two.ts
import { q } from "./barrel";
// @filename: barrel.ts
export * from "./one";
// @filename: three.ts
import "./two"; import { b } from "./t";
// @filename: four.ts
import "./three";
`,
  [
    [{ path: "t.ts", depth: 1 }, ["one.ts:1 a", "three.ts:1 b"]],
    [
      { path: "t.ts", depth: 2 },
      [
        "one.ts:1 a",
        "three.ts:1 b",
        "barrel.ts:1 * < one.ts [2]",
        "four.ts:1 < three.ts [2]",
        "two.ts:1 q < one.ts barrel.ts [2]",
      ],
    ],
    [
      { path: "t.ts", symbol: "a", depth: 2 },
      ["one.ts:1 a", "barrel.ts:1 * < one.ts [2]", "two.ts:1 q < one.ts barrel.ts [2]"],
    ],
    [
      { path: "t.ts", symbol: "a", depth: 9 },
      [
        "one.ts:1 a",
        "barrel.ts:1 * < one.ts [2]",
        "two.ts:1 q < one.ts barrel.ts [2]",
        "three.ts:1 < one.ts barrel.ts two.ts [3]",
        "four.ts:1 < one.ts barrel.ts two.ts three.ts [4]",
      ],
    ],
  ],
);

check(
  "depth: what takes other names of a barrel does not depend on the symbol that this passes on",
  `
// @filename: t.ts
export const a = 1;
// @filename: other.ts
export const o = 1;
// @filename: barrel.ts
export { a } from "./t"; export { o } from "./other";
// @filename: both.ts
import { a } from "./t"; export { a as again } from "./t"; export const b = a;
// @filename: one.ts
import { a } from "./barrel"; export const one = a;
// @filename: two.ts
import { o } from "./barrel"; import { b } from "./both";
// @filename: three.ts
import { o } from "./barrel"; import { one } from "./one";
// @filename: four.ts
import { o } from "./barrel";
`,
  [
    [
      { path: "t.ts", symbol: "a", depth: 3 },
      [
        "barrel.ts:1 a",
        "both.ts:1 a",
        "one.ts:1 a < barrel.ts",
        "three.ts:1 one < barrel.ts one.ts [2]",
        "two.ts:1 b < both.ts [2]",
      ],
    ],
    [
      { path: "t.ts", depth: 2 },
      [
        "barrel.ts:1 a",
        "both.ts:1 a",
        "one.ts:1 a < barrel.ts",
        "four.ts:1 o < barrel.ts [2]",
        "three.ts:1 o < barrel.ts [2]",
        "two.ts:1 o < barrel.ts [2]",
      ],
    ],
  ],
);

check(
  "CommonJS, export =, assets, packages by name",
  `
// @filename: package.json
{ "name": "p", "main": "./dist/index.js" }
// @filename: src/index.ts
export * from "./eq";
// @filename: src/eq.ts
const x = { a: 1 }; export = x;
// @filename: src/cjs.js
module.exports = { m: 1 };
// @filename: re.js
module.exports = require("./src/cjs");
// @filename: data.json
{}
// @filename: u1.ts
import eq = require("./src/eq"); import data from "./data.json";
// @filename: u2.ts
import { m } from "./re";
// @filename: u3.ts
import { zzz } from "p";
`,
  [
    [{ path: "src/eq.ts", symbol: "x" }, ["u1.ts:1 *"]],
    [{ path: "src/eq.ts" }, ["src/index.ts:1 *", "u1.ts:1 *", "u3.ts:1 zzz < src/index.ts"]],
    [{ path: "src/cjs.js", symbol: "m" }, ["re.js:1 *", "u2.ts:1 m < re.js"]],
    [{ path: "src/cjs.js", symbol: "nope" }, ["exports export= m …"]],
    [{ path: "data.json" }, ["u1.ts:1 default"]],
    [{ path: "src/index.ts" }, ["u3.ts:1 zzz"]],
  ],
);

check(
  "what declarations imply: a declaration file, a namespace behind export =",
  `
// @filename: t.d.ts
export interface A {} interface B {}
// @filename: lib.d.ts
import type { A } from "./t";
declare function lib(): void; declare namespace lib { interface O {} const lib: 1; export import P = lib.O }
export = lib;
// @filename: listed.ts
import { A as T } from "./t";
namespace N { export type { T } }
export = N;
// @filename: named.ts
import type { B } from "./t"; import { type O, lib } from "./lib"; import { T } from "./listed";
// @filename: member.ts
import * as lib from "./lib"; lib.O;
// @filename: other.ts
import lib from "./lib"; lib();
`,
  [
    [{ path: "t.d.ts", symbol: "B" }, ["named.ts:1 B [type]"]],
    [{ path: "lib.d.ts", symbol: "O" }, ["member.ts:1 *", "named.ts:1 O [type]"]],
    [{ path: "lib.d.ts", symbol: "lib" }, ["member.ts:1 *", "named.ts:1 lib", "other.ts:1 default"]],
    [{ path: "t.d.ts", symbol: "A" }, ["lib.d.ts:1 A [type]", "listed.ts:1 A", "named.ts:1 T < listed.ts"]],
  ],
);
