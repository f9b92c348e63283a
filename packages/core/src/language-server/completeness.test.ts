import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";
import { TempWorkspace } from "@kart/testkit/temp-workspace";

// A busy machine is no failure.
setDefaultTimeout(90_000);

/** The first answer of a new server, and the next one, hold all that is marked. */
async function check(text: string): Promise<void> {
  using workspace = new LanguageWorkspace(text);
  const first = await workspace.covered();
  expect(first).toEqual({ references: [...workspace.wanted], complete: true, outside: [], unseen: [] });
  expect(await workspace.covered()).toEqual(first);
}

test("the first answer right after the start is whole", () =>
  check(`// @filename: tsconfig.json
{}
// @filename: a.ts
export function [|he/*|*/llo|]() {}
// @filename: b.ts
import { [|hello|] } from "./a";
[|hello|]();
// @filename: deep/c.ts
import * as a from "../a";
a.[|hello|]();
`));

test("packages that know each other only through the disk, without project references", () =>
  check(`// @filename: packages/a/tsconfig.json
{}
// @filename: packages/a/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: packages/b/tsconfig.json
{}
// @filename: packages/b/b.ts
import { [|hello|] } from "../a/a";
// @filename: packages/c/tsconfig.json
{}
// @filename: packages/c/c.ts
import { [|hello|] } from "../a/a";
`));

test("packages linked in node_modules, whose manifests lead to sources", async () => {
  using workspace = new LanguageWorkspace(`// @filename: packages/a/tsconfig.json
{}
// @filename: packages/a/package.json
{ "name": "@scope/a", "exports": "./src/a.ts" }
// @filename: packages/a/src/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: packages/b/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "preserve" } }
// @filename: packages/b/b.ts
import { [|hello|] } from "@scope/a";
`);
  workspace.files.write("node_modules/@scope/a", { symlinkTo: "../../packages/a" });
  expect(await workspace.covered()).toMatchObject({ references: workspace.wanted, complete: true });
});

test("a solution: one tsconfig.json that lists nothing but other projects, for sources, tests and a referenced base", () =>
  check(`// @filename: tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.lib.json" }, { "path": "./tsconfig.spec.json" }] }
// @filename: tsconfig.base.json
{ "compilerOptions": { "lib": ["esnext"], "composite": true, "strict": true } }
// @filename: tsconfig.lib.json
{ "extends": "./tsconfig.base.json", "include": ["src"], "exclude": ["**/*.spec.ts"] }
// @filename: tsconfig.spec.json
{ "extends": "./tsconfig.base.json", "include": ["src/**/*.spec.ts"], "references": [{ "path": "./tsconfig.lib.json" }] }
// @filename: src/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: src/a.spec.ts
import { [|hello|] } from "./a";
// @filename: src/b.ts
import { [|hello|] } from "./a";
`));

test("a folder of tests under a tsconfig of its own, and a folder below that", () =>
  check(`// @filename: tsconfig.json
{ "include": ["src"] }
// @filename: src/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: test/tsconfig.json
{ "extends": "../tsconfig.json", "include": ["**/*"] }
// @filename: test/deep/a.test.ts
import { [|hello|] } from "../../src/a";
`));

test("under another name: re-exports, one after the other, across projects", () =>
  check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
export { [|hello|] as [|bonjour|] } from "../a/a";
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { [|bonjour|] as [|b|] } from "../b/b";
export { [|b|] as [|ciao|] };
// @filename: d/tsconfig.json
{}
// @filename: d/d.ts
import { [|ciao|] } from "../c/c";
[|ciao|];
`));

test("under another name, which a file of many comments gives", () => {
  const comments = Array.from({ length: 60 }, (_, at) => `/* ${at} */`).join("\n");
  return check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export function [|fi/*|*/nd|]() {}
// @filename: a/b.ts
void [].find
${comments};
export { [|find|] as [|other|] } from "./a";
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { [|other|] } from "../a/b";
[|other|]();
`);
});

test("a default export goes by whatever name its importers choose", () =>
  check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export default function [|he/*|*/llo|]() {}
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import [|salut|] from "../a/a";
[|salut|]();
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import { [|default|] as [|ola|] } from "../a/a";
[|ola|]();
`));

test("exported as default elsewhere", () =>
  check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
export { [|hello|] as [|default|] } from "../a/a";
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import [|any|] from "../b/b";
[|any|];
`));

test("a file that two projects list, and only one resolves its import", () =>
  check(`// @filename: tsconfig.json
{ "include": ["packages/*/src"] }
// @filename: packages/a/src/a.ts
export function [|he/*|*/llo|]() {}
// @filename: packages/b/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "paths": { "~/*": ["../*"] } }, "include": ["src"] }
// @filename: packages/b/src/b.ts
import { [|hello|] } from "~/a/src/a";
[|hello|]();
`));

/** What stands in b, or in a besides the declaration; and what c says of it. */
const ALIASES: Readonly<Record<string, readonly [path: string, source: string, user: string]>> = {
  "as, over several lines": [
    "b/b.ts",
    'export {\n  [|hello|]\n    as [|bonjour|],\n} from "../a/a";',
    'import { [|bonjour|] } from "../b/b";',
  ],
  "as, behind a comment": [
    "b/b.ts",
    'export { [|hello|] /* old */ as [|bonjour|] } from "../a/a";',
    'import { [|bonjour|] } from "../b/b";',
  ],
  "imported under another name, over several lines, and exported": [
    "b/b.ts",
    'import {\n  [|hello|] as\n    [|inner|] } from "../a/a";\nexport { [|inner|] };',
    'import { [|inner|] } from "../b/b";',
  ],
  "default, on the next line": [
    "a/more.ts",
    'import { [|hello|] } from "./a";\nexport default\n  [|hello|];',
    'import [|any|] from "../a/more";',
  ],
};

for (const [what, [path, source, user]] of Object.entries(ALIASES))
  test(`under another name: ${what}`, () =>
    check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: ${path}
${source}
// @filename: b/tsconfig.json
{}
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
${user}
`));

/** How a declares it: importers choose the name. */
const UNNAMED: Readonly<Record<string, readonly [path: string, source: string]>> = {
  "a default export on the next line": ["a/a.ts", "export default\nfunction [|he/*|*/llo|]() {}"],
  "a default export behind a comment": ["a/a.ts", "function [|he/*|*/llo|]() {}\nexport default /* it */ [|hello|];"],
  "a default export in parentheses": ["a/a.ts", "function [|he/*|*/llo|]() {}\nexport default ([|hello|]);"],
  "module.exports": ["a/a.js", "function [|he/*|*/llo|]() {}\nmodule.exports = [|hello|];"],
};

for (const [what, [path, source]] of Object.entries(UNNAMED))
  test(`by a name of the importer's choice: ${what}`, async () => {
    using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "module": "preserve" } }
// @filename: ${path}
${source}
// @filename: c/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "allowJs": true, "module": "preserve" } }
// @filename: c/c.${path.endsWith("js") ? "js" : "ts"}
${path.endsWith("js") ? 'const any = require("../a/a");' : 'import any from "../a/a";'}
any();
`);
    const { references, complete } = await workspace.covered();
    expect(complete).toBe(true);
    expect(references.filter((one) => one.startsWith("c/"))).toHaveLength(2);
  });

test("members: of a class by its interface, destructured, by a key in quotes, in another project", () =>
  check(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export interface Greeter { [|gr/*|*/eet|](): void }
// @filename: b/tsconfig.json
{}
// @filename: b/b.ts
import type { Greeter } from "../a/a";
export class Loud implements Greeter { [|greet|]() {} }
// @filename: c/tsconfig.json
{}
// @filename: c/c.ts
import type { Greeter } from "../a/a";
export const f = ({ [|greet|] }: Greeter, other: Greeter) => [greet, other["[|greet|]"]()];
`));

test("files in no project are seen too, and named; of those that a project imports it is part", async () => {
  using workspace = new LanguageWorkspace(`// @filename: src/tsconfig.json
{ "files": ["main.ts"] }
// @filename: src/main.ts
import "./imported";
// @filename: src/imported.ts
import { [|hello|] } from "../lib/a";
// @filename: lib/tsconfig.json
{}
// @filename: lib/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: scripts/s.ts
import { [|hello|] } from "../lib/a";
`);
  const { references, complete, outside, unseen } = await workspace.covered();
  expect(references).toEqual([...workspace.wanted]);
  expect({ complete, outside, unseen }).toEqual({ complete: false, outside: ["scripts/s.ts"], unseen: [] });
});

test("a project that no tsconfig.json leads to is not loaded: its files count as in none", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "include": ["src"] }
// @filename: tsconfig.e2e.json
{ "include": ["e2e"] }
// @filename: src/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: e2e/a.ts
import { [|hello|] } from "../src/a";
// @filename: e2e/b.ts
import { [|hello|] } from "../src/a";
`);
  const { references, complete, outside } = await workspace.covered();
  expect(references).toEqual([...workspace.wanted]);
  expect({ complete, outside }).toEqual({ complete: false, outside: ["e2e/a.ts", "e2e/b.ts"] });
});

test("a project that the server reads in another way than we do: its word counts", async () => {
  // Outside the root, where we do not read.
  using outside = new TempWorkspace();
  using workspace = new LanguageWorkspace(`// @filename: lib/tsconfig.json
{}
// @filename: lib/a.ts
export const [|he/*|*/llo|] = 1;
// @filename: app/a.ts
import { [|hello|] } from "../lib/a";
// @filename: app/b.ts
import { [|hello|] } from "../lib/a";
`);
  outside.write("base.json", '{ "files": ["elsewhere.ts"] }');
  workspace.files.write("app/tsconfig.json", JSON.stringify({ extends: outside.path("base.json") }));
  const { references, complete, outside: unlisted } = await workspace.covered();
  expect(references).toEqual([...workspace.wanted]);
  expect({ complete, unlisted }).toEqual({ complete: false, unlisted: ["app/a.ts", "app/b.ts"] });
});

test("a project that comes, and one that goes, between two questions", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
`);
  expect(await workspace.references()).toEqual(["a/a.ts:1:14"]);
  workspace.files.write("b/b.ts", `import { hello } from "../a/a";`);
  expect((await workspace.covered()).outside).toEqual(["b/b.ts"]);
  workspace.files.write("b/tsconfig.json", "{}");
  expect(await workspace.covered()).toEqual({
    references: ["a/a.ts:1:14", "b/b.ts:1:10"],
    complete: true,
    outside: [],
    unseen: [],
  });
});

test("more files in no project than are opened are said to be unseen, where their names keep them from being shown", async () => {
  using workspace = new LanguageWorkspace(`// @filename: a/tsconfig.json
{}
// @filename: a/a.ts
export const [|he/*|*/llo|] = 1;
`);
  for (let file = 100; file < 205; file++) workspace.files.write(`s/${file}".ts`, `import { hello } from "../a/a";`);
  const { complete, outside, unseen, references } = await workspace.covered();
  expect({ complete, outside: outside.length, unseen }).toEqual({
    complete: false,
    outside: 100,
    unseen: [200, 201, 202, 203, 204].map((file) => `s/${file}".ts (in no tsconfig.json)`),
  });
  expect(references.length).toBeGreaterThan(100);
});

const CONFIG =
  '// @filename: elsewhere/tsconfig.json\n{ "compilerOptions": { "lib": ["esnext"], "allowJs": true }, "files": [] }\n';

test.each([
  ["opened, since their names keep them from being shown,", "", '"', 6],
  ["opened, where they are shown instead,", "", "", 0],
  ["opened, where a project might take them and does not,", CONFIG, "", 0],
])(
  "of more files in no project than are %s those come first that import what is meant, and no others count",
  async (_, config, quote, left) => {
    using workspace = new LanguageWorkspace(`${config}// @filename: a.js
module.exports = function [|he/*|*/llo|]() {};
// @filename: b.js
const [|hello|] = require("./a");
[|hello|]();
module.exports = { done: 1 };
// @filename: z.test.js
const [|mine|] = require("./a");
[|mine|]();
`);
    for (let file = 100; file < 205; file++)
      workspace.files.write(`s/${file}${quote}.js`, 'const { done } = require("../b");');
    for (let file = 100; file < 205; file++) workspace.files.write(`t/${file}${quote}.js`, "exports.hello = 1;");
    const { unseen, references } = await workspace.covered();
    expect(references.filter((one) => !one.startsWith("a.js"))).toEqual(
      workspace.wanted.filter((one) => !one.startsWith("a.js")),
    );
    expect(unseen.map((one) => one[0])).toEqual(Array.from({ length: left }, () => "s"));
  },
);

test("a use in a file that is no text to us is said to be missing", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{}
// @filename: a.ts
export const [|he/*|*/llo|] = 1;
`);
  // TypeScript reads UTF-16 with a byte order mark.
  const wide = Buffer.from('\ufeffimport { hello } from "./a";\nhello;\n', "utf16le");
  workspace.files.write("b.ts", wide);
  expect(await workspace.covered()).toEqual({
    references: [...workspace.wanted],
    complete: false,
    outside: [],
    unseen: ["b.ts"],
  });
});

test("who has a module through a symlink, which is another one to TypeScript, is named in every answer", async () => {
  using workspace = new LanguageWorkspace(`// @filename: shared/a.ts
export const fo/*|*/o = 1;
export interface Run { run(): void }
export const own = foo;
// @filename: shared/other.ts
export const other = 1;
// @filename: shared/index.ts
export * from "./a";
export { foo as otherwise } from "./a";
// @filename: app/d.ts
import { otherwise } from "./linked";
export const d = otherwise;
// @filename: app/b.ts
import { other } from "./linked/other";
import { foo } from "./linked";
export const b = [foo, other];
// @filename: app/c.ts
import { own } from "./linked/a";
export const c = own;
// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }
`);
  workspace.files.write("app/linked", { symlinkTo: "../shared" });
  const told = "app/b.ts:2 (through the symlink app/linked, another module to TypeScript)";
  for (const _time of ["first", "again"]) {
    const { complete, unseen } = await workspace.covered();
    expect(complete).toBe(false);
    expect(unseen).toContain(told);
    expect(unseen.join()).toContain("app/d.ts:1 (through");
    expect(unseen.join()).not.toMatch(/b\.ts:1|c\.ts/);
  }
  const member = await workspace.covered(workspace.at("shared/a.ts", "run()"));
  expect({ complete: member.complete, unseen: member.unseen }).toMatchObject({ complete: false });
  expect(member.unseen).toContain(told);
  const { complete } = await workspace.covered(workspace.at("app/b.ts", "b ="));
  expect(complete).toBe(true);
});
