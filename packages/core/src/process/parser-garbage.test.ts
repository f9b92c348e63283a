import { expect, test } from "bun:test";
import { ParserGarbage } from "./parser-garbage.ts";

/** More than anything may be parsed for. */
const ALL = 1e12;

test("collects at the given step where little is kept, and later the more is kept", () => {
  const garbage = new ParserGarbage(1e10);
  garbage.add(ALL);
  expect(garbage.add(1e10 - 1)).toBe(false);
  expect(garbage.add(1)).toBe(true);
  const often = new ParserGarbage(1);
  const kept = Array.from({ length: 100_000 }, (_, number) => ({ number, text: `${number}` }));
  often.add(ALL);
  // A heap that holds all these has some megabytes, and an eighth of them is more than the step.
  expect(often.add(1000)).toBe(false);
  expect(often.add(1000)).toBe(false);
  expect(often.add(100_000_000)).toBe(true);
  expect(kept).toHaveLength(100_000);
});

test("what one has parsed counts for the others", () => {
  const [one, other] = [new ParserGarbage(1e10), new ParserGarbage(1e10)];
  one.add(ALL);
  expect(one.add(1e10 - 1)).toBe(false);
  expect(other.add(1)).toBe(true);
  expect(one.add(1)).toBe(false);
});
