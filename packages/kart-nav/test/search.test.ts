import { afterAll, describe, expect, test } from "bun:test";
import { connectInMemory } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";

interface Searched {
  matches: {
    path: string;
    line: number;
    column: number;
    text: string;
    before?: string[];
    after?: string[];
    lossy?: true;
  }[];
  total?: number;
  truncated: boolean;
  fileCount: number;
}

const workspace = new TempWorkspace({
  "src/a.ts": "one\n  two three\nfour\r\nfive three three\n",
  "src/b.tsx": "three\n",
  "src/deep/c.ts": "THREE\n😀😀 three\n",
  "docs/d.md": "three (1+1)\n",
  "out/e.ts": "three\n",
  "out/kept.ts": "three\n",
  ".hidden/f.ts": "three\n",
  "node_modules/g/index.ts": "three\n",
  ".gitignore": "out/*\n!out/kept.ts\n",
  "latin1.txt": new Uint8Array([0x74, 0x68, 0x72, 0x65, 0x65, 0x20, 0xe9, 0x0a]),
  "long.txt": `${"x".repeat(2_000_000)}needle${"y".repeat(2_000_000)}\n`,
  "utf16.txt": Buffer.from("\ufeffsixteen three\n", "utf16le"),
});
const connection = await connectInMemory(navServer, { root: workspace.root });
const search = (args: Record<string, unknown>) => connection.data<Searched>("kart_search", args);
const places = async (args: Record<string, unknown>) =>
  (await search(args)).matches.map(({ path, line, column }) => `${path}:${line}:${column}`);

afterAll(() => workspace[Symbol.dispose]());

test("one row a line, at the first match; sorted by path; hidden files in, ignored ones out", async () => {
  expect(await places({ pattern: "three" })).toEqual([
    ".hidden/f.ts:1:1",
    "docs/d.md:1:1",
    "latin1.txt:1:1",
    "out/kept.ts:1:1",
    "src/a.ts:2:7",
    "src/a.ts:4:6",
    "src/b.tsx:1:1",
    "src/deep/c.ts:2:6",
    "utf16.txt:1:9",
  ]);
});

test("totals and files are counted", async () => {
  expect(await search({ pattern: "three", paths: ["src"] })).toMatchObject({
    total: 4,
    truncated: false,
    fileCount: 3,
  });
});

test("ignoreCase and literal", async () => {
  expect(await places({ pattern: "three", ignoreCase: true, paths: ["src/deep"] })).toEqual([
    "src/deep/c.ts:1:1",
    "src/deep/c.ts:2:6",
  ]);
  expect(await places({ pattern: "(1+1)", literal: true })).toEqual(["docs/d.md:1:7"]);
});

test.each([
  ["*.tsx", ["src/b.tsx:1:1"]],
  ["*.{md,tsx}", ["docs/d.md:1:1", "src/b.tsx:1:1"]],
  ["src/*.ts", ["src/a.ts:2:7", "src/a.ts:4:6"]],
  ["src/**/*.ts", ["src/a.ts:2:7", "src/a.ts:4:6", "src/deep/c.ts:2:6"]],
  ["/src/deep", ["src/deep/c.ts:2:6"]],
  ["deep", ["src/deep/c.ts:2:6"]],
  ["deep/", ["src/deep/c.ts:2:6"]],
  ["out/*", ["out/kept.ts:1:1"]],
  ["!src", []],
])("glob %s", async (glob, expected) => expect(await places({ pattern: "three", glob })).toEqual(expected));

test("a glob is read from the root or from a folder that is named", async () => {
  expect(await places({ pattern: "three", paths: ["src"], glob: "deep/*.ts" })).toEqual(["src/deep/c.ts:2:6"]);
});

test("a glob that looks like the name of a file may be that of a folder", async () => {
  using files = new TempWorkspace({ "packages/chart.js/src/a.css": "needle\n", "apps/v1.0/b.md": "needle\n" });
  await using own = await connectInMemory(navServer, { root: files.root });
  for (const glob of ["packages/chart.js", "chart.js", "apps/v1.0", "v1.0"])
    expect(await own.text("kart_search", { pattern: "needle", glob })).toStartWith("1 match in 1 file");
  expect(await own.text("kart_search", { pattern: "needle", glob: "no.js" })).toStartWith("No file fits");
});

describe("what no glob takes is not searched, whatever its form", () => {
  const many = Array.from({ length: 2000 }, (_, index) => [`src/many/${index % 2 ? "x" : "y"}${index}.ts`, "aa\n"]);
  const tree = new TempWorkspace({
    ...(Object.fromEntries(many) as Record<string, string>),
    "src/a.ts": "a\n",
    "src/out/b.ts": "a\n",
    "lib/c.ts": "a\n",
    "lib/d.js": "a\n",
    ".gitignore": "out\n",
    // Its matches take far more room than is there for a line, and half a minute.
    "dump.json": "a".repeat(20_000_000),
  });
  afterAll(() => tree[Symbol.dispose]());
  const searched = async (args: Record<string, unknown>) => {
    await using own = await connectInMemory(navServer, { root: tree.root });
    const text = await own.text("kart_search", { pattern: "[a-z]", ...args });
    expect(text).not.toContain("NOT SEARCHED");
    return text.split("\n")[0];
  };

  test.each([
    ["src/*", "2,001 matches in 2,001 files"],
    ["src/**", "2,001 matches in 2,001 files"],
    ["**/many/x*", "1,000 matches in 1,000 files"],
    ["**/many/[x]*[13579].ts", "1,000 matches in 1,000 files"],
    ["{src/a.ts,lib/**}", "3 matches in 3 files"],
    ["lib/[!c]*", "1 match in 1 file"],
    ["lib", "2 matches in 2 files"],
    ["{lib,src}/*.{ts,js}", "3 matches in 3 files"],
  ])("%s", async (glob, expected) => expect(await searched({ glob, limit: 5000 })).toBe(expected));

  test("nor where the limit ends the search", async () => {
    expect(await searched({ glob: "{lib/*,src/many/x*}", limit: 3 })).toStartWith(
      "First 3 matches in order of path, in 3 files; from src/many/x1001.ts:1 on, nothing is shown.",
    );
  });

  test.each(["nothing", "-", "--files", "!lib", "../lib", "src/out/*"])("%s, which fits no file", async (glob) =>
    expect(await searched({ glob })).toStartWith(`No file fits the glob \`${glob}\``),
  );
});

test("ignored files are searched where they are named", async () => {
  expect(await places({ pattern: "three", paths: ["out/e.ts", "src/b.tsx"] })).toEqual([
    "out/e.ts:1:1",
    "src/b.tsx:1:1",
  ]);
  expect(await places({ pattern: "three", paths: ["node_modules/g"] })).toEqual(["node_modules/g/index.ts:1:1"]);
});

test("context on both sides, overlaps merged in the text", async () => {
  expect((await search({ pattern: "two", context: 1 })).matches).toMatchObject([{ before: ["one"], after: ["four"] }]);
  expect(await connection.text("kart_search", { pattern: "three", paths: ["src/a.ts"], context: 1 })).toBe(
    ["2 matches in 1 file", "src/a.ts", "1  one", "2:7   two three", "3  four", "4:6 five three three"].join("\n"),
  );
});

test("the search stops at the limit and says so", async () => {
  const result = await search({ pattern: "three", limit: 2 });
  expect([result.matches.length, result.truncated, result.total]).toEqual([2, true, undefined]);
  expect(await connection.text("kart_search", { pattern: "three", limit: 2 })).toStartWith(
    "First 2 matches in order of path, in 2 files; from latin1.txt:1 on, nothing is shown. Narrow with ",
  );
  expect(await search({ pattern: "three", limit: 9 })).toMatchObject({ truncated: false, total: 9 });
});

test("where the limit ends the search, the first matches in the order of paths are shown, whichever are found first", async () => {
  const names = ["out/a.txt", "Z.txt", "a/b.txt", "a-b.txt", "a.txt", "ab/c.txt", "z/z.txt"];
  const files = Array.from({ length: 200 }, (_, index) => [`z/${index}.txt`, "hit\n".repeat(3)] as const);
  using many = new TempWorkspace({
    ...Object.fromEntries(files),
    ...Object.fromEntries(names.map((name) => [name, `${"above\n".repeat(10_000)}hit\nhit\n`])),
    ".gitignore": "out\n",
  });
  await using own = await connectInMemory(navServer, { root: many.root });
  const shown = async (args: Record<string, unknown>) => {
    const { matches } = await own.data<Searched>("kart_search", { pattern: "hit", ...args });
    return matches.map(({ path, line }) => `${path}:${line}`.replace(".txt:1000", " "));
  };
  const inRoot = ["Z 1", "Z 2", "a/b 1", "a/b 2", "a-b 1", "a-b 2", "a 1"];
  expect(await shown({ limit: 7 })).toEqual(inRoot);
  const paths = ["z", "out", "a/b.txt", "a", "Z.txt"];
  expect(await shown({ limit: 7, paths })).toEqual(["Z 1", "Z 2", "a/b 1", "a/b 2", "out/a 1", "out/a 2", "z/0.txt:1"]);
  const whole = await shown({ paths: paths.slice(1), glob: "*[ab].txt" });
  expect(whole).toEqual(["Z 1", "Z 2", "a/b 1", "a/b 2", "out/a 1", "out/a 2"]);
});

test("where the limit ends the search, every match that is shown has all its context", async () => {
  const files = Array.from({ length: 40 }, (_, index) => [`f${index}.txt`, "above\nhit\nbelow\n"] as const);
  using many = new TempWorkspace({ ...Object.fromEntries(files), "close.md": "hit\nhit\n" });
  await using own = await connectInMemory(navServer, { root: many.root });
  for (let round = 0; round < 10; round++) {
    const { matches } = await own.data<Searched>("kart_search", {
      pattern: "hit",
      glob: "*.txt",
      context: 1,
      limit: 5,
    });
    expect(matches.map(({ before, after }) => [before, after])).toEqual(
      Array.from({ length: 5 }, () => [["above"], ["below"]]),
    );
  }
  expect(
    (await own.data<Searched>("kart_search", { pattern: "hit", glob: "*.md", context: 1, limit: 1 })).matches,
  ).toMatchObject([{ line: 1, after: ["hit"] }]);
});

test("a line of 4 MB is clipped around the match", async () => {
  const [match] = (await search({ pattern: "needle" })).matches;
  expect(match?.column).toBe(2_000_001);
  expect(match?.text).toMatch(/^…x+needley+…$/);
  expect(match?.text.length).toBeLessThan(310);
});

test("a line that is not UTF-8 is shown lossy, and marked", async () => {
  expect((await search({ pattern: "three", paths: ["latin1.txt"] })).matches).toMatchObject([
    { text: "three \ufffd", lossy: true },
  ]);
  expect(await connection.text("kart_search", { pattern: "three", paths: ["latin1.txt"] })).toEndWith(
    "1:1 three \ufffd [not UTF-8]",
  );
});

test.each([
  [";$", ["a.ts:1:2", "a.ts:3:3"]],
  ["^$", ["a.ts:2:1"]],
  ["\\s+$", ["a.ts:4:2"]],
  [".$", ["a.ts:1:2", "a.ts:3:3", "a.ts:4:2"]],
  [";\\r?$", ["a.ts:1:2", "a.ts:3:3"]],
  ["\\r$", ["a.ts:1:3", "a.ts:2:1", "a.ts:4:3"]],
])("CRLF ends a line as LF does, unless it is searched for: %s", async (pattern, expected) => {
  using own = new TempWorkspace({ "a.ts": "a;\r\n\r\nbb;\nc \r\n" });
  await using asked = await connectInMemory(navServer, { root: own.root });
  const { matches } = await asked.data<Searched>("kart_search", { pattern });
  expect(matches.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual(expected);
});

test.each(["$", ";?$", "\\b$"])(
  "an empty match at the end of a file whose last line is not ended: %s",
  async (pattern) => {
    using own = new TempWorkspace({ "a.ts": "a\nfoo" });
    await using asked = await connectInMemory(navServer, { root: own.root });
    const { matches } = await asked.data<Searched>("kart_search", { pattern });
    expect(matches).toEqual([
      { path: "a.ts", line: 1, column: 2, text: "a" },
      { path: "a.ts", line: 2, column: 4, text: "foo" },
    ]);
  },
);

test("names and lines beyond ASCII", async () => {
  using own = new TempWorkspace({ "größe/日本.md": 'é 😀 "\\" needle\n' });
  await using asked = await connectInMemory(navServer, { root: own.root });
  expect((await asked.data<Searched>("kart_search", { pattern: "needle" })).matches).toEqual([
    { path: "größe/日本.md", line: 1, column: 10, text: 'é 😀 "\\" needle' },
  ]);
});

test("an invalid regular expression is an error with ripgrep's words", async () => {
  expect(await connection.error("kart_search", { pattern: "(" })).toMatch(
    /^invalid_argument: regex parse error:.*unclosed group.*literal: true\.$/,
  );
});

test("one path outside refuses the whole call", async () => {
  expect(await connection.error("kart_search", { pattern: "three", paths: ["src", "../x"] })).toStartWith(
    "path_outside_root: `../x`",
  );
  expect(await connection.error("kart_search", { pattern: "three", paths: [] })).toStartWith(
    "invalid_argument: `paths`:",
  );
});

test.each([
  ["*.ts,*.tsx", "No file fits the glob `*.ts,*.tsx`. Several are written `{*.ts,*.tsx}`."],
  ["srcc/**|*.rs", "No file fits the glob `srcc/**|*.rs`. Several are written `{srcc/**,**/*.rs}`."],
  [
    "srcc/**/*.ts",
    "No file fits the glob `srcc/**/*.ts`. It is read from the root, or from a folder that the call names.",
  ],
  [
    "{srcc,lib}/*",
    "No file fits the glob `{srcc,lib}/*`. It is read from the root, or from a folder that the call names.",
  ],
  ["!src", "No file fits the glob `!src`: it names what to take, `!` is literal in it."],
  ["{", "No file is called `{`, and as a glob it never closes its `{`."],
  ["src/a[.ts", "No file is called `src/a[.ts`, and as a glob it never closes its `[`."],
  ["src/*.ts", "No match in 1 file searched."],
  ["{**/*.tsx,src/*.ts}", "No match in 2 files searched."],
])("no match, and the glob %s", async (glob, expected) => {
  expect(await connection.text("kart_search", { pattern: "zwölf", glob })).toStartWith(expected);
});

test.each(["\\{a", "[[...slug]]/*.ts", "[!a]*.{ts,{md,js}}", "[]]", "}"])("the glob %s is whole", async (glob) => {
  expect(await places({ pattern: "zwölf", glob })).toEqual([]);
});

test("no match says how much was searched", async () => {
  expect(await connection.text("kart_search", { pattern: "zwölf", paths: ["src"] })).toStartWith(
    "No match in 3 files searched.",
  );
});
