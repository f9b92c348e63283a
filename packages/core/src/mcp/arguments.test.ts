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
  expect(() => readArguments(schema, given, "kart_x")).toThrow(`${message} kart_x takes kind?, match?, chunks?.`);
});
