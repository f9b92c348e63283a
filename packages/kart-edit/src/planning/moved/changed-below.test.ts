import { expect, test } from "bun:test";
import { isFailure, loadParser } from "@kart/core/syntax/parser/parse";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { changingBelow } from "./changed-below.ts";

const oxc = await loadParser();

/** The part that is moved starts with a mark. */
test.each<[what: string, source: string, changing: readonly string[]]>([
  ["a list that grows", "const log = [];\nlog.push(1);\n/*!*/const size = log.length;\nlog.push(2);", ["log.push(2);"]],
  [
    "what functions count",
    "let n = 0;\nconst next = () => ++n;\n/*!*/const a = next();\nfunction f() { return next(); }\nconst b = f();",
    ["const b = f();"],
  ],
  ["a variable", "let n = 0;\n/*!*/const a = n;\nn = 2;\nn++;", ["n = 2;", "n++;"]],
  ["functions that keep nothing", "const make = (a) => ({ a });\n/*!*/const a = make(1);\nconst b = make(2);", []],
  ["what never changes", "const one = 1;\n/*!*/const a = one;\nuse(one);", []],
  ["what is only read, or shown", "const all = [];\n/*!*/const a = all[0];\nconst b = all[1];\nconsole.log(all);", []],
  ["what runs later", "let n = 0;\n/*!*/const a = () => n;\nn = 2;", []],
  ["what changes it later", "let n = 0;\n/*!*/const a = n;\nconst set = () => { n = 2; };", []],
  ["what a function that is called at once reads", "let n = 0;\n/*!*/const a = (() => n)();\nn = 6;", ["n = 6;"]],
  [
    "members that are assigned to classes, functions and namespaces",
    "class K { static level = 1; }\nfunction f() { return f.calls; }\nf.calls = 0;\n/*!*/const a = K.level + f();\nK.level = 2;\nf.calls = 9;",
    ["K.level = 2;", "f.calls = 9;"],
  ],
  ["what nobody may write to", "const all = ['a'] as const;\n/*!*/const a = all.length;\nconst b = all.join('');", []],
  [
    "what is made of it",
    "const all = ['a'];\n/*!*/const a = all.length;\nconst b = new Set(all.map(String));\nall.sort();",
    ["all.sort();"],
  ],
  ["what stands above", "let n = 0;\nn = 2;\n/*!*/const a = n;", []],
  [
    "a class that counts",
    "let n = 0;\nclass K { id = n++; }\n/*!*/const a = new K();\nexport const b = new K();",
    ["export const b = new K();"],
  ],
])("%s", (_what, source, changing) => {
  const symbols = sourceSymbols(oxc, "a.ts", source);
  if (isFailure(symbols)) throw new Error(symbols.message);
  const start = source.indexOf("/*!*/");
  const found = changingBelow(symbols, [
    { start, end: source.indexOf("\n", start) === -1 ? source.length : source.indexOf("\n", start) },
  ]);
  expect(found.map((one) => source.slice(one.start, one.end))).toEqual([...changing]);
});
