import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, symlinkSync } from "node:fs";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const around = new TempWorkspace({
  "outside/o.ts": "export const o = 1;\n",
  "root/tsconfig.json":
    '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "allowJs": true, "module": "esnext", "moduleResolution": "bundler" } }',
  "root/dev.ts": "export const mode = 1;\n",
  "root/prod.ts": "export const mode = 'prod';\n",
  "root/one/m.ts": "export const m = 1;\n",
  "root/two/m.ts": "export const m = 'two';\n",
  "root/.gitignore": "dist\nmade.*\n",
  "root/package.json": '{ "private": true, "workspaces": ["packages/*"] }',
  "root/packages/lib/package.json": '{ "name": "lib", "types": "./dist/index.d.ts" }',
  "root/packages/lib/src/index.ts": "export const built = 1;\n",
  "root/node_modules/lib": { symlinkTo: "../packages/lib" },
  "root/made.js": "export const made = 1;\n",
  "root/made.json": '{ "value": 1 }',
  "root/generated.ts": `import { made } from "./made";
import data from "./made.json";
import { built } from "lib";
export const all = [made, data.value] as const;
export const own = built;
`,
  "root/use.ts": `import { mode } from "./mode";
import { m } from "./linked/m";
import { o } from "./out/o";
import { p } from "p";
export const all = [mode, m, o] as const;
export const packaged = p;
`,
});
const links = { "mode.ts": "dev.ts", linked: "one", out: "../outside" };
for (const [name, target] of Object.entries(links)) symlinkSync(target, around.path(`root/${name}`));
const connection = await connect(around.path("root"));
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  around[Symbol.dispose]();
});

const typeOf = async (symbol: string, path = "use.ts") =>
  (await connection.data<{ type: string }>("kart_hover", { path, symbol })).type;
const lead = (name: string, target: string) => {
  rmSync(around.path(`root/${name}`));
  symlinkSync(target, around.path(`root/${name}`));
};

test("what stands behind symlinks is as it is now, where it changes and where they lead elsewhere", async () => {
  expect(await typeOf("all")).toBe("const all: readonly [1, 1, 1]");
  around.write("root/dev.ts", "export const mode = 2;\n");
  around.write("root/one/m.ts", "export const m = 2;\n");
  around.write("outside/o.ts", "export const o = 2;\n");
  expect(await typeOf("all")).toBe("const all: readonly [2, 2, 2]");

  lead("mode.ts", "prod.ts");
  lead("linked", "two");
  expect(await typeOf("all")).toBe('const all: readonly ["prod", "two", 2]');
  const through = { path: "prod.ts", symbol: "mode" };
  expect(await connection.text("kart_references", through)).toContain("use.ts:1 (through the symlink mode.ts");
});

test("a package that is installed above the workspace is seen", async () => {
  expect(await typeOf("packaged")).toBe("const packaged: any");
  around.write("node_modules/p/package.json", '{ "name": "p", "types": "index.d.ts" }');
  around.write("node_modules/p/index.d.ts", "export declare const p: 3;\n");
  expect(await typeOf("packaged")).toBe("const packaged: 3");
});

test("what is generated where git ignores it is as it is now, and a package of the workspace once it is built", async () => {
  const path = "generated.ts";
  expect(await typeOf("all", path)).toBe("const all: readonly [1, number]");
  expect(await typeOf("own", path)).toBe("const own: any");
  around.write("root/made.js", 'export const made = "x";\n');
  around.write("root/made.json", '{ "value": "x" }');
  around.write("root/packages/lib/dist/index.d.ts", "export declare const built: 5;\n");
  expect(await typeOf("all", path)).toBe('const all: readonly ["x", string]');
  expect(await typeOf("own", path)).toBe("const own: 5");
  rmSync(around.path("root/packages/lib/dist"), { recursive: true });
  expect(await typeOf("own", path)).toBe("const own: any");
});

test("a folder that TypeScript lists by the name of a symlink is searched by its own", async () => {
  around.write("root/pages/page.ts", 'import { mode } from "../prod";\nexport const page = mode;\n');
  symlinkSync("../pages", around.path("root/one/again"));
  expect(await connection.data("kart_references", { path: "prod.ts", symbol: "mode" })).toMatchObject({
    references: expect.arrayContaining([expect.objectContaining({ path: "pages/page.ts", line: 2 })]),
  });
});

test("a link to a folder that is listed by its own name takes nothing from an answer", async () => {
  const many = Array.from({ length: 150 }, (_, at) => [`src/f${at}.ts`, `export const common = ${at};\n`] as const);
  using other = new TempWorkspace({
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }',
    ...Object.fromEntries(many),
    "src/use.ts": 'import { common } from "./f1";\nexport const use = common;\n',
    "docs/src": { symlinkTo: "../src" },
  });
  await using asked = await connect(other.root);
  const at = { path: "src/f1.ts", symbol: "common" };
  expect(await asked.text("kart_references", at)).toStartWith("2 references to const common in 1 file, complete\n");
});
