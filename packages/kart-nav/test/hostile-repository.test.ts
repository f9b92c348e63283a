import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync } from "node:fs";
import { connectInMemory, connectStdio } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";
import { answer, callsWith, codeOf, COMMAND, PATHS, TOOLS } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

// What files may be and hold. Whatever it is, the rest of the repository is still answered for, and the gap is named.

const ODD_NAME = "\u001b[31m\u202egnp.ts";
const NEW_LINE_NAME = "new\nsrc/fake.ts";

const repository = new TempWorkspace({
  "src/a.ts": "export const inside = 1; // needle\n",
  "src/b.ts": 'import { inside } from "./a.ts";\nexport { inside };\n',
  "escapes.ts":
    'export const needle = "\u001b[31mred\u001b[0m \u202eevil\u202c zero\u200bwidth \u0007bell \ufeffmark";\n',
  [ODD_NAME]: "export const oddlyNamed = 1; // needle\n",
  [NEW_LINE_NAME]: "export const twoLines = 1; // needle\n",
  "crlf.ts": "export const crlf = 1;\r\nexport function inCrlf() {\r\n  return 1; // needle\r\n}\r\n",
  "mark.ts": "\ufeffexport const marked = 1; // needle\n",
  "emoji.ts": "/* 😀😀 */ export const emoji = 1; // needle\n",
  "latin1.ts": Buffer.from("export const latin = '\xe9'; // needle\n", "latin1"),
  "utf16.ts": Buffer.from("\ufeffexport const wide = 1; // needle\n", "utf16le"),
  "nul.ts": 'export const nul = "\0"; // needle\nexport const behindNul = 1;\n',
  "broken.ts": "export const broken = ; // needle\nexport function afterBroken() {}\n",
  "empty.ts": "",
  "deep-array.ts": `export const deep = ${"[".repeat(50_000)}${"]".repeat(50_000)};\n`,
  "deep-block.ts": `${"namespace N {".repeat(50_000)}${"}".repeat(50_000)} // deep\n`,
  "deep-sum.ts": `export const deep = ${"1+".repeat(300_000)}1;\n`,
  "deep-type.ts": `export type Deep = ${"A<".repeat(50_000)}1${">".repeat(50_000)};\n`,
  "deep-arrow.ts": `export const deep = ${"a=>".repeat(50_000)}1;\n`,
  "deep-jsx.tsx": `export const deep = ${"<a>".repeat(50_000)}${"</a>".repeat(50_000)};\n`,
});
afterAll(() => repository[Symbol.dispose]());
const connection = await connectInMemory(navServer, { root: repository.root });

/** What acts on a terminal or hides text; line feeds and tabs are layout. */
// oxlint-disable-next-line no-control-regex -- naming them is the point
const INVISIBLE = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

interface Searched {
  matches: { path: string; line: number; column: number; text: string; lossy?: true }[];
}
interface Found {
  symbols: { name: string; path: string; line: number; body?: string }[];
  unparsed: { path: string; line: number; message: string }[];
}

describe("text for a reader", () => {
  test("no answer holds a character that acts on a terminal or hides text", async () => {
    const calls = [...callsWith(PATHS, "."), ...callsWith(PATHS, "escapes.ts"), ...callsWith(PATHS, ODD_NAME)];
    for (const [tool, args] of [...calls, ["kart_find", { body: true, limit: 5000 }] as const]) {
      const { content } = await connection.call(tool, args);
      for (const part of content) expect(part.type === "text" ? part.text : "").not.toMatch(INVISIBLE);
    }
  });

  test("an error does not give such characters back either", async () => {
    for (const [tool, args] of callsWith(PATHS, "\u001b[31m\u202e"))
      expect(await connection.error(tool, args)).not.toMatch(INVISIBLE);
    expect(await connection.error("kart_search", { pattern: "\u001b[31m(" })).not.toMatch(INVISIBLE);
  });

  test("a line break in a file name makes no row of its own", async () => {
    for (const [tool, args] of callsWith(PATHS, "."))
      expect(await answer(connection, tool, args).then((reply) => textOf(reply).split("\n"))).not.toContainEqual(
        expect.stringMatching(/^\s*src\/fake\.ts/),
      );
    expect(await connection.error("kart_importers", { path: NEW_LINE_NAME, symbol: "nope" })).not.toContain("\n");
  });

  test("data holds names and bodies as they are", async () => {
    const { symbols } = await connection.data<Found>("kart_find", { name: "oddlyNamed" });
    expect(symbols).toMatchObject([{ path: ODD_NAME }]);
    const { symbols: bodies } = await connection.data<Found>("kart_find", { name: "inCrlf", body: true });
    expect(bodies[0]?.body).toContain("{\r\n  return 1; // needle\r\n}");
  });
});

function textOf(reply: string): string {
  const { content } = JSON.parse(reply) as { content: { text: string }[] };
  return content.map(({ text }) => text).join("\n");
}

describe("encodings", () => {
  const COLUMNS: readonly [path: string, column: number, lossy?: true][] = [
    ["mark.ts", 29],
    ["emoji.ts", 39],
    ["crlf.ts", 16],
    ["latin1.ts", 30, true],
    ["utf16.ts", 27],
  ];
  for (const [path, column, lossy] of COLUMNS) {
    test(`${path}: a match is at its column`, async () => {
      const { matches } = await connection.data<Searched>("kart_search", { pattern: "needle", paths: [path] });
      expect(matches).toMatchObject([{ path, column, ...(lossy === true ? { lossy } : {}) }]);
    });
  }

  const DECLARED: readonly [name: string, path: string, line: number][] = [
    ["marked", "mark.ts", 1],
    ["emoji", "emoji.ts", 1],
    ["inCrlf", "crlf.ts", 2],
    ["latin", "latin1.ts", 1],
  ];
  test.each(DECLARED)("%s is found", async (name, path, line) => {
    expect((await connection.data<Found>("kart_find", { name, match: "exact" })).symbols).toMatchObject([
      { path, line },
    ]);
  });

  const UNPARSED: readonly [name: string, path: string, message: RegExp][] = [
    ["behindNul", "nul.ts", /binary/],
    ["wide", "utf16.ts", /binary|UTF-16/],
    ["broken", "broken.ts", /./],
    ["afterBroken", "broken.ts", /./],
    ["deep", "deep-array.ts", /deep/],
    ["deep", "deep-sum.ts", /deep/],
    ["deep", "deep-arrow.ts", /deep/],
    ["deep", "deep-jsx.tsx", /deep/],
    ["Deep", "deep-type.ts", /deep/],
    ["N", "deep-block.ts", /deep/],
  ];
  test.each(UNPARSED)("a search for %s names %s as not parsed", async (name, path, message) => {
    for (const folder of [".", path]) {
      const { unparsed } = await connection.data<Found>("kart_find", { name, path: folder });
      expect(unparsed).toContainEqual(expect.objectContaining({ path, message: expect.stringMatching(message) }));
    }
    expect(await connection.text("kart_find", { name, path })).toContain(`NOT PARSED`);
  });

  test("files that cannot be parsed end no call, and the rest is answered for", async () => {
    for (const [tool, args] of callsWith(PATHS, "."))
      expect({ tool, code: codeOf(await answer(connection, tool, args)) }).toEqual({
        tool,
        code: expect.stringMatching(/answered|not_a_file/),
      });
    for (const path of Object.keys(repository.snapshot()).filter((file) => file.includes("/deep-")))
      for (const [tool, args] of callsWith(PATHS, path))
        expect({ tool, code: codeOf(await answer(connection, tool, args)) }).toEqual({
          tool,
          code: expect.stringMatching(/answered|syntax_error|invalid_argument/),
        });
  });

  test("a name that is not UTF-8 is named as a gap", async () => {
    using odd = new TempWorkspace({ "a.ts": "export const needle = 1;\n" });
    Bun.spawnSync(["sh", "-c", `cp a.ts "$(printf 'b\\377.ts')"`], { cwd: odd.root });
    await using asked = await connectInMemory(navServer, { root: odd.root });
    for (const [tool, args] of [
      ["kart_find", { name: "needle" }],
      ["kart_search", { pattern: "needle" }],
      ["kart_list", {}],
    ] as const) {
      const text = await asked.text(tool, args);
      expect(text).toContain("a.ts");
      expect(text).toContain("NOT SEARCHED: b\ufffd.ts: the name is not UTF-8");
    }
    const withGlob = (glob: string) => asked.text("kart_search", { pattern: "needle", glob });
    expect(await withGlob("[ab]*")).toContain("NOT SEARCHED: b\ufffd.ts: the name is not UTF-8");
    expect(await withGlob("[ac]*")).toBe("1 match in 1 file\na.ts\n1:14 export const needle = 1;");
  });
});

describe("size", () => {
  const lines = `export const filler = "${"x".repeat(76)}";\n`;
  const big = new TempWorkspace({
    "big.ts": `${lines.repeat(Math.ceil(50_000_000 / lines.length))}export const needle = 1;\n`,
    "long.ts": `export const long = "${"x".repeat(2_500_000)}needle${"y".repeat(2_500_000)}";\n`,
    "dense.txt": `b${"a".repeat(1_000_000)}\n`,
    "dense-latin1.txt": Buffer.from(`b${"a\xe9".repeat(300_000)}\n`, "latin1"),
    "endless.txt": `${"b".repeat(17_000_000)}a\n`,
    "small.txt": "a\n",
    "small.ts": "export const small = 1;\n",
  });
  afterAll(() => big[Symbol.dispose]());

  test("50 MB: searched, and said where it cannot be parsed", async () => {
    await using asked = await connectInMemory(navServer, { root: big.root });
    expect(await asked.text("kart_search", { pattern: "const needle", paths: ["big.ts"] })).toContain(":8 ");
    expect(await asked.data<Found>("kart_find", { name: "needle", match: "exact" })).toMatchObject({
      unparsed: [{ path: "big.ts", message: expect.stringContaining("20 MB") }],
    });
    for (const [tool, args] of callsWith(PATHS, "big.ts")) {
      const reply = await answer(asked, tool, args, 10_000);
      expect({ tool, code: codeOf(reply) }).toEqual({ tool, code: expect.not.stringMatching(/backend|timeout/) });
      expect(reply.length).toBeLessThan(100_000);
    }
  });

  test("one line of 5 MB is shown clipped around the match", async () => {
    await using asked = await connectInMemory(navServer, { root: big.root });
    const { matches } = await asked.data<Searched>("kart_search", { pattern: "needle", paths: ["long.ts"] });
    expect(matches).toHaveLength(1);
    const [{ column, text }] = matches as [Searched["matches"][number]];
    expect(column).toBe(2_500_022);
    expect(text).toMatch(/^….*needle.*…$/);
    expect(text.length).toBeLessThan(500);
    expect((await asked.text("kart_find", { name: "long", match: "exact" })).length).toBeLessThan(500);
  });

  test("a line with a million matches is shown clipped at the first, and one that is too long is named as a gap", async () => {
    await using asked = await connectInMemory(navServer, { root: big.root });
    const text = await asked.text("kart_search", { pattern: "a", glob: "*.txt" });
    expect(text).toContain("small.txt\n1:1 a");
    expect(text).toMatch(/^dense\.txt\n1:2 ba{290,300}…$/m);
    expect(text).toMatch(/^dense-latin1\.txt\n1:2 ba\ufffd.{200,300}… \[not UTF-8\]$/m);
    expect(text).toContain("NOT SEARCHED: endless.txt: a line with a match is too long to take");
  });
});

test("what may not be read is named, and the rest is answered for", async () => {
  using closed = new TempWorkspace({
    "open.ts": "export const needle = 1;\n",
    // Of no interest to the caller, who must not be told to mend the pattern.
    ".gitignore": "[z-a]\n{a\n",
    "src/b.ts": "export const needle = 2;\n",
    "secret.ts": "export const needle = 3;\n",
    "locked/c.ts": "export const needle = 4;\n",
  });
  chmodSync(closed.root, 0o755);
  chmodSync(closed.path("secret.ts"), 0o000);
  chmodSync(closed.path("locked"), 0o000);
  // Nothing is closed to root.
  const user = "setpriv --reuid 65534 --regid 65534 --clear-groups --".split(" ");
  const command = process.getuid?.() === 0 ? ([...user, ...COMMAND] as [string, ...string[]]) : COMMAND;
  await using asked = await connectStdio({ command, root: closed.root, env: { HOME: closed.root } });
  for (const [tool, args] of [
    ["kart_find", { name: "needle" }],
    ["kart_search", { pattern: "needle" }],
    ["kart_list", { recursive: true }],
  ] as const) {
    const text = await asked.text(tool, args);
    expect(text).toContain("open.ts");
    expect(text).toMatch(/NOT SEARCHED: .*locked/);
    if (tool !== "kart_list") expect(text).toMatch(/NOT SEARCHED: .*secret\.ts/);
  }
  for (const path of ["locked", "locked/c.ts", "secret.ts"]) {
    for (const [tool, args] of callsWith(PATHS, path)) {
      const reply = await answer(asked, tool, args);
      expect({ tool, path, code: codeOf(reply) }).toEqual({
        tool,
        path,
        code: expect.not.stringMatching(/backend|timeout/),
      });
      expect(reply).not.toMatch(/needle = [34]/);
      // Never an empty success without a word.
      if (tool !== "kart_list" || path === "locked")
        expect(reply).toMatch(/NOT |may not be read|can be read|is a folder/);
    }
  }
  chmodSync(closed.path("locked"), 0o755);
});

test("a file that comes and goes while it is listed, searched and parsed disturbs nothing", async () => {
  const content = `export const needle = 1;\n${"// filler\n".repeat(200)}`;
  using changing = new TempWorkspace({
    "a.ts": content,
    "b.ts": 'export * from "./flicker.ts";\nexport * from "./a.ts";\n',
    "flicker.ts": content,
  });
  const toggler = Bun.spawn(
    [process.execPath, `${import.meta.dir}/programs/toggle-file.ts`, changing.path("flicker.ts"), content],
    {
      stdout: "pipe",
    },
  );
  await toggler.stdout.getReader().read();
  await using asked = await connectInMemory(navServer, { root: changing.root });
  for (const end = performance.now() + 1500; performance.now() < end;) {
    for (const [tool, args] of callsWith(PATHS, ".").filter(([name]) => !name.includes("import"))) {
      const reply = await answer(asked, tool, args);
      expect({ tool, code: codeOf(reply) }).toEqual({ tool, code: "answered" });
      expect(reply).toContain("a.ts");
    }
    for (const [tool, args] of callsWith(PATHS, "b.ts"))
      expect({ tool, code: codeOf(await answer(asked, tool, args)) }).toEqual({ tool, code: "answered" });
  }
  toggler.kill("SIGKILL");
  await toggler.exited;
});

test("every tool is in these tables", () => {
  expect(new Set(callsWith(PATHS, ".").map(([tool]) => tool)).size).toBe(TOOLS.length);
});
