import { describe, expect, test } from "bun:test";
import { type Arguments, changed, Desk, refusal } from "./ask.ts";

/** A source, the symbol, the content, and the source as it must be afterwards. */
type Row = readonly [source: string, symbol: string | undefined, content: string, wanted: string];

const F = "function f() {\n  1;\n}\n";

const AFTER: Readonly<Record<string, Row>> = {
  "a blank line as between the neighbours": [
    `let a;\n\n${F}\nlet b;\n`,
    "f",
    "function g() {}",
    `let a;\n\n${F}\nfunction g() {}\n\nlet b;\n`,
  ],
  "no blank line where the neighbours have none": [
    "const a = 1;\nconst b = 2;\n",
    "a",
    "const c = 3;",
    "const a = 1;\nconst c = 3;\nconst b = 2;\n",
  ],
  "two blank lines where they have two": [
    "const a = 1;\n\n\nconst b = 2;\n",
    "a",
    "const c = 3;",
    "const a = 1;\n\n\nconst c = 3;\n\n\nconst b = 2;\n",
  ],
  "blank lines of the content do not count": [`${F}\nlet b;\n`, "f", "\n\nlet c;\n\n", `${F}\nlet c;\n\nlet b;\n`],
  "behind the last symbol, as before it": [`let a;\n\n${F}`, "f", "let b;", `let a;\n\n${F}\nlet b;\n`],
  "behind the only symbol": [F, "f", "function g() {\n  2;\n}", `${F}\nfunction g() {\n  2;\n}\n`],
  "behind the only line": ["const a = 1;\n", "a", "const b = 2;", "const a = 1;\nconst b = 2;\n"],
  "no final line break stays none": ["const a = 1;", "a", "const b = 2;\n", "const a = 1;\nconst b = 2;"],
  "behind the comment on its line": [
    "const a = 1; // one\nconst b = 2;\n",
    "a",
    "const c = 3;",
    "const a = 1; // one\nconst c = 3;\nconst b = 2;\n",
  ],
  "above the next symbol's doc": [`${F}\n/** b */\nlet b;\n`, "f", "let c;", `${F}\nlet c;\n\n/** b */\nlet b;\n`],
  "around the whole statement of a declarator": [
    "const a = 1,\n  b = 2;\nlet c;\n",
    "a",
    "let d;",
    "const a = 1,\n  b = 2;\nlet d;\nlet c;\n",
  ],
  "behind all overloads": [
    "function f(a: 1): 1;\nfunction f(a) {}\n\nlet b;\n",
    "f",
    "let c;",
    "function f(a: 1): 1;\nfunction f(a) {}\n\nlet c;\n\nlet b;\n",
  ],
  "between overloads, where one is named": [
    "function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a) {}\n",
    "f[0]",
    "function f(a: 3): 3;",
    "function f(a: 1): 1;\nfunction f(a: 3): 3;\nfunction f(a: 2): 2;\nfunction f(a) {}\n",
  ],
  "a class member": [
    "class K {\n  a = 1;\n\n  m() {}\n}\n",
    "K.m",
    "n() {\n  1;\n}",
    "class K {\n  a = 1;\n\n  m() {}\n\n  n() {\n    1;\n  }\n}\n",
  ],
  "a class member with tabs": ["class K {\n\ta = 1;\n}\n", "K.a", "b = 2;", "class K {\n\ta = 1;\n\tb = 2;\n}\n"],
  "a decorated member": [
    "class K {\n  @D()\n  a = 1;\n\n  b = 2;\n}\n",
    "K.a",
    "@E()\nc = 3;",
    "class K {\n  @D()\n  a = 1;\n\n  @E()\n  c = 3;\n\n  b = 2;\n}\n",
  ],
  "a stray semicolon behind a method": [
    "class K {\n  m() {};\n  n() {}\n}\n",
    "K.m",
    "o() {}",
    "class K {\n  m() {};\n  o() {}\n  n() {}\n}\n",
  ],
  "a getter": [
    "class K {\n  get v() { return 1 }\n  set v(x) {}\n}\n",
    "v[1]",
    "w = 1;",
    "class K {\n  get v() { return 1 }\n  set v(x) {}\n  w = 1;\n}\n",
  ],
  "an enum's last member, without a comma": ["enum E {\n  A,\n  B\n}\n", "E.B", "C", "enum E {\n  A,\n  B,\n  C\n}\n"],
  "an enum's last member, with one": ["enum E {\n  A,\n  B,\n}\n", "E.B", "C", "enum E {\n  A,\n  B,\n  C,\n}\n"],
  "an enum on one line": ["enum E { A, B }\n", "E.A", "C = 5", "enum E { A, C = 5, B }\n"],
  "an enum on one line, the last": ["enum E { A, B }\n", "E.B", "C,", "enum E { A, B, C }\n"],
  "an object's member, its comma sent": [
    "const o = {\n  a: 1, // one\n  b: 2,\n};\n",
    "o.a",
    "c: 3,",
    "const o = {\n  a: 1, // one\n  c: 3,\n  b: 2,\n};\n",
  ],
  "an object's last member with a comment": [
    "const o = {\n  a: 1 // one\n};\n",
    "o.a",
    "b: 2 // two",
    "const o = {\n  a: 1, // one\n  b: 2 // two\n};\n",
  ],
  "several members of an object": [
    "const o = {\n  a: 1,\n};\n",
    "o.a",
    "b: 2,\nm() {\n  1;\n}",
    "const o = {\n  a: 1,\n  b: 2,\n  m() {\n    1;\n  },\n};\n",
  ],
  "a member with a comment behind it": [
    "const o = {\n  a: 1,\n  b: 2,\n};\n",
    "o.a",
    "c: 3 // three",
    "const o = {\n  a: 1,\n  c: 3, // three\n  b: 2,\n};\n",
  ],
  "an object on one line": ["const o = { a: 1 };\n", "o.a", "b: [1, 2]", "const o = { a: 1, b: [1, 2] };\n"],
  "a member behind a spread": [
    "const o = {\n  ...p,\n  a: 1,\n};\n",
    "o.a",
    "b",
    "const o = {\n  ...p,\n  a: 1,\n  b,\n};\n",
  ],
  "a template literal in an object": [
    "const o = {\n  a: 1,\n};\n",
    "o.a",
    "m() {\n  `\nx`;\n}",
    "const o = {\n  a: 1,\n  m() {\n    `\nx`;\n  },\n};\n",
  ],
  "an interface's member": [
    "interface I {\n  a: 1;\n\n  /** b */\n  b(): 2;\n}\n",
    "I.a",
    "c: 3;",
    "interface I {\n  a: 1;\n\n  c: 3;\n\n  /** b */\n  b(): 2;\n}\n",
  ],
  "a type on one line": ["type T = { a: 1; b: 2 };\n", "T.a", "c: 3", "type T = { a: 1; c: 3; b: 2 };\n"],
  "a type on one line, the last": ["type T = { a: 1; b: 2 };\n", "T.b", "c: 3", "type T = { a: 1; b: 2; c: 3 };\n"],
  "a type with commas": ["type T = { a: 1, b: 2 };\n", "T.a", "c: 3", "type T = { a: 1, c: 3, b: 2 };\n"],
  "a class on one line": ["class K { a = 1; m() {} }\n", "K.a", "b = 2", "class K { a = 1; b = 2; m() {} }\n"],
  "in a namespace": ["namespace N {\n  let a;\n}\n", "N.a", "let b;", "namespace N {\n  let a;\n  let b;\n}\n"],
  "in declare module": [
    "declare module 'm' {\n  let a: 1;\n}\n",
    "a",
    "let b: 2;",
    "declare module 'm' {\n  let a: 1;\n  let b: 2;\n}\n",
  ],
  "statements on one line": ["let a; let b;\nlet c;\n", "a", "let d;", "let a;\nlet d;\n let b;\nlet c;\n"],
  "a CRLF file": [
    F.replaceAll("\n", "\r\n"),
    "f",
    "function g() {\n}",
    `${F}\nfunction g() {\n}\n`.replaceAll("\n", "\r\n"),
  ],
  "a file's end": ["let a;\n\nf();\n", undefined, "f();\n", "let a;\n\nf();\n\nf();\n"],
  "an empty file": ["", undefined, "let a;", "let a;\n"],
  "an empty file with a BOM": ["\ufeff", undefined, "let a;", "\ufefflet a;\n"],
  "a file of comments": ["// license\n", undefined, "let a;", "// license\n\nlet a;\n"],
};

const BEFORE: Readonly<Record<string, Row>> = {
  "above the doc": [
    "let a;\n\n/** f */\nfunction f() {}\n",
    "f",
    "let b;",
    "let a;\n\nlet b;\n\n/** f */\nfunction f() {}\n",
  ],
  "above the decorators": [
    "let a;\n\n@D()\n@E() class K {}\n",
    "K",
    "let b;",
    "let a;\n\nlet b;\n\n@D()\n@E() class K {}\n",
  ],
  "above decorators in front of export": [
    "let a;\n\n/** K */\n@D()\nexport class K {}\n",
    "K",
    "let b;",
    "let a;\n\nlet b;\n\n/** K */\n@D()\nexport class K {}\n",
  ],
  "a file's top, above decorators in front of export": [
    "@D()\nexport class K {}\n",
    undefined,
    "let b;",
    "let b;\n@D()\nexport class K {}\n",
  ],
  "the first symbol": [`${F}\nlet b;\n`, "f", "let c;", `let c;\n\n${F}\nlet b;\n`],
  "the only symbol": [F, "f", "const a = 1;", `const a = 1;\n\n${F}`],
  "below a license": ["/** @license MIT */\n\nlet a;\n", "a", "let b;", "/** @license MIT */\n\nlet b;\nlet a;\n"],
  "below what holds for the file": [
    "// @ts-nocheck\nlet a;\nlet b;\n",
    "a",
    "let c;",
    "// @ts-nocheck\nlet c;\nlet a;\nlet b;\n",
  ],
  "below the doc of a module, and what it tells linters": [
    "/** @module m */\n/* global a */\nlet b;\n",
    "b",
    "let c;",
    "/** @module m */\n/* global a */\nlet c;\nlet b;\n",
  ],
  "a file's top, below the same": [
    "// @flow\n/* istanbul ignore file */\nlet b;\n",
    undefined,
    "let c;",
    "// @flow\n/* istanbul ignore file */\nlet c;\nlet b;\n",
  ],
  "all overloads": [
    "/** f */\nfunction f(a: 1): 1;\nfunction f(a) {}\n",
    "f",
    "let a;",
    "let a;\n\n/** f */\nfunction f(a: 1): 1;\nfunction f(a) {}\n",
  ],
  "a later declarator": ["let z;\n\nconst a = 1, b = 2;\n", "b", "let c;", "let z;\n\nlet c;\n\nconst a = 1, b = 2;\n"],
  "a class member": [
    "class K {\n  /** m */\n  m() {}\n}\n",
    "K.m",
    "a = 1;",
    "class K {\n  a = 1;\n  /** m */\n  m() {}\n}\n",
  ],
  "an enum's first member": ["enum E {\n  A,\n  B\n}\n", "E.A", "Z", "enum E {\n  Z,\n  A,\n  B\n}\n"],
  "an object on one line": ["const o = { a: 1 };\n", "o.a", "z: 0", "const o = { z: 0, a: 1 };\n"],
  "a type on one line": ["type T = { a: 1 };\n", "T.a", "z: 0", "type T = { z: 0; a: 1 };\n"],
  "a type on one line, with a comment behind": [
    "type T = { a: 1 };\n",
    "T.a",
    "z: 0; /* z */",
    "type T = { z: 0; /* z */ a: 1 };\n",
  ],
  "and without a semicolon before it": [
    "type T = { a: 1, b: 2 };\n",
    "T.a",
    "z: 0 /* z */",
    "type T = { z: 0 /* z */, a: 1, b: 2 };\n",
  ],
  "a class on one line": ["class K { a = 1 }\n", "K.a", "z = 0", "class K { z = 0; a = 1 }\n"],
  "statements on one line": ["let a; let b;\n", "b", "let c;", "let a; let c;\nlet b;\n"],
  "a BOM": ["\ufefflet a;\n", "a", "let b;", "\ufefflet b;\nlet a;\n"],
  "a file's top": [
    "#!/usr/bin/env bun\nlet a;\n",
    undefined,
    "import 'x';",
    "#!/usr/bin/env bun\nimport 'x';\nlet a;\n",
  ],
  "imports stand together": [
    "import 'a';\n\nlet a;\n",
    undefined,
    "import 'b';",
    "import 'b';\nimport 'a';\n\nlet a;\n",
  ],
  "below the doc of the file": [
    "/**\n * Doc of the module.\n */\nimport 'a';\n",
    undefined,
    "import 'b';",
    "/**\n * Doc of the module.\n */\nimport 'b';\nimport 'a';\n",
  ],
  "above what speaks of the first import alone": [
    "// @ts-expect-error\nimport 'a';\n",
    undefined,
    "import 'b';",
    "import 'b';\n// @ts-expect-error\nimport 'a';\n",
  ],
  "directives stay first": [
    "'use client';\n\nimport 'a';\n",
    undefined,
    "import 'b';",
    "'use client';\n\nimport 'b';\nimport 'a';\n",
  ],
  "a file of directives": ["'use strict';\n", undefined, "let a;", "'use strict';\nlet a;\n"],
};

for (const [side, rows] of [
  ["after", AFTER],
  ["before", BEFORE],
] as const)
  describe(`insert_${side}`, () => {
    for (const [what, [source, symbol, content, wanted]] of Object.entries(rows))
      test(what, async () => {
        const args = { content, ...(symbol === undefined ? {} : { symbol }) };
        expect(await changed(source, `kart_insert_${side}`, args)).toBe(wanted);
      });
  });

test("JSX, and a declaration file", async () => {
  const jsx = "const A = () => <b>{1}</b>;\n";
  expect(await changed(jsx, "kart_insert_after", { symbol: "A", content: "const B = () => <A />;" }, "a.tsx")).toBe(
    `${jsx}const B = () => <A />;\n`,
  );
  const dts = "export declare function f(): void;\n";
  expect(
    await changed(
      dts,
      "kart_insert_after",
      { symbol: "f", content: "export declare function f(a: 1): void;" },
      "a.d.ts",
    ),
  ).toBe(`${dts}export declare function f(a: 1): void;\n`);
});

test("of all that write, those that insert take nothing away, and say so", async () => {
  await using desk = await Desk.with({});
  const adding = (await desk.connection.tools()).filter(
    ({ annotations: hints }) => hints?.readOnlyHint === false && hints.destructiveHint === false,
  );
  expect(adding.map(({ name }) => name).sort()).toEqual(["kart_insert_after", "kart_insert_before"]);
});

test("members of an enum that have other values by it are named, by every tool that does that", async () => {
  const source = "enum E { A, B, C }\n";
  await using desk = await Desk.with({ "a.ts": source });
  const told = async (tool: string, args: Arguments) => {
    const { warnings } = await desk.change(tool, { file: "a.ts", dryRun: true, ...args });
    return warnings;
  };
  const shifted = (name: string) => [`\`${name}\` and those that count on from it have other values now.`];
  expect(await told("kart_insert_after", { symbol: "E.A", content: "Z" })).toEqual(shifted("B"));
  expect(await told("kart_insert_before", { symbol: "E.A", content: "Z" })).toEqual(shifted("A"));
  expect(await told("kart_insert_after", { symbol: "E.C", content: "Z" })).toEqual([]);
  expect(await told("kart_replace", { symbol: "E.B", content: "B = 5" })).toEqual(shifted("C"));
  expect(await told("kart_delete", { symbol: "E.A" })).toEqual(shifted("B"));
  const chunks = [{ oldLines: ["enum E { A, B, C }"], newLines: ["enum E { A, C }"] }];
  expect(await told("kart_patch", { chunks })).toEqual(shifted("C"));
  const edits = [{ replace: { old_text: "{ A,", new_text: "{ A, Z," } }];
  expect(await told("kart_edit", { edits })).toEqual(shifted("B"));
});

test("the answer names the anchor and the lines of what was inserted", async () => {
  await using desk = await Desk.with({ "a.ts": "let a;\n\nlet b;\n" });
  const data = await desk.change("kart_insert_after", { file: "a.ts", symbol: "a", content: "/** c */\nlet c;" });
  expect(data).toMatchObject({ symbol: "a", startLine: 3, endLine: 4 });
});

const REFUSED: Readonly<Record<string, readonly [source: string, args: Record<string, unknown>, message: RegExp]>> = {
  "beside a parameter property": [
    "class K { constructor(private a: 1) {} }\n",
    { symbol: "a", content: "b = 1" },
    /^invalid_argument: `K\.a` is a parameter of the constructor/,
  ],
  "beside a part of `namespace A.B`": [
    "namespace A.B {}\n",
    { symbol: "B", content: "let a;" },
    /^invalid_argument: `A\.B` is a part of the declaration around it/,
  ],
  "what does not parse": [
    "let a;\n",
    { symbol: "a", content: "const = 1" },
    /^syntax_error: The result would not parse: .* line 2 of the result: /,
  ],
  "a statement among members": [
    "class K {\n  a = 1;\n}\n",
    { symbol: "K.a", content: "let b;\nif (1) {}" },
    /^syntax_error: /,
  ],
  "an open comment": [
    "let a;\nlet b; /* b */\n",
    { symbol: "a", content: "let c; /*" },
    /^syntax_error: It would parse, but `b` \(line 2\)/,
  ],
  "a field that takes the next member in": [
    "class K {\n  a = 1;\n  [b] = 2\n}\n",
    { symbol: "K.a", content: "c = 3" },
    /^syntax_error: /,
  ],
  nothing: ["let a;\n", { symbol: "a", content: "\n" }, /^invalid_argument: `content` is empty/],
  "a symbol of an empty file": [
    "",
    { symbol: "a", content: "let b;" },
    /^symbol_not_found: .*kart_insert_after without symbol/,
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [source, args, message]] of Object.entries(REFUSED))
    test(what, async () => expect(await refusal(source, "kart_insert_after", args)).toMatch(message));
});
