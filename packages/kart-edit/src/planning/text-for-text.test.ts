import { describe, expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { applyEdits, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { corpusFiles } from "@kart/testkit/corpora";
import { FileText } from "../change/file-text.ts";
import { provenResult } from "../change/proven-result.ts";
import { isTextForText } from "./text-for-text.ts";

const oxc = await loadParser();

/** Whether the texts between `«was|is»` are texts for texts. */
function isOne(marked: string): boolean {
  let source = "";
  const edits = [];
  for (const part of marked.split(/(«[^»]*»)/)) {
    const [, was, is = ""] = /^«([^|]*)\|(.*)»$/s.exec(part) ?? [];
    if (was !== undefined) edits.push({ span: { start: source.length, end: source.length + was.length }, text: is });
    source += was ?? part;
  }
  const outcome = parseSource(oxc, "a.tsx", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return isTextForText(outcome.parsed, textEdits(edits) as TextEdits);
}

describe("a text for a text", () => {
  test.each([
    'import { a } from "«./a|../b/$lib»";',
    "export * from './«a|»/x'; import '«|./»a';",
    'import("./«a|b»"); require(`./«a|b»`); new Worker("./«a|b»");',
    'vi.mock("./«a|b»", () => ({})); glob(["./«a|b»"]);',
    'import x = require("./«a|b»"); type T = import("./«a|b»").A; type L = "«a|b»";',
  ])("%s", (marked) => {
    expect(isOne(marked)).toBe(true);
  });

  test.each([
    ['"use «strict|client»"; f();', "a directive"],
    ['f({ "«a|b»": 1, b: 2 });', "a key"],
    ['export { x as "«a|b»", y as b } from "z";', "a name"],
    ["enum E { 'a' = 1, '«c|a»' = 2 }", "a member"],
    ['export * as "«a|b»" from "z";', "the name of a namespace"],
    ["f(`$«a|»{`);", "what parts a substitution"],
    ['f("«a|b"c»");', "a quote"],
    ['f("«a|\\»");', "an escape"],
    ['f("\\«n|t»");', "the end of an escape"],
    ["f(`a«b|$»{c`);", "what starts a substitution"],
    ["f(`«b|${c}»`);", "a substitution"],
    ['f(«"a"|b»);', "the quotes"],
    ['f("a" + «b|c» + "d");', "what is between strings"],
    ["f(/«a|b»/);", "a regular expression"],
    ['// "«a|b»"\nf();', "a comment"],
    ["const v = <A>«a|b»</A>;", "text of JSX"],
    ["f(`${a}«b|c»`);", "a part of a template"],
  ])("%s is none: %s", (marked) => {
    expect(isOne(marked)).toBe(false);
  });

  test("needs no other proof", () => {
    let proven = 0;
    for (const { path, source } of corpusFiles("rxjs")) {
      const found = source.matchAll(/\.(?=\.?\/)/g);
      const edits = textEdits(Array.from(found, ({ index: start }) => ({ span: { start, end: start }, text: "./.." })));
      const before = new FileText(oxc, path, source);
      if (edits === undefined || !isTextForText(before.symbols().parsed, edits)) continue;
      const { after } = provenResult(before, { edits, result: { start: 0, end: 0 }, warnings: [] });
      expect(after.text).toBe(applyEdits(source, edits));
      proven++;
    }
    expect(proven).toBeGreaterThan(100);
  });
});
