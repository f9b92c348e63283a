import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { identifierUses } from "../scopes/identifier-uses.ts";
import { UsePlaces } from "./use-places.ts";

const oxc = await loadParser();

/** A name says where it stands: `t` in a type, `l` in what runs later, `n` in what runs at once. */
const ROWS = [
  "const a = n + n();",
  "const a: t = n as t;",
  "const a = n<t>(n satisfies t)!;",
  "function f(p = l): t { return l; }",
  "const f = () => l;",
  "const f = function () { l; };",
  "class K<A extends t> extends n<t> implements t { a: t = l; static b = n; [n] = l; static { n; } m() { l; } @n c: t; }",
  "@n class K { constructor(private a: t = l) {} }",
  "interface I extends t { a: t }",
  "type A = typeof t | t;",
  "enum E { A = n }",
  "namespace N { export const a = n; }",
  "declare const d: t;",
  "declare class D extends t { a: t }",
  "if (n) n; else for (const a of n) n;",
  "const a = { n, b: n, [n]: n, m() { l; }, get c() { return l; } };",
  "const a = <n>{n}</n>;",
  "export default n;",
];

for (const source of ROWS)
  test(source, () => {
    const outcome = parseSource(oxc, "a.tsx", source);
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const { program } = outcome.parsed;
    const places = new UsePlaces(program);
    const uses = identifierUses(program).filter(({ name }) => /^[tln]$/.test(name));
    const found = uses.map((use) => (places.isOfType(use) ? "t" : places.isAtLoad(use) ? "n" : "l"));
    expect(found).toEqual(uses.map(({ name }) => name as "t"));
    expect(uses).not.toEqual([]);
  });
