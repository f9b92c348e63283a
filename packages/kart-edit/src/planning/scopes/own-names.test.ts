import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { propertyNamed } from "./own-names.ts";
import { bindingsIn } from "./scope-walk.ts";

const oxc = await loadParser();

/** Each marks the property that holds what goes by its name within. */
test.each([
  [
    "keys of object literals",
    'f({ «a»: function a() {}, «"b"»: class b {}, c: function d() {}, e() {}, [g]: function g() {} });',
  ],
  ["assignments", "T.«a» = T.b = (function a() {}); T[c] = function c() {}; d = function d() {};"],
  ["members of classes", "class K { «a» = function a() {}; static «b» = class b {}; c() {} }"],
  ["none", "const a = function a() {}; function b() {} f(function c() {});"],
])("%s", (_, marked) => {
  const source = marked.replaceAll(/[«»]/g, "");
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { parsed } = outcome;
  const found = bindingsIn(parsed).flatMap((one) => propertyNamed(parsed, one) ?? []);
  const wanted = Array.from(marked.matchAll(/«/g), ({ index }, at) => index - 2 * at);
  expect(found.map(({ start }) => start)).toEqual(wanted);
});
