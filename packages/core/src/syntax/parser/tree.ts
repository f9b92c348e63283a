import type { Node } from "oxc-parser";
import { firstIndex } from "../../text/sorted.ts";
import type { Span } from "../../text/span.ts";

/** The nodes right below a node, in no order that is promised. */
export function childNodes(node: Node): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) children.push(...(value as unknown[]).filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

/** Every node that shares text with a span, parents first. */
export function* nodesIn(node: Node, span: Span): Generator<Node> {
  yield node;
  for (const child of childNodes(node)) if (touches(child, span)) yield* nodesIn(child, span);
}

/**
 * Every node that holds one of some offsets (UTF-16), parents before what is in them: of a tree that is read as far as anyone looks, no
 * more is read than leads there.
 *
 * @param offsets in their order
 */
export function* nodesHolding(program: Node, offsets: readonly number[]): Generator<Node> {
  const holds = holding(offsets);
  const pending = [program].filter(holds);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    pending.push(...childNodes(node).filter(holds));
  }
}

/** Tells of nodes whether they hold one of some offsets (UTF-16), which are in order. */
export function holding(offsets: readonly number[]): (node: Node) => boolean {
  return (node) => {
    const start = startOf(node);
    const first = offsets[firstIndex(offsets, (one) => one >= start)];
    return first !== undefined && first < node.end;
  };
}

/** Whether a node shares text with a span. */
export function touches(node: Node, span: Span): boolean {
  return startOf(node) < span.end && node.end > span.start;
}

/** Where the text of a node begins. Decorators stand before `export`, and before the name or pattern of a parameter. */
export function startOf(node: Node): number {
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration")
    return node.declaration === null ? node.start : Math.min(node.start, startOf(node.declaration));
  if (node.type === "AssignmentPattern") return Math.min(node.start, startOf(node.left));
  const first = "decorators" in node ? node.decorators?.[0] : undefined;
  return first === undefined ? node.start : Math.min(node.start, first.start);
}

/** Whether a name stands as that of a member or a property, and is not computed. */
export function isKey(node: Node, parent: Node): boolean {
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  return "key" in parent && parent.key === node && !(parent as { readonly computed?: boolean }).computed;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
