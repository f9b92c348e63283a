import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { LanguageServer } from "@kart/core/language-server/language-server";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { type SourceSymbols, sourceSymbols } from "@kart/core/syntax/source-symbols";
import { applyEdits } from "@kart/core/text/text-edit";
import { Workspace } from "@kart/core/workspace/workspace";
import { corpusFolder } from "@kart/testkit/corpora";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { localBindings } from "../src/planning/scopes/local-bindings.ts";
import { localEdits } from "../src/planning/scopes/local-edits.ts";
import { Desk } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

interface RenameData {
  readonly files: readonly { readonly path: string; readonly edits: number }[];
  readonly complete: boolean;
  readonly totalMentions: number;
  readonly warnings: readonly string[];
}

const desk = await Desk.with({ "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "allowJs": true } }' });
afterAll(() => desk[Symbol.asyncDispose]());

/** Files of all tests stand in one workspace. */
let files = 0;
function write(text: string, ending = "ts"): string {
  const file = `f${files++}.${ending}`;
  desk.workspace.write(file, text);
  return file;
}

const rename = (file: string, symbol: string, newName: string, more: object = {}) =>
  desk.connection.data<RenameData>("kart_rename", { file, symbol, newName, ...more });

describe("every place, there and back: `«a»` is renamed, `«a|a: b»` otherwise changed", () => {
  type Row = readonly [what: string, symbol: string, text: string, ending?: string];
  const STRICT = [
    ["a module by its ending", "", "mjs"],
    ["a module by a wait at its top", "await 0;\n", "js"],
    ["strict as a whole", '"use strict";\n', "js"],
  ] as const;
  const ROWS: readonly Row[] = [
    ["a parameter", "f.a", "export function f(«a»: number, o = «a») {\n  return «a» + o + x.a;\n}\n"],
    [
      "a const, not what hides it",
      "f.a[0]",
      "function f() {\n  const «a» = 1;\n  { let a = 2; a; }\n  return () => «a»;\n}\n",
    ],
    ["what hides it", "f.a[1]", "function f() {\n  const a = 1;\n  { let «a» = 2; «a»++; }\n  return a;\n}\n"],
    ["what JavaScript writes out", "f.a", "const f = («a», c) => ({ a: «a», c: c, b: «a» });\n", "js"],
    ["what old JavaScript writes out", "f.a", "function f(«a») {\n  return { b: «a» };\n}\n", "js"],
    ["what JavaScript with shorthands does", "f.a", "function f(«a», c) {\n  return { c, «b: a|b» };\n}\n", "js"],
    ["the only shorthand of JavaScript", "f.a", "const f = («a») => ({ «a|a: b» });\n", "js"],
    ["a shorthand", "f.a", "const f = («a»: 1) => ({ «a|a: b», x: { «a|a: b» } });\n"],
    ["a key that comes to be alike", "f.a", "const f = («a»: 1) => ({ «b: a|b», c: «a» });\n"],
    ["what a pattern takes", "f.a", "function f({ «a|a: b» = 1, ...o }: { a?: 1 }) {\n  return [«a», o];\n}\n"],
    ["what a pattern takes under another name", "f.a", "function f({ x: [«a»] }: X) {\n  return «a»;\n}\n"],
    [
      "what a pattern assigns",
      "f.a",
      "function f() {\n  let «a»;\n  ({ «a|a: b» = 2, x: «a» } = o);\n  [«a»] = [1];\n}\n",
    ],
    [
      "a parameter, not what quotes in types say",
      "f.a",
      "/**\n * It's what they say's a type's.\n * @param {'a' | \"a b\" | `a`} «a»\n */\nexport function f(«a») {\n  /** @type {{ kind: 'a' | 'b', a: Record<'a', typeof «a»> }} */\n  const it = { kind: 'a', a: { «a|a: b» } };\n  return it;\n}\n",
      "js",
    ],
    ["a catch variable", "f.a", "function f() {\n  try {} catch («a») { throw «a»; }\n}\n"],
    ["a loop's variable", "a", "for (const «a» of list) for (let i = «a»; ; ) console.log(«a», i);\n"],
    ["a var, hoisted", "f.a", "function f() {\n  «a» = 1;\n  if (x) { var «a»; }\n  return «a»;\n}\n"],
    ["a var beside the parameter of its name", "f.a", "function f(«a»: 1) {\n  var «a»: 1;\n  return «a»;\n}\n"],
    ["an inner function, used before", "f.a", "function f() {\n  «a»();\n  function «a»(): void { «a»(); }\n}\n"],
    ["a function by the name that only it sees", "f.a", "const f = function «a»(): unknown { return «a»; };\na;\n"],
    [
      "an inner class: value and type",
      "f.a",
      "function f() {\n  class «a» {}\n  return (x: «a»): «a» => new «a»();\n}\n",
    ],
    [
      "a type and a value of one name",
      "f.a",
      "function f() {\n  type «a» = 1;\n  const «a»: «a» = 1;\n  return «a»;\n}\n",
    ],
    ["a type parameter", "f.a[0]", "function f<«a» extends string>(x: «a», a = 1): «a» | typeof a { return x; }\n"],
    [
      "a parameter, not what a type parameter extends",
      "f.a",
      "const a = { x: 1 };\nfunction f<K extends keyof typeof a>(«a»: 1, k: K): typeof «a» {}\n",
    ],
    ["a parameter, not what decorates it", "K.m.a", "class K {\n  m(@a x: 1, @x «a»: 1) { return «a»; }\n}\n"],
    [
      "a const, not a member of its enum",
      "f.a",
      "function f() {\n  const «a» = 1;\n  enum E { x = «a» }\n  enum F { 'a' = 1, x = a }\n  enum F { y = a }\n}\n",
    ],
    ["a type parameter of an alias", "T.a", "type T<«a»> = («a» extends infer U ? U : «a»)[];\n"],
    [
      "a type parameter of an interface that a value has the name of",
      "T.a",
      "export interface T<«a»> { x: «a» }\nexport const T = 1;\n",
    ],
    ["what a type infers", "T.a", "type T<X> = X extends [infer «a», infer «a»] ? «a» : a;\ntype a = 1;\n"],
    ["the key of a mapped type", "T.a", "type T<X> = { [«a» in keyof X as `x${«a» & string}`]: X[«a»] };\n"],
    ["a parameter of a type", "T.a", "type T = («a»: unknown) => «a» is string;\n"],
    ["a parameter of a method", "K.m.a", "class K {\n  a = 1;\n  m(«a» = this.a) { return this.a + «a»; }\n}\n"],
    ["a member's value", "f.a", "function f(«a»: typeof x) {\n  let y: typeof «a».a;\n  return «a».a?.[«a»];\n}\n"],
    ["a label", "f.a[1]", "function f(a: 1) {\n  «a»: for (;;) { if (a) break «a»; else continue «a»; }\n}\n"],
    ["JSX", "f.A", "const f = («A»: any, a: 1) => <«A» a={a}><«A».A /><a /></«A»>;\n", "tsx"],
    [
      "an import under another name",
      "a",
      'import { x as «a», type y as z } from "./x";\nexport { «a|b as a» };\n«a»;\n',
    ],
    ["a default import", "a", 'import «a» from "./x";\n«a».a;\n'],
    [
      "docs of a parameter",
      "f.a[0]",
      "/**\n * Of a.\n * @param {{ a: { a: 1 } }} [«a»=1] is a\n * @param «a».a more\n * @param ab no\n */\nexport const f = memo((«a»: 1, ab: 2) => [«a», (a: 1) => a]);\n",
    ],
    ["docs of a type parameter", "T.a", "/** @template «a» is it */\nexport interface T<«a»> { x: «a» }\n"],
    [
      "JavaScript: a class that comments use for a type",
      "f.a",
      "function f() {\n  class «a» {}\n  /** @type {Map<«a», { a: 1, x: «a» }>} */\n  let x;\n  return x;\n}\n",
      "js",
    ],
    [
      "a parameter that the comment of its function tells the type of another by",
      "f.a",
      "/**\n * @param {unknown} «a»\n * @returns {«a» is string}\n */\nexport function f(«a») {\n  return typeof «a» === 'string';\n}\n/** @returns {(a: 1) => a is 1} */\nconst a = 1;\n",
      "js",
    ],
    [
      "the same where it asserts, or makes types of the value",
      "f.a",
      "export class C {\n  /**\n   * @param {{ b: 1 }} «a»\n   * @param {keyof typeof «a»} key\n   * @returns {asserts «a» is { b: 1 }}\n   */\n  static f(«a», key) {}\n  /** @type {typeof a} */\n  b;\n}\nconst a = 1;\n",
      "js",
    ],
    [
      "JavaScript: no prose of a comment, and no type that it declares itself",
      "f.a",
      "function f(«a») {\n  /** gives {a} to you @type {typeof «a»} */\n  let x = «a»;\n  /** @template a @param {a} x */\n  function g(x) {}\n}\n",
      "js",
    ],
    [
      "JavaScript: what CommonJS exports by a property",
      "f.a",
      "exports.a = function f(«a») { return exports.a(«a»); };\n",
      "cjs",
    ],
    ["JavaScript: a function in a block", "f.a", "function f() {\n  { function «a»() {} }\n  return «a»;\n}\n", "js"],
    ...STRICT.map(([what, start, ending]): Row => [
      `JavaScript: a function in a block of what is ${what}`,
      "t.a",
      `${start}function a() {}\nfunction t() {\n  { function «a»() {} «a»(); }\n  return a();\n}\n`,
      ending,
    ]),
    [
      "JavaScript: a function in a block of a class",
      "K.t.a",
      "function a() {}\nclass K {\n  t() { { function «a»() {} «a»(); } return a(); }\n}\n",
      "js",
    ],
    [
      "JavaScript: what waits or gives in a block",
      "t.a",
      "function a() {}\nfunction t() {\n  { async function «a»() { «a»(); } }\n  return a();\n}\n",
      "js",
    ],
    [
      "JavaScript: a function in a block, where another function is strict",
      "t.a",
      'function s() { "use strict"; }\nfunction t() {\n  log("use strict");\n  { function «a»() {} }\n  return «a»();\n}\n',
      "js",
    ],
    ["CRLF, a byte order mark, wide characters", "f.a", "\ufeffconst f = (/* 😀 */ «a»: 1) =>\r\n  «a»;\n\r\n"],
  ];
  for (const [what, symbol, marked, ending] of ROWS)
    test(what, async () => {
      const name = symbol.endsWith("A") ? "B" : "b";
      const old = name === "B" ? "A" : "a";
      const before = marked.replaceAll(/«([^|»]*)(?:\|[^»]*)?»/g, "$1");
      const after = marked.replaceAll(/«[^|»]*»/g, name).replaceAll(/«[^|»]*\|([^»]*)»/g, "$1");
      const file = write(before, ending);
      const { complete, warnings } = await rename(file, symbol, name);
      expect(desk.workspace.read(file)).toBe(after);
      expect({ complete, warnings }).toEqual({ complete: true, warnings: [] });
      const [, owner = "", index = ""] = /^(.*\.)?[^.[]+(\[\d\])?$/.exec(symbol) ?? [];
      await rename(file, `${owner}${name}${index === "" ? "" : "[0]"}`, old);
      expect(desk.workspace.read(file)).toBe(before);
    });
});

describe("which is meant", () => {
  const TEXT = `const x = (count: number) => count;
function f(count: number) {
  return [1].map((other) => other + count);
}
class K {
  count() {
    const count = 1; return count;
  }
}
`;
  const ROWS: readonly [what: string, args: { readonly symbol: string; readonly line?: number }, changed: number[]][] =
    [
      ["a path", { symbol: "f.count" }, [2, 3]],
      ["a path that leaves parts out, as it was written", { symbol: "K/count.count" }, [7]],
      ["the line of the declaration", { symbol: "count", line: 2 }, [2, 3]],
      ["the line of a use", { symbol: "count", line: 3 }, [2, 3]],
      ["the line within a symbol of that name", { symbol: "count", line: 7 }, [7]],
      ["the line of the symbol", { symbol: "count", line: 6 }, [6]],
      ["no line: the symbol", { symbol: "count" }, [6]],
      ["a local in a callback", { symbol: "f.other" }, [3]],
    ];
  for (const [what, args, changed] of ROWS)
    test(what, async () => {
      const file = write(TEXT);
      await rename(file, args.symbol, "renamed", { line: args.line });
      const [old, now] = [TEXT.split("\n"), desk.workspace.read(file).split("\n")];
      expect(now.flatMap((line, at) => (line === old[at] ? [] : [at + 1]))).toEqual(changed);
    });

  const REFUSED: readonly [what: string, symbol: string, line: number | undefined, message: string][] = [
    [
      "several",
      "a",
      undefined,
      "symbol_ambiguous: `a` could be `f.a` (parameter, line 1), `g.a` (parameter, line 2), `g.x.a` (parameter, line 2). Pass `line`, or one of these as symbol.",
    ],
    [
      "several in the line",
      "a",
      2,
      "symbol_ambiguous: `a` could be `g.a` (parameter, line 2), `g.x.a` (parameter, line 2). Pass",
    ],
    [
      "one elsewhere",
      "g.x.a",
      1,
      "symbol_not_found: No `g.x.a` is declared at line 1. One is elsewhere, `g.x.a` (parameter, line 2): leave `line` out if that is meant.",
    ],
    [
      "a misspelt one",
      "f.lenght",
      undefined,
      "symbol_not_found: No symbol or local `f.lenght` in FILE. Did you mean `f.length` (const, line 1)?",
    ],
    [
      "nothing like it",
      "zebra",
      undefined,
      "symbol_not_found: No symbol `zebra` in FILE. It declares `f` (const, line 1), `g` (const, line 2).",
    ],
  ];
  for (const [what, symbol, line, message] of REFUSED)
    test(`refused: ${what}`, async () => {
      const file = write(
        "const f = (a) => { const length = a; return length; };\nconst g = (a) => { const x = (a) => a; };\n",
      );
      const said = await desk.refused("kart_rename", { file, symbol, newName: "b", line });
      expect(said).toStartWith(message.replace("FILE", file));
    });

  test("a name at the top that others within share is told with an index, which means it", async () => {
    const file = write("const g = (a) => a;\nfor (const a of list) g(a);\n");
    const said = await desk.refused("kart_rename", { file, symbol: "a", newName: "b" });
    expect(said).toStartWith("symbol_ambiguous: `a` could be `g.a` (parameter, line 1), `a[0]` (const, line 2). Pass");
    await rename(file, "a[0]", "b");
    expect(desk.workspace.read(file)).toEndWith("for (const b of list) g(b);\n");
  });

  test("what require() gives of a package is a local, and keeps its name there", async () => {
    const file = write(
      'const { inspect, format: f } = require("node:util");\nexports.inspect = inspect;\nmodule.exports = { inspect, f };\n',
      "js",
    );
    await rename(file, "inspect", "show");
    await rename(file, "f", "g");
    expect(desk.workspace.read(file)).toBe(
      'const { inspect: show, format: g } = require("node:util");\nexports.inspect = show;\nmodule.exports = { inspect: show, f: g };\n',
    );
  });

  test("what require() takes of another file is a local, and keeps its name there and in all others", async () => {
    desk.workspace.write("class.js", "class K {}\nexports.K = K;\nmodule.exports.f = () => 1;\n");
    desk.workspace.write("module.ts", "export class M {}\n");
    const other = 'const { K } = require("./class");\nnew K();\n';
    desk.workspace.write("other.js", other);
    const file = write(
      'const { K, f } = require("./class");\nconst { M } = require("./module");\n/** @type {K} */\nconst k = new K(f, M);\nexports.K = K;\nmodule.exports = { f, k };\n',
      "js",
    );
    await rename(file, "K", "A");
    await rename(file, "f", "b", { line: 1 });
    await rename(file, "M", "C");
    expect(desk.workspace.read(file)).toBe(
      'const { K: A, f: b } = require("./class");\nconst { M: C } = require("./module");\n/** @type {A} */\nconst k = new A(b, C);\nexports.K = A;\nmodule.exports = { f: b, k };\n',
    );
    expect(desk.workspace.read("class.js")).toBe("class K {}\nexports.K = K;\nmodule.exports.f = () => 1;\n");
    expect(desk.workspace.read("module.ts")).toBe("export class M {}\n");
    expect(desk.workspace.read("other.js")).toBe(other);
  });

  test("an import leads to what it imports; a package keeps its names", async () => {
    desk.workspace.write("lib/own.ts", "export class K { m() {} }\n");
    desk.workspace.write("lib/index.ts", 'export * from "./own";\nexport { K as L } from "./own";\n');
    const file = write('import { K } from "./lib";\nimport { p } from "pack";\nnew K(p);\n');
    const ask = (at: string, symbol: string) => desk.refused("kart_rename", { file: at, symbol, newName: "b" });
    const way = "Pass `file`: lib/own.ts, `symbol`:";
    expect(await ask(file, "K")).toContain(`\`K\` is declared in another file. ${way} \`K\``);
    expect(await ask(file, "K.m")).toContain(`${way} \`K.m\``);
    expect(await ask("lib/index.ts", "K")).toContain(`${way} \`K\``);
    expect(await ask("lib/index.ts", "L")).toStartWith(
      "symbol_not_found: `L` is another name that lib/index.ts exports `K` by",
    );
    expect(await ask(file, "p")).toStartWith("symbol_not_found: `p` comes from pack, outside the workspace");
  });

  test("an import of a module that a file declares by its name leads there, and not to what only augments it", async () => {
    desk.workspace.write(
      "lib/ambient.d.ts",
      'declare module "virtual:config" {\n  const port: number;\n}\ndeclare module "pack" {\n  interface Options {}\n}\n',
    );
    const file = write('import { port } from "virtual:config";\nimport { p } from "pack";\nport + p;\n');
    const ask = (symbol: string) => desk.refused("kart_rename", { file, symbol, newName: "b" });
    expect(await ask("port")).toContain(
      '`port` is declared in another file. Pass `file`: lib/ambient.d.ts, `symbol`: `"virtual:config".port`',
    );
    expect(await ask("p")).toStartWith("symbol_not_found: `p` comes from pack, outside the workspace");
  });
});

describe("a name that is taken", () => {
  const ROWS: readonly [what: string, text: string, line: number, ending?: string][] = [
    ["in the same scope", "function f(a: 1) {\n  return a;\n}\nfunction g(a: 1,\n  b: 2) {}\n", 5],
    ["by a let beside the parameter", "function g(a: 1) {\n  let b = 1;\n}\n", 1],
    ["by a parameter beside the let", "function g(b: 1) {\n  let a = 1;\n}\n", 1],
    ["by a var that leaves its block", "function g() {\n  let a = 1;\n  {\n    var b = 2;\n  }\n}\n", 2],
    ["further out, and used within", "const b = 1;\nfunction g(a: 1) {\n  return [a, b];\n}\n", 3],
    ["further in, where it is used", "function g(a: 1) {\n  return (b: 1) =>\n    a;\n}\n", 3],
    ["by a global that is used", "function g(a: 1) {\n  return b(\n    a);\n}\n", 2],
    ["by an import that is used as a type", 'import type { b } from "./x";\nfunction g<a>(x: a,\n  y: b) {}\n', 3],
    ["by a shorthand", "const g = (a: 1) =>\n  ({ b });\n", 2],
    ["in a comment's type", "function g() {\n  class a {}\n  /** @type {b} */\n  let x;\n}\n", 3, "js"],
  ];
  for (const [what, text, line, ending] of ROWS)
    test(what, async () => {
      const file = write(text, ending);
      const message = await desk.refused("kart_rename", { file, symbol: "g.a", newName: "b" });
      expect(message).toStartWith("already_exists: `b` is taken where `a` is used or declared");
      expect(message).toContain(`\n${file}:${line} `);
    });

  test("is free as a property, a type beside a value, a label, or where neither sees the other", async () => {
    const file = write(
      "type b = 1;\nfunction f(b: 1) {}\nfunction g(a: b) {\n  b: for (;;) break b;\n  a.b;\n  { let b; }\n  return { b: a };\n}\n",
    );
    expect((await rename(file, "g.a", "b")).files).toEqual([{ path: file, edits: 3 }]);
    expect(desk.workspace.read(file)).toEndWith(
      "function g(b: b) {\n  b: for (;;) break b;\n  b.b;\n  { let b; }\n  return { b };\n}\n",
    );
  });
});

test("refused: what is no name for it", async () => {
  const text = "function f<T>(C: any, a = <C />) {\n  class K { constructor(private p: 1) {} }\n}\n";
  const file = write(`${text}interface I<P> { x: P }\nclass I<P> { y: P }\n`, "tsx");
  const refusal = (symbol: string, newName: string) => desk.refused("kart_rename", { file, symbol, newName });
  expect(await refusal("f.a", "class")).toStartWith("invalid_argument: `class` is a reserved word");
  expect(await refusal("f.a", "a-b")).toStartWith("invalid_argument: `a-b` is no legal identifier");
  expect(await refusal("f.T", "string")).toStartWith("invalid_argument: `string` is a type of the language");
  expect(await refusal("f.a", "a")).toStartWith("no_change");
  expect(await refusal("f.C", "section")).toContain("uses `C` as a component");
  expect(await refusal("I.P[0]", "Q")).toStartWith("invalid_argument: `P` is a type parameter of one part of `I`");
  expect(await refusal("f.p", "q")).toStartWith(
    "invalid_argument: `p` is a member of its class as well as a parameter",
  );
});

test("refused: what a signature without a body takes out of a parameter, unless it uses it", async () => {
  const ask = (text: string, symbol: string) =>
    desk.refused("kart_rename", { file: write(text), symbol, newName: "b" });
  for (const text of [
    "type f = ({ a }: { a: 1 }) => 1;\n",
    "declare function f({ a }: { a: 1 }): 1;\n",
    "interface f {\n  ({ a }: { a: 1 }): 1;\n}\n",
    "declare class f {\n  constructor({ a }: { a: 1 });\n}\n",
  ])
    expect(await ask(text, "a")).toStartWith("invalid_argument: `a` is the name of a property alone: its signature");
  const used = write("type f = ({ a }: { a: 1 }) => typeof a;\n");
  await rename(used, "f.a", "b");
  expect(desk.workspace.read(used)).toBe("type f = ({ a: b }: { a: 1 }) => typeof b;\n");
  const own = write("type f = (a: 1) => 1;\nconst g = ({ a }: { a: 1 }) => 1;\n");
  await rename(own, "f.a", "b");
  await rename(own, "g.a", "b");
  expect(desk.workspace.read(own)).toBe("type f = (b: 1) => 1;\nconst g = ({ a: b }: { a: 1 }) => 1;\n");
});

test("refused: the name that a function behind a property has within, where the property of that name is meant", async () => {
  const refused = (file: string, symbol: string, more: object = {}) =>
    desk.refused("kart_rename", { file, symbol, newName: "b", ...more });
  const file = write("make({\n  go: function go(n) {\n    return n > 0 ? go(n - 1) : 0;\n  },\n});\n", "js");
  const why = "is a property that is no symbol, and its function has the name only within itself.";
  const next = "Change the property, and what uses it, with kart_patch";
  for (const [symbol, more] of [["go"], ["go", { line: 2 }], ["Made.go"]] as const)
    expect(await refused(file, symbol, more)).toBe(
      `symbol_not_found: \`go\` of ${file}, line 2, ${why} ${next}; \`go.go\` is the name within.`,
    );
  expect((await rename(file, "go.go", "again")).complete).toBe(true);
  expect(desk.workspace.read(file)).toContain("  go: function again(n) {\n    return n > 0 ? again(n - 1) : 0;\n");
});

test("refused: a local of a method by the name path of a member of its class", async () => {
  const file = write("class K {\n  constructor(a) {\n    use(a);\n  }\n}\n");
  for (const more of [{}, { line: 2 }])
    expect(await desk.refused("kart_rename", { file, symbol: "K.a", newName: "b", ...more })).toBe(
      `symbol_not_found: No symbol or local \`K.a\` in ${file}. Did you mean \`K.constructor.a\` (parameter, line 2)?`,
    );
});

test("refused: what reaches past a scope that has the name too, and what is exported", async () => {
  const caught = (inner: string) =>
    `function f() {\n  try {} catch (${inner}) { var a = 1; log(${inner}); }\n  log(a);\n}\n`;
  const ask = (text: string, symbol: string, ending?: string) =>
    desk.refused("kart_rename", { file: write(text, ending), symbol, newName: "b" });
  expect(await ask(caught("a"), "f.a[0]")).toStartWith("invalid_argument: `a` is the name of a `catch` variable");
  expect(await ask(caught("a"), "f.a[1]")).toStartWith("invalid_argument: `a` is the name of a `catch` variable");
  expect(await ask(caught("b"), "f.a")).toStartWith("already_exists");
  const block = "function t() {\n  { let a; { function a() {} a(); } a; }\n}\n";
  expect(await ask(block, "t.a[0]", "js")).toStartWith("invalid_argument: `a` is the name of a function in a block");
  expect(await ask("namespace N { export const x = 1; }\nexport import a = N.x;\n", "a")).toStartWith(
    "invalid_argument: `a` is exported by `export import`",
  );
});

test("refused: what is used where no name of the file's own stands", async () => {
  const ask = (text: string, symbol: string, newName: string) =>
    desk.refused("kart_rename", { file: write(text, "tsx"), symbol, newName });
  const react = 'import * as React from "react";\nexport const f = (a: any) => <div>{a}</div>;\n';
  expect(await ask(react, "f.a", "React")).toStartWith("already_exists");
  const pragma = '/** @jsx j */\nimport { createElement as j } from "react";\nexport const x = <div />;\n';
  expect(await ask(pragma, "j", "k")).toStartWith("invalid_argument: `j` is what a `@jsx` comment names");
  const returned = (name: string) =>
    `const b = 1;\nexport function f(): typeof b { const ${name} = 1; return ${name}; }\n`;
  expect(await ask(returned("b"), "f.b", "c")).toStartWith("invalid_argument: `b` is read by the `typeof`");
  expect(await ask(returned("a"), "f.a", "b")).toStartWith("already_exists");
  const part = "export {};\ndeclare global { interface Array<T> { mine(): T } }\n";
  expect(await ask(part, "T", "U")).toStartWith("invalid_argument: `T` is a type parameter of one part of `Array`");
});

test("a type parameter of what another file adds a part to is refused, and one of what none does is not", async () => {
  await using own = await Desk.with({
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
    "stack.ts": "export class Stack<Item> { items: Item[] = []; }\nexport class Other<Item> { items: Item[] = []; }\n",
    "part.ts": 'import "./stack";\ndeclare module "./stack" { interface Stack<Item> { peek(): Item } }\n',
  });
  const ask = { file: "stack.ts", newName: "Next" };
  expect(await own.refused("kart_rename", { ...ask, symbol: "Stack.Item" })).toStartWith(
    "invalid_argument: `Item` is a type parameter of `Stack`, to which part.ts:2 adds a part that must have it by one name.",
  );
  const { complete } = await own.connection.data<RenameData>("kart_rename", { ...ask, symbol: "Other.Item" });
  expect(complete).toBe(true);
});

test("a function in a block keeps to it where its package is of ES modules", async () => {
  desk.workspace.write("esm/package.json", '{ "type": "module" }\n');
  const text = "function a() {}\nfunction t() {\n  { function a() {} }\n  return a();\n}\n";
  desk.workspace.write("esm/a.js", text);
  await rename("esm/a.js", "t.a", "b");
  expect(desk.workspace.read("esm/a.js")).toBe(text.replace("{ function a", "{ function b"));
});

test("mentions are those of its own scope; a dry run writes nothing, and undo takes it back", async () => {
  const text = "/** Of count. @param count it */\nfunction f(count: 1) {\n  return `count`; // count\n}\n// count\n";
  const file = write(text);
  write("// count\n");
  expect(await rename(file, "f.count", "total", { dryRun: true })).toMatchObject({ totalMentions: 2 });
  expect(desk.workspace.read(file)).toBe(text);
  await rename(file, "f.count", "total");
  expect(desk.workspace.read(file)).toStartWith("/** Of count. @param total it */\nfunction f(total: 1) {");
  await desk.connection.data("kart_undo");
  expect(desk.workspace.read(file)).toBe(text);
});

test("what may use it unseen is said", async () => {
  for (const seen of ['eval/* x */("a")', '(eval)("a")', "() => { with/**/(a) {} }"]) {
    const file = write(`function f(a) {\n  return ${seen};\n}\n`, "js");
    expect((await rename(file, "f.a", "b")).warnings).toEqual(["`eval` or `with` may use `a` there: NOT changed"]);
  }
  const part = write("interface Foo<T> { x: T }\n");
  expect((await rename(part, "Foo.T", "U")).warnings).toEqual([
    `${part} is a script: other parts of its \`Foo\` were NOT changed`,
  ]);
  const run = write('function f(a) {\n  return eval("a") + x.with(a);\n}\n', "js");
  const global = write("for (var a of []);\n");
  expect(await rename(run, "f.a", "b")).toMatchObject({
    complete: false,
    warnings: [expect.stringContaining("`eval`")],
  });
  expect(await rename(global, "a", "b")).toMatchObject({
    complete: false,
    warnings: [`${global} is a script: others that use its \`a\` were NOT changed`],
  });
});

test("in real code the language server renames the same, and renaming back restores every byte", async () => {
  using copy = new TempWorkspace({
    "tsconfig.json": '{ "compilerOptions": { "lib": ["esnext"], "module": "preserve", "types": [] } }',
  });
  cpSync(corpusFolder("@tanstack/query-core"), copy.path("src"), { recursive: true, dereference: true });
  const workspace = new Workspace(copy.root);
  using server = new LanguageServer(workspace, { modules: () => Promise.reject(new Error("not asked")) });
  const oxc = await loadParser();
  const read = (path: string, text: string) => sourceSymbols(oxc, path, text) as SourceSymbols;
  const locals = readdirSync(copy.path("src"))
    .map((name) => `src/${name}`)
    .flatMap((path) => {
      const source = read(path, copy.read(path));
      return localBindings(source).map((binding, index) => ({ path, source, binding, index }));
    })
    .filter(({ binding }) => binding.kind !== "import");
  for (const { path, source, binding, index } of locals.filter((_, at) => at % 23 === 0)) {
    const { name: old, declared, uses } = binding;
    const where = `${path} ${binding.path.join(".")}`;
    const places = [...declared, ...uses];
    const { edits } = localEdits(source, binding, { old, fresh: "renamed" });
    const after = read(path, applyEdits(source.parsed.source, edits));
    const renamed = localBindings(after)[index] as typeof binding;
    expect({ where, name: renamed.name, places: renamed.declared.length + renamed.uses.length }).toEqual({
      where,
      name: "renamed",
      places: places.length,
    });
    const back = localEdits(after, renamed, { old: "renamed", fresh: old });
    expect(applyEdits(after.parsed.source, back.edits)).toBe(source.parsed.source);
    // The server renames the property of a shorthand too.
    if (places.some(({ isShorthand }) => isShorthand)) continue;
    const place = { path: workspace.root.proveFile(path), offset: declared[0]?.start ?? 0 };
    const theirs = await server.rename(place, "renamed", AbortSignal.timeout(60_000));
    const isCode = (at: number) => !source.parsed.comments.some(({ start, end }) => start <= at && at < end);
    expect({
      where,
      starts: theirs.files.flatMap((one) => one.edits.map(({ span }) => span.start)).filter(isCode),
    }).toEqual({
      where,
      starts: places.map(({ start }) => start).toSorted((a, b) => a - b),
    });
  }
});

test("the line of a key or a property that is no symbol tells it from others of its name", async () => {
  const given = write(
    "declare function post(o: object): unknown;\nexport class K {\n  go(t: string) { return post({ token: t, more: { token: 1 } }); }\n}\nexport function other(token: string) {\n  return token;\n}\n",
  );
  expect(await desk.refused("kart_rename", { file: given, symbol: "token", line: 3, newName: "key" })).toStartWith(
    `symbol_not_found: No symbol or local \`token\` in ${given}. A key of what a call is given has the name, \`K.go.token\` (property, line 3), `,
  );
  const own = write(
    "export function make(m) {\n  m.fix = function fix(n) {\n    return n > 0 ? fix(n - 1) : 0;\n  };\n}\nexport class M {\n  fix() {}\n}\n",
    "js",
  );
  expect(await desk.refused("kart_rename", { file: own, symbol: "fix", line: 2, newName: "mend" })).toStartWith(
    `symbol_not_found: \`fix\` of ${own}, line 2, is a property that is no symbol`,
  );
});

test("a property of a type in a comment goes by its own name on its line", async () => {
  const file = write(
    "/**\n * @typedef {object} Diff\n * @property {string} text\n */\n/** @param {string} text @return {Diff} */\nexport const make = (text) => ({ text });\n",
    "js",
  );
  await rename(file, "text", "words", { line: 3 });
  expect(desk.workspace.read(file)).toBe(
    "/**\n * @typedef {object} Diff\n * @property {string} words\n */\n/** @param {string} text @return {Diff} */\nexport const make = (text) => ({ words: text });\n",
  );
});

test("the word of a type predicate is no use of what has that name", async () => {
  const doc = "/** @param {unknown} v @returns {v is string} */";
  const file = write(`import is from "is";\n${doc}\nexport const f = (v) => is(v);\n`, "js");
  await rename(file, "is", "isIt");
  expect(desk.workspace.read(file)).toBe(`import isIt from "is";\n${doc}\nexport const f = (v) => isIt(v);\n`);
});
