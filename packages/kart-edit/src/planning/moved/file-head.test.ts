import { expect, test } from "bun:test";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { FileText } from "../../change/file-text.ts";
import { headLike } from "./file-head.ts";

const oxc = await loadParser();
const headOf = (text: string, isJsx = false) =>
  headLike(new FileText(oxc, "a.tsx", text).symbols(), { isJsx, isAction: true });

const CODE = "export const a = 1;\n";
const ROWS: readonly [what: string, text: string, head: string][] = [
  ["nothing", CODE, ""],
  ["a block", `/* Copyright A. Licensed under MIT. */\n\n${CODE}`, "/* Copyright A. Licensed under MIT. */"],
  ["lines that go on", `// Copyright A\n// all of it\n\n// more\n${CODE}`, "// Copyright A\n// all of it"],
  ["in British spelling", `/* The MIT Licence */\n${CODE}`, "/* The MIT Licence */"],
  ["kept by minifiers", `/*! p 1.0 */\n/** @preserve p */\n${CODE}`, "/*! p 1.0 */\n/** @preserve p */"],
  ["right above an import", `// SPDX-License-Identifier: MIT\nimport "b";\n${CODE}`, "// SPDX-License-Identifier: MIT"],
  ["right above a declaration", `// SPDX-License-Identifier: MIT\n${CODE}`, "// SPDX-License-Identifier: MIT"],
  ["behind #!", `#!/usr/bin/env node\n// Copyright A\n${CODE}`, "// Copyright A"],
  ["above a directive", `/* Copyright A */\n\n"use client";\n${CODE}`, `/* Copyright A */\n\n"use client";`],
  ["below a directive", `"use client";\n// Copyright A\nimport "b";\n${CODE}`, `"use client";\n// Copyright A`],
  ["what is about the file", `/** Helpers. */\n\n${CODE}`, ""],
  ["what is about a declaration", `"use client";\n/** Whether it is licensed. */\n${CODE}`, `"use client";`],
  ["what is about the first one", `/** The license of a user. */\n${CODE}`, ""],
  ["in a doc comment right above", `/** @license MIT */\n${CODE}`, "/** @license MIT */"],
  ["further below", `${CODE}// Copyright A\n`, ""],
  [
    "without what stands between",
    `/* Copyright A */\n// Helpers.\n"use client";\n`,
    `/* Copyright A */\n"use client";`,
  ],
];

for (const [what, text, head] of ROWS)
  test(`the head of a file for code that leaves it: ${what}`, () => {
    expect(headOf(text)).toBe(head);
  });

test("what JSX is compiled to stands among it as it stood, once", () => {
  const text = `/** @license MIT @jsx h */\n/** @jsxFrag F */\n${CODE}`;
  expect(headOf(text, true)).toBe("/** @license MIT @jsx h */\n/** @jsxFrag F */");
  expect(headOf(text)).toBe("/** @license MIT @jsx h */");
});
