import { describe, expect, test } from "bun:test";
import { type Arguments, changed, Desk, refusal } from "./ask.ts";

const SOURCE = `/** doc of f */
export function f(a: number): number {
  const x = 1;
  if (a) {
    return x;
  }

  return 2;
}

export class K {
  m() {
    return 1;
  }

  n() {
    return 1;
  }
}
`;

/** Some 1,500 characters. */
function longList(name: string): string[] {
  return Array.from({ length: 60 }, (_, index) => `  ${name}${index}(${name.repeat(15)});`);
}

const patched = (chunks: readonly Arguments[], symbol?: string, source = SOURCE) =>
  changed(source, "kart_patch", { chunks, ...(symbol === undefined ? {} : { symbol }) });

describe("patched", () => {
  test("old lines that are unique need no context", async () => {
    expect(await patched([{ oldLines: ["  const x = 1;"], newLines: ["  const x = 3;"] }], "f")).toBe(
      SOURCE.replace("const x = 1", "const x = 3"),
    );
  });

  test("unique in the symbol is enough", async () => {
    expect(await patched([{ oldLines: ["    return 1;"], newLines: ["    return 7;"] }], "K.n")).toBe(
      SOURCE.replace(/(n\(\) \{\n    return) 1/, "$1 7"),
    );
  });

  test('context may be a string or a list; none is `""` or nothing', async () => {
    const wanted = SOURCE.replace(/(n\(\) \{\n    return) 1/, "$1 7");
    const change = { oldLines: ["    return 1;"], newLines: ["    return 7;"] };
    expect(await patched([{ ...change, contextBefore: "  n() {" }], "K")).toBe(wanted);
    expect(await patched([{ ...change, contextBefore: ["", "  n() {"], contextAfter: "" }], "K")).toBe(wanted);
    expect(await patched([{ ...change, contextAfter: "  }\n}" }], "K")).toBe(wanted);
    expect(await patched([{ ...change, contextAfter: [], contextBefore: "  n() {" }])).toBe(wanted);
  });

  test('a blank line as context is `[""]`', async () => {
    const source = "function f() {\n  a;\n\n  a;\n}\n";
    expect(await patched([{ contextBefore: [""], oldLines: ["  a;"], newLines: ["  b;"] }], "f", source)).toBe(
      "function f() {\n  a;\n\n  b;\n}\n",
    );
  });

  test("no old lines insert between the contexts, no new ones delete", async () => {
    const chunks = [
      { contextBefore: "  const x = 1;", oldLines: [], newLines: ["  const y = 2;"] },
      { oldLines: ["", "  return 2;"], newLines: [] },
    ];
    expect(await patched(chunks, "f")).toBe(
      SOURCE.replace("  const x = 1;\n", "  const x = 1;\n  const y = 2;\n").replace("\n  return 2;\n", ""),
    );
  });

  test("all chunks are matched against the original, in any order", async () => {
    const chunks = [
      { oldLines: ["  return 2;"], newLines: ["  const x = 1;", "  return x;"] },
      { oldLines: ["  const x = 1;"], newLines: ["  let x = 1;"] },
    ];
    expect(await patched(chunks, "f")).toBe(
      SOURCE.replace("const x = 1", "let x = 1").replace("  return 2;", "  const x = 1;\n  return x;"),
    );
  });

  test("chunks of neighbouring lines keep their places", async () => {
    const source = "function f() {\n  foo;\n  baz;\n}\n";
    const chunks = [
      { oldLines: ["  baz;"], newLines: ["  qux;", "  baz;"] },
      { oldLines: ["  foo;"], newLines: ["  foo;", "  bar;"] },
    ];
    expect(await patched(chunks, "f", source)).toBe("function f() {\n  foo;\n  bar;\n  qux;\n  baz;\n}\n");
  });

  test("two insertions at one place keep their order", async () => {
    const source = "function f() {\n  a;\n}\n";
    const chunk = (line: string) => ({ contextBefore: "  a;", oldLines: [], newLines: [line] });
    expect(await patched([chunk("  b;"), chunk("  c;")], "f", source)).toBe("function f() {\n  a;\n  b;\n  c;\n}\n");
  });

  test("trailing white space is ignored in matching and kept where nothing changes", async () => {
    const source = "function f() {  \n  a; \t\n  b;\n}\n";
    expect(
      await patched(
        [{ oldLines: ["function f() {", "  a;", "  b;"], newLines: ["function f() {", "  a;", "  c;"] }],
        "f",
        source,
      ),
    ).toBe("function f() {  \n  a; \t\n  c;\n}\n");
    expect(await patched([{ oldLines: ["  a;"], newLines: ["  d;"] }], "f", source)).toBe(
      "function f() {  \n  d;\n  b;\n}\n",
    );
  });

  test("lines break at CRLF, LF and CR only", async () => {
    const source = "function f() {\n  '\u2028\f';\n  a;\n}\n";
    expect(
      await patched([{ contextBefore: "  '\u2028\f';", oldLines: ["  a;"], newLines: ["  '\u2028';"] }], "f", source),
    ).toBe(source.replace("  a;", "  '\u2028';"));
  });

  test("each new line takes the line break of its place", async () => {
    const source = "let z;\nfunction f() {\r\n  a;\n  b;\r\n}\r";
    expect(await patched([{ oldLines: ["  a;", "  b;"], newLines: ["  c;", "  d;", "  e;"] }], "f", source)).toBe(
      "let z;\nfunction f() {\r\n  c;\n  d;\r\n  e;\r\n}\r",
    );
  });

  test("the first line of a symbol is the whole line it stands on", async () => {
    const source = "  export  const a = 1;\nlet b;\n";
    expect(
      await patched([{ oldLines: ["  export  const a = 1;"], newLines: ["  export  const a = 2;"] }], "a", source),
    ).toBe("  export  const a = 2;\nlet b;\n");
  });

  test("the first line of a symbol fits without its indentation, as the symbol's own text has it", async () => {
    const ofN = (body: string) => SOURCE.replace("  n() {\n    return 1;\n  }", body);
    const old = ["n() {", "    return 1;"];
    for (const [change, wanted] of [
      [{ oldLines: old, newLines: ["n(a) {", "    return a;"] }, "  n(a) {\n    return a;\n  }"],
      [{ oldLines: old, newLines: ["  n(a) {", "    return a;"] }, "  n(a) {\n    return a;\n  }"],
      [{ oldLines: old, newLines: [old[0], "    return 2;"] }, "  n() {\n    return 2;\n  }"],
      [
        { oldLines: [old[0]], newLines: ["/**", " * doc", " */", "", old[0], "    a;"] },
        "  /**\n   * doc\n   */\n\n  n() {\n    a;\n    return 1;\n  }",
      ],
      [{ contextBefore: old[0], oldLines: [old[1]], newLines: ["    return 2;"] }, "  n() {\n    return 2;\n  }"],
      [{ oldLines: [], newLines: ["// doc"], contextAfter: old }, "  // doc\n  n() {\n    return 1;\n  }"],
    ] as const)
      expect(await patched([change], "K.n")).toBe(ofN(wanted));
    const documented = "class K {\n\t/** doc\n\t */\n\tm() {}\n}\n";
    const chunk = { oldLines: ["/** doc", "\t */", "\tm() {}"], newLines: ["/** more", "\t */", "\tm() {}"] };
    expect(await patched([chunk], "K.m", documented)).toBe(documented.replace("doc", "more"));
    expect(await patched([{ oldLines: ["m() {}"], newLines: ["n() {}"] }], "K.m", documented)).toBe(
      documented.replace("m()", "n()"),
    );
  });

  test("the comments of a symbol are a part of it", async () => {
    const source = "/** doc */\nlet a; // note\nlet b;\n";
    const chunks = [{ oldLines: ["/** doc */", "let a; // note"], newLines: ["/** more */", "let a; // notes"] }];
    expect(await patched(chunks, "a", source)).toBe("/** more */\nlet a; // notes\nlet b;\n");
  });

  test("lines above the first of a symbol, and below the last", async () => {
    const source = "class K {\n  a;\n\n  m() {\n    a;\n  }\n}\n";
    const above = { oldLines: ["  m() {", "    a;"], newLines: ["  /** doc */", "  m() {", "    b;"] };
    const below = { oldLines: ["  }"], newLines: ["  }", "", "  n() {}"] };
    expect(await patched([above, below], "K.m", source)).toBe(
      "class K {\n  a;\n\n  /** doc */\n  m() {\n    b;\n  }\n\n  n() {}\n}\n",
    );
  });

  test("a file without a final line break keeps having none", async () => {
    const source = "let a;\nlet b;";
    expect(await patched([{ oldLines: ["let b;"], newLines: ["let c;", "let d;"] }], undefined, source)).toBe(
      "let a;\nlet c;\nlet d;",
    );
    expect(await patched([{ contextBefore: "let b;", oldLines: [], newLines: ["let c;"] }], undefined, source)).toBe(
      "let a;\nlet b;\nlet c;",
    );
    expect(await patched([{ oldLines: ["let b;"], newLines: [] }], undefined, source)).toBe("let a;");
  });

  test("lines at the end of a file with one", async () => {
    expect(
      await patched([{ contextBefore: "let a;", oldLines: [], newLines: ["let b;"] }], undefined, "let a;\n"),
    ).toBe("let a;\nlet b;\n");
    expect(await patched([{ oldLines: ["let a;"], newLines: [] }], undefined, "let a;\n")).toBe("");
  });

  test.each([
    ["a statement without a semicolon", "const a = 1\n", "const a = 1", "const a = 1 + 2"],
    ["a type", "type T = A;\ntype A = 1\n", "type A = 1", "type A = 1 | 2"],
    ["a field", "class C {\n  p = 1\n}\n", "  p = 1", "  p = 1 + 2"],
    ["a comment", "// Sync all\nf();\n", "// Sync all", "// Sync all attributes"],
  ])("what is put at the end of %s lengthens it", async (_what, source, from, to) => {
    expect(await patched([{ oldLines: [from], newLines: [to] }], undefined, source)).toBe(source.replace(from, to));
  });

  test.each([
    ["a comment", "  // only\n  if (x)\n    x.go();\n", "  // only ours\n  if (x && x.go)\n    x.go();\n"],
    ["a statement", "  x.go()\n  x.end()\n", "  x.go().then()\n  x.stop()\n"],
    ["a statement from its start", "  let y = 1\n  x.go()\n", "  let y = 2\n  y.x.go()\n"],
    ["a statement beside a comment", "  x.go() // a\n", "  x.go().then() // b\n"],
  ])("with the line behind it %s may change in a function", async (_what, from, to) => {
    const source = `function f(x) {\n${from}}\nf({});\n`;
    const lines = (text: string) => text.split("\n").slice(0, -1);
    expect(await patched([{ oldLines: lines(from), newLines: lines(to) }], undefined, source)).toBe(
      source.replace(from, to),
    );
  });

  test("emoji and a BOM", async () => {
    const source = "\ufeffconst a = '😀';\nconst b = '😀';\n";
    expect(await patched([{ oldLines: ["const b = '😀';"], newLines: ["const b = '😁';"] }], "b", source)).toBe(
      source.replace("b = '😀'", "b = '😁'"),
    );
  });

  test("any text file, by lines", async () => {
    expect(
      await changed(
        '{\n  "a": 1\n}\n',
        "kart_patch",
        { chunks: [{ oldLines: ['  "a": 1'], newLines: ['  "a": 2'] }] },
        "a.json",
      ),
    ).toBe('{\n  "a": 2\n}\n');
  });

  test("a file that does not parse is mended", async () => {
    expect(
      await patched([{ oldLines: ["const = 2;"], newLines: ["const b = 2;"] }], undefined, "let a;\nconst = 2;\n"),
    ).toBe("let a;\nconst b = 2;\n");
  });
});

/** The arguments, what the message must say, and another source than the one above. */
const REFUSED: Readonly<Record<string, readonly [args: Arguments, message: RegExp, source?: string]>> = {
  "several places": [
    { symbol: "K", chunks: [{ oldLines: ["    return 1;"], newLines: [] }] },
    /^text_ambiguous: Chunk 1 fits 2 places in `K`: lines 13, 17\. Add lines of contextBefore or contextAfter/,
  ],
  "no place, with the nearest": [
    { symbol: "f", chunks: [{ oldLines: ["  const x = 1;", "  if (b) {"], newLines: [] }] },
    /^text_not_found: Chunk 1 fits nowhere in `f` \(lines 1-9\)\. Nearest at line 3: line 4 is ` {2}if \(a\) \{`, the chunk has ` {2}if \(b\) \{`\./,
  ],
  "another indentation": [
    { symbol: "f", chunks: [{ oldLines: ["const x = 1;"], newLines: [] }] },
    /^text_not_found: .*Nearest at line 3: only white space differs\. Copy the lines exactly:\n {2}const x = 1;$/,
  ],
  "another indentation of what is no first line, or of a first line": [
    { symbol: "K.m", chunks: [{ oldLines: ["m() {", "return 1;"], newLines: [] }] },
    /^text_not_found: .*Nearest at line 12: only white space differs\. Copy the lines exactly:\n {2}m\(\) \{\n {4}return 1;$/,
  ],
  "a symbol behind another on its line": [
    { symbol: "b", chunks: [{ oldLines: ["let b;"], newLines: ["let c;"] }] },
    /^text_not_found: /,
    "  let a; let b;\n",
  ],
  "no line of it, with the nearest": [
    { symbol: "f", chunks: [{ contextBefore: "{", oldLines: ["  const x = 2;"], newLines: [] }] },
    /^text_not_found: .*Nearest is line 3: it has `const x = 1;`, the chunk has `const x = 2;`\. Copy it exactly/,
  ],
  "a part of a line, which is no whole one": [
    { symbol: "f", chunks: [{ oldLines: ["nst x"], newLines: [] }] },
    /^text_not_found: Chunk 1 fits nowhere in `f` \(lines 1-9\): chunks are whole lines, and `nst x` is a part of line 3, ` {2}const x = 1;`\. Send that line whole, or the part alone to kart_edit \(replace with old_text, new_text\)\.$/,
  ],
  "a short part of one line": [
    { symbol: "f", chunks: [{ oldLines: ["2"], newLines: ["3"] }] },
    /^text_not_found: .*: chunks are whole lines, and `2` is a part of line 8, ` {2}return 2;`\./,
  ],
  "a part of a line beside a whole one": [
    { symbol: "f", chunks: [{ oldLines: ["  const x = 1;", "if (a)"], newLines: ["  const x = 1;", "if (b)"] }] },
    /^text_not_found: .*\. Nearest at line 3: chunks are whole lines, and `if \(a\)` is a part of line 4, ` {2}if \(a\) \{`\./,
  ],
  "nothing like it": [
    { symbol: "f", chunks: [{ oldLines: ["zzz"], newLines: [] }] },
    /^text_not_found: .*No line of it stands there/,
  ],
  "a place in another symbol": [
    { symbol: "f", chunks: [{ oldLines: ["  m() {"], newLines: [] }] },
    /^text_not_found: Chunk 1 fits nowhere in `f`/,
  ],
  "one chunk of two": [
    {
      symbol: "f",
      chunks: [
        { oldLines: ["  const x = 1;"], newLines: ["  const x = 2;"] },
        { oldLines: ["zzz"], newLines: [] },
      ],
    },
    /^text_not_found: Chunk 2/,
  ],
  "all that fit nowhere, each with its reason": [
    {
      chunks: [
        { oldLines: ["const x = 1;"], newLines: ["const x = 2;"] },
        { oldLines: ["  return 2;"], newLines: ["  return 3;"] },
        { oldLines: ["m() {"], newLines: ["o() {"] },
        { oldLines: ["    return 1;"], newLines: [] },
        { oldLines: ["  n() {"], newLines: ["  n() {"] },
      ],
    },
    /^text_not_found: Chunk 1 .* only white space differs\. .*\n {2}const x = 1;\nChunk 3 .* only white space differs\. .*\n {2}m\(\) \{\nChunk 4 fits 2 places in .*\nChunk 5 changes nothing.*$/,
  ],
  "many that fit nowhere": [
    { chunks: Array.from({ length: 9 }, () => ({ oldLines: ["zzz"], newLines: [] })) },
    /^text_not_found: (?:Chunk \d .*\n){5}Not tried: 4 chunks behind them\.$/,
  ],
  "several long ones that fit nowhere, with the lines of what is not too much": [
    {
      chunks: ["a", "b", "c"].map((name) => ({ oldLines: longList(name).map((line) => line.trim()), newLines: [] })),
    },
    /^text_not_found: Chunk 1 .*\n(?: {2}a.*\n){60}Chunk 2 .* Nearest at line 61: only white space differs\. Copy the lines exactly\.\nChunk 3 .*exactly\.$/,
    `${["a", "b", "c"].flatMap(longList).join("\n")}\n`,
  ],
  "overlapping chunks": [
    {
      symbol: "f",
      chunks: [
        { oldLines: ["  const x = 1;", "  if (a) {"], newLines: ["  if (a) {"] },
        { oldLines: ["  if (a) {", "    return x;"], newLines: ["  if (a) {"] },
      ],
    },
    /^invalid_argument: Two chunks change the same lines/,
  ],
  "a line break in a line": [
    { symbol: "f", chunks: [{ oldLines: ["  const x = 1;"], newLines: ["a\nb"] }] },
    /^invalid_argument: A line of `chunks\[0\]\.newLines` holds a line break/,
  ],
  "a chunk that changes nothing": [
    { symbol: "f", chunks: [{ oldLines: ["  const x = 1;"], newLines: ["  const x = 1;"] }] },
    /^no_change: Chunk 1 changes nothing/,
  ],
  "no place at all": [
    { symbol: "f", chunks: [{ oldLines: [], newLines: ["a"] }] },
    /^invalid_argument: Chunk 1 has neither oldLines nor context/,
  ],
  "a result that does not parse": [
    { symbol: "f", chunks: [{ oldLines: ["  const x = 1;"], newLines: ["  const x = (1;"] }] },
    /^syntax_error: The result would not parse: .*line 3 of the result: `const x = \(1;`/,
  ],
  "a result that swallows the next symbol": [
    { symbol: "a", chunks: [{ oldLines: ["let a;"], newLines: ["let a; /*"] }] },
    /^syntax_error: It would parse, but `b` \(line 2\)/,
    "let a;\nlet b; /* b */\n",
  ],
  "a change of another symbol on the same line": [
    { symbol: "a", chunks: [{ oldLines: ["let a; let b;"], newLines: ["let a; let c;"] }] },
    /^invalid_argument: A chunk changes what stands beside `a` on the same line/,
    "let a; let b;\n",
  ],
  "no chunks": [{ symbol: "f", chunks: [] }, /^invalid_argument: `chunks`/],
  "a symbol of a file that has none": [
    { symbol: "f", chunks: [{ oldLines: ["a"], newLines: [] }] },
    /^syntax_error: a\.ts does not parse as it is/,
    "let a;\nconst = 2;\n",
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [args, message, source = SOURCE]] of Object.entries(REFUSED))
    test(what, async () => expect(await refusal(source, "kart_patch", args)).toMatch(message));
});

test("in JSX, text takes the place of an element or a comment, and nothing that would swallow what stands behind", async () => {
  const source =
    "export const page = (\n  <main>\n    {/* a */}\n    <h1>b</h1>\n    <p>c</p>\n    {/* d */}\n  </main>\n);\n";
  const toText = (old: string, text: string) => ({ chunks: [{ oldLines: [`    ${old}`], newLines: [`    ${text}`] }] });
  for (const [old, text] of [
    ["<h1>b</h1>", "b"],
    ["{/* a */}", "a"],
  ] as const)
    expect(await changed(source, "kart_patch", toText(old, text), "a.tsx")).toBe(source.replace(old, text));
  expect(await refusal(source, "kart_patch", toText("<h1>b</h1>", "{/*"), "a.tsx")).toMatch(
    /^syntax_error: It would parse, but `<p>c<\/p>` \(line 5\), which was not to change/,
  );
});

test("the answer tells what became of each chunk", async () => {
  await using desk = await Desk.with({ "a.ts": SOURCE });
  const data = await desk.change("kart_patch", {
    file: "a.ts",
    symbol: "f",
    chunks: [
      { oldLines: ["  return 2;"], newLines: ["  return 3;"] },
      { contextBefore: "  const x = 1;", oldLines: [], newLines: ["  a++;", "  a--;"] },
    ],
  });
  expect(data).toMatchObject({
    symbol: "f",
    startLine: 2,
    endLine: 11,
    chunks: [
      { line: 10, removed: 1, added: 1 },
      { line: 4, removed: 0, added: 2 },
    ],
  });
});

test("a symbol that a patch renames, or takes out, is said", async () => {
  await using desk = await Desk.with({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  const renamed = await desk.change("kart_patch", {
    file: "a.ts",
    symbol: "a",
    chunks: [{ oldLines: ["let a = 1;"], newLines: ["let c = 1;"] }],
  });
  expect([renamed.symbol, renamed.warnings]).toEqual([
    "c",
    ["`a` is now `c`; what refers to the old name was not changed."],
  ]);
  const gone = await desk.change("kart_patch", {
    file: "a.ts",
    symbol: "b",
    chunks: [{ oldLines: ["let b = 2;"], newLines: [] }],
  });
  expect([gone.symbol, gone.warnings]).toEqual(["b", ["`b` is gone."]]);
});
