import { expect, test } from "bun:test";
import { routeTypes } from "./route-types.ts";

test.each([
  ["./$types", "src/routes/blog/+page.ts", "src/routes/news/+page.ts", "./$types"],
  ["./$types.js", "src/routes/+page.js", "src/routes/a/+page.js", "./$types.js"],
  ["../$types", "src/routes/blog/+page.ts", "src/routes/+page.ts", undefined],
  ["./+types/home", "app/routes/home.tsx", "app/routes/a/index.tsx", "./+types/index"],
  ["./+types/blog.$id.ts", "app/blog.$id.tsx", "app/news.$id.tsx", "./+types/news.$id.ts"],
  ["./+types/other", "app/home.tsx", "app/index.tsx", undefined],
  ["./$types", "src/routes/a/helper.ts", "src/lib/helper.ts", undefined],
  ["./$types", "src/routes/a/+page.ts", "src/lib/page.ts", undefined],
  ["./+types/home", "app/routes/home.tsx", "app/lib/home.ts", undefined],
  ["./types", "app/home.tsx", "app/index.tsx", undefined],
])("%s of %s at %s", (specifier, from, to, wanted) => {
  expect(routeTypes(specifier, from, to)).toBe(wanted);
});
