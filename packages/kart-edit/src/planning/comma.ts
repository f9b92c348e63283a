import type { Comment } from "oxc-parser";
import type { Parser } from "@kart/core/syntax/parser/parse";
import type { ListKind } from "@kart/core/syntax/sibling-list";
import { nodesIn } from "@kart/core/syntax/parser/tree";
import { parseWrapped } from "./content.ts";

/** The offset right behind the comma that follows an offset with nothing but white space and comments between. */
export function commaAfter(source: string, comments: readonly Comment[], offset: number): number | undefined {
  let at = offset;
  for (;;) {
    while (/\s/.test(source[at] ?? "")) at++;
    if (source[at] === ",") return at + 1;
    const comment = comments.find(({ start }) => start === at);
    if (comment === undefined) return undefined;
    at = comment.end;
  }
}

/**
 * Members of an object literal or enum with a comma behind the last of them, or with none. Undefined where the content is
 * no such list.
 */
export function withComma(
  oxc: Parser,
  path: string,
  list: Extract<ListKind, "enum" | "object">,
  content: string,
  wanted: boolean,
): string | undefined {
  const wrapped = parseWrapped(oxc, path, list, content);
  if (wrapped === undefined) return undefined;
  const { parsed, offset } = wrapped;
  const type = list === "enum" ? "TSEnumBody" : "ObjectExpression";
  for (const node of nodesIn(parsed.program, { start: 0, end: parsed.source.length })) {
    if (node.type !== type) continue;
    const items = node.type === "TSEnumBody" ? node.members : node.type === "ObjectExpression" ? node.properties : [];
    const last = items.at(-1);
    if (last === undefined) return undefined;
    const comma = commaAfter(parsed.source, parsed.comments, last.end);
    const end = last.end - offset;
    if (comma === undefined) return wanted ? `${content.slice(0, end)},${content.slice(end)}` : content;
    return wanted ? content : content.slice(0, comma - 1 - offset) + content.slice(comma - offset);
  }
  return undefined;
}
