import { assignsModule, isTypedByComment } from "@kart/core/syntax/common-js/common-js-assignment";
import { assignedNames, isExportsProperty } from "@kart/core/syntax/common-js/common-js-names";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains } from "@kart/core/text/span";
import type { Target } from "../../planning/plan.ts";

/**
 * The name under which CommonJS exports what is declared under a name of its own, `a` of `module.exports = { a: b }`, where the symbol
 * is `module.exports.a` or `exports.a`. It is no declaration of the file.
 */
export function exportedKey(source: SourceSymbols, symbol: string): Target | undefined {
  const name = /^(?:module\.exports|exports|export=)\.([^.]+)$/.exec(symbol)?.[1];
  if (name === undefined || source.parsed.language !== "jsx") return undefined;
  const [key, ...others] = assignedNames(source.parsed).filter((one) => one.name === name);
  if (key?.local === undefined || others.length > 0) return undefined;
  const { span } = key;
  const { program, source: text } = source.parsed;
  const about = { name, namePath: symbol, kind: "property", exported: true, children: [] } as const;
  const isUntracked = key.isUntracked === true || (isExportsProperty(text, span) && program.body.some(assignsModule));
  const list = program.body.find((statement) => contains(statement, span) && assignsModule(statement));
  const isTyped = list !== undefined && isTypedByComment(text, list.start, span.start);
  const declaration = {
    ...about,
    span,
    nameRange: span,
    head: span,
    ...(isUntracked && { isUntracked }),
    ...(isTyped && { isTyped }),
  };
  return { source, span, declaration };
}
