import { expect, test } from "bun:test";
import { Desk } from "./ask.ts";

const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: "esnext", types: [] } });

test("a real finding of the type checker comes through, at its place in our convention", async () => {
  await using desk = await Desk.with({ "tsconfig.json": TSCONFIG, "a.ts": "export const x = 1;\n" });
  const content = 'export const e = "😀", x: number = "a";';
  const data = await desk.change("kart_replace", { file: "a.ts", symbol: "x", content, lint: true });
  expect(data).toMatchObject({
    diagnostics: [
      { severity: "error", code: "typescript(TS2322)", line: 1, column: content.indexOf("x:") + 1, new: true },
    ],
    existingDiagnostics: 0,
    oxlintAvailable: true,
    typeAware: true,
  });
});

test("what stood there before is counted, not told again; what the edit broke elsewhere in the file is told", async () => {
  const source =
    "export function f(): number {\n  return 1;\n}\nexport const a: number = f();\nexport const old: number = 'old';\n";
  await using desk = await Desk.with({ "tsconfig.json": TSCONFIG, "a.ts": source });
  const harmless = await desk.change("kart_insert_after", {
    file: "a.ts",
    symbol: "f",
    content: "export let b = 1;",
    lint: true,
  });
  expect(harmless).toMatchObject({ diagnostics: [], existingDiagnostics: 1 });
  const content = "export function f(): string {\n  return '';\n}";
  const breaking = await desk.change("kart_replace", { file: "a.ts", symbol: "f", content, lint: true });
  expect(breaking).toMatchObject({
    diagnostics: [{ code: "typescript(TS2322)", line: 5, new: true }],
    existingDiagnostics: 1,
  });
});

test("the workspace's own rules decide", async () => {
  await using desk = await Desk.with({
    ".oxlintrc.json": '{ "rules": { "no-console": "error", "no-debugger": "off" } }',
    "a.ts": "export const x = 1;\n",
  });
  const content = "export function x(): void {\n  debugger;\n  console.log(1);\n}";
  const data = await desk.change("kart_replace", { file: "a.ts", symbol: "x", content, lint: true });
  expect(data.diagnostics.map(({ code, line }) => [code, line])).toEqual([["eslint(no-console)", 3]]);
});

test("the text of the answer says what is new", async () => {
  await using desk = await Desk.with({ "tsconfig.json": TSCONFIG, "a.ts": "export const x = 1;\n" });
  const replaced = (content: string, more = {}) =>
    desk.connection.text("kart_replace", { file: "a.ts", symbol: "x", content, ...more });
  expect(await replaced("export const x: number = 'a';")).toEndWith(
    "\n1 new problem\n1:14 error typescript(TS2322) Type 'string' is not assignable to type 'number'.",
  );
  expect(await replaced("export const x = 3;")).toEndWith("\nNo new problems in this file");
  expect(await replaced("export const x = 4;", { lint: false })).toEndWith("|export const x = 4;");
});

test("the text names the errors that are left of those before", async () => {
  const source = "export const old: number = 'old';\nexport const a = 1;\n";
  await using desk = await Desk.with({ "tsconfig.json": TSCONFIG, "a.ts": source });
  const replaced = (content: string) =>
    desk.connection.text("kart_replace", { file: "a.ts", symbol: "a", content, lint: true });
  const old = "1:14 error typescript(TS2322) Type 'string' is not assignable to type 'number'.";
  expect(await replaced("export const a = 2;")).toEndWith(`\nNo new problems in this file; 1 old error:\n${old}`);
  const fresh = old.replace("1:14", "2:14");
  expect(await replaced("export const a: number = '';")).toEndWith(`\n1 new problem; 1 old error\n${fresh}`);
  // Five of them, and a warning: what is shown is a part, and says so.
  const olds = [1, 2, 3, 4, 5].map((line) => `export const b${line}: number = "";\n`);
  desk.workspace.write("a.ts", `${olds.join("")}export const a = 1;\ndebugger;\n`);
  const rows = [1, 2, 3].map((line) => old.replace("1:14", `${line}:14`));
  expect(await replaced("export const a = 3;")).toEndWith(
    `\nNo new problems in this file; 5 old errors (3 shown), 1 old warning:\n${rows.join("\n")}`,
  );
  desk.workspace.write("tsconfig.json", '{ "compilerOptions": { "lib": ["esnext"], "esModuleInterop": false } }');
  expect(await replaced("export const a: number = true;")).toContain(
    "\nNo new lint problems in this file; 1 old warning\nTypes NOT checked: tsgolint refuses tsconfig.json",
  );
});

test("without a linter the edit stands, and the answer says so", async () => {
  await using desk = await Desk.with({
    "a.ts": "export const x = 1;\n",
    "node_modules/oxlint/package.json": '{ "name": "oxlint", "version": "1.0.0" }',
    "node_modules/oxlint/bin/oxlint": 'console.log("rubbish");\nprocess.exit(1);\n',
  });
  const data = await desk.change("kart_replace", {
    file: "a.ts",
    symbol: "x",
    content: "export const x = 2;",
    lint: true,
  });
  expect(data).toMatchObject({ diagnostics: [], oxlintAvailable: false, typeAware: false });
  expect(data.lintProblem).toContain("rubbish");
  expect(desk.workspace.read("a.ts")).toBe("export const x = 2;\n");
});

test("what is not linted says why", async () => {
  await using desk = await Desk.with({ "a.ts": "export const x = 1;\n", "a.json": "{\n}\n" });
  const x = { file: "a.ts", symbol: "x", lint: true };
  const json = { file: "a.json", chunks: [{ oldLines: ["{"], newLines: ["{ "] }], lint: true };
  const told = [
    await desk.change("kart_write", { path: "b.ts", content: "let a = ;", lint: true, dryRun: true }),
    await desk.change("kart_replace", { ...x, content: "export const x = 1;" }),
    await desk.change("kart_replace", { ...x, content: "export const x = 2;", lint: false }),
    await desk.change("kart_patch", json),
  ];
  expect(told.map(({ oxlintAvailable }) => oxlintAvailable)).toEqual([true, true, true, true]);
  expect(told.map(({ lintProblem }) => lintProblem)).toEqual([
    "it would not parse",
    "nothing changed",
    "not asked for (lint: false)",
    "no TypeScript or JavaScript file",
  ]);
});

test("a dry run has its types checked, as they would be of the written text; rules only run on files", async () => {
  await using desk = await Desk.with({
    "tsconfig.json": TSCONFIG,
    "a.ts":
      'import { take } from "./b";\nexport class A {\n  #own = 1;\n  f(): number {\n    return take(this);\n  }\n}\nexport const old: number = "";\n',
    // What imports the file back must mean the text that is not written, too.
    "b.ts": 'import type { A } from "./a";\nexport const take = (a: A) => a.f();\n',
  });
  const before = desk.workspace.snapshot();
  const dry = (content: string, more = {}) =>
    desk.connection.text("kart_replace", { file: "a.ts", symbol: "A.f", content, dryRun: true, ...more });
  expect(await dry("f(): number {\n  return take(this) + nothing;\n}")).toEndWith(
    "\n1 new type problem; 1 old error\n5:25 error typescript(TS2304) Cannot find name 'nothing'.\nLint: not run in a dry run",
  );
  expect(await dry("f(): number {\n  debugger;\n  return take(this);\n}")).toEndWith(
    "\nNo new type problems in this file; 1 old error:\n9:14 error typescript(TS2322) Type 'string' is not assignable to type 'number'.\nLint: not run in a dry run",
  );
  expect(await dry("f(): number {\n  return 1;\n}", { lint: false })).not.toContain("problem");
  const made = { path: "c.ts", content: 'import { take } from "./b";\ntake(1);\n', dryRun: true };
  expect(await desk.change("kart_write", { ...made, lint: true })).toMatchObject({
    diagnostics: [{ code: "typescript(TS2345)", line: 2, column: 6, new: true }],
    typeAware: true,
    oxlintAvailable: true,
    lintProblem: "not run in a dry run",
  });
  expect(desk.workspace.snapshot()).toEqual(before);
});

test("a dry run names as errors what the configuration forbids of unused names, as the written edit does", async () => {
  const compilerOptions = { strict: true, noEmit: true, target: "esnext", types: [], noUnusedLocals: true };
  const off = JSON.stringify({ rules: { "no-unused-vars": "off" } });
  await using desk = await Desk.with({
    "tsconfig.json": JSON.stringify({ compilerOptions }),
    ".oxlintrc.json": off,
    "a.ts": "export const a = 1;\n",
  });
  const args = { file: "a.ts", symbol: "a", content: "const b = 2;", lint: true };
  const unused = { severity: "error", code: "typescript(TS6133)", line: 2, column: 7, new: true };
  const dry = await desk.change("kart_insert_after", { ...args, dryRun: true });
  expect(dry.diagnostics).toMatchObject([unused]);
  expect((await desk.change("kart_insert_after", args)).diagnostics).toEqual(dry.diagnostics);
});
