import { expect, test } from "bun:test";
import { join } from "node:path";
import { openedIn } from "./project-sets.ts";

function opened(file: string, ...configs: string[]): string | undefined {
  return openedIn(
    join("/w", file),
    configs.map((one) => join("/w", one)),
  );
}

test("a file is opened in the only project that lists it, whatever its name", () => {
  expect(opened("p/a.ts", "p/tsconfig.app.json")).toBe(join("/w", "p/tsconfig.app.json"));
  expect(opened("shared/a.ts", "p/tsconfig.json")).toBe(join("/w", "p/tsconfig.json"));
  expect(opened("a.ts")).toBeUndefined();
});

test("of several the nearest above it is chosen that goes by the usual name", () => {
  const nearest = join("/w", "p/tsconfig.json");
  expect(opened("p/a.ts", "tsconfig.json", "p/tsconfig.json", "p/tsconfig.build.json")).toBe(nearest);
  expect(opened("p/src/a.ts", "p/tsconfig.json", "longer/by/far/tsconfig.json", "tsconfig.json")).toBe(nearest);
  expect(opened("package/a.ts", "p/tsconfig.json", "tsconfig.json")).toBe(join("/w", "tsconfig.json"));
  expect(opened("p/a.ts", "p/tsconfig.build.json", "p/tsconfig.test.json")).toBeUndefined();
});
