import { expect, test } from "bun:test";
import { withMarks } from "@kart/testkit/marked-source";
import { loadParser, parseSource } from "../parser/parse.ts";
import { templateDefaults } from "./template-defaults.ts";

const oxc = await loadParser();

test.each<[what: string, text: string, path?: string]>([
  [
    "alone, with a constraint, with a modifier",
    "@template [T=«A»] @template {{ a: {} }} [U = «B»] @template {C} [const V=«D»]",
  ],
  ["in a list", '@template A, [B=«X»], C,\n * [D=«Y<Z["]"]>»] and [E=F]'],
  ["over lines", "@template {A |\n * B} [T=\n * «Array<\n * C>»] what it is"],
  ["none", "@template A, B @template {[C=D]} E @param {T} [a=B] @template [F] @templates [G=H] @template [I="],
  ["not closed", '@template [A="B]'],
  ["TypeScript heeds none", "@template [T=A]", "a.ts"],
])("defaults of parameters of types: %s", (_what, text, path = "a.js") => {
  const source = `/** ${text} */\nx;`;
  const outcome = parseSource(oxc, path, source.replaceAll(/[«»]/g, ""));
  const spans = outcome.ok ? templateDefaults(outcome.parsed) : [];
  expect(withMarks(source.replaceAll(/[«»]/g, ""), spans)).toBe(source);
});
