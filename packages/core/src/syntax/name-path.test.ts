import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { textOf } from "../text/span.ts";
import { declarationsOf } from "./declarations.ts";
import { bareName, formatNamePart, parseNamePath, partNames, resolveNamePath } from "./name-path.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

test.each([
  ["parse", ["parse"], undefined],
  ["Router.match", ["Router", "match"], undefined],
  ["Api/Client/#token", ["Api", "Client", "#token"], undefined],
  ["f[2]", ["f"], 2],
  ["A.f[0]", ["A", "f"], 0],
  ["A.[Symbol.iterator]", ["A", "[Symbol.iterator]"], undefined],
  ['"a/b".f', ['"a/b"', "f"], undefined],
  ['headers."content.type"', ["headers", '"content.type"'], undefined],
  ["", [""], undefined],
  ["a..b", ["a..b"], undefined],
])("%s is read as %j", (text, parts, index) => {
  expect(parseNamePath(text)).toEqual(index === undefined ? { parts } : { parts, index });
});

test.each([
  ["Store#put", "Store.put"],
  ["Store#put(a, b)", "Store.put"],
  ["ns.Store::put", "ns.Store.put"],
  ["new Store<T>()", "Store"],
  ["Store.#own", "Store.#own"],
  ["#own", "#own"],
  ["format()", "format"],
  ["`format`", "format"],
  ["Url.parse(input: string): Url", "Url.parse"],
  ["Cart<T>", "Cart"],
  ["export default async function* read()", "read"],
  ["export const max = 1;", "max"],
  ["get [Symbol.iterator]()", "[Symbol.iterator]"],
  ['It.[Symbol.for("x")]', 'It.[Symbol.for("x")]'],
  ['"a ()"', '"a ()"'],
  ["get", "get"],
  ["export=", "export="],
  ["()", "()"],
  [".add", "add"],
  ["?.add()", "add"],
  ["::add", "add"],
  ["./add.ts", "./add.ts"],
])("%s is the name %s", (text, name) => {
  expect(bareName(text)).toBe(name);
});

test("a path made of any names is read as these names", () => {
  const plain = ["a", "#b", "[Symbol.iterator]", '"m/n"', "content-type"];
  const name = fc.constantFrom(...plain, "content.type", "m/n", "two words", "list[0]", "\t", '"', "a\nb");
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const { parts, index } = parseNamePath(names.map(formatNamePart).join("."));
      expect([parts.length, index]).toEqual([names.length, undefined]);
      for (const [at, part] of parts.entries()) expect(partNames(part, names[at] ?? "")).toBe(true);
    }),
  );
});

const SOURCE = `
export function parse() {}
class Url { parse() {} get v() { return 1 } set v(x) {} }
class Api { static Client = class {}; #token = 1 }
type T = 1; const T = 1;
function f(a: 1): void;
function f(a: 2): void;
function f(a: any) {}
const headers = { "content.type": 1, only: 2 };
class It { [Symbol.iterator]() {} }
const owner = { same: 1 }; const same = 2;
`;

function resolve(text: string, line?: number): string {
  const outcome = parseSource(oxc, "a.ts", SOURCE);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const resolution = resolveNamePath(declarationsOf(outcome.parsed), text, outcome.parsed.lines, line);
  switch (resolution.status) {
    case "found":
      return textOf(SOURCE, resolution.match.span).split("\n")[0] as string;
    case "ambiguous":
      return `ambiguous: ${resolution.candidates.map(({ kind, namePath }) => `${kind} ${namePath}`).join(", ")}`;
    case "missing":
      return `missing: ${resolution.similar.map(({ namePath }) => namePath).join(", ")}`;
  }
}

test.each([
  ["parse", undefined, "export function parse() {}"],
  ["Url.parse", undefined, "parse() {}"],
  ["Url/parse", undefined, "parse() {}"],
  ["only", undefined, "only: 2"],
  ["Api.#token", undefined, "#token = 1"],
  ["v", undefined, "ambiguous: getter Url.v, setter Url.v"],
  ["Url.v[1]", undefined, "set v(x) {}"],
  ["T", undefined, "ambiguous: type T, const T"],
  ["T[1]", undefined, "const T = 1;"],
  ["T[2]", undefined, "missing: T, T"],
  ["f", undefined, "function f(a: 1): void;"],
  ["f[1]", undefined, "function f(a: 2): void;"],
  ["f[2]", undefined, "function f(a: any) {}"],
  ['headers."content.type"', undefined, '"content.type": 1'],
  ["It.[Symbol.iterator]", undefined, "[Symbol.iterator]() {}"],
  ["[Symbol.iterator]", undefined, "[Symbol.iterator]() {}"],
  ["headers.content.type", undefined, '"content.type": 1'],
  ["content.type", undefined, '"content.type": 1'],
  ['headers["content.type"]', undefined, '"content.type": 1'],
  ["content.typ", undefined, 'missing: headers."content.type"'],
  ["Url.parse()", undefined, "parse() {}"],
  ["function f", undefined, "function f(a: 1): void;"],
  ["parse", 3, "parse() {}"],
  ["parse", 2, "export function parse() {}"],
  ["parse", 9, "ambiguous: function parse, method Url.parse"],
  ["same", 11, "const same = 2;"],
  ["owner.same", 11, "same: 1"],
  ["pars", undefined, "missing: parse, Url.parse"],
  ["Url.prase", undefined, "missing: parse, Url.parse"],
  ["toke", undefined, "missing: Api.#token"],
  ["headres", undefined, "missing: headers"],
  ["allHeaders", undefined, "missing: headers"],
  ["Nowhere", undefined, "missing: "],
])("%s (line %p) resolves to %s", (text, line, expected) => {
  expect(resolve(text, line)).toBe(expected);
});
