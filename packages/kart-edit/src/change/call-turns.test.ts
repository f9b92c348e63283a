import { expect, test } from "bun:test";
import { type CallTurn, CallTurns } from "./call-turns.ts";

/** Starts calls one after the other, each ending when it is told to; gives what happened in which order. */
function started(turns: readonly (readonly [name: string, turn: CallTurn])[]) {
  const all = new CallTurns();
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  for (const [name, turn] of turns) {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    void all.take(turn, () => {
      events.push(name);
      return promise;
    });
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    events,
    end: async (name: string) => {
      ends.get(name)?.();
      await settle();
    },
    settle,
  };
}

test("calls on one file wait for each other, those on others do not, and one on any file for all", async () => {
  const calls = started([
    ["a1", { writes: true, path: "a" }],
    ["a2", { writes: true, path: "a" }],
    ["b1", { writes: true, path: "b" }],
    ["any", { writes: true }],
    ["b2", { writes: true, path: "b" }],
  ]);
  await calls.settle();
  expect(calls.events).toEqual(["a1", "b1"]);
  await calls.end("a1");
  expect(calls.events).toEqual(["a1", "b1", "a2"]);
  await calls.end("b1");
  await calls.end("a2");
  expect(calls.events).toEqual(["a1", "b1", "a2", "any"]);
  await calls.end("any");
  expect(calls.events.at(-1)).toBe("b2");
});

test("who reads waits for who changes that, and nobody for who reads", async () => {
  const calls = started([
    ["a1", { writes: true, path: "a" }],
    ["reads a", { writes: false, path: "a" }],
    ["reads b", { writes: false, path: "b" }],
    ["reads all", { writes: false }],
    ["b1", { writes: true, path: "b" }],
  ]);
  await calls.settle();
  expect(calls.events).toEqual(["a1", "reads b", "b1"]);
  await calls.end("a1");
  expect(calls.events.toSorted()).toEqual(["a1", "b1", "reads a", "reads all", "reads b"]);
});

test("one that fails holds up nobody", async () => {
  const turns = new CallTurns();
  const failing = turns.take({ writes: true }, () => Promise.reject(new Error("no")));
  const next = turns.take({ writes: true, path: "a" }, () => Promise.resolve("done"));
  expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});
