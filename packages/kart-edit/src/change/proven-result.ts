import { ToolError } from "@kart/core/mcp/tool-error";
import { type Declaration, walkDeclarations } from "@kart/core/syntax/declaration";
import { withNestedMembers } from "@kart/core/syntax/nested-members";
import { isFailure, type SyntaxFailure } from "@kart/core/syntax/parser/parse";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { declaredByComment, jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import { firstCasualty } from "@kart/core/syntax/survival";
import { clip, escapeInvisible } from "@kart/core/text/display";
import { LineIndex } from "@kart/core/text/line-index";
import { applyEdits } from "@kart/core/text/text-edit";
import { contains, type Span } from "@kart/core/text/span";
import { isJson, jsonText } from "../planning/json.ts";
import type { Plan, Target } from "../planning/plan.ts";
import { MARK } from "../planning/whole-text.ts";
import { FileText } from "./file-text.ts";

/**
 * The text that a plan makes, proven: it parses, and what the plan may not change is as it was. What is no source code
 * needs no proof. `plan` is another one where a repair was made.
 *
 * Throws `syntax_error`.
 */
export function provenResult<P extends Plan>(
  before: FileText,
  sent: P,
): { readonly plan: P; readonly after: FileText } {
  const literal = { plan: sent, after: resultOf(before, sent) };
  if (before.parsed === undefined || literal.after.parsed === undefined)
    return isJson(before.path) ? { ...literal, plan: provenJson(before, literal.after, sent) } : literal;
  if (isFailure(before.parsed) && sent.free === "all") return literal;
  const repair = isFailure(literal.after.parsed) ? soleRepair(before, sent) : undefined;
  const { plan, after } = repair === undefined ? literal : { plan: { ...sent, ...repair.plan }, after: repair.after };
  if (after.parsed === undefined) return { plan, after };
  if (isFailure(after.parsed)) throw unparsable(after.parsed, after.text);
  if (isFailure(before.parsed) || plan.free === "all") return { plan, after };
  const casualty = firstCasualty(before.parsed, after.parsed, plan.edits, plan.free);
  if (casualty === undefined) return { plan, after };
  const { what, line } = casualty;
  throw new ToolError(
    "syntax_error",
    `It would parse, but \`${clip(escapeInvisible(what), 80)}\` (line ${line}), which was not to change, would no longer stand as it is. A bracket, quote or comment is left open or closed too early, or a \`;\` is missing at the end. Send it complete.`,
  );
}

/** A plan with a word about what makes JSON of less use: what is no source code is never refused. */
function provenJson<P extends Plan>(before: FileText, after: FileText, plan: P): P {
  const was = jsonText(before.oxc, before.text);
  const is = jsonText(after.oxc, after.text);
  if (typeof was === "object" || is === "strict" || is === was) return plan;
  const warning =
    typeof is === "object"
      ? `It is NO JSON any more: line ${is.line}: ${clip(escapeInvisible(is.message), 300)}. Mend it, or take it back with kart_undo.`
      : "It is no STRICT JSON any more, as by a comment, a trailing comma or a word without quotes.";
  return { ...plan, warnings: [...plan.warnings, warning] };
}

/** A word about a new file that is no JSON, though it is called so. */
export function madeJsonNote(made: FileText): string[] {
  const is = isJson(made.path) ? jsonText(made.oxc, made.text) : "strict";
  return typeof is === "object"
    ? [
        `It is NO JSON: line ${is.line}: ${clip(escapeInvisible(is.message), 300)}. Mend it, or take it back with kart_undo.`,
      ]
    : [];
}

function resultOf(before: FileText, plan: Plan): FileText {
  return new FileText(before.oxc, before.path, applyEdits(before.text, plan.edits));
}

/** The one repair whose result parses; undefined where none does, or several that differ. */
function soleRepair(before: FileText, plan: Plan): { readonly plan: Plan; readonly after: FileText } | undefined {
  const parsing = (plan.repairs?.() ?? [])
    .map((repair) => ({ plan: repair, after: resultOf(before, repair) }))
    .filter(({ after }) => after.parsed !== undefined && !isFailure(after.parsed));
  const [first] = parsing;
  return parsing.every(({ after }) => after.text === first?.after.text) ? first : undefined;
}

function unparsable({ line, message }: SyntaxFailure, text: string): ToolError {
  if (text.startsWith(`${MARK}#!`))
    return new ToolError(
      "syntax_error",
      "The result would not parse: a byte order mark would stand before `#!`, which must be the first of a file. Send the whole text to kart_write, without a mark: it leaves the file's out.",
    );
  const start = new LineIndex(text).offsetAt({ line, column: 1 }) ?? 0;
  const row = text.slice(start, start + 200).split(/[\r\n]/)[0] ?? "";
  return new ToolError(
    "syntax_error",
    `The result would not parse: ${clip(escapeInvisible(message), 300)}, at line ${line} of the result: \`${clip(escapeInvisible(row.trim()), 120)}\`. Mend it and send it again.`,
  );
}

/** The symbols that stand in a span and are no members of others that do; nested members too where one of these was changed. */
export function declaredIn(
  { parsed, declarations }: SourceSymbols,
  span: Span,
  { isNested = false, inComment }: Pick<Target, "isNested" | "inComment">,
): Declaration[] {
  if (inComment !== undefined)
    return jsDocTypes(parsed)
      .map((one) => ({ ...declaredByComment(one), span: inComment === "alone" ? one.comment : one.span }))
      .filter((one) => contains(span, one.span));
  const inside = walkDeclarations(isNested ? withNestedMembers(parsed, declarations) : declarations)
    .map(({ declaration }) => declaration)
    .filter((declaration) => contains(span, declaration.span));
  const members = new Set(inside.flatMap(({ children }) => children));
  return inside.filter((one) => !members.has(one));
}
