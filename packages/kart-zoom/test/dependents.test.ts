import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { commitIn, connect, gitIn } from "./ask.ts";

setDefaultTimeout(90_000);

const config = (options: object = {}, listed: object = { include: ["src"] }) => {
  const common = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  };
  return JSON.stringify({ compilerOptions: { ...common, ...options }, ...listed });
};

/** What kart_check says of a change to files that were committed; undefined stands for a file that is deleted. */
async function afterChange(
  files: Record<string, FileContent>,
  change: Record<string, string | undefined>,
): Promise<string> {
  using workspace = new TempWorkspace(files);
  gitIn(workspace.root, "init", "-q");
  commitIn(workspace.root);
  for (const [path, text] of Object.entries(change))
    if (text === undefined) rmSync(workspace.path(path));
    else workspace.write(path, text);
  await using connection = await connect(workspace.root);
  return await connection.text("kart_check", { changed: true, dependents: true });
}

const use = (specifier: string) => `import { a } from "${specifier}";\nexport const x: number = a;\n`;
const WRONG = "src/use.ts\n 2:14 TS2322 Type 'string' is not assignable to type 'number'.";

test.each<[string, string, string, string, object]>([
  ["to the index of a folder", "./a", "src/a.ts", "src/a/index.ts", {}],
  ["to the JavaScript beside it", "./a", "src/a.ts", "src/a.js", { allowJs: true }],
  ["by an alias to another folder", "@/a", "over/a.ts", "src/a.ts", { paths: { "@/*": ["./over/*", "./src/*"] } }],
  ["by an alias of another name", "one", "over/a.ts", "src/a.ts", { paths: { one: ["./over/a", "./src/a"] } }],
])(
  "who imported a file that is gone is checked where that leads %s now",
  async (_, specifier, gone, other, options) => {
    const files = {
      "tsconfig.json": config(options),
      [gone]: "export const a = 1;\n",
      [other]: 'export const a = "x";\n',
      "src/passing.ts": `export * from "${specifier}";\n`,
      "src/use.ts": use("./passing"),
    };
    expect(await afterChange(files, { [gone]: undefined })).toBe(
      `1 error in 1 file, new since HEAD; 2 files checked, 1 deleted file.\n${WRONG}`,
    );
  },
);

test("who imported a file is checked where a link out of the workspace stands in its place", async () => {
  using outside = new TempWorkspace({ "out.ts": 'export const a = "x";\n' });
  const files = { "tsconfig.json": config(), "src/a.ts": "export const a = 1;\n", "src/use.ts": use("./a") };
  using workspace = new TempWorkspace(files);
  gitIn(workspace.root, "init", "-q");
  commitIn(workspace.root);
  rmSync(workspace.path("src/a.ts"));
  workspace.write("src/a.ts", { symlinkTo: outside.path("out.ts") });
  await using connection = await connect(workspace.root);
  expect(await connection.text("kart_check", { dependents: true })).toContain(WRONG);
});

test("nobody imports what none of the imports would lead to", async () => {
  const files = {
    "tsconfig.json": config(),
    "src/a.ts": "export const a = 1;\n",
    "src/a.test.ts": "export {};\n",
    "src/use.ts": use("./a"),
  };
  expect(await afterChange(files, { "src/a.test.ts": undefined })).toBe(
    "1 deleted file; nothing imports what is gone.",
  );
});

test.each<[string, Record<string, string>, object]>([
  ["leads nowhere yet", {}, {}],
  ["leads to the index of a folder yet", { "src/a/index.ts": "export const a = 1;\n" }, {}],
  ["leads to JavaScript yet", { "src/a.js": "export const a = 1;\n" }, { allowJs: true }],
])(
  "who will import a file that is not there yet is checked with its content where the import %s",
  async (_, there, options) => {
    using workspace = new TempWorkspace({
      "tsconfig.json": config(options),
      ...there,
      "src/passing.ts": 'export * from "./a";\n',
      "src/use.ts": use("./passing"),
      "src/other.ts": 'export const a = "a";\n',
    });
    await using connection = await connect(workspace.root);
    const before = workspace.snapshot();
    const asked = { paths: ["src/a.ts"], content: 'export const a = "x";\n', dependents: true };
    expect(await connection.text("kart_check", asked)).toBe(
      `1 error in 1 file, new with this content; 3 files checked.\n${WRONG}`,
    );
    expect(workspace.snapshot()).toEqual(before);
  },
);

test("of who will import a file that is not there yet, what is wrong without it too is counted apart", async () => {
  using workspace = new TempWorkspace({
    "tsconfig.json": config(),
    "src/use.ts": `${use("./a")}export const old: number = "";\n`,
  });
  await using connection = await connect(workspace.root);
  const asked = { paths: ["src/a.ts"], content: 'export const a: number = "x";\n', dependents: true };
  expect(await connection.text("kart_check", asked)).toBe(
    `2 errors in 2 files, 1 new with this content; 2 files checked.
src/a.ts
 1:14 TS2322 Type 'string' is not assignable to type 'number'.
Without the content too, shown for those in paths: src/use.ts 1`,
  );
});

test("who depends on content whose folder is not there yet is named, since TypeScript finds nothing there", async () => {
  using workspace = new TempWorkspace({ "tsconfig.json": config(), "src/use.ts": use("./new/a") });
  await using connection = await connect(workspace.root);
  const check = (path: string, content: string) =>
    connection.text("kart_check", { paths: [path], content, dependents: true });
  const note = "NOT checked with content whose folder is not there yet: src/use.ts";
  expect(await check("src/new/a.ts", 'export const a = "x";\n')).toBe(`No problems; 1 file checked.\n${note}`);
  expect(await check("src/new/global.ts", "const ZZ = 1;\n")).toBe(`No problems; 1 file checked.\n${note}`);
  expect(await check("src/new/b.ts", "export {};\n")).toBe("No problems; 1 file checked.");
});

test("a component that depends on content whose folder is not there yet is named as one of any other file", async () => {
  const component = '<script lang="ts">\nimport { a } from "./new/a";\n</script>\n';
  using workspace = new TempWorkspace({ "tsconfig.json": config(), "src/other.ts": "", "src/App.vue": component });
  await using connection = await connect(workspace.root);
  const asked = { paths: ["src/new/a.ts"], content: "export const a = 1;\n", dependents: true };
  expect(await connection.text("kart_check", asked)).toBe(
    "No problems; 1 file checked.\nNOT checked, since TypeScript cannot read them: src/App.vue",
  );
});

const ZZ = "export {};\ndeclare global { interface Array<T> { zz: T } }\n";
const NO_ZZ = "TS2339 Property 'zz' does not exist on type 'string[]'.";
const usesZz = 'export const z = ["a"].zz;\n';
const checked = (files: number, deleted = "") =>
  `1 error in 1 file, new since HEAD; ${files} file${files === 1 ? "" : "s"} checked${deleted}.\nsrc/use.ts\n`;

test.each<[string, Record<string, string>, Record<string, string | undefined>, string]>([
  [
    "of a script that is gone",
    { "src/globals.ts": "const shared = 1;\n", "src/use.ts": "export const x = shared;\n" },
    { "src/globals.ts": undefined },
    `${checked(1, ", 1 deleted file")} 1:18 TS2304 Cannot find name 'shared'.`,
  ],
  [
    "of a module that is gone",
    { "src/global.ts": ZZ, "src/use.ts": usesZz },
    { "src/global.ts": undefined },
    `${checked(1, ", 1 deleted file")} 1:24 ${NO_ZZ}`,
  ],
  [
    "of another module, by one that is gone",
    {
      "src/base.ts": "export interface X { a: 1 }\n",
      "src/more.ts": 'import "./base";\ndeclare module "./base" { interface X { b: 2 } }\n',
      "src/use.ts": 'import type { X } from "./base";\nexport const b = (x: X) => x.b;\n',
    },
    { "src/more.ts": undefined },
    `${checked(2, ", 1 deleted file")} 2:30 TS2339 Property 'b' does not exist on type 'X'.`,
  ],
  [
    "of a module that does so no more",
    { "src/global.ts": ZZ, "src/use.ts": usesZz },
    { "src/global.ts": "export {};\n" },
    `${checked(2)} 1:24 ${NO_ZZ}`,
  ],
  [
    "of a script that is a module now",
    { "src/globals.d.ts": "declare const shared: 1;\n", "src/use.ts": "export const x = shared;\n" },
    { "src/globals.d.ts": "export declare const shared: 1;\n" },
    `${checked(2)} 1:18 TS2304 Cannot find name 'shared'.`,
  ],
])("who saw what HEAD declares globally is checked: %s", async (_, files, change, wanted) => {
  expect(await afterChange({ "tsconfig.json": config(), ...files }, change)).toBe(wanted);
});

const PACKAGE = {
  "package.json": '{ "dependencies": { "globals": "1" } }',
  ".gitignore": "node_modules\n",
  "node_modules/globals/package.json": '{ "name": "globals", "version": "1.0.0", "types": "index.d.ts" }',
  "node_modules/globals/index.d.ts": ZZ,
};
const onlyMain = (options: object = {}) => config(options, { files: ["src/main.ts"] });

test.each<[string, string, Record<string, string>]>([
  ["an import from outside of the project", 'import "../lib/global";', { "lib/global.ts": ZZ }],
  ["an import of what imports that", 'import "../lib";', { "lib/index.ts": 'import "./global";', "lib/global.ts": ZZ }],
  ["an import of a package", 'import "globals";', PACKAGE],
  ["a named import of a package", 'import type {} from "globals";', PACKAGE],
  ["a reference to a file", '/// <reference path="../lib/global.d.ts" />', { "lib/global.d.ts": ZZ }],
  ["a reference to types", '/// <reference types="lib" />', { "types/lib/index.d.ts": ZZ }],
])("who sees what comes into the project by %s is checked where that comes or goes", async (_, line, there) => {
  const files = {
    "tsconfig.json": onlyMain({ typeRoots: ["./types"] }),
    ...there,
    "src/main.ts": `${line}\nimport "./use";\n`,
    "src/use.ts": usesZz,
  };
  const content = 'import "./use";\n';
  expect(await afterChange(files, { "src/main.ts": content })).toBe(`${checked(2)} 1:24 ${NO_ZZ}`);
  using workspace = new TempWorkspace(files);
  await using connection = await connect(workspace.root);
  const asked = { paths: ["src/main.ts"], dependents: true };
  expect(await connection.text("kart_check", { ...asked, content })).toContain(`src/use.ts\n 1:24 ${NO_ZZ}`);
  // One that has it the other way round breaks where it comes.
  workspace.write("src/main.ts", content);
  workspace.write("src/use.ts", `${ZZ.replace("T }", "1 }")}export const z: 1 = [1].zz;\n`);
  const back = await connection.text("kart_check", { ...asked, content: files["src/main.ts"] });
  expect(back).toContain("TS2717 Subsequent property declarations must have the same type.");
});

test("who uses a library of the compiler is checked where no file refers to that any more", async () => {
  const files = {
    "tsconfig.json": config({ lib: ["es2022"] }),
    "src/main.ts": '/// <reference lib="dom" />\nexport {};\n',
    "src/use.ts": "export const x = document.title;\n",
  };
  expect(await afterChange(files, { "src/main.ts": "export {};\n" })).toStartWith(
    `${checked(2)} 1:18 TS2584 Cannot find name 'document'.`,
  );
});

test("what another file of the project brings as well neither comes nor goes, nor what the project lists or runtimes provide", async () => {
  const files = {
    "tsconfig.json": config(),
    ...PACKAGE,
    "src/main.ts": 'import "globals";\nimport "./listed";\nimport "node:fs";\n',
    "src/other.ts": 'import "globals";\n',
    "src/listed.ts": ZZ.replace("zz", "other"),
    "src/use.ts": usesZz,
  };
  expect(await afterChange(files, { "src/main.ts": "export {};\n" })).toBe("No problems; 1 file checked.");
  // That both files bring it does not count where both stop.
  const both = { "src/main.ts": "export {};\n", "src/other.ts": "export {};\n" };
  expect(await afterChange(files, both)).toBe(`${checked(4)} 1:24 ${NO_ZZ}`);
  const gone = {
    "src/a.ts": 'import "./b";\n',
    "src/b.ts": "export {};\n",
    "src/c.ts": "export {};\n",
    "lib/d.ts": ZZ,
  };
  const allGone = { "src/a.ts": undefined, "src/b.ts": undefined };
  const listed = { "tsconfig.json": config(), ...gone };
  expect(await afterChange(listed, allGone)).toBe("2 deleted files; nothing imports what is gone.");
  const further = { ...listed, "src/a.ts": 'import "../lib/d";\n', "src/use.ts": usesZz };
  expect(await afterChange(further, { ...allGone, "lib/d.ts": undefined })).toContain(`src/use.ts\n 1:24 ${NO_ZZ}`);
});

const json = (manifest: object) => JSON.stringify(manifest);
const led = (a: string, more: object = {}) => json({ name: "p", type: "module", ...more, imports: { "#x": a } });
const NODE = { module: "nodenext", moduleResolution: "nodenext" };
/** The sources have the package in `lib` by another name than its own. */
const aliased = (range: string, manifest: object) => ({
  "package.json": json({ dependencies: { alias: range } }),
  "node_modules/alias": { symlinkTo: "../lib" },
  "lib/package.json": json({ name: "lib", ...manifest }),
  "lib/one.ts": "export const a = 1;\n",
  "lib/index.ts": 'export const a = "x";\n',
  "src/use.ts": use("alias"),
});

test.each<[string, Record<string, FileContent>, Record<string, string | undefined>, string]>([
  [
    "by imports",
    { "package.json": led("./src/one.ts"), "src/use.ts": use("#x") },
    { "package.json": led("./src/other.ts") },
    WRONG,
  ],
  [
    "by exports, through the package's own name",
    { "package.json": json({ name: "p", exports: { "./x": "./src/one.ts" } }), "src/use.ts": use("p/x") },
    { "package.json": json({ name: "p", exports: { "./x": "./src/other.ts" } }) },
    WRONG,
  ],
  [
    "by a name that it has no more",
    { "package.json": json({ name: "p", exports: { "./x": "./src/one.ts" } }), "src/use.ts": use("p/x") },
    { "package.json": json({ name: "q", exports: { "./x": "./src/one.ts" } }) },
    "src/use.ts\n 1:19 TS2307 Cannot find module 'p/x' or its corresponding type declarations.",
  ],
  [
    "by the types of a folder",
    { "src/folder/package.json": json({ main: "../one.ts" }), "src/use.ts": use("./folder") },
    { "src/folder/package.json": json({ main: "../other.ts" }) },
    WRONG,
  ],
  [
    "by one that stands between",
    { "package.json": led("./src/one.ts"), "src/use.ts": use("#x") },
    { "src/package.json": "{}" },
    "src/use.ts\n 1:19 TS2307 Cannot find module '#x' or its corresponding type declarations.",
  ],
  [
    "by exports, through the name that another one gives the package",
    aliased("workspace:lib@*", { exports: "./one.ts" }),
    { "lib/package.json": json({ name: "lib", exports: "./index.ts" }) },
    WRONG,
  ],
  [
    "by nothing any more, through that name",
    aliased("workspace:lib@*", { types: "./one.ts" }),
    { "lib/package.json": undefined },
    WRONG,
  ],
])("a package.json concerns whose import it leads elsewhere: %s", async (_, files, change, wanted) => {
  const sources = { "src/one.ts": "export const a = 1;\n", "src/other.ts": 'export const a = "x";\n' };
  const told = await afterChange({ "tsconfig.json": config(), ...sources, ...files }, change);
  const [path] = Object.keys(change);
  const note = `Not known which of them HEAD has too: ${path} changed too.`;
  expect(told).toBe(`1 error in 1 file; 1 file checked.\n${wanted}\n${note}`);
});

test("a package.json concerns all files of which it tells whether they are ES modules", async () => {
  const files = {
    "tsconfig.json": config(NODE),
    "package.json": json({ type: "module" }),
    "src/old/package.json": json({ type: "commonjs" }),
    "src/old/one.ts": "export const a = 1;\n",
    "src/use.ts": 'import one from "./old/one.js";\nexport const x = one;\n',
    "src/other.ts": "export {};\n",
  };
  const wrong = `1 error in 1 file; 2 files checked.\nsrc/use.ts\n 1:8 TS1192 Module '"src/old/one"' has no default export.`;
  expect(await afterChange(files, { "src/old/package.json": undefined })).toStartWith(wrong);
  expect(await afterChange(files, { "package.json": json({ type: "commonjs" }) })).toStartWith(wrong);
  // Elsewhere the type of a package says nothing.
  const bundled = { ...files, "tsconfig.json": config() };
  expect(await afterChange(bundled, { "package.json": json({ type: "commonjs" }) })).toBe(
    "git sees no source file as changed.",
  );
});

test("what else changes in a package.json concerns no source; of one that is named all may have changed", async () => {
  const files = {
    "tsconfig.json": config(),
    "package.json": led("./src/one.ts"),
    "src/one.ts": "export const a = 1;\n",
    "src/other.ts": 'export const a = "x";\n',
    "src/use.ts": use("#x"),
  };
  const change = { "package.json": led("./src/one.ts", { version: "2.0.0", dependencies: {} }) };
  expect(await afterChange(files, change)).toBe("git sees no source file as changed.");
  using workspace = new TempWorkspace(files);
  await using connection = await connect(workspace.root);
  const named = { paths: ["package.json"], dependents: true };
  expect(await connection.text("kart_check", named)).toBe("No problems; 1 file checked.");
  expect(await connection.text("kart_check", { ...named, content: led("./src/other.ts") })).toBe(
    `1 error in 1 file, new with this content; 1 file checked.\n${WRONG}`,
  );
  workspace.write("package.json", led("./src/other.ts"));
  expect(await connection.text("kart_check", named)).toBe(`1 error in 1 file; 1 file checked.\n${WRONG}`);
});

test.each<[string, string, Record<string, string>, object]>([
  ["a pattern of paths", "@data/d.json", {}, { paths: { "@data/*": ["./data/*"] } }],
  ["a path of another name", "data", {}, { paths: { data: ["./data/d.json"] } }],
  ["imports of a package.json", "#d", { "package.json": json({ imports: { "#d": "./data/d.json" } }) }, {}],
  ["exports", "p/d", { "package.json": json({ name: "p", exports: { "./d": "./data/d.json" } }) }, {}],
])("who imported JSON that is gone by %s is checked, and who will import it", async (_, specifier, more, options) => {
  const files = {
    "tsconfig.json": config({ resolveJsonModule: true, ...options }),
    ...more,
    "data/other.json": "{}",
    "src/use.ts": `import d from "${specifier}";\nexport const x: number = d.a;\n`,
  };
  const data = { "data/d.json": '{ "a": 1 }' };
  expect(await afterChange({ ...files, ...data }, { "data/d.json": undefined })).toBe(
    `1 error in 1 file; 1 file checked.
src/use.ts
 1:15 TS2307 Cannot find module '${specifier}' or its corresponding type declarations.
Not known which of them HEAD has too: data/d.json changed too.`,
  );
  using workspace = new TempWorkspace(files);
  await using connection = await connect(workspace.root);
  const asked = { paths: ["data/d.json"], content: '{ "a": "x" }', dependents: true };
  expect(await connection.text("kart_check", asked)).toBe(
    `1 error in 1 file, new with this content; 1 file checked.\n${WRONG}`,
  );
});

test("an import of a package that is not installed is no import of JSON that is gone", async () => {
  const files = {
    "tsconfig.json": config({ resolveJsonModule: true }),
    "data/d.json": "{}",
    "src/use.ts": 'import d from "missing/d.json";\nexport const x = d;\n',
  };
  expect(await afterChange(files, { "data/d.json": undefined })).toBe("git sees no source file as changed.");
});

test("a configuration that names what is gone is wrong, which the files that it lists besides tell", async () => {
  const listing = (...files: readonly string[]) => ({ "tsconfig.json": config({}, { files }) });
  const files = { "src/use.ts": "export {};\n", "src/gone.ts": "export {};\n" };
  const change = { "src/gone.ts": undefined };
  const told = await afterChange({ ...files, ...listing("src/use.ts", "src/gone.ts") }, change);
  expect(told).toStartWith("1 error in 1 file, new since HEAD; 1 file checked, 1 deleted file.\ntsconfig.json\n");
  expect(told).toContain("TS6053 File 'src/gone.ts' not found.");
  expect(await afterChange({ ...files, ...listing("src/gone.ts") }, change)).toBe(
    `1 deleted file; nothing imports what is gone.
NOT checked, since they name what is gone and list nothing else: tsconfig.json (src/gone.ts)`,
  );
  expect(await afterChange({ ...files, ...listing("src/use.ts") }, change)).toBe(
    "1 deleted file; nothing imports what is gone.",
  );
});

test("a configuration concerns what its files import too", async () => {
  const files = {
    "tsconfig.json": onlyMain({ strict: false }),
    "src/main.ts": 'import "./use";\n',
    "src/use.ts": "export const x: string = null;\n",
    "src/apart.ts": "export const x: string = null;\n",
  };
  expect(await afterChange(files, { "tsconfig.json": onlyMain() })).toStartWith(
    "1 error in 1 file; 2 files checked.\nsrc/use.ts\n 1:14 TS2322",
  );
});
