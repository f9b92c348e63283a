import { expect, test } from "bun:test";
import { readOutput } from "./oxlint-output.ts";

const DEBUGGER = {
  message: "`debugger` statement is not allowed",
  code: "eslint(no-debugger)",
  severity: "warning",
  filename: "a.ts",
  labels: [{ span: { offset: 0 } }],
};

function read(diagnostics: readonly object[], { text = "debugger;\n", files = 1, before = "", after = "" } = {}) {
  const stdout = `${before}${JSON.stringify({ diagnostics, number_of_files: files }, null, 1)}\n${after}`;
  return readOutput(stdout, "", 1, { path: "a.ts", text });
}

test("problems of the file come through, those of others do not", () => {
  expect(read([DEBUGGER, { ...DEBUGGER, filename: "b.ts" }, { ...DEBUGGER, filename: "x/a.ts" }])).toEqual({
    status: "linted",
    problems: [
      {
        severity: "warning",
        code: "eslint(no-debugger)",
        message: "`debugger` statement is not allowed",
        line: 1,
        column: 1,
        isPlaced: true,
      },
    ],
  });
});

test("what a rule says of the configuration is no problem of the file", () => {
  const message = "This rule requires the `strictNullChecks` compiler option to be turned on to function correctly.";
  const code = "typescript(no-useless-default-assignment)";
  expect(read([{ ...DEBUGGER, code, message }])).toEqual({ status: "linted", problems: [] });
});

test("a problem without place, code or file name is one all the same", () => {
  const unread = { message: "Failed to open file", severity: "error", labels: [] };
  expect(read([unread])).toMatchObject({
    problems: [{ severity: "error", code: "oxlint", line: 1, column: 1, isPlaced: false }],
  });
});

test("what a plugin prints around the report does not hide it", () => {
  expect(read([DEBUGGER], { before: "loading {a}\n", after: "done\n" })).toMatchObject({ problems: [{ line: 1 }] });
});

test("no file linted is no clean file", () => {
  expect(read([], { files: 0, before: "No files found to lint.\n" })).toEqual({ status: "ignored" });
});

test("a tsconfig that cannot be used says that types were not checked", () => {
  const bad = {
    message: "Invalid tsconfig",
    code: "typescript(tsconfig-error)",
    severity: "error",
    help: "Option 'baseUrl' has been removed.\nRemove it.",
    filename: "tsconfig.json",
    labels: [],
  };
  expect(read([bad])).toEqual({
    status: "linted",
    problems: [],
    typeProblem: "tsconfig.json: Option 'baseUrl' has been removed. Remove it.",
  });
});

test.each([
  ["", "", "it ended with status 1 and said nothing"],
  ["", "panicked at x\nnote", "panicked at x note"],
  ["Failed to parse.\n\n  x Unknown plugin\n  | at line 2\n\nmore", "", "Failed to parse. Unknown plugin at line 2"],
  ["[]", "", "[]"],
  ["{}", "", "{}"],
  ['{ "diagnostics": {} }', "", '{ "diagnostics": {} }'],
  ['{ "diagnostics": [', "", '{ "diagnostics": ['],
  ["x".repeat(1000), "", `${"x".repeat(299)}…`],
])("what is no report is taken for none (%#)", (stdout, stderr, reason) => {
  expect(readOutput(stdout, stderr, 1, { path: "a.ts", text: "" })).toEqual({ status: "failed", reason });
});

test("bytes become UTF-16 columns of lines that end in LF, CRLF and CR", () => {
  const text = '"😀é漢"; a;\r\n"é"; b;\r"é"; c;\n"\u2028"; d;';
  const diagnostics = ["d", "c", "b", "a"].map((name) => ({
    ...DEBUGGER,
    message: name,
    labels: [{ span: { offset: Buffer.byteLength(text.slice(0, text.indexOf(`${name};`))) } }],
  }));
  const places = ["d", "c", "b", "a"].map((name) => {
    const before = text.slice(0, text.indexOf(`${name};`)).split(/\r\n|\r|\n/);
    return { message: name, line: before.length, column: (before.at(-1) ?? "").length + 1 };
  });
  expect(places[3]).toEqual({ message: "a", line: 1, column: 9 });
  expect(read(diagnostics, { text })).toMatchObject({ problems: places });
});

test("an offset past the end, as of a file that changed meanwhile, is its end", () => {
  expect(read([{ ...DEBUGGER, labels: [{ span: { offset: 999 } }] }], { text: "a\nb" })).toMatchObject({
    problems: [{ line: 2, column: 2 }],
  });
});
