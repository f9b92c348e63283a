import { expect, test } from "bun:test";
import { withMarks } from "@kart/testkit/marked-source";
import { enumNames, enumUses } from "./enum-tags.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

test("the variables that are types by @enum", () => {
  const names = (source: string, path = "a.js") => {
    const outcome = parseSource(oxc, path, source);
    return outcome.ok ? enumNames(outcome.parsed) : undefined;
  };
  expect(names("/** @enum {string} */\nconst A = { a: '' };\n/**\n * B.\n * @enum\n */\nexport const B = {};")).toEqual(
    ["A", "B"],
  );
  expect(names("/** @enum {string} */\n/** Another. */\nconst A = {};\n/** @enumerable */\nconst B = {};")).toEqual([]);
  expect(names("/** @enum {string} */\nf();\nconst A = {};\n/** @enum */ const { B } = f();")).toEqual([]);
  expect(names("/** @enum {string} */\nconst A = {};", "a.ts")).toEqual([]);
});

test("where comments name one as a type", () => {
  const source = `/** @param {«Kind»} k {Kind} @returns {Map<«all.Kind», «import("./a").Kind»>} a Kind */
/** @param {typeof Kind | typeof import("./a").Kind} k */
/** @type {{ Kind: Other, "Kind": «Kind»[] }} */
/* @type {Kind} */ // @type {Kind}
Kind;`;
  const plain = source.replaceAll(/[«»]/g, "");
  const outcome = parseSource(oxc, "a.js", plain);
  expect(withMarks(plain, outcome.ok ? enumUses(outcome.parsed, new Set(["Kind"])) : [])).toBe(source);
});

test("where types of TypeScript name one", () => {
  const source = `import { Kind } from "./a";
type A = «Kind»[] | «all.Kind» | Map<«import("./a").Kind», Kind.A> | Kinds;
type B = typeof Kind | typeof import("./a").Kind | typeof made<«Kind»>;
const c = (k: «Kind») => Kind.A as «Kind»; // {Kind}
`;
  const plain = source.replaceAll(/[«»]/g, "");
  const outcome = parseSource(oxc, "a.ts", plain);
  expect(withMarks(plain, outcome.ok ? enumUses(outcome.parsed, new Set(["Kind"])) : [])).toBe(source);
});
