import { afterEach, expect, spyOn, test } from "bun:test";
import { loadParser } from "../syntax/parser/parse.ts";
import { collectParserGarbage } from "./parser-garbage.ts";

const MB = 1024 * 1024;
const { parseSync } = await loadParser();

const size = spyOn(process.memoryUsage, "rss");
const collect = spyOn(Bun, "gc");
afterEach(() => void collect.mockClear());

/** Parses more than is parsed between two looks at the process. */
function parseAt(megabytes: number): void {
  size.mockReturnValue(megabytes * MB);
  void parseSync("a.ts", `a;${" ".repeat(300_000)}`).errors;
}

test("collects once the process has grown by a share of its size, and by no less than some megabytes", () => {
  size.mockReturnValue(20 * MB);
  collectParserGarbage();
  parseAt(83);
  expect(collect).toHaveBeenCalledTimes(0);
  parseAt(85);
  expect(collect).toHaveBeenCalledTimes(1);
  parseAt(148);
  expect(collect).toHaveBeenCalledTimes(1);
  parseAt(200);
  expect(collect).toHaveBeenCalledTimes(2);
  parseAt(299);
  expect(collect).toHaveBeenCalledTimes(2);
  parseAt(301);
  expect(collect).toHaveBeenCalledTimes(3);
});

test("collects at rest too", async () => {
  size.mockReturnValue(20 * MB);
  collectParserGarbage();
  const { promise, resolve } = Promise.withResolvers<void>();
  collect.mockImplementation(() => (resolve(), 0));
  void parseSync("a.ts", "a;").errors;
  await promise;
  collect.mockRestore();
  size.mockRestore();
});
