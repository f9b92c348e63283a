import { expect, test } from "bun:test";
import { summaryOf } from "./test-summary.ts";

test("a green run", () => {
  const output =
    "bun test v1.4.5\n\na.test.ts:\n\n 12 pass\n 0 fail\n 40 expect() calls\nRan 12 tests across 3 files. [2.00s]\n";
  expect(summaryOf(output, 0)).toEqual({ passed: 12, failed: 0, skipped: 0 });
});

test("failures, skipped and todo tests, errors of loading", () => {
  const output =
    " 1 pass\n 2 skip\n 1 todo\n 2 fail\n 1 error\n 1 expect() calls\nRan 6 tests across 2 files. [11.00ms]\n";
  expect(summaryOf(output, 1)).toEqual({ passed: 1, failed: 2, skipped: 3 });
});

test("an exit status that the counts do not explain is a failure", () => {
  const output = " 3 pass\n 0 fail\nRan 3 tests across 1 file. [1.00ms]\n";
  expect(summaryOf(output, 1)).toMatchObject({ passed: 3, failed: 1 });
  expect(summaryOf(output, 137)).toMatchObject({ passed: 3, failed: 1 });
});

test("a run that ended before its summary is a failure, with status 0 too", () => {
  expect(summaryOf("bun test v1.4.5\n\na.test.ts:\n", 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(summaryOf("", 137)).toMatchObject({ passed: 0, failed: 1 });
});

test("a run without tests is a failure", () => {
  expect(summaryOf(" 0 pass\n 0 fail\nRan 0 tests across 1 file. [6.00ms]\n", 0)).toMatchObject({ failed: 1 });
  expect(summaryOf("No tests found!\n", 1)).toMatchObject({ failed: 1 });
});

test("only the last summary counts", () => {
  const printed = " 999 pass\n 0 fail\nRan 999 tests across 9 files. [1.00ms]\n";
  const output = `${printed}a.test.ts:\n\n 2 pass\n 1 fail\nRan 3 tests across 1 file. [1.00ms]\n`;
  expect(summaryOf(output, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});
