import { expect, setDefaultTimeout, test } from "bun:test";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import { nameRangesOf, walkDeclarations } from "../declaration.ts";
import { declarationsOf } from "../declarations.ts";
import { moduleRecord } from "./module-record.ts";
import { loadParser, parseSource } from "../parser/parse.ts";
import { exportStyleOf, isDeclaredByExport, isDeclaredWithout, mayListName } from "./plain-exports.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const oxc = await loadParser();

test("what the text says is declared by export is what the parser lists under that name alone", () => {
  let told = 0;
  for (const corpus of CORPORA)
    for (const { path, source } of corpusFiles(corpus)) {
      const read = moduleRecord(oxc, path, source);
      const outcome = parseSource(oxc, path, source);
      if (!read.ok || !outcome.ok) continue;
      const { mayNest, mayList } = exportStyleOf(source);
      const declarations = declarationsOf(outcome.parsed);
      const topLevel = new Set(declarations.flatMap((one) => nameRangesOf(one).map(({ start }) => start)));
      const wrong = [...walkDeclarations(declarations)].flatMap(({ declaration: { name, nameRange } }) => {
        if (!isDeclaredByExport(source, nameRange.start) || mayNest) return [];
        told++;
        const names = read.record.exports.flatMap((one) => (one.local === name ? [one.name] : []));
        const isRight =
          topLevel.has(nameRange.start) &&
          ((mayList && mayListName(source, name)) || Bun.deepEquals([...new Set(names)], [name]));
        return isRight ? [] : [`${path}: ${name}`];
      });
      expect(wrong).toEqual([]);
    }
  expect(told).toBeGreaterThan(5000);
});

test.each([
  ["export const ", true],
  ["export let ", true],
  ["export async function ", true],
  ["export function * ", true],
  ["export abstract class ", true],
  ["export declare const enum ", true],
  ["// to export type\n  ", false],
  ["};export type ", true],
  ["export default function ", false],
  ["export const a = 1, ", false],
  ["export { ", false],
  ["reexport const ", false],
  ["const ", false],
])("%p declares a name that is exported: %p", (before, is) => {
  expect(isDeclaredByExport(`${before}name`, before.length)).toBe(is);
});

test.each([
  "namespace A { export const a = 1 }",
  "export declare namespace A.B\n{ }",
  "namespace A /* { */ { }",
  "namespace A // note\n{ }",
  'declare module "a" {}',
  "declare global {}",
])("%p may nest exports", (source) => {
  expect(exportStyleOf(source).mayNest).toBe(true);
});

test.each([
  "export { a }",
  "export type { A }",
  "export{a as b}",
  "export default a",
  "export = a",
  "exports.a = a",
  "export import A = B.C",
  "export as namespace A",
])("%p may export a name once more", (source) => {
  expect(exportStyleOf(source).mayList).toBe(true);
});

test.each([
  ["export { a, b as c };", true],
  ["export type {\n  b\n};", true],
  ["export { /* } */ b };", true],
  ["export { bb, $b };", false],
  ["export { /* b, {@link b} */ a, // b\n c };", false],
  ["export { /* } */ a, // }\n b };", true],
  ['export { a as "b" };', true],
  ["// some export as `b`\nexport { a };", false],
  ["export { a }; export default {};", true],
])("%p may list b: %p", (source, is) => {
  expect(mayListName(source, "b")).toBe(is);
});

test("a module of plain exports is one", () => {
  const source =
    'import { a } from "a";\n/** Of this module. */\nexport const global = { a };\nexport type B = typeof a;\n';
  expect(exportStyleOf(source)).toEqual({ mayNest: false, mayList: false });
});

test.each([
  ["const b = 1;", true],
  ["let a;\nasync function b() {}", true],
  ["// export\nclass b {}", false],
  ["export const b = 1;", false],
  ["export\nconst b = 1;", false],
  ["export default\nclass b {}", false],
  ["export const a = 1, b = 2;", false],
  ["const { b } = a;", false],
  ["declare\nconst b: 1;", false],
])("%p declares b by a statement of its own without export: %p", (source, is) => {
  expect(isDeclaredWithout(source, source.search(/\bb\b/))).toBe(is);
});
