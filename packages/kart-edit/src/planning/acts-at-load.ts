import type { Statement } from "oxc-parser";
import { calleeName } from "@kart/core/syntax/module-expressions";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Span } from "@kart/core/text/span";
import { isDirective } from "./requirements.ts";

/** Whether a CommonJS file does more when it loads than to declare, to require into variables, and to export. */
export function actsAtLoad({ parsed: { program } }: SourceSymbols, isLeftOut: (statement: Span) => boolean): boolean {
  return program.body.some((one) => ACTS.test(one.type) && !isDirective(one) && !isExport(one) && !isLeftOut(one));
}

function isExport(statement: Statement): boolean {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  return /^(?:module\.)?exports(?:\.[^.]+)?$/.test(calleeName(statement.expression.left) ?? "");
}

/** Statements that do something when a file loads. */
const ACTS = /^(?:Expression|If|For|ForOf|ForIn|While|DoWhile|Try|Switch|Block|Labeled)Statement$/;
