import { expect, test } from "bun:test";
import { replacedLead } from "./replaced-lead.ts";

/** What content makes of a lead, which stands above `f()`. */
const over = (lead: string, content: string) =>
  replacedLead(`${lead}f()`, { start: 0, end: lead.trimEnd().length }, lead.length, content).text;

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
  const span = { start: 0, end: lead.length - 1 };
  expect(replacedLead(`${lead}f()`, span, lead.length, "/** b */\nf()").warnings).toEqual([
    "The comment above, `// @ts-ignore`, stayed: the content says nothing else in its place.",
    "The comments above, `// 1`, `// 2`, `// 3`, 1 more, gave way to the one that the content starts with.",
  ]);
});
