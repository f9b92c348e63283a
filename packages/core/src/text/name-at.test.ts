import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { nameAt } from "./name-at.ts";

test.each([
  ["const he/*|*/llo = 1", "hello"],
  ["const /*|*/hello = 1", "hello"],
  ["const hello/*|*/ = 1", "hello"],
  ["f(/*|*/$ünï𝒳_1)", "$ünï𝒳_1"],
  ["this.#sec/*|*/ret", "#secret"],
  ["this./*|*/#secret", "#secret"],
  ["/*|*/#secret in this", "#secret"],
  ["a/*|*/#b", "a"],
  ["/*|*/#!", undefined],
  ['{ "na/*|*/me": 1 }', "name"],
  ['{ "na/*|*/me-less": 1 }', undefined],
  ["export de/*|*/fault 1", undefined],
  ["const/*|*/ructor() {}", undefined],
  ["select({ ios: 1, de/*|*/fault: 2 })", "default"],
  ["{ n/*|*/ew?: 1 }", "new"],
  ["o.cl/*|*/ass", "class"],
  ["o?.\n  im/*|*/port", "import"],
  ['{ "de/*|*/fault": 1 }', "default"],
  ["class A { de/*|*/fault() {} }", "default"],
  ["export de/*|*/fault (1)", undefined],
  ["import { de/*|*/fault as a }", undefined],
  ["f(...th/*|*/is.all)", undefined],
  ["function f(th/*|*/is: A) {}", undefined],
  ["const f = func/*|*/tion () {}", undefined],
  ["a = 1/*|*/2", undefined],
  ["a + /*|*/ b", undefined],
  ["/*|*/", undefined],
])("%s", (text, name) => {
  const { source, cursor } = marked(text);
  expect(nameAt(source, cursor ?? -1)).toBe(name as string);
});

test("an offset outside the text is at no name", () => {
  expect(nameAt("a", 9)).toBeUndefined();
  expect(nameAt("", -1)).toBeUndefined();
});
