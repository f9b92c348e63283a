import { expect, setDefaultTimeout, test } from "bun:test";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

/** What is said of a symbol that would move, beside other things. */
async function told(desk: Desk, from: string, to: string, symbol: string): Promise<string[]> {
  const args = { from, to, symbol, dryRun: true };
  const { warnings } = await desk.connection.data<{ warnings: string[] }>("kart_move", args);
  return warnings.filter((one) => one.startsWith("NOT AS BEFORE"));
}

test("a new file that takes over what other imports lead to", async () => {
  await using desk = await Desk.with({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve", "paths": { "@/*": ["./over/*", "./src/*"] } } }',
    "src/foo/index.ts": 'export const foo = "folder";\n',
    "src/x.ts": 'export const x = "x";\n',
    "src/comp.tsx": 'export const comp = "tsx";\n',
    "src/from.ts": 'export const foo = "";\nexport const x = "";\nexport const comp = "";\n',
    "src/main.ts":
      'import { foo } from "./foo";\nimport { x } from "@/x";\nimport { comp } from "./comp";\n[foo, x, comp];\n',
    "src/user.ts": 'import { foo, x, comp } from "./from";\n[foo, x, comp];\n',
  });
  const line = (at: number, specifier: string, to: string) =>
    `NOT AS BEFORE: src/main.ts:${at} imports ${specifier}, which would lead to ${to}`;
  expect(await told(desk, "src/from.ts", "src/foo.ts", "foo")).toEqual([line(1, "./foo", "src/foo.ts")]);
  expect(await told(desk, "src/from.ts", "over/x.ts", "x")).toEqual([line(2, "@/x", "over/x.ts")]);
  expect(await told(desk, "src/from.ts", "src/comp.ts", "comp")).toEqual([line(3, "./comp", "src/comp.ts")]);
  expect(await told(desk, "src/from.ts", "src/fresh.ts", "comp")).toEqual([]);
});

test("one that takes over what imports a package", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "dependencies": { "lib": "1" } }',
    "node_modules/lib/package.json": '{ "name": "lib", "types": "index.d.ts" }',
    "node_modules/lib/index.d.ts": "export declare const x: number;\n",
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "paths": { "*": ["./src/*"] } } }',
    "src/m.ts": 'import { x } from "lib";\nimport { later } from "./later";\nexport const z = [x, later];\n',
    "src/from.ts": "export const q = 1;\nexport const later = 2;\n",
  });
  const taken = "NOT AS BEFORE: src/m.ts:1 imports lib, which would lead to src/lib.ts";
  expect(await told(desk, "src/from.ts", "src/lib.ts", "q")).toEqual([taken]);
  // What led nowhere may have waited for it.
  expect(await told(desk, "src/from.ts", "src/later.ts", "later")).toEqual([]);
  const { warnings } = await desk.connection.data<{ warnings: string[] }>("kart_move", {
    from: "src/from.ts",
    to: "src/lib.ts",
    dryRun: true,
  });
  expect(warnings).toContain(taken);
});

test("what has the workspace's own name and is installed all the same is imported as before", async () => {
  await using desk = await Desk.with({
    "package.json": '{ "name": "own", "main": "index.js" }',
    "node_modules/own/package.json": '{ "name": "own", "main": "index.js" }',
    "node_modules/own/index.js": "module.exports = 1;\n",
    "index.js": 'module.exports = require("./lib/a");\n',
    "lib/a.js": "module.exports = 2;\n",
    "test/use.js": 'require("own");\n',
  });
  const { warnings } = await desk.connection.data<{ warnings: string[] }>("kart_move", {
    from: "lib/a.js",
    to: "lib/b.js",
  });
  expect(warnings).toEqual([]);
});

test("a folder whose name leads to data beside it is imported by its index", async () => {
  for (const importing of ['module.exports = require("./core.json").a;\n', "module.exports = 2;\n"]) {
    await using desk = await Desk.with({
      "main.js": 'console.log(require("./lib/core"));\n',
      "lib/core.js": importing,
      "lib/core.json": '{ "a": 2 }\n',
    });
    await desk.connection.data("kart_move", { from: "lib/core.js", to: "lib/core/index.js" });
    expect(desk.workspace.read("main.js")).toBe('console.log(require("./lib/core/index"));\n');
    expect(Bun.spawnSync(["node", desk.workspace.path("main.js")]).stdout.toString()).toBe("2\n");
  }
});

test("a file that a project refuses to have imported", async () => {
  const config = (include: string, more: object = {}) =>
    JSON.stringify({
      compilerOptions: { composite: true, strict: true, module: "esnext", moduleResolution: "bundler", ...more },
      include: [include],
    });
  await using desk = await Desk.with({
    "tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
    "tsconfig.app.json": config("src"),
    "tsconfig.node.json": config("vite.config.ts"),
    "vite.config.ts": "export const port = 1;\nexport default { port };\n",
    "src/x.ts": "export const x = 1;\n",
    "src/two.ts": 'import { x } from "./x";\nexport const one = x;\nexport const two = one;\n',
  });
  const refused = (to: string) =>
    `NOT AS BEFORE: tsconfig.node.json would neither list nor refer to ${to}, which vite.config.ts:1 imports`;
  for (const to of ["src/ports.ts", "config/ports.ts", "src/x.ts"])
    expect(await told(desk, "vite.config.ts", to, "port")).toEqual([refused(to)]);
  expect(await told(desk, "src/two.ts", "src/deep/one.ts", "one")).toEqual([]);
  expect(await told(desk, "src/two.ts", "lib/one.ts", "one")).toEqual([
    "NOT AS BEFORE: tsconfig.app.json would neither list nor refer to lib/one.ts, which src/two.ts:1 imports",
  ]);
  // What moves needs something that the project of the new place does not have.
  expect(await told(desk, "src/two.ts", "vite.config.ts", "one")).toEqual([
    "NOT AS BEFORE: tsconfig.app.json would neither list nor refer to vite.config.ts, which src/two.ts:1 imports; tsconfig.node.json would neither list nor refer to src/x.ts, which vite.config.ts:1 imports",
  ]);
});

test.each(["allowImportingTsExtensions", "rewriteRelativeImportExtensions"])(
  "where no import tells how others are written, a project that takes endings of TypeScript gets them: %s",
  async (option) => {
    await using desk = await Desk.with({
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({
        compilerOptions: { lib: ["esnext"], module: "nodenext", noEmit: true, [option]: true },
      }),
      "src/cli.ts": "export const one = 1;\nconsole.log(one + 1);\n",
    });
    await desk.connection.data("kart_move", { from: "src/cli.ts", to: "src/n.ts", symbol: "one" });
    expect(desk.workspace.read("src/cli.ts")).toStartWith('import { one } from "./n.ts";\n');
  },
);

test("where one project alone takes them, it is written as both do", async () => {
  const config = (more: object) =>
    JSON.stringify({ compilerOptions: { lib: ["esnext"], module: "nodenext", ...more }, include: ["src"] });
  await using desk = await Desk.with({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": config({ outDir: "dist" }),
    "tsconfig.test.json": config({ allowImportingTsExtensions: true, noEmit: true }),
    "src/h.ts": "export const one = 1;\nexport const two = one + 1;\n",
  });
  await desk.connection.data("kart_move", { from: "src/h.ts", to: "src/n.ts", symbol: "one" });
  expect(desk.workspace.read("src/h.ts")).toStartWith('import { one } from "./n.js";\n');
});
