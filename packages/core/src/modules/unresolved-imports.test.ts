import { expect, test } from "bun:test";
import { mayMean } from "./unresolved-imports.ts";

test.each([
  ["@/lib/money", "src/lib/money.js", true],
  ["@/lib/money.js", "apps/web/src/lib/money.ts", true],
  ["@/lib", "src/lib/index.ts", true],
  ["@/money", "src/lib/money.js", true],
  ["@/lib/money", "src/other/money.js", false],
  ["~/x", "app/x.tsx", true],
  ["~x/y", "app/x/y.ts", true],
  ["~~/shared/x", "shared/x.ts", true],
  ["^/x", "src/x.ts", true],
  ["^c/x", "src/components/x.ts", true],
  ["%/y", "src/x.ts", false],
  ["$lib/text.ts", "lib/text.ts", true],
  ["$lib", "src/lib/index.ts", true],
  ["#util", "src/util/mod.ts", true],
  ["#db/users", "src/storage/users.ts", true],
  ["src/lib/money", "src/lib/money.ts", true],
  ["components/Button", "web/components/Button.tsx", true],
  ["@components/Button", "web/components/Button.tsx", true],
  ["@app/lib/money", "src/lib/money.ts", true],
  ["@acme/calc", "members/calc/mod.ts", true],
  ["raw-loader!@/lib/money?x", "src/lib/money.ts", true],
  ["lodash/debounce", "src/debounce.ts", false],
  ["@babel/parser", "src/parser.ts", false],
  ["debounce", "src/debounce.ts", false],
  ["@utils", "src/utils/index.js", true],
  ["@utils", "src/utils.ts", true],
  ["@utils", "src/utils/clamp.ts", false],
  ["utils", "src/utils/index.js", false],
  ["npm:chalk", "src/chalk.ts", false],
  ["$app/navigation", "src/navigation.ts", false],
  ["./money", "src/money.ts", false],
])("%s may mean %s: %s", (specifier, path, may) => {
  expect(mayMean(specifier, path)).toBe(may);
});
