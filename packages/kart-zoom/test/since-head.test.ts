import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { commitIn, connect, gitIn } from "./ask.ts";

setDefaultTimeout(90_000);

const FILES = {
  "tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  "src/base.ts": 'export const size: number = 1;\nexport const old: number = "1";\n',
  "src/user.ts": 'import { old, size } from "./base";\nexport const a: string = old;\nexport const b: number = size;\n',
  "src/shapes.ts": "export interface Shape {\n  radius: number;\n}\n",
};

let files: TempWorkspace;
let connection: Connection;

beforeEach(async () => {
  files = new TempWorkspace(FILES);
  git("init", "-q");
  commit();
  connection = await connect(files.root);
});
afterEach(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const git = (...args: string[]) => gitIn(files.root, ...args);
const commit = () => commitIn(files.root);

const text = (args: object = {}) => connection.text("kart_check", { ...args });
const NOTE = "In HEAD too, shown for those in paths:";

test("what HEAD has is counted apart, wherever its line stands now, and told of files that are named", async () => {
  files.write("src/base.ts", `// one\n// two\n${FILES["src/base.ts"]}export const fresh: number = "2";\n`);
  expect(await text()).toBe(`2 errors in 1 file, 1 new since HEAD; 1 file checked. \
Files that import what changed were NOT checked: pass dependents: true.
src/base.ts
 5:14 TS2322 Type 'string' is not assignable to type 'number'.
${NOTE} src/base.ts 1`);
  const { diagnostics, success } = await connection.data<{ diagnostics: object[]; success: boolean }>("kart_check");
  expect({ success, diagnostics }).toMatchObject({
    success: false,
    diagnostics: [
      { line: 5, new: true },
      { line: 4, new: false },
    ],
  });
  expect(await text({ paths: ["src/base.ts"] })).toBe(`2 errors in 1 file; 1 file checked.
src/base.ts
 4:14 5:14 TS2322 Type 'string' is not assignable to type 'number'.`);
});

test("what was committed since is no longer new", async () => {
  const more = (name: string) => `${files.read("src/base.ts")}export const ${name}: number = "${name}";\n`;
  files.write("src/base.ts", more("one"));
  expect(await text()).toStartWith("2 errors in 1 file, 1 new since HEAD;");
  commit();
  files.write("src/base.ts", more("two"));
  expect(await text()).toStartWith("3 errors in 1 file, 1 new since HEAD;");
});

test("of two alike on lines that gave way one is new", async () => {
  files.write("src/base.ts", 'export const size: number = "1", old: number = "1";\n');
  expect(await text()).toStartWith("2 errors in 1 file, 1 new since HEAD;");
});

test("a change that breaks who depends on it brought those errors, and no others", async () => {
  files.write("src/base.ts", FILES["src/base.ts"].replace("size: number = 1", 'size: string = ""'));
  expect(await text({ dependents: true })).toBe(`3 errors in 2 files, 1 new since HEAD; 2 files checked.
src/user.ts
 3:14 TS2322 Type 'string' is not assignable to type 'number'.
${NOTE} src/base.ts 1; src/user.ts 1`);
  files.write("src/base.ts", FILES["src/base.ts"]);
  expect(await text({ paths: ["src"] })).toStartWith("2 errors in 2 files; 3 files checked.");
  files.write("src/base.ts", `${FILES["src/base.ts"]}// nothing\n`);
  expect(await text({ dependents: true })).toBe(`2 errors in 2 files, none new since HEAD; 2 files checked.
${NOTE} src/base.ts 1; src/user.ts 1`);
});

test("errors for want of a file that is gone are new, those of a file that was moved are not", async () => {
  rmSync(files.path("src/base.ts"));
  expect(await text({ dependents: true }))
    .toStartWith(`1 error in 1 file, new since HEAD; 1 file checked, 1 deleted file.
src/user.ts
 1:27 TS2307`);
  files.write("src/base.ts", FILES["src/base.ts"]);
  renameSync(files.path("src/base.ts"), files.path("src/ground.ts"));
  files.write("src/user.ts", FILES["src/user.ts"].replace("./base", "./ground"));
  expect(await text()).toStartWith("2 errors in 2 files, none new since HEAD; 2 files checked, 1 deleted file.");
});

test("a link that leads nowhere, or out of the workspace, is no deleted file and keeps nothing from being told", async () => {
  using outside = new TempWorkspace({ "out.ts": "export const out = 1;\n" });
  files.write("src/e.ts", "export const e: string = 1;\n");
  const wrong = `1 error in 1 file, new since HEAD; 1 file checked. \
Files that import what changed were NOT checked: pass dependents: true.
src/e.ts
 1:14 TS2322 Type 'number' is not assignable to type 'string'.`;
  expect(await text()).toBe(wrong);
  files.write("src/d.ts", { symlinkTo: "nonexist.ts" });
  files.write("src/o.ts", { symlinkTo: outside.path("out.ts") });
  expect(await text()).toBe(wrong);
  // What it leads to may have changed itself.
  files.write("src/f.ts", { symlinkTo: "e.ts" });
  expect(await text()).toBe(wrong);
  rmSync(files.path("src/shapes.ts"));
  files.write("src/shapes.ts", { symlinkTo: "nonexist.ts" });
  expect(await text()).toStartWith("1 error in 1 file; 1 file checked, 1 deleted file.");
  expect(await text()).toEndWith("Not known which of them HEAD has too: it could not be checked.");
});

test("what a new file declares for all to see, HEAD does not have", async () => {
  const wide = (type: string) => `interface Wide {\n  a: ${type};\n}\n`;
  files.write("src/z.d.ts", wide("number"));
  commit();
  files.write("src/a.d.ts", wide("string"));
  files.write("src/z.d.ts", `${wide("number")}// more\n`);
  expect(await text()).toMatch(/^1 error in 1 file, new since HEAD; .*\nsrc\/z\.d\.ts\n 2:3 TS2717/);
});

test("HEAD is checked again where something else changed that it is checked against", async () => {
  const generated = (value: string) => files.write("src/generated.ts", `export const made = ${value};\n`);
  files.write(".gitignore", "src/generated.ts\n");
  files.write(
    "src/base.ts",
    `import { made } from "./generated";\nexport const a: number = made;\nexport const size = 1, old = "";\n`,
  );
  generated('"1"');
  commit();
  files.write("src/base.ts", `${files.read("src/base.ts")}// changed\n`);
  expect(await text()).toStartWith("1 error in 1 file, none new since HEAD;");
  generated("1");
  expect(await text()).toStartWith("No problems;");
  files.write("src/base.ts", files.read("src/base.ts").replace("= made", "= String(made)"));
  expect(await text()).toStartWith("1 error in 1 file, new since HEAD;");
});

test("a new file that others may import in the place of an older one, which HEAD cannot be shown without", async () => {
  files.write("src/kept/index.ts", "export const one = 1;\n");
  files.write("src/user.ts", 'import { one } from "./kept";\nexport const a = one;\n');
  commit();
  files.write("src/kept.ts", "export const two = 2;\n");
  files.write("src/user.ts", `${files.read("src/user.ts")}// changed\n`);
  expect(await text()).toStartWith("1 error in 1 file; 2 files checked.");
  expect(await text()).toEndWith("HEAD has too: src/kept.ts is new, and may be imported in the place of another.");
  files.write("src/kept.ts", "export const one = 3;\nexport const two: string = 2;\n");
  expect(await text()).toStartWith("1 error in 1 file; 2 files checked.");
  rmSync(files.path("src/kept"), { recursive: true });
  commit();
  files.write("src/kept.test.ts", "export const three: string = 3;\n");
  expect(await text()).toStartWith("1 error in 1 file, new since HEAD;");
});

test("what has another name by a symlink cannot be shown as HEAD has it", async () => {
  files.write("lib/b.ts", "export const x = 1;\n");
  files.write("src/linked.ts", { symlinkTo: "../lib/b.ts" });
  files.write("src/m.ts", "import { x } from './linked';\nexport const z: number = x;\n");
  commit();
  files.write("lib/b.ts", "export const y = 1;\n");
  const checked = await text({ dependents: true });
  expect(checked).toContain("src/m.ts\n 1:10 TS2305");
  expect(checked).toEndWith("Not known which of them HEAD has too: lib/b.ts has another name by a symlink.");
});

test("where data that sources use changed too, or a manifest, nothing is told apart", async () => {
  files.write("src/base.ts", `${FILES["src/base.ts"]}// more\n`);
  files.write("package.json", "{}");
  expect(await text()).toEndWith("Not known which of them HEAD has too: package.json changed too.");
  expect(await connection.data("kart_check")).toMatchObject({ diagnostics: [{ line: 2 }] });
  rmSync(files.path("package.json"));
  files.write("tsconfig.json", FILES["tsconfig.json"].replace("esnext", "es2022"));
  expect(await text()).toEndWith("Not known which of them HEAD has too: tsconfig.json changed too.");
});

test("what is wrong with a configuration is as old as that, what it extends and what it lists", async () => {
  files.write("tsconfig.json", '{ "extends": "./base.json", "include": ["src"] }');
  commit();
  files.write("src/shapes.ts", `${FILES["src/shapes.ts"]}// more\n`);
  expect(await text()).toStartWith("1 error in 1 file, none new since HEAD; 1 file checked.");
  files.write("base.json", "{}");
  commit();
  rmSync(files.path("base.json"));
  files.write("src/shapes.ts", FILES["src/shapes.ts"]);
  expect(await text()).not.toContain("none new");
});

test("where nothing was committed yet, all is new", async () => {
  rmSync(files.path(".git"), { recursive: true });
  git("init", "-q");
  rmSync(files.path("tsconfig.json"));
  expect(await text()).toStartWith("2 errors in 2 files, new since HEAD; 3 files checked.");
});
