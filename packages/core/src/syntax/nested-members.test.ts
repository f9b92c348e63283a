import { expect, test } from "bun:test";
import { walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { resolveNamePath } from "./name-path.ts";
import { declarationsNaming, withNestedMembers } from "./nested-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

function parsedFrom(source: string, path = "a.ts") {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.parsed;
}

/** The name paths of what is no symbol; that each is found by its path, stands in its owner and beside the others is seen to. */
function nested(source: string, path?: string): string[] {
  const parsed = parsedFrom(source, path);
  const symbols = declarationsOf(parsed);
  const known = new Set(walkDeclarations(symbols).map(({ declaration }) => declaration.nameRange.start));
  const all = withNestedMembers(parsed, symbols);
  const found = walkDeclarations(all).map(({ declaration }) => declaration);
  expect(found.filter(({ nameRange }) => known.has(nameRange.start))).toHaveLength(known.size);
  for (const { children, span } of found) {
    let end = span.start;
    for (const child of children) {
      expect(child.span.start).toBeGreaterThanOrEqual(end);
      end = child.span.end;
    }
    expect(end).toBeLessThanOrEqual(span.end);
  }
  const added = found.filter(({ nameRange }) => !known.has(nameRange.start));
  for (const one of added) {
    expect(source.slice(one.nameRange.start, one.nameRange.end)).toContain(one.name);
    const meant = resolveNamePath(all, one.namePath, parsed.lines);
    expect(meant.status === "found" ? [meant.match.declaration] : "candidates" in meant && meant.candidates).toContain(
      one,
    );
  }
  return added.map(({ namePath }) => namePath);
}

const rows: [source: string, found: string[], path?: string][] = [
  ["type A = { inner: { deep: 1; get g(): 2; m(): void } }", ["A.inner.deep", "A.inner.g", "A.inner.m"]],
  ["type O = | { a: 1; size: 1 } | { size?: 2 }", ["O.a", "O.size", "O.size"]],
  ["type P<T> = T & { plus: 1 } & ({ alt: 1 } | { alt: 2 })", ["P.alt", "P.alt"]],
  ["type C<T> = T extends { on: 1 } ? { yes: T } : { no: { never: T } }", ["C.on", "C.yes", "C.no", "C.no.never"]],
  [
    "type L = { a: readonly { b: 1 }[]; c: [first: { d: 1 }, ...{ e: 1 }[]]; f?: Promise<Map<1, { g: 1 }>> }",
    ["L.a.b", "L.c.d", "L.c.e", "L.f.g"],
  ],
  ["type M<K extends { k: 1 }> = { [P in keyof K]: { v: 1 } } | { [key: string]: { w: 1 } }", ["M.K.k", "M.v", "M.w"]],
  ["interface I extends J<{ a: 1 }> { b: { c: 1 }; d(e: { f: 1 }): { g: 1 } }", ["I.a", "I.b.c", "I.d.e.f", "I.d.g"]],
  [
    "type F = (o: { a: 1 }, ...r: { b: 1 }[]) => { c: 1 }; type N = new () => { d: 1 }",
    ["F.o.a", "F.r.b", "F.c", "N.d"],
  ],
  [
    "function f(o: { a: 1 }, { p }: { p: 1 }, q = { r: 1 }, g: (s: { t: 1 }) => 1) {}",
    ["f.o.a", "f.p", "f.q.r", "f.g.s.t"],
  ],
  ["function f(a: { x: 1 }): 1; function f(a: { y: 1 }): 2; function f(a: any) { return a }", ["f.a.x", "f.a.y"]],
  [
    "const d = (c) => ({ one: () => c, two() { return { three: 1 } }, ['four']: 1, 'fi-ve': 1 })",
    ["d.one", "d.two", "d.two.three", "d.['four']", "d.fi-ve"],
  ],
  [
    "function f(a) { if (a) return { b: 1 }; return a ? { c: [{ d: 1 }] } : { ...(a && { e: 1 }) } as { g: 1 } }",
    ["f.b", "f.c", "f.c.d", "f.e", "f.g"],
  ],
  [
    "function f() { const o = { a: 1 }; type T = { b: 1 }; g({ c: 1 }); const h = () => { return { d: 1 } }; return o }",
    [],
  ],
  ["const f = () => class { a = { b: 1 } }; k({ a: 1 }).l", []],
  [
    "const g = h({ a: 1 }, x => ({ b: { c: 1 } }), 'd', new E({ f: 1 }), [{ i: 1 }]); const n = new N({ o: 1 })",
    ["g.a", "g.b", "g.b.c", "g.i", "n.o"],
  ],
  [
    "const s = slice({ name: 'n', reducers: { add(state: { n: 1 }) { return { out: 1 } }, ['x']: f({ deep: 1 }) } })",
    [
      "s.name",
      "s.reducers",
      "s.reducers.add",
      "s.reducers.add.state.n",
      "s.reducers.add.out",
      "s.reducers.['x']",
      "s.reducers.['x'].deep",
    ],
  ],
  [
    "const u = create<{ t: 1 }>()(persist((set) => ({ n: 0, up: () => set({ m: 1 }) }), { key: 1 }))",
    ["u.t", "u.n", "u.up", "u.up.m", "u.key"],
  ],
  ["const r = ref<{ a: 1; b: { d: 1 } }>({ a: 1, b: { d: 1 }, c: 1 })", ["r.a", "r.b", "r.b.d", "r.c"]],
  ["const z = a.b.object({ c: 1 }).strict().and(d.object({ e: 1 })), y = a.b({ c: 1 })[0].f", ["z.c", "z.e"]],
  [
    "export default define({ setup() { return { x: 1 } } }); class A { on = make({ go() {} }) }",
    ["default.setup", "default.setup.x", "A.on.go"],
  ],
  ["module.exports = { M: base.extend({ run() {} }) }", ["M.run"], "a.js"],
  [
    "const o = { a: { b: { c: 1 } } } satisfies { z: 1 }; let v = { w: 1 }; const t: { u: 1 } = s<{ r: 1 }>()",
    ["o.a.b", "o.a.b.c", "o.z", "v.w", "t.u", "t.r"],
  ],
  [
    "class K { p: { q: 1 }; #r = { s: 1 }; constructor(public o: { a: 1 }, n: { m: 1 }) {} t(u: { x: 1 }) { return { y: 1 } } static {} }",
    ["K.p.q", "K.#r.s", "K.o.a", "K.constructor.n.m", "K.t.u.x", "K.t.y"],
  ],
  ["namespace N.M { export type A = { b: { c: 1 } }; const { d }: { d: 1 } = e; if (d) ({ f: 1 }) }", ["N.M.A.b.c"]],
  ["export default { a: { b: 1 } }", ["default.a.b"]],
  ["export default (o: { a: 1 }) => ({ b: 1 })", ["default.o.a", "default.b"]],
  [
    "declare module 'm' { interface R { s: { t: 1 } } } declare global { var g: { h: 1 } }",
    ['"m".R.s.t', "global.g.h"],
  ],
  ["module.exports = { a() { return { b: 1 } }, c, d: e.f }", ["a.b"], "a.js"],
  ["exports.c = () => ({ d: 1 }); C.prototype.m = function () { return { n: 1 } }", ["c.d", "C.m.n"], "a.js"],
  ["for (const x of [{ a: 1 }]) {} const { y } = { y: { z: 1 } }; enum E { A = 1 } foo`${{ b: 1 }}`", []],
];

for (const [source, found, path] of rows)
  test(source, () => {
    expect(nested(source, path)).toEqual(found);
  });

test.each([
  ["type U = { a: 1; b: 1 } | { a: 2; c: 1 }", ["U.a 2", "U.b 1", "U.a 2", "U.c 1"]],
  ["type U = { a: 1 } | { a: 2 } | { b: 1 }", ["U.a 1", "U.a 1", "U.b 1"]],
  ["type U = { a: 1 } | { a: 2 } | V", ["U.a 1", "U.a 1"]],
  ["type U = { get a(): 1; set a(v) } | { b: 1 }", ["U.a 1", "U.a 1", "U.b 1"]],
  ["type U = ({ a: 1 } | { a: 2 })[] | { a: 3 }", ["U.a 2", "U.a 2", "U.a 1"]],
])("what each type of a union has is one to the compiler: %s", (source, names) => {
  const parsed = parsedFrom(source);
  const [union] = withNestedMembers(parsed, declarationsOf(parsed));
  const shown = union?.children.map(({ namePath, otherNames = [] }) => `${namePath} ${otherNames.length + 1}`);
  expect(shown).toEqual(names);
});

test("a comment above a nested member is its lead", () => {
  const source = "type A = {\n  inner: {\n    /** how deep */\n    deep: 1\n  }\n}";
  const parsed = parsedFrom(source);
  const [a] = withNestedMembers(parsed, declarationsOf(parsed));
  const lead = a?.children[0]?.children[0]?.lead;
  expect(source.slice(lead?.start, lead?.end)).toBe("/** how deep */");
});

/** How many declarations of each file are given for a name: all of them only where no symbol has it. */
function isNested(symbol: string, line?: number): boolean {
  const source = "type A = {\n size: 1 }\ntype B = { b: {\n size: 1; deep: 1 } }\nfunction f(deep: 1) {}";
  const parsed = parsedFrom(source);
  const declarations = declarationsOf(parsed);
  return declarationsNaming({ declarations, lines: parsed.lines }, () => parsed, symbol, line) !== declarations;
}

test("a symbol goes before what is none; a line that holds none of the name tells", () => {
  expect(isNested("deep")).toBe(true);
  expect(isNested("B.b.size")).toBe(true);
  expect(isNested("b/deep")).toBe(true);
  expect(isNested("size")).toBe(false);
  expect(isNested("size", 2)).toBe(false);
  expect(isNested("size", 4)).toBe(true);
  expect(isNested("size", 5)).toBe(false);
  expect(isNested("size[1]")).toBe(false);
  expect(isNested("deep[0]")).toBe(true);
  expect(isNested("nothing")).toBe(false);
  expect(isNested("B.b.dep")).toBe(true);
});

test.each<[what: string, source: string, found: string]>([
  ["one", "const o = f({ a() {} });", "found"],
  ["several", "const o = f({ a: 1 });\nconst p = f({ a: 2 });", "ambiguous"],
  ["none where a local has the name", "const o = f({ a: 1 }, (a) => a);", "missing"],
  ["none where a shorthand uses the name", "const o = f({ b: { a } }, { a: 1 });", "missing"],
  ["one that is read by its name", "const o = f({ a: 1 }, (b) => b.a);", "found"],
])("what a call is given is meant by a bare name: %s", (_, source, found) => {
  const parsed = parsedFrom(source);
  const naming = declarationsNaming({ declarations: declarationsOf(parsed), lines: parsed.lines }, () => parsed, "a");
  expect(resolveNamePath(naming, "a", parsed.lines).status).toBe(found as "found");
});
