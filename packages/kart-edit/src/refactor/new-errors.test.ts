import { expect, test } from "bun:test";
import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import { addedErrors } from "./new-errors.ts";

function complaint(code: number, line: number, message: string, severity: "error" | "warning" = "error") {
  const location = { file: "/a.ts", path: "a.ts", span: { start: 0, end: 1 }, line, column: 1 };
  return { severity, code, message, location } satisfies SourceDiagnostic;
}

const MISSING = complaint(2339, 4, "Property 'a' does not exist on type 'I'.");

/** What is said before, what after, and what of it is new. */
const ROWS: Readonly<
  Record<string, readonly [before: SourceDiagnostic[], after: SourceDiagnostic[], added: SourceDiagnostic[]]>
> = {
  "an error": [[], [MISSING], [MISSING]],
  "one that moved": [[{ ...MISSING, location: { ...MISSING.location, line: 2 } }], [MISSING], []],
  "one in other words": [[complaint(2339, 4, "Property 'b' does not exist on type 'I'.")], [MISSING], []],
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

test.each(Object.entries(ROWS))("%s", (_what, [before, after, added]) => {
  expect(addedErrors(before, after)).toEqual(added);
});
