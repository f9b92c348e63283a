import { expect, test } from "bun:test";
import { withMarks } from "@kart/testkit/marked-source";
import { leadingCasts } from "./leading-casts.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

test.each<[what: string, text: string, path?: string]>([
  [
    "a member, a call, an operand",
    "«/** @type {A} */ (o)».b; f(«/** @type {A} */(o)»()); x = «/** @satisfies {A} */\n(o)» + 1;",
  ],
  ["one in another", "x = «/** @type {A} */ («/** @type {B} */ (o)».b)».c;"],
  [
    "all that another casts",
    "x = /** @type {A} */ («/** @type {unknown} */ («/** @type {B} */ (o)»)»); y = /** @type {A} */ ((o));",
  ],
  ["nothing behind it", "x = /** @type {A} */ (o); f(/** @type {A} */ (o), 1); y = 1 + /** @type {A} */ (o);"],
  [
    "no cast",
    "x = /** @param {A} o */ (o).b; y = /* @type {A} */ (o).b; /** @type {A} */ o.b = 1; z = /** @type {A} */ (o) => o;",
  ],
  ["TypeScript heeds none", "x = /** @type {A} */ (o).b;", "a.ts"],
])("casts that begin what they stand in: %s", (_what, text, path = "a.js") => {
  const source = text.replaceAll(/[«»]/g, "");
  const outcome = parseSource(oxc, path, source);
  const spans = outcome.ok ? leadingCasts(outcome.parsed) : [];
  expect(withMarks(source, spans)).toBe(text);
});
