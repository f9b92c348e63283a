import { expect, test } from "bun:test";
import { handsOn, mayHandOn } from "./handed-on.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

/** The lines of what is handed on, `line name` where one export is meant alone. */
function linesOf(source: string, local = "ns", path: readonly string[] = []): string[] {
  const outcome = parseSource(oxc, "a.tsx", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { parsed } = outcome;
  const start = source.search(/import\b|require\(/);
  return handsOn(parsed, start, local, path).places.map(({ start: at, name }) =>
    [parsed.lines.lineAt(at), name].filter((one) => one !== undefined).join(" "),
  );
}

test("most texts need no parsing to see that nothing is handed on", () => {
  const members =
    "import * as z from 'zod'; import { a, z } from 'b'; z.string(); z\n .a; z?.b; z!.c; /[a-z]/; 'z'; `z` // the z of it";
  expect(mayHandOn(members, "z")).toBe(false);
  expect(mayHandOn("ns.inner.a; f(ns.other);", "ns", ["inner"])).toBe(false);
  for (const use of ["f(ns.inner);", "const { inner } = ns;"]) expect(mayHandOn(use, "ns", ["inner"]), use).toBe(true);
  for (const use of [...WHOLE, "a && ns;", "f(/* why */ ns);", "f(// why\n ns);"])
    expect(mayHandOn(use, "ns"), use).toBe(true);
});

const WHOLE = [
  "f(ns);",
  "new F(1, ns);",
  "Object.entries(ns);",
  "Object.assign(target, ns);",
  "export const all = { ...ns, a: 1 };",
  "export default { ...ns };",
  "f({ ...ns });",
  "const all = { ...ns }; all[key];",
  "const b = [ns];",
  "ns[key];",
  "ns[`a${key}`];",
  "(ns as Record<string, unknown>)[key];",
  "drizzle(url, { schema: ns });",
  "drizzle(url, { ns });",
  "drizzle({ a: { ns } });",
  "const pages: Pages = { ns };",
  "const api = { ns } satisfies Api; api.ns.a;",
  "const own = ns satisfies Own;",
  "const api = { deep: { ns } }; f(api.deep);",
  "const api = { [key]: ns };",
  "const heir = { __proto__: ns };",
  "const { a, ...rest } = ns;",
  "const own: Api = ns;",
  "const own = ns; f(own);",
  "let own; own = ns; f(own);",
  "const f = () => ns;",
  "function f() { return ns; }",
  "function f(own = ns) {}",
  "class A { own = ns }",
  "this.own = ns;",
  "for (const key in ns) {}",
  "key in ns;",
  "<A value={ns} />;",
  "<A {...ns} />;",
  "vi.spyOn(ns, key);",
  "f(a ? ns : other);",
  "const { spyOn } = vi; spyOn(other, ns);",
  "throw ns;",
  "tag`a ${ns}`;",
  "let own: Own | undefined; own = ns;",
  "import own = ns; f(own);",
];
for (const use of WHOLE)
  test(`${use} hands it on`, () => {
    expect(linesOf(`import * as ns from "./a";\n${use}`)).toEqual(["2"]);
  });

const FOLLOWED = [
  "ns.a; ns.b(); ns?.c; ns!.d; ns['e']; ns[`f`]; (ns).g;",
  "type T = typeof ns; type U = ns.T; let v: ns.V<typeof ns.a>; let w: Record<keyof typeof ns, 1>;",
  "export { ns };",
  "export default ns;",
  "const { a, b: c = 1 } = ns;",
  "const own = ns; own.a; own['b'];",
  "const api = { ns }; api.ns.a; api.other; f(api.other);",
  "export const api = { deep: { ns } } as const;",
  "export default { ns };",
  "const all = { ...ns, ...other }; all.a; all.b();",
  "module.exports = { ns };",
  "exports.ns = ns;",
  "<ns.A />;",
  "new ns.A(); ns(); ns`a`;",
  "if (ns && ns.a) {} typeof ns; ns === other;",
  "vi.mocked(ns).a;",
  "function f(ns) { g(ns); const h = { ns }; } (ns) => f(ns); { const ns = 1; f(ns); } try {} catch (ns) { f(ns); }",
  "for (const ns of all) f(ns); function g({ ns }) { f(ns); } class A { ns() { f(this.ns); } }",
  "f(other.ns); f({ ns: 1 }); f('ns'); // f(ns)",
  "const own: typeof ns = ns; own.a; let late: typeof ns | undefined; late = ns; late.b;",
  "export import own = ns; own.a; `a ${ns}`;",
  "let own; own = ns; export { own };",
  "const [own] = [1]; own.ns = 1; ns: for (;;) break ns;",
  "let own; own = ns; own.a; own = null;",
  "var own = undefined; if (c) own = ns; own.a;",
  "let own: typeof import('./a') | undefined; () => { own ??= ns; own.a; };",
];
for (const uses of FOLLOWED)
  test(`${uses} is followed`, () => {
    expect(linesOf(`import * as ns from "./a";\n${uses}`)).toEqual([]);
  });

test("one export may be meant alone", () => {
  const uses = [
    "(c ? ns : other).a();",
    "const p = c ? ns : other; p.b();",
    "(ns as any).c;",
    'vi.spyOn(ns, "d");',
    '"e" in ns;',
  ];
  expect(linesOf(`import * as ns from "./a";\n${uses.join("\n")}`)).toEqual(["2 a", "3 b", "4 c", "5 d", "6 e"]);
});

test("of a variable that types do not follow each member that it may be of a module", () => {
  const lines = (uses: string) => linesOf(`import * as ns from "./a";\n${uses}`);
  expect(lines("let own = {}; own = ns; own.a;")).toEqual(["2 a"]);
  expect(lines("let own; own = ns; own = other; own.a;")).toEqual(["2 a"]);
  expect(lines("let own; own = ns; ({ own } = other); own.a;")).toEqual(["2 a"]);
  expect(lines("let own; own = ns; () => own.a;")).toEqual(["2 a"]);
  expect(lines("function f(own) { own = ns; own.a; }")).toEqual(["2 a"]);
  expect(lines("let own; own = ns; () => {\nconst one = own; one.a; f(one); };")).toEqual(["3 a", "3"]);
});

test("members of what require() gives a variable go by the module, unless that may hold others too", () => {
  expect(linesOf('let m; try { m = require("./a"); } catch { m = {}; } m.a; () => m.b;')).toEqual([]);
  expect(linesOf('let m = {}; function f() { m = m || null; m = require("./a"); return m.a; }')).toEqual([]);
  expect(linesOf('let m; try { m = require("./a"); } catch { m = { a() {} }; } m.a;')).toEqual(["1 a"]);
  expect(linesOf('let m; () => { m = require("./a"); }; () => { const n = m; n.a; f(m); };')).toEqual(["1 a", "1"]);
  expect(linesOf('function f(m) { m = require("./a"); m.a; }')).toEqual(["1 a"]);
  expect(linesOf('let m; if (c) m = require("./a"); else m = require("./b"); m.a;')).toEqual(["1 a"]);
  expect(linesOf('let m; m = require("./a"); if (c) m = require("./a"); m.a;')).toEqual([]);
  expect(linesOf('let m; (m ??= require("./a")).a; const n = m ||= require("./a");')).toEqual(["1 a"]);
  expect(linesOf('let m;\nconst load = () => m ??= require("./a");')).toEqual(["2"]);
  expect(linesOf('let m; if (c) m = require("./a"); else m = other;\nmodule.exports = m;')).toEqual(["2"]);
});

test("what require() gives, and a namespace within another", () => {
  expect(linesOf('f(require("./a"));')).toEqual(["1"]);
  expect(linesOf('const m = { ...require("./a") }; m[key];')).toEqual(["1"]);
  expect(linesOf('const m = require("./a"); m.a;\nf(m);')).toEqual(["2"]);
  expect(linesOf('require("./a")(app); require("./a").b; module.exports = require("./a");')).toEqual([]);
  expect(
    linesOf(
      'import { all } from "./a";\nf(all.inner);\nf(all);\nf(all.other); vi.spyOn(all, "other");\nall.inner.a;',
      "all",
      ["inner"],
    ),
  ).toEqual(["2", "3"]);
  expect(linesOf('import ns = require("./a");\nf(ns);')).toEqual(["2"]);
});

test("what import() gives to a callback, and what several give at once", () => {
  const lines = (source: string) => linesOf(source, "*", ["inner"]);
  expect(lines('import("./a").then((m) => f(m.inner));')).toEqual(["1"]);
  expect(lines('import("./a").then(function ({ inner }) { f(inner); });')).toEqual(["1"]);
  expect(lines('import("./a").then((m) => m.inner.a);')).toEqual([]);
  expect(lines('import("./a").then(f);')).toEqual(["1"]);
  expect(lines('import("./a").catch(f);')).toEqual([]);
  expect(lines("f((await import('./a')).inner);")).toEqual(["1"]);
  expect(lines('const [m] = await Promise.all([import("./a")]);\nf(m.inner);')).toEqual(["2"]);
  expect(lines('const [m] = await Promise.all([import("./a")]);\nf(m.other);')).toEqual([]);
  expect(lines('const [...m] = await Promise.all([import("./a")]);')).toEqual(["1"]);
  expect(lines('Promise.all([import("./a")]).then(([{ inner }]) => f(inner));')).toEqual(["1"]);
  expect(lines('Promise.any([import("./a")]);')).toEqual(["1"]);
});

test("variables of the module, and of namespaces in it, hold it for others", () => {
  const held = (uses: string) => {
    const outcome = parseSource(oxc, "a.ts", `import * as ns from "./a";\n${uses}`);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return handsOn(outcome.parsed, 0, "ns").exported.map(({ local, path }) => [local, ...path].join("."));
  };
  expect(held("let own; own = ns;")).toEqual(["own"]);
  expect(held("export import own = ns;")).toEqual(["own"]);
  expect(held("export namespace N { export const own = ns; const hidden = ns; }")).toEqual(["N.own"]);
  expect(held("function f() { const own = ns; let late; late = ns; }")).toEqual([]);
});

test("where types do not lead to a member, those of objects that hold the module are named", () => {
  const lines = (source: string, isFollowed: boolean) => {
    const outcome = parseSource(oxc, "a.js", `const ns = require("./a");\n${source}`);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const { places } = handsOn(outcome.parsed, "const ns = ".length, "ns", [], isFollowed);
    return places.map(({ start, name }) => [outcome.parsed.lines.lineAt(start), name ?? "any"].join(" "));
  };
  for (const source of ["const o = { ns };\no.ns.a();", "const o = { b: { ns } };\nconst { a } = o.b.ns;"]) {
    expect(lines(source, true), source).toEqual([]);
    expect(lines(source, false), source).toEqual(["3 a"]);
  }
  for (const source of ["const o = { ns };\no.a();", "ns.a();", "module.exports = { ns };"])
    expect(lines(source, false), source).toEqual([]);
});
