import { expect, test } from "bun:test";
import * as z from "zod";
import { readArguments } from "./arguments.ts";

const kind = z.enum(["function", "class", "const", "constructor", "property", "enum", "enum-member"]);
const schema = z.strictObject({
  kind: z.union([kind, z.array(kind).min(1)]).optional(),
  match: z.enum(["exact", "prefix"]).optional(),
  chunks: z.array(z.strictObject({ lines: z.union([z.string(), z.array(z.string())]) })).optional(),
});

const KINDS =
  'Invalid option: expected one of "function"|"class"|"const"|"constructor"|"property"|"enum"|"enum-member".';

test.each<[given: object, message: string]>([
  [{ kind: "arrow" }, `\`kind\`: ${KINDS} Did you mean \`const\`?`],
  [{ kind: "fn" }, `\`kind\`: ${KINDS} Did you mean \`function\`?`],
  [{ kind: "enum_member" }, `\`kind\`: ${KINDS} Did you mean \`enum-member\`?`],
  [{ kind: "zebra" }, `\`kind\`: ${KINDS}`],
  [{ kind: 5 }, `\`kind\`: ${KINDS}`],
  [{ kind: ["class", "field"] }, `\`kind.1\`: ${KINDS} Did you mean \`property\`?`],
  [{ kind: [] }, "`kind`: Too small: expected array to have >=1 items."],
  [{ match: "fuzzy" }, '`match`: Invalid option: expected one of "exact"|"prefix".'],
  [{ chunks: [{ lines: 5 }] }, "`chunks.0.lines`: Invalid input: expected string or array."],
  [{ chunks: [{ lines: ["a", 5] }] }, "`chunks.0.lines.1`: Invalid input: expected string, received number."],
  [{ chunks: [{}] }, "`chunks.0.lines` is missing."],
])("%j", (given, message) => {
  expect(() => readArguments(schema, given, "kart_x")).toThrow(
    `${message} kart_x takes kind?, match?, chunks?: [{ lines }].`,
  );
});

const lines = z.union([z.string(), z.array(z.string())]);
const editing = z.strictObject({
  path: z.string(),
  symbol: z.string().optional(),
  edits: z
    .array(
      z
        .strictObject({
          set_line: z.strictObject({ anchor: z.string(), new_text: lines }).optional(),
          insert_after: z.strictObject({ anchor: z.string(), text: lines }).optional(),
          replace: z
            .strictObject({ old_text: z.string(), new_text: z.string(), all: z.boolean().optional() })
            .optional(),
        })
        .refine((one) => Object.keys(one).length === 1),
    )
    .min(1),
  offset: z.int().default(1),
  limit: z.int().default(2000),
});

const TAKES =
  "t takes path, symbol?, edits: [{ set_line?: { anchor, new_text }, insert_after?: { anchor, text }, replace?: { old_text, new_text, all? } }], offset?, limit?.";

test.each<[given: object, message: string]>([
  [
    { file_path: "a", old_string: "b", new_string: "c" },
    "Unknown parameter `old_string`, `new_string`: pass `edits: [{ replace: { old_text, new_text } }]`. `file_path`: did you mean `path`? `path` is missing. `edits` is missing.",
  ],
  [
    { path: "a", old_text: "b", new_text: "c", replace_all: true, why: "d" },
    "Unknown parameter `old_text`, `new_text`, `replace_all`: pass `edits: [{ replace: { old_text, new_text, all } }]`. `why`. `edits` is missing.",
  ],
  [
    { path: "a", anchor: "1:ab", text: "b" },
    "Unknown parameter `anchor`, `text`: pass `edits: [{ insert_after: { anchor, text } }]`. `edits` is missing.",
  ],
  [{ path: "a", new_text: "b" }, "Unknown parameter `new_text`. `edits` is missing."],
  [
    { path: "a", edits: [{ replace: { old_text: "b", new_text: "c" } }], replace_all: true },
    "Unknown parameter `replace_all`: pass `edits: [{ replace: { all } }]`.",
  ],
  [
    { path: "a", edits: [{ replace: { old_text: "b", new_text: "c" }, replace_all: true }] },
    "In `edits.0` unknown parameter `replace_all`: pass `edits: [{ replace: { all } }]`.",
  ],
  [
    { path: "a", edits: [{ replace: { old_string: "b", new_string: "c", replace_all: true } }] },
    "In `edits.0.replace` unknown parameter `old_string`: did you mean `old_text`? `new_string`: did you mean `new_text`? `replace_all`: did you mean `all`? `edits.0.replace.old_text` is missing. `edits.0.replace.new_text` is missing.",
  ],
  [
    { path: "a", edits: [{ replace: { old_text: "b", new_text: "c" } }], start_line: 1, end_line: 2 },
    "Unknown parameter `start_line`: did you mean `offset`? `end_line`: did you mean `limit`?",
  ],
  [
    { path: "a", file_path: "b", edits: [] },
    "Unknown parameter `file_path`. `edits`: Too small: expected array to have >=1 items.",
  ],
  [{ path: "a", edits: "b" }, "`edits`: Invalid input: expected array, received string."],
  [
    { path: "a", edits: [{ old_text: "b", new_text: "c" }] },
    "In `edits.0` unknown parameter `old_text`, `new_text`: pass `edits: [{ replace: { old_text, new_text } }]`. `edits.0`: Invalid input.",
  ],
  [
    { symbol: "Url", edits: [{ set_line: { anchor: "1:ab", new_text: "" } }] },
    "`path` is missing: the file that declares `Url`, which kart_find tells.",
  ],
])("%j", (given, message) => {
  expect(() => readArguments(editing, given, "t")).toThrow(`${message} ${TAKES}`);
});

test("path and file stand for each other, and what is missing gets its default", () => {
  expect(
    readArguments(editing, { file: "a", edits: [{ set_line: { anchor: "1:ab", new_text: "" } }] }, "t"),
  ).toMatchObject({
    path: "a",
    offset: 1,
  });
});

test("a path, or a file, is taken for a list of one", () => {
  const several = z.strictObject({ paths: z.array(z.string()).min(1).optional(), glob: z.string().optional() });
  for (const given of [{ paths: "a" }, { path: "a" }, { file: "a" }, { paths: ["a"] }])
    expect(readArguments(several, given, "t")).toEqual({ paths: ["a"] });
  expect(() => readArguments(several, { path: "a", paths: "b" }, "t")).toThrow("Unknown parameter `path`");
  expect(() => readArguments(several, { path: 5 }, "t")).toThrow("Unknown parameter `path`: did you mean `paths`?");
  expect(() => readArguments(several, { pattern: "*" }, "t")).toThrow("`pattern`: did you mean `glob`?");
  const both = z.strictObject({ path: z.string().optional(), paths: z.array(z.string()).optional() });
  expect(readArguments(both, { path: "a" }, "t")).toEqual({ path: "a" });
  expect(readArguments(both, { paths: "a" }, "t")).toEqual({ paths: ["a"] });
});
