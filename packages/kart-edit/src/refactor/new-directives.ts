import { isFailure } from "@kart/core/syntax/parser/parse";
import { escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import type { FileText } from "../change/file-text.ts";
import { isDirective } from "../planning/moved/file-head.ts";
import type { Statement } from "oxc-parser";

/**
 * Strings that do nothing where they stand, and come to be directives since what stood above them is gone: `"use strict"` below an
 * import.
 */
export function newDirectives(before: FileText, after: FileText): string[] {
  const old = before.parsed;
  if (old === undefined || isFailure(old)) return [];
  const { body } = old.parsed.program;
  if (!body.some((one) => isString(one) && !isDirective(one))) return [];
  const fresh = after.parsed;
  if (fresh === undefined || isFailure(fresh)) return [];
  const { program, lines, source } = fresh.parsed;
  const found = program.body.filter(isDirective).slice(body.filter(isDirective).length);
  return gapNote(
    "A DIRECTIVE NOW, which it was not below other code",
    found.map(({ start, end }) => `${escapeName(after.path)}:${lines.lineAt(start)} ${source.slice(start, end)}`),
  );
}

function isString(statement: Statement): boolean {
  return (
    statement.type === "ExpressionStatement" &&
    statement.expression.type === "Literal" &&
    typeof statement.expression.value === "string"
  );
}
