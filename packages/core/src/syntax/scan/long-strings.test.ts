import { expect, test } from "bun:test";
import { withoutLongStrings } from "./long-strings.ts";

const without = (text: string) => new TextDecoder().decode(withoutLongStrings(new TextEncoder().encode(text)));
const long = (text: string) => text.repeat(Math.ceil(60_000 / text.length));

test.each([
  ["of a constant", (text: string) => `import a from "a";\nexport const page = "${text}";\nuse(a);\n`],
  ["on a line of its own", (text: string) => `export const page =\n  '${text}';\nexport const other = page;`],
  ["two of them", (text: string) => `x = "${text}"\ny: "${text}",\n`],
  ["at the end of the file", (text: string) => `export default ("${text}`.concat('"')],
])("a long string %s is left out", (_, around) => {
  const inner = long(String.raw`require(\"é\")\\\n`);
  expect(without(around(inner))).toBe(around(""));
});

test.each([
  ["a short one", `const a = "${"x".repeat(40_000)}";`],
  ["lines that are short together", long('import "a";\n')],
  ["code on a long line", long("import('a');")],
  ["code behind a string", `const a = "a";${long("import('a');")}`],
  ["what never ends on its line", `const a = "${long("x")}\n"`],
  ["a template, which may hold code", `const a = \`${long("${import('a')}")}\`;`],
  ["nothing", ""],
])("%s stays", (_, text) => {
  const bytes = new TextEncoder().encode(text);
  expect(withoutLongStrings(bytes)).toBe(bytes);
});

test("code behind a long string on its line stays", () => {
  const text = long("x");
  expect(without(`const a = "${text}", b = require("b");\n`)).toBe('const a = "", b = require("b");\n');
});
