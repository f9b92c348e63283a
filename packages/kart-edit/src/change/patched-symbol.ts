import { LineIndex } from "@kart/core/text/line-index";
import type { Span } from "@kart/core/text/span";
import type { Target } from "../planning/plan.ts";
import type { FileText } from "./file-text.ts";
import { declaredIn } from "./proven-result.ts";
import { renameWarning } from "./replacement-of.ts";

/** What a patch left of its symbol. Lines are 1-based. */
export interface Patched {
  readonly symbol?: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly warnings: readonly string[];
}

/** @param result where the symbol stands after the patch, or without one the lines from the first change to the last */
export function patchedSymbol(after: FileText, result: Span, target: Target | undefined): Patched {
  const lines = new LineIndex(after.text);
  const linesOf = ({ start, end }: Span) => {
    const last = /[\r\n]/.test(after.text[end - 1] ?? "") ? end - 1 : end;
    return { startLine: lines.lineAt(start), endLine: lines.lineAt(Math.max(start, last)) };
  };
  if (target === undefined) return { ...linesOf(result), warnings: [] };
  const { name, namePath } = target.declaration;
  const declared = target.overload === undefined ? declaredIn(after.symbols(), result, target) : [];
  const written = declared.find((one) => one.name === name) ?? declared[0];
  if (written === undefined) {
    const warnings = target.overload === undefined ? [`\`${namePath}\` is gone.`] : [];
    return { symbol: namePath, ...linesOf(result), warnings };
  }
  return {
    symbol: written.namePath,
    ...linesOf(written.span),
    warnings: renameWarning(target.declaration, written),
  };
}
