import { ToolError } from "@kart/core/mcp/tool-error";
import { jsDocImports } from "@kart/core/syntax/comments/jsdoc-imports";
import { jsDocTypes } from "@kart/core/syntax/comments/jsdoc-types";
import type { SourceSymbols } from "@kart/core/syntax/source-symbols";
import { contains, type Span } from "@kart/core/text/span";
import { wordsIn } from "@kart/core/text/words";
import { listedNames } from "./names.ts";

/**
 * Throws `invalid_argument` where the doc comment of what is taken out of a file declares or imports types besides, that others may
 * name.
 *
 * @param span from the comments above on
 */
export function refuseSharedLead({ parsed }: SourceSymbols, span: Span): void {
  const { source, lines } = parsed;
  const rest = source.slice(0, span.start) + source.slice(span.end);
  const declared = jsDocTypes(parsed).filter(({ comment }) => contains(span, comment));
  const imported = jsDocImports(parsed)
    .filter(({ comment }) => contains(span, comment))
    .flatMap(({ names, comment }) => names.map(({ local }) => ({ name: local, comment })))
    .filter(({ name }) => wordsIn(rest, name, 1).length > 0);
  const [first] = [...declared, ...imported];
  if (first === undefined) return;
  const names = listedNames([...declared, ...imported].map(({ name }) => name));
  throw new ToolError(
    "invalid_argument",
    `The comment above, at line ${lines.lineAt(first.comment.start)}, is what the file has ${names} by as well. Part it in two first (kart_patch).`,
  );
}
