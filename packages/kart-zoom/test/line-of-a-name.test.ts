import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Connection } from "@kart/testkit/connect";
import { markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

/** Names that a symbol of the file has, and something else on the line that is given with them. */
const files = new TempWorkspace(
  markedFiles(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler" } }
// @filename: top.ts
import { kept } from "./kept";
export const config = { total: 1 };
export function sum(items: number[]) {
  const total = items.length;
  return total + config.total + kept;
}
export const both = ["total", sum([]), kept];
export const own = (kept: number) => kept;
export class Size { get total() { return 1; } set total(to) {} }
// @filename: kept.ts
export const kept = 1;
// @filename: path.ts
export class Router {
  match() { return 1; }
  run() {
    return this.match();
  }
}
export const match = 1;
// @filename: rule.js
module.exports = {
  meta: { messages: { bad: "bad" } },
  create(context) {
    const bad = context.options;
    return { Loop: () => context.report(bad) };
  },
};
`),
);
const server: Connection = await connect(files.root);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  files[Symbol.dispose]();
});

describe("kart_references", () => {
  test.each([
    ["a local where it is declared", "top.ts", "total", 4, "1 reference to local total in 1 file, complete"],
    ["a local beside a member", "top.ts", "total", 5, "1 reference to local total in 1 file, complete"],
    ["a member behind its owner", "top.ts", "config.total", 5, "1 reference to property config.total in 1 file"],
    ["the symbol itself on a line of its own", "top.ts", "total", 2, "1 reference to property config.total in 1 file"],
    ["a symbol where it is used", "top.ts", "sum", 7, "1 reference to function sum in 1 file, complete"],
    ["an import where it is used", "top.ts", "kept", 5, "3 references to const kept of kept.ts in 1 file, complete"],
    ["a parameter that hides an import", "top.ts", "kept", 8, "1 reference to parameter kept in 1 file, complete"],
    ["a whole path by its last part", "path.ts", "Router.match", 4, "1 reference to method Router.match in 1 file"],
    ["a local that is called like a key", "rule.js", "bad", 5, "1 reference to local bad in 1 file, complete"],
  ])("means %s", async (_what, path, symbol, line, start) => {
    expect(await server.text("kart_references", { path, symbol, line })).toStartWith(start);
  });

  test.each([
    ["symbol_not_found: No symbol `config` at line 9: it stands elsewhere, `config` (const, line 2).", "config"],
    ["symbol_not_found: No symbol `sum` at line 9: it stands elsewhere, `sum` (function, line 3).", "sum"],
  ])("says where it stands when the line does not hold it: %s", async (start, symbol) => {
    expect(await server.error("kart_references", { path: "top.ts", symbol, line: 9 })).toStartWith(start);
  });
});

test("kart_impact starts from the symbol that a use means, and says of a local that it is none", async () => {
  const impact = (args: object) => server.call("kart_impact", { path: "top.ts", ...args });
  expect(await impact({ symbol: "sum", line: 7 })).toMatchObject({ structuredContent: { symbol: "sum", line: 3 } });
  expect(await impact({ symbol: "config.total", line: 5 })).toMatchObject({
    structuredContent: { symbol: "config.total", line: 2 },
  });
  expect((await impact({ symbol: "total", line: 4 })).content).toMatchObject([
    {
      text: "symbol_not_found: total, as line 4 has it, is no symbol of the workspace. kart_references finds who names it.",
    },
  ]);
  expect(await server.text("kart_hover", { path: "rule.js", symbol: "bad", line: 4 })).toStartWith("const bad: any");
  expect(await server.text("kart_definition", { path: "rule.js", symbol: "bad", line: 5 })).toStartWith(
    "rule.js:4 local",
  );
});
