import { expect, test } from "bun:test";
import { textOf } from "../text/span.ts";
import { classMembersNamed } from "./class-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

test("members of a name in every class, with the end of those that extend another", () => {
  const source = `class A { static id = 1; id = 2; static "id"() {} static [id] = 3; static #id = 4; static {} }
const B = () => class extends A { get id() { return 1; } set id(v) {} };
abstract class C extends A { static f = class extends C { static id = 5 }; abstract id: 1; [key: string]: 1 }
class D { id?(): 1 }`;
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = classMembersNamed(outcome.parsed, "id").map(({ isStatic, value, names, endOfHeir }) => [
    isStatic,
    value,
    names.map((one) => textOf(source, { ...one, end: one.end + 4 })),
    endOfHeir === undefined ? undefined : source.slice(endOfHeir).split("\n")[0],
  ]);
  expect(found).toEqual([
    [false, "given", ["id = 2"], undefined],
    [true, "given", ["id = 1", 'id"() '], undefined],
    [false, "given", ["id() {", "id(v) "], "};"],
    [false, "abstract", ["id: 1;"], "}"],
    [true, "given", ["id = 5"], "}; abstract id: 1; [key: string]: 1 }"],
    [false, "none", ["id?():"], undefined],
  ]);
});
