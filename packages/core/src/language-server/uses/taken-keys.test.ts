import { expect, test } from "bun:test";
import { derivedIn, isDefaultIn, takesKeysIn } from "./taken-keys.ts";

const derived = (text: string) => derivedIn(text, new Set(["Base"]));
const takes = (text: string) => takesKeysIn(text, new Set(["Base"]));

test("what extends a type, is made of it or is its other name has its members", () => {
  expect(derived("export interface A extends Base { a: 1 }\nclass B<T> implements Other, ns.Base {}")).toEqual([
    "A",
    "B",
  ]);
  expect(derived("class C extends Emitter<{ a: 1 }, Base> {}\nconst D = class extends mixin(Base) {};")).toEqual([
    "C",
    "D",
  ]);
  expect(
    derived("type A = { a: 1; b: 2 } & Base;\ntype B<T = {}> = Partial<Base> | T\ntype C =\n  | Other\n  & Base"),
  ).toEqual(["A", "B", "C"]);
  expect(derived('import { Base as A, type Base as B } from "./base";\nexport { Base as default };')).toEqual([
    "A",
    "B",
  ]);
});

test("what only names a type does not", () => {
  expect(derived("class A { base: Base }\ninterface B extends Based {}\nfunction f(): Base {}")).toEqual([]);
  expect(derived("type A = { base: Base };\ntype B = (base: Base) => void\ntype C = Other\nBase.make()")).toEqual([]);
  expect(derived("const a = (b as Base, c(Base as any));")).toEqual([]);
  expect(
    derived("interface Box<T extends Base = Base> { of: T }\nclass A<F extends () => Base> extends B<F> {}"),
  ).toEqual([]);
  expect(derived("class Box<T extends Other> extends Base {}")).toEqual(["Box"]);
});

test("keys are taken of a type or a value itself, within another type, and of a parameter", () => {
  for (const text of [
    "keyof Base",
    "keyof typeof Base",
    "keyof ns.Base",
    "keyof (Other & Base)",
    "keyof Partial<Base>",
    "function get<T extends Base, K extends keyof T>(of: T, key: K) {}",
    "const base: Readonly<Base> = {};\ntype Key = keyof typeof base;",
  ])
    expect([text, takes(text)]).toEqual([text, true]);
  for (const text of [
    "keyof Based",
    "keyof Other\nclass Base {}",
    // What is given it is another question.
    "new Emitter<Base>()",
    "a: Base, b: keyof Other",
  ])
    expect([text, takes(text)]).toEqual([text, false]);
});

test("the default export of a text is a type by its declaration, by its name, or by an entry", () => {
  for (const text of [
    "export default interface Base {}",
    "export default abstract class Base {}",
    "interface Base {}\nexport default Base;",
    "export = Base",
    "export { Other, Base as default };",
  ])
    expect([text, isDefaultIn(text, new Set(["Base"]))]).toEqual([text, true]);
  for (const text of ["export default Based;", "export interface Base {}", "export { Base as defaults };"])
    expect([text, isDefaultIn(text, new Set(["Base"]))]).toEqual([text, false]);
});
