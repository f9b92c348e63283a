import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { connectInMemory, connectStdio } from "@kart/testkit/connect";
import { SwappedFolder } from "@kart/testkit/swapping";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { navServer } from "../src/server.ts";
import { answer, callsWith, codeOf, COMMAND, NEEDED, PATHS, TEXTS, TOOLS } from "./ask.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

// Whatever a page in the web may have talked an agent into asking, and whatever a repository may hold.

const base = new TempWorkspace({
  "app/src/a.ts": "export const inside = 1; // needle\n",
  "app/src/b.ts": 'export { inside } from "./a.ts";\n',
  "app/script": `#!/bin/sh\ntouch "$(dirname "$0")/../marker"\n`,
  "app-evil/x.ts": "export const OUTSIDE = 1; // needle\n",
  "outside/secret.ts": "export const OUTSIDE = 1; // needle\n",
  "outside/folder/inner.ts": "export const OUTSIDE = 1; // needle\n",
  "app/out-file.ts": { symlinkTo: "../outside/secret.ts" },
  "app/out-folder": { symlinkTo: "../outside" },
  "app/out-chain": { symlinkTo: "src/out-link" },
  "app/src/out-link": { symlinkTo: "../../outside/folder" },
  "app/out-dangling": { symlinkTo: "../outside/nothing" },
  "app/out-device": { symlinkTo: "/dev/zero" },
  "app/in-file.ts": { symlinkTo: "src/a.ts" },
  "app/in-folder": { symlinkTo: "src" },
  "app/in-chain": { symlinkTo: "in-folder" },
  "app/in-dangling": { symlinkTo: "src/nothing" },
  "app/loop": { symlinkTo: "loop" },
});
const root = base.path("app");
const marker = base.path("marker");
chmodSync(`${root}/script`, 0o755);
Bun.spawnSync(["mkfifo", `${root}/fifo.ts`]);
const socket = createServer().listen(`${root}/socket.ts`);

const connection = await connectInMemory(navServer, { root });

afterAll(() => {
  socket.close();
  base[Symbol.dispose]();
});

test("every tool is asked with a path", () => {
  expect(new Set(callsWith(PATHS, ".").map(([tool]) => tool)).size).toBe(TOOLS.length);
});

const REFUSED_PATHS: readonly [path: string, ...codes: string[]][] = [
  ["..", "path_outside_root"],
  ["../x", "path_outside_root"],
  ["a/../../x", "path_outside_root"],
  ["src/../../outside/secret.ts", "path_outside_root"],
  ["/", "path_outside_root"],
  ["/etc/passwd", "path_outside_root"],
  [base.root, "path_outside_root"],
  [base.path("app-evil/x.ts"), "path_outside_root"],
  [base.path("outside/nothing"), "path_outside_root"],
  ["~", "path_outside_root"],
  ["~/.ssh/id_rsa", "path_outside_root"],
  [`~/${"x".repeat(300)}`, "path_outside_root"],
  [`${homedir()}/.ssh/id_rsa`, "path_outside_root"],
  ["out-file.ts", "path_outside_root"],
  ["out-folder", "path_outside_root"],
  ["out-folder/secret.ts", "path_outside_root"],
  ["out-folder/nothing/at/all", "path_outside_root"],
  ["out-chain", "path_outside_root"],
  ["out-chain/inner.ts", "path_outside_root"],
  ["out-dangling", "path_outside_root"],
  ["out-device", "path_outside_root"],
  ["file:///etc/passwd", "invalid_argument"],
  ["FILE:src/a.ts", "invalid_argument"],
  ["", "invalid_argument"],
  ["src/a.ts\0.png", "invalid_argument"],
  ["x".repeat(10_000), "invalid_argument"],
  ["x".repeat(300), "invalid_argument"],
  ["src/".repeat(1000), "invalid_argument", "file_not_found"],
  ["%2e%2e/outside/secret.ts", "file_not_found"],
  ["..\\outside\\secret.ts", "file_not_found"],
  [`; touch ${marker}`, "file_not_found"],
  [`$(touch ${marker})`, "file_not_found"],
  [`\`touch ${marker}\``, "file_not_found"],
  ["src/a.ts\nsrc/b.ts", "file_not_found"],
  ["--pre=./script", "file_not_found"],
  ["-e foo", "file_not_found"],
  ["--files", "file_not_found"],
  ["-", "file_not_found"],
  ["src/nothing.ts", "file_not_found"],
  ["src/a.ts/more", "file_not_found"],
  ["in-dangling", "file_not_found"],
  ["loop", "file_not_found"],
  ["loop/x", "path_outside_root", "file_not_found"],
  ["fifo.ts", "not_a_file"],
  ["socket.ts", "not_a_file"],
];

describe("refused paths", () => {
  for (const [path, ...codes] of REFUSED_PATHS) {
    test(`${JSON.stringify(path).slice(0, 60)} is ${codes.join(" or ")}`, async () => {
      for (const [tool, args] of callsWith(PATHS, path)) {
        const reply = await answer(connection, tool, args, 15_000);
        expect({ tool, code: codeOf(reply) }).toEqual({
          tool,
          code: expect.stringMatching(new RegExp(`^(${codes.join("|")})$`)),
        });
        expect(reply).not.toContain("OUTSIDE");
        expect(reply.length).toBeLessThan(1000);
      }
      expect(existsSync(marker)).toBeFalse();
    });
  }

  test("one path outside refuses the whole call", async () => {
    const paths = ["src", "../app-evil"];
    expect(await connection.error("kart_search", { pattern: "needle", paths })).toStartWith("path_outside_root");
  });
});

describe("paths that are fine", () => {
  const FINE = ["src/a.ts", "./src/../src/a.ts", `${root}/src/a.ts`, "in-file.ts", "in-folder/a.ts", "in-chain/a.ts"];
  test.each(FINE)("%s", async (path) => {
    for (const [tool, args] of callsWith(PATHS, path)) {
      const reply = await answer(connection, tool, args);
      expect({ tool, code: codeOf(reply) }).toEqual({ tool, code: "answered" });
      expect(reply).toContain("src/a.ts");
    }
  });

  test("what a symlink leads to outside is never listed, searched or parsed", async () => {
    for (const [tool, args] of callsWith(PATHS, "."))
      expect(await answer(connection, tool, args)).not.toContain("OUTSIDE");
  });
});

test("a folder swapped for a symlink while calls run never lets anything from outside through", async () => {
  const source = (name: string) => `export const ${name} = 1; // needle\n`;
  using swapped = new TempWorkspace({
    "in/p/a.ts": source("inside"),
    "in/p/sub/b.ts": source("inside"),
    "in/p/sub/c": "",
  });
  using outside = new TempWorkspace({
    "a.ts": source("OUTSIDE"),
    "OUTSIDE.ts": source("OUTSIDE"),
    "OUTSIDE/x.ts": source("OUTSIDE"),
    "sub/b.ts": source("OUTSIDE"),
    "sub/c": { symlinkTo: "/OUTSIDE" },
  });
  await using _swapping = await SwappedFolder.start(swapped.path("in/p"), outside.root);
  await using racing = await connectInMemory(navServer, { root: swapped.root });
  const targets = [".", "in/p", "in/p/sub", "in/p/a.ts"];
  let answered = 0;
  for (const end = performance.now() + 2500; performance.now() < end;) {
    for (const [tool, args] of targets.flatMap((target) => callsWith(PATHS, target))) {
      const reply = await answer(racing, tool, tool === "kart_find" ? { ...args, body: true } : args);
      expect({ tool, args, reply: reply.includes("OUTSIDE") ? reply : "" }).toEqual({ tool, args, reply: "" });
      expect(reply).not.toContain("backend_failed");
      if (reply.includes("inside")) answered++;
    }
  }
  expect(answered).toBeGreaterThan(0);
});

/** Texts that are something else to a shell, to ripgrep's command line or to a regular expression. */
const ODD_TEXTS = [
  "; touch ../marker",
  "$(touch ../marker)",
  "`touch ../marker`",
  "| touch ../marker",
  "--pre=./script",
  "--hostname-bin=./script",
  "--search-zip",
  "--files",
  "-e foo",
  "-",
  "--",
  "!x",
  "!*",
  "@file",
  "--output=x",
  "../marker",
  "*",
  "\\",
  "[",
  "{",
  "{a,b",
  "$HOME",
  "%PATH%",
  "name:include:all",
  "include:all.ts",
  "[id].ts",
  "[...slug].tsx",
  "{a.ts",
  "a b.ts",
  "(a+)+$",
  "\u001b[31m",
  "__proto__",
];

describe("odd texts", () => {
  const names = ODD_TEXTS.filter((text) => !text.includes("/"));
  const above = new TempWorkspace({
    "odd/lines.txt": `${ODD_TEXTS.join("\n")}\n`,
    ...Object.fromEntries(names.map((name) => [`odd/named/${name}`, "named\n"])),
    "odd/-": "at the root\n",
    "odd/--files": "at the root\n",
    "odd/script": "#!/bin/sh\ntouch ../marker\n",
  });
  const odd = above.path("odd");
  chmodSync(`${odd}/script`, 0o755);
  afterAll(() => above[Symbol.dispose]());

  test.each(ODD_TEXTS)("%j is answered or refused, and starts nothing", async (text) => {
    await using asked = await connectInMemory(navServer, { root: odd });
    for (const [tool, args] of callsWith(TEXTS, text)) {
      const needed = Object.keys(args).includes("path") ? { ...args, path: "." } : args;
      const code = codeOf(await answer(asked, tool, needed));
      expect({ tool, args: needed, code }).toEqual({
        tool,
        args: needed,
        code: expect.not.stringMatching(/backend|timeout/),
      });
    }
    expect(existsSync(above.path("marker"))).toBeFalse();
  });

  test.each(ODD_TEXTS)("%j is found as a literal pattern", async (text) => {
    await using asked = await connectInMemory(navServer, { root: odd });
    const { matches } = await asked.data<{ matches: { line: number }[] }>("kart_search", {
      pattern: text,
      literal: true,
      paths: ["lines.txt"],
    });
    expect(matches.map(({ line }) => line)).toContain(ODD_TEXTS.indexOf(text) + 1);
  });

  const GLOBS = names.filter((name) => !/[*\\]/.test(name));
  test.each(GLOBS)("%j is a name as a glob and as a path", async (name) => {
    await using asked = await connectInMemory(navServer, { root: odd });
    const listed = await asked.data<{ entries: { name: string }[] }>("kart_list", { recursive: true, glob: name });
    expect(listed.entries.every((entry) => entry.name === name)).toBeTrue();
    expect(listed.entries.length).toBeGreaterThan(0);
    const [byGlob, byPath] = await Promise.all([
      asked.data("kart_search", { pattern: "named", glob: name }),
      asked.data("kart_search", { pattern: "named", paths: [`named/${name}`] }),
    ]);
    expect(byGlob).toMatchObject({ total: 1, matches: [{ path: `named/${name}` }] });
    expect(byPath).toEqual(byGlob);
  });

  test.each(["-", "--files"])("%j is a path at the root", async (path) => {
    await using asked = await connectInMemory(navServer, { root: odd });
    expect(await asked.data("kart_search", { pattern: "root", paths: [path] })).toMatchObject({
      total: 1,
      matches: [{ path }],
    });
  });

  const NOT_EXPRESSIONS = [
    "(",
    "[",
    "a{2",
    "*",
    "(?<",
    "\\",
    "a\nb",
    "a\\nb",
    "(?:\\w{1,300}\\p{Lu}){1,50}",
    "(".repeat(1000),
  ];
  test.each(NOT_EXPRESSIONS)("%j is no regular expression, and the error says why", async (pattern) => {
    await using asked = await connectInMemory(navServer, { root: odd });
    expect(await asked.error("kart_search", { pattern })).toMatch(/^invalid_argument: .{20,1100}$/);
  });
});

test("neither ripgrep's configuration nor a repository's .ignore and .rgignore is obeyed", async () => {
  using repository = new TempWorkspace({
    "a.ts": "export const needle = 1;\n",
    ".ignore": "*\n",
    ".rgignore": "*\n",
    rgrc: "--pre=./script\n--files\n",
    script: '#!/bin/sh\ntouch "$(dirname "$0")/marker"\n',
  });
  chmodSync(repository.path("script"), 0o755);
  const env = { RIPGREP_CONFIG_PATH: repository.path("rgrc") };
  await using asked = await connectStdio({ command: COMMAND, root: repository.root, env });
  expect(await asked.text("kart_search", { pattern: "needle" })).toContain("a.ts");
  expect(await asked.text("kart_find", { name: "needle" })).toContain("a.ts");
  expect(await asked.text("kart_list")).toContain("a.ts");
  expect(existsSync(repository.path("marker"))).toBeFalse();
});

describe("rule files", () => {
  test("of two that the user's configuration names that of ~/.gitconfig counts, for every tool", async () => {
    using user = new TempWorkspace({ first: "a.ts\n", second: "b.ts\n" });
    user.write(".gitconfig", `[core]\n\texcludesFile = ${user.path("first")}\n`);
    user.write(".config/git/config", `[core]\n\texcludesFile = ${user.path("second")}\n`);
    using repository = new TempWorkspace({ "a.ts": "export const x = 1;\n", "b.ts": "export const x = 2;\n" });
    const env = { HOME: user.root, XDG_CONFIG_HOME: "" };
    await using asked = await connectStdio({ command: COMMAND, root: repository.root, env });
    for (const [tool, args] of [
      ["kart_list", {}],
      ["kart_find", { name: "x" }],
      ["kart_search", { pattern: "x" }],
    ] as const) {
      const text = await asked.text(tool, args);
      expect({ tool, a: text.includes("a.ts"), b: text.includes("b.ts") }).toEqual({ tool, a: false, b: true });
    }
  });

  test("a malformed .gitignore is no error, nor is one that leads outside quoted", async () => {
    using outside = new TempWorkspace({ secret: "[OUTSIDE\n" });
    using repository = new TempWorkspace({
      "a.ts": "export const needle = 1;\n",
      ".gitignore": `[\n${"*a".repeat(40)}b\n\\\n!\n/\n`,
      "sub/.gitignore": { symlinkTo: outside.path("secret") },
      "sub/b.ts": "export const needle = 1;\n",
      [`${"a".repeat(200)}/x`]: "",
    });
    await using asked = await connectInMemory(navServer, { root: repository.root });
    for (const [tool, args] of [".", "sub", "sub/b.ts"].flatMap((path) => callsWith(PATHS, path))) {
      const reply = await answer(asked, tool, args);
      expect({ tool, args, code: codeOf(reply) }).toEqual({
        tool,
        args,
        code: expect.stringMatching(/^answered|not_a_file$/),
      });
      expect(reply).not.toContain("OUTSIDE");
    }
    expect(await asked.text("kart_search", { pattern: "needle" })).toStartWith("2 matches in 2 files");
    expect(await asked.text("kart_search", { pattern: "needle", paths: ["sub"] })).toStartWith("1 match in 1 file");
  });

  test("a FIFO as .gitignore holds up a call until its deadline, and no other", async () => {
    using repository = new TempWorkspace({ "a.ts": "export const needle = 1;\n" });
    Bun.spawnSync(["mkfifo", repository.path(".gitignore")]);
    const env = { KART_TIMEOUT_MS: "500" };
    await using asked = await connectStdio({ command: COMMAND, root: repository.root, env });
    const held = ["a.ts", "."].flatMap((path) =>
      callsWith(["path", "paths"], path).map((call) => answer(asked, ...call)),
    );
    expect(await asked.error("kart_nope")).toStartWith("invalid_argument");
    for (const reply of await Promise.all(held)) expect(codeOf(reply)).not.toBe("backend_failed");
  });
});

describe("limits", () => {
  const many = new TempWorkspace({
    "many.txt": "needle\n".repeat(100_000),
    "wide.txt": `${"x".repeat(290)}\n`.repeat(6000),
  });
  afterAll(() => many[Symbol.dispose]());

  test("huge ones are refused by name", async () => {
    for (const { name, inputSchema } of TOOLS) {
      for (const parameter of ["limit", "depth", "context"].filter((key) => key in (inputSchema.properties ?? {}))) {
        for (const value of [0.5, -1, 1e9, Number.MAX_SAFE_INTEGER])
          expect(await connection.error(name, { ...NEEDED[name], [parameter]: value })).toContain(`\`${parameter}\``);
      }
    }
  });

  test("100,000 matches: the search is ended at the limit, and says so", async () => {
    await using asked = await connectInMemory(navServer, { root: many.root });
    const reply = await asked.call("kart_search", { pattern: "needle" });
    expect(reply.structuredContent).toMatchObject({ truncated: true });
    expect(JSON.stringify(reply).length).toBeLessThan(20_000);
    expect(reply.content[0]).toMatchObject({
      text: expect.stringMatching(/^First 100 matches in order of path, .* nothing is shown/),
    });
  });

  test("what stands behind the limit is not waited for", async () => {
    using endless = new TempWorkspace({ "many.txt": "needle\n".repeat(10_000), "stuck/a.txt": "needle\n" });
    // ripgrep waits for the other end of this before it reads the folder.
    Bun.spawnSync(["mkfifo", endless.path("stuck/.gitignore")]);
    await using asked = await connectInMemory(navServer, { root: endless.root });
    const { truncated } = await asked.data<{ truncated: boolean }>("kart_search", { pattern: "needle", limit: 5000 });
    expect(truncated).toBeTrue();
  });

  test("data that would close the client's connection is refused, and the next call works", async () => {
    await using asked = await connectStdio({ command: COMMAND, root: many.root });
    // Of each line one match: ripgrep takes seconds to print all of them.
    const wide = { pattern: "^x", paths: ["wide.txt"], limit: 5000 };
    expect(await asked.error("kart_search", { ...wide, context: 20 })).toMatch(
      /^invalid_argument: The answer holds \d+ MB/,
    );
    expect(await asked.text("kart_search", wide)).toStartWith("First 5,000 matches");
  });
});
