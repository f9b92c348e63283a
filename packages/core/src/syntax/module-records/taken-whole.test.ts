import { expect, test } from "bun:test";
import { loadParser, parseSource } from "../parser/parse.ts";
import { isTakenWhole } from "./taken-whole.ts";

const oxc = await loadParser();

function isTaken(source: string, path: readonly string[] = []): boolean {
  const outcome = parseSource(oxc, "a.ts", `import * as ns from "./ns";\n${source}`);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return isTakenWhole(outcome.parsed, "ns", path);
}

test.each([
  "export const api = { ns };",
  "const held = ns;",
  "let held: typeof ns;",
  "f(ns);",
  "const all = { ...ns };",
  "ns[key];",
  "export { ns };",
  "export default ns;",
  "import Held = ns;",
  "const { a } = ns;",
  "function f(other = ns) {}",
  "ns satisfies object;",
])("%s takes the whole", (source) => {
  expect(isTaken(source)).toBe(true);
});

test.each([
  "ns.a();",
  "let a: ns.A<typeof ns.b>;",
  "export const f = <ns extends ns.A>(a: ns): ns => a;",
  "export function f(ns: string) { return g(ns); }",
  "type F = { (ns: string): void; m(ns: string): void; new (ns: string): F };",
  "type F = (ns: string) => void;",
  "const a = { ns: 1 }.ns;",
  "{ const ns = 1; f(ns); }",
  "// f(ns)\nconst text = 'ns';",
  "type A<T> = T extends [infer ns] ? ns : never;",
])("%s names members alone", (source) => {
  expect(isTaken(source)).toBe(false);
});

test("what a namespace holds is another whole", () => {
  expect(isTaken("ns.inner.a(); let b: ns.inner.B; f(ns.other);", ["inner"])).toBe(false);
  for (const source of ["f(ns.inner);", "f(ns);", "let a: typeof ns.inner;", "import Held = ns.inner;"])
    expect(isTaken(source, ["inner"]), source).toBe(true);
});
