import { describe, expect, test } from "bun:test";
import { SwappedFolder } from "@kart/testkit/swapping";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { editServer } from "../src/server.ts";
import { edit } from "../src/tools/edit.ts";
import { grep } from "../src/tools/grep.ts";
import { type Arguments, Desk } from "./ask.ts";

const server = { ...editServer, tools: [...new Set([...editServer.tools, edit, grep])] };

interface Found {
  readonly matches: readonly {
    readonly path: string;
    readonly line: number;
    readonly hash?: string;
    readonly column: number;
    readonly text: string;
    readonly before?: readonly string[];
    readonly beforeHashes?: readonly string[];
    readonly after?: readonly string[];
    readonly afterHashes?: readonly string[];
  }[];
  readonly total?: number;
  readonly truncated: boolean;
  readonly fileCount: number;
}

const hashOf = (line: string) => (Bun.hash.xxHash32(line.replaceAll(/\s/g, "")) % 256).toString(16).padStart(2, "0");

/** The text and the data of one search. */
async function found(files: Readonly<Record<string, FileContent>>, args: Arguments) {
  await using desk = await Desk.with(files, server);
  const before = desk.workspace.snapshot();
  const answer = {
    text: (await desk.connection.text("kart_grep", args)).split("\n"),
    data: await desk.connection.data<Found>("kart_grep", args),
  };
  expect(desk.workspace.snapshot()).toEqual(before);
  return answer;
}

const SOURCE = "import a;\n\nfunction f() {\n  return a;\n}\n";

describe("rows", () => {
  test("a match is `>LINE:HASH|text` under its file", async () => {
    const { text, data } = await found({ "src/a.ts": SOURCE, "src/b.ts": "let a;\n" }, { pattern: "\\ba\\b" });
    expect(text).toEqual([
      "3 matches in 2 files",
      "src/a.ts",
      `>1:${hashOf("importa;")}|import a;`,
      `>4:${hashOf("returna;")}|  return a;`,
      "src/b.ts",
      `>1:${hashOf("leta;")}|let a;`,
    ]);
    expect(data).toMatchObject({ total: 3, truncated: false, fileCount: 2 });
    expect(data.matches[1]).toEqual({
      path: "src/a.ts",
      line: 4,
      hash: hashOf("returna;"),
      column: 10,
      text: "  return a;",
    });
  });

  test("context above and below, each line once, gaps told", async () => {
    const source = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
    const { text, data } = await found({ "a.txt": source }, { pattern: "two|three|seven", pre: 1, post: 1 });
    expect(text.slice(2).map((row) => row.replace(/:..\|/, "|"))).toEqual([
      " 1|one",
      ">2|two",
      ">3|three",
      " 4|four",
      "--",
      " 6|six",
      ">7|seven",
      " 8|eight",
    ]);
    expect(data.matches[0]).toMatchObject({
      before: ["one"],
      beforeHashes: [hashOf("one")],
      after: ["three"],
      afterHashes: [hashOf("three")],
    });
  });

  test("pre and post apart, and never beyond the file", async () => {
    const { data } = await found({ "a.txt": "one\ntwo\nthree\n" }, { pattern: "two", post: 20 });
    expect(data.matches).toMatchObject([{ after: ["three"] }]);
    expect(data.matches[0]).not.toHaveProperty("before");
    expect((await found({ "a.txt": "one\ntwo\nthree\n" }, { pattern: "o", pre: 20 })).data.matches).toMatchObject([
      { line: 1, before: [] },
      { line: 2, before: ["one"] },
    ]);
  });

  const TEXTS: Readonly<Record<string, readonly [text: FileContent, line: number, column: number, row: string]>> = {
    CRLF: ["a\r\nneedle\r\n", 2, 1, `>2:${hashOf("needle")}|needle`],
    "a byte order mark": ["\ufeffneedle\n", 1, 1, `>1:${hashOf("needle")}|needle`],
    "emoji before it": ["😀👩‍👩‍👧 needle", 1, 12, `>1:${hashOf("😀👩‍👩‍👧needle")}|😀👩\\u{200d}👩\\u{200d}👧 needle`],
    "no final line break": ["a\nneedle", 2, 1, `>2:${hashOf("needle")}|needle`],
    "separators that are no line breaks": [
      "\u2028\f\n needle\u0085",
      2,
      2,
      `>2:${hashOf("needle\u0085")}| needle\\u{85}`,
    ],
    "an anchor in the text": ["10:3f|needle", 1, 7, `>1:${hashOf("10:3f|needle")}|10:3f|needle`],
    "terminal controls": ["\u001b[31mneedle", 1, 6, `>1:${hashOf("\u001b[31mneedle")}|\\u{1b}[31mneedle`],
  };
  for (const [what, [text, line, column, row]] of Object.entries(TEXTS))
    test(what, async () => {
      const { text: shown, data } = await found({ "a.txt": text }, { pattern: "needle" });
      expect([shown[2], data.matches[0]?.line, data.matches[0]?.column]).toEqual([row, line, column]);
    });

  test("lone carriage returns break lines: the first that matches is shown, and that there may be more", async () => {
    const { text, data } = await found({ "a.txt": "x\rneedle\ry needle\n" }, { pattern: "needle" });
    expect(text.slice(2)).toEqual([
      `>2:${hashOf("needle")}|needle`,
      "LONE CARRIAGE RETURNS break lines, so more of them may match: a.txt",
    ]);
    expect(data.matches).toMatchObject([{ line: 2, column: 1 }]);
  });

  test("a pattern ends where the row does, whatever breaks the line", async () => {
    const { data } = await found(
      { "a.txt": "a;\r\n\r\nb;\n", "b.txt": "b;\ra\r" },
      { pattern: ";$|^$", glob: "*.txt" },
    );
    expect(data.matches.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual([
      "a.txt:1:2",
      "a.txt:2:1",
      "a.txt:3:2",
      "b.txt:1:2",
    ]);
    expect((await found({ "b.txt": "b;\ra\r" }, { pattern: "^$" })).data.matches).toEqual([]);
  });

  test("a file name is one line", async () => {
    expect((await found({ "a\n>1:00|b.txt": "needle\n" }, { pattern: "needle" })).text[1]).toBe("a\\n>1:00|b.txt");
  });
});

describe("what cannot be edited has no anchor, and says so", () => {
  test("a long line is clipped around its match, or at its end", async () => {
    const long = `${"x".repeat(400)}needle${"y".repeat(400)}`;
    const { text, data } = await found({ "a.txt": `${long}\nneedle\n${long}\n` }, { pattern: "^needle", post: 1 });
    expect(text[2]).toBe(`>2:${hashOf("needle")}|needle`);
    expect(text[3]).toMatch(/^ 3:--\|x{400}needley+… \[clipped, 806 characters: cannot be edited by anchor\]$/);
    expect(data.matches).toMatchObject([{ hash: hashOf("needle"), afterHashes: [""] }]);
    const match = await found({ "a.txt": `${"z".repeat(600)}${long}\n` }, { pattern: "needle" });
    expect(match.text[2]).toMatch(/^>1:--\|…[xz]+needley+… \[clipped, 1,406 characters: cannot/);
    expect(match.data.matches).toMatchObject([{ column: 1001 }]);
    expect(match.data.matches[0]).not.toHaveProperty("hash");
  });

  test("500 characters are shown whole, 501 are not", async () => {
    const row = async (length: number) =>
      (await found({ "a.txt": "x".repeat(length) }, { pattern: "^x" })).text[2] as string;
    expect(await row(500)).toBe(`>1:${hashOf("x".repeat(500))}|${"x".repeat(500)}`);
    expect(await row(501)).toStartWith(">1:--|");
  });

  const latin1 = new Uint8Array([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0x20, 0xe9, 0x0a]);
  const FILES: Readonly<Record<string, readonly [text: FileContent, path: string, heading: string]>> = {
    "not UTF-8": [latin1, "a.txt", "a.txt (not UTF-8 text: cannot be edited)"],
    "UTF-16": [Buffer.from("\ufeffneedle\n", "utf16le"), "a.txt", "a.txt (not UTF-8 text: cannot be edited)"],
    "too large": [
      `needle\n${"x".repeat(79)}\n`.repeat(1) + `${"y".repeat(99)}\n`.repeat(220_000),
      "a.txt",
      "a.txt (too large: cannot be edited)",
    ],
    protected: ["needle\n", ".claude/a.txt", ".claude/a.txt (protected: cannot be edited)"],
  };
  for (const [what, [text, path, heading]] of Object.entries(FILES))
    test(what, async () => {
      const { text: shown, data } = await found({ [path]: text }, { pattern: "needle" });
      expect(shown[1]).toBe(heading);
      expect(shown[2]).toStartWith(">1:--|needle");
      expect(data.matches[0]).not.toHaveProperty("hash");
    });

  test("their context too", async () => {
    const source = Buffer.concat([Buffer.from("one\ntwo\n"), latin1, Buffer.from("four\nfive\n")]);
    const { data } = await found({ "a.txt": source }, { pattern: "needle", pre: 2, post: 1 });
    expect(data.matches).toMatchObject([
      { before: ["one", "two"], beforeHashes: ["", ""], after: ["four"], afterHashes: [""] },
    ]);
  });
});

describe("what is searched", () => {
  const FILES = { "a.ts": "needle\n", "b.js": "needle\n", "src/c.ts": "Needle\n", "node_modules/d/e.ts": "needle\n" };
  const ROWS: Readonly<Record<string, readonly [args: Arguments, paths: readonly string[]]>> = {
    all: [{}, ["a.ts", "b.js"]],
    "a type": [{ type: "ts" }, ["a.ts"]],
    "a glob": [{ glob: "*.js" }, ["b.js"]],
    "a type and a glob: both": [{ type: "ts", glob: "*.js" }, []],
    "a type and a glob of a folder": [{ type: "ts", glob: "src/*.ts", ignoreCase: true }, ["src/c.ts"]],
    "without case": [{ ignoreCase: true, type: "ts" }, ["a.ts", "src/c.ts"]],
    "a folder": [{ path: "src", ignoreCase: true }, ["src/c.ts"]],
    "a file": [{ path: "b.js" }, ["b.js"]],
    "what is ignored, by name": [{ path: "node_modules/d" }, ["node_modules/d/e.ts"]],
  };
  for (const [what, [args, paths]] of Object.entries(ROWS))
    test(what, async () =>
      expect((await found(FILES, { pattern: "needle", ...args })).data.matches.map(({ path }) => path)).toEqual([
        ...paths,
      ]),
    );

  test("no match says how much was searched", async () => {
    expect((await found(FILES, { pattern: "nothing" })).text[0]).toStartWith("No match in 3 files searched.");
  });

  test.each([
    [{ glob: "*.ts|*.js" }, "No file fits the glob `*.ts|*.js`. Several are written `{*.ts,*.js}`."],
    [{ glob: "src/*.ts", type: "js" }, "No file fits the glob `src/*.ts`."],
    [{ glob: "/*.ts", type: "ts" }, "No match in 1 file searched."],
  ])("no match, and %j", async (args, expected) => {
    expect((await found(FILES, { pattern: "nothing", ...args })).text[0]).toStartWith(expected);
  });

  test("the limit is said", async () => {
    const { text, data } = await found({ "a.txt": "needle\n".repeat(50) }, { pattern: "needle", limit: 3 });
    expect(data).toMatchObject({ truncated: true, fileCount: 1 });
    expect([data.matches.length, data.total]).toEqual([3, undefined]);
    expect(text[0]).toBe(
      "First 3 matches in order of path, in 1 file; from a.txt:4 on, nothing is shown. Narrow with path, glob, type or pattern, or raise limit.",
    );
  });

  test("more than an answer holds is left out, and said", async () => {
    const line = `needle ${"x".repeat(400)}\n`;
    const { text, data } = await found({ "a.txt": line.repeat(60), "b.txt": line.repeat(60) }, { pattern: "needle" });
    expect(text.join("\n").length).toBeWithin(25_000, 40_000);
    expect(data.truncated).toBe(true);
    const next = `b.txt:${data.matches.length - 60 + 1}`;
    expect(text[0]).toStartWith(
      `First ${data.matches.length} matches in order of path, in 2 files; from ${next} on, nothing is shown.`,
    );
    expect(text.filter((row) => row.startsWith(">")).length).toBe(data.matches.length);
  });
});

/** Arguments and what the message must say. */
const REFUSED: Readonly<Record<string, readonly [args: Arguments, message: RegExp]>> = {
  "an unknown type": [{ type: "nonsense" }, /^invalid_argument: unrecognized file type: nonsense\. Name one that/],
  "a type that looks like a flag": [{ type: "--pre=./script" }, /^invalid_argument: unrecognized file type: --pre=/],
  "a bad pattern": [
    { pattern: "(?<=a)b" },
    /^invalid_argument: regex parse error: look-around, [^.]* is not supported\. Mend the pattern\.$/,
  ],
  "a brace": [
    { pattern: "(\\w+) = {" },
    /^invalid_argument: regex parse error: repetition quantifier [^.]*\. To find it as text escape it: `\(\\w\+\) = \\\{`\.$/,
  ],
  "a parenthesis": [{ pattern: "a\\.b(" }, / unclosed group\. To find it as text escape it: `a\\\.b\\\(`\.$/],
  "a bracket": [{ pattern: "[" }, / unclosed character class\. To find it as text escape it: `\\\[`\.$/],
  "a star": [{ pattern: "*a" }, / missing expression\. To find it as text escape it: `\\\*a`\.$/],
  "a NUL in the pattern": [{ pattern: "a\0" }, /^invalid_argument: The pattern holds a NUL/],
  "a path outside": [{ path: "../x" }, /^path_outside_root: /],
  "an absolute path outside": [{ path: "/etc" }, /^path_outside_root: /],
  "an empty path": [{ path: "" }, /^invalid_argument: The path is empty/],
  "a path that is not there": [{ path: "nowhere" }, /^file_not_found: /],
  "too much context": [{ pre: 21 }, /^invalid_argument: `pre`/],
};

describe("refused", () => {
  for (const [what, [args, message]] of Object.entries(REFUSED))
    test(what, async () => {
      await using desk = await Desk.with({ "a.ts": "needle\n", script: "#!/bin/sh\ntouch ran\n" }, server);
      expect(await desk.connection.error("kart_grep", { pattern: "needle", ...args })).toMatch(message);
      expect(Object.keys(desk.workspace.snapshot())).toHaveLength(2);
    });
});

test("a folder swapped for a symlink is never read through", async () => {
  await using desk = await Desk.with({ "p/a.txt": "needle inside\n", "p/b.txt": "needle inside \ufffd\n" }, server);
  using outside = new TempWorkspace({
    "a.txt": "needle OUTSIDE\n",
    "b.txt": Buffer.concat([Buffer.from("needle OUTSIDE "), new Uint8Array([0xe9])]),
  });
  const answers: Record<string, number> = {};
  await using _swapped = await SwappedFolder.start(desk.workspace.path("p"), outside.root);
  // On a busy machine the swaps and the questions may fall in step for a while.
  const start = performance.now();
  const isOpen = () => performance.now() - start < (Object.keys(answers).length < 2 ? 30_000 : 1500);
  while (isOpen()) {
    const { content } = await desk.connection.call("kart_grep", { pattern: "needle", post: 1 });
    const reply = JSON.stringify(content);
    expect(reply).not.toContain("OUTSIDE");
    const kind = reply.includes("inside") ? "found" : "not found";
    answers[kind] = (answers[kind] ?? 0) + 1;
  }
  expect(Object.keys(answers).sort()).toEqual(["found", "not found"]);
}, 60_000);

describe("kart_edit takes the anchors", () => {
  const anchor = (row: string | undefined) => row?.slice(1).split("|")[0] ?? "";

  test("of a match, and of a line around it", async () => {
    await using desk = await Desk.with({ "a.ts": "\ufeff" + SOURCE.replaceAll("\n", "\r\n") }, server);
    const rows = (await desk.connection.text("kart_grep", { pattern: "return", pre: 1 })).split("\n");
    await desk.change("kart_edit", {
      path: "a.ts",
      edits: [
        { set_line: { anchor: anchor(rows[2]), new_text: "function g() {" } },
        { set_line: { anchor: anchor(rows[3]), new_text: "  return 1;" } },
      ],
    });
    expect(desk.workspace.read("a.ts")).toBe(
      "\ufeff" + SOURCE.replace("f()", "g()").replace("return a", "return 1").replaceAll("\n", "\r\n"),
    );
  });

  test("but not of lines that were not shown", async () => {
    await using desk = await Desk.with({ "a.ts": SOURCE }, server);
    await desk.connection.text("kart_grep", { pattern: "return" });
    const hidden = `3:${hashOf("functionf(){")}`;
    expect(
      await desk.refused("kart_edit", { path: "a.ts", edits: [{ set_line: { anchor: hidden, new_text: "x" } }] }),
    ).toMatch(/^stale|^invalid_argument/);
  });

  test("nor of those that the limit, or the room, left out", async () => {
    const line = `needle ${"x".repeat(400)}`;
    await using desk = await Desk.with({ "a.txt": `${line}\n`.repeat(90) }, server);
    const { matches } = await desk.connection.data<Found>("kart_grep", { pattern: "needle" });
    const last = matches.length;
    const setLine = (number: number) => ({
      path: "a.txt",
      edits: [{ set_line: { anchor: `${number}:${hashOf(line)}`, new_text: "x" } }],
    });
    await desk.refused("kart_edit", setLine(last + 1));
    await desk.change("kart_edit", setLine(last));
  });
});
