import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { firstIndex } from "./sorted.ts";

test("the first index is the one that looking at each gives, or the length", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: -1, max: 10 }), (numbers, least) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const naive = sorted.findIndex((one) => one >= least);
      expect(firstIndex(sorted, (one) => one >= least)).toBe(naive === -1 ? sorted.length : naive);
    }),
  );
});

test("of many few are looked at", () => {
  const asked: number[] = [];
  firstIndex(
    Array.from({ length: 1_000 }, (_none, at) => at),
    (one) => asked.push(one) > 0 && one >= 700,
  );
  expect(asked.length).toBeLessThan(12);
});
