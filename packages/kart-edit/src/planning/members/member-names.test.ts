import { expect, test } from "bun:test";
import { walkDeclarations } from "@kart/core/syntax/declaration";
import { isFailure, loadParser } from "@kart/core/syntax/parser/parse";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { hasOtherPrivate, isPrivate } from "./member-names.ts";

const oxc = await loadParser();

/** The member `a`: whether it is private, and whether its class has another such member. */
test.each([
  ["class K { private a = 1 }", true, false],
  ["class K { private static readonly a = 1; #b = 2 }", true, true],
  ["class K { constructor(private a = 1, private b = 2) {} }", true, true],
  ["class K { constructor(private readonly a: 1) {} b() {} }", true, false],
  ["class K { private a(): void; private a(x?: 1) {} }", true, false],
  ["class K { private get a() { return 1 } private set a(v) {} }", true, false],
  ["class K { private set a(v: 1) {} get a() { return 1 } }", false, false],
  ["class K { protected a = 1; private b = 2 }", false, true],
  ["class K { @Is('private') a = 1 }", false, false],
  ["interface I { a: 1 }", false, false],
])("%s", (source, isHidden, hasOther) => {
  const symbols = sourceSymbols(oxc, "a.ts", source);
  if (isFailure(symbols)) throw new Error(symbols.message);
  const found = walkDeclarations(symbols.declarations).find(({ declaration }) => declaration.name === "a");
  if (found === undefined) throw new Error("no `a`");
  const target = { source: symbols, declaration: found.declaration, span: found.declaration.span };
  expect([isPrivate(target), hasOtherPrivate(target)]).toEqual([isHidden, hasOther]);
});
