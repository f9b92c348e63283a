import { expect, test } from "bun:test";
import { compareProblems, type PlacedProblem } from "./compare-problems.ts";
import { textHunks } from "./line-diff.ts";

/** `2:5 code message`, or `code message` for a problem without a place. */
function problem(text: string): PlacedProblem {
  const [, line, column, code, message] = /^(?:(\d+):(\d+) )?(\S+) (.*)$/.exec(text) ?? [];
  return {
    code: code ?? "",
    message: message ?? "",
    line: Number(line ?? 1),
    column: Number(column ?? 1),
    isPlaced: line !== undefined,
  };
}

function shown({ isPlaced, line, column, code, message }: PlacedProblem): string {
  return `${isPlaced ? `${line}:${column} ` : ""}${code} ${message}`;
}

/** Each problem after with a letter: `+` for brought, `=` for existing, `?` for unmatched. */
function compare(before: string, after: string, problemsBefore: string[], problemsAfter: string[]): string[] {
  const { brought, existing, unmatched } = compareProblems(
    problemsAfter.map(problem),
    textHunks(before, after),
    problemsBefore.map(problem),
  );
  return [
    ...brought.map((found) => `+ ${shown(found)}`),
    ...existing.map((found) => `= ${shown(found)}`),
    ...unmatched.map((found) => `? ${shown(found)}`),
  ];
}

test("a problem moves with its line", () => {
  expect(compare("a\nb\n", "new\nnew\na\nb\n", ["2:1 x m"], ["4:1 x m"])).toEqual(["= 4:1 x m"]);
  expect(compare("gone\na\nb\n", "a\nb\n", ["3:1 x m"], ["2:1 x m"])).toEqual(["= 2:1 x m"]);
});

test("a problem on a line that the edit put in is none of before, whatever stood beside it", () => {
  expect(compare("a\nb\n", "a\nc\nb\n", ["1:1 x m", "2:1 x m"], ["2:1 x m"])).toEqual(["+ 2:1 x m"]);
});

test("a problem of lines that gave way is one of those in their place", () => {
  expect(compare("a\nb\n", "a\nc\n", ["2:1 x m"], ["2:1 x m"])).toEqual(["= 2:1 x m"]);
  expect(compare("a\nb\n", "a\nc\nd\n", ["2:7 x m"], ["3:1 x m"])).toEqual(["= 3:1 x m"]);
  expect(compare("a\nb\nc\nd\n", "A\nb\nc\nD\n", ["1:1 x m"], ["4:1 x m"])).toEqual(["? 4:1 x m"]);
  expect(compare("a\nb\n", "a\nc\n", ["2:1 x m"], ["2:1 x m", "2:9 x m", "2:1 y m", "2:1 x n"])).toEqual([
    "= 2:1 x m",
    "? 2:9 x m",
    "? 2:1 y m",
    "? 2:1 x n",
  ]);
});

test.each([
  ["another code", "2:1 y m"],
  ["another message", "2:1 x n"],
  ["another column", "2:2 x m"],
  ["another line", "1:1 x m"],
  ["no place", "x m"],
])("%s is another problem", (_, before) => {
  expect(compare("a\nb\nc\n", "a\nb\nd\n", [before], ["2:1 x m"])).toEqual(["? 2:1 x m"]);
});

test("a problem before stands for one after", () => {
  expect(compare("a\nb\n", "a\nc\n", ["1:1 x m"], ["1:1 x m", "1:1 x m"])).toEqual(["= 1:1 x m", "? 1:1 x m"]);
  expect(compare("a\nb\n", "a\nc\n", ["1:1 x m", "1:1 x m"], ["1:1 x m", "1:1 x m"])).toHaveLength(2);
});

test("a problem of the whole file is compared without its place", () => {
  expect(compare("a\n", "b\n", ["x m"], ["x m", "x n"])).toEqual(["= x m", "? x n"]);
});

test("lines that look alike are told apart by the diff", () => {
  const body = "f(1);\n";
  expect(compare(body.repeat(3), `${body.repeat(3)}g();\n`, ["2:1 x m"], ["2:1 x m", "3:1 x m"])).toEqual([
    "= 2:1 x m",
    "? 3:1 x m",
  ]);
});
