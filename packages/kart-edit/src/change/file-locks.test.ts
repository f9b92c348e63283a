import { expect, test } from "bun:test";
import { FileLocks } from "./file-locks.ts";

/** Works that write down when they start and end; each waits to be let go. */
function recorded(locks: FileLocks) {
  const events: string[] = [];
  const start = (name: string, files: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = locks.hold(files, async () => {
      events.push(`${name} starts`);
      await promise;
      events.push(`${name} ends`);
    });
    return { finish: () => (resolve(), done), fail: () => (reject(new Error(name)), done) };
  };
  return { events, start };
}

test("one work at a time for a file, in the order asked", async () => {
  const { events, start } = recorded(new FileLocks());
  const [one, two] = [start("one", ["a"]), start("two", ["a"])];
  await one.finish();
  await two.finish();
  expect(events).toEqual(["one starts", "one ends", "two starts", "two ends"]);
});

test("other files do not wait", async () => {
  const { events, start } = recorded(new FileLocks());
  const [one, two] = [start("one", ["a"]), start("two", ["b"])];
  await two.finish();
  await one.finish();
  expect(events).toEqual(["one starts", "two starts", "two ends", "one ends"]);
});

test("work on several files waits for each", async () => {
  const { events, start } = recorded(new FileLocks());
  const [one, two, both] = [start("one", ["a"]), start("two", ["b"]), start("both", ["a", "b"])];
  await one.finish();
  expect(events).not.toContain("both starts");
  await two.finish();
  await both.finish();
  expect(events.at(-1)).toBe("both ends");
});

test("work that fails lets the next one in", async () => {
  const { events, start } = recorded(new FileLocks());
  const [one, two] = [start("one", ["a"]), start("two", ["a"])];
  expect(one.fail()).rejects.toThrow("one");
  await two.finish();
  expect(events).toContain("two ends");
});
