import { describe, expect, test } from "bun:test";
import { corpusFiles } from "@kart/testkit/corpora";
import { holdsWord, isWord, mayRename, mayUseWhole, scanSource, type SourceScan } from "./source-scan.ts";
import { wordNumber } from "./word-table.ts";

const scan = (source: string) => scanSource(new TextEncoder().encode(source));
const holds = (source: SourceScan, word: string) => holdsWord(source, wordNumber(word));

describe("words", () => {
  test("are what identifiers are made of, wherever they stand", () => {
    const found = scan("const a1 = $b._c; // d e\n'f-g' `h ${i}` /j/ <k l='m'>n</k>\r\nend");
    for (const word of ["const", "a1", "$b", "_c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "end"])
      expect(holds(found, word), word).toBe(true);
    for (const word of ["a", "b", "c", "f-g", "", "as", "from", "export"]) expect(holds(found, word), word).toBe(false);
  });

  test("beyond ASCII end where letters do", () => {
    const found = scan("größe 变量x “quoted”→arrow no\u00a0break a\u200db 🎉party é");
    for (const word of ["größe", "变量x", "quoted", "arrow", "no", "break", "party", "é"])
      expect(holds(found, word), word).toBe(true);
    for (const word of ["gr", "x", "a", "b"]) expect(holds(found, word), word).toBe(false);
  });

  test.each([
    ["a byte order mark", new TextEncoder().encode("\ufeffimport x")],
    ["UTF-16", new Uint8Array(Buffer.from("\ufeffimport x", "utf16le"))],
    ["UTF-16 the other way round", new Uint8Array(Buffer.from("\ufeffimport x", "utf16le").swap16())],
    ["bytes that are no UTF-8", new Uint8Array([...new TextEncoder().encode("import x "), 0xff, 0xc3, 0x28, 0x80])],
    ["a sign cut off at the end", new Uint8Array([...new TextEncoder().encode("import x "), 0xe2, 0x80])],
  ])("of %s", (_, bytes) => {
    const found = scanSource(bytes);
    expect([holds(found, "import"), holds(found, "x"), holds(found, "y")]).toEqual([true, true, false]);
  });

  test("of a file do not come up in the next, however many they are", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `word${index}`);
    const found = scan(many.join(" "));
    expect(many.every((word) => holds(found, word))).toBe(true);
    expect(found.numbers).toHaveLength(many.length);
    expect(scan("word1").numbers).toHaveLength(1);
  });

  test("have one text", () => {
    expect(["a", "$", "größe", "#a", "a-b", "", "a b"].map(isWord)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

test.each([
  "export { name as other };",
  "export { name // why\n as other };",
  "export { name /* why */ as other };",
  "export { name\u00a0as other };",
  "export default name;",
  "export default (name);",
  "export default async function name() {}",
  "export default class name {}",
  "export default /* a comment */ name;",
  "export\n// a comment\ndefault name",
  "export = name;",
  "module.exports = name;",
  "exports = module.exports = name;",
  "\ufeffexport default name",
  "export =\u00a0name",
])("a name is given another by %p", (source) => {
  expect(mayRename(scan(source), wordNumber("name"))).toBe(true);
});

test.each([
  "export { other as name };",
  "import * as name from 'm';",
  "export const other = name;",
  "exports.other = 1; name",
])("none is by %p", (source) => {
  expect(mayRename(scan(source), wordNumber("name"))).toBe(false);
});

describe("imports", () => {
  test("by a name for all of a module", () => {
    const found = scan(`
      import * as a from "./a";
      import b, * as c from './c.js';
      import type * as d from "d"
      export * as e from "./e";
      export type * as f from "./f";
      export * from "./g";
      export { h } from "./h";
      export type {
        i, // a comment
      } from "./i";
      import { j } from "./j";
      import k from "./k";
      import "./l";
      // import * as m from "./m";
      /*
       * import * as n from "./n";
       */
      const text = \`import * as o from "./o"\`;`);
    expect(found.namespaces).toEqual([
      { name: "a", specifier: "./a", isPassedOn: false },
      { name: "c", specifier: "./c.js", isPassedOn: false },
      { name: "d", specifier: "d", isPassedOn: false },
      { name: "e", specifier: "./e", isPassedOn: true },
      { name: "f", specifier: "./f", isPassedOn: true },
    ]);
    expect(found.passing).toEqual(["./e", "./f", "./g", "./h", "./i"]);
    expect(found.loaded).toEqual([]);
    const specifiers = "./a ./c.js d ./e ./f ./g ./h ./i ./j ./k ./l ./o";
    expect(found.specifiers.join(" ")).toBe(specifiers);
  });

  test("by a call", () => {
    const found = scan(`
      const a = require("./a"), b = require ( './b' );
      await import("./c"); import(
        /* webpackChunkName */ "./d"
      );
      import e = require("./e");
      other.require("./f"); requires("./g"); require(name);`);
    expect(found.loaded).toEqual(["./a", "./b", "./c", "./d", "./e"]);
    expect(found.requires).toBe(true);
    expect(scan("import('./a'); other.require(b)").requires).toBe(false);
  });

  test.each([
    ["`./pages/${name}.ts`", ["./pages/"]],
    ["`./pages/page-${name}.ts`", ["./pages/"]],
    ['"./pages/page-" + name', ["./pages/"]],
    ["`./pages/${a}/${b}`", ["./pages/"]],
    ["`./page.ts`", ["./page.ts"]],
    ["`${name}/page`", []],
    ['"page-" + name', []],
  ])("by a path that is put together, as far as it certainly leads: %s", (path, loaded) => {
    expect(scan(`import(${path}); require(${path});`).loaded).toEqual(loaded);
  });

  test("by what gives the path of a module", () => {
    const found = scan(
      'const a = require.resolve("./a"); import.meta.resolve(\'./b\'); require.main("./c"); resolve("./d")',
    );
    expect(found.loaded).toEqual(["./a", "./b"]);
    expect(found.requires).toBe(false);
  });

  test("by a list that AMD is given, and by System.import()", () => {
    const found = scan(`define(["./a", './b'], f); define("n", [
      "./c"
    ], f); require(["./d", "./e"], f); requirejs(["f"]);
    System.import("./g"); other.import("./h"); define("./i", f); o.define(["./j"]); list(["./k"]); define(k, ["./l"])`);
    expect(found.loaded).toEqual(["./a", "./b", "./c", "./d", "./e", "f", "./g"]);
  });

  test("by a call of any name, where that may be `require`", () => {
    const loaded = (source: string) => [scan(source).loaded.join(" "), scan(source).requires];
    const ahead = "const load = m.createRequire(here);";
    expect(loaded(`${ahead} load("./a"); load.resolve( './b' ); f(c, "./d");`)).toEqual(["./a ./b", true]);
    expect(loaded('m.createRequire(here)("./a")')).toEqual(["./a", true]);
    expect(loaded('const r = require; r("./a")')).toEqual(["./a", true]);
    for (const value of ['typeof require === "function" ? require : null', "typeof require == 't' && require"])
      expect(loaded(`var load = ${value}; load("./a")`)).toEqual(["./a", true]);
    expect(loaded('const load = given ?? (module.require); load("./a")')).toEqual(["./a", true]);
    expect(loaded('const load = <any>require; load("./a")')).toEqual(["./a", true]);
    expect(loaded('it("does require a name", () => f("./a"))')).toEqual(["", false]);
    expect(loaded('const a = module.require("./a"); f("./b")')).toEqual(["./a", true]);
    expect(loaded('const a = require("./a"); const p = require.resolve; f("./b")')).toEqual(["./a", true]);
    expect(loaded('// createRequire\nf("./a")')).toEqual(["", false]);
  });
});

test.each([
  "f(ns)",
  "[...ns]",
  "ns[key]",
  "const { a } = ns",
  "x = ns\n",
  "ns as any",
  "ns satisfies T",
  "ns",
  "ns?.a",
  "f('//', ns)",
])("a namespace may be used as a whole by %p", (source) => {
  expect(mayUseWhole(scan(`import * as ns from "m";\n${source}`), wordNumber("ns"))).toBe(true);
  // Imports may stand behind what uses them.
  expect(mayUseWhole(scan(`${source};\nimport * as ns from "m";\n`), wordNumber("ns"))).toBe(true);
});

test.each([
  "ns.a",
  "ns\n  .a()",
  "other.ns",
  "// ns\n",
  "  /* all of ns */",
  "/**\n * ns, as a whole\n */",
  "nsOther(ns2)",
])("it is not by %p", (source) => {
  expect(mayUseWhole(scan(`import * as ns from "m";\n${source}`), wordNumber("ns"))).toBe(false);
});

test("what looks like a comment and never ends is none", () => {
  const source = "import * as ns from 'm';\nconst glob = `\n/**/*.ts\n/*.ts`;\nf(ns);";
  expect(mayUseWhole(scan(source), wordNumber("ns"))).toBe(true);
});

test.each([
  "const x = 1; /* a\n// b */ IMPORT",
  "const x = 1; /* a\n// b /* c */ IMPORT",
  "// a\u2028IMPORT",
  "/* a\n// b */ IMPORT",
  "/* a */ IMPORT",
])("what stands behind a comment is code: %p", (source) => {
  const found = scan(`${source.replace("IMPORT", 'import * as ns from "m";')}\nf(ns);`);
  expect(found.namespaces).toEqual([{ name: "ns", specifier: "m", isPassedOn: false }]);
  expect(mayUseWhole(found, wordNumber("ns"))).toBe(true);
});

test.each([
  '// src/**/*.ts import * as ns from "m"',
  'const x = 1; /* a */\n// b */ import * as ns from "m";',
  '// a\n// b */ import * as ns from "m";',
])("what stands in one is none: %p", (source) => {
  expect(scan(source).namespaces).toEqual([]);
});

test("conflicts and components", () => {
  expect(scan("a\n<<<<<<< HEAD\nb").conflicted).toBe(true);
  expect(scan("a <<<<<<< b\n<<<<<<<<\n<<<<<<").conflicted).toBe(false);
  expect(scan('@Component({ template: "" }) class A {}').hasComponent).toBe(true);
  expect(scan("@Directive() class A {}").hasComponent).toBe(true);
  expect(scan("class A extends React.Component {}").hasComponent).toBe(false);
  expect(scan('export {};\ndeclare  module "x" {}').hasAmbient).toBe(true);
  expect(scan("declare module\n'x';").hasAmbient).toBe(true);
  expect(scan('// declare module "x"\ndeclare module X {}\ndeclare const module: "y";').hasAmbient).toBe(false);
});

test("every word of real code is found, and no other", () => {
  let count = 0;
  for (const { path, source } of corpusFiles("zod")) {
    const found = scan(source);
    const words = new Set(Array.from(source.matchAll(/[\p{ID_Continue}$\u200c\u200d]+/gu), ([word]) => word));
    for (const word of words) if (!holds(found, word)) throw new Error(`${path} holds ${word}`);
    expect(holds(found, "thisIsNowhere")).toBe(false);
    count += words.size;
  }
  expect(count).toBeGreaterThan(10_000);
});

test("in real code every name that is given another is known, and every namespace", () => {
  let [renamed, namespaces] = [0, 0];
  for (const name of ["zod", "rxjs"] as const)
    for (const { path, source } of corpusFiles(name)) {
      const found = scan(source);
      for (const [, one, other] of source.matchAll(/([\w$]+)\s+as\s|\bexport\s+default\s+([\w$]+)\s*;/g)) {
        const word = one ?? other ?? "";
        if (!mayRename(found, wordNumber(word))) throw new Error(`${path}: ${word}`);
        renamed++;
      }
      for (const [, namespace = ""] of source.matchAll(/^(?:import|export)(?: type)? \* as ([\w$]+) from/gm)) {
        if (!found.namespaces.some((one) => one.name === namespace)) throw new Error(`${path}: ${namespace}`);
        namespaces++;
      }
    }
  expect(renamed).toBeGreaterThan(1000);
  expect(namespaces).toBeGreaterThan(200);
});
