import { expect, test } from "bun:test";
import { ParserGarbage } from "./parser-garbage.ts";

test("collects at the given step where little is kept, and later the more is kept", () => {
  const garbage = new ParserGarbage(1000);
  expect(garbage.add(999)).toBe(false);
  const kept = Array.from({ length: 100_000 }, (_, number) => ({ number, text: `${number}` }));
  expect(garbage.add(1)).toBe(true);
  // A heap that holds all these has some megabytes, and an eighth of them is more than the step.
  expect(garbage.add(1000)).toBe(false);
  expect(garbage.add(1000)).toBe(false);
  expect(garbage.add(100_000_000)).toBe(true);
  expect(kept).toHaveLength(100_000);
});
