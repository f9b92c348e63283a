import { expect, test } from "bun:test";
import { plainPaths } from "./plain-paths.ts";

test.each([
  ["see [Query.isStale](file:///w/app/src/query.ts#567,3-567,16) for more", "see Query.isStale for more"],
  ["[a](file:///w/app/(group)/a.ts#1,2-3,4) (b)", "a (b)"],
  ["[a](file:///w/app/a.ts), [b](https://b.dev/x)", "a, [b](https://b.dev/x)"],
  [`on type 'typeof import("/w/app/src/option")'.`, `on type 'typeof import("src/option")'.`],
  [`typeof import("/w/node_modules/zod/index")`, `typeof import("zod/index")`],
  [`typeof import("/w/app/node_modules/@a/b/index")`, `typeof import("@a/b/index")`],
  [
    "File '/w/app/src/A.ts' differs from '/w/app/src/a.ts' in casing",
    "File 'src/A.ts' differs from 'src/a.ts' in casing",
  ],
  [`"/w/app-evil/x" | "/api/users"`, `"/w/app-evil/x" | "/api/users"`],
  ["no path", "no path"],
])("%s", (text, wanted) => {
  expect(plainPaths(text, "/w/app")).toBe(wanted);
});

test("a root that is the top of the file system is no prefix to take away", () => {
  expect(plainPaths("a / b", "/")).toBe("a / b");
});
