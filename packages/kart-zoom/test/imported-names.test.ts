import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Names that TypeScript follows no further than their import: out of JavaScript that it does not read, and out of packages. */
const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": ["node"] }, "include": ["src"] }
// @filename: node_modules/untyped/package.json
{ "name": "untyped", "version": "1.0.0" }
// @filename: node_modules/untyped/index.js
exports.run = () => 1;
// @filename: node_modules/typed/package.json
{ "name": "typed", "version": "1.0.0", "types": "index.d.ts" }
// @filename: node_modules/typed/index.d.ts
/** Of a package. */
export declare class Socket { end(): void }
// @filename: src/lib.js
export function make() { return 1; }
export default function other() {}
// @filename: src/a.ts
import other, { make } from "./lib.js";
export const a = make();
other();
// @filename: src/b.ts
import { run } from "untyped";
import { type Socket } from "typed";
export const b = run();
export const socks = (one: Socket) => one.end();
// @filename: src/c.ts
import { run as go } from "untyped";
import type { Socket } from "typed";
export const c = (one: Socket) => [go(), one];
// @filename: src/whole/d.ts
export * as all from "untyped";
// @filename: src/spaces.ts
import * as module from "./c";
export const d = module.c;
`),
);
const server: Connection = await connect(files.root);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

const text = async (tool: string, args: Record<string, unknown>) => {
  const { content } = await server.call(tool, args);
  return content.map((one) => ("text" in one ? one.text : "")).join("\n");
};

describe("a name out of JavaScript that TypeScript does not read", () => {
  test("is declared where the workspace's own imports lead", async () => {
    expect(await text("kart_definition", { path: "src/a.ts", line: 2, column: 18 })).toBe(
      "src/lib.js:1 function make()",
    );
    expect(await text("kart_definition", { path: "src/a.ts", line: 3, column: 1 })).toContain("src/lib.js:2");
  });

  test("is not said to be used in one file alone", async () => {
    for (const asked of [{ line: 2, column: 18 }, { symbol: "make" }]) {
      const answer = await text("kart_references", { path: "src/a.ts", ...asked });
      expect(answer).toStartWith("No use of function make of src/lib.js found, INCOMPLETE");
      expect(answer).toContain("src/a.ts:1 (TypeScript does not read the JavaScript that it leads to)");
    }
  });

  test("is a dependency", async () => {
    expect(await text("kart_deps", { path: "src/a.ts", symbol: "a" })).toContain("src/lib.js: call make:1");
  });
});

describe("a name out of a package", () => {
  test("without types has its uses in all files that import it", async () => {
    const answer = await text("kart_references", { path: "src/b.ts", symbol: "run" });
    expect(answer).toBe(
      `3 references to import run in 2 files, INCOMPLETE
src/b.ts
 3 call in b: export const b = run();
src/c.ts
 1 import: import { run as go } from "untyped";
 3 call in c: export const c = (one: Socket) => [go(), one];
INCOMPLETE: not searched, take all of it or pass it on: src/whole/d.ts:1`,
    );
  });

  test("without types is a dependency", async () => {
    expect(await text("kart_deps", { path: "src/b.ts", symbol: "b" })).toContain(" untyped: call run");
  });

  test("is meant by its name, as it is at a position", async () => {
    const answer = await text("kart_references", { path: "src/b.ts", symbol: "Socket" });
    expect(answer).toStartWith("4 references to class Socket in 2 files, complete");
    expect(await text("kart_hover", { path: "src/b.ts", symbol: "Socket" })).toContain("Of a package.");
    expect(await text("kart_definition", { path: "src/b.ts", symbol: "Socket" })).toContain("typed/index.d.ts:2");
  });

  test("has no outline and no impact, for which it is said to come from there", async () => {
    for (const tool of ["kart_impact", "kart_deps", "kart_zoom"])
      expect(await text(tool, { path: "src/b.ts", symbol: "Socket" })).toMatch(
        /^symbol_not_found: .*comes from typed, outside the workspace/,
      );
  });
});

test("what a file has of a module that it imports as a whole is meant by that", async () => {
  expect(await text("kart_references", { path: "src/spaces.ts", symbol: "module.c" })).toStartWith(
    "1 reference to const c of src/c.ts",
  );
});

test("a name by which a file exports what it declares by another stands for that, which is said", async () => {
  files.write(
    "src/alias.ts",
    "const own = () => 1;\nexport { own as one, own as two };\nexport { none as other, other as none };\n",
  );
  files.write("src/aliased.ts", 'import { two } from "./alias";\ntwo();\n');
  const args = { path: "src/alias.ts", symbol: "one" };
  expect(await text("kart_references", args)).toBe(
    '6 references to const own in 2 files, complete\nsrc/alias.ts\n 2 re-export ×4: export { own as one, own as two };\nsrc/aliased.ts\n 1 import: import { two } from "./alias";\n 2 call: two();\nsrc/alias.ts exports it as one: uses by its other names are among these. kart_importers (kart-nav) tells who imports that name.',
  );
  expect(await text("kart_impact", args)).toStartWith("const own src/alias.ts:1: 1 dependent");
  expect(await text("kart_references", { ...args, symbol: "none" })).toStartWith("symbol_not_found: ");
  expect(await text("kart_zoom", { ...args, symbol: "none" })).toContain("none");
});

test("what has the name of another thing that the file exports is told from that, which a line of the export list means", async () => {
  files.write("src/wrapped.ts", "function part() {}\nconst _part = [part];\nexport { _part as part };\n");
  files.write("src/wrapping.ts", 'import { part } from "./wrapped";\npart.at(0);\n');
  const args = { path: "src/wrapped.ts", symbol: "part" };
  const note = "Importers' `part` is another symbol, exported under that name: `_part` (src/wrapped.ts:2).";
  expect(await text("kart_references", args)).toBe(
    `1 reference to function part in 1 file, complete\nsrc/wrapped.ts\n 2 reference in _part: const _part = [part];\n${note}`,
  );
  for (const tool of ["kart_impact", "kart_hover", "kart_definition", "kart_implementations"])
    expect(await text(tool, args)).toContain(note);
  expect(await text("kart_references", { ...args, line: 3 })).toStartWith(
    "4 references to const _part in 2 files, complete",
  );
  expect(await text("kart_references", { ...args, line: 3 })).not.toContain(note);
  expect(await text("kart_definition", { ...args, line: 3 })).toBe("src/wrapped.ts:2 const _part = [part]");
  expect(await text("kart_definition", { ...args, line: 2 })).toContain("function part()");
});
