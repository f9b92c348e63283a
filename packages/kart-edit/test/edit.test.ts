import { describe, expect, test } from "bun:test";
import { lineHash } from "@kart/core/text/line-hash";
import { type Arguments, Desk } from "./ask.ts";
import { Reading } from "./reading.ts";

/** A source, the edits, and the source as it must be afterwards. */
const EDITED: Readonly<
  Record<string, readonly [source: string, edits: (reading: Reading) => Arguments[], wanted: string]>
> = {
  "a line": ["a\nb\nc\n", (file) => [file.set(2, "B")], "a\nB\nc\n"],
  "a line by several": ["a\nb\nc\n", (file) => [file.set(2, "B\nB2")], "a\nB\nB2\nc\n"],
  "a list of lines": ["a\nb\n", (file) => [file.set(1, ["x", "", "y"])], "x\n\ny\nb\n"],
  lines: ["a\nb\nc\nd\n", (file) => [file.lines(2, 3, "x")], "a\nx\nd\n"],
  '`""` deletes': ["a\nb\nc\n", (file) => [file.set(2, "")], "a\nc\n"],
  '`[""]` is one blank line': ["a\nb\nc\n", (file) => [file.set(2, [""])], "a\n\nc\n"],
  '`"x\\n"` is two lines': ["a\nb\n", (file) => [file.set(1, "x\n")], "x\n\nb\n"],
  '`""` inserted is one blank line': ["a\nb\n", (file) => [file.after(1, "")], "a\n\nb\n"],
  "behind a line": ["a\nb\n", (file) => [file.after(1, "x\ny")], "a\nx\ny\nb\n"],
  "at the start": ["a\n", (file) => [file.after("BOF", "x")], "x\na\n"],
  "at the end": ["a\n", (file) => [file.after("EOF", "x")], "a\nx\n"],
  "at the end, without a final line break": ["a", (file) => [file.after("EOF", "x")], "a\nx"],
  "an empty file": ["", (file) => [file.after("EOF", "x")], "x\n"],
  "the last line, without a final line break": ["a\nb", (file) => [file.set(2, "B")], "a\nB"],
  "deleting the last line keeps there being no final line break": ["a\nb", (file) => [file.set(2, "")], "a"],
  "deleting the last line keeps the final line break": ["a\nb\n", (file) => [file.set(2, "")], "a\n"],
  "all edits speak of the text as shown, in any order": [
    "a\nb\nc\nd\n",
    (file) => [file.set(4, "D"), file.set(1, ["A", "A2"]), file.after(2, "x"), file.lines(3, 3, "")],
    "A\nA2\nb\nx\nD\n",
  ],
  "inserts at one place keep their order": [
    "a\nb\n",
    (file) => [file.after(1, "x"), file.after(1, "y")],
    "a\nx\ny\nb\n",
  ],
  "behind a line that is replaced": ["a\nb\n", (file) => [file.after(1, "x"), file.set(1, "A")], "A\nx\nb\n"],
  "neighbours at the end of a file": ["a\nb\nc", (file) => [file.set(2, ""), file.set(3, "")], "a"],
  "then text, in order": [
    "a\nb\n",
    (file) => [
      { replace: { old_text: "B2", new_text: "x" } },
      file.set(2, ["B", "B2"]),
      { replace: { old_text: "x", new_text: "y" } },
    ],
    "a\nB\ny\n",
  ],
  "all places of a text": ["a b a\n", () => [{ replace: { old_text: "a", new_text: "c", all: true } }], "c b c\n"],
  "line breaks of the place": [
    "a\r\nb\nc\rd\r\n",
    (file) => [file.set(1, ["A", "A2"]), file.after(2, "x"), file.set(3, "C")],
    "A\r\nA2\r\nb\nx\nC\rd\r\n",
  ],
  "a BOM": ["\ufeffa\nb\n", (file) => [file.set(1, "A"), file.after("BOF", "x")], "\ufeffx\nA\nb\n"],
  "tabs, emoji, separators": [
    "\ta\u2028b\f\n👩‍👩‍👧\n",
    (file) => [file.set(2, "\t😀\u2028")],
    "\ta\u2028b\f\n\t😀\u2028\n",
  ],
  "a line taken out by its text where breaks are CRLF": [
    "a\r\nb\r\nc\r\n",
    () => [{ replace: { old_text: "b\n", new_text: "" } }],
    "a\r\nc\r\n",
  ],
  "text of which all places end in CRLF": [
    "a;\r\nb;\r\n",
    () => [{ replace: { old_text: ";\n", new_text: "\n", all: true } }],
    "a\r\nb\r\n",
  ],
  "text that begins with the CRLF of a file of mixed breaks": [
    "a\r\nb\nc\r\n",
    () => [{ replace: { old_text: "\nb\nc", new_text: "\nd" } }],
    "a\r\nd\r\n",
  ],
  "what looks like an anchor and is none": [
    "a\n10:30\n",
    (file) => [file.set(1, ["10:30|meeting", "+ item", "-x", "9:ab|y"])],
    "10:30|meeting\n+ item\n-x\n9:ab|y\n10:30\n",
  ],
  "a whole row sent as the anchor": [
    "a\nb\n",
    (file) => [{ set_line: { anchor: ` ${file.at(2)}|b`, new_text: "B" } }],
    "a\nB\n",
  ],
};

describe("edited", () => {
  for (const [what, [source, edits, wanted]] of Object.entries(EDITED))
    test(what, async () => {
      await using file = await Reading.of(source);
      await file.edit(...edits(file));
      expect(await file.text()).toBe(wanted);
    });
});

const REFUSED: Readonly<
  Record<string, readonly [source: string, edits: (reading: Reading) => Arguments[], message: RegExp, path?: string]>
> = {
  "another hash": [
    "a\nb\n",
    () => [{ set_line: { anchor: "2:00", new_text: "x" } }],
    /^stale: Line 2 is not the line that 2:00 was shown for\. [^]*\n {3}1:..\|a\n>>>2:..\|b$/,
  ],
  "a line that is not there": [
    "a\n",
    () => [{ set_line: { anchor: "7:00", new_text: "x" } }],
    /^stale: Line 7 was not shown\. [^]*\n>>>1:..\|a$/,
  ],
  "no anchor at all": [
    "a\n",
    () => [{ set_line: { anchor: "a", new_text: "x" } }],
    /^invalid_argument: `edits\[0\]\.anchor` is `a`\. Send the LINE:HASH/,
  ],
  "anchors in the wrong order": [
    "a\nb\n",
    (file) => [file.lines(2, 1, "x")],
    /^invalid_argument: `edits\[0\]` ends at line 1, before it starts/,
  ],
  "overlapping edits": [
    "a\nb\nc\n",
    (file) => [file.lines(1, 2, "x"), file.set(2, "y")],
    /^invalid_argument: Two edits change the same lines: lines 1-2 and line 2/,
  ],
  "an insertion inside what is replaced": [
    "a\nb\nc\n",
    (file) => [file.lines(1, 3, "x"), file.after(1, "y")],
    /^invalid_argument: Two edits change the same lines/,
  ],
  "a copied prefix": [
    "a\nb\n",
    (file) => [file.set(1, `${file.at(2)}|b`)],
    /^invalid_argument: Row 1 of `edits\[0\]\.new_text` begins with an anchor that was shown/,
  ],
  "a line break in a line": [
    "a\n",
    (file) => [file.set(1, ["x\ny"])],
    /^invalid_argument: A line of `edits\[0\]\.new_text` holds a line break/,
  ],
  "nothing to insert": ["a\n", (file) => [file.after(1, [])], /^invalid_argument: `edits\[0\]\.text` has no lines/],
  "one text that is not there": [
    "a\nb\n",
    (file) => [file.set(1, "x"), { replace: { old_text: "zzz", new_text: "y" } }],
    /^text_not_found: edits\[1\]: old_text does not stand in the file/,
  ],
  "the start of a line, almost": [
    "function setSys(s) {}\nexport function computeTotals(items: readonly number[], rate: number): number {}\n",
    () => [{ replace: { old_text: "export function computeTotal(", new_text: "y" } }],
    /^text_not_found: .* Nearest is line 2: it has `…unction computeTotals\(items: [^`]*`, old_text has `…unction computeTotal\(`\./,
  ],
  "the start of a line, hardly": [
    "export const rate = 1, shipping = 2;\n",
    () => [{ replace: { old_text: "export type Rat =", new_text: "y" } }],
    /^text_not_found: .* Nothing like it stands there\./,
  ],
  "text in two places": [
    "a\na\n",
    () => [{ replace: { old_text: "a", new_text: "b" } }],
    /^text_ambiguous: edits\[0\]: old_text stands in 2 places: lines 1, 2\./,
  ],
  "text in places that overlap": [
    "0,\n0,\n0,\n",
    () => [{ replace: { old_text: "0,\n0,\n", new_text: "0,\n1,\n" } }],
    /^text_ambiguous: edits\[0\]: old_text stands in places that overlap: lines 1, 2\. Send more of the text around it, or use an anchor\.$/m,
  ],
  "text like two places": [
    "x  y\nx\ty\n",
    () => [{ replace: { old_text: "x y", new_text: "b" } }],
    /^text_ambiguous: edits\[0\]: old_text stands nowhere exactly\. 2 places differ from it in white space only: lines 1, 2\. Send one of them exactly as it stands, or use an anchor\.$/m,
  ],
  "all of the text like two places": [
    "say “x  y”\nsay 'x y'\n",
    () => [{ replace: { old_text: '"x y"', new_text: "b", all: true } }],
    /^text_ambiguous: .* differ from it in quotes, dashes or white space only: lines 1, 2\. Send one of them exactly/,
  ],
  "empty old text": [
    "a\n",
    () => [{ replace: { old_text: "", new_text: "b" } }],
    /^invalid_argument: `edits\[0\]\.old_text` is empty/,
  ],
  "the same text": ["a\n", () => [{ replace: { old_text: "a", new_text: "a" } }], /^no_change: /],
  "two kinds in one edit": [
    "a\n",
    (file) => [{ ...file.set(1, "x"), ...file.after(1, "y") }],
    /^invalid_argument: `edits\.0`: takes exactly one of/,
  ],
  "what would not parse": [
    "let a;\nlet b;\n",
    (file) => [file.set(2, "let = ;")],
    /^syntax_error: The result would not parse: /,
    "a.ts",
  ],
  "half a surrogate pair": ["a\n", (file) => [file.set(1, "\ud83d")], /^invalid_argument: .* half a surrogate pair/],
};

test("text, and the ends of a file, can be edited before anything of it was shown", async () => {
  await using desk = await Desk.with({ "a.txt": "a\nb\n" });
  await desk.change("kart_edit", { path: "a.txt", edits: [{ replace: { old_text: "a", new_text: "A" } }] });
  expect(desk.workspace.read("a.txt")).toBe("A\nb\n");
  await using other = await Desk.with({ "a.txt": "a\nb\n" });
  const inserted = ["BOF", "EOF"].map((anchor) => ({ insert_after: { anchor, text: "x" } }));
  await other.change("kart_edit", { path: "a.txt", edits: inserted });
  expect(other.workspace.read("a.txt")).toBe("x\na\nb\nx\n");
});

describe("refused, with every byte unchanged", () => {
  for (const [what, [source, edits, message, path]] of Object.entries(REFUSED))
    test(what, async () => {
      await using file = await Reading.of(source, path);
      expect(await file.refused(...edits(file))).toMatch(message);
    });

  test("lines that were not shown", async () => {
    await using file = await Reading.of("a\nb\nc\nd\n", "a.txt", { offset: 2, limit: 1 });
    const unseen = { set_line: { anchor: `4:${lineHash("d")}`, new_text: "x" } };
    expect(await file.refused(unseen)).toMatch(/^stale: Line 4 was not shown/);
  });

  test("the inside of a range that was not shown", async () => {
    await using file = await Reading.of("a\nb\nc\n", "a.txt", { offset: 1, limit: 1 });
    await file.desk.connection.data("kart_read", { path: "a.txt", offset: 3 });
    const range = { start_anchor: file.at(1), end_anchor: `3:${lineHash("c")}`, new_text: "x" };
    expect(await file.refused({ replace_lines: range })).toMatch(
      /^stale: Lines 1-3 were not all shown: line 2 was not/,
    );
  });

  test("without a snapshot, and the rows shown then can be edited", async () => {
    await using desk = await Desk.with({ "a.txt": "a\nb\n" });
    const edits = [{ set_line: { anchor: `2:${lineHash("b")}`, new_text: "B" } }];
    expect(await desk.refused("kart_edit", { path: "a.txt", edits })).toMatch(
      /^stale: Nothing of this file was shown by this server/,
    );
    await desk.change("kart_edit", { path: "a.txt", edits });
    expect(desk.workspace.read("a.txt")).toBe("a\nB\n");
  });

  test("a row that was clipped", async () => {
    const long = "x".repeat(5000);
    await using file = await Reading.of(`${long}\nb\n`);
    const set = { set_line: { anchor: `1:${lineHash(long)}`, new_text: "y" } };
    expect(await file.refused(set)).toMatch(
      /^stale: Line 1 was not shown with an anchor\. A clipped row has no anchor: change the text of that line with `replace` instead\. These are the rows now:\n>>>1:--\|x+… \[clipped, [^\n]*\n {3}2:..\|b$/,
    );
    // Beside it a row can be meant.
    const below = { set_line: { anchor: `2:${lineHash("c")}`, new_text: "y" } };
    expect(await file.refused(below)).toMatch(/Repeat the edit with these rows, or read the file again:\n {3}1:--/);
    await file.edit({ replace: { old_text: long, new_text: "y" } });
    expect(await file.text()).toBe("y\nb\n");
  });
});

describe("the answer", () => {
  test("carries new numbers and fresh anchors, so that the next edit needs no read", async () => {
    await using file = await Reading.of("a\nb\nc\n");
    const { diff, firstChangedLine } = await file.edit(file.set(1, ["A", "A2"]));
    expect([diff, firstChangedLine]).toEqual([
      `@@ -1,2 +1,3 @@\n-a\n+1:${lineHash("A")}|A\n+2:${lineHash("A2")}|A2\n 3:${lineHash("b")}|b`,
      1,
    ]);
    await file.edit(
      { set_line: { anchor: `3:${lineHash("b")}`, new_text: "B" } },
      { set_line: { anchor: `4:${lineHash("c")}`, new_text: "C" } },
    );
    expect(await file.text()).toBe("A\nA2\nB\nC\n");
  });

  test("anchors from before an edit of one's own still hold, without a word about other programs", async () => {
    await using file = await Reading.of("a\nb\nc\nd\n");
    await file.edit(file.set(1, ["A", "A2"]));
    expect((await file.edit(file.set(4, "D"))).warnings).toEqual([]);
    expect(await file.text()).toBe("A\nA2\nb\nc\nD\n");
  });

  test("counts the places that were edited", async () => {
    await using file = await Reading.of("a\nb\nc\na\n");
    const edits = [{ replace: { old_text: "a", new_text: "A", all: true } }];
    expect(await file.desk.connection.text("kart_edit", { path: "a.txt", edits })).toStartWith(
      "a.txt: edited, 2 places, lines 1-4\n",
    );
  });

  test("says what JSON is no more, and lets it stand", async () => {
    const old = (text: string) => [{ replace: { old_text: "1", new_text: text } }];
    await using desk = await Desk.with({
      "p.json": '{\n  "a": 1\n}\n',
      "c.json": '{ "a": 1, } // c\n',
      "t.json": "{ a",
    });
    const said = async (path: string, edits: Arguments[]) =>
      (await desk.connection.data<{ warnings: string[] }>("kart_edit", { path, edits })).warnings;
    expect(await said("p.json", old('1\n  "b": 2'))).toEqual([
      expect.stringMatching(/^It is NO JSON any more: line 3: .* kart_undo\.$/),
    ]);
    await desk.connection.data("kart_undo");
    expect(await said("p.json", old("1,"))).toEqual([expect.stringMatching(/^It is no STRICT JSON any more/)]);
    expect(await said("c.json", old("2"))).toEqual([]);
    expect(await said("t.json", [{ replace: { old_text: "a", new_text: "b" } }])).toEqual([]);
  });

  test("the diffs of the symbol tools carry anchors too", async () => {
    await using desk = await Desk.with({ "a.ts": "let a;\nlet b;\n" });
    await desk.change("kart_replace", { file: "a.ts", symbol: "a", content: "let a = 1;" });
    await desk.change("kart_edit", {
      path: "a.ts",
      edits: [{ set_line: { anchor: `1:${lineHash("let a = 1;")}`, new_text: "let a = 2;" } }],
    });
    expect(desk.workspace.read("a.ts")).toBe("let a = 2;\nlet b;\n");
  });

  test("shows a blank line that comes to the end of the file", async () => {
    await using desk = await Desk.with({ "a.txt": "a\n", "b.ts": "let a;\n\nfunction b() {}\n\n" });
    const row = (line: number, text: string) => `${line}:${lineHash(text)}|${text}`;
    const edited = await desk.change("kart_edit", {
      path: "a.txt",
      edits: [{ insert_after: { anchor: "EOF", text: "" } }],
    });
    expect(edited.diff).toBe(`@@ -1,1 +1,2 @@\n ${row(1, "a")}\n+${row(2, "")}`);
    const inserted = await desk.change("kart_insert_after", { file: "b.ts", symbol: "b", content: "let c;" });
    expect(desk.workspace.read("b.ts")).toBe("let a;\n\nfunction b() {}\n\nlet c;\n\n");
    expect(inserted.diff).toBe(`@@ -4,1 +4,3 @@\n ${row(4, "")}\n+${row(5, "let c;")}\n+${row(6, "")}`);
  });

  test("a dry run shows nothing that could be edited", async () => {
    await using file = await Reading.of("a\n");
    await file.desk.change("kart_edit", { path: "a.txt", edits: [file.set(1, "b")], dryRun: true });
    expect(await file.refused({ set_line: { anchor: `1:${lineHash("b")}`, new_text: "c" } })).toMatch(/^stale: /);
  });

  test("undo is the inverse, and the old anchors hold again", async () => {
    await using file = await Reading.of("a\nb\r\n\tc");
    await file.edit(file.lines(1, 2, "x"), file.after("EOF", "y"));
    await file.desk.connection.data("kart_undo");
    expect(await file.text()).toBe("a\nb\r\n\tc");
    await file.edit(file.set(3, "C"));
    expect(await file.text()).toBe("a\nb\r\nC");
  });

  test("the third identical call that changes nothing is an error", async () => {
    await using file = await Reading.of("a\nb\n");
    for (const _ of [1, 2])
      expect((await file.edit(file.set(1, "a"))).warnings).toEqual([expect.stringContaining("nothing was written")]);
    expect(await file.refused(file.set(1, "a"))).toMatch(/^no_change: This same call has changed nothing 3 times/);
    await file.edit(file.set(2, "B"));
    await file.edit(file.set(1, "a"));
  });
});

describe("text that differs in spelling only", () => {
  const ROWS: Readonly<Record<string, readonly [source: string, oldText: string, wanted: string, what: string]>> = {
    "white space": ["if (a)  {\n\tb;\n}\n", "if (a) {\n  b;\n}", "x\n", "white space"],
    "white space that is not there": ["call(a, b);\n", "call(a,b);", "x\n", "white space"],
    quotes: ["say “hi”\n", 'say "hi"', "x\n", "quotes, dashes or white space"],
    dashes: ["a – b\n", "a - b", "x\n", "quotes, dashes or white space"],
    "Unicode spaces": ["a\u00a0b\n", "a b", "x\n", "white space"],
  };
  for (const [name, [source, old_text, wanted, what]] of Object.entries(ROWS))
    test(name, async () => {
      await using file = await Reading.of(source);
      const { warnings } = await file.edit({ replace: { old_text, new_text: "x" } });
      expect([await file.text(), warnings]).toEqual([
        wanted,
        [`edits[0]: line 1 differs from old_text in ${what} only, and was replaced.`],
      ]);
    });

  const EDGES: Readonly<Record<string, readonly [source: string, oldText: string, newText: string, wanted: string]>> = {
    "indentation and a last line break": [
      "if (a) {\n\tb(1);\n\tc();\n}\n",
      "    b(1);\n    c();\n",
      "    b(2);\n    c();\n",
      "if (a) {\n    b(2);\n    c();\n}\n",
    ],
    "blanks at a line's end": ["l:\n  - a  \n  - b\n", "  - a\n  - b\n", "  - a\n  - c\n", "l:\n  - a\n  - c\n"],
    "line breaks at both ends": ["x\n\n  a  b  \n\ny\n", "\na b\n", "\nc\n", "x\n\nc\n\ny\n"],
    "mixed line breaks": ["a\r\nb\nc\n", "a\nb\n", "d\ne\n", "d\r\ne\r\nc\n"],
    "a byte order mark": ["\ufeff\ta  b\n", "    a b\n", "    c\n", "\ufeff    c\n"],
    "line breaks that the file has not": ["x\na  b", "\n\na b\n", "\n\nc\n", "x\nc"],
  };
  for (const [name, [source, old_text, new_text, wanted]] of Object.entries(EDGES))
    test(`at the edges: ${name}`, async () => {
      await using file = await Reading.of(source);
      await file.edit({ replace: { old_text, new_text } });
      expect(await file.text()).toBe(wanted);
    });

  test("line breaks are the file's", async () => {
    await using file = await Reading.of("a\r\nb\r\n");
    const { warnings } = await file.edit({ replace: { old_text: "a\nb", new_text: "x\ny" } });
    expect([await file.text(), warnings]).toEqual(["x\r\ny\r\n", []]);
  });
});

describe("a slip is repaired only where the literal text does not parse, and said", () => {
  const SOURCE = "function f() {\n  if (a) {\n    b();\n  }\n}\nf();\n";
  const ROWS: Readonly<Record<string, readonly [edit: (file: Reading) => Arguments, wanted: string, what: RegExp]>> = {
    "the line above repeated": [
      (file) => file.set(3, ["  if (a) {", "    c();"]),
      SOURCE.replace("b()", "c()"),
      /^REPAIRED, since it would not parse: the first line repeated the line above/,
    ],
    "the line below repeated": [
      (file) => file.set(3, ["    c();", "  }"]),
      SOURCE.replace("b()", "c()"),
      /the last line repeated the line below/,
    ],
    "the closing line swallowed": [
      (file) => file.lines(3, 4, "    c();"),
      SOURCE.replace("b()", "c()"),
      /the last replaced line, `\}`, was missing and was kept/,
    ],
    "a look-alike hyphen": [
      (file) => file.set(3, "    b(1 − 2);"),
      SOURCE.replace("b()", "b(1 - 2)"),
      /look-alike hyphens were made plain ones/,
    ],
  };
  for (const [name, [edit, wanted, what]] of Object.entries(ROWS))
    test(name, async () => {
      await using file = await Reading.of(SOURCE, "a.ts");
      const { warnings } = await file.edit(edit(file));
      expect(await file.text()).toBe(wanted);
      expect(warnings).toEqual([expect.stringMatching(what)]);
    });

  test("what parses is literal, however odd", async () => {
    await using file = await Reading.of(SOURCE, "a.ts");
    await file.edit(file.set(6, ["f();", "f();"]));
    expect(await file.text()).toBe(`${SOURCE}f();\n`);
  });

  test("two slips at once are not guessed", async () => {
    await using file = await Reading.of(SOURCE, "a.ts");
    expect(await file.refused(file.lines(3, 4, ["  if (a) {", "    c();"]))).toMatch(/^syntax_error: /);
  });

  test("an edit is not repaired for what another one broke, nor by a line that it writes itself", async () => {
    await using file = await Reading.of(SOURCE, "a.ts");
    const opened = file.set(2, "");
    for (const edits of [
      [file.set(1, "function f() { // c"), opened],
      [file.set(1, "function g(c) {"), opened],
      [{ replace: { old_text: "b();", new_text: "}" } }, file.set(1, "function g(c) {")],
      [file.set(3, "    b() &&")],
    ])
      expect(await file.refused(...edits)).toMatch(/^syntax_error: /);
    expect(await file.text()).toBe(SOURCE);
  });

  test("an edit is repaired beside others that are right", async () => {
    await using file = await Reading.of(SOURCE, "a.ts");
    await file.edit(file.lines(3, 4, "    c();"), file.set(6, "f(1);"), {
      replace: { old_text: "if (a)", new_text: "if (d)" },
    });
    expect(await file.text()).toBe("function f() {\n  if (d) {\n    c();\n  }\n}\nf(1);\n");
  });

  test("a file that did not parse need not, and that is said", async () => {
    await using file = await Reading.of("let = ;\nconst = ;\n", "a.ts");
    expect(await file.edit(file.set(1, "let a;"))).toMatchObject({
      syntaxError: true,
      syntaxErrorMessage: expect.stringMatching(/^line 2: /),
      warnings: [expect.stringMatching(/^It does not parse: line 2: .*\. Mend it\.$/)],
    });
    expect(await file.text()).toBe("let a;\nconst = ;\n");
    const text = await file.desk.connection.text("kart_edit", {
      path: "a.ts",
      edits: [{ replace: { old_text: "let a", new_text: "let b" } }],
    });
    expect(text).toMatch(/It does not parse: line 2: [^\n]*\nNo new problems in this file; /);
    expect(text).not.toContain("error oxlint");
  });
});
