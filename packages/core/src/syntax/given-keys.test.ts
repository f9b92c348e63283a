import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { givenKeys } from "./given-keys.ts";

function check(text: string, callee = "take"): void {
  const { source, ranges } = marked(text);
  expect(givenKeys(source, "name")).toEqual(ranges.map(({ start }) => ({ offset: start, callee })));
}

test("keys of literals that a call is given, at any depth", () => {
  check(
    "take({ [|name|]: 1 }); a.take(1, { b, [|name|] }); new a.take({ [|name|]() {} }); take<A, B<C>>({ '[|name|]': 1 });",
  );
  check("take({ a: [{ b: 1, [|name|]: 1 }] }); take(() => ({ [|name|]: 1 })); take([...(a ? [{ [|name|] }] : [])]);");
  check(
    "take?.({\n  // one, of many words, which say more than anybody would read here, and go on for longer than most lines do\n  [|name|]: 1,\n  /* two */ get [|name|]() { return 1; },\n});",
  );
});

test("no other keys, and no other names", () => {
  check("const a = { name: 1 }; return { name }; if (a) { name: for (;;) {} } type A = { name: string };");
  check("take(name); take({ [name]: 1 }); take({ a: name }); take('name'); take({ names: 1 }); take(() => { name; });");
  check("take({ a: 1 }, class { name: string }); for (const { name } of a) {} take((a) => { const b = { name }; });");
});
