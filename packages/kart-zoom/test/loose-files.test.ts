import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { commitIn, connect, gitIn } from "./ask.ts";

setDefaultTimeout(90_000);

// No configuration lists any of them.
const FILES = {
  "one.ts": "const size: number = 1;\nfunction main() { return size; }\n",
  "two.ts": 'const size: string = "1";\nfunction main() { return size; }\n',
  "user.ts": "export {};\nconsole.log(size.length);\n",
  "importer.ts": 'import "./one";\nsize.toFixed();\n',
  "checked-1.js": "// @ts-check\nconst form = 1;\n",
  "checked-2.js": "// @ts-check\nconst form = '2';\n",
  "leading.ts": 'import "./leads-here";\n',
  "leads-here.ts": "declare global { var led: number }\nexport {};\n",
  "commented.ts": "/*\nexport x\n*/\nvar led = '';\n",
  "led.ts": "export const z: number = led;\n",
  "lib.js": "exports.lib = 1;\n",
  "lib-user.js": 'require("./lib").lib;\n',
};

let files: TempWorkspace;
let connection: Connection;

beforeEach(async () => {
  files = new TempWorkspace(FILES);
  gitIn(files.root, "init", "-q");
  commitIn(files.root);
  connection = await connect(files.root);
});
afterEach(async () => {
  await connection[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

/** The rows of what is wrong. */
async function wrong(...paths: readonly string[]): Promise<string[]> {
  const text = await connection.text("kart_check", { paths });
  return text.split("\n").filter((line) => /^ \d/.test(line));
}

test("what was asked about before declares no globals for what is in no project", async () => {
  const first = { user: await wrong("user.ts"), two: await wrong("two.ts") };
  expect(first).toEqual({ user: [" 2:13 TS2304 Cannot find name 'size'."], two: [] });
  expect(await wrong("one.ts")).toEqual([]);
  expect({ user: await wrong("user.ts"), two: await wrong("two.ts") }).toEqual(first);
  expect(await wrong("importer.ts")).toEqual([]);
});

test("nor does what these lead to, nor what only looks like a module", async () => {
  expect(await wrong("leading.ts")).toEqual([]);
  expect(await wrong("commented.ts")).toEqual([]);
  expect(await wrong("led.ts")).toEqual([" 1:26 TS2304 Cannot find name 'led'."]);
});

test("what is asked about together is one program", async () => {
  expect(await wrong("one.ts", "user.ts")).toEqual([" 2:18 TS2339 Property 'length' does not exist on type 'number'."]);
  expect(await connection.text("kart_check", { paths: ["one.ts", "two.ts"] }))
    .toBe(`4 errors in 2 files; 2 files checked.
one.ts
 1:7 TS2451 Cannot redeclare block-scoped variable 'size'.
 2:10 TS2393 Duplicate function implementation.
two.ts
 1:7 TS2451 Cannot redeclare block-scoped variable 'size'.
 2:10 TS2393 Duplicate function implementation.
In no tsconfig, and checked as one program with TypeScript's default settings: one.ts; two.ts`);
  expect(await wrong("two.ts")).toEqual([]);
});

test("nor does what a search had the server see, and the next search sees it again", async () => {
  const uses = () => connection.text("kart_references", { path: "lib.js", symbol: "lib" });
  const found = await uses();
  expect(found).toContain("lib-user.js");
  expect(await wrong("checked-1.js")).toEqual([]);
  expect(await wrong("checked-1.js", "checked-2.js")).toHaveLength(2);
  expect(await wrong("checked-2.js")).toEqual([]);
  expect(await uses()).toBe(found);
  const all = await connection.text("kart_references", { path: "one.ts", symbol: "size" });
  expect(all).toContain("importer.ts");
});

test("a text that is not written yet is checked as the file will be", async () => {
  expect(await wrong("one.ts")).toEqual([]);
  const ask = (path: string) => connection.text("kart_check", { paths: [path], content: "size.toFixed();\n" });
  expect(await ask("new.ts")).toContain("1:1 TS2304 Cannot find name 'size'.");
  expect(await ask("user.ts")).toStartWith("1 error in 1 file, none new with this content;");
});

test("HEAD is checked in the same company", async () => {
  files.write("one.ts", "const size: number = 2;\nfunction main() { return size; }\n");
  files.write("user.ts", "export {};\nconsole.log(size.length, 1);\n");
  expect(await connection.text("kart_check")).toStartWith("1 error in 1 file, none new since HEAD; 2 files checked.");
  files.write("one.ts", FILES["one.ts"]);
  expect(await connection.text("kart_check")).toContain("1 error in 1 file, none new since HEAD; 1 file checked.");
});
