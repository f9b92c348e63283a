import { expect, test } from "bun:test";
import { classUse } from "./class-use.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { nodesAround } from "./scope.ts";

const oxc = await loadParser();

/** How a class is used at the bar; of another name that. */
function useIn(marked: string): string {
  const [before = "", after = ""] = marked.split("|");
  const text = before + after;
  const outcome = parseSource(oxc, "a.tsx", text);
  if (!outcome.ok) throw new Error(text);
  const use = classUse(nodesAround(outcome.parsed.program, before.length));
  if (use.kind !== "renamed") return use.kind;
  return `${/[\w$]+/.exec(text.slice(use.at))?.[0]}${use.isPassedOn ? " and passed on" : ""}`;
}

test.each([
  ["new |A()", "constructed"],
  ["new all.|A<string>()", "constructed"],
  ["new (|A as any)()", "constructed"],
  ["new B(|A)", "passed-on"],
  ["make(|A)", "passed-on"],
  ["make([|A])", "passed-on"],
  ["const make = () => |A", "passed-on"],
  ["function make() { return c ? |A : B }", "passed-on"],
  ["const a = <|A />", "passed-on"],
  ["const a = <|A></A>", "passed-on"],
  ["const a = <A></|A>", "other"],
  ["@each(|A) class B {}", "passed-on"],
  ["const B = |A", "B"],
  ["const B = all.|A<string>", "B"],
  ["B = |A", "B"],
  ["this.B = |A", "passed-on"],
  ["const { make } = |A", "other"],
  ["expect(a).toBeInstanceOf(|A)", "other"],
  ["function make(B = |A) {}", "B"],
  ["function make(b: typeof |A) {}", "b"],
  ["class B { constructor(private b: typeof all.|A) {} }", "b"],
  ["type B = typeof |A", "passed-on"],
  ["let b: InstanceType<typeof |A>", "other"],
  ["let b: keyof typeof |A", "other"],
  ["let b: (typeof |A)[]", "passed-on"],
  ["const all = { b: |A }", "b and passed on"],
  ["const all = { |A }", "A and passed on"],
  ["const { b: |A } = all", "A"],
  ["class B { static b = |A }", "b and passed on"],
  ["class B extends |A {}", "B"],
  ["class B extends all.|A<string> {}", "B"],
  ["class B extends |A { constructor() { super() } }", "other"],
  ["const B = class extends |A {}", "B"],
  ["make(class extends |A {})", "passed-on"],
  ["export default class extends |A {}", "passed-on"],
  ["class B extends mixed(|A) {}", "passed-on"],
  ["class B implements |A {}", "other"],
  ["class |A {}", "other"],
  ["import { |A } from './a'", "other"],
  ["export { |A }", "other"],
  ["export default |A", "other"],
  ["module.exports = |A", "other"],
  ["module.exports = { |A }", "other"],
  ["exports.b = |A", "other"],
  ["|A.make()", "other"],
  ["let b: |A", "other"],
  ["b instanceof |A", "other"],
  ["|A ? 1 : 2", "other"],
])("%s", (text, wanted) => {
  expect(useIn(text)).toBe(wanted);
});
