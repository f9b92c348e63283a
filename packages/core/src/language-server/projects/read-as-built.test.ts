import { expect, setDefaultTimeout, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { ModuleIndex } from "../../modules/module-index.ts";
import { Workspace } from "../../workspace/workspace.ts";
import { Questions } from "../questions.ts";
import { notSeen, readAsBuilt } from "./read-as-built.ts";
import { Session } from "../session/session.ts";
import { Texts } from "../session/texts.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const CONFIG =
  '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }';

test("asking where imports of a package lead opens no file", async () => {
  using files = new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "@x/a", "types": "dist/index.d.ts" }',
    "packages/a/tsconfig.json": CONFIG,
    "packages/a/src/index.ts": "export const a = 1;\n",
    "packages/a/dist/index.d.ts": "export declare const a = 1;\n",
    "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    "packages/b/tsconfig.json": CONFIG,
    "packages/b/src/use.ts": 'import { a } from "@x/a";\nexport const b = a;\n',
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
    ".gitignore": "node_modules\ndist\n",
  });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts")).toEqual([
    "what reads @x/a as built (packages/a/dist/index.d.ts): packages/b/src/use.ts",
  ]);
  expect([...asked.session.documents.paths()]).toEqual([]);
});

test("of many files that read the root's own package as built it is said that they are the root's", async () => {
  const users = Array.from({ length: 6 }, (_, number) => [`src/${number}.ts`, 'import { a } from "x";\na;\n'] as const);
  using files = new TempWorkspace({
    "package.json": '{ "name": "x", "exports": { ".": { "types": "./dist/index.d.ts" } } }',
    "tsconfig.json": CONFIG,
    "src/index.ts": "export const a = 1;\n",
    "dist/index.d.ts": "export declare const a = 1;\n",
    ".gitignore": "dist\n",
    ...Object.fromEntries(users),
  });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("src/index.ts")).toEqual([
    "what reads x as built (dist/index.d.ts): the root package (6 files)",
  ]);
});

/** Of three packages the first declares what the third uses by the second, which does not name it. */
function threePackages(configs: readonly [object, object, object], own: string, use: string) {
  const config = (options: object) =>
    JSON.stringify({
      compilerOptions: { composite: true, module: "commonjs", outDir: "lib" },
      include: ["src"],
      ...options,
    });
  const manifest = (name: string) => JSON.stringify({ name: `@x/${name}`, typings: "lib/index.d.ts" });
  return new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    ...Object.fromEntries(
      ["a", "b", "c"].flatMap((name, at) => [
        [`packages/${name}/package.json`, manifest(name)],
        [`packages/${name}/tsconfig.json`, config(configs[at] as object)],
        [`node_modules/@x/${name}`, { symlinkTo: `../../packages/${name}` }],
      ]),
    ),
    "packages/a/src/index.ts": "export class Tool { init() {} }\n",
    "packages/a/src/own.ts": `${own}\nexport const init = 1;\n`,
    "packages/a/gen/index.d.ts": "export declare const gen: 1;\n",
    "packages/b/src/index.ts": 'import { Tool } from "@x/a/lib/index";\nexport const tool = new Tool();\n',
    "packages/c/src/use.ts": `${use}\nimport { tool } from "@x/b";\ntool.init();\n`,
    ".gitignore": "node_modules\nlib\ngen\n",
  });
}

const INIT = "export class Tool { ";

test("a package that does not hold the name reads the sources that it refers to, though another reads what is built", async () => {
  const references = (...names: string[]) => ({ references: names.map((one) => ({ path: `../${one}` })) });
  const use = 'import { gen } from "@x/a/gen";\ngen;';
  using files = threePackages([{}, references("a"), references("a", "b")], "", use);
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts", INIT)).toEqual([]);
  using apart = threePackages([{}, {}, references("b")], "", use);
  using other = await askedIn(apart);
  expect(await other.readAsBuilt("packages/a/src/index.ts", INIT)).toEqual([
    "what reads @x/a, of which nothing is built: packages/c/src/use.ts",
  ]);
});

test("what a comment imports is no import", async () => {
  const paths = {
    compilerOptions: { module: "commonjs", paths: { "@x/a/lib/*": ["../a/src/*"], "@x/b": ["../b/src"] } },
  };
  using files = threePackages([{}, paths, paths], '/** import { Tool } from "@x/a"; */', "");
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts", INIT)).toEqual([]);
});

/** A package of which nothing is built: a path leads to its index, and none to its `mode`. */
function unbuilt(texts: Record<string, string>) {
  const config = {
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      paths: { "@x/a": ["../a/src/index.ts"] },
    },
  };
  const types = (file: string) => ({ types: `./dist/${file}.d.ts` });
  return new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/tsconfig.json": JSON.stringify(config),
    "packages/b/tsconfig.json": JSON.stringify(config),
    "packages/a/package.json": JSON.stringify({
      name: "@x/a",
      exports: { ".": types("index"), "./mode": types("mode") },
    }),
    "packages/a/src/index.ts": 'export const one = 1;\nexport * from "./use";\n',
    "packages/b/package.json": '{ "name": "@x/b" }',
    "packages/b/src/index.ts": 'export * from "@x/a";\n',
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
    ...texts,
  });
}

test("an import that a text shows is none, whoever else imports the package", async () => {
  const text = "export const help = [one, `\n  import { one } from '@x/a'\n`];\n";
  using files = unbuilt({ "packages/a/src/use.ts": `import { one } from "./index";\n${text}` });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts")).toEqual([]);
});

test("who depends on what is built, and has the name from the sources, reads those", async () => {
  using files = unbuilt({
    "packages/a/src/use.ts":
      'import { one } from "./index";\nimport { mode } from "@x/a/mode";\nexport const b = [one, mode];\n',
    "packages/a/src/mode.ts": 'export const mode = 2;\nexport { b } from "./use";\n',
    "packages/a/src/whole.ts": 'import { b } from "@x/a/mode";\nexport const c = b;\n',
  });
  using asked = await askedIn(files);
  expect(await asked.readAsBuilt("packages/a/src/index.ts")).toEqual([]);
  expect(await asked.readAsBuilt("packages/a/src/mode.ts")).toEqual([
    "what reads @x/a, of which nothing is built: packages/a/src/use.ts",
  ]);
});

test("who reads a package of which nothing is built is not named beside its import, by which it was named already", () => {
  const reader = (path: string) => ({ name: "@x/a", path, folder: "b" });
  const unseen = [
    '/w/b/one.ts:1 (by "@x/a/deep", which is not installed)',
    '/w/b/two.ts:1 (by "@x/ab", which leads nowhere)',
  ];
  expect(notSeen({ unseen, asBuilt: [reader("b/one.ts"), reader("b/two.ts")] })).toEqual([
    ...unseen,
    "what reads @x/a, of which nothing is built: b/two.ts",
  ]);
});

const API = "export interface Opt { deep: { alpha: number } }\nexport class Core { run() { return 1; } }\n";

/** A package of which everybody reads what is built, and those who come to it in ways of their own. */
function builtPackage(users: Readonly<Record<string, string>>, ignored = "node_modules\nlib\n") {
  return new TempWorkspace({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/a/package.json": '{ "name": "@x/a", "exports": { ".": { "types": "./lib/index.d.ts" } } }',
    "packages/a/tsconfig.json": '{ "compilerOptions": { "rootDir": "src", "outDir": "lib" }, "include": ["src"] }',
    "packages/a/src/index.ts": API,
    "packages/a/lib/index.d.ts":
      "export interface Opt { deep: { alpha: number } }\nexport declare class Core { run(): number; }\n",
    "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" } }',
    "packages/b/tsconfig.json": CONFIG,
    "node_modules/@x/a": { symlinkTo: "../../packages/a" },
    "node_modules/other": { symlinkTo: "../packages/a" },
    "node_modules/@x/b": { symlinkTo: "../../packages/b" },
    ".gitignore": ignored,
    ...users,
  });
}

const unread = (by: string) => [`what reads @x/a as built (packages/a/lib/index.d.ts): ${by}`];

test.each<[how: string, users: Readonly<Record<string, string>>]>([
  [
    "under a name that its manifest gives it",
    {
      "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "other": "workspace:@x/a@*" } }',
      "packages/b/src/use.ts": 'import { Core } from "other";\nnew Core().run();\n',
    },
  ],
  [
    "by paths of a tsconfig",
    {
      "packages/b/tsconfig.json":
        '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "paths": { "led": ["../a/lib/index.d.ts"] } }, "include": ["src"] }',
      "packages/b/src/use.ts": 'import { Core } from "led";\nnew Core().run();\n',
    },
  ],
  [
    "by the path of what is built",
    { "packages/b/src/use.ts": 'import { Core } from "../../a/lib/index.js";\nnew Core().run();\n' },
  ],
  [
    "by imports of a manifest",
    {
      "packages/b/package.json": '{ "name": "@x/b", "dependencies": { "@x/a": "*" }, "imports": { "#a": "@x/a" } }',
      "packages/b/src/use.ts": 'import { Core } from "#a";\nnew Core().run();\n',
    },
  ],
])("who comes to what is built %s reads that", async (_how, users) => {
  using files = builtPackage(users);
  using asked = await askedIn(files);
  const before = API.slice(0, API.indexOf("Core"));
  expect(await asked.readAsBuilt("packages/a/src/index.ts", before)).toEqual(unread("packages/b/src/use.ts"));
  const member = API.slice(0, API.indexOf("run"));
  expect(await asked.readAsBuilt("packages/a/src/index.ts", member)).toEqual(unread("packages/b/src/use.ts"));
});

test("who has it by a package between, where nothing writes its name, reads what is built too", async () => {
  using files = builtPackage({
    "packages/b/package.json": '{ "name": "@x/b", "exports": "./src/index.ts", "dependencies": { "@x/a": "*" } }',
    "packages/b/src/index.ts": 'import { Core } from "@x/a";\nexport const made = new Core();\n',
    "packages/c/package.json": '{ "name": "@x/c", "dependencies": { "@x/b": "*" } }',
    "packages/c/tsconfig.json": CONFIG,
    "packages/c/src/use.ts": 'import { made } from "@x/b";\nmade.run();\n',
  });
  using asked = await askedIn(files);
  const before = API.slice(0, API.indexOf("run"));
  expect(await asked.readAsBuilt("packages/a/src/index.ts", before)).toEqual(unread("packages/c/src/use.ts"));
});

test.each(["node_modules\nlib\n", "node_modules\n"])(
  "a member further in is one as well, and what is built may be kept in the repository: %j",
  async (ignored) => {
    const use =
      'import { Core, type Opt } from "@x/a";\nexport const o: Opt = { deep: { alpha: new Core().run() } };\n';
    using files = builtPackage({ "packages/b/src/use.ts": use }, ignored);
    using asked = await askedIn(files);
    for (const name of ["alpha", "deep", "run", "Core"])
      expect(await asked.readAsBuilt("packages/a/src/index.ts", API.slice(0, API.indexOf(name)))).toEqual(
        unread("packages/b/src/use.ts"),
      );
  },
);

async function askedIn(files: TempWorkspace) {
  const workspace = new Workspace(files.root);
  const modules = new ModuleIndex(workspace);
  const texts = new Texts();
  const session = await Session.start(workspace, { texts });
  const { signal } = new AbortController();
  const questions = new Questions(workspace.root, session, texts, () => Promise.resolve(modules), signal);
  return {
    session,
    readAsBuilt: async (path: string, before = "export const ") =>
      notSeen(await readAsBuilt(questions, [{ path: workspace.root.proveFile(path), offset: before.length }])),
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
}
