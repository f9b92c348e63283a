import { describe, expect, test } from "bun:test";
import { type Arguments, changed, chunk, Desk, refusal } from "./ask.ts";

/** A source, the tool, its arguments, and the source as it must be afterwards; a path where the language matters. */
type Row = readonly [source: string, tool: string, args: Arguments, wanted: string, path?: string];

/** A source, the tool, its arguments, and what the message must say. */
type Refusal = readonly [source: string, tool: string, args: Arguments, message: RegExp];

const OVERLOADS = "function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a) {}\n";
const CHANGED: Readonly<Record<string, Row>> = {
  "an overload, with a line of it": [
    OVERLOADS,
    "replace",
    { symbol: "f[1]", line: 2, content: "function f(a: 3): 3;" },
    OVERLOADS.replace("f(a: 2): 2", "f(a: 3): 3"),
  ],
  "an object's member, its comma and a comment sent": [
    "const o = {\n  a: 1,\n  b: 2,\n};\n",
    "replace",
    { symbol: "o.a", content: "a: 3, // three" },
    "const o = {\n  a: 3, // three\n  b: 2,\n};\n",
  ],
  "an object's member, a comment sent without the comma": [
    "const o = {\n  a: 1,\n  b: 2,\n};\n",
    "replace",
    { symbol: "o.a", content: "a: 3 // three" },
    "const o = {\n  a: 3, // three\n  b: 2,\n};\n",
  ],
  "an enum's member, its comma and a block comment sent": [
    "enum E {\n  A,\n  B,\n}\n",
    "replace",
    { symbol: "E.A", content: "A = 1, /* one */" },
    "enum E {\n  A = 1, /* one */\n  B,\n}\n",
  ],
  "the comment behind a statement gives way to the content's own": [
    "let a; // old\nlet b;\n",
    "replace",
    { symbol: "a", content: "let a = 1; // new" },
    "let a = 1; // new\nlet b;\n",
  ],
  "the comment behind a statement is not doubled": [
    "let a; /* one */\nlet b;\n",
    "replace",
    { symbol: "a", content: "let a = 1; /* one */" },
    "let a = 1; /* one */\nlet b;\n",
  ],
  "the comment behind an enum's member gives way to the content's own": [
    "enum E {\n  A = 1, // one\n  B,\n}\n",
    "replace",
    { symbol: "E.A", content: "A = 3, // three" },
    "enum E {\n  A = 3, // three\n  B,\n}\n",
  ],
  "a patch of an object's member and of the comment behind its comma": [
    "const o = {\n  a: 1, // one\n  b: 2,\n};\n",
    "patch",
    { symbol: "o.a", ...chunk(["  a: 1, // one"], ["  a: 2, // two"]) },
    "const o = {\n  a: 2, // two\n  b: 2,\n};\n",
  ],
  "a patch of a last declarator and of the comment behind it": [
    "const a = 1,\n  b = 2; // two\n",
    "patch",
    { symbol: "b", ...chunk(["  b = 2; // two"], ["  b = 3; // three"]) },
    "const a = 1,\n  b = 3; // three\n",
  ],
  "a patch of a pattern's element and of the comment behind its comma": [
    "const {\n  a,\n  b, // bee\n} = o;\n",
    "patch",
    { symbol: "b", ...chunk(["  b, // bee"], ["  b = 1, // one"]) },
    "const {\n  a,\n  b = 1, // one\n} = o;\n",
  ],
  "a patch of the first line behind a BOM": [
    "\ufefflet a;\nlet b;\n",
    "patch",
    chunk(["let a;"], ["let c;"]),
    "\ufefflet c;\nlet b;\n",
  ],
  "a patch above the first line behind a BOM": [
    "\ufefflet a;\n",
    "patch",
    chunk([], ["let z;"], { contextAfter: "let a;" }),
    "\ufefflet z;\nlet a;\n",
  ],
  "a patch that takes the first line behind a BOM out": [
    "\ufefflet a;\nlet b;\n",
    "patch",
    chunk(["let a;"], []),
    "\ufefflet b;\n",
  ],
  "a BOM at the start of content": [
    "let a;\nfunction f() {}\n",
    "replace",
    { symbol: "f", content: "\ufefffunction f() { 1 }" },
    "let a;\nfunction f() { 1 }\n",
  ],
  "a license in line comments is no lead": [
    "// Copyright 2020 Somebody\n// Licensed under MIT\nexport function f() {}\n",
    "replace",
    { symbol: "f", content: "/** new */\nexport function f() {}" },
    "// Copyright 2020 Somebody\n// Licensed under MIT\n/** new */\nexport function f() {}\n",
  ],
  "a license that minifiers keep is no lead": [
    "/*! lib 1.0 */\nexport function f() {}\n",
    "replace",
    { symbol: "f", content: "/** new */\nexport function f() {}" },
    "/*! lib 1.0 */\n/** new */\nexport function f() {}\n",
  ],
  "an import below the license": [
    "/* Copyright 2020 Somebody */\nimport 'a';\n",
    "insert_before",
    { content: "import 'b';" },
    "/* Copyright 2020 Somebody */\nimport 'b';\nimport 'a';\n",
  ],
  "a declarator's own doc": [
    "const\n  /** a */\n  a = 1,\n  /** b */\n  b = 2;\n",
    "replace",
    { symbol: "b", content: "/** new */\nb = 3" },
    "const\n  /** a */\n  a = 1,\n  /** new */\n  b = 3;\n",
  ],
  "a statement in a file of mixed line breaks": [
    "const a = 1,\r\n  b = 2,\n  c = 3;\n",
    "replace",
    { symbol: "a", content: "const a = 9,\n  b = 2,\n  c = 3;" },
    "const a = 9,\r\n  b = 2,\n  c = 3;\n",
  ],
  "a lone CR before a blank line": ["a\rb\n\nc\n", "patch", chunk(["a", "b"], ["d"]), "d\n\nc\n", "a.txt"],
  "no final line break, where the last line goes and another comes": [
    "a\nb",
    "patch",
    {
      chunks: [
        { contextBefore: "a", oldLines: [], newLines: ["c"], contextAfter: "b" },
        { oldLines: ["b"], newLines: [] },
      ],
    },
    "a\nc",
    "a.txt",
  ],
  "an attribute over several lines with an apostrophe": [
    "class K {\n  m() {}\n}\n",
    "replace",
    { symbol: "m", content: 'm() {\n  return <A t="it\'s\n  long" />;\n}' },
    'class K {\n  m() {\n    return <A t="it\'s\n  long" />;\n  }\n}\n',
    "a.tsx",
  ],
  "content with spaces in a file with tabs": [
    "class K {\n\tm() {\n\t\ta;\n\t}\n}\n",
    "replace",
    { symbol: "K.m", content: "m() {\n  if (b) {\n    c;\n  }\n}" },
    "class K {\n\tm() {\n\t\tif (b) {\n\t\t\tc;\n\t\t}\n\t}\n}\n",
  ],
  "content as it stands in the file, with a line at column 1": [
    "class K {\n  m() {\n    a;\n  }\n}\n",
    "replace",
    { symbol: "K.m", content: "  m() {\n    b;\n// c;\n  }" },
    "class K {\n  m() {\n    b;\n// c;\n  }\n}\n",
  ],
  "content with tabs in a file with spaces": [
    "class K {\n  m() {\n    a;\n  }\n}\n",
    "replace",
    { symbol: "K.m", content: "m() {\n\tif (b) {\n\t\tc;\n\t}\n}" },
    "class K {\n  m() {\n    if (b) {\n      c;\n    }\n  }\n}\n",
  ],
  "the end of a group": [
    "const a = 1;\nconst b = 2;\n\nfunction f() {\n  1;\n}\n",
    "insert_after",
    { symbol: "b", content: "const c = 3;" },
    "const a = 1;\nconst b = 2;\nconst c = 3;\n\nfunction f() {\n  1;\n}\n",
  ],
  "context just outside the symbol": [
    "let z;\nfunction f() {\n  a;\n}\n",
    "patch",
    { symbol: "f", ...chunk(["function f() {"], ["function f(b) {"], { contextBefore: "let z;" }) },
    "let z;\nfunction f(b) {\n  a;\n}\n",
  ],
};

describe("changed", () => {
  for (const [what, [source, tool, args, wanted, path]] of Object.entries(CHANGED))
    test(what, async () => expect(await changed(source, `kart_${tool}`, args, path)).toBe(wanted));
});

const REFUSED: Readonly<Record<string, Refusal>> = {
  "a comment at the end that takes a spread in": [
    "const o = {\n  a: 1, ...p,\n};\n",
    "replace",
    { symbol: "o.a", content: "a: 2 // two" },
    /^syntax_error: It would parse, but `\.\.\.p` \(line 2\)/,
  ],
  "a comment at the end that takes a static block in": [
    "class K {\n  a = 1; static { f(); }\n}\n",
    "replace",
    { symbol: "K.a", content: "a = 2; // two" },
    /^syntax_error: It would parse, but `static \{ f\(\); \}` \(line 2\)/,
  ],
  "a comment at the end that takes an index signature in": [
    "interface I {\n  a: 1; [k: string]: number;\n}\n",
    "replace",
    { symbol: "I.a", content: "a: 2; // two" },
    /^syntax_error: It would parse, but `\[k: string\]: number;` \(line 2\)/,
  ],
  "a comment at the end that takes a parameter in": [
    "class K {\n  constructor(\n    private a: 1, b: 2,\n  ) {}\n}\n",
    "replace",
    { symbol: "K.a", content: "private a: 3 // three" },
    /^syntax_error: It would parse, but `b: 2` \(line 3\)/,
  ],
  "an inserted comment that takes a spread in": [
    "const o = {\n  a: 1, ...p,\n};\n",
    "insert_after",
    { symbol: "o.a", content: "b: 2 // two" },
    /^syntax_error: It would parse, but `\.\.\.p` \(line 2\)/,
  ],
  "a patch that takes a spread on the symbol's line out": [
    "const o = {\n  a: 1, ...p,\n};\n",
    "patch",
    { symbol: "o.a", ...chunk(["  a: 1, ...p,"], ["  a: 2,"]) },
    /^(invalid_argument|syntax_error): /,
  ],
  "an insertion that takes the next statement of a namespace in": [
    "namespace N {\n  let a;\n  (f)();\n}\n",
    "insert_after",
    { symbol: "N.a", content: "let b = g" },
    /^syntax_error: It would parse, but `\(f\)\(\);` \(line 3\)/,
  ],
  "an insertion that takes a call signature in": [
    "interface I {\n  a: 1;\n  (x: 1): 2;\n}\n",
    "insert_after",
    { symbol: "I.a", content: "b" },
    /^syntax_error: It would parse, but `\(x: 1\): 2;` \(line 3\)/,
  ],
  "a patch that takes the next statement of a namespace in": [
    "namespace N {\n  const a = 1;\n  (f)();\n}\n",
    "patch",
    { symbol: "N.a", ...chunk(["  const a = 1;"], ["  const a = g"]) },
    /^syntax_error: It would parse, but `\(f\)\(\);` \(line 3\)/,
  ],
  "a patch of another statement on the symbol's line": [
    "let a = 1; let b = 2;\n",
    "patch",
    { symbol: "a", ...chunk(["let a = 1; let b = 2;"], ["let a = 1; let b = 3;"]) },
    /^invalid_argument: /,
  ],
  "a patch of the head of the class on the symbol's line": [
    "class K { a = 1; }\n",
    "patch",
    { symbol: "K.a", ...chunk(["class K { a = 1; }"], ["class K extends L { a = 1; }"]) },
    /^invalid_argument: /,
  ],
  "a Markdown fence around inserted code": [
    "let a;\n",
    "insert_after",
    { symbol: "a", content: "```ts\nfunction g() {}\n```" },
    /^invalid_argument: .*Markdown/,
  ],
  "a Markdown fence around imports": [
    "let a;\n",
    "insert_before",
    { content: "```ts\nimport 'x';\n```" },
    /^invalid_argument: .*Markdown/,
  ],
  "a line without a symbol": [
    "let a;\nlet b;\n",
    "insert_after",
    { content: "let c;", line: 1 },
    /^invalid_argument: .*`symbol`/,
  ],
  "a line that the symbol does not stand on": [
    "let a;\nlet b;\n",
    "replace",
    { symbol: "a", line: 2, content: "let a = 1;" },
    /^symbol_not_found: .*line 2.*`a` \(let, line 1\)/,
  ],
  "an overload that there is none of": [
    OVERLOADS,
    "replace",
    { symbol: "f[7]", content: "function f() {}" },
    /^symbol_not_found: .*`f\[0\]`.*`f\[2\]`/,
  ],
  "two of one name on one line": [
    "class K { get v() { return 1 } set v(x) {} }\n",
    "replace",
    { symbol: "v", content: "get v() { return 2 }" },
    /^symbol_ambiguous: .*`K\.v\[0\]`/,
  ],
  "no new lines at all": [
    "let a;\n",
    "patch",
    { chunks: [{ oldLines: ["let a;"] }] },
    /^invalid_argument: .*newLines.*(missing|undefined|required)/i,
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [source, tool, args, message]] of Object.entries(REFUSED))
    test(what, async () => expect(await refusal(source, `kart_${tool}`, args)).toMatch(message));
});

describe("the end of a file", () => {
  for (const last of ["// #endregion", "// the end"])
    test(`is behind \`${last}\``, async () => {
      const source = `// #region A\nlet a;\n${last}\n`;
      expect(await changed(source, "kart_insert_after", { content: "let b;" })).toMatch(/\n+let b;\n$/);
    });
});

test("a file that only imports a symbol, or passes it on, leads to the one that declares it", async () => {
  await using desk = await Desk.with({
    "src/index.ts": 'export * from "./lib";\nexport { default as main } from "./main";\n',
    "src/lib/index.ts": 'export * from "./url.ts";\nexport * from "./index.ts";\nexport { m } from "../m";\n',
    "src/lib/url.ts": "class Url {\n  m() {}\n}\nexport { Url, Url as Address };\n",
    "src/main.ts": "export default () => {};\n",
    "src/both.ts": "export class Both { a() {} }\nexport namespace Both { export const b = 1 }\n",
    "src/m.ts": 'import { Url as U } from "./lib";\nimport { x } from "y";\nexport { x, U };\nconst a = U;\n',
  });
  for (const [file, symbol, message] of [
    ["src/index.ts", "Url", "src/index.ts: it is declared in src/lib/url.ts. Pass that file."],
    ["src/index.ts", "Url.m", "src/index.ts: it is declared in src/lib/url.ts. Pass that file."],
    ["src/lib/index.ts", "Address.m", "src/lib/index.ts: it is declared in src/lib/url.ts as `Url.m`. Pass that file."],
    [
      "src/lib/url.ts",
      "Address",
      "src/lib/url.ts: it exports `Url` by that name. Pass that symbol; to change the entry alone, edit its `export` and the imports of that name, which kart_importers (kart-nav) finds.",
    ],
    ["src/index.ts", "main", "src/index.ts: it is declared in src/main.ts as `default`. Pass that file."],
    ["src/m.ts", "U", "src/m.ts: it is declared in src/lib/url.ts as `Url`. Pass that file."],
    ["src/index.ts", "Uri", "src/index.ts. Did you mean `Url` of src/lib/url.ts?"],
    ["src/index.ts", "Adress", "src/index.ts. Did you mean `Url` of src/lib/url.ts?"],
    ["src/lib/url.ts", "Url.n", "src/lib/url.ts. It declares `Url.m` (method, line 2)."],
    ["src/both.ts", "Both.c", "src/both.ts. It declares `Both.a` (method, line 1), `Both.b` (const, line 2)."],
    ["src/m.ts", "a.b.m", "src/m.ts. `a` (const, line 4) holds no symbols: pass it itself."],
    ["src/m.ts", "x", "src/m.ts: it comes from y, outside the workspace."],
    [
      "src/lib/index.ts",
      "m",
      "src/lib/index.ts. The file declares nothing; kart_insert_after without symbol adds to it.",
    ],
  ] as const) {
    const wanted = `symbol_not_found: No symbol \`${symbol}\` in ${message}`;
    expect(await desk.refused("kart_replace", { file, symbol, content: "let b;" })).toBe(wanted);
    expect(await desk.connection.error("kart_read", { path: file, symbol })).toBe(wanted);
  }
  expect(await desk.refused("kart_rename", { file: "src/index.ts", symbol: "Url", newName: "Uri" })).toEndWith(
    "src/lib/url.ts. Pass that file.",
  );
});
