import { expect, test } from "bun:test";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { LineHunk } from "@kart/core/text/line-diff";
import { addedErrors } from "./new-errors.ts";

function complaint(code: number, line: number, message: string, severity: "error" | "warning" = "error") {
  const location = { file: "/a.ts", path: "a.ts", span: { start: 0, end: 1 }, line, column: 1 };
  return { severity, code, message, location } satisfies SourceDiagnostic;
}

const MISSING = complaint(2339, 4, "Property 'a' does not exist on type 'I'.");

const GONE = complaint(2339, 2, "Property 'b' does not exist on type 'I'.");

/** What is said before, what after, and what of it is new; where lines came or went, how. */
const ROWS: Readonly<
  Record<
    string,
    readonly [before: SourceDiagnostic[], after: SourceDiagnostic[], added: SourceDiagnostic[], hunk?: LineHunk]
  >
> = {
  "an error": [[], [MISSING], [MISSING]],
  "one that moved": [[{ ...MISSING, location: { ...MISSING.location, line: 2 } }], [MISSING], []],
  "one in other words": [[complaint(2339, 4, "Property 'b' does not exist on type 'I'.")], [MISSING], []],
  "one in the place of another, which went": [[GONE], [MISSING], [MISSING]],
  "one in other words, of which the line moved": [
    [GONE],
    [MISSING],
    [],
    { oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 2 },
  ],
  "one in other words, of which the line was changed": [
    [GONE],
    [MISSING],
    [],
    { oldStart: 1, oldEnd: 2, newStart: 3, newEnd: 4 },
  ],
  "one in a line that came": [[GONE], [MISSING], [MISSING], { oldStart: 1, oldEnd: 1, newStart: 1, newEnd: 4 }],
  "one of another module, in lines that were changed": [
    [complaint(2694, 2, "Namespace '\"/n\".export=' has no exported member 'B'.")],
    [complaint(2694, 4, "Namespace '\"/a\".export=' has no exported member 'B'.")],
    [],
    { oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 4 },
  ],
  "one that suggested another name": [[complaint(2551, 4, "Did you mean 'a'?")], [MISSING], []],
  "another kind in the same line": [[complaint(2741, 4, "Missing.")], [MISSING], [MISSING]],
  "one more of two alike": [[complaint(2339, 2, "Another.")], [complaint(2339, 2, "Another."), MISSING], [MISSING]],
  "what is no error": [[], [complaint(6133, 4, "'a' is declared but never read.", "warning")], []],
  "what is said of the project, and comes and goes": [
    [],
    [
      complaint(6059, 1, "File '/lib/x.ts' is not under 'rootDir' '/src'."),
      complaint(6307, 1, "File '/lib/x.ts' is not listed within the file list of project '/tsconfig.json'."),
    ],
    [],
  ],
};

test.each(Object.entries(ROWS))("%s", (_what, [before, after, added, hunk]) => {
  expect(addedErrors(before, after, hunk === undefined ? [] : [hunk])).toEqual(added);
});
