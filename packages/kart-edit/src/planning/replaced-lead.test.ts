import { describe, expect, test } from "bun:test";
import { replacedLead } from "./replaced-lead.ts";

/** What content makes of a lead, which stands above `f()`. */
const outcomeOf = (lead: string, content: string, language: "ts" | "js" = "ts") =>
  replacedLead({ source: `${lead}f()`, language }, { start: 0, end: lead.trimEnd().length }, lead.length, content);

const over = (lead: string, content: string) => outcomeOf(lead, content).text;

test.each([
  ["/** a */\n", "/** b */\nf()", "/** b */\nf()"],
  ["// note\n", "/** b */\nf()", "/** b */\nf()"],
  ["// @ts-ignore\n", "/** b */\nf()", "/** b */\n// @ts-ignore\nf()"],
  ["/* prettier-ignore */ ", "/** b */\nf()", "/** b */\n/* prettier-ignore */ f()"],
  ["/** @ts-expect-error */\r\n", "// b\r\nf()", "// b\r\n/** @ts-expect-error */\r\nf()"],
  [
    "// note\n  // eslint-disable-next-line a -- why\n  // @ts-ignore\n  ",
    "/** b */\n  f()",
    "/** b */\n  // eslint-disable-next-line a -- why\n  // @ts-ignore\n  f()",
  ],
  // What is told of a doc stays above the doc.
  [
    "// biome-ignore a: b\n/** a */\n// oxlint-disable-next-line c\n",
    "/** b */\nf()",
    "// biome-ignore a: b\n/** b */\n// oxlint-disable-next-line c\nf()",
  ],
  ["// @ts-ignore\n", "// @ts-expect-error\nf()", "// @ts-expect-error\nf()"],
  ["// @ts-ignore\n", "/** b */\nf(\n// @ts-ignore\n)", "/** b */\n// @ts-ignore\nf(\n// @ts-ignore\n)"],
])("%j replaced by %j is %j", (lead, content, wanted) => expect(over(lead, content)).toBe(wanted));

test("all that goes is named, and what stays", () => {
  const lead = "// 1\n// 2\n// @ts-ignore\n// 3\n// 4\n/** a */\n";
  expect(outcomeOf(lead, "/** b */\nf()").warnings).toEqual([
    "The comment above, `// @ts-ignore`, stayed: the content says nothing else in its place.",
    "The comments above, `// 1`, `// 2`, `// 3`, 1 more, gave way to the one that the content starts with.",
  ]);
});

describe("overloads that comments declare", () => {
  const overload = (type: string) => `/**\n * @overload\n * @param {${type}} a\n */\n`;
  const both = overload("string") + overload("number");

  test.each([
    [`${both}/** doc */\n`, "/** new */\nf()", `${both}/** new */\nf()`],
    [both, "/** new */\nf()", `${both}/** new */\nf()`],
    [`${both}// @ts-ignore\n`, "// note\nf()", `${both}// note\n// @ts-ignore\nf()`],
    [`${both}/** doc */\n`, `${overload("boolean")}/** new */\nf()`, `${overload("boolean")}/** new */\nf()`],
    [`${both}/** doc */\n`, `${overload("boolean")}f()`, `${overload("boolean")}f()`],
  ])("%j replaced by %j is %j", (lead, content, wanted) => expect(outcomeOf(lead, content, "js").text).toBe(wanted));

  test("it is said that they stay; those of the content take the place of all without a word", () => {
    expect(outcomeOf(`${both}/** doc */\n`, "/** new */\nf()", "js").warnings).toEqual([
      "The comments above, `/** @overload`, `/** @overload`, stayed: the content says nothing else in its place.",
    ]);
    expect(outcomeOf(`${both}/** doc */\n`, `${overload("x")}/** new */\nf()`, "js").warnings).toEqual([]);
    expect(outcomeOf(`${both}/** doc */\n`, `${overload("x")}f()`, "js").warnings).toEqual([
      "The comment above, `/** doc */`, gave way to the one that the content starts with.",
    ]);
  });

  test("TypeScript has none", () => {
    expect(outcomeOf(`${overload("string")}/** doc */\n`, "/** new */\nf()")).toEqual({
      text: "/** new */\nf()",
      warnings: ["The comment above, `/** @overload`, gave way to the one that the content starts with."],
    });
  });
});

test("of several docs the content's one takes the place of the last, and the others are named", () => {
  const lead = "/** @internal */\n/**\n * two\n */\n";
  expect(outcomeOf(lead, "/** new */\nf()")).toEqual({
    text: "/** new */\nf()",
    warnings: ["The comment above, `/** @internal */`, gave way to the one that the content starts with."],
  });
  expect(outcomeOf(lead, "/** @internal */\n/** new */\nf()").warnings).toEqual([]);
  expect(outcomeOf(lead, "// note\nf()").warnings).toEqual([
    "The comments above, `/** @internal */`, `/** two`, gave way to the one that the content starts with.",
  ]);
});
