import { expect, test } from "bun:test";
import { type Arguments, changed, chunk, Desk, refusal } from "./ask.ts";

/** A source, the tool, its arguments, and the source as it must be afterwards. */
type Row = readonly [source: string, tool: string, args: Arguments, wanted: string];

const CHANGED: Readonly<Record<string, Row>> = {
  "a semicolon that guards the next line": [
    "const a = 1\n;[b].map(f)\n",
    "replace",
    { symbol: "a", content: "const a = 2" },
    "const a = 2\n;[b].map(f)\n",
  ],
  "a semicolon that guards the next line, below another kind of declaration": [
    "const a = 1\n;[b].map(f)\n",
    "replace",
    { symbol: "a", content: "/** A. */\nexport function a() {}" },
    "/** A. */\nexport function a() {}\n;[b].map(f)\n",
  ],
  "a semicolon that guards the next line, below a function": [
    "function a() {}\n;[b].map(f)\n",
    "replace",
    { symbol: "a", content: "const a = 1" },
    "const a = 1\n;[b].map(f)\n",
  ],
  "a semicolon that guards the next line, below several declarators": [
    "const a = 1, b = 2 // two\n\n;[b].map(f)\n",
    "replace",
    { symbol: "b", content: "const a = 1, b = 3" },
    "const a = 1, b = 3 // two\n\n;[b].map(f)\n",
  ],
  "a declaration above a semicolon that guards the next line": [
    "const a = 1\n\n;[b].map(f)\n",
    "insert_after",
    { symbol: "a", content: "const c = 2" },
    "const a = 1\n\nconst c = 2\n\n;[b].map(f)\n",
  ],
  "a field above a semicolon that guards the next one": [
    "class K {\n  a = 1\n  ;['b'] = 2\n}\n",
    "insert_before",
    { symbol: "K.a", content: "c = 3" },
    "class K {\n  c = 3\n  a = 1\n  ;['b'] = 2\n}\n",
  ],
  "a declaration that ends in a semicolon on a line of its own": [
    "const a = b\n  .c()\n;\nlet d;\n",
    "replace",
    { symbol: "a", content: "const a = 2;" },
    "const a = 2;\nlet d;\n",
  ],
  "a member of a type on a shared line": [
    "type T = { a: 1, b: 2 };\n",
    "replace",
    { symbol: "T.a", content: "a: 3" },
    "type T = { a: 3, b: 2 };\n",
  ],
  "a field on a shared line": [
    "class K { a = 1; b = 2 }\n",
    "replace",
    { symbol: "K.a", content: "a = () => {}" },
    "class K { a = () => {}; b = 2 }\n",
  ],
  "a statement on a shared line": [
    "let a = 1; let b;\n",
    "replace",
    { symbol: "a", content: "let a = 2" },
    "let a = 2; let b;\n",
  ],
  "a method with a stray semicolon, which comes to end a field": [
    "class K {\n  m() {};\n\n  n() {}\n}\n",
    "replace",
    { symbol: "K.m", content: "m = () => 1" },
    "class K {\n  m = () => 1;\n\n  n() {}\n}\n",
  ],
  "a function with a stray semicolon behind a comment, which comes to end a variable": [
    "function f() {} /* f */ ;\nlet b;\n",
    "replace",
    { symbol: "f", content: "let f" },
    "let f /* f */ ;\nlet b;\n",
  ],
  "a function with a stray semicolon, by one with a semicolon": [
    "function f() {};\nlet b;\n",
    "replace",
    { symbol: "f", content: "const f = () => 1;" },
    "const f = () => 1;\nlet b;\n",
  ],
  "what stood between a declaration without a semicolon and a line that would go on with it": [
    "const a = 1\nconst b = 2;\n[a].map(f)\n",
    "delete",
    { symbol: "b" },
    "const a = 1;\n[a].map(f)\n",
  ],
  "the same, where that line is guarded": [
    "const a = 1\nconst b = 2\n;[a].map(f)\n",
    "delete",
    { symbol: "b" },
    "const a = 1\n;[a].map(f)\n",
  ],
  "the same, where the next line cannot go on with it": [
    "const a = 1\nconst b = 2;\nf(a)\n",
    "delete",
    { symbol: "b" },
    "const a = 1\nf(a)\n",
  ],
  "a field between two of which the other would go on with the one": [
    "class K {\n  a = 1\n  b = 2;\n  *c() {}\n}\n",
    "delete",
    { symbol: "K.b" },
    "class K {\n  a = 1;\n  *c() {}\n}\n",
  ],
  "a method between a field `get` and another method": [
    "class K {\n  get\n  *b() {}\n  c() {}\n}\n",
    "delete",
    { symbol: "K.b" },
    "class K {\n  get;\n  c() {}\n}\n",
  ],
};

test("what follows on a shared line is proven behind an added semicolon too", async () => {
  const args = { symbol: "K.a", content: "a = 3 } class L { c = 4" };
  expect(await refusal("class K { a = 1; b = 2 }\n", "kart_replace", args)).toMatch(
    /^syntax_error: It would parse, but `K` \(line 1\)/,
  );
});

for (const [what, [source, tool, args, wanted]] of Object.entries(CHANGED))
  test(what, async () => expect(await changed(source, `kart_${tool}`, args)).toBe(wanted));

test("a symbol above a semicolon that guards the next line is there after a patch", async () => {
  await using desk = await Desk.with({ "a.ts": "let a = 1\n;[b].c()\n" });
  const args = { file: "a.ts", symbol: "a", ...chunk(["let a = 1"], ["let a = 2"]) };
  expect(await desk.change("kart_patch", args)).toMatchObject({ symbol: "a", startLine: 1, endLine: 1, warnings: [] });
});
