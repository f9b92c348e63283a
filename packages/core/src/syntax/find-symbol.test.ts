import { expect, test } from "bun:test";
import { declarationsOf } from "./declarations.ts";
import { findSymbol, SymbolMissing } from "./find-symbol.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

const oxc = await loadParser();

const SOURCE = "class Cart {\n  total() {}\n}\nconst size = 1;\n";

test.each([
  ["what is nearly called so", "totall", undefined, true],
  ["only what there is", "checkout", undefined, false],
  ["what holds no symbols", "size.sizes", undefined, false],
  ["where the name stands that the line does not have", "total", 4, false],
])("a symbol that is missing is told apart by what it names: %s", (_, symbol, line, hasSimilar) => {
  const outcome = parseSource(oxc, "Did you mean.ts", SOURCE);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const source = { declarations: declarationsOf(outcome.parsed), lines: outcome.parsed.lines };
  const error = caught(() => findSymbol(source, "Did you mean.ts", symbol, line));
  expect(error).toBeInstanceOf(SymbolMissing);
  expect(error).toMatchObject({ code: "symbol_not_found", hasSimilar });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
