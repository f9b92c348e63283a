import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { assignedNames } from "./assigned-names.ts";

const oxc = await loadParser();

/** What is assigned to is marked. */
const ROWS = [
  "«a» = 1;",
  "«a» += b;",
  "«a»++; --«b»;",
  "(«a») = 1;",
  "[«a», , ...«b»] = c;",
  "({ «a», b: «c», d: { e: «f» = g }, ...«h» } = i);",
  "for («a» of b);",
  "for («a» in b);",
  "for (const a of b);",
  "a.b = 1; a.b++; a[b] = c;",
  "let a = 1;",
  "(«a» as any) = 1; «b»! += 1;",
];

for (const marked of ROWS)
  test(marked, () => {
    const source = marked.replaceAll(/«(\w)»/g, "$1");
    const parsed = parseSource(oxc, "a.ts", source);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const starts = [...assignedNames(parsed.parsed.program)].toSorted((a, b) => a - b);
    const wanted = Array.from(marked.matchAll(/«/g), ({ index }, at) => index - 2 * at);
    expect(starts).toEqual(wanted);
  });
