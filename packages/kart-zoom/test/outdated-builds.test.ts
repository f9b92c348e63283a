import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { serverCommand } from "@kart/core/language-server/session/server-binary";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const OPTIONS = { strict: true, module: "esnext", moduleResolution: "bundler", types: [] };
const SOURCE = `export const one = 1;
export const two = 2;
export class Box {
  constructor(readonly size = 1) {}
  open() { return 3; }
}
export function over(a: string): string;
export function over(a: number): number;
export function over(a: any): any { return a; }
const tools = { run() { return 1; } };
export default tools;
`;
const files = new TempWorkspace({
  ".gitignore": "node_modules\ndist\n",
  "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
  "packages/lib/package.json":
    '{ "name": "lib", "type": "module", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
  "packages/lib/tsconfig.json": JSON.stringify({
    compilerOptions: { ...OPTIONS, declaration: true, declarationMap: true, outDir: "dist", rootDir: "src" },
    include: ["src"],
  }),
  "packages/lib/src/index.ts": SOURCE,
  "packages/app/package.json": '{ "name": "app", "type": "module", "dependencies": { "lib": "workspace:*" } }',
  "packages/app/tsconfig.json": JSON.stringify({ compilerOptions: { ...OPTIONS, noEmit: true }, include: ["src"] }),
  "packages/app/src/m.ts":
    'import { one, Box, over, two as due } from "lib";\nexport const m = one;\nexport const n = new Box().open();\nover(1), due;\nimport kit from "lib";\nkit.run();\n',
  "node_modules/lib": { symlinkTo: "../packages/lib" },
});
Bun.spawnSync(["git", "init", "-q"], { cwd: files.root });
Bun.spawnSync([serverCommand(files.root).program, "-p", files.path("packages/lib")]);
const connection = await connect(files.root);
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});
beforeEach(() => files.write("packages/lib/src/index.ts", SOURCE));

const path = "packages/lib/src/index.ts";
const first = async (tool: string, symbol: string) => (await connection.text(tool, { path, symbol })).split("\n")[0];
const definedAt = async (line: number, column: number) =>
  connection.text("kart_definition", { path: "packages/app/src/m.ts", line, column });
const GAP = "INCOMPLETE: not searched: what reads lib as built (packages/lib/dist/index.d.ts): packages/app/src/m.ts";

test("the map of a build leads back to a source that is as it was built", async () => {
  expect(await first("kart_references", "one")).toBe("2 references to const one in 1 file, complete");
  expect(await first("kart_references", "Box.open")).toBe("1 reference to method Box.open in 1 file, complete");
  expect(await first("kart_references", "over")).toBe("2 references to function over in 1 file, complete");
  expect(await first("kart_references", "Box.constructor")).toEndWith(", complete");
  expect(await definedAt(2, 18)).toBe(`${path}:1 const one = 1`);
  expect(await definedAt(3, 22)).toContain("constructor(readonly size = 1)");
});

test("no map leads to who has a default export by another name, nor to members of what has no type of its own", async () => {
  for (const symbol of ["tools", "tools.run"])
    expect(await connection.text("kart_references", { path, symbol })).toEndWith(GAP);
});

test("a map that is none tells nothing", async () => {
  const map = files.read("packages/lib/dist/index.d.ts.map");
  for (const broken of [
    map.replace(/"mappings":"[^"]*"/, '"mappings":"!!!,,;%%"'),
    map.replace('"sourceRoot":""', '"sourceRoot":5'),
  ]) {
    expect(broken).not.toBe(map);
    files.write("packages/lib/dist/index.d.ts.map", broken);
    expect(await connection.text("kart_references", { path, symbol: "one" })).toContain("const one");
  }
  files.write("packages/lib/dist/index.d.ts.map", map);
});

test.each([
  ["a line more", `// more\n${SOURCE}`],
  ["a word more", SOURCE.replace("export const one", "export  const one").replace("  open()", "  async open()")],
  ["in another order", SOURCE.replace(/(.*\n)(.*\n)([^]*)/, "$3$2$1")],
])(
  "what changed since leads to other places: uses may be missing, and definitions go by their names: %s",
  async (_, text) => {
    files.write(path, text);
    for (const symbol of ["one", "Box.open"]) {
      expect(await connection.text("kart_references", { path, symbol })).toEndWith(GAP);
      expect(await connection.text("kart_impact", { path, symbol })).toEndWith(GAP);
    }
    const lineOf = (code: string) => text.slice(0, text.indexOf(code)).split("\n").length;
    expect(await definedAt(2, 18)).toBe(`${path}:${lineOf("const one")} const one = 1`);
    expect(await definedAt(3, 28)).toStartWith(`${path}:${lineOf("open()")} `);
    expect(await definedAt(4, 10)).toStartWith(`${path}:${lineOf("const two")} `);
  },
);
