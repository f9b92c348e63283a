import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

interface MoveData {
  readonly warnings: readonly string[];
}

const move = (desk: Desk, from: string, to: string) => desk.connection.data<MoveData>("kart_move", { from, to });

/** A package that is built from `src` into `lib`. */
const built = (name: string, more: object = {}) => ({
  [`packages/${name}/package.json`]: JSON.stringify({ name: `@m/${name}`, main: "lib/index.js", ...more }),
  [`packages/${name}/tsconfig.json`]:
    '{ "compilerOptions": { "rootDir": "src", "outDir": "lib" }, "include": ["src"] }',
});

const three = () =>
  Desk.with({
    ...built("a"),
    "packages/a/src/index.ts": 'export * from "./uuid";\n',
    "packages/a/src/uuid.ts": "export const uuid = 1;\n",
    ...built("b"),
    "packages/b/src/io.ts": "export const io = 1;\n",
    "packages/b/src/use.ts":
      'import "./io";\nimport "@m/a/lib/uuid";\nimport "@m/a";\nconst url = new URL("./io.ts", import.meta.url);\n',
    ...built("c", { dependencies: { "@m/a": "*" } }),
    "packages/b/src/odd.ts": 'import "@m/a/src/uuid";\n',
    "packages/b/src/other.ts": 'import "@m/a/lib/uuid";\n',
    "packages/c/src/main.ts": 'import "@m/b/lib/io";\nimport "@m/b/lib/use";\n',
    ...built("d"),
    "packages/d/src/main.ts": 'import "@m/b/lib/io";\n',
  });

test("what comes to stand in another package is imported by its name where others do so or depend on it", async () => {
  await using desk = await three();
  const { warnings } = await move(desk, "packages/b/src/io.ts", "packages/a/src/deep/io.ts");
  expect(desk.workspace.read("packages/b/src/use.ts")).toBe(
    'import "@m/a/lib/deep/io";\nimport "@m/a/lib/uuid";\nimport "@m/a";\nconst url = new URL("../../a/src/deep/io.ts", import.meta.url);\n',
  );
  expect(desk.workspace.read("packages/c/src/main.ts")).toBe('import "@m/a/lib/deep/io";\nimport "@m/b/lib/use";\n');
  // It says nothing of the package, and a path is all there is.
  expect(desk.workspace.read("packages/d/src/main.ts")).toBe('import "../../a/src/deep/io";\n');
  expect(warnings.join()).toContain(
    "1 import leaves the package @m/b by a relative path: packages/b/src/use.ts:4; 1 import leaves the package @m/d by a relative path: packages/d/src/main.ts:1",
  );
});

test("what a moved file imported by the name of its new package is a path, and what goes through its entry is said", async () => {
  await using desk = await three();
  const { warnings } = await move(desk, "packages/b/src/use.ts", "packages/a/src/deep/use.ts");
  expect(desk.workspace.read("packages/a/src/deep/use.ts")).toBe(
    'import "../../../b/src/io";\nimport "../uuid";\nimport "@m/a";\nconst url = new URL("../../../b/src/io.ts", import.meta.url);\n',
  );
  expect(warnings.join()).toContain(
    "1 moved file imports its own package by its name, @m/a: packages/a/src/deep/use.ts:3",
  );
});

test("a name that `exports` does not offer is not written", async () => {
  const files = (exports: object) => ({
    "packages/a/package.json": JSON.stringify({ name: "@m/a", exports }),
    "packages/a/src/one.ts": "",
    "packages/b/package.json": '{ "name": "@m/b", "dependencies": { "@m/a": "*" } }',
    "packages/b/src/two.ts": "",
    "packages/b/src/use.ts": 'import "./two";\nimport "@m/a/one";\n',
  });
  for (const [exports, specifier] of [
    [{ "./*": "./dist/*.js" }, "@m/a/two"],
    [{ "./one": "./dist/one.js" }, "../../a/src/two"],
  ] as const) {
    await using desk = await Desk.with(files(exports));
    await move(desk, "packages/b/src/two.ts", "packages/a/src/two.ts");
    expect(desk.workspace.read("packages/b/src/use.ts")).toBe(`import "${specifier}";\nimport "@m/a/one";\n`);
  }
});

test("a path out of a package stays one where it was one", async () => {
  await using desk = await Desk.with({
    ...built("a"),
    "packages/a/src/uuid.ts": "",
    ...built("b"),
    "packages/b/src/use.ts": 'import "../../a/src/uuid";\nimport "@m/a/lib/uuid";\n',
  });
  expect((await move(desk, "packages/a/src/uuid.ts", "packages/a/src/id.ts")).warnings).toEqual([]);
  expect(desk.workspace.read("packages/b/src/use.ts")).toBe('import "../../a/src/id";\nimport "@m/a/lib/id";\n');
});

test("types that a link in node_modules leads to first are no change", async () => {
  await using desk = await Desk.with({
    "packages/p/package.json":
      '{ "name": "@m/p", "exports": { "./jsx": { "types": { "import": "./jsx/index.d.ts" }, "import": "./jsx/index.js" } } }',
    "packages/p/jsx/index.js": "export const jsx = 1;\n",
    "packages/p/jsx/index.d.ts": "export const jsx: number;\n",
    "packages/q/package.json": '{ "name": "@m/q", "dependencies": { "@m/p": "*" } }',
    "packages/q/a.ts": 'import "@m/p/jsx";\n',
    "packages/q/b.ts": "",
  });
  desk.workspace.write("node_modules/@m/p", { symlinkTo: "../../packages/p" });
  expect((await move(desk, "packages/q/b.ts", "packages/q/c.ts")).warnings).toEqual([]);
  expect((await move(desk, "packages/q/a.ts", "packages/q/deep/a.ts")).warnings).toEqual([]);
  expect(desk.workspace.read("packages/q/deep/a.ts")).toBe('import "@m/p/jsx";\n');
});

test("a package that a pattern of `paths` led to by its folder is led to what is built by its name alone, which is said", async () => {
  const named = (name: string, entry: string) => JSON.stringify({ name, exports: { ".": entry } });
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "paths": { "@m/*": ["./packages/*/src"] } } }',
    "packages/a/package.json": named("@m/a", "./dist/index.js"),
    "packages/a/src/index.ts": "export const a = 1;\n",
    "packages/b/package.json": named("@m/b", "./src/index.ts"),
    "packages/b/src/index.ts": "export const b = 1;\n",
    "packages/c/package.json": '{ "name": "@m/c", "dependencies": { "@m/a": "*", "@m/b": "*" } }',
    "packages/c/src/main.ts": 'import "@m/a";\nimport "@m/b";\n',
    "packages/c/src/other.ts": 'import "@m/a";\n',
  });
  expect((await move(desk, "packages/a", "packages/x")).warnings.join()).toContain(
    "packages/c/src/main.ts:1 and 1 more import @m/a, which `paths` of a tsconfig led to packages/a/src/index.ts and lead there no more: its package's name leads to what is built. Add an entry of `paths` for packages/x/src/index.ts",
  );
  // Its name leads to the source itself, with or without `paths`.
  expect((await move(desk, "packages/b", "packages/y")).warnings).toEqual([]);
});

test("imports that follow `paths` to a name that their package does not export are told with the key that was for it", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "paths": { "@m/p/*": ["./packages/p/*"] } } }',
    "packages/p/package.json": '{ "name": "@m/p", "exports": { "./state": "./dist/state/index.js" } }',
    "packages/p/state/index.ts": "export const state = 1;\n",
    "packages/q/package.json": '{ "name": "@m/q", "dependencies": { "@m/p": "*" } }',
    "packages/q/a.ts": 'import "@m/p/state";\n',
    "packages/q/b.ts": 'import "@m/p/state";\n',
  });
  const { warnings } = await move(desk, "packages/p/state", "packages/p/other");
  expect(desk.workspace.read("packages/q/a.ts")).toBe('import "@m/p/other";\n');
  expect(warnings.join()).toContain(
    'packages/p/package.json exports no "./other" for the imports of @m/p/other, as it does "./state": rename that key, or add one (packages/q/a.ts:1 and 1 more); packages/p/package.json:1 "./dist/state/index.js" was for packages/p/state/index.ts',
  );
});

test("a name that `exports` give to what is built stays with its importers, and its target is to change", async () => {
  const user = 'import "@m/p/state";\n';
  await using desk = await Desk.with({
    "packages/p/package.json":
      '{ "name": "@m/p", "exports": { "./state": { "types": "./dist/esm/state.d.ts", "default": "./dist/esm/state.js" }, "./all/*": "./dist/esm/all/*.js" } }',
    "packages/p/src/state.ts": "export const state = 1;\n",
    "packages/p/src/own.test.ts": user,
    "packages/q/package.json": '{ "name": "@m/q", "dependencies": { "@m/p": "*" } }',
    "packages/q/a.ts": user,
    "packages/q/b.ts": user,
  });
  const { warnings } = await move(desk, "packages/p/src/state.ts", "packages/p/src/inner/state.ts");
  for (const path of ["packages/p/src/own.test.ts", "packages/q/a.ts"]) expect(desk.workspace.read(path)).toBe(user);
  expect(warnings).toEqual([
    'NOT AS BEFORE: packages/p/package.json:1 "./dist/esm/state.d.ts" and 1 more were for packages/p/src/state.ts: change them for packages/p/src/inner/state.ts; packages/p/src/own.test.ts:1 and 2 more import @m/p/state, which would lead nowhere',
  ]);
  await desk.connection.data("kart_undo");
  // A pattern gives the new place a name.
  await move(desk, "packages/p/src/state.ts", "packages/p/src/all/state.ts");
  expect(desk.workspace.read("packages/q/a.ts")).toBe('import "@m/p/all/state";\n');
});

test("where typesVersions lead the name of a package", async () => {
  const manifest = {
    name: "l",
    version: "1.0.0",
    typesVersions: { "*": { util: ["./lib/util.ts"], "sub/*": ["./*"] } },
  };
  await using desk = await Desk.with({
    "package.json": '{ "private": true, "workspaces": ["packages/*"], "dependencies": { "l": "*" } }',
    "packages/l/package.json": JSON.stringify(manifest),
    "packages/l/lib/util.ts": "export const util = 1;\n",
    "packages/l/a.ts": "export const a = 1;\n",
    "packages/l/dir/reg.ts": "export const reg = 1;\n",
    "src/use.ts": 'import "l/util";\nimport "l/sub/a";\nimport "l/dir/reg";\n',
  });
  const use = () => desk.workspace.read("src/use.ts");
  expect((await move(desk, "packages/l/lib/util.ts", "packages/l/util.ts")).warnings).toEqual([]);
  expect(desk.workspace.read("packages/l/package.json")).toContain('"util":["./util.ts"]');
  expect((await move(desk, "packages/l/a.ts", "packages/l/in/a.ts")).warnings).toEqual([]);
  expect(use()).toBe('import "l/util";\nimport "l/sub/in/a";\nimport "l/dir/reg";\n');
  // The pattern takes that name away.
  const { warnings } = await move(desk, "packages/l/dir", "packages/l/sub/dir");
  expect(warnings[0]).toBe("NOT AS BEFORE: src/use.ts:3 imports l/dir/reg, which would lead nowhere");
  expect(use()).toContain('import "l/dir/reg";\n');
});

test("what comes into the package of its importer is imported by a path, where it was by the name of its own", async () => {
  for (const paths of [undefined, { "l/lib/*": ["../l/lib/*"] }]) {
    await using desk = await Desk.with({
      "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
      "packages/l/package.json": '{ "name": "l", "version": "1.0.0" }',
      "packages/l/lib/a.ts": "export const a = 1;\n",
      "packages/l/lib/b.ts": "export const b = 1;\n",
      "packages/u/package.json": '{ "name": "u", "dependencies": { "l": "*" } }',
      "packages/u/node_modules/l": { symlinkTo: "../../l" },
      "packages/u/tsconfig.json": JSON.stringify({ compilerOptions: { paths }, include: ["src"] }),
      "packages/u/src/use.ts": 'import "l/lib/a";\nimport "l/lib/b";\n',
    });
    await move(desk, "packages/l/lib/a.ts", "packages/u/src/in/a.ts");
    expect(desk.workspace.read("packages/u/src/use.ts")).toBe('import "./in/a";\nimport "l/lib/b";\n');
  }
});

test("a name that paths lead into the importer's own package stays one", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "paths": { "*": ["./packages/*"] } } }',
    "packages/l/package.json": '{ "name": "l" }',
    "packages/l/lib/a.ts": "export const a = 1;\n",
    "packages/u/package.json": '{ "name": "u" }',
    "packages/u/src/use.ts": 'import "l/lib/a";\n',
  });
  await move(desk, "packages/l/lib/a.ts", "packages/u/src/in/a.ts");
  expect(desk.workspace.read("packages/u/src/use.ts")).toBe('import "u/src/in/a";\n');
});

test("a name that led to a source leads to none that might be built into where that was", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
    "packages/plain/package.json": '{ "name": "plain" }',
    "packages/plain/lib/a.ts": "export const a = 1;\n",
    "packages/open/package.json": '{ "name": "open", "exports": { "./*": "./lib/*.js" } }',
    "packages/open/lib/a.js": "export const a = 1;\n",
    "packages/typed/package.json": '{ "name": "typed", "typesVersions": { "*": { "*": ["./lib/*"] } } }',
    "packages/typed/lib/a.ts": "export const a = 1;\n",
    "packages/built/package.json": '{ "name": "built", "exports": { "./*": "./lib/*.js" } }',
    "packages/built/src/a.ts": "export const a = 1;\n",
    "use.ts": 'import "plain/lib/a";\nimport "open/a";\nimport "typed/a";\nimport "built/a";\n',
  });
  const moved = async (name: string, ending: string) =>
    (await move(desk, `packages/${name}/lib/a.${ending}`, `packages/${name}/src/a.${ending}`)).warnings;
  expect(await moved("plain", "ts")).toEqual([]);
  expect(await moved("open", "js")).toEqual(["NOT AS BEFORE: use.ts:2 imports open/a, which would lead nowhere"]);
  expect(await moved("typed", "ts")).toEqual(["NOT AS BEFORE: use.ts:3 imports typed/a, which would lead nowhere"]);
  await move(desk, "packages/built/src/a.ts", "packages/built/src/in/a.ts");
  expect(desk.workspace.read("use.ts")).toBe(
    'import "plain/src/a";\nimport "open/a";\nimport "typed/a";\nimport "built/in/a";\n',
  );
});

test("the index that a package is loaded as because it names no `main` is told with the line to add", async () => {
  await using desk = await Desk.with({
    "packages/p/package.json": '{ "name": "p" }',
    "packages/p/index.js": "exports.one = 1;\n",
    "packages/q/package.json": '{ "name": "q", "private": true }',
    "packages/q/index.js": "exports.two = 2;\n",
    "packages/r/package.json": '{ "name": "r", "main": "index.js" }',
    "packages/r/index.js": "exports.three = 3;\n",
  });
  expect((await move(desk, "packages/p/index.js", "packages/p/lib/index.js")).warnings).toEqual([
    'NOT AS BEFORE: packages/p/lib/index.js was loaded as p, as packages/p/index.js, and is no more: add "main": "./lib/index.js" to packages/p/package.json',
  ]);
  expect((await move(desk, "packages/q/index.js", "packages/q/lib/index.js")).warnings).toEqual([]);
  expect((await move(desk, "packages/r/index.js", "packages/r/lib/index.js")).warnings).toEqual([]);
});

test("a package that moves whole is loaded as its index still", async () => {
  await using desk = await Desk.with({
    "packages/p/package.json": '{ "name": "p" }',
    "packages/p/index.js": "exports.one = 1;\n",
    "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
  });
  expect((await move(desk, "packages/p", "packages/s")).warnings).toEqual([]);
});

test("what `sideEffects` of a package.json keeps bundlers from leaving out is told where it covers it no more", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "name": "p", "sideEffects": ["**/parts/**", "setup.ts", "./src/exact.ts"] }',
    "src/parts/a.ts": "export const a = 1;\n",
    "src/parts/deep/b.ts": "export const b = 1;\n",
    "src/setup.ts": "export const setup = 1;\n",
    "src/exact.ts": "export const exact = 1;\n",
    "src/free.ts": "export const free = 1;\n",
    "free/package.json": '{ "name": "free" }',
    "free/a.ts": "export const a = 1;\n",
    "none/package.json": '{ "name": "none", "sideEffects": false }',
  });
  const lost = async (from: string, to: string) => {
    const { warnings } = await desk.connection.data<MoveData>("kart_move", { from, to, dryRun: true });
    return warnings.join("\n").match(/"sideEffects" of [^;\n]*/)?.[0];
  };
  expect(await lost("src/parts/a.ts", "src/a.ts")).toBe(
    '"sideEffects" of package.json leaves out src/a.ts: add it if it does more than export',
  );
  expect(await lost("src/parts", "src/atoms")).toBe(
    '"sideEffects" of package.json leaves out src/atoms/* (2 files): add them if they do more than export',
  );
  expect(await lost("src/setup.ts", "src/start.ts")).toBe(
    '"sideEffects" of package.json leaves out src/start.ts: add it if it does more than export',
  );
  expect(await lost("free/a.ts", "none/a.ts")).toBe(
    '"sideEffects" of none/package.json leaves out none/a.ts: add it if it does more than export',
  );
  // A path is rewritten, and one without a folder is meant in any.
  expect(await lost("src/exact.ts", "src/other.ts")).toBeUndefined();
  expect(await lost("src/setup.ts", "src/in/setup.ts")).toBeUndefined();
  expect(await lost("src/parts/a.ts", "src/parts/deep/a.ts")).toBeUndefined();
  expect(await lost("src/free.ts", "src/parts/free.ts")).toBeUndefined();
});

test("that `sideEffects` names the old file of what runs when it is loaded, and not the new one, is told", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "name": "p", "sideEffects": ["./src/parts/*.ts"] }',
    "src/define.ts": "export const define = (name: string) => name;\n",
    "src/parts/a.ts":
      'import { define } from "../define";\nexport const tag = define("a");\nexport const plain = 1;\nexport const last = 2;\n',
  });
  const warnings = async (symbol: string, to: string) => {
    const args = { from: "src/parts/a.ts", to, symbol, dryRun: true };
    return (await desk.connection.data<MoveData>("kart_move", args)).warnings;
  };
  const told = '"sideEffects" of package.json leaves out src/tag.ts: add it if what moved does more than export';
  expect(await warnings("tag", "src/tag.ts")).toContain(told);
  expect((await warnings("plain", "src/tag.ts")).join()).not.toContain("sideEffects");
  expect((await warnings("tag", "src/parts/tag.ts")).join()).not.toContain("sideEffects");
});

test("what is built stands behind other conditions of a pattern, of which the source is rewritten", async () => {
  const entry = (name: string) => ({
    source: `./src/${name}/*.ts`,
    types: `./dist/${name}/*.d.ts`,
    import: `./dist/${name}/*.js`,
  });
  await using desk = await Desk.with({
    "packages/p/package.json": JSON.stringify(
      {
        name: "@m/p",
        exports: { "./utils/*": entry("utils") },
        imports: { "#in/*": entry("in"), "#lone": { source: "./src/lone.ts", default: "./dist/lone.js" } },
      },
      null,
      1,
    ),
    "packages/p/tsconfig.json":
      '{ "compilerOptions": { "rootDir": "src", "outDir": "dist", "customConditions": ["source"] }, "include": ["src"] }',
    "packages/p/src/utils/math.ts": 'import { one } from "#in/one";\nexport const two = one;\n',
    "packages/p/src/in/one.ts": "export const one = 1;\n",
    "packages/p/src/lone.ts": "export const lone = 1;\n",
    "packages/p/src/use.ts": 'import { lone } from "#lone";\nlone;\n',
  });
  const warnings = async (from: string, to: string) =>
    (await move(desk, `packages/p/src/${from}`, `packages/p/src/${to}`)).warnings;
  const left = (line: string, name: string, from: string, to: string) =>
    `NOT AS BEFORE: packages/p/package.json:${line} "./dist/${name}/*.d.ts" and 1 more were for packages/p/src/${from}: change them for packages/p/src/${to}`;
  expect(await warnings("utils", "helpers")).toEqual([left("6,7", "utils", "utils/math.ts", "helpers/math.ts")]);
  expect(await warnings("in", "inside")).toEqual([left("13,14", "in", "in/one.ts", "inside/one.ts")]);
  expect(await warnings("lone.ts", "deep/lone.ts")).toEqual([
    'NOT AS BEFORE: packages/p/package.json:18 "./dist/lone.js" was for packages/p/src/lone.ts: change it for packages/p/src/deep/lone.ts',
  ]);
});
