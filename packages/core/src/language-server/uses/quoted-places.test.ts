import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { quotedPlaces } from "./quoted-places.ts";

function check(text: string, hasTypedThis = true): void {
  const { source, ranges } = marked(text);
  expect(quotedPlaces(source, "name", hasTypedThis).map(({ at }) => at)).toEqual(ranges.map(({ start }) => start));
}

test("a string in brackets behind a value", () => {
  check(
    'a["[|name|]"]; a?.[\'[|name|]\']; (a as any)[ `[|name|]` ](); a[0]["[|name|]"]; a!["[|name|]"]; a.of[\'[|name|]\']',
  );
  check("this[\"[|name|]\"]; a.this['[|name|]']", false);
  check("this[\"name\"]; a.this['[|name|]']");
});

test("no string of a list, nor one that is no key alone", () => {
  check(
    "f(['name']); return [\"name\"]; case ['name']: for (const a of ['name']) {} const b = ['name'], c = a ? ['name'] : 1;",
  );
  check("a['names']; a['a name']; a['name' + b]; a[\"name']; a[name]; a('name'); a[b['c'], 'name']");
});

test("a list on a line of its own, behind what ends a block", () => {
  check("function f() {}\n['name'].map(g); if (a) { b(); }\n  ['name'].map(g);");
  check("f()\n  ?.['[|name|]']; a\n['[|name|]']; f() ['[|name|]'];");
});

test("the brackets, with what stands before and in them", () => {
  const source = "a ?. [ 'name' ]()";
  expect(quotedPlaces(source, "name", true)).toEqual([{ at: 8, start: 1, end: 15 }]);
});
