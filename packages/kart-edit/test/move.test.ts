import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { markedFiles } from "@kart/testkit/marked-source";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

interface MoveData {
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly files: readonly { readonly path: string; readonly edits: number }[];
  readonly diff: string;
  readonly warnings: readonly string[];
}

/** `«before|after»`, and a bare text stays. */
const sides = (text: string): [before: string, after: string] => [
  text.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$1"),
  text.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$2"),
];

/** Moves, and undoes: the files must be what the marks say, at the places they say, and then all as before. */
async function thereAndBack(text: string, from: string, to: string, warnings: readonly RegExp[] = []): Promise<void> {
  const [before, after] = sides(text);
  await using desk = await Desk.with(markedFiles(before));
  const snapshot = desk.workspace.snapshot();
  const result = await desk.connection.data<MoveData>("kart_move", { from, to });
  expect(result.moved).toEqual([{ from, to }]);
  if (warnings.length === 0) expect(result.warnings).toEqual([]);
  expect(result.warnings.length).toBe(warnings.length);
  for (const [index, pattern] of warnings.entries()) expect(result.warnings[index]).toMatch(pattern);
  const wanted = markedFiles(after);
  const found = Object.fromEntries(
    Object.keys(wanted).map((path) => [
      path,
      existsSync(desk.workspace.path(path)) ? desk.workspace.read(path) : undefined,
    ]),
  );
  expect(found).toEqual(wanted);
  expect(Object.keys(desk.workspace.snapshot()).length).toBe(Object.keys(wanted).length);
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(snapshot);
}

describe("a file: who imports it, and what it imports", () => {
  const ROWS: readonly [what: string, from: string, to: string, text: string][] = [
    [
      "imports of every kind, each in its style",
      "src/a.ts",
      "src/deep/b.ts",
      `// @filename: src/«a|deep/b».ts
import { c } from "«./c|../c»";
import json from "«./data.json|../data.json»";
import "fs";
import type { T } from "«../lib|../../lib»";
export const a = c;
// @filename: src/c.ts
import { a } from "«./a|./deep/b»";
import { a as a1 } from '«./a.js|./deep/b.js»';
import { a as a2 } from "«./a.ts|./deep/b.ts»";
import * as all from "«./a|./deep/b»";
import "«./a|./deep/b»";
export * from "«./a|./deep/b»";
export { a as b } from "«./a|./deep/b»";
import type { a as A } from "«./a|./deep/b»";
type X = typeof import("«./a|./deep/b»").a;
const d = await import("«./a|./deep/b»");
const t = import(\`«./a|./deep/b»\`);
const r = require("«./a|./deep/b»");
const u = new URL("«./a.ts|./deep/b.ts»", import.meta.url);
const m = import.meta.resolve("«./a.ts|./deep/b.ts»");
import other from "./data.json";
export const c = "a"; // ./a
// @filename: src/c.test.ts
vi.mock("«./a|./deep/b»", () => ({ a: 1 }));
jest.mock("«./a|./deep/b»");
mock.module("«./a.ts|./deep/b.ts»", () => ({ a: 1 }));
const actual = await vi.importActual("«./a|./deep/b»");
jest.requireActual("«./a|./deep/b»");
const typed = await vi.importActual<typeof import("«./a|./deep/b»")>("«./a|./deep/b»");
// @filename: src/r.ts
/// <reference path="«a.ts|deep/b.ts»" />
declare module "«./a|./deep/b»" {}
import old = require("«./a|./deep/b»");
// @filename: src/j.js
/** @type {import("«./a|./deep/b»").T} */
/** @import { T, U as V } from "«./a|./deep/b»" */
let x;
// @filename: src/data.json
{}
// @filename: lib/index.ts
export * from "«../src/a|../src/deep/b»";
export type T = 1;
`,
    ],
    [
      "a component's script",
      "a.ts",
      "lib/a.ts",
      '// @filename: «a|lib/a».ts\nexport const a = 1;\n// @filename: b.vue\n<template>./a</template>\n<script setup lang="ts">\nimport { a } from "«./a|./lib/a»";\n</script>\n',
    ],
    [
      "scripts in pages, whose imports a bundler completes",
      "a.ts",
      "lib/a.ts",
      '// @filename: «a|lib/a».ts\nexport const a = 1;\n// @filename: b.md\n[a](./b.md)\n\n<script setup>\nimport { a } from "«./a|./lib/a»";\n</script>\n' +
        '// @filename: c.html\n<script type="module">\nimport { a } from "«./a|./lib/a»";\nimport "«./a.ts|./lib/a.ts»";\n</script>\n',
    ],
    [
      "a component without its template and styles",
      "a/c.ts",
      "b/c.ts",
      '// @filename: «a|b»/c.ts\n@Component({ templateUrl: "«c.html|../a/c.html»", styleUrls: ["«./c.css|../a/c.css»"] })\nexport class C {}\n// @filename: a/c.html\n// @filename: a/c.css\n',
    ],
    [
      "a template without its component",
      "a/c.html",
      "b/d.html",
      '// @filename: a/c.ts\n@Component({ templateUrl: "«./c.html|../b/d.html»", styleUrl: "./c.css" })\nexport class C {}\n// @filename: «a/c|b/d».html\n<p></p>\n// @filename: a/c.css\n',
    ],
    [
      "an index that was imported by its folder",
      "lib/index.ts",
      "lib/main.ts",
      '// @filename: lib/«index|main».ts\nexport const a = 1;\n// @filename: lib/b.ts\nimport "«.|./main»";\nimport "«./|./main»";\nimport "«./index|./main»";\n// @filename: c.ts\nimport "«./lib|./lib/main»";\nimport "«./lib/index.js|./lib/main.js»";\n',
    ],
    [
      "an index to the path of its folder, imported from within",
      "lib/index.ts",
      "lib.ts",
      '// @filename: lib«/index|».ts\nimport "«./b|./lib/b»";\n// @filename: lib/b.ts\nimport "«.|../lib»";\nimport "«./index|../lib»";\nimport "«./index.js|../lib.js»";\n// @filename: lib/deep/c.ts\nimport "«..|../../lib»";\n// @filename: d.ts\nimport "./lib";\n',
    ],
    [
      "a file to the path of its folder, beside whose index it stands then",
      "lib/a.ts",
      "lib.ts",
      '// @filename: lib«/a|».ts\nexport const a = 1;\n// @filename: lib/b.ts\nimport "«./a|../lib»";\nimport ".";\n// @filename: lib/index.ts\nexport {};\n',
    ],
    [
      "to an index, which is found as it is written",
      "lib.ts",
      "lib/index.ts",
      '// @filename: lib«|/index».ts\nimport "«./b|../b»";\n// @filename: b.ts\nimport "./lib";\nimport "./«lib.js|lib/index.js»";\n',
    ],
    [
      "declarations that are imported by the endings of what they describe",
      "src/types/t.d.ts",
      "src/other.d.ts",
      '// @filename: src/«types/t|other».d.ts\nexport type T = string;\n// @filename: src/a.ts\nimport type { T } from "./«types/t|other».ts";\nimport type { T as X } from "./«types/t|other».tsx";\nlet t: import("./«types/t|other».ts").T;\n',
    ],
    [
      "folders beside it that it makes URLs of",
      "vite.config.ts",
      "config/vite.config.ts",
      '// @filename: «|config/»vite.config.ts\nconst src = fileURLToPath(new URL("«./src|../src»", import.meta.url));\nconst in1 = new URL("«src/in/|../src/in/»", import.meta.url);\nconst top = [new URL("«.|..»", import.meta.url), new URL(`«./|../»`, import.meta.url), new URL("/x", import.meta.url)];\n// @filename: src/in/a.ts\nexport const a = [new URL("..", import.meta.url), new URL("/src", import.meta.url)];\n',
    ],
    [
      "another kind of file",
      "a.ts",
      "a.mts",
      '// @filename: a.«ts|mts»\nexport const a = 1;\n// @filename: b.ts\nimport "./a.«js|mjs»";\nimport "./a.«ts|mts»";\nimport "./a«|.mjs»";\n',
    ],
    [
      "another kind of file, by the name of its package and by an alias",
      "p/i.ts",
      "p/i.mts",
      '// @filename: tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "paths": { "@i": ["./p/i.«ts|mts»"], "@p/*": ["./p/*"] } } }\n// @filename: p/package.json\n{ "name": "pack", "exports": "./i.«ts|mts»" }\n// @filename: p/i.«ts|mts»\nexport const a = 1;\n// @filename: b.ts\nimport "pack";\nimport "@i";\nimport "@p/i«|.mjs»";\n',
    ],
    [
      "an index of a folder to another kind of file, and one that was of that kind before",
      "lib/index.ts",
      "lib/index.cts",
      '// @filename: lib/index.«ts|cts»\nexport const a = 1;\n// @filename: b.ts\nimport "./lib«|/index.cjs»";\nimport "./c";\n// @filename: c.cts\nexport {};\n',
    ],
    [
      "further up than it must go",
      "lib",
      "src/core",
      '// @filename: «lib|src/core»/a.ts\nexport const a = 1;\n// @filename: «lib|src/core»/b.ts\nimport "../«lib|core»/a";\nimport "./a";\n',
    ],
    [
      "no further up than it went, to where its file moves up",
      "src/lib/b.ts",
      "src/b.ts",
      '// @filename: src/lib/a.ts\nexport const a = 1;\n// @filename: src/«lib/|»b.ts\nimport "«../|./»lib/a";\n',
    ],
    [
      "queries of bundlers stay",
      "a.ts",
      "b.ts",
      '// @filename: «a|b».ts\nexport const a = 1;\n// @filename: c.ts\nimport "./«a|b».ts?raw";\n',
    ],
    [
      "aliases of tsconfig",
      "src/lib/a.ts",
      "src/core/deep/b.ts",
      '// @filename: tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "paths": { "@/*": ["./src/*"], "~lib/*": ["./src/lib/*"] } } }\n// @filename: src/«lib/a|core/deep/b».ts\nimport "@/c";\n// @filename: src/c.ts\nimport "@/«lib/a|core/deep/b»";\nimport "@/«lib/a|core/deep/b».js";\n// @filename: src/d.ts\nimport "«~lib/a|./core/deep/b»";\n',
    ],
    [
      "a package's own names: entries, import maps, scripts",
      "src/a.ts",
      "src/b.ts",
      '// @filename: package.json\n{\n  "name": "p",\n  "main": "src/«a|b».ts",\n  "private": true,\n  "exports": { ".": "./src/«a|b».ts", "./*": "./src/*.ts" },\n  "imports": { "#a": "./src/«a|b».ts" },\n  "bin": { "a": "src/«a|b».ts" },\n  "scripts": { "a": "bun ./src/«a|b».ts --x src/a.txt" }\n}\n// @filename: src/«a|b».ts\nexport const a = 1;\n// @filename: src/c.ts\nimport "p";\nimport "#a";\nimport "p/«a|b»";\n',
    ],
    [
      "into a folder that might hold what is built from where it was",
      "src/x.ts",
      "lib/x.ts",
      `// @filename: «src|lib»/x.ts
export * from "«./y|../src/y»";
// @filename: src/y.ts
export const y = 1;
`,
    ],
    [
      "web pages: elements, scripts in them, from the page or from a server's top",
      "app/src/main.ts",
      "app/src/in/main.ts",
      `// @filename: app/index.html
<script type="module" src="/src/«|in/»main.ts?v=1"></script>
<link href='src/«|in/»main.ts' rel=modulepreload><link href=./src/«|in/»main.ts>
<script type="module">
import { a } from "/src/«|in/»main.ts";
import("./src/«|in/»main.ts");
</script>
<a href="https://x.y/src/main.ts">src/other.ts</a>
// @filename: app/deep/page.html
<SCRIPT SRC="../src/«|in/»main.ts"></SCRIPT><script src="/src/«|in/»main.ts"></script><script src="src/main.ts"></script>
// @filename: app/src/«|in/»main.ts
export const a = 1;
`,
    ],
    [
      "a page itself",
      "a.html",
      "pages/a.html",
      '// @filename: «|pages/»a.html\n<script src="/b.ts"></script><script src="«|../»b.ts"></script><script src="«./|../»b.ts#x"></script><img src="none.png">\n// @filename: b.ts\nexport {};\n',
    ],
    [
      "in packages whose manifests are imported as well",
      "a/src/lib.ts",
      "a/src/deep/lib.ts",
      '// @filename: a/package.json\n{ "name": "a", "exports": "./src/a.ts" }\n// @filename: b/package.json\n{ "name": "b", "exports": "./src/b.ts" }\n// @filename: a/src/«|deep/»lib.ts\nexport const lib = 1;\n// @filename: a/src/a.ts\nimport own from "../package.json";\nimport "./«|deep/»lib";\n// @filename: b/src/b.ts\nimport own from "../package.json";\nimport "a";\n// @filename: c.ts\nimport "a";\nimport "b";\n',
    ],
    [
      "a folder that URLs are made of, from within and from beside it",
      "src/locales",
      "data/texts",
      '// @filename: «src/locales|data/texts»/all.ts\nexport const all = [new URL(".", import.meta.url), new URL("./de", import.meta.url), new URL("«../in|../../src/in»", import.meta.url)];\n// @filename: «src/locales|data/texts»/de/a.json\n{}\n// @filename: src/in/a.ts\nexport const a = new URL("../«locales|../data/texts»/de/", import.meta.url);\n',
    ],
    [
      "a folder that Jest maps",
      "src/lib",
      "lib",
      '// @filename: package.json\n{ "name": "p", "jest": { "moduleNameMapper": { "^lib/(.*)$": ["<rootDir>/«src/lib|lib»/$1"] } } }\n// @filename: «src/lib|lib»/a.ts\nexport const a = 1;\n',
    ],
    [
      "tsconfig entries, with their comments and signs",
      "src/a.ts",
      "lib/b.ts",
      '// @filename: tsconfig.json\n{\n  // files\n  "files": ["./«src/a|lib/b».ts", "src/c.ts",],\n  "compilerOptions": { "lib": ["esnext"], "paths": { "a": ["./«src/a|lib/b».ts"] } }\n}\n// @filename: «src/a|lib/b».ts\nexport const a = 1;\n// @filename: src/c.ts\nimport "a";\n',
    ],
    [
      "tsconfig aliases without the ending, with that of what is built, and by the folder of an index",
      "src/lib/index.ts",
      "core/deep/main.ts",
      `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": {
  "a": ["./«src/lib|core/deep/main»"], "b": ["./«src/lib/index|core/deep/main».js"], "c": ["./src/lib/c", "./src/lib/*"]
} } }
// @filename: «src/lib/index|core/deep/main».ts
export const a = 1;
// @filename: src/lib/c.ts
export const c = 1;
// @filename: src/d.ts
import "a";
import "b";
import "c";
`,
    ],
    [
      "tsconfig aliases from a base, from a configuration that moves along, and one that nothing imports",
      "src",
      "own/src",
      `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "baseUrl": ".", "paths": { "a": ["«|own/»src/a"], "b": ["./«|own/»src/b"] } } }
// @filename: «|own/»src/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": { "a": ["./a"], "c": ["../«|../»c"] } } }
// @filename: «|own/»src/a.ts
export const a = 1;
// @filename: «|own/»src/b/index.ts
export const b = 1;
// @filename: c.ts
import "a";
`,
    ],
    [
      "tsconfig aliases to a declaration file, named as TypeScript completes it",
      "src",
      "lib",
      `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": { "a": ["./«src|lib»/types.d"] } } }
// @filename: «src|lib»/types.d.ts
export declare const a: 1;
// @filename: b.ts
export const b = 1;
`,
    ],
    [
      "line ends, byte order mark and quotes stay",
      "a.ts",
      "lib/a.ts",
      "// @filename: «|lib/»a.ts\nexport const a = 1;\r\n// @filename: b.ts\n\ufeffimport '«./a|./lib/a»';\r\n\r\nlet x;",
    ],
    [
      "what cannot be found moves along as it was meant",
      "a.ts",
      "lib/a.ts",
      '// @filename: «|lib/»a.ts\nimport "«./generated|../generated»";\nimport "«../outside|../../outside»";\n',
    ],
  ];
  for (const [what, from, to, text] of ROWS) test(what, () => thereAndBack(text, from, to));
});

describe("a folder", () => {
  const ROWS: readonly [what: string, from: string, to: string, text: string][] = [
    [
      "imports into it, out of it and within it",
      "src/lib",
      "src/core/lib",
      `// @filename: src/«|core/»lib/index.ts
export * from "./a";
import "«../b|../../b»";
// @filename: src/«|core/»lib/a.ts
import ".";
import "./index.js";
import "«../../top|../../../top»";
// @filename: src/«|core/»lib/readme.txt
text
// @filename: src/b.ts
import "./«|core/»lib";
import "./«|core/»lib/a.js";
// @filename: top.ts
import "./src/«|core/»lib/index";
`,
    ],
    [
      "a package: its own configuration, and what refers to it",
      "packages/a",
      "libs/one/a",
      `// @filename: tsconfig.base.json
{}
// @filename: tsconfig.json
{ "files": [], "references": [{ "path": "./«packages|libs/one»/a" }, { "path": "./packages/b" }] }
// @filename: «packages|libs/one»/a/package.json
{ "name": "@x/a", "exports": "./src/index.ts" }
// @filename: «packages|libs/one»/a/tsconfig.json
{ "extends": "«../../|../../../»tsconfig.base.json", "include": ["src"], "references": [{ "path": "«../|../../../packages/»b" }] }
// @filename: «packages|libs/one»/a/src/index.ts
import "«../../|../../../../packages/»b/src";
// @filename: packages/b/package.json
{ "name": "@x/b" }
// @filename: packages/b/tsconfig.json
{ "include": ["src/**/*.ts"] }
// @filename: packages/b/src/index.ts
import "@x/a";
`,
    ],
    [
      "a configuration that others extend, whatever it is called",
      "conf",
      "config/deep",
      `// @filename: tsconfig.json
{ "extends": "./«conf|config/deep»/base.json", "include": ["src"] }
// @filename: «conf|config/deep»/base.json
{ "compilerOptions": { "lib": ["esnext"], "rootDir": "«|../»../src", "paths": { "@/*": ["«|../»../src/*"] }, "outDir": "\${configDir}/src/out" } }
// @filename: src/a.ts
export const a = 1;
// @filename: src/b.ts
import { a } from "@/a";
`,
    ],
    [
      "a configuration that other packages extend by the name of its own",
      "packages/config/base.json",
      "packages/config/lib/strict.json",
      `// @filename: package.json
{ "workspaces": ["packages/*"] }
// @filename: packages/config/package.json
{ "name": "@x/config" }
// @filename: packages/config/«base|lib/strict».json
{ "compilerOptions": { "strict": true } }
// @filename: packages/a/package.json
{ "name": "@x/a", "devDependencies": { "@x/config": "*" } }
// @filename: packages/a/tsconfig.json
{ "extends": "@x/config/«base|lib/strict».json" }
// @filename: packages/a/tsconfig.test.json
{ "extends": ["./tsconfig.json", "@x/config/«base|lib/strict»"] }
// @filename: packages/a/a.ts
export const a = 1;
`,
    ],
    [
      "a package with configurations that name their own folders",
      "packages/a",
      "packages/b",
      `// @filename: package.json
{ "workspaces": ["packages/*"] }
// @filename: packages/«a|b»/package.json
{ "name": "@x/a" }
// @filename: packages/«a|b»/test/tsconfig.json
{ "compilerOptions": { "rootDir": ".", "outDir": "./" }, "include": ["."] }
// @filename: packages/«a|b»/test/a.ts
export const a = 1;
`,
    ],
    [
      "an index that was named by its folder alone",
      "src/lib/index.js",
      "src/lib.js",
      `// @filename: src/lib«/index|».js
exports.a = 1;
// @filename: src/b.js
require("./lib«/|»");
require("./lib");
`,
    ],
    [
      "what stands in the folder of who extends it",
      "src",
      "source",
      `// @filename: tsconfig.json
{ "extends": "./conf/base.json" }
// @filename: conf/base.json
{ "compilerOptions": { "lib": ["esnext"], "rootDir": "\${configDir}/«src|source»" }, "include": ["\${configDir}/«src|source»/**/*"] }
// @filename: «src|source»/a.ts
export const a = 1;
`,
    ],
    [
      "patterns that name it",
      "src/lib",
      "core",
      `// @filename: tsconfig.json
{ "include": ["./«src/lib|core»/**/*.ts", "src/*.ts"], "exclude": ["«src/lib|core»/x"] }
// @filename: package.json
{ "name": "p", "files": ["«src/lib|core»"], "exports": { "./*": "./«src/lib|core»/*.ts" } }
// @filename: «src/lib|core»/a.ts
export const a = 1;
// @filename: src/b.ts
import "p/a";
import "./b";
`,
    ],
  ];
  for (const [what, from, to, text] of ROWS) test(what, () => thereAndBack(text, from, to));

  for (const name of ["lib", "dist", "build", "out", "es"])
    test(`sources of a folder ${name} to src, which no alias leads to by itself`, async () => {
      await thereAndBack(
        `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "baseUrl": ".", "paths": { "@/*": ["./*"] } } }
// @filename: «|src/»${name}/a.ts
export const a = 1;
// @filename: src/b.ts
import "@/«|src/»${name}/a";
import "«|src/»${name}/a";
`,
        name,
        `src/${name}`,
      );
      await thereAndBack(
        `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": { "@/*": ["./*"], "@own/*": ["./${name}/*"] } } }
// @filename: package.json
{ "name": "p", "imports": { "#own/*": "./${name}/*.ts" } }
// @filename: «${name}|src»/a.ts
export const a = 1;
// @filename: ${name}/c.ts
// @filename: src/b.ts
import "@/«${name}|src»/a";
import "«@own|.»/a";
import "«#own|.»/a";
`,
        `${name}/a.ts`,
        "src/a.ts",
      );
    });

  test("sources to where others are built into them", async () => {
    const text =
      '// @filename: «lib|source»/a.js\nmodule.exports = 1;\n// @filename: test/b.js\nrequire("../«lib|source»/a");\n// @filename: package.json\n{ "name": "p", "main": "«lib|source»/a.js" }\n// @filename: pages/x.html\n<script src="../«lib|source»/a.js"></script><script src="/«lib|source»/a.js"></script>\n';
    await thereAndBack(text, "lib", "source");
  });

  test("into a folder that is named with a slash at its end, there or not", async () => {
    await using desk = await Desk.with({ "src/a.ts": "", "b.ts": 'import "./src/a";\n', "lib/c.ts": "" });
    const moves = [
      ["b.ts", "lib/", "lib/b.ts"],
      ["b.ts", "new/deep/", "new/deep/b.ts"],
      ["src", "lib/", "lib/src"],
      ["src", "source/", "source/src"],
    ] as const;
    for (const [from, to, wanted] of moves) {
      expect((await desk.connection.data<MoveData>("kart_move", { from, to })).moved).toEqual([{ from, to: wanted }]);
      expect([existsSync(desk.workspace.path(from)), existsSync(desk.workspace.path(wanted))]).toEqual([false, true]);
      await desk.connection.data("kart_undo");
    }
  });

  test("git sees a rename", async () => {
    await using desk = await Desk.with({
      "src/a.ts": "export const a = 1;\n".repeat(9),
      "b.ts": 'import "./src/a";\n',
    });
    const git = (...args: string[]) =>
      Bun.spawnSync([
        "git",
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@t",
        "-C",
        desk.workspace.root,
        ...args,
      ]).stdout.toString();
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "one");
    await desk.connection.data("kart_move", { from: "src", to: "lib/src" });
    git("add", "-A");
    expect(git("diff", "--cached", "-M", "--name-status").trim().split("\n").sort()).toEqual([
      "M\tb.ts",
      "R100\tsrc/a.ts\tlib/src/a.ts",
    ]);
  });
});

describe("symlinks", () => {
  test("a link is moved as a link that leads where it led, and back", async () => {
    await using desk = await Desk.with({
      "src/a.ts": "export const a = 1;\n",
      "link.ts": { symlinkTo: "./src/a.ts" },
      "b.ts": 'import "./link";\nimport "./src/a";\n',
    });
    await desk.connection.data("kart_move", { from: "link.ts", to: "deep/other.ts" });
    expect(readlinkSync(desk.workspace.path("deep/other.ts"))).toBe("../src/a.ts");
    expect(desk.workspace.read("b.ts")).toBe('import "./deep/other";\nimport "./src/a";\n');
    expect(lstatSync(desk.workspace.path("src/a.ts")).isFile()).toBe(true);
    await desk.connection.data("kart_undo");
    expect(readlinkSync(desk.workspace.path("link.ts"))).toBe("./src/a.ts");
    expect(existsSync(desk.workspace.path("deep"))).toBe(false);
    expect(desk.workspace.read("b.ts")).toBe('import "./link";\nimport "./src/a";\n');
  });

  test("a link that leads outside is moved, and what it leads to is not looked at", async () => {
    await using desk = await Desk.with({ "app/link": { symlinkTo: "../secret" }, "secret/x": "x" }, undefined, "app");
    await desk.connection.data("kart_move", { from: "link", to: "deep/link" });
    expect(readlinkSync(desk.workspace.path("app/deep/link"))).toBe("../../secret");
    expect(desk.workspace.read("secret/x")).toBe("x");
  });

  test("those that lead to what is moved, or out of it, are named with what they would have to say", async () => {
    await using desk = await Desk.with({
      "AGENTS.md": "",
      "CLAUDE.md": { symlinkTo: "AGENTS.md" },
      "gone.md": { symlinkTo: "nowhere.md" },
      "src/lib/a.ts": "",
      "src/lib/in.ts": { symlinkTo: "./a.ts" },
      "src/lib/out.ts": { symlinkTo: "../b.ts" },
      "src/b.ts": "",
      "links/a-link.ts": { symlinkTo: "../src/lib/a.ts" },
      "links/lib": { symlinkTo: "../src/lib/" },
      "links/src": { symlinkTo: "../src" },
    });
    const warnings = async (from: string, to: string) =>
      (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
    const note = "SYMLINKS that no longer lead where they led: ";
    expect(await warnings("AGENTS.md", "docs/AGENTS.md")).toEqual([
      `${note}CLAUDE.md -> AGENTS.md (must say docs/AGENTS.md)`,
    ]);
    expect(await warnings("src/lib/a.ts", "src/lib/b.ts")).toEqual([
      `${note}links/a-link.ts -> ../src/lib/a.ts (must say ../src/lib/b.ts); src/lib/in.ts -> ./a.ts (must say b.ts)`,
    ]);
    expect(await warnings("src/lib", "lib")).toEqual([
      `${note}links/a-link.ts -> ../src/lib/a.ts (must say ../lib/a.ts); links/lib -> ../src/lib/ (must say ../lib); lib/out.ts -> ../b.ts (must say ../src/b.ts)`,
    ]);
    expect(await warnings("src/b.ts", "src/c.ts")).toEqual([`${note}src/lib/out.ts -> ../b.ts (must say ../c.ts)`]);
    expect(await warnings("links/lib", "lib")).toEqual([]);
  });

  test("imports go through one to a folder: as before, by it to a new place within, and where they cannot it is named", async () => {
    await using desk = await Desk.with({
      "docs/x.md": "",
      "shared/a.ts": "export const a = 1;\n",
      "shared/in/b.ts": "export {};\n",
      "src/shared": { symlinkTo: "../shared" },
      "src/main.ts": 'import "./shared/a";\nimport "./shared/in/b";\n',
    });
    const before = desk.workspace.snapshot();
    const move = async (from: string, to: string, main = "src/main.ts") => {
      const { warnings } = await desk.connection.data<MoveData>("kart_move", { from, to });
      const text = desk.workspace.read(main);
      await desk.connection.data("kart_undo");
      expect(desk.workspace.snapshot()).toEqual(before);
      return [text, ...warnings];
    };
    const text = 'import "./shared/a";\nimport "./shared/in/b";\n';
    expect(await move("docs/x.md", "docs/y.md")).toEqual([text]);
    expect(await move("src/main.ts", "src/in/main.ts", "src/in/main.ts")).toEqual([text.replaceAll("./", "../")]);
    expect(await move("shared/a.ts", "shared/deep/c.ts")).toEqual([text.replace("/a", "/deep/c")]);
    expect(await move("src/shared", "lib/other")).toEqual([text.replaceAll("./shared", "../lib/other")]);
    expect(await move("shared/in/b.ts", "lib/b.ts")).toEqual([
      text,
      "NOT AS BEFORE: src/main.ts:2 imports ./shared/in/b, which would lead nowhere by the symlink src/shared",
    ]);
    expect(await move("src", "lib/src", "lib/src/main.ts")).toEqual([
      text,
      "SYMLINKS that no longer lead where they led: lib/src/shared -> ../shared (must say ../../shared)",
      "NOT AS BEFORE: lib/src/main.ts:1 imports ./shared/a, which would lead nowhere by the symlink lib/src/shared; lib/src/main.ts:2 imports ./shared/in/b, which would lead nowhere by the symlink lib/src/shared",
    ]);
  });

  test("nothing goes through a link that leads outside", async () => {
    await using desk = await Desk.with(
      { "app/out": { symlinkTo: "../secret" }, "secret/x.ts": "x", "app/a.ts": "" },
      undefined,
      "app",
    );
    expect(await desk.refused("kart_move", { from: "out/x.ts", to: "x.ts" })).toMatch(/^path_outside_root: /);
    expect(await desk.refused("kart_move", { from: "a.ts", to: "out/a.ts" })).toMatch(/^path_outside_root: /);
  });
});

describe("refused", () => {
  const files = {
    "a.ts": "export const a = 1;\n",
    "b.ts": 'import "./a";\n',
    "lib/c.ts": "",
    ".claude/x.ts": "",
    "inner/.git/config": "",
    "inner/a.ts": "",
    "generic.ts": "export const f = <T>(x: T) => x;\n",
    "typed.ts": "export const a: number = 1;\n",
    "view.tsx": "export const a = <b/>;\n",
    "pack/package.json": '{ "name": "pack", "exports": "./i.ts", "imports": { "#x": "./x.ts" } }',
    "pack/i.ts": "",
    "pack/x.ts": "",
  };
  const ROWS: readonly [from: string, to: string, message: RegExp][] = [
    ["a.ts", "b.ts", /^already_exists: `b\.ts` exists/],
    ["a.ts", "lib", /^already_exists: .*name the whole path: `lib\/a\.ts`/],
    ["a.ts", "a.ts", /^no_change: /],
    ["lib/c.ts", "lib/", /^no_change: `lib\/c\.ts`/],
    ["lib", "lib/", /^no_change: `lib`/],
    ["a.ts", "b.ts/", /^already_exists: `b\.ts` exists/],
    ["a.ts", "../x/", /^path_outside_root: /],
    ["lib", "lib/deep/lib", /^invalid_argument: .*inside what is to be moved/],
    ["a.ts", "b.ts/a.ts", /^not_a_file: /],
    [".", "x", /^invalid_argument: The root/],
    ["nope.ts", "x.ts", /^file_not_found: /],
    ["a.ts", "../x.ts", /^path_outside_root: /],
    ["../x.ts", "x.ts", /^path_outside_root: /],
    ["a.ts", ".claude/a.ts", /^protected_path: /],
    [".claude/x.ts", "x.ts", /^protected_path: /],
    [".claude", "x", /^protected_path: /],
    ["inner", "x", /^protected_path: /],
    ["a.ts", ".a.ts.kart-tmp", /^invalid_argument: /],
    ["a.ts", "", /^invalid_argument: /],
    ["a.ts", "x/a", /^invalid_argument: x\/a has no ending.* For a folder pass x\/a\/ as `to`, for a file x\/a\.ts\./],
    ["generic.ts", "generic.tsx", /^syntax_error: generic\.ts does not parse as generic\.tsx: line 1/],
    ["typed.ts", "typed.js", /^syntax_error: /],
    ["view.tsx", "view.ts", /^syntax_error: /],
    ["pack/i.ts", "i.ts", /^invalid_argument: pack\/package\.json names \.\/i\.ts in `exports`/],
    ["pack/x.ts", "x.ts", /^invalid_argument: pack\/package\.json names \.\/x\.ts in `imports`/],
  ];
  for (const [from, to, message] of ROWS)
    test(`${from} to ${to}`, async () => {
      await using desk = await Desk.with(files);
      expect(await desk.refused("kart_move", { from, to })).toMatch(message);
    });

  test("an importer that is read-only, or does not parse where its import stands", async () => {
    await using desk = await Desk.with(files);
    Bun.spawnSync(["chmod", "444", desk.workspace.path("b.ts")]);
    expect(await desk.refused("kart_move", { from: "a.ts", to: "lib/a.ts" })).toMatch(
      /^protected_path: b\.ts is read-only/,
    );
    expect(existsSync(desk.workspace.path("a.ts"))).toBe(true);
    Bun.spawnSync(["chmod", "644", desk.workspace.path("b.ts")]);
    desk.workspace.write("b.ts", 'import "./a";\nlet = ;\n');
    expect(await desk.refused("kart_move", { from: "a.ts", to: "lib/a.ts" })).toMatch(
      /^syntax_error: b\.ts would change with it, and does not parse: line 2: /,
    );
  });
});

describe("said", () => {
  test("what is replaced for browsers, and what Jest maps: its patterns may mean the old path", async () => {
    const text =
      '// @filename: package.json\n{\n  "name": "p",\n  "browser": { "./src/«a|b».ts": "./src/web.ts", "src": false, "./src/web.ts": "./src/«a|b».ts" },\n  "jest": { "moduleNameMapper": { "./src/a.ts": "<rootDir>/src/«a|b».ts", "^@/(.*)$": "<rootDir>/src/$1", "^p/(.*)$": "src/a.ts" } }\n}\n// @filename: src/«a|b».ts\nexport const a = 1;\n// @filename: src/web.ts\nexport const a = 2;\n';
    await thereAndBack(text, "src/a.ts", "src/b.ts", [/^STILL NAMED BY ITS OLD PATH: package\.json:4 \.\/src\/a\.ts$/]);
  });

  test("paths in texts that no program reads as imports", async () => {
    const text = `// @filename: app/package.json
{ "name": "app" }
// @filename: app/src/a.ts
export const a = 1;
// @filename: app/Dockerfile
FROM scratch
COPY ./src/a.ts /
// @filename: app/AGENTS.md
See \`src/a.ts\`.
// @filename: notes/readme.md
See app/src/a.ts, not src/a.ts or https://example.org/app/src/a.ts.
// @filename: CHANGELOG.md
app/src/a.ts
`;
    await using desk = await Desk.with(markedFiles(text));
    const { warnings } = await desk.connection.data<MoveData>("kart_move", {
      from: "app/src/a.ts",
      to: "app/lib/a.ts",
    });
    expect(warnings).toEqual([
      "STILL NAMED BY ITS OLD PATH: app/Dockerfile:2 ./src/a.ts; app/AGENTS.md:1 src/a.ts; notes/readme.md:1 app/src/a.ts",
    ]);
  });

  test("the end of its path, where that is long and no other file's", async () => {
    const text = `// @filename: packages/core/src/parser/read.ts
export const a = 1;
// @filename: packages/other/src/parser/read.ts
export const a = 2;
// @filename: packages/other/package.json
{ "name": "other", "private": true }
// @filename: packages/other/notes.md
See src/parser/read.ts.
// @filename: scripts/build.ts
export const replaced = ["core/src/parser/read.ts", "src/parser/read.ts", "parser/read.ts", "other/src/parser/read.ts"];
`;
    await using desk = await Desk.with(markedFiles(text));
    const move = async (from: string, to: string) =>
      (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
    const file = ["STILL NAMED BY ITS OLD PATH: scripts/build.ts:1 core/src/parser/read.ts"];
    expect(await move("packages/core/src/parser/read.ts", "packages/core/src/read.ts")).toEqual(file);
    expect(await move("packages/core/src/parser", "packages/core/src/reader")).toEqual(file);
  });

  test("not what only reads like its path: an import of a neighbour, a subpath of a package, a path in a package", async () => {
    const text = `// @filename: package.json
{ "name": "p", "exports": { ".": "./actions/index.ts", "./ens": "./«|names/»ens/index.ts" } }
// @filename: «|names/»ens/index.ts
export * from "«../|../../»actions/ens/a.js";
// @filename: actions/index.ts
export * from "./ens/a.js";
const later = "./ens/a.js";
// @filename: actions/ens/a.ts
export const a = 1;
// @filename: q/package.json
{ "name": "q", "files": ["ens/a.js"], "exports": "./ens/a.js" }
// @filename: q/main.ts
const led = "./ens/index";
`;
    await thereAndBack(text, "ens", "names/ens", [/^STILL NAMED BY ITS OLD PATH: q\/main\.ts:1 \.\/ens\/index$/]);
  });

  describe("strings that lead to it and are no imports", () => {
    const main = `// @filename: package.json
{ "name": "p", "main": "lib/main.js" }
// @filename: lib/main.js
module.exports = require("«./dep|./core/dep»");
// @filename: lib/«dep|core/dep».js
module.exports = 1;
`;
    const named = (...rows: readonly string[]) => [
      new RegExp(`^STILL NAMED BY ITS OLD PATH: ${rows.map((row) => RegExp.escape(`test/a.js:${row}`)).join("; ")}$`),
    ];
    const move = (text: string, ...rows: readonly string[]) =>
      thereAndBack(`${main}// @filename: test/a.js\n${text}`, "lib/dep.js", "lib/core/dep.js", named(...rows));

    test("calls of what loads modules, without an ending", () =>
      move(
        'require("«../lib/dep|../lib/core/dep»");\nmock("../lib/dep", {});\nmodule.require("«../lib/dep|../lib/core/dep»");\nrequire(a ? "../lib/dep" : "./b");\n',
        "2 ../lib/dep",
        "4 ../lib/dep",
      ));

    test("what is put together from the folder of the file", () =>
      move(
        'join(__dirname, "..", "lib", "dep.js");\njoin(__dirname, "../lib/dep");\njoin(__dirname, "..", "lib", name);\n',
        "1 ../lib/dep.js",
        "2 ../lib/dep",
      ));

    test("keys beside a path, relative to what it leads to or to the file", () =>
      move(
        'proxyquire("..", {\n  "./dep": 1,\n  "./other": 2,\n});\nt.mock("../lib/main", { "../lib/dep": 1 });\n',
        "2 ./dep",
        "5 ../lib/dep",
      ));

    test("keys relative to what is moved itself", () =>
      thereAndBack(
        `// @filename: lib/«main|core/main».js
module.exports = require("«./dep|../dep»");
// @filename: lib/dep.js
// @filename: test/a.js
proxyquire("../lib/main", {
  "./dep": 1,
});
`,
        "lib/main.js",
        "lib/core/main.js",
        named("1 ../lib/main", "2 ./dep"),
      ));

    test("a folder of the name that builds have", () =>
      thereAndBack(
        '// @filename: «lib|src»/dep.js\n// @filename: test/a.js\njoin(__dirname, "..", "lib", "dep.js");\njoin(__dirname, "..", "lib", name);\n',
        "lib",
        "src",
        named("1 ../lib/dep.js", "2 ../lib"),
      ));

    test("nothing where they move along, or lead there as before", () =>
      thereAndBack(
        '// @filename: «lib|src»/dep.js\n// @filename: «lib|src»/a.js\nrewire("./dep");\nrewire("../lib2/dep");\n',
        "lib",
        "src",
      ));
  });

  test("a text whose module system is not that of its new place", async () => {
    const say = (what: string) => [new RegExp(`^NOT AS BEFORE: [^;]* ${what}[^;]*$`)];
    const cjs = 'const b = require("«./b|../b»");\nmodule.exports = b;\n// @filename: b.js\n';
    await thereAndBack(`// @filename: «a.js|lib/a.mjs»\n${cjs}`, "a.js", "lib/a.mjs", say("is an ES module there"));
    const typed = '// @filename: lib/package.json\n{ "type": "module" }\n';
    await thereAndBack(`${typed}// @filename: «a.js|lib/a.js»\n${cjs}`, "a.js", "lib/a.js", say("is an ES module"));
    await thereAndBack(`// @filename: «a.js|lib/a.cjs»\n${cjs}`, "a.js", "lib/a.cjs");
    const esm = 'import "«./b|../b»";\n// @filename: b.js\n';
    await thereAndBack(`// @filename: «a.mjs|lib/a.cjs»\n${esm}`, "a.mjs", "lib/a.cjs", say("is CommonJS there"));
    await thereAndBack(`${typed}// @filename: «a.js|lib/a.js»\n${esm}`, "a.js", "lib/a.js");
  });

  test("CommonJS that becomes TypeScript", async () => {
    const assigned =
      "a.ts:1, 2 assigns to `exports`, which in TypeScript exports nothing and is no symbol: write `export`";
    const required = "plain Node.js does not find a.ts by the `require` of b.js:1";
    const files = {
      "a.js": "exports.x = 1;\nexports.y = 2;\n",
      "b.js": 'require("./a");\n',
      "c.ts": 'require("./a");\n',
      "esm.js": "export const z = 1;\n",
      "d.js": 'import "./esm";\n',
    };
    await using desk = await Desk.with(files);
    const warnings = async (from: string, to: string) =>
      (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
    expect(await warnings("a.js", "a.ts")).toEqual([`NOT AS BEFORE: ${assigned}; ${required}`]);
    expect(await warnings("a.js", "lib/a.js")).toEqual([]);
    expect(await warnings("esm.js", "esm.ts")).toEqual([]);
  });

  test("what a page names from a top that the new place is not below", async () => {
    const text =
      '// @filename: app/index.html\n<p>\n<script src="/a.ts"></script>\n// @filename: «app/a.ts|a.ts»\nexport const a = 1;\n';
    await thereAndBack(text, "app/a.ts", "a.ts", [
      /^NOT AS BEFORE: app\/index\.html:2 names \/a\.ts, which would lead nowhere$/,
    ]);
  });

  test("imports by an alias that leads nowhere and may be meant for it", async () => {
    const text =
      '// @filename: «|lib/»a.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from "@/a";\nimport "x/a";\n';
    await thereAndBack(text, "a.ts", "lib/a.ts", [/^NOT REWRITTEN: .*: b\.ts:1 @\/a$/]);
  });

  test("imports that are put together when they run", async () => {
    const text =
      "// @filename: «|lib/»a.ts\nexport const a = 1;\n// @filename: b.ts\nconst m = await import(`./${name}.ts`);\n";
    await thereAndBack(text, "a.ts", "lib/a.ts", [/^LOOK AT THESE.*: b\.ts:1 \.\/…/]);
    const own = "// @filename: «|lib/»b.ts\nconst m = await import(`./${name}.ts`);\n";
    await thereAndBack(own, "b.ts", "lib/b.ts", [/^LOOK AT THESE.*: lib\/b\.ts:1 \.\/…$/]);
  });

  test("imports that are put together by an alias, or from the top of their package", async () => {
    await using desk = await Desk.with({
      "tsconfig.json":
        '{ "compilerOptions": { "lib": ["esnext"], "paths": { "@/*": ["./src/*"], "#pages": ["./src/pages"] } } }\n',
      "src/locales/de.json": "{}\n",
      "src/pages/a.ts":
        "import(`@/locales/${l}.json`);\nimport.meta.glob('@/locales/*.json');\nimport.meta.glob('/src/locales/*.json');\nimport(`lodash/${l}`);\nimport(`@/other/${l}`);\n",
    });
    const looked = async (from: string, to: string) =>
      (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings.filter((one) =>
        one.startsWith("LOOK AT THESE"),
      );
    const note = "LOOK AT THESE, whose paths are put together when they run: ";
    const aliased = "src/pages/a.ts:1 @/locales/…; src/pages/a.ts:2 @/locales/…";
    expect(await looked("src/locales/de.json", "src/texts/de.json")).toEqual([
      `${note}${aliased}; src/pages/a.ts:3 /src/locales/…`,
    ]);
    expect(await looked("src/locales", "texts")).toEqual([`${note}${aliased}; src/pages/a.ts:3 /src/locales/…`]);
    expect(await looked("src/pages", "src/in/pages")).toEqual([]);
    // What the alias stands for is rewritten.
    expect(await looked("src", "source")).toEqual([
      expect.stringMatching(/: source\/pages\/a\.ts:3 \/src\/locales\/…$/),
    ]);
  });

  test("names in scripts that may be its own, beside paths that are", async () => {
    const text = `// @filename: package.json
{
  "scripts": {
    "dev": "nodemon --watch src --exec 'bun «src|source»/main.ts'",
    "lint": "eslint '«src|source»/**/*.ts'",
    "start": "cd «src|source» && bun main.ts",
    "copy": "cpx «src|source»/lib dist",
    "src": "bun run src"
  }
}
// @filename: «src|source»/main.ts
export {};
`;
    await thereAndBack(text, "src", "source", [/^STILL NAMED BY ITS OLD PATH: package\.json:3 src$/]);
  });

  test("URLs that are put together, and those of what is not there", async () => {
    const text =
      '// @filename: «|lib/»a.ts\nnew URL(`./in/${name}`, import.meta.url);\nnew URL("./in%20/", import.meta.url);\nnew URL("./gone/", import.meta.url);\nnew URL("«../beside|../../beside»", import.meta.url);\n';
    await thereAndBack(text, "a.ts", "lib/a.ts", [
      /^LOOK AT THESE.*: lib\/a\.ts:1 \.\/in\/…; lib\/a\.ts:2 \.\/in%20\/…$/,
      /^LEAD ELSEWHERE.*: lib\/a\.ts:3 \.\/gone\/$/,
    ]);
  });

  test("what a project or a package no longer takes in", async () => {
    const text = `// @filename: tsconfig.json
{ "include": ["src"] }
// @filename: package.json
{ "name": "p", "main": "dist/a.js" }
// @filename: «src|other»/a.ts
export const a = 1;
// @filename: src/b.ts
import "«./a|../other/a»";
`;
    await thereAndBack(text, "src/a.ts", "other/a.ts", [
      /^NOT AS BEFORE: package\.json:1 "dist\/a\.js" was for src\/a\.ts: change it for other\/a\.ts; other\/a\.ts was part of a tsconfig/,
    ]);
  });

  test("declarations that projects take by their types", async () => {
    const text = (roots: string, types: string, from: string) => `// @filename: app/tsconfig.json
{ "compilerOptions": { ${roots}"types": ["${types}"] }, "include": ["src"] }
// @filename: ${from}
interface AppCfg { port: number }
// @filename: app/src/a.ts
export const a: AppCfg = { port: 1 };
`;
    const roots = '"typeRoots": ["../types"], ';
    const would = (name: string, to: string) =>
      new RegExp(
        `^NOT AS BEFORE: app/tsconfig\\.json took types/app/index\\.d\\.ts by "${RegExp.escape(name)}" of its \`types\`, and would not take ${RegExp.escape(to)}$`,
      );
    const renamed = text(roots, "«app|app2»", "types/«app|app2»/index.d.ts");
    await thereAndBack(renamed, "types/app", "types/app2");
    await thereAndBack(text("", "../types/«app|app2»", "types/«app|app2»/index.d.ts"), "types/app", "types/app2");
    await thereAndBack(text("", "../types/«app|app2»", "types/«app|app2».d.ts"), "types/app.d.ts", "types/app2.d.ts");
    await thereAndBack(text(roots, "*", "types/«app|app2»/index.d.ts"), "types/app", "types/app2");
    await thereAndBack(text(roots, "app", "types/app«/index|».d.ts"), "types/app/index.d.ts", "types/app.d.ts");
    for (const [name, to] of [
      ["app", "types/app/cfg.d.ts"],
      ["*", "types/app/cfg.d.ts"],
      ["app", "other/app/index.d.ts"],
    ] as const) {
      const left = text(roots, name, `«types/app/index.d.ts|${to}»`);
      await thereAndBack(left, "types/app/index.d.ts", to, [would(name, to)]);
    }
    await thereAndBack(text(roots, "*", "«types/app/index|app/src/b».d.ts"), "types/app/index.d.ts", "app/src/b.d.ts");
  });

  test("a script that its new ending makes a module", async () => {
    const text = (source: string) => `// @filename: «glob.ts|glob.mts»\n${source}\n`;
    const left = [
      /^NOT AS BEFORE: glob\.mts is a module by its ending, and glob\.ts was none: others no longer see what it declares$/,
    ];
    await thereAndBack(text("interface Thing { a: 1 }"), "glob.ts", "glob.mts", left);
    await thereAndBack(text("export interface Thing { a: 1 }"), "glob.ts", "glob.mts");
  });

  test("one of several projects that what declares globally leaves", async () => {
    const text = (globals: string, more = "", project = "src") => `// @filename: tsconfig.json
{ "include": ["**/*"] }
// @filename: ${project}/tsconfig.json
{ "include": ["./**/*"] }
// @filename: ${project}/use.ts
${more}export const g = 1;
// @filename: «src|lib»/aug.ts
${globals}
`;
    const left = [
      /^NOT AS BEFORE: lib\/aug\.ts was part of the project of src\/tsconfig\.json as src\/aug\.ts, which no longer sees what it declares globally$/,
    ];
    const global = "declare global { interface GT { a: number } }\nexport {};";
    await thereAndBack(text(global), "src/aug.ts", "lib/aug.ts", left);
    await thereAndBack(text("interface GT { a: number }"), "src/aug.ts", "lib/aug.ts", left);
    await thereAndBack(text("export interface GT { a: number }"), "src/aug.ts", "lib/aug.ts");
    // Who imports it goes on to have it in its project.
    await thereAndBack(text(global, 'import "«./aug|../lib/aug»";\n'), "src/aug.ts", "lib/aug.ts");
    // The project goes with it.
    await thereAndBack(text(global, "", "«src|lib»"), "src", "lib");
  });

  test("the entry of a package: others go by its name, and no path reaches into it", async () => {
    const text = `// @filename: packages/lib/package.json
{ "name": "@x/lib", "exports": "./dist/index.js" }
// @filename: packages/lib/src/«index|deep/index».ts
export const a = 1;
// @filename: packages/lib/src/b.ts
import "«.|./deep»";
// @filename: packages/app/package.json
{ "name": "@x/app", "dependencies": { "@x/lib": "*" } }
// @filename: packages/app/a.ts
import "@x/lib";
// @filename: packages/app/b.ts
import "@x/lib";
`;
    await thereAndBack(text, "packages/lib/src/index.ts", "packages/lib/src/deep/index.ts", [
      /^NOT AS BEFORE: packages\/lib\/package\.json:1 "\.\/dist\/index\.js" was for [^;]*; packages\/app\/a\.ts:1 and 1 more import @x\/lib, which would lead nowhere$/,
    ]);
  });

  test("a dry run shows the whole diff and moves nothing", async () => {
    await using desk = await Desk.with({ "a.ts": "export const a = 1;\n", "b.ts": 'import "./a";\n' });
    const before = desk.workspace.snapshot();
    const text = await desk.connection.text("kart_move", { from: "a.ts", to: "x/y/a.ts", dryRun: true });
    expect(text).toStartWith(
      "moved the file a.ts to x/y/a.ts, 1 edit in 1 file (dry run, nothing written)\nb.ts: 1 edit\n@@",
    );
    expect(desk.workspace.snapshot()).toEqual(before);
    expect(existsSync(desk.workspace.path("x"))).toBe(false);
  });
});

test("a dry run of many files is capped, counts what it leaves out, and ends with what to look at", async () => {
  const names = Array.from({ length: 200 }, (_, index) => `lib/users/of/the/module/user-${index}.ts`);
  const user = `import { a } from "../../../../../a"; // ${"x".repeat(100)}\n`;
  await using desk = await Desk.with({
    "a.ts": "export const a = 1;\n",
    ...Object.fromEntries(names.map((name) => [name, user])),
    "lib/users/of/the/module/z.ts": "await import(`../../../../../${name}`);\n",
  });
  const text = await desk.connection.text("kart_move", { from: "a.ts", to: "b.ts", dryRun: true });
  expect(text.length).toBeWithin(12_000, 17_000);
  expect(text).toMatch(/\n… and \d+ more files\nWARNING: LOOK AT THESE/);
});

describe("undo", () => {
  test("edits before, in and after a move, in one call", async () => {
    await using desk = await Desk.with({ "a.ts": "export const a = 1;\n", "b.ts": 'import { a } from "./a";\n' });
    const before = desk.workspace.snapshot();
    await desk.change("kart_replace", { file: "a.ts", symbol: "a", content: "export const a = 2;" });
    await desk.connection.data("kart_move", { from: "a.ts", to: "lib/a.ts" });
    await desk.change("kart_replace", { file: "lib/a.ts", symbol: "a", content: "export const a = 3;" });
    await desk.connection.data("kart_move", { from: "lib", to: "core/lib" });
    expect(desk.workspace.read("b.ts")).toBe('import { a } from "./core/lib/a";\n');
    expect(await desk.connection.data("kart_undo", { steps: 4 })).toMatchObject({ remaining: 0 });
    expect(desk.workspace.snapshot()).toEqual(before);
    expect(existsSync(desk.workspace.path("core"))).toBe(false);
  });

  test("is refused where something has taken the old place, or the file has moved on", async () => {
    await using desk = await Desk.with({ "a.ts": "export const a = 1;\n", "b.ts": 'import "./a";\n' });
    await desk.connection.data("kart_move", { from: "a.ts", to: "lib/a.ts" });
    desk.workspace.write("a.ts", "mine\n");
    expect(await desk.refused("kart_undo", {})).toMatch(/^already_exists: /);
    await Bun.file(desk.workspace.path("a.ts")).delete();
    desk.workspace.write("b.ts", "mine\n");
    expect(await desk.refused("kart_undo", {})).toMatch(/^stale: b\.ts/);
  });
});

test("moves that are asked for at once see each other", async () => {
  for (let round = 0; round < 4; round++) {
    await using desk = await Desk.with({
      "tsconfig.json": "{}",
      "user.ts": 'import { one } from "./one";\nimport { two } from "./two";\none + two;\n',
      "one.ts": "export const one = 1;\n",
      "two.ts": "export const two = 2;\n",
    });
    const moves = [
      { from: "user.ts", to: "a/user.ts" },
      { from: "one.ts", to: "b/one.ts" },
      { from: "two.ts", to: "c/two.ts" },
    ];
    const inOrder = round % 2 === 0 ? moves : moves.toReversed();
    await Promise.all(inOrder.map((move) => desk.connection.data("kart_move", move)));
    expect(desk.workspace.read("a/user.ts")).toBe(
      'import { one } from "../b/one";\nimport { two } from "../c/two";\none + two;\n',
    );
  }
});

test("a package that node_modules links to is said to need another install", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "@x/a", "exports": "./a.ts" }',
    "packages/a/a.ts": "export const a = 1;\n",
    "b.ts": 'import { a } from "@x/a";\na;\n',
    "node_modules/@x/other/index.js": "",
  });
  desk.workspace.write("node_modules/@x/a", { symlinkTo: "../../packages/a" });
  const { warnings } = await desk.connection.data<MoveData>("kart_move", { from: "packages/a", to: "packages/b" });
  expect(warnings).toEqual(["INSTALL AGAIN, since links in node_modules lead to where these were: @x/a"]);
});

test("so is one that the node_modules of another package links to, and one that no `workspaces` lists any more", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "a", "exports": "./a.ts" }',
    "packages/a/a.ts": "export const a = 1;\n",
    "packages/b/package.json": '{ "name": "b", "dependencies": { "a": "workspace:*" } }',
    "packages/b/b.ts": 'import "a";\n',
  });
  desk.workspace.write("packages/b/node_modules/a", { symlinkTo: "../../a" });
  const { warnings } = await desk.connection.data<MoveData>("kart_move", { from: "packages/a", to: "libs/a" });
  expect(warnings).toEqual([
    "INSTALL AGAIN, since links in node_modules lead to where these were: a",
    "NOT AS BEFORE: libs/a is matched by no `workspaces` of a package.json, as packages/a was",
  ]);
});

test("so is one that pnpm finds no more, and a configuration that leaves the package by whose name others extend it", async () => {
  await using desk = await Desk.with({
    "package.json": "{}",
    "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n  - "!**/none"\n',
    "packages/a/package.json": '{ "name": "a" }',
    "packages/a/tsconfig.json": '{ "extends": "b/base.json" }',
    "packages/a/a.ts": "export const a = 1;\n",
    "packages/b/package.json": '{ "name": "b" }',
    "packages/b/base.json": "{}",
  });
  const told = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  expect(await told("packages/a", "libs/a")).toEqual([
    "NOT AS BEFORE: libs/a is matched by no `packages` of pnpm-workspace.yaml, as packages/a was",
  ]);
  expect(await told("packages/a", "packages/c")).toEqual([]);
  expect(await told("packages/b/base.json", "base.json")).toEqual([
    'NOT AS BEFORE: packages/a/tsconfig.json extends "b/base.json", which would lead nowhere',
  ]);
});

test("what a package exports by a pattern is said to have another name outside", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/a/package.json":
      '{ "name": "@x/a", "exports": { ".": "./src/index.ts", "./*": "./src/*.ts", "./*.js": "./src/*.ts" } }',
    "packages/a/src/index.ts": "",
    "packages/a/src/deep/a.ts": "export const a = 1;\n",
    "packages/a/src/wide/b.ts": "",
    "packages/a/src/wide/c/d.ts": "",
    "packages/own/package.json": '{ "name": "@x/own", "private": true, "exports": { "./*": "./*.ts" } }',
    "packages/own/a.ts": "export const a = 1;\n",
  });
  const move = (from: string, to: string) => desk.connection.data<MoveData>("kart_move", { from, to });
  const { warnings } = await move("packages/a/src/deep/a.ts", "packages/a/src/a.ts");
  expect(warnings).toEqual([
    "NOT AS BEFORE: packages/a/src/a.ts could be imported as @x/a/deep/a from outside the workspace, and cannot be any more",
  ]);
  expect((await move("packages/a/src/wide", "packages/a/src/narrow")).warnings).toEqual([
    "NOT AS BEFORE: 2 files could be imported as @x/a/wide/* from outside the workspace, and cannot be any more",
  ]);
  expect((await move("packages/a/src/narrow", "packages/a/lib")).warnings).toEqual([
    'NOT AS BEFORE: packages/a/package.json:1 "./src/*.ts" covered packages/a/src/narrow/* (2 files): add an entry for packages/a/lib/*',
  ]);
  expect((await move("packages/own/a.ts", "packages/own/b.ts")).warnings).toEqual([]);
  expect((await move("packages/a", "packages/c")).warnings).toEqual([]);
});

test("a file that becomes one of JSX where a project sets no `jsx`", async () => {
  const made = { "a.ts": "export const a = 1;\n", "b.ts": 'import "./a";\n', "c.ts": "" };
  const under = (folder: string, tsconfig: string) =>
    Object.fromEntries(
      Object.entries({ ...made, "tsconfig.json": tsconfig }).map(([path, text]) => [`${folder}/${path}`, text]),
    );
  await using desk = await Desk.with({
    ...under("plain", "{}"),
    ...under("jsx", '{ "compilerOptions": { "lib": ["esnext"], "jsx": "preserve" } }'),
    ...under("heir", '{ "extends": "../jsx/tsconfig.json" }'),
    ...under("unknown", '{ "extends": "not-installed/tsconfig.json" }'),
  });
  const move = async (path: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from: `${path}.ts`, to: `${path}.tsx` })).warnings;
  expect(await move("plain/a")).toEqual([
    "NOT AS BEFORE: plain/tsconfig.json sets no `jsx`: it refuses imports of plain/a.tsx",
  ]);
  for (const path of ["plain/c", "jsx/a", "heir/a", "unknown/a"]) expect(await move(path)).toEqual([]);
});

test("a pattern with an ending leads to no other kind of file, one without leads to what importers write", async () => {
  const made = "export const a = 1;\n";
  await using desk = await Desk.with({
    "a/package.json": '{ "name": "a", "private": true, "exports": { "./*.js": "./src/*.ts" } }',
    "a/src/a.ts": made,
    "b/package.json": '{ "name": "b", "private": true, "exports": { "./*": "./src/*" } }',
    "b/src/b.ts": made,
    "c.ts": 'import "a/a.js";\nimport "b/b.js";\n',
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  expect(await move("a/src/a.ts", "a/src/a.mts")).toEqual([
    'NOT AS BEFORE: a/package.json:1 "./src/*.ts" covered a/src/a.ts: add an entry for a/src/a.mts; c.ts:1 imports a/a.js, which would lead nowhere',
  ]);
  expect(await move("b/src/b.ts", "b/src/b.mts")).toEqual([]);
  expect(desk.workspace.read("c.ts")).toBe('import "a/a.js";\nimport "b/b.mjs";\n');
});

test("JavaScript and the declarations of its types make one module", async () => {
  await using desk = await Desk.with({
    "a.mjs": "export const a = 1;\n",
    "a.d.mts": "export declare const a: number;\n",
    "b.ts": 'import "./a.mjs";\n',
    "b.js": "",
    "t.d.ts": "export type T = 1;\n",
    "t.mjs": "",
    "plain.d.ts": "export type T = 1;\n",
    "plain.js": "",
    "plain.mjs": "",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  // Which may be built from it.
  expect(await move("b.ts", "d.ts")).toEqual(["LEFT BEHIND: with what was moved it makes one module: b.js"]);
  expect(await move("a.mjs", "c.mjs")).toEqual(["LEFT BEHIND: with what was moved it makes one module: a.d.mts"]);
  expect(await move("a.d.mts", "c.d.mts")).toEqual([]);
  expect(await move("c.d.mts", "e.d.mts")).toEqual(["LEFT BEHIND: with what was moved it makes one module: c.mjs"]);
  expect(await move("t.d.ts", "u.d.ts")).toEqual(["LEFT BEHIND: with what was moved it makes one module: t.mjs"]);
  expect(await move("u.d.ts", "t.d.ts")).toEqual([]);
  expect(await move("t.mjs", "u.mjs")).toEqual(["LEFT BEHIND: with what was moved it makes one module: t.d.ts"]);
  expect(await move("plain.mjs", "p.mjs")).toEqual([]);
});

test("a file that is no script and the declarations of its types make one module", async () => {
  await using desk = await Desk.with({
    "s.css": "",
    "s.d.css.ts": "declare const s: object;\nexport default s;\n",
    "t.svg": "",
    "t.svg.d.ts": "declare const t: string;\nexport default t;\n",
    "u.css": "",
    "plain.d.ts": "",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const note = "LEFT BEHIND: with what was moved it makes one module: ";
  expect(await move("s.css", "in/s.css")).toEqual([`${note}s.d.css.ts`]);
  expect(await move("s.d.css.ts", "in/s.d.css.ts")).toEqual([`${note}s.css`]);
  expect(await move("t.svg", "in/t.svg")).toEqual([`${note}t.svg.d.ts`]);
  expect(await move("t.svg.d.ts", "in/t.svg.d.ts")).toEqual([`${note}t.svg`]);
  expect(await move("u.css", "in/u.css")).toEqual([]);
  expect(await move("plain.d.ts", "in/plain.d.ts")).toEqual([]);
});

test("the snapshots of a test move along with it, and back", async () => {
  const snapshots = "exports[`a 1`] = `1`;\n";
  await using desk = await Desk.with({
    "src/a.test.ts": 'import "./a";\n',
    "src/a.ts": "export const a = 1;\n",
    "src/__snapshots__/a.test.ts.snap": snapshots,
    "src/__snapshots__/b.test.ts.snap": "other\n",
    "src/b.test.tsx": "",
    "old/__snapshots__/a.test.ts.snap": "old\n",
  });
  const before = desk.workspace.snapshot();
  const move = async (from: string, to: string, dryRun = false) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun })).warnings;
  const along = [
    "MOVED ALONG, what belongs to it: src/__snapshots__/a.test.ts.snap to new/in/__snapshots__/c.test.ts.snap",
  ];
  expect(await move("src/a.test.ts", "new/in/c.test.ts", true)).toEqual(along);
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(await move("src/a.test.ts", "new/in/c.test.ts")).toEqual(along);
  expect(desk.workspace.read("new/in/__snapshots__/c.test.ts.snap")).toBe(snapshots);
  expect(desk.workspace.read("new/in/c.test.ts")).toBe('import "../../src/a";\n');
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(existsSync(desk.workspace.path("new"))).toBe(false);
  expect(await move("src/a.test.ts", "old/a.test.ts")).toEqual([
    "LEFT BEHIND: what belongs to it, since the new place has such: src/__snapshots__/a.test.ts.snap",
  ]);
  expect(await move("src/b.test.tsx", "src/c.test.tsx")).toEqual([]);
});

test("what a moved file puts together from its own folder is named where it leads elsewhere", async () => {
  await using desk = await Desk.with({
    "src/a/read.ts":
      'join(__dirname, "x.css");\njoin(__dirname, "../b/y.css");\njoin(__dirname, name);\nf("./x.css");\njoin(__dirname, "..", "..", name);\n',
    "src/a/x.css": "",
    "src/b/y.css": "",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const note = "LEAD ELSEWHERE, since they start from the folder of their file: ";
  expect(await move("src/a/read.ts", "src/in/a/read.ts")).toEqual([
    `${note}src/in/a/read.ts:1 ./x.css; src/in/a/read.ts:2 ../b/y.css; src/in/a/read.ts:3 __dirname; src/in/a/read.ts:5 ../../…`,
  ]);
  expect(await move("src/a", "src/in/a")).toEqual([`${note}src/in/a/read.ts:2 ../b/y.css; src/in/a/read.ts:5 ../../…`]);
  expect(await move("src/a/read.ts", "src/a/other.ts")).toEqual([]);
});

test("what a moved stylesheet or page of Markdown leads to by a path is named where it leads elsewhere", async () => {
  await using desk = await Desk.with({
    "src/a/_a.scss": '@import "../common/vars";\n@use "b";\n.a { background: url("../common/a.png?v=1"); }\n',
    "src/a/b.scss": '@use "../common";\n@use "../common/none";\n// @use "../common/vars";\n',
    "src/a/c.css": '@import "../common/reset.css";\n',
    "src/a/a.md": "[vars](../common/_vars.scss) [b](b.scss) [folder](../common/) [none](../none.md)\n",
    "src/a/a.ts": "export const a = 1;\n",
    "src/common/_vars.scss": "$x: 1px;\n",
    "src/common/_index.scss": "",
    "src/common/reset.css": "",
    "src/common/a.png": "",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const note = "LEAD ELSEWHERE, since they start from the folder of their file: ";
  expect(await move("src/a", "src/lib/a")).toEqual([
    `${note}src/lib/a/_a.scss:1 ../common/vars; src/lib/a/_a.scss:3 ../common/a.png; src/lib/a/b.scss:1 ../common; src/lib/a/c.css:1 ../common/reset.css; src/lib/a/a.md:1 ../common/_vars.scss; src/lib/a/a.md:1 ../common/`,
  ]);
  expect(await move("src/a/b.scss", "src/b.scss")).toEqual([`${note}src/b.scss:1 ../common`]);
  expect(await move("src/a/c.css", "src/common/c.css")).toEqual([]);
  expect(await move("src/a/c.css", "src/a/d.css")).toEqual([]);
  expect(await move("src", "lib")).toEqual([]);
});

test("what Nuxt calls by its path is said to go by another name", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "dependencies": { "nuxt": "4" } }',
    "app/components/UserCard.vue": "<template><b /></template>\n",
    "app/middleware/auth.ts": "export default () => {};\n",
    "app/plugins/a.ts": "export default () => {};\n",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const other = (from: string, to: string) => [
    `NOT AS BEFORE: ${to} goes by another name in Nuxt than as ${from}, and what uses it by that is not changed`,
  ];
  const card = "app/components/PersonCard.vue";
  expect(await move("app/components/UserCard.vue", card)).toEqual(other("app/components/UserCard.vue", card));
  expect(await move("app/middleware/auth.ts", "app/middleware/login.ts")).toEqual(
    other("app/middleware/auth.ts", "app/middleware/login.ts"),
  );
  expect(await move("app/middleware/auth.ts", "app/middleware/auth.global.ts")).toEqual([]);
  expect(await move("app/plugins/a.ts", "app/plugins/b.ts")).toEqual([]);
});

test("the types that a framework writes for each route stay beside it", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "devDependencies": { "@sveltejs/kit": "2", "@react-router/dev": "7" } }',
    "src/routes/blog/+page.ts":
      'import type { PageLoad } from "./$types";\nimport { a } from "./a";\nexport const load: PageLoad = () => a;\n',
    "src/routes/blog/a.ts": "export const a = 1;\n",
    "app/routes/home.tsx": 'import type { Route } from "./+types/home";\nexport type P = Route;\n',
  });
  await desk.connection.data("kart_move", { from: "src/routes/blog/+page.ts", to: "src/routes/news/old/+page.ts" });
  expect(desk.workspace.read("src/routes/news/old/+page.ts")).toStartWith(
    'import type { PageLoad } from "./$types";\nimport { a } from "../../blog/a";\n',
  );
  await desk.connection.data("kart_move", { from: "app/routes/home.tsx", to: "app/routes/deep/index.tsx" });
  expect(desk.workspace.read("app/routes/deep/index.tsx")).toStartWith(
    'import type { Route } from "./+types/index";\n',
  );
});

test("what a framework or a tool finds by its path is named where it finds it no more", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "dependencies": { "next": "15" } }',
    "app/about/page.tsx": "export default function Page() { return null; }\n",
    "knip.config.ts": "export default {};\n",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  expect(await move("app/about/page.tsx", "app/about/view.tsx")).toEqual([
    "NOT AS BEFORE: app/about/view.tsx was found by its framework as app/about/page.tsx, and is no more",
  ]);
  expect(await move("app/about/page.tsx", "app/info/page.tsx")).toEqual([]);
  expect(await move("knip.config.ts", "tools/knip.ts")).toEqual([
    "NOT AS BEFORE: tools/knip.ts was found by the tool that it configures as knip.config.ts, and is no more",
  ]);
});

test("what a moved component shows, and takes its styles from, is named where it leads elsewhere", async () => {
  await using desk = await Desk.with({
    "src/app/Page.vue": `<script setup>
import { a } from "./a";
</script>
<template><img src="../assets/logo.svg"><img src="/public.svg"><img src="./beside.svg"></template>
<style src="./styles/app.css"></style>
<style>
@import "./styles/vars";
a { background: url("../assets/bg.svg") }
</style>
`,
    "src/app/a.ts": "export const a = 1;\n",
    "src/app/styles/app.css": "",
    "src/app/styles/vars.css": "",
    "src/assets/logo.svg": "",
    "src/assets/bg.svg": "",
    "src/deep/in/beside.svg": "",
  });
  const args = { from: "src/app/Page.vue", to: "src/deep/in/Page.vue" };
  const { warnings } = await desk.connection.data<MoveData>("kart_move", args);
  const led = ["4 ../assets/logo.svg", "5 ./styles/app.css", "7 ./styles/vars", "8 ../assets/bg.svg"];
  expect(warnings).toEqual([
    `LEAD ELSEWHERE, since they start from the folder of their file: ${led.map((one) => `src/deep/in/Page.vue:${one}`).join("; ")}`,
  ]);
});

test("paths that a moved configuration may start from its own folder are named where they lead elsewhere", async () => {
  await using desk = await Desk.with({
    ".storybook/main.ts":
      'import { a } from "../src/a";\nexport default { stories: ["../src/**/*.stories.ts", "./in/*.ts"], gone: "../gone", a };\n',
    ".storybook/in/b.ts": "",
    "src/a.ts": "export const a = 1;\n",
    "jest.config.cjs":
      'module.exports = {\n  setupFiles: ["./src/a"],\n  roots: ["<rootDir>", "!<rootDir>/src"],\n  x: join(__dirname, "./src"),\n};\n',
    "other.ts": 'export const src = "./src";\n',
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const note = "LOOK AT THESE, which a tool may read from the folder of its configuration: ";
  expect(await move(".storybook", "tools/.storybook")).toEqual([
    `${note}tools/.storybook/main.ts:2 ../src/**/*.stories.ts`,
  ]);
  const at = "config/jest.config.cjs";
  expect(await move("jest.config.cjs", at)).toEqual([
    `LEAD ELSEWHERE, since they start from the folder of their file: ${at}:4 ./src`,
    `${note}${at}:2 ./src/a; ${at}:3 <rootDir>; ${at}:3 !<rootDir>/src`,
  ]);
  expect(await move("jest.config.cjs", "jest.unit.config.cjs")).toEqual([]);
  expect(await move("other.ts", "in/other.ts")).toEqual([]);
});

test("the manual mocks of a module move along with it", async () => {
  await using desk = await Desk.with({
    "src/api.ts": "export const load = 1;\n",
    "src/__mocks__/api.js": 'export const load = jest.requireActual("../api").load + require("../more");\n',
    "src/__mocks__/apis.ts": "",
    "src/more.ts": "",
    "src/api.test.ts": 'jest.mock("./api");\n',
  });
  const before = desk.workspace.snapshot();
  const { warnings } = await desk.connection.data<MoveData>("kart_move", { from: "src/api.ts", to: "lib/net/http.ts" });
  expect(warnings).toEqual(["MOVED ALONG, what belongs to it: src/__mocks__/api.js to lib/net/__mocks__/http.js"]);
  expect(desk.workspace.read("src/api.test.ts")).toBe('jest.mock("../lib/net/http");\n');
  expect(desk.workspace.read("lib/net/__mocks__/http.js")).toBe(
    'export const load = jest.requireActual("../http").load + require("../../../src/more");\n',
  );
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(before);
});

test("what belongs to a file stays where it is when that changes its ending alone, or is a module no more", async () => {
  await using desk = await Desk.with({
    "src/api.js": "export const load = 1;\n",
    "src/__mocks__/api.js": "export const load = 2;\n",
    "src/api.native.js": "export const load = 3;\n",
    "axios.ts": "export {};\n",
    "__mocks__/axios.ts": "export {};\n",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  expect(await move("src/api.js", "src/api.ts")).toEqual([]);
  expect(await move("src/api.ts", "src/api.txt")).toEqual([]);
  desk.workspace.write("cli.js", "#!/usr/bin/env bun\n");
  expect(await move("cli.js", "bin/cli")).toEqual([]);
  expect(await move("axios.ts", "lib/axios.ts")).toEqual([]);
});

test("the files that stand for a moved one on other platforms move along, and back", async () => {
  await using desk = await Desk.with({
    "src/link.tsx": 'import "./parse";\n',
    "src/link.native.ts": 'import "./parse";\n',
    "src/link.web.ts": "",
    "src/parse.ts": "",
    "src/only.ts": "",
    "src/only.web.ts": "",
    "src/use.ts": 'import "./link";\nimport "./only";\nimport "./only.web";\n',
    "old/link.web.ts": "",
  });
  const before = desk.workspace.snapshot();
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  expect(await move("src/link.tsx", "new/in/deep.ts")).toEqual([
    "MOVED ALONG, what belongs to it: src/link.native.ts to new/in/deep.native.ts; src/link.web.ts to new/in/deep.web.ts",
  ]);
  expect(desk.workspace.read("new/in/deep.native.ts")).toBe('import "../../src/parse";\n');
  expect(desk.workspace.read("src/use.ts")).toStartWith('import "../new/in/deep";\n');
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(before);
  // Which is imported by its own name.
  expect(await move("src/only.ts", "new/only.ts")).toEqual([
    "NOT AS BEFORE: src/use.ts:2 imports ../new/only, which would no longer lead to src/only.web.ts",
  ]);
  expect(await move("src/link.tsx", "old/link.tsx")).toEqual([
    "LEFT BEHIND: what belongs to it, since the new place has such: src/link.web.ts",
    "MOVED ALONG, what belongs to it: src/link.native.ts to old/link.native.ts",
    "NOT AS BEFORE: src/use.ts:1 imports ../old/link, which would no longer lead to src/link.web.ts",
  ]);
});

test("in React Native the images for other screens and platforms move along with one that code imports", async () => {
  const png = (name: string) => ({ [`src/img/${name}.png`]: "" });
  await using desk = await Desk.with({
    ...png("back"),
    ...png("back@2x"),
    ...png("back@1.5x.ios"),
    ...png("back.android"),
    ...png("back@3x"),
    ...png("back-mask"),
    ...png("loose"),
    ...png("loose@2x"),
    "src/use.ts": 'import "./img/back.png";\nrequire("./img/back@3x.png");\n',
    "package.json": '{ "peerDependencies": { "react-native": "*" } }',
  });
  const before = desk.workspace.snapshot();
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  expect(await move("src/img/back.png", "src/arrow.png")).toEqual([
    "MOVED ALONG, what belongs to it: src/img/back.android.png to src/arrow.android.png; src/img/back@1.5x.ios.png to src/arrow@1.5x.ios.png; src/img/back@2x.png to src/arrow@2x.png",
  ]);
  expect(desk.workspace.read("src/use.ts")).toBe('import "./arrow.png";\nrequire("./img/back@3x.png");\n');
  await desk.connection.data("kart_undo");
  expect(desk.workspace.snapshot()).toEqual(before);
  expect(await move("src/img/loose.png", "src/loose.png")).toEqual([]);
  desk.workspace.write("package.json", "{}");
  expect(await move("src/img/back.png", "src/arrow.png")).toEqual([]);
});

test("what a package.json says of built files is named where it is not rewritten", async () => {
  await using desk = await Desk.with({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
    "package.json":
      '{ "name": "lib",\n"exports": {\n"./a": { "source": "./src/a.ts", "types": "./dist/a.d.ts", "default": "./dist/a.js" }, "./b": "./dist/b.js" },\n"browser": { "./dist/a.js": "./dist/b.js" } }',
    "src/a.ts": "export const a = 1;\n",
    "src/b.ts": "export const b = 1;\n",
  });
  const { warnings } = await desk.connection.data<MoveData>("kart_move", { from: "src/a.ts", to: "src/in/a.ts" });
  expect(warnings).toEqual([
    `NOT AS BEFORE: package.json:3,4 "./dist/a.d.ts" and 1 more were for src/a.ts: change them for src/in/a.ts`,
  ]);
  expect(desk.workspace.read("package.json")).toContain('"source": "./src/in/a.ts"');
});

test("a built file that may be named by its form is taken for no source but the one that is stated, or for either", async () => {
  const manifest = (more: object) =>
    JSON.stringify({ name: "lib", main: "dist/main.js", types: "dist/types.d.ts", ...more });
  const warnings = async (more: object, from: string) => {
    await using desk = await Desk.with({
      "package.json": manifest(more),
      "src/index.ts": 'export type { A } from "./types";\n',
      "src/types.ts": "export interface A {}\n",
    });
    return (await desk.connection.data<MoveData>("kart_move", { from, to: "src/in.ts" })).warnings;
  };
  expect(await warnings({ source: "src/index.ts" }, "src/types.ts")).toEqual([]);
  expect(await warnings({ source: "src/index.ts" }, "src/index.ts")).toEqual([]);
  expect(await warnings({}, "src/types.ts")).toEqual([
    'NOT AS BEFORE: package.json:1 "dist/types.d.ts" may be for src/types.ts: if so, change that for src/in.ts',
  ]);
  expect(await warnings({}, "src/index.ts")).toEqual([
    'NOT AS BEFORE: package.json:1 "dist/main.js" and 1 more may be for src/index.ts: if so, change that for src/in.ts',
  ]);
});

test("so is what a framework's own fields name, once", async () => {
  const folder = "packages/a";
  await using desk = await Desk.with({
    [`${folder}/package.json`]:
      '{ "name": "a",\n"extensions": [{ "frontend": "lib/in/a" }],\n"tool": { "plain": "./src/in/a.ts", "none": "a" } }',
    [`${folder}/src/in/a.ts`]: "export default 1;\n",
  });
  const move = (from: string, to: string) =>
    desk.connection.data<MoveData>("kart_move", { from: `${folder}/${from}`, to: `${folder}/${to}` });
  expect((await move("src/in/a.ts", "src/b.ts")).warnings).toEqual([
    'NOT AS BEFORE: packages/a/package.json:2 "lib/in/a" was for packages/a/src/in/a.ts: change it for packages/a/src/b.ts',
    "STILL NAMED BY ITS OLD PATH: packages/a/package.json:3 ./src/in/a.ts",
  ]);
});

test("files of platforms move together, or it is said that an import lost one; rootDirs still lead on", async () => {
  await using desk = await Desk.with({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "moduleSuffixes": [".ios", ".web", ""], "rootDirs": ["src", "made"] } }',
    "src/w/Button.ios.ts": "export const b = 1;\n",
    "src/w/Button.web.ts": "export const b = 1;\n",
    "src/i.ts": 'import "./w/Button";\nimport "./view";\n',
    "made/view.ts": "",
  });
  const move = (from: string, to: string) => desk.connection.data<MoveData>("kart_move", { from, to });
  expect((await move("src/w", "src/ui")).warnings).toEqual([]);
  expect((await move("src/i.ts", "src/in/i.ts")).warnings).toEqual([]);
  expect(desk.workspace.read("src/in/i.ts")).toBe('import "../ui/Button";\nimport "../view";\n');
  expect((await move("src/ui/Button.web.ts", "src/Button.web.ts")).warnings).toEqual([
    "NOT AS BEFORE: src/in/i.ts:1 imports ../ui/Button, which would no longer lead to src/Button.web.ts",
  ]);
});

test("an import that two projects lead to two files is said to lead to one of them alone, or to one no more", async () => {
  const project = (name: string) =>
    `{ "compilerOptions": { "lib": ["esnext"], "paths": { "@env/*": ["./env/${name}/*"] } }, "include": ["src"] }`;
  await using desk = await Desk.with({
    "tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.web.json" }, { "path": "./tsconfig.node.json" }] }',
    "tsconfig.node.json": project("node"),
    "tsconfig.web.json": project("web"),
    "env/node/api.ts": "export const api = 1;\n",
    "env/web/api.ts": "export const api = 1;\n",
    "src/use.ts": 'import "@env/api";\n',
  });
  const move = async (from: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to: "env/moved.ts", dryRun: true })).warnings;
  expect(await move("env/node/api.ts")).toEqual([
    "NOT AS BEFORE: src/use.ts:1 imports @env/api, which would no longer lead to env/moved.ts",
  ]);
  expect(await move("env/web/api.ts")).toEqual([
    "NOT AS BEFORE: src/use.ts:1 imports ../env/moved, which would no longer lead to env/node/api.ts",
  ]);
});

test("files that leave the pattern of a package's own `imports` are named by another way, and nothing is to be said", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "name": "own", "imports": { "#lib/*": "./src/lib/*.ts" } }',
    "src/lib/a.ts": "export const a = 1;\n",
    "src/b.ts": 'import "#lib/a";\n',
  });
  const { warnings } = await desk.connection.data<MoveData>("kart_move", { from: "src/lib/a.ts", to: "src/in/a.ts" });
  expect(warnings).toEqual([]);
  expect(desk.workspace.read("src/b.ts")).toBe('import "./in/a";\n');
});

test("an ES module that Node.js finds is named with its ending where no pattern of `imports` leads to it any more", async () => {
  const ROWS: readonly [target: string, options: string, type: string, ending: string, written: string][] = [
    ["./lib/*.ts", '"module": "nodenext", "allowImportingTsExtensions": true', "module", "ts", "./in/z.ts"],
    ["./lib/*.ts", '"module": "nodenext"', "module", "ts", "./in/z.js"],
    ["./dist/lib/*.js", '"module": "node16", "rootDir": ".", "outDir": "dist"', "module", "tsx", "./in/z.js"],
    ["./lib/*.js", "", "module", "js", "./in/z.js"],
    ["./lib/*.ts", '"module": "esnext", "moduleResolution": "bundler"', "module", "ts", "./in/z"],
    ["./lib/*.ts", '"module": "nodenext"', "commonjs", "ts", "./in/z"],
  ];
  for (const [target, options, type, ending, written] of ROWS) {
    await using desk = await Desk.with({
      "package.json": JSON.stringify({ name: "own", type, imports: { "#lib/*": target } }),
      ...(options !== "" && { "tsconfig.json": `{ "compilerOptions": { ${options} } }` }),
      [`lib/a.${ending}`]: "export const a = 1;\n",
      [`src/b.${ending}`]: 'import "#lib/a";\n',
    });
    await desk.connection.data<MoveData>("kart_move", { from: `lib/a.${ending}`, to: `src/in/z.${ending}` });
    expect(desk.workspace.read(`src/b.${ending}`)).toBe(`import "${written}";\n`);
  }
});

test("packages that the new place does not have are named", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "workspaces": ["packages/*"], "devDependencies": { "root": "1" } }',
    "packages/a/package.json":
      '{ "name": "@x/a", "dependencies": { "left": "1", "@x/c": "workspace:*", "both": "1" } }',
    "packages/a/node_modules/left/index.js": "",
    "packages/a/node_modules/given/index.js": "",
    "packages/a/src/x.ts":
      'import "left/deep";\nimport "@x/c";\nimport "both";\nimport "given";\nimport "root";\nimport "node:fs";\nimport "nowhere";\nimport "@x/b";\n',
    "packages/b/package.json": '{ "name": "@x/b", "peerDependencies": { "both": "1" } }',
    "packages/b/src/y.ts": 'import "@x/b";\nimport "both";\n',
    "packages/c/package.json": '{ "name": "@x/c", "exports": "./index.ts" }',
    "packages/c/index.ts": "",
    "node_modules/given/index.js": "",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to })).warnings;
  expect(await move("packages/a/src/x.ts", "packages/a/x.ts")).toEqual([]);
  expect(await move("packages/a", "packages/d")).toEqual([]);
  expect(await move("packages/d/x.ts", "packages/b/src/x.ts")).toEqual([
    "NOT AS BEFORE: packages/b/package.json does not depend on left, @x/c; 1 moved file imports its own package by its name, @x/b: packages/b/src/x.ts:8",
  ]);
  expect(await move("packages/b/src/y.ts", "packages/c/y.ts")).toEqual([
    "NOT AS BEFORE: packages/c/package.json does not depend on @x/b, both",
  ]);
});

test("a source that the project of those who import it would not take is named", async () => {
  const project = (more: object, references: readonly string[] = []) =>
    JSON.stringify({ compilerOptions: more, include: ["src"], references: references.map((path) => ({ path })) });
  await using desk = await Desk.with({
    "low/tsconfig.json": project({ composite: true }),
    "low/src/a.ts": "export const a = 1;\n",
    "low/src/b.ts": 'export * from "./a";\n',
    "low/src/c.ts": 'export * from "./a";\n',
    "high/tsconfig.json": project({ composite: true }, ["../low"]),
    "high/src/d.ts": "export const d = 1;\n",
    "high/src/e.ts": 'export * from "./d";\n',
    "top/tsconfig.json": project({ rootDir: "src" }, ["../high"]),
    "top/src/f.ts": 'export * from "../../low/src/a";\nexport * from "./g";\n',
    "top/src/g.ts": "export const g = 1;\n",
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  expect(await move("low/src/a.ts", "high/src/a.ts")).toEqual([
    "NOT AS BEFORE: low/tsconfig.json would neither list nor refer to high/src/a.ts, which low/src/b.ts:1 and 1 more import",
  ]);
  expect(await move("high/src/d.ts", "low/src/d.ts")).toEqual([]);
  expect(await move("low/src/a.ts", "low/src/deep/a.ts")).toEqual([]);
  expect((await move("top/src/g.ts", "top/g.ts")).join()).toStartWith(
    "NOT AS BEFORE: top/tsconfig.json would neither list nor refer to top/g.ts, which top/src/f.ts:2 imports",
  );
});

test("files that do not parse are named where they are moved, or may name what is", async () => {
  await using desk = await Desk.with({
    "a.ts": "export const a = 1;\n",
    "b.ts": "export const b = 1;\n",
    "lib/c.vue": '<template><p/></template>\n<script setup>\nimport { a } from "../a";\n',
    "d.vue": '<script>\nimport { a } from "./a";\nconst = 1;\n</script>\n',
  });
  const move = async (from: string, to: string) =>
    (await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true })).warnings;
  const note = "INCOMPLETE: NOT PARSED, and may name it or what it names";
  expect(await move("b.ts", "e.ts")).toEqual([]);
  expect((await move("a.ts", "e.ts"))[0]).toBe(`${note}: lib/c.vue:2`);
  expect((await move("lib", "src"))[0]).toBe(`${note}: src/c.vue:2`);
  const symbol = { from: "a.ts", to: "b.ts", symbol: "a", dryRun: true };
  expect((await desk.connection.data<MoveData>("kart_move", symbol)).warnings).toContain(
    "INCOMPLETE: NOT PARSED, and may import what was moved: d.vue:3; lib/c.vue:2",
  );
});

test("what git ignores and sources import leads on where what it imports is moved, and is named", async () => {
  await using desk = await Desk.with({
    ".gitignore": "gen\n",
    "tsconfig.json": '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }',
    "a.ts": "export const a = 1;\nexport const b = 2;\n",
    "gen/made.ts": 'import { a } from "../a";\nexport const made = a;\n',
    "main.ts": 'export { made } from "./gen/made";\n',
  });
  const note = "CHANGED too, though git ignores it: what writes it may undo this: gen/made.ts";
  const symbol = await desk.connection.data<MoveData>("kart_move", { from: "a.ts", to: "c.ts", symbol: "a" });
  expect(symbol.warnings).toContain(note);
  expect(desk.workspace.read("gen/made.ts")).toStartWith('import { a } from "../c";\n');
  const moved = await desk.connection.data<MoveData>("kart_move", { from: "c.ts", to: "lib/c.ts" });
  expect(moved.warnings).toEqual([note]);
  expect(desk.workspace.read("gen/made.ts")).toStartWith('import { a } from "../lib/c";\n');
});
