import { describe, expect, test } from "bun:test";
import { type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { isNameForName } from "./name-for-name.ts";

describe("a name for a name", () => {
  test("is every place of a name that gets one which the text does not hold", () => {
    expect(isNameForName("const a = 1;\ncall(a, x.a);", edits([6, "q"], [18, "q"], [23, "q"]), names("a", "q"))).toBe(
      true,
    );
  });

  test.each([
    ["a text that holds the new name", "const a = 1; // b", edits([6, "b"]), names("a", "b")],
    ["a text that may hold it in numbers", "const a = 1, \\u0062 = 2;", edits([6, "b"]), names("a", "b")],
    ["an edit that writes more", "({ a })", edits([3, "b: a"]), names("a", "b")],
    ["an edit of something else", "const a = 1;", edits([8, "b"]), names("a", "b")],
    ["the end of another name", "const xa = 1;", edits([7, "b"]), names("a", "b")],
    ["the start of another name", "const a𝒳 = 1;", edits([6, "b"]), names("a", "b")],
    ["the end of a name in another plane", "const 𝒳a = 1;", edits([8, "b"]), names("a", "b")],
    ["a private name", "class C { #a }", edits([11, "b"]), names("a", "b")],
    ["what a backslash comes before", "const s = '\\a';", edits([12, "b"]), names("a", "b")],
    ["the flags of a regular expression", "/x/g", edits([3, "h"]), names("g", "h")],
    ["the start of a substitution", "`${1}`", edits([1, "h"]), names("$", "h")],
    ["a reserved word", "x.a;", edits([2, "delete"]), names("a", "delete")],
    ["a word that is read otherwise at times", "a (x);", edits([0, "async"]), names("a", "async")],
    ["what no static member is called", "x.a;", edits([2, "prototype"]), names("a", "prototype")],
    ["one that was", "type = 1;", [{ span: { start: 0, end: 4 }, text: "kind" }], names("type", "kind")],
    ["no identifier", "({ 'a': 1 })", edits([4, "a-b"]), names("a", "a-b")],
  ])("is not %s", (_, text, made, given) => {
    expect(isNameForName(text, made as TextEdits, given)).toBe(false);
  });
});

function names(old: string, fresh: string) {
  return { old, fresh };
}

/** Edits of one character. */
function edits(...places: readonly (readonly [start: number, text: string])[]): TextEdits {
  return textEdits(places.map(([start, text]) => ({ span: { start, end: start + 1 }, text }))) as TextEdits;
}
