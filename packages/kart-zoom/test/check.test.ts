import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Connection, connectStdio } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { COMMAND, commitIn, connect, gitIn } from "./ask.ts";

setDefaultTimeout(90_000);

const FILES = `// @filename: tsconfig.json
{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" }, "include": ["src"] }
// @filename: src/base.ts
export const size: number = 1;
// @filename: src/middle.ts
export { size as length } from "./base";
// @filename: src/top.ts
import { length } from "./middle";
export const twice: number = length * 2;
// @filename: src/apart.ts
export const apart = "😀"; export const wrong: number = "text";
// @filename: loose.ts
export const loose = 1;
// @filename: notes.md
text
`;

let files: TempWorkspace;
let connection: Connection;

beforeAll(async () => {
  files = new TempWorkspace(markedFiles(FILES));
  git("init", "-q");
  commit();
  connection = await connect(files.root);
});
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const git = (...args: string[]) => gitIn(files.root, ...args);
const commit = () => commitIn(files.root);

const text = (args: object) => connection.text("kart_check", { ...args });

describe("files that are named", () => {
  test("without and with errors, in lines and columns of UTF-16", async () => {
    expect(await text({ paths: ["src/base.ts", "src/top.ts"] })).toBe("No problems; 2 files checked.");
    expect(await text({ paths: ["src/apart.ts"] })).toBe(`1 error in 1 file; 1 file checked.
src/apart.ts
 1:41 TS2322 Type 'string' is not assignable to type 'number'.`);
  });

  test("as data", async () => {
    expect(await connection.data("kart_check", { paths: ["src"] })).toEqual({
      success: false,
      diagnostics: [
        {
          severity: "error",
          code: "TS2322",
          message: "Type 'string' is not assignable to type 'number'.",
          path: "src/apart.ts",
          line: 1,
          column: 41,
          endLine: 1,
          endColumn: 46,
        },
      ],
      summary: "1 error in 1 file; 4 files checked.",
      filesChecked: 4,
      complete: true,
      truncated: false,
    });
  });

  test("what the configuration forbids of unused names and of unreachable code is an error, as tsc has it", async () => {
    const options = { noUnusedLocals: true, noUnusedParameters: true, allowUnreachableCode: false };
    const styles = { allowUnusedLabels: false, noFallthroughCasesInSwitch: true, noImplicitReturns: true };
    const source =
      'import { b } from "./b";\nexport function f(p: number): number {\n  return 1;\n  let z = 2;\n}\nexport class K {\n  private x = 1;\n}\nexport function g(n: number) {\n  switch (n) {\n    case 1:\n      f(1);\n    case 2:\n      l: for (;;) return 1;\n  }\n}\n';
    using strict = new TempWorkspace({
      "strict/tsconfig.json": JSON.stringify({
        compilerOptions: { types: [], allowJs: true, noEmit: true, ...options, ...styles },
      }),
      "strict/a.ts": source,
      "strict/b.ts": "export const b = 2;\n",
      // Of JavaScript that is not checked nothing is forbidden.
      "strict/c.js": "export function f(p) {}\n",
      "default/tsconfig.json": JSON.stringify({ compilerOptions: { types: [] } }),
      "default/a.ts": source,
      "default/b.ts": "export const b = 2;\n",
    });
    await using own = await connect(strict.root);
    const unread = (name: string) => `TS6133 '${name}' is declared but its value is never read.`;
    const rows = `strict/a.ts
 1:10 ${unread("b")}
 2:19 ${unread("p")}
 4:3 TS7027 Unreachable code detected.
 4:7 ${unread("z")}
 7:11 ${unread("x")}
 9:17 TS7030 Not all code paths return a value.
 11:5 TS7029 Fallthrough case in switch.
 14:7 TS7028 Unused label.`;
    expect(await own.text("kart_check", { paths: ["strict"] })).toBe(`8 errors in 1 file; 3 files checked.\n${rows}`);
    expect(await own.text("kart_check", { paths: ["strict/b.ts"], content: 'import "./a";\nlet c;\n' })).toBe(
      "1 error in 1 file, new with this content; 1 file checked.\nstrict/b.ts\n 2:5 TS6133 'c' is declared but its value is never read.",
    );
    expect(await own.text("kart_check", { paths: ["default"] })).toBe("No problems; 2 files checked.");
    expect(await own.data("kart_check", { paths: ["default"], severity: "hint" })).toMatchObject({ success: true });
  });

  test("one in no tsconfig is checked, and said to be", async () => {
    const note = "In no tsconfig, and checked with TypeScript's default settings:";
    expect(await text({ paths: ["loose.ts"] })).toBe(`No problems; 1 file checked.\n${note} loose.ts`);
    expect(await text({ paths: ["new/loose.ts"], content: "" })).toBe(
      `No problems; 1 file checked.\n${note} new/loose.ts`,
    );
    expect(await connection.data("kart_check", { paths: ["loose.ts"] })).toMatchObject({
      success: true,
      complete: false,
    });
  });

  test("what complains alike in one file is one row", async () => {
    files.write("src/calls.ts", "declare function f(a: 1): void;\nf();\nlet n: number = '';\nf(); f();\n");
    expect(await text({ paths: ["src/calls.ts"] })).toBe(`4 errors in 1 file; 1 file checked.
src/calls.ts
 2:1 4:1 4:6 TS2554 Expected 1 arguments, but got 0.
 3:5 TS2322 Type 'string' is not assignable to type 'number'.`);
    rmSync(files.path("src/calls.ts"));
  });

  test("what cannot be checked is refused", async () => {
    expect(await connection.error("kart_check", { paths: ["notes.md"] })).toBe(
      "invalid_argument: notes.md is no TypeScript or JavaScript file. Name one that is.",
    );
    expect(await connection.error("kart_check", { paths: ["../x.ts"] })).toStartWith("path_outside_root");
    expect(await connection.error("kart_check", { paths: ["src/top.ts"], changed: true })).toStartWith(
      "invalid_argument: Pass either",
    );
    expect(await connection.error("kart_check", { paths: ["src"], content: "", changed: true })).toStartWith(
      "invalid_argument",
    );
    expect(await connection.error("kart_check", { content: "let x" })).toStartWith(
      "invalid_argument: content stands in the place of one file",
    );
    expect(await connection.error("kart_check", { paths: ["src"], content: "let x" })).toStartWith("not_a_file");
  });
});

describe("a text that is not written yet", () => {
  const before = () => files.snapshot();

  test("alone, and with those that import the file, near and far", async () => {
    const disk = before();
    const content = 'export const size: string = "1";';
    expect(await text({ paths: ["src/base.ts"], content })).toBe("No problems; 1 file checked.");
    expect(await text({ paths: ["src/base.ts"], content, dependents: true }))
      .toBe(`1 error in 1 file, new with this content; 3 files checked.
src/top.ts
 2:30 TS2362 The left-hand side of an arithmetic operation must be of type 'any', 'number', 'bigint' or an enum type.`);
    expect(await text({ paths: ["src/base.ts"], content: "export const other = 1;", dependents: true })).toContain(
      `src/middle.ts
 1:10 TS2305 Module '"./base"' has no exported member 'size'.`,
    );
    // What was asked meanwhile left no trace.
    expect(await text({ paths: ["src/base.ts"], dependents: true })).toBe("No problems; 3 files checked.");
    expect(files.snapshot()).toEqual(disk);
  });

  test("what is wrong without it too is counted apart", async () => {
    using own = new TempWorkspace({
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }',
      "f.ts": "export const f = (n: number) => String(n);\nconst own: string = 1;\n",
      "g.ts": 'import { f } from "./f";\nexport const g: string = f(1);\nexport const wrong: string = 5;\n',
      "h.ts": 'import "./f";\nexport const old: string = 5;\n',
    });
    await using at = await connect(own.root);
    const args = { paths: ["f.ts"], dependents: true };
    const content = "\nexport const f = (n: string) => n;\nconst own: string = 1;\n";
    expect(await at.text("kart_check", { ...args, content }))
      .toBe(`4 errors in 3 files, 1 new with this content; 3 files checked.
g.ts
 2:28 TS2345 Argument of type 'number' is not assignable to parameter of type 'string'.
Without the content too, shown for those in paths: f.ts 1; g.ts 1; h.ts 1`);
    const { diagnostics } = await at.data<{ diagnostics: { path: string; new?: boolean }[] }>("kart_check", {
      ...args,
      content,
    });
    expect(diagnostics.map((one) => `${one.path} ${one.new}`)).toEqual([
      "g.ts true",
      "f.ts false",
      "g.ts false",
      "h.ts false",
    ]);
    const same = own.read("f.ts");
    expect(await at.text("kart_check", { ...args, content: same })).toStartWith(
      "3 errors in 3 files, none new with this content; 3 files checked.\nWithout the content too",
    );
    // So is what is wrong with a configuration.
    own.write("tsconfig.json", '{ "compilerOptions": { "strict": true, "types": ["nothere"] } }');
    expect(await at.text("kart_check", { ...args, content: same })).toStartWith(
      "4 errors in 4 files, none new with this content; 3 files checked.",
    );
    own.write("tsconfig.json", '{ "compilerOptions": { "strict": true, "types": [] } }');
    // Who asks about the files themselves is told all.
    expect(await at.text("kart_check", args)).toStartWith("3 errors in 3 files; 3 files checked.\nTS2322 Type ");
  });

  test("of JSON that does not parse, named itself or imported by what is checked", async () => {
    using own = new TempWorkspace({
      "tsconfig.json": '{ "compilerOptions": { "module": "preserve", "strict": true, "types": [] } }',
      "src/data.json": '{\n  "num": 1,\n',
      "src/fine.json": '{ "num": 1 } // as the compiler takes it\n',
      "src/empty.json": "",
      "src/use.ts": `import data from "./data.json";\nexport const n: number = data.num;\n`,
      "src/other.ts": `import { num } from "./fine.json";\nimport "./empty.json";\nexport const n: number = num;\n// import "./data.json";\nexport const read = ["./data.json"];\n`,
    });
    await using at = await connect(own.root);
    const check = (args: Record<string, unknown>) => at.text("kart_check", args);
    const told = "src/data.json\n 2:1  JSON does not parse: Unexpected token";
    for (const paths of [["src"], ["src/use.ts"]])
      expect(await check({ paths })).toBe(
        `1 error in 1 file; ${paths[0] === "src" ? "2 files" : "1 file"} checked.\n${told}`,
      );
    expect(await check({ paths: ["src/data.json"], dependents: true })).toBe(
      `1 error in 1 file; 1 file checked.\n${told}`,
    );
    expect(await check({ paths: ["src/data.json"] })).toStartWith("1 error in 1 file; 0 files checked.");
    expect(await check({ paths: ["src/other.ts"] })).toBe("No problems; 1 file checked.");
    const content = '{ "num": ';
    expect(await check({ paths: ["src/fine.json"], content, dependents: true })).toStartWith(
      "1 error in 1 file, new with this content",
    );
    expect(await check({ paths: ["src/use.ts"], content: own.read("src/use.ts"), dependents: true })).toStartWith(
      "1 error in 1 file, none new with this content",
    );
  });

  test("of a file that is not there yet, in the project that will list it", async () => {
    const content = 'import { size } from "../base";\nexport const f = (x) => x + size;\n';
    expect(await text({ paths: ["src/sub/fresh.ts"], content })).toBe(`1 error in 1 file; 1 file checked.
src/sub/fresh.ts
 2:19 TS7006 Parameter 'x' implicitly has an 'any' type.`);
    const place = {
      path: "src/sub/fresh.ts",
      content: 'import { size } from "../base";\nsize.toF',
      line: 2,
      column: 9,
    };
    expect(await connection.text("kart_completions", place)).toContain("Number.toFixed(");
    expect(await connection.text("kart_hover", { ...place, column: 2 })).toBe("const size: number");
    expect(await connection.error("kart_check", { paths: ["../fresh.ts"], content })).toStartWith("path_outside_root");
    expect(await connection.error("kart_check", { paths: ["src/sub/fresh.ts"] })).toStartWith("file_not_found");
  });

  test("each complaint ends where it ends in the content, or in the file", async () => {
    const content = "\nexport const size: string = 1;\nexport const more: number =\n  'one';\n";
    const { diagnostics } = await connection.data("kart_check", { paths: ["src/base.ts"], content, dependents: true });
    const ends = (diagnostics as { path: string; endLine: number; endColumn: number }[]).map(
      ({ path, endLine, endColumn }) => `${path} ${endLine}:${endColumn}`,
    );
    expect(ends).toEqual(["src/base.ts 2:18", "src/base.ts 3:18", "src/top.ts 2:36"]);
  });

  test("with a syntax error, at its place", async () => {
    expect(await text({ paths: ["src/base.ts"], content: "export const size = ;\n" })).toContain(
      " 1:21 TS1109 Expression expected.",
    );
  });
});

test("what a file declares globally reaches every file of the projects that list or import it", async () => {
  const config = (more: string) => `{ "compilerOptions": { "strict": true }, "include": ["*"]${more} }`;
  using several = new TempWorkspace({
    "own/tsconfig.json": config(""),
    "own/globals.d.ts": "interface Config { port: number }\ndeclare const CONFIG: Config;\n",
    "own/augment.ts": 'import type { App } from "./app";\ndeclare global { interface Config { app: App } }\n',
    "own/app.ts": "export type App = { start(): void };\n",
    "own/use.ts": "export const port = CONFIG.port;\nexport const start = () => CONFIG.app.start();\n",
    "taker/tsconfig.json": config(""),
    "taker/main.ts": 'import "../own/augment";\n',
    "taker/use.ts": "export const app = (config: Config) => config.app;\n",
    "other/tsconfig.json": config(""),
    "other/use.ts": "export const wrong: number = '';\n",
  });
  await using own = await connect(several.root);
  const check = (path: string, content: string) => own.text("kart_check", { paths: [path], content, dependents: true });
  expect(await check("own/globals.d.ts", "interface Config {}\ndeclare const CONFIG: Config;\n"))
    .toBe(`1 error in 1 file, new with this content; 4 files checked.
own/use.ts
 1:28 TS2339 Property 'port' does not exist on type 'Config'.`);
  expect(await check("own/augment.ts", "export {};\n"))
    .toBe(`2 errors in 2 files, new with this content; 6 files checked.
own/use.ts
 2:35 TS2339 Property 'app' does not exist on type 'Config'.
taker/use.ts
 1:29 TS2304 Cannot find name 'Config'.`);
  // The type of a global changes with what that is made of.
  expect(await check("own/app.ts", "export type App = { stop(): void };\n"))
    .toBe(`1 error in 1 file, new with this content; 6 files checked.
own/use.ts
 2:39 TS2339 Property 'start' does not exist on type 'App'.`);
  expect(await check("own/use.ts", "export const port = 1;\n")).toBe("No problems; 1 file checked.");
});

test("what declares globally reaches every file of the projects that take it by their types", async () => {
  const config = (options: string) => `{ "compilerOptions": { "strict": true, ${options} }, "include": ["src"] }`;
  using several = new TempWorkspace({
    "types/app/index.d.ts": "interface AppCfg { port: number }\n",
    "own.d.ts": "interface Own { id: string }\n",
    "rooted/tsconfig.json": config('"typeRoots": ["../types"], "types": ["app"]'),
    "rooted/src/a.ts": "export const a: AppCfg = { port: 1 };\n",
    "all/tsconfig.json": config('"typeRoots": ["../types"], "types": ["*"]'),
    "all/src/b.ts": "export const b: AppCfg = { port: 1 };\n",
    "relative/tsconfig.json": config('"types": ["../own", "../types/app"]'),
    "relative/src/c.ts": "export const c: AppCfg & Own = { port: 1, id: '' };\n",
    "none/tsconfig.json": config('"typeRoots": ["../types"], "types": []'),
    "none/src/d.ts": "export const wrong: number = '';\n",
  });
  await using own = await connect(several.root);
  const check = (path: string, content: string) => own.text("kart_check", { paths: [path], content, dependents: true });
  const error = "TS2353 Object literal may only specify known properties, and";
  expect(await check("types/app/index.d.ts", "interface AppCfg { host: string }\n"))
    .toBe(`3 errors in 3 files, new with this content; 4 files checked.
all/src/b.ts
 1:28 ${error} 'port' does not exist in type 'AppCfg'.
relative/src/c.ts
 1:34 ${error} 'port' does not exist in type 'AppCfg & Own'.
rooted/src/a.ts
 1:28 ${error} 'port' does not exist in type 'AppCfg'.`);
  expect(await check("own.d.ts", "interface Own { name: string }\n")).toStartWith(
    "1 error in 1 file, new with this content; 2 files checked.\nrelative/src/c.ts\n",
  );
});

test("who imports what declarations stand for is checked with them: a style sheet, a component, JavaScript", async () => {
  const options = { strict: true, module: "preserve", allowArbitraryExtensions: true, types: [] };
  const use = (specifier: string) => `import { box } from "${specifier}";\nexport const b: string = box;\n`;
  const declared = "export declare const box: string;\n";
  using several = new TempWorkspace({
    "tsconfig.json": JSON.stringify({ compilerOptions: options }),
    "a.css": "",
    "a.d.css.ts": declared,
    "B.vue": "<script>\nexport const box = 1;\n</script>\n",
    "B.d.vue.ts": declared,
    "c.js": "export const box = '';\n",
    "c.d.ts": declared,
    "made.d.txt.ts": declared,
    "use-a.ts": use("./a.css"),
    "use-b.ts": use("./B.vue"),
    "use-c.ts": use("./c.js"),
    "use-made.ts": use("./made.txt"),
  });
  await using own = await connect(several.root);
  const content = declared.replace("string", "number");
  const check = (path: string) => own.text("kart_check", { paths: [path], content, dependents: true });
  for (const [path, user] of [
    ["a.d.css.ts", "use-a.ts"],
    ["B.d.vue.ts", "use-b.ts"],
    ["c.d.ts", "use-c.ts"],
    ["made.d.txt.ts", "use-made.ts"],
  ] as const)
    expect(await check(path)).toBe(
      `1 error in 1 file, new with this content; 2 files checked.\n${user}\n 2:14 TS2322 Type 'number' is not assignable to type 'string'.`,
    );
});

test("importers that lead to what is checked in one of their projects alone are named", async () => {
  const project = (name: string) =>
    `{ "compilerOptions": { "strict": true, "module": "preserve", "moduleSuffixes": [".${name}", ""] }, "include": ["src"] }`;
  using several = new TempWorkspace({
    "tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.ios.json" }, { "path": "./tsconfig.android.json" }] }',
    "tsconfig.android.json": project("android"),
    "tsconfig.ios.json": project("ios"),
    "src/env.android.ts": "export function getEnv() {}\n",
    "src/env.ios.ts": "export function getEnv() {}\n",
    "src/use.ts": 'import { getEnv } from "./env";\ngetEnv();\n',
  });
  await using own = await connect(several.root);
  const content = "export function getEnv(a: number) {}\n";
  const check = (path: string) => own.text("kart_check", { paths: [path], content, dependents: true });
  // A text in the place of a file is seen where the server answers about that, and in no other project.
  const both = "all but one of tsconfig.ios.json and tsconfig.android.json";
  const others = (env: string) =>
    `NOT checked in other projects that list them: ${env} in ${both}; src/use.ts in ${both}`;
  expect(await check("src/env.android.ts")).toBe(
    `No problems; 2 files checked.\nThese imports lead to what is checked on some platform, under some condition or in some project alone, and may be checked where they lead to another file: src/use.ts:1 ./env → src/env.ios.ts\n${others("src/env.android.ts")}`,
  );
  expect(await check("src/env.ios.ts")).toBe(
    `1 error in 1 file, new with this content; 2 files checked.\nsrc/use.ts\n 2:1 TS2554 Expected 1 arguments, but got 0.\n${others("src/env.ios.ts")}`,
  );
});

test("a file that several projects list is checked in each of them, where one refers to them", async () => {
  const project = (lib: string[], include: string[], more = {}) =>
    JSON.stringify({
      compilerOptions: {
        composite: true,
        strict: true,
        module: "preserve",
        types: [],
        lib,
        outDir: lib.join(),
        ...more,
      },
      include,
    });
  const shared = 'export const face = "😀", title = () => document.title;\nconst unused = 1;\n';
  using several = new TempWorkspace({
    // Found by its name, it lists all; it only is what the others extend.
    "tsconfig.json": '{ "compilerOptions": { "noImplicitOverride": true, "noLib": true } }',
    "app/tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.web.json" }, { "path": "./tsconfig.node.json" }] }',
    "app/tsconfig.web.json": project(["es2022", "dom"], ["src"]),
    "app/tsconfig.node.json": project(["es2022"], ["srv", "src/shared.ts"], {
      noUnusedLocals: true,
      noUncheckedIndexedAccess: true,
    }),
    "app/src/shared.ts": shared,
    "app/src/a.ts": 'import { title } from "./shared";\ntitle();\n',
    "app/srv/s.ts": 'import { title } from "../src/shared";\ntitle();\n',
  });
  gitIn(several.root, "init", "-q");
  commitIn(several.root);
  await using own = await connect(several.root);
  const check = (args: object) => own.text("kart_check", { ...args });
  const rows = `app/src/shared.ts
 1:41 TS2584 Cannot find name 'document'. Do you need to change your target library? Try changing the 'lib' compiler option to include 'dom'.
 2:7 TS6133 'unused' is declared but its value is never read.
Errors as a part of app/tsconfig.node.json, which lists these too: app/src/shared.ts:1,2`;
  expect(await check({ paths: ["app/src/shared.ts"] })).toBe(`2 errors in 1 file; 1 file checked.\n${rows}`);
  expect(await check({ paths: ["app/src/shared.ts"], dependents: true })).toBe(
    `2 errors in 1 file; 3 files checked.\n${rows}`,
  );
  expect(await own.data("kart_check", { paths: ["app"] })).toMatchObject({ success: false, complete: true });
  // What is wrong in both is told once.
  const wrong = "export const both: number = face;\n";
  several.write("app/src/shared.ts", shared + wrong);
  expect(await check({ changed: true }))
    .toBe(`3 errors in 1 file; 1 file checked. Files that import what changed were NOT checked: pass dependents: true.
app/src/shared.ts
 3:14 TS2322 Type 'string' is not assignable to type 'number'.
 ${rows.split("\n").slice(1).join("\n").trim()}
Not known which of them HEAD has too: HEAD was not checked in app/tsconfig.node.json.`);
  const content = { paths: ["app/src/shared.ts"], content: shared };
  expect(await check({ ...content, dependents: true })).toBe(
    "No problems; 3 files checked.\nNOT checked in other projects that list them: app/src/shared.ts in all but one of app/tsconfig.web.json and app/tsconfig.node.json",
  );
  expect(await own.data("kart_check", content)).toMatchObject({ success: true, complete: false });
  several.write("app/src/shared.ts", shared.replace("document.title", "1").replace(/const unused.*\n/, ""));
  expect(await check({ changed: true, dependents: true })).toBe("No problems; 3 files checked.");
  // What is explained is told, as it is of the project that is asked first.
  several.write("app/src/shared.ts", "export const title = (names: string[]): string => names[0];\n");
  expect(await check({ paths: ["app/src/shared.ts"] })).toContain(
    " 1:51 TS2322 Type 'string | undefined' is not assignable to type 'string'. Type 'undefined' is not assignable to type 'string'.\n",
  );
});

describe("what git sees as changed", () => {
  test("nothing", async () => {
    expect(await text({})).toBe("git sees no source file as changed.");
    expect(await connection.data("kart_check", {})).toMatchObject({ success: true, filesChecked: 0 });
  });

  test("edited and new files, with their dependents", async () => {
    files.write("src/base.ts", 'export const size: string = "1";\n');
    files.write("src/new file.ts", "export const fresh: number = true;\n");
    expect(await text({}))
      .toBe(`1 error in 1 file, new since HEAD; 2 files checked. Files that import what changed were NOT checked: pass dependents: true.
src/new file.ts
 1:14 TS2322 Type 'boolean' is not assignable to type 'number'.`);
    expect(await text({ changed: true, dependents: true })).toStartWith(
      "2 errors in 2 files, new since HEAD; 4 files checked.",
    );
    commit();
  });

  test("components are not checked, and are named where they changed or depend on what is checked", async () => {
    const note = "NOT checked, since TypeScript cannot read them:";
    files.write("src/List.vue", '<script>\nimport { length } from "./middle";\n</script>\n');
    expect(await text({})).toBe(`git sees no source file as changed.\n${note} src/List.vue`);
    commit();
    expect(await connection.data("kart_check", { paths: ["src/middle.ts"] })).toMatchObject({ complete: true });
    const { summary, complete } = await connection.data("kart_check", { paths: ["src/base.ts"], dependents: true });
    expect({ summary, complete }).toEqual({ summary: "1 error in 1 file; 3 files checked.", complete: false });
    expect(await text({ paths: ["src/base.ts"], dependents: true })).toContain(
      `; 3 files checked.\n${note} src/List.vue\n`,
    );
    rmSync(files.path("src/List.vue"));
    commit();
  });

  test("data and configurations: who depends on them is checked with dependents", async () => {
    files.write("src/data.json", '{ "title": "a", "count": 1 }');
    files.write("src/view.ts", 'import data from "./data.json";\nexport const count: number = data.count;\n');
    files.write("package.json", "{}");
    commit();
    files.write("package.json", '{ "name": "shop" }');
    expect(await text({})).toBe("git sees no source file as changed.");
    const content = '{ "title": "a" }';
    const wrong = `src/view.ts
 2:35 TS2339 Property 'count' does not exist on type '{ title: string; }'.`;
    const named = { paths: ["src/data.json"], dependents: true };
    expect(await text({ ...named, content })).toBe(
      `1 error in 1 file, new with this content; 1 file checked.\n${wrong}`,
    );
    expect(await text(named)).toBe("No problems; 1 file checked.");
    expect(await text({ paths: ["package.json"], dependents: true })).toBe("Nothing depends on package.json.");
    files.write("src/data.json", content);
    expect(await text({})).toBe(
      "git sees no source file as changed, but src/data.json. Files that depend on that were NOT checked: pass dependents: true.",
    );
    expect(await text({ dependents: true })).toBe(
      `1 error in 1 file; 1 file checked.\n${wrong}\nNot known which of them HEAD has too: src/data.json changed too.`,
    );
    rmSync(files.path("src/data.json"));
    expect(await text({ dependents: true })).toContain(" 1:18 TS2307 Cannot find module './data.json'");
    rmSync(files.path("src/view.ts"));
    commit();
    const config = files.read("tsconfig.json");
    expect(await connection.error("kart_check", { paths: ["tsconfig.json"], content: config })).toBe(
      "invalid_argument: content cannot stand in the place of tsconfig.json. Write it, and check then.",
    );
    files.write("tsconfig.json", config.replace("true", 'true, "stict": true'));
    expect(await text({ paths: ["tsconfig.json", "src/base.ts"] })).toStartWith(
      "1 error in 1 file; 1 file checked. Files that depend on tsconfig.json were NOT checked: pass dependents: true.",
    );
    expect(await text({ dependents: true })).toStartWith(
      "4 errors in 4 files; 5 files checked.\ntsconfig.json\n 1:40 TS5023 Unknown compiler option 'stict'.",
    );
    files.write("tsconfig.json", config);
  });

  test("what changed in a submodule is not checked, which is said from any folder above it", async () => {
    files.write(".gitmodules", '[submodule "s"]\n\tpath = libs/sub\n\turl = ./s\n');
    files.write("libs/sub/x.ts", "export const x = 1;\n");
    for (const args of ["init -q", "add -A", "commit -qm x"]) gitIn(files.path("libs/sub"), ...args.split(" "));
    commit();
    expect(await text({})).toBe("git sees no source file as changed.");
    files.write("libs/sub/x.ts", "export const x: number = true;\n");
    const note = "NOT checked, submodules with changes: pass them in paths:";
    expect(await text({})).toBe(`git sees no source file as changed.\n${note} libs/sub`);
    await using below = await connect(files.path("libs"));
    expect(await below.text("kart_check", {})).toEndWith(`${note} sub`);
    expect(await text({ paths: ["libs/sub"] })).toContain("libs/sub/x.ts\n 1:14 TS2322");
    rmSync(files.path("libs"), { recursive: true });
    rmSync(files.path(".gitmodules"));
    commit();
  });

  test("submodules beyond those that are looked into are named, from any folder above them", async () => {
    const all = Array.from({ length: 51 }, (_none, place) => `libs/sub${place}`);
    files.write(".gitmodules", all.map((at) => `[submodule "${at}"]\n\tpath = ${at}\n\turl = ./s\n`).join(""));
    files.write("libs/sub0/x.ts", "export const x = 1;\n");
    for (const args of ["init -q", "add -A", "commit -qm x"]) gitIn(files.path("libs/sub0"), ...args.split(" "));
    for (const at of all.slice(1)) cpSync(files.path("libs/sub0"), files.path(at), { recursive: true });
    commit();
    files.write("libs/sub50/x.ts", "export const x: number = true;\n");
    const note = "NOT looked into for changes, submodules beyond the most: pass them in paths:";
    expect(await text({})).toBe(`git sees no source file as changed.\n${note} libs/sub50`);
    expect(await connection.data("kart_check", {})).toMatchObject({ complete: false });
    await using below = await connect(files.path("libs"));
    expect(await below.text("kart_check", {})).toEndWith(`${note} sub50`);
    rmSync(files.path("libs"), { recursive: true });
    rmSync(files.path(".gitmodules"));
    commit();
  });

  test("a repository that is no submodule is not checked either, where it holds sources", async () => {
    files.write("libs/own/x.ts", "export const x: number = true;\n");
    files.write("libs/notes/notes.md", "text\n");
    for (const folder of ["libs/own", "libs/notes"])
      for (const args of ["init -q", "add -A", "commit -qm x"]) gitIn(files.path(folder), ...args.split(" "));
    const note = "NOT checked, repositories of their own: pass them in paths:";
    expect(await text({})).toBe(`git sees no source file as changed.\n${note} libs/own`);
    expect(await connection.data("kart_check", {})).toMatchObject({ complete: false });
    await using below = await connect(files.path("libs"));
    expect(await below.text("kart_check", {})).toEndWith(`${note} own`);
    expect(await text({ paths: ["libs/own"] })).toContain("libs/own/x.ts\n 1:14 TS2322");
    rmSync(files.path("libs"), { recursive: true });
  });

  test("a file that is gone: who imported it is checked with dependents", async () => {
    rmSync(files.path("src/base.ts"));
    expect(await text({})).toBe(
      "1 deleted file. Files that import what changed were NOT checked: pass dependents: true.",
    );
    expect(await text({ dependents: true })).toContain(`src/middle.ts
 1:32 TS2307 Cannot find module './base' or its corresponding type declarations.`);
    rmSync(files.path("src/middle.ts"));
    rmSync(files.path("src/top.ts"));
    expect(await text({ dependents: true })).toBe("3 deleted files; nothing imports what is gone.");
    files.write("src/apart.ts", "");
    expect(await text({ dependents: true })).toBe("No problems; 1 file checked, 3 deleted files.");
  });
});

test("what is wrong in a configuration is an error, and files are said to be checked without it", async () => {
  using broken = new TempWorkspace({
    "tsconfig.json":
      '{ /* 😀 */ "extends": "./base.json", "compilerOptions": { "noEmit": true, "types": ["nothere"], "module": "weird" } }',
    "a.ts": "export const all: number[] = [];\nexport const first: number = all[0];\n",
    "old/tsconfig.json":
      '{ "compilerOptions": { "baseUrl": ".", "types": [], "downlevelIteration": true, "stict": true } }',
    "old/a.ts": "export {};\n",
    "open/tsconfig.json": "{ bad",
    "open/a.ts": "export {};\n",
  });
  await using own = await connect(broken.root);
  const without = "Checked without what is wrong in:";
  expect(await own.text("kart_check", { paths: ["a.ts"] })).toMatch(
    /^3 errors in 1 file; 1 file checked\.\ntsconfig\.json\n 1:107 TS6046 Argument for '--module' .*\n 1:1 TS5083 Cannot read file 'base\.json'\.\n 1:85 TS2688 .* for 'nothere'\.\nChecked without/,
  );
  expect(await own.data("kart_check", { paths: ["a.ts"] })).toMatchObject({ success: false, complete: false });
  // What is written is believed at once.
  broken.write("base.json", '{ "compilerOptions": { "strict": true, "noUncheckedIndexedAccess": true } }');
  broken.write("tsconfig.json", '{ "extends": "./base.json", "compilerOptions": { "noEmit": true, "types": [] } }');
  expect(await own.text("kart_check", { paths: ["a.ts"] })).toBe(`1 error in 1 file; 1 file checked.
a.ts
 2:14 TS2322 Type 'number | undefined' is not assignable to type 'number'. Type 'undefined' is not assignable to type 'number'.`);
  // Options that TypeScript 7 alone does without are no error to who has another.
  expect(await own.text("kart_check", { paths: ["old"] })).toBe(`1 error in 1 file; 1 file checked.
old/tsconfig.json
 1:81 TS5023 Unknown compiler option 'stict'.
${without} old/tsconfig.json`);
  expect(await own.text("kart_check", { paths: ["open"] })).toEndWith(`${without} open/tsconfig.json`);
});

test("a workspace that has an older TypeScript is checked with the defaults of that, and told that it is another", async () => {
  const others = (version: string) =>
    `\nChecked by TypeScript 7.0.2; the workspace's own is ${version}, whose library and some checks differ.\n`;
  using old = new TempWorkspace({
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    "node_modules/@types/runner/index.d.ts": "declare function describe(what: string, run: () => void): void;\n",
    "node_modules/@types/runner/package.json": '{ "name": "@types/runner", "version": "1.0.0", "types": "index.d.ts" }',
    "packages/new/node_modules/typescript/package.json": '{ "version": "6.0.2" }',
    "packages/new/tsconfig.json": "{}",
    "packages/new/a.ts": "export function f(a) { return a; }\n",
    "packages/strict/tsconfig.json": '{ "extends": "../../base.json", "compilerOptions": { "types": [] } }',
    "packages/strict/a.ts": 'export class K { a: number }\ndescribe("a", () => {});\n',
    "base.json": '{ "compilerOptions": { "strict": true } }',
    // The offsets of what is told here are those on disk.
    "packages/wrong/tsconfig.json": '// "compilerOptions": {\n{ "compilerOptions": { "stict": 1 } }',
    "packages/wrong/a.ts": "export {};\n",
    "tsconfig.json": '{\n  "include": ["*.ts"],\n}',
    "a.ts": 'describe("a", () => {});\nexport class K { a: number; f(b) { return b; } }\nimport "./style.css";\n',
    "b.ts": "export const b: string = 1;\n",
    // Its sources have a folder in common, which is that of its outputs.
    "packages/built/tsconfig.json": '{ "compilerOptions": { "outDir": "dist" }, "include": ["src"] }',
    "packages/built/src/a.ts": "export {};\n",
    "packages/new/built/tsconfig.json": '{ "compilerOptions": { "outDir": "dist" }, "include": ["src"] }',
    "packages/new/built/src/a.ts": "export {};\n",
  });
  await using asked = await connect(old.root);
  const check = (path: string) => asked.text("kart_check", { paths: [path] });
  expect(await check("a.ts")).toBe("No problems; 1 file checked.");
  expect(await check("b.ts")).toBe(`1 error in 1 file; 1 file checked.${others("5.9.3")}b.ts
 1:14 TS2322 Type 'number' is not assignable to type 'string'.`);
  expect(await check("packages/built/src/a.ts")).toBe("No problems; 1 file checked.");
  expect(await check("packages/new/built/src/a.ts")).toContain(" 1:24 TS5011 The common source directory");
  expect(await check("packages/new/a.ts")).toContain(`${others("6.0.2")}packages/new/a.ts\n 1:19 TS7006 `);
  const strict = await check("packages/strict/a.ts");
  expect(strict).toContain("\n 1:18 TS2564 ");
  expect(strict).toContain("\n 2:1 TS2593 ");
  expect(await check("packages/wrong/a.ts")).toContain(
    "packages/wrong/tsconfig.json\n 2:24 TS5023 Unknown compiler option 'stict'",
  );
  // What is written is believed at once.
  old.write("tsconfig.json", '{ "include": ["*.ts"], "compilerOptions": { "strict": true } }');
  expect(await check("a.ts")).toContain("a.ts\n 2:18 TS2564 ");
  old.write("tsconfig.json", '{ "include": ["*.ts"] }');
  expect(await check("a.ts")).toBe("No problems; 1 file checked.");
});

test("a TypeScript that is hoisted above the root is the workspace's own", async () => {
  using above = new TempWorkspace({
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    "app/tsconfig.json": '{ "compilerOptions": { "outDir": "dist" }, "include": ["src"] }',
    "app/src/a.ts": "export const lengthOf = (a) => a.length;\n",
    "app/src/b.ts": "export const b: string = 1;\n",
  });
  await using asked = await connect(above.path("app"));
  const told = await asked.text("kart_check", { paths: ["src"] });
  expect(told).toStartWith(
    "1 error in 1 file; 2 files checked.\nChecked by TypeScript 7.0.2; the workspace's own is 5.9.3,",
  );
  expect(told).toContain("src/b.ts\n 1:14 TS2322 ");
});

test.each([
  ["that is older", { "node_modules/typescript/package.json": '{ "version": "5.9.3" }' }, true],
  ["that is not installed", {}, true],
  ["of today, which has none", { "node_modules/typescript/package.json": '{ "version": "7.0.0" }' }, false],
])("modules are found from a baseUrl as by a TypeScript %s", async (_, installed, isMeant) => {
  using own = new TempWorkspace({
    ...installed,
    "base.json": '{ "compilerOptions": { "baseUrl": "./src", "paths": { "@util/*": ["util/*", "more/*"] } } }',
    "tsconfig.json": '{ "extends": "./base.json", "compilerOptions": { "moduleResolution": "node" } }',
    "plain/tsconfig.json": '{\n  "compilerOptions": {\n    "baseUrl": "."\n  }\n}\n',
    "plain/lib/a.ts": "export const a = 1;\n",
    "plain/b.ts": 'import { a } from "lib/a";\nexport const b: string = a;\n',
    "src/util/x.ts": "export const x = 1;\n",
    "src/@util/odd.ts": "export const odd = 1;\n",
    "src/a.ts": `import { x } from "util/x";
import { x as y } from "@util/x";
import { odd } from "@util/odd";
export const all: string = x + y + odd;
`,
  });
  await using asked = await connect(own.root);
  const references = (path: string, symbol: string) => asked.text("kart_references", { path, symbol });
  const first = await references("src/util/x.ts", "x");
  if (!isMeant) {
    expect(await asked.text("kart_check", { paths: ["src"] })).toContain("TS2307 Cannot find module 'util/x'");
    return;
  }
  expect(first).toStartWith("5 references to const x in 1 file, complete\n");
  expect(await references("plain/lib/a.ts", "a")).toStartWith("2 references to const a in 1 file, complete\n");
  const found = await asked.text("kart_check", { paths: ["src", "plain"] });
  expect(found).toStartWith("2 errors in 2 files; 5 files checked.\n");
  expect(found).toContain("src/a.ts\n 4:14 TS2322 ");
  expect(found).toContain("plain/b.ts\n 2:14 TS2322 ");
});

test("without a repository paths are asked for", async () => {
  using plain = new TempWorkspace({ "a.ts": "export {};" });
  await using other = await connect(plain.root);
  expect(await other.error("kart_check", {})).toMatch(
    /^backend_unavailable: git does not say what changed: .*not a git repository.*Pass paths\.$/,
  );
});

test("what a server is too slow for is named beside what it answered", async () => {
  const program = join(import.meta.dir, "../../core/test/programs/fake-language-server.ts");
  using few = new TempWorkspace({ "tsconfig.json": "{}", "a.ts": "", "slow.ts": "" });
  const command = `"${process.execPath}" '${program}' "${few.path("log")}" slow`;
  const env = { KART_LANGUAGE_SERVER: command, KART_TIMEOUT_MS: "1500" };
  await using other = await connectStdio({ command: COMMAND, root: few.root, env });
  const { structuredContent, content } = await other.client.callTool({
    name: "kart_check",
    arguments: { paths: ["."] },
  });
  expect(structuredContent).toMatchObject({ filesChecked: 1, complete: false });
  expect((content as { text: string }[])[0]?.text).toBe(
    "No problems; 1 of 2 files checked.\n1 file NOT checked in time: pass slow.ts in paths, or raise KART_TIMEOUT_MS.",
  );
});

test("of more files than one check takes, the summary is followed by what to pass next", async () => {
  using many = new TempWorkspace({ "tsconfig.json": "{}", "src/z/last.ts": 'export const last: number = "";\n' });
  for (let file = 0; file < 2_000; file++) many.write(`src/a/f${file}.ts`, "");
  many.write("src/a/f0.ts", 'const first: number = "";\n');
  await using other = await connect(many.root);
  expect(await other.text("kart_check", { paths: ["src"] })).toStartWith(
    "1 error in 1 file; 2,000 of 2,001 files checked.\n1 file NOT checked: pass src/z in paths.\nsrc/a/f0.ts\n",
  );
  expect(await other.text("kart_check", { paths: ["src/z"] })).toStartWith("1 error in 1 file; 1 file checked.\n");
});

test("progress is sent to a client that asks for it, and a cancelled check ends", async () => {
  using many = new TempWorkspace({ "tsconfig.json": "{}" });
  for (let file = 0; file < 60; file++) many.write(`f${file}.ts`, `export const value${file}: number = ${file};\n`);
  await using other = await connectStdio({ command: COMMAND, root: many.root });
  const seen: string[] = [];
  // The handler of a call drops what comes in one read with the answer.
  other.client.setNotificationHandler("notifications/progress", ({ params: { progress, total, message } }) => {
    seen.push(`${progress}/${total} ${message}`);
  });
  const check = { name: "kart_check", arguments: { paths: ["."] } };
  await other.client.callTool(check, { onprogress: () => {} });
  expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => `${at + 1}/60 files checked`));
  const controller = new AbortController();
  const cancelled = other.client.callTool(check, { signal: controller.signal });
  controller.abort(new Error("enough"));
  expect(await cancelled.catch((error: unknown) => String(error))).toContain("enough");
  expect(await other.text("kart_check", { paths: ["f1.ts"] })).toBe("No problems; 1 file checked.");
});

test("what breaks three files or more in the same way is told once, above where", async () => {
  using broken = new TempWorkspace({
    "tsconfig.json": "{}",
    "a.ts": "export const one: Gone = 1;\nexport const two: Gone = 2, text: number = '';\n",
    "b.ts": "export let three: Gone;\n",
    "c.ts": "export let four: Gone;\nexport let five: Lost;\n",
    "d.ts": "export let six: Lost;\n",
  });
  await using own = await connect(broken.root);
  expect(await own.text("kart_check", { paths: ["."] })).toBe(`7 errors in 4 files; 4 files checked.
TS2304 Cannot find name 'Gone'. In 3 files:
 a.ts 1:19 2:19
 b.ts 1:19
 c.ts 1:18
a.ts
 2:29 TS2322 Type 'string' is not assignable to type 'number'.
c.ts
 2:18 TS2304 Cannot find name 'Lost'.
d.ts
 1:17 TS2304 Cannot find name 'Lost'.`);
});

test("the content of a manifest is what those read who come to its package by a link", async () => {
  const exported = (...subpaths: string[]) =>
    JSON.stringify({
      name: "lib",
      type: "module",
      exports: Object.fromEntries(subpaths.map((one) => [one, "./src/index.ts"])),
    });
  using linked = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/lib/package.json": exported(".", "./deep"),
    "packages/lib/src/index.ts": "export const one = 1;\n",
    "packages/app/package.json": '{ "name": "app", "type": "module", "dependencies": { "lib": "*" } }',
    "packages/app/tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "noEmit": true, "types": [] } }',
    "packages/app/use.ts": 'import { one } from "lib/deep";\nexport const two = one;\n',
    "node_modules/lib": { symlinkTo: "../packages/lib" },
    ".gitignore": "node_modules\n",
  });
  await using own = await connect(linked.root);
  const asked = { paths: ["packages/lib/package.json"], dependents: true };
  expect(await own.text("kart_check", { ...asked, content: exported(".") })).toBe(
    `1 error in 1 file, new with this content; 1 file checked.
packages/app/use.ts
 1:21 TS2307 Cannot find module 'lib/deep' or its corresponding type declarations.`,
  );
  // No later question sees it.
  expect(await own.text("kart_check", { paths: ["packages/app/use.ts"] })).toBe("No problems; 1 file checked.");
});

test("a file that no project lists is checked by one that comes to import it", async () => {
  using other = new TempWorkspace({
    "tsconfig.json": '{ "files": [], "references": [{ "path": "app" }] }',
    "app/tsconfig.json":
      '{ "compilerOptions": { "strict": true, "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "noUnusedLocals": true }, "include": ["src"] }',
    "app/src/n.ts": "export {};\n",
    "core/a.ts": "const unused = 1;\nexport const used = 2;\n",
  });
  await using asked = await connect(other.root);
  const checked = () => asked.text("kart_check", { paths: ["core/a.ts"] });
  expect(await checked()).toContain("In no tsconfig");
  other.write("app/src/m.ts", 'import { used } from "../../core/a";\nexport const m = used;\n');
  expect(await checked()).toContain("1:7 TS6133");
});

test("what git ignores and sources import is checked as a dependent", async () => {
  using other = new TempWorkspace({
    ".gitignore": "gen\n",
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" } }',
    "a.ts": "export const f = (n: number) => n;\n",
    "gen/made.ts": 'import { f } from "../a";\nexport const made = f(1);\n',
    "main.ts": 'export { made } from "./gen/made";\n',
  });
  await using asked = await connect(other.root);
  const content = "export const f = (n: string) => n;\n";
  expect(await asked.text("kart_check", { paths: ["a.ts"], content, dependents: true })).toBe(
    `1 error in 1 file, new with this content; 3 files checked.
gen/made.ts
 2:23 TS2345 Argument of type 'number' is not assignable to parameter of type 'string'.`,
  );
});
