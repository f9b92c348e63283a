import { describe, expect, test } from "bun:test";
import { type Arguments, changed, chunk, Desk, refusal } from "./ask.ts";

/** A source, the symbol, the content, and the source as it must be afterwards. */
type Row = readonly [source: string, symbol: string, content: string, wanted: string];

const REPLACED: Readonly<Record<string, Row>> = {
  "the whole statement is the span": ["export const x = 1\n", "x", "export const x = 2", "export const x = 2\n"],
  "the semicolon is a part of it": ["const x = 1;\nlet y;\n", "x", "const x = 2;", "const x = 2;\nlet y;\n"],
  "content ends with a line break": [
    "function f() {}\n\nf();\n",
    "f",
    "function f() { 1 }\n",
    "function f() { 1 }\n\nf();\n",
  ],
  "JSDoc stays where the content brings none": [
    "/** doc */\nfunction f() {}\n",
    "f",
    "function f(a) {}",
    "/** doc */\nfunction f(a) {}\n",
  ],
  "JSDoc gives way to the content's own": [
    "// one\n/** doc */\nfunction f() {}\n",
    "f",
    "/** new */\nfunction f(a) {}",
    "/** new */\nfunction f(a) {}\n",
  ],
  "what tells others how to take the next line stays": [
    "class K {\n  // note\n  // eslint-disable-next-line no-console\n  // @ts-ignore\n  a: 1 = 2;\n}\n",
    "K.a",
    "/** new */\na: 1 = 3;",
    "class K {\n  /** new */\n  // eslint-disable-next-line no-console\n  // @ts-ignore\n  a: 1 = 3;\n}\n",
  ],
  "and gives way to the content's own": [
    "// @ts-ignore\nconst a: 1 = 2, b = 1;\n",
    "a",
    "// @ts-expect-error\nconst a: 1 = 3, b = 1;",
    "// @ts-expect-error\nconst a: 1 = 3, b = 1;\n",
  ],
  "what another module has of it now": [
    "/** doc */\nexport function f() {\n  return 1;\n}\n",
    "f",
    'export { f } from "./f";',
    '/** doc */\nexport { f } from "./f";\n',
  ],
  "an import of it": [
    "const a = 1;\nlet b = a;\n",
    "a",
    'import { c as a } from "./c";',
    'import { c as a } from "./c";\nlet b = a;\n',
  ],
  "a license is no lead": [
    "/** @license MIT */\nfunction f() {}\n",
    "f",
    "/** new */\nfunction f() {}",
    "/** @license MIT */\n/** new */\nfunction f() {}\n",
  ],
  "decorators are a part of it": [
    "@D() export class K {}\nlet a;\n",
    "K",
    "@E export class K {}",
    "@E export class K {}\nlet a;\n",
  ],
  "a type that has the name of a const": [
    "const T = 1;\n/** doc */\ntype T = 1;\n",
    "T",
    "type T = 2;",
    "const T = 1;\n/** doc */\ntype T = 2;\n",
  ],
  "a const that has the name of a type": [
    "export type T = 1;\nexport const T = 1;\n",
    "T",
    "export const T = 2;",
    "export type T = 1;\nexport const T = 2;\n",
  ],
  "a class that has a namespace": [
    "class K {}\nnamespace K { export const a = 1; }\n",
    "K",
    "class K { b = 1 }",
    "class K { b = 1 }\nnamespace K { export const a = 1; }\n",
  ],
  "a declarator alone": ["const a = 1, b = 2;\n", "a", "a = 3", "const a = 3, b = 2;\n"],
  "a declarator with what follows it": ["const a = 1, b = 2;\n", "a", "a = 3,", "const a = 3, b = 2;\n"],
  "the last declarator with a semicolon": ["const a = 1, b = 2;\n", "b", "b = 3;", "const a = 1, b = 3;\n"],
  "a statement that declares the others as they are": [
    "const a = 1, b = 2;\n",
    "a",
    "const a = 3, b = 2;",
    "const a = 3, b = 2;\n",
  ],
  "an element of a pattern": [
    "export const { x, y: z } = o;\n",
    "z",
    "y: z = 1",
    "export const { x, y: z = 1 } = o;\n",
  ],
  "an object literal's member, its comma sent too": [
    "const o = { a: 1, b: 2 };\n",
    "o.a",
    "a: 3,",
    "const o = { a: 3, b: 2 };\n",
  ],
  "an enum's last member": ["enum E { A, B }\n", "E.B", "B = 2", "enum E { A, B = 2 }\n"],
  "an interface's member": ["interface I { a: 1; b: 2 }\n", "I.a", "a?: 3;", "interface I { a?: 3; b: 2 }\n"],
  "all overloads": [
    "function f(a: 1): 1;\nfunction f(a) {}\nf();\n",
    "f",
    "function f() {}",
    "function f() {}\nf();\n",
  ],
  "one overload": [
    "function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a) {}\n",
    "f[1]",
    "function f(a: 3): 3;",
    "function f(a: 1): 1;\nfunction f(a: 3): 3;\nfunction f(a) {}\n",
  ],
  "one overload's own doc": [
    "/** one */\nfunction f(a: 1): 1;\n/** two */\nfunction f(a: 2): 2;\nfunction f(a) {}\n",
    "f[1]",
    "/** three */\nfunction f(a: 3): 3;",
    "/** one */\nfunction f(a: 1): 1;\n/** three */\nfunction f(a: 3): 3;\nfunction f(a) {}\n",
  ],
  "a getter beside its setter": [
    "class K {\n  get v() { return 1 }\n  set v(x) {}\n}\n",
    "v[0]",
    "get v() { return 2 }",
    "class K {\n  get v() { return 2 }\n  set v(x) {}\n}\n",
  ],
  "content from column 1 is indented": [
    "class K {\n  m() {\n    a;\n  }\n}\n",
    "K.m",
    "m() {\n  b;\n\n  c;\n}",
    "class K {\n  m() {\n    b;\n\n    c;\n  }\n}\n",
  ],
  "content as it stands in the file is not": [
    "class K {\n  m() {\n    a;\n  }\n}\n",
    "K.m",
    "m() {\n    b;\n  }",
    "class K {\n  m() {\n    b;\n  }\n}\n",
  ],
  "content with the indentation of its first line": [
    "class K {\n\tm() {}\n}\n",
    "K.m",
    "\tm() {\n\t\tb;\n\t}",
    "class K {\n\tm() {\n\t\tb;\n\t}\n}\n",
  ],
  "a template literal's lines stay": [
    "class K {\n  m() {}\n}\n",
    "K.m",
    "m() {\n  return `a\n  b\nc`;\n}",
    "class K {\n  m() {\n    return `a\n  b\nc`;\n  }\n}\n",
  ],
  "an object member's template literal": [
    "const o = {\n  m() {},\n};\n",
    "o.m",
    "m() {\n  `\n`;\n}",
    "const o = {\n  m() {\n    `\n`;\n  },\n};\n",
  ],
  "LF content in a CRLF file": [
    "function f() {\r\n}\r\nf();\r\n",
    "f",
    "function f() {\n  1;\n}",
    "function f() {\r\n  1;\r\n}\r\nf();\r\n",
  ],
  "CRLF content in an LF file": [
    "function f() {\n}\n",
    "f",
    "function f() {\r\n  1;\r\n}",
    "function f() {\n  1;\n}\n",
  ],
  "lone CR": ["let a;\rfunction f() {\r}\r", "f", "function f() {\n1\n}", "let a;\rfunction f() {\r1\r}\r"],
  "mixed line breaks: only the changed line": [
    "let a;\r\nfunction f() {\n  1;\r\n  2;\n}\nlet b;\r\n",
    "f",
    "function f() {\n  1;\n  3;\n}",
    "let a;\r\nfunction f() {\n  1;\r\n  3;\n}\nlet b;\r\n",
  ],
  BOM: ["\ufefffunction f() {}\n", "f", "function f() { 1 }", "\ufefffunction f() { 1 }\n"],
  "emoji before it on its line": [
    "/* 😀👩‍👩‍👧 */ const x = '😀', y = 1;\nlet z;\n",
    "y",
    "y = '👩'",
    "/* 😀👩‍👩‍👧 */ const x = '😀', y = '👩';\nlet z;\n",
  ],
  "no final line break": ["const x = 1", "x", "const x = 2\n", "const x = 2"],
  "tabs, form feeds and separators": [
    "const x =\t'\u2028\f';\n",
    "x",
    "const x =\t'\f\u2028';",
    "const x =\t'\f\u2028';\n",
  ],
  "a default export": ["export default () => {};\n", "default", "export default () => 1;", "export default () => 1;\n"],
  "in declare module": [
    "declare module 'm' {\n  function f(): 1;\n}\n",
    "f",
    "function f(): 2;",
    "declare module 'm' {\n  function f(): 2;\n}\n",
  ],
};

describe("replaced", () => {
  for (const [what, [source, symbol, content, wanted]] of Object.entries(REPLACED))
    test(what, async () => expect(await changed(source, "kart_replace", { symbol, content })).toBe(wanted));
});

test("JSX", async () => {
  const source = "export const A = () => <b>1</b>;\nfunction B() {\n  return <A />;\n}\n";
  const content = 'function B() {\n  return (\n    <A\n      x="1"\n    />\n  );\n}';
  expect(await changed(source, "kart_replace", { symbol: "B", content }, "a.tsx")).toBe(
    source.replace(/function[^]*\}/, content),
  );
});

/** A source, the symbol, the content, and what the message must say. */
const REFUSED: Readonly<Record<string, readonly [source: string, symbol: string, content: string, message: RegExp]>> = {
  "a statement for one of several declarators": [
    "const a = 1, b = 2;\n",
    "a",
    "const a = 3",
    /^invalid_argument: `a` shares its statement with `b`\. Send its part alone/,
  ],
  "a statement that only seems to hold the other": [
    "const a = 1, b = 2;\n",
    "a",
    "const a = 'b = 2'",
    /^invalid_argument: /,
  ],
  "a function for a method": [
    "class K {\n  m() {}\n}\n",
    "K.m",
    "function m() {}",
    /^syntax_error: The result would not parse: .* line 2 of the result: /,
  ],
  "an open template that ends in the next symbol": [
    "function a() {}\nconst b = `x`;\n",
    "a",
    "function a() {}\n`",
    /^syntax_error: /,
  ],
  "an open comment that swallows the next symbol": [
    "function a() {}\nconst b = 1; /* c */\n",
    "a",
    "function a() {} /*",
    /^syntax_error: It would parse, but `b` \(line 2\)/,
  ],
  "an open comment that swallows the next doc": [
    "function a() {}\n/** doc */\nconst b = 1;\n",
    "a",
    "function a() {} /*",
    /^syntax_error: It would parse, but `\/\*\* doc \*\/` \(line 2\)/,
  ],
  "a member that closes its class": [
    "class K {\n  m() {}\n  n() {}\n}\n",
    "K.m",
    "m() {}\n}\nclass L {",
    /^syntax_error: It would parse, but `K` \(line 1\)/,
  ],
  "a missing semicolon that takes the next statement in": [
    "const a = 1;\n(f)();\n",
    "a",
    "const a = f",
    /^syntax_error: It would parse, but `\(f\)\(\);` \(line 2\)/,
  ],
  "an opened function around the next symbol": [
    "function a() {}\nfunction b() {}\n// }\n",
    "a",
    "function a() {",
    /^syntax_error: /,
  ],
  "empty content": ["const a = 1;\n", "a", " \n", /^invalid_argument: `content` is empty/],
  "content that declares nothing": [
    "const a = 1;\n",
    "a",
    "f();",
    /^invalid_argument: The content declares nothing, so `a` would be gone/,
  ],
  "an import of something else": [
    "const a = 1;\n",
    "a",
    'import { a as b } from "./a";',
    /^invalid_argument: The content/,
  ],
  "a member by an import": ["class K { a() {} }\n", "K.a", 'import { a } from "./a";', /^syntax_error: /],
  "a comment alone": ["const a = 1;\n", "a", "// gone", /^invalid_argument: The content declares nothing/],
  "half a surrogate pair": [
    "const a = 1;\n",
    "a",
    "const a = '\ud83d';",
    /^invalid_argument: `content` holds half a surrogate pair/,
  ],
  "a NUL": ["const a = 1;\n", "a", "const a = '\0';", /^invalid_argument: `content` holds a NUL/],
  "no such symbol": [
    "const abc = 1;\n",
    "ab",
    "const ab = 1;",
    /^symbol_not_found: No symbol `ab` in a\.ts\. Did you mean `abc` \(const, line 1\)\?/,
  ],
  "a type and a const of one name by what is neither": [
    "type T = 1;\nconst T = 1;\n",
    "T",
    "interface T { a: 2 }",
    /^symbol_ambiguous: `T` could be `T\[0\]` \(type, line 1\), `T\[1\]` \(const, line 2\)\./,
  ],
  "a type and a const of one name by both": [
    "type T = 1;\nconst T = 1;\n",
    "T",
    "type T = 2;\nconst T = 2;",
    /^symbol_ambiguous: `T` could be `T\[0\]`/,
  ],
  "one of two of one kind": [
    "interface T { a: 1 }\nconst T = 1;\ninterface T { b: 1 }\n",
    "T",
    "interface T { a: 2 }",
    /^symbol_ambiguous: .* `T\[2\]` \(interface, line 3\)/,
  ],
  "a file that does not parse": [
    "const a = 1;\nconst = 2;\n",
    "a",
    "const a = 2;",
    /^syntax_error: a\.ts does not parse as it is, .* line 2: .*kart_patch without symbol/,
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [source, symbol, content, message]] of Object.entries(REFUSED))
    test(what, async () => expect(await refusal(source, "kart_replace", { symbol, content })).toMatch(message));
});

describe("the answer", () => {
  test("names the symbol, its lines, and the change with fresh anchors", async () => {
    await using desk = await Desk.with({ "src/a.ts": "let z;\n/** doc */\nfunction f() {\n  return 1;\n}\n" });
    const content = "function f() {\n  const a = 1;\n  return a;\n}";
    const data = await desk.change("kart_replace", { file: "src/a.ts", symbol: "f", content });
    expect(data).toMatchObject({
      path: "src/a.ts",
      symbol: "f",
      startLine: 3,
      endLine: 6,
      warnings: [],
      syntaxError: false,
    });
    expect(data.diff).toMatch(
      /^@@ -3,3 \+3,4 @@\n 3:..\|function f\(\) \{\n-  return 1;\n\+4:..\|  const a = 1;\n\+5:..\|  return a;\n 6:..\|\}$/,
    );
  });

  test("the hash is that of the line without white space", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    const { diff } = await desk.change("kart_replace", { file: "a.ts", symbol: "x", content: "const x = 2;" });
    const hash = (Bun.hash.xxHash32("constx=2;") % 256).toString(16).padStart(2, "0");
    expect(diff).toBe(`@@ -1,1 +1,1 @@\n-const x = 1;\n+1:${hash}|const x = 2;`);
  });

  test("another name is done, and said", async () => {
    await using desk = await Desk.with({ "a.ts": "export function foo() {}\nfoo();\n" });
    const data = await desk.change("kart_replace", { file: "a.ts", symbol: "foo", content: "function bar() {}" });
    expect(data.symbol).toBe("bar");
    expect(data.warnings).toEqual(["`foo` is now `bar`; what refers to the old name was not changed."]);
  });

  test("another type of what is declared for all files is said where others name it", async () => {
    const UNCHECKED = `files that use it were not checked: kart_check {"dependents": true} checks them.`;
    await using desk = await Desk.with({
      "globals.d.ts":
        'interface Window { app: { v: number } }\ndeclare const VERSION: string, unused: string;\ndeclare module "*.svg" { const url: string; export default url; }\n',
      "aug.ts": "export {};\ndeclare global {\n  var cache: string;\n}\n",
      "use.ts": "export const all = VERSION + window.app.v + cache;\n",
      "conf.ts": "export interface Conf {}\n",
    });
    const warned = async (file: string, old_text: string, new_text: string) => {
      const edits = [{ replace: { old_text, new_text } }];
      return (await desk.change("kart_edit", { path: file, edits, dryRun: true })).warnings;
    };
    const is = (name: string) => [`\`${name}\` is declared for all files and changed: ${UNCHECKED}`];
    expect(await warned("globals.d.ts", "v: number", "w: number")).toEqual(is("Window.app"));
    expect(await warned("globals.d.ts", "VERSION: string", "VERSION: number")).toEqual(is("VERSION"));
    expect(await warned("globals.d.ts", "unused: string", "unused: number")).toEqual([]);
    expect(await warned("globals.d.ts", "url: string", "url: number")).toEqual(is('"*.svg".url'));
    expect(await warned("aug.ts", "cache: string", "cache: number")).toEqual(is("global.cache"));
    const content = 'import type { Conf } from "./conf";';
    const { warnings } = await desk.change("kart_insert_before", { file: "globals.d.ts", content });
    expect(warnings).toEqual([
      `\`Window\`, \`VERSION\`, \`unused\` and \`"*.svg"\` were declared for all files and no longer are: ${UNCHECKED.replace("it", "them")}`,
    ]);
  });

  test("another signature of what others may import is said, in one line", async () => {
    const UNCHECKED = `files that use it were not checked: kart_check {"dependents": true} checks them.`;
    await using desk = await Desk.with({
      "src/url.ts": "export const parse = (a: 1) => a;\nexport class Url {\n  m(a: 1) {}\n  n() {}\n}\nlet z;\n",
      "src/b.ts": 'import { parse } from "./url.js";\nexport const b = (a: 1) => parse(a);\n',
      "src/lib/index.ts": "export function f(): 1 {}\n",
      "src/c.ts": 'import { f } from "./lib";\n',
    });
    const file = "src/url.ts";
    const warned = async (tool: string, args: Arguments) => (await desk.change(tool, { file, ...args })).warnings;
    const replace = (symbol: string, content: string, more = {}) =>
      warned("kart_replace", { symbol, content, ...more });
    expect(await replace("parse", "export const parse = (a: 1) => 1;")).toEqual([]);
    expect(await replace("z", "let z = (a: 1) => a;")).toEqual([]);
    const said = [`\`parse\` is exported and its signature changed: ${UNCHECKED}`];
    expect(await replace("parse", "export const parse = (a: 2) => 1;", { dryRun: true })).toEqual(said);
    expect(await replace("parse", "export const parse = (a: 2) => 1;")).toEqual(said);
    expect(await warned("kart_patch", { symbol: "Url.m", ...chunk(["  m(a: 1) {}"], ["  m(a: 2) {}"]) })).toEqual([
      `\`Url.m\` is exported and its signature changed: ${UNCHECKED}`,
    ]);
    expect(await replace("parse", "const parse = (a: 2) => 1;")).toEqual([
      `\`parse\` was exported and no longer is: ${UNCHECKED}`,
    ]);
    expect(await warned("kart_insert_after", { symbol: "Url.n", content: "constructor(a: 1) {}" })).toEqual([
      `\`Url\` is exported and its signature changed: ${UNCHECKED}`,
    ]);
    const edit = { replace: { old_text: "m(a: 2) {}\n  n() {}", new_text: "n(a: 1) {}" } };
    const { warnings } = await desk.change("kart_edit", { path: file, edits: [edit] });
    expect(warnings).toEqual([
      `\`Url.n\` is exported and its signature changed, \`Url.m\` was exported and no longer is: ${UNCHECKED.replace("it", "them")}`,
    ]);
    desk.workspace.write(file, "export interface Options { a: 1 }\nexport const go = (a: Options) => a;\n");
    const edits = [
      { replace: { old_text: "a: 1", new_text: "a: 1; b?: 1" } },
      { replace: { old_text: "(a: Options)", new_text: "(a: Options, b: 1)" } },
    ];
    expect((await desk.change("kart_edit", { path: file, edits })).warnings).toEqual([
      `\`go\` is exported and its signature changed, \`Options\` has new members: ${UNCHECKED.replace("it", "them")}`,
    ]);
    const index = { file: "src/lib/index.ts", symbol: "f", content: "export function f(): 2 {}" };
    expect(await warned("kart_replace", index)).toEqual([`\`f\` is exported and its signature changed: ${UNCHECKED}`]);
    // Nothing imports b.ts.
    expect(await replace("b", "export const b = 1;", { file: "src/b.ts" })).toEqual([]);
  });

  test("a default export that gets a name, or a named one that becomes the default, is not called gone", async () => {
    const [byDefault, byName] = ["export default function main() {", "export function main() {"];
    const [end, file] = ["\n  return 1;\n}\n", "src/a.ts"];
    const change: Readonly<Record<string, (from: string, to: string) => Arguments>> = {
      kart_patch: (from, to) => ({ file, symbol: "main", ...chunk([from], [to]) }),
      kart_edit: (from, to) => ({ path: file, edits: [{ replace: { old_text: from, new_text: to } }] }),
      kart_replace: (_from, to) => ({ file, symbol: "main", content: to + end }),
      kart_write: (_from, to) => ({ path: file, content: to + end, overwrite: true }),
    };
    await using desk = await Desk.with({ [file]: byDefault + end, "src/b.ts": 'import main from "./a";\nmain();\n' });
    const unchecked = `files that use it were not checked: kart_check {"dependents": true} checks them.`;
    for (const [tool, args] of Object.entries(change)) {
      await desk.connection.data("kart_read", { path: file });
      const there = (await desk.change(tool, args(byDefault, byName))).warnings;
      expect(there, tool).toEqual([`\`main\` is no longer the default export: ${unchecked}`]);
      const back = (await desk.change(tool, args(byName, byDefault))).warnings;
      expect(back, tool).toEqual([`\`main\` is no longer exported under that name: ${unchecked}`]);
    }
  });

  test("a type that a comment of JavaScript gives an export anew is said", async () => {
    const source = (type: string) =>
      `/** @param {${type}} value */\nexport function dbl(value) {\n  return value;\n}\n`;
    const warning = "`dbl` is exported and its signature changed: files that use it were not checked";
    await using desk = await Desk.with({
      "a.js": source("string"),
      "b.js": 'import { dbl } from "./a.js";\ndbl("");\n',
    });
    const replace = { old_text: "{string}", new_text: "{number}" };
    const edited = await desk.change("kart_edit", { path: "a.js", edits: [{ replace }] });
    expect(edited.warnings.join("\n")).toContain(warning);
    const args = { file: "a.js", symbol: "dbl" };
    expect((await desk.change("kart_replace", { ...args, content: source("bigint") })).warnings.join()).toContain(
      warning,
    );
    const described = source("bigint").replace("value */", "what is doubled */");
    expect((await desk.change("kart_replace", { ...args, content: described })).warnings).toEqual([]);
  });

  test("lost decorators and docs are said", async () => {
    await using desk = await Desk.with({ "a.ts": "/** doc */\n@D class K {}\n" });
    const data = await desk.change("kart_replace", { file: "a.ts", symbol: "K", content: "// note\nclass K {}" });
    expect(data.warnings).toEqual([
      "`K` had decorators, the content has none.",
      "The comment above, `/** doc */`, gave way to the one that the content starts with.",
    ]);
  });

  test("overloads that comments of JavaScript declare stay where the content has none, and that is said", async () => {
    const overload = (type: string) => `/**\n * @overload\n * @param {${type}} a\n * @returns {${type}}\n */\n`;
    const overloads = overload("string") + overload("number");
    const twice = "export function twice(a) {\n  return a + a;\n}\n";
    await using desk = await Desk.with({ "a.js": `${overloads}/**\n * Doubles.\n */\n${twice}` });
    const args = { file: "a.js", symbol: "twice" };
    const data = await desk.change("kart_replace", { ...args, content: `/** Twice as much. */\n${twice}` });
    expect(desk.workspace.read("a.js")).toBe(`${overloads}/** Twice as much. */\n${twice}`);
    expect(data.warnings).toContain(
      "The comments above, `/** @overload`, `/** @overload`, stayed: the content says nothing else in its place.",
    );
    const own = `${overload("bigint")}/** Twice. */\n${twice}`;
    await desk.change("kart_replace", { ...args, content: own });
    expect(desk.workspace.read("a.js")).toBe(own);
  });

  test("all comments that give way are said, and those that stay", async () => {
    await using desk = await Desk.with({ "a.ts": "// one\n// two\n// @ts-ignore\nlet a: 1 = 2;\n" });
    const data = await desk.change("kart_replace", { file: "a.ts", symbol: "a", content: "/** new */\nlet a: 1 = 3;" });
    expect(data).toMatchObject({ startLine: 3, endLine: 3 });
    expect(data.warnings).toEqual([
      "The comment above, `// @ts-ignore`, stayed: the content says nothing else in its place.",
      "The comments above, `// one`, `// two`, gave way to the one that the content starts with.",
    ]);
  });

  test("content that stands there already changes nothing, and is said", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    const data = await desk.change("kart_replace", { file: "a.ts", symbol: "x", content: "const x = 1;" });
    expect([data.diff, data.warnings]).toEqual(["", ["That is what stands there already; nothing was written."]]);
    expect(await desk.refused("kart_undo", {})).toMatch(/^nothing_to_undo/);
  });

  test("which of several of one name the content's kind took is said, and which are untouched", async () => {
    const source = "export type T = 1;\nexport const T = 2;\n";
    await using desk = await Desk.with({ "a.ts": source });
    const args = { file: "a.ts", symbol: "T", content: "export const T = 3;" };
    const said = [
      "Of one name, `T[1]` (const, line 2) is what the content declares and was replaced; untouched: `T[0]` (type, line 1).",
    ];
    expect((await desk.change("kart_replace", { ...args, dryRun: true })).warnings).toEqual(said);
    expect((await desk.change("kart_replace", args)).warnings).toEqual(said);
  });

  test("`line` picks one of several", async () => {
    const source = "type T = 1;\nconst T = 1;\n";
    await using desk = await Desk.with({ "a.ts": source });
    const picked = { file: "a.ts", symbol: "T", line: 2, content: "const T = 3;", dryRun: true };
    expect((await desk.change("kart_replace", picked)).warnings).toEqual([]);
    expect(await changed(source, "kart_replace", { symbol: "T", line: 2, content: "const T = 2;" })).toBe(
      "type T = 1;\nconst T = 2;\n",
    );
  });

  test("a dry run shows the same diff and writes nothing", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    const args = { file: "a.ts", symbol: "x", content: "const x = 2;" };
    const before = desk.workspace.snapshot();
    const dry = await desk.change("kart_replace", { ...args, dryRun: true });
    expect(desk.workspace.snapshot()).toEqual(before);
    expect((await desk.change("kart_replace", args)).diff).toBe(dry.diff);
    await desk.refused("kart_replace", { ...args, symbol: "y", dryRun: true });
  });

  test("a type that a comment of JavaScript declares is no part of it", async () => {
    const lead = "/** @typedef {1} T */\n";
    const content = "/** @param {T} b */\nfunction f(b) {}\n";
    const source = `${lead}/** @param {T} a */\nfunction f(a) {}\n`;
    expect(await changed(source, "kart_replace", { symbol: "f", content }, "a.js")).toBe(lead + content);
  });

  test("`path` stands for `file`", async () => {
    await using desk = await Desk.with({ "a.ts": "const x = 1;\n" });
    await desk.change("kart_replace", { path: "a.ts", symbol: "x", content: "const x = 2;" });
    expect(desk.workspace.read("a.ts")).toBe("const x = 2;\n");
  });
});

test("content that says that it leaves code out is refused, unless the code says so itself", async () => {
  const source =
    "export const log = [];\nexport function save(x) {\n  log.push(x);\n  // ... the rest is logged elsewhere\n}\n";
  await using desk = await Desk.with({ "a.ts": source });
  const body = (line: string) => `export function save(x) {\n  if (x < 0) return;\n  ${line}\n}`;
  for (const line of ["// ... existing code ...", "// … rest of the function unchanged", "/* ...remaining code */"])
    expect(
      await desk.connection.error("kart_replace", { file: "a.ts", symbol: "save", content: body(line) }),
    ).toContain("stands for code that would be lost");
  expect(desk.workspace.read("a.ts")).toBe(source);
  for (const line of ["// ... the rest is logged elsewhere", "// existing code comes first", "log.push(...rest);"])
    await desk.change("kart_replace", { file: "a.ts", symbol: "save", content: body(line) });
});
