import { expect, test } from "bun:test";
import { marked } from "@kart/testkit/marked-source";
import { declarationsOf } from "./declarations.ts";
import { loadParser, parseSource } from "./parser/parse.ts";
import { declaratorIn, enclosingDeclarations, isInType, typeNamesIn, useAt } from "./use-site.ts";

const oxc = await loadParser();

/** The use of the name at the cursor, and the name path of the declaration around it. */
function at(text: string, path = "a.tsx"): string {
  const { source, cursor } = marked(text);
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const around = enclosingDeclarations(declarationsOf(outcome.parsed), cursor as number, (offset, statement) =>
    declaratorIn(outcome.parsed, offset, statement),
  );
  return `${useAt(outcome.parsed, cursor as number)} in ${around.map(({ namePath }) => namePath).join("+") || "module"}`;
}

test.each([
  ["/*|*/f();", "call in module"],
  ["function g() { /*|*/f(); }", "call in g"],
  ["const g = () => /*|*/f?.();", "call in g"],
  ["const g = new ns./*|*/F();", "call in g"],
  ["const g = (/*|*/f)!<string>();", "call in g"],
  ["const g = /*|*/f`x`;", "call in g"],
  ["@/*|*/f class K {}", "call in K"],
  ["@d(/*|*/f()) export class K {}", "call in K"],
  ["@/*|*/f export default class {}", "call in default"],
  ["class K { @ns./*|*/f() m() {} }", "call in K.m"],
  ["class K { x = /*|*/f; }", "reference in K.x"],
  ["class K { '/*|*/x' = f; }", "declaration in K.x"],
  ["interface K { '/*|*/x': T }", "declaration in K.x"],
  ["const v = { '/*|*/x': f };", "declaration in v.x"],
  ["const g = () => k['/*|*/x']();", "call in g"],
  ["const g = () => k['/*|*/x'];", "reference in g"],
  ["type T = K['/*|*/x'];", "type in T"],
  ["class K { constructor(readonly x = /*|*/f) {} }", "reference in K.x"],
  ["class K { constructor(readonly /*|*/x = f) {} }", "declaration in K.x"],
  ["class K { constructor(private /*|*/x: T) {} }", "declaration in K.x"],
  ["class K { get v() { return run(/*|*/f); } }", "reference in K.v"],
  ["class K extends /*|*/B {}", "extends in K"],
  ["class K extends ns./*|*/B<string> {}", "extends in K"],
  ["class K extends B</*|*/T> {}", "type in K"],
  ["class K implements /*|*/I {}", "implements in K"],
  ["interface K extends /*|*/I {}", "extends in K"],
  ["type T = ns./*|*/U[];", "type in T"],
  ["type T = typeof /*|*/v;", "type in T"],
  ["let v: /*|*/T;", "type in v"],
  ["const v = x as /*|*/T;", "type in v"],
  ["const v = {} satisfies /*|*/T;", "type in v"],
  ["function f(x: unknown): x is /*|*/T { return true; }", "type in f"],
  ["const v = </*|*/C />;", "jsx in v"],
  ["const v = <ns./*|*/C></ns.C>;", "jsx in v"],
  ["const v = <C x={/*|*/f} />;", "reference in v"],
  ["import { /*|*/a } from './b';", "import in module"],
  ["import { a as /*|*/b } from './b';", "import in module"],
  ["import /*|*/a from './b';", "import in module"],
  ["import * as /*|*/a from './b';", "import in module"],
  ["const /*|*/a = require('./b');", "import in a"],
  ["const { /*|*/a } = require('./b');", "import in a"],
  ["const { /*|*/a: x = 1 } = require('./b');", "import in x"],
  ["const { a: /*|*/x = 1 } = require('./b');", "import in x"],
  ["const { a: x = /*|*/f } = require('./b');", "reference in x"],
  ["const x = require('./b')./*|*/a;", "reference in x"],
  ["const load = createRequire(here); const { /*|*/a } = load('./b');", "import in a"],
  ["const { /*|*/a } = createRequire(here)('./b');", "import in a"],
  ["export { /*|*/a } from './b';", "re-export in module"],
  ["export { /*|*/a as b };", "re-export in module"],
  ["export default /*|*/a;", "re-export in module"],
  ["export = /*|*/a;", "re-export in module"],
  ["exports.b = /*|*/a;", "re-export in module"],
  ["exports.b = exports.c = /*|*/a;", "re-export in module"],
  ["module.exports = ns./*|*/a;", "re-export in module"],
  ["module.exports = { /*|*/a };", "re-export in module"],
  ["module.exports = { b: /*|*/a, c() {} };", "re-export in module"],
  ["exports.b = require(/*|*/'./b');", "re-export in module"],
  ["exports.b = { /*|*/a };", "reference in module"],
  ["exports.b = [/*|*/a];", "reference in module"],
  ["exports.b = f(/*|*/a);", "reference in module"],
  ["b = /*|*/a;", "reference in module"],
  ["class K { /*|*/m() {} }", "declaration in K.m"],
  ["interface K { /*|*/m(): void }", "declaration in K.m"],
  ["const o = { /*|*/m: 1 };", "declaration in o.m"],
  ["const o = { /*|*/m };", "reference in o.m"],
  ["const { /*|*/m: x } = o;", "reference in x"],
  ["const { m: x } = /*|*/o;", "reference in x"],
  ["const { m: x, n = /*|*/o } = p;", "reference in n"],
  ["const [x, { y }] = g(() => { const z = /*|*/o; }), { w } = p;", "reference in x+y"],
  ["namespace N { export const { x, y } = /*|*/o; }", "reference in N.x+N.y"],
  ["enum E { A, /*|*/B }", "declaration in E.B"],
  ["export function /*|*/f() {}", "declaration in f"],
  ["const a = 1, b = /*|*/f;", "reference in b"],
  ["namespace N { export const x = /*|*/f(); }", "call in N.x"],
  ["export default () => /*|*/f();", "call in default"],
  ["it('x', () => { /*|*/f(); });", "call in module"],
  ["list.map(/*|*/f);", "reference in module"],
  ["x = /*|*/f.y();", "reference in module"],
])("%s", (text, wanted) => {
  expect(at(text)).toBe(wanted);
});

test.each([
  ["/** {@link /*|*/f} */ g();", "mention in module"],
  ["// /*|*/f", "mention in module"],
  ["function g() { /** @type {/*|*/T} */ let x; }", "type in g"],
  ["/** @param {{ a: string, b: /*|*/T }} o */ function g(o) {}", "type in g"],
  ['/** @import { T as /*|*/U } from "./t" */ function g(o) {}', "import in module"],
  ['/** @import T, * as /*|*/U from "./t" */ function g(o) {}', "import in module"],
  ['/** @import T from "./t" and /*|*/U */ function g(o) {}', "mention in module"],
  ["/** @template [T=A</*|*/U>] */ function g(o) {}", "type in g"],
  ["/** @template [T=A<U>] /*|*/V */ function g(o) {}", "mention in g"],
  ["/** @param {{ a: {} }} o the /*|*/T */ function g(o) {}", "mention in g"],
])("comments of JavaScript: %s", (text, wanted) => {
  expect(at(text, "a.js")).toBe(wanted);
});

test.each([
  ["/** @param {{ a: Shape }} s a {@link Circle} of it, it's {T} */", "a Shape T"],
  ["/** @type {import('./k').A | B[\"c\"]} */", "A B c"],
  ["/** @template {A} [T=B<C>], D, [U=import('./k').E] the [F=G] */", "A B C E"],
  [
    "/** @extends Base<Shape, n.Circle<T>> of Shape\n * @implements Drawn @augments {Other} */",
    "Base Shape n Circle T Drawn Other",
  ],
  ["/** @typedef {\n * Grüße<$1>\n * } T } U {", "Grüße $1"],
])("names in the types of a comment: %s", (comment, wanted) => {
  const names = typeNamesIn(comment);
  expect(names.map((offset) => /^[\p{ID_Continue}$]+/u.exec(comment.slice(offset))?.[0]).join(" ")).toBe(wanted);
  expect(names.every((offset) => isInType(comment.slice(0, offset)))).toBe(true);
});
