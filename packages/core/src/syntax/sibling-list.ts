import type { Node } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { childNodes } from "./parser/tree.ts";

/** What a declaration is one of, by what stands between its elements: line breaks, `;` or `,`. */
export type ListKind = "statements" | "class" | "signatures" | "enum" | "object";

/** The list that a declaration stands in, with everything else in it, be it a symbol or not. */
export interface SiblingList {
  readonly kind: ListKind;
  /** In the order of the source; an exported class starts at its first decorator. */
  readonly items: readonly Span[];
  /** Which of the items the declaration is: several where it is a set of overloads. */
  readonly first: number;
  readonly last: number;
}

const LISTS: Readonly<Partial<Record<Node["type"], { readonly kind: ListKind; readonly property: string }>>> = {
  Program: { kind: "statements", property: "body" },
  TSModuleBlock: { kind: "statements", property: "body" },
  // In functions nothing is a symbol but what is exported there: `(function (self) { self.a = … })(exports)`.
  BlockStatement: { kind: "statements", property: "body" },
  ClassBody: { kind: "class", property: "body" },
  TSInterfaceBody: { kind: "signatures", property: "body" },
  TSTypeLiteral: { kind: "signatures", property: "members" },
  TSEnumBody: { kind: "enum", property: "members" },
  ObjectExpression: { kind: "object", property: "properties" },
};

/** Undefined for what is no element of a list: a parameter property, one of several declarators, `B` of `namespace A.B`. */
export function siblingList(program: Node, span: Span): SiblingList | undefined {
  for (const list of listsAround(program, span)) {
    const first = list.items.findIndex(({ start }) => start === span.start);
    const last = list.items.findLastIndex(({ end }) => end === span.end);
    if (first !== -1 && last >= first) return { ...list, first, last };
  }
  return undefined;
}

function* listsAround(node: Node, span: Span): Generator<{ readonly kind: ListKind; readonly items: readonly Span[] }> {
  const list = LISTS[node.type];
  if (list !== undefined) {
    const elements = (node as unknown as Record<string, readonly Node[]>)[list.property] ?? [];
    yield { kind: list.kind, items: elements.map(wholeSpan) };
  }
  for (const child of childNodes(node)) {
    const { start, end } = wholeSpan(child);
    if (start <= span.start && span.end <= end) yield* listsAround(child, span);
  }
}

/** The decorators of an exported class stand before its `export`, and before the statement's node. */
function wholeSpan(node: Node): Span {
  const declaration = "declaration" in node ? node.declaration : undefined;
  const decorators = declaration?.type === "ClassDeclaration" ? declaration.decorators : [];
  return { start: Math.min(node.start, decorators[0]?.start ?? node.start), end: node.end };
}
