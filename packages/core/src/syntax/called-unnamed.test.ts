import { expect, test } from "bun:test";
import { unnamedCallers } from "./called-unnamed.ts";
import { walkDeclarations } from "./declaration.ts";
import { isFailure, loadParser } from "./parser/parse.ts";
import { sourceSymbols } from "./source-symbols.ts";

const oxc = await loadParser();

test.each([
  ["class K { toJSON() {} }", "K.toJSON", "JSON.stringify"],
  ["class K { toString = () => '' }", "K.toString", "template strings and operators"],
  ["class K { get 'valueOf'() { return () => 1 } }", "K.valueOf", "operators"],
  ["const o = { then(ok) {} }", "o.then", "await"],
  ["interface I { toJSON(): object }", "I.toJSON", "JSON.stringify"],
  ["class K { next() {} [Symbol.iterator]() {} }", "K.next", "loops and spreads"],
  ["class K { return() {} async *[Symbol.asyncIterator]() {} }", "K.return", "loops and spreads"],
  ["class K extends HTMLElement { connectedCallback() {} }", "K.connectedCallback", "browsers (custom elements)"],
  ["class K { static observedAttributes = ['a'] }", "K.observedAttributes", "browsers (custom elements)"],
  ["const o = { connectedCallback() {} }", "o.connectedCallback", undefined],
  ["class K { next() {} }", "K.next", undefined],
  ["class K { #toJSON() {} }", "K.#toJSON", undefined],
  ["class K { toJson() {} }", "K.toJson", undefined],
  ["export function then() {}", "then", "import() of its module, which awaits that"],
  ["const then = () => {};\nexport { then }", "then", "import() of its module, which awaits that"],
  ["const then = () => {};\nexport { then as other }", "then", undefined],
  ["export type then = 1", "then", undefined],
  ["function then() {}", "then", undefined],
  ["function toString() {}", "toString", undefined],
  ["namespace N { export function then() {} }", "N.then", undefined],
  ["enum E { then }", "E.then", undefined],
])("%s", (source, namePath, wanted) => {
  const symbols = sourceSymbols(oxc, "a.ts", source);
  if (isFailure(symbols)) throw new Error(symbols.message);
  const all = walkDeclarations(symbols.declarations).map(({ declaration }) => declaration);
  const declaration = all.find((one) => one.namePath === namePath);
  if (declaration === undefined) throw new Error(`no ${namePath}`);
  expect(unnamedCallers(symbols.declarations, declaration)).toBe(wanted);
});
