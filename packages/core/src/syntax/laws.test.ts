import { expect, test } from "bun:test";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import * as fc from "fast-check";
import { contains, textOf } from "../text/span.ts";
import type { Declaration } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { withNestedMembers } from "./nested-members.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

/** The broken laws of one file, in words; none for a good one. */
function brokenLaws(path: string, source: string): string[] {
  const outcome = parseSource(oxc, path, source);
  if (!outcome.ok) return [`${path}: does not parse: ${outcome.failure.message}`];
  const broken: string[] = [];
  /** Where declarations are named that were parsed by themselves. */
  const whole = new Set<number>();
  const visit = (declarations: readonly Declaration[], parent: Declaration | undefined) => {
    let end = parent?.span.start ?? 0;
    for (const declaration of declarations) {
      const { span, nameRange, namePath, head, lead, overloads, children } = declaration;
      const say = (what: string) => broken.push(`${path}: ${namePath}: ${what}`);
      if (parent !== undefined && !contains(parent.span, span)) say("reaches out of its parent");
      if (span.start < end) say("overlaps the sibling before it");
      end = span.end;
      if (!contains(span, nameRange) || !holdsName(textOf(source, nameRange), declaration))
        say(`name range holds ${textOf(source, nameRange)}`);
      if (head.start >= head.end) say("has no head");
      if (
        lead !== undefined &&
        source.slice(lead.end, declaration.statement?.start ?? span.start).trim() !== "" &&
        source.slice(lead.end, span.start).trim() !== ""
      )
        say("lead is not attached");
      if (
        overloads !== undefined &&
        (overloads[0]?.span.start !== span.start || overloads.at(-1)?.span.end !== span.end)
      )
        say("overloads do not fill the span");
      for (const one of overloads ?? [])
        if (!contains(one.span, one.nameRange) || !holdsName(textOf(source, one.nameRange), declaration))
          say(`name range of an overload holds ${textOf(source, one.nameRange)}`);
      const isKnown = whole.has(declaration.nameRange.start);
      whole.add(declaration.nameRange.start);
      if (!isKnown && !parsesInPlace(path, textOf(source, span), declaration))
        say(`does not parse: ${textOf(source, span).slice(0, 80)}`);
      visit(children, declaration);
    }
  };
  const symbols = declarationsOf(outcome.parsed);
  visit(symbols, undefined);
  if (broken.length === 0) visit(withNestedMembers(outcome.parsed, symbols), undefined);
  return broken;
}

function holdsName(text: string, { name }: Declaration): boolean {
  if (name === "default" || name === "export=") return text.startsWith(name === "default" ? "default" : "export");
  if (name.startsWith("[")) return text.replaceAll(/\s+/g, "") === name.replaceAll(/\s+/g, "");
  // A quoted name may be spelled with escapes.
  return (
    text === name ||
    text.slice(1, -1) === name ||
    String(Number(text)) === name ||
    JSON.stringify(name).slice(1, -1) === text.slice(1, -1)
  );
}

/** What a declaration may stand in; a text that parses in one of them is whole. */
const PLACES = [
  (text: string) => text,
  (text: string) => `abstract class A extends B { ${text} }`,
  (text: string) => `interface I { ${text} }`,
  (text: string) => `({ ${text} })`,
  (text: string) => `enum E { ${text} }`,
  (text: string) => `const ${text}`,
  (text: string) => `const { ${text} } = o`,
  (text: string) => `const [${text}] = o`,
  (text: string) => `class A { constructor(${text}) {} }`,
  (text: string) => `declare namespace N { ${text} }`,
  (text: string) => `namespace ${text}`,
];

let parsed = 0;

function parsesInPlace(path: string, text: string, { kind }: Declaration): boolean {
  const places = kind === "enum-member" ? [PLACES[4] as (typeof PLACES)[number]] : PLACES;
  return places.some((place) => {
    parsed += text.length;
    // The parser's results are freed by collection alone.
    if (parsed > 8_000_000) Bun.gc(true);
    if (parsed > 8_000_000) parsed = 0;
    return oxc.parseSync(path, place(text), { lang: "ts", astType: "ts" }).errors.length === 0;
  });
}

for (const name of CORPORA) {
  test(`every declaration of ${name} is whole`, () => {
    for (const { path, source } of corpusFiles(name)) expect(brokenLaws(path, source)).toEqual([]);
  }, 60_000);
}

const FRAGMENTS = [
  "const a = 1;",
  "export const b = 1, c = { d() {}, 'e-f': 2, get g() { return 1 } }",
  "/** doc */\nexport function f(a: 1): void;\nexport function f(a: any) {}",
  "@Dec()\nexport class K { /** m */ @A m() {} #p = 1; constructor(private q = 1) {} get r() { return 1 } }",
  "interface I { a: 1; b(): void\n c?: 2 }",
  "export namespace N.M { export enum E { A, 'B' = 2 } }",
  "const { h, i: j, ...k } = o, [l, , m] = p;",
  "type T = { a: 1 } & { b: 2 }",
  "// 👩‍👩‍👧 😀\nlet s = '😀', t = `\n`",
  "import z from 'z'",
  "x();",
];

/** Of CommonJS. */
const ASSIGNED = [
  "'use strict';",
  "module.exports = class A { /** m */ m() {} }",
  "/** doc */\nexports.f = exports['g-h'] = async function i() {}",
  "module.exports = { a, /** b */ b() {}, get c() { return 1 }, ...d, 'e-f': { g: 1 }, [h]: 2 };",
  "var k = exports = module.exports = { l() {} }, m = 1",
  "module.exports = (x) => x",
  "exports.default = class {}",
  "function P() {}",
  "P.prototype.q = function () {};",
  "P.prototype = { r: 1, s() {} }",
  "if (a) exports.t = 1",
];

test.each([
  ["TypeScript", "random.ts", FRAGMENTS],
  ["CommonJS", "random.js", ASSIGNED],
])(
  "the laws hold for any sequence of declarations of %s, with any line breaks and comments between",
  (_, path, all) => {
    const between = fc.constantFrom("\n", "\r\n", "\n\n", " // tail\n", "\n/* a */ /* b */\n", "\r\n\t", "\r");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...all), between), { maxLength: 6 }),
        fc.boolean(),
        (parts, hasMark) => {
          const source =
            (hasMark ? "\ufeff" : "") +
            parts
              .map(([fragment, gap]) => fragment + (fragment.endsWith(";") || /[\r\n]/.test(gap) ? "" : ";") + gap)
              .join("");
          expect(brokenLaws(path, source)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  },
);
