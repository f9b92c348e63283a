import type { Program, Statement } from "oxc-parser";
import { calleeName } from "@kart/core/syntax/module-records/module-expressions";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import type { Span } from "@kart/core/text/span";
import { isDirective } from "./file-head.ts";

/** Whether a CommonJS file does more when it loads than to declare, to require into variables, and to export. */
export function actsAtLoad({ parsed: { program } }: SourceSymbols, isLeftOut: (statement: Span) => boolean): boolean {
  return program.body.some((one) => isActing(one) && !isExport(one) && !isLeftOut(one));
}

/** Whether a statement does something when its file loads, and does not only declare. */
export function isActing(statement: Program["body"][number]): boolean {
  return ACTS.test(statement.type) && !isDirective(statement);
}

function isExport(statement: Statement): boolean {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  return /^(?:module\.)?exports(?:\.[^.]+)?$/.test(calleeName(statement.expression.left) ?? "");
}

const ACTS = /^(?:Expression|If|For|ForOf|ForIn|While|DoWhile|Try|Switch|Block|Labeled)Statement$/;
