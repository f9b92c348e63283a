import type { Node } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { nodesIn } from "./parser/tree.ts";

/** Where line breaks and indentation are data, within a span: template literals, and strings that run over several lines. */
export function literalSpans(program: Node, source: string, span: Span): Span[] {
  const literals: Span[] = [];
  for (const node of nodesIn(program, span)) {
    const isData = node.type === "TemplateElement" || (node.type === "Literal" && typeof node.value === "string");
    if (isData && /[\r\n]/.test(source.slice(node.start, node.end)))
      literals.push({ start: node.start, end: node.end });
  }
  return literals;
}
