import { expect, test } from "bun:test";
import { LintTurns } from "./lint-turns.ts";

const never = new AbortController().signal;

/** Works that end when they are told to. */
function works(turns: LintTurns, count: number, patienceMs: number, signal = never) {
  return Array.from({ length: count }, () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let hasBegun = false;
    const work = () => {
      hasBegun = true;
      return promise;
    };
    const result = turns.run(work, patienceMs, signal);
    result.catch(() => {});
    return { result, end: () => resolve("done"), hasBegun: () => hasBegun };
  });
}

/** Until all that is under way has come to where it waits. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("a few at a time, in order, all of them at last", async () => {
  const turns = new LintTurns();
  const all = works(turns, 100, 60_000);
  await settled();
  expect(all.at(-1)?.hasBegun()).toBe(false);
  for (const [index, one] of all.entries()) {
    await settled();
    expect([index, one.hasBegun()]).toEqual([index, true]);
    one.end();
    expect(await one.result).toBe("done");
  }
});

test("who waits too long, or no more, has no turn, and takes none from others", async () => {
  const turns = new LintTurns();
  const first = works(turns, 64, 60_000);
  const [late] = works(turns, 1, 1);
  const aborter = new AbortController();
  const [aborted] = works(turns, 1, 60_000, aborter.signal);
  const [last] = works(turns, 1, 60_000);
  aborter.abort(new Error("enough"));
  expect(await late?.result).toBeUndefined();
  expect(aborted?.result).rejects.toThrow("enough");
  for (const one of first) one.end();
  last?.end();
  expect(await last?.result).toBe("done");
  expect([late?.hasBegun(), aborted?.hasBegun()]).toEqual([false, false]);
  const [again] = works(turns, 1, 60_000);
  again?.end();
  expect(await again?.result).toBe("done");
});
