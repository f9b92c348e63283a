import { expect, test } from "bun:test";
import { LruCache } from "./lru-cache.ts";

/** Keys and lengths that are set in turn, a key alone to be asked for, `-key` to be deleted; then what is kept of `abcd`. */
test.each([
  ["a1 b1 c1", "abc"],
  ["a1 b1 c1 d1", "bcd"],
  ["a1 b1 c1 a d1", "acd"],
  ["a1 b1 c1 d3", "d"],
  ["a9", "a"],
  ["a9 b1", "b"],
  ["a1 b9 c1", "c"],
  ["a3 a1 b1 c1", "abc"],
  ["a3 -a b3", "b"],
  ["-a a1 -b b1 c1", "abc"],
  ["a0 b3 c0", "abc"],
])("of %s are kept %s", (steps, kept) => {
  const cache = new LruCache<string>(3);
  for (const step of steps.split(" ")) {
    const [, sign, key = "", length] = /^(-?)(\w)(\d?)$/.exec(step) ?? [];
    if (sign === "-") cache.delete(key);
    else if (length === "") cache.get(key);
    else cache.set(key, step, Number(length));
  }
  expect(Array.from("abcd", (key) => (cache.get(key) === undefined ? "" : key)).join("")).toBe(kept);
});
