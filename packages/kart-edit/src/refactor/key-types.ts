import type { Node } from "oxc-parser";
import type { ParsedSource } from "@kart/core/syntax/parse";
import { childNodes } from "@kart/core/syntax/tree";
import { type Span, textOf } from "@kart/core/text/span";

/** A name in quotes that a generic type is given beside another type, of which it may name a member: `Omit<Invoice, "total">`. */
export interface KeyInType {
  /** The name without its quotes. */
  readonly span: Span;
  /** The other types, as they are written and without `keyof`. */
  readonly owners: readonly string[];
  /** Whether the generic is one of TypeScript's own that take the name for a member's and nothing else. */
  readonly isKey: boolean;
}

/** The places of a file where a name may be a member's in such a way. */
export function keysInTypes({ source, program }: ParsedSource, name: string): KeyInType[] {
  const found: KeyInType[] = [];
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const children = childNodes(node);
    pending.push(...children);
    if (node.type !== "TSTypeParameterInstantiation" || node.params.length < 2) continue;
    const takes = takesKeys(/[\w$]*$/.exec(source.slice(Math.max(0, node.start - 20), node.start))?.[0]);
    for (const [at, parameter] of node.params.entries()) {
      const others = node.params.filter((_, index) => index !== at).map(plain);
      const owners = others.map((other) =>
        textOf(source, other.type === "TSTypeOperator" ? other.typeAnnotation : other),
      );
      for (const { start, end } of namesIn(parameter, name))
        found.push({ span: { start: start + 1, end: end - 1 }, owners, isKey: at === 1 && takes(others[0]) });
    }
  }
  return found.toSorted((a, b) => a.span.start - b.span.start);
}

function takesKeys(generic: string | undefined): (other: Node | undefined) => boolean {
  if (generic === "Omit" || generic === "Pick") return () => true;
  if (generic === "Exclude" || generic === "Extract") return (other) => other?.type === "TSTypeOperator";
  return () => false;
}

/** String literals of a type that are a name: it itself, or one of a union. */
function namesIn(type: Node, name: string): Node[] {
  const node = plain(type);
  if (node.type === "TSUnionType") return node.types.flatMap((one) => namesIn(one, name));
  return node.type === "TSLiteralType" && textIn(node.literal) === name ? [node.literal] : [];
}

/** The text of a string, or of a template that nothing is put into. */
function textIn(literal: Node): unknown {
  if (literal.type !== "TemplateLiteral") return literal.type === "Literal" ? literal.value : undefined;
  return literal.expressions.length === 0 ? literal.quasis[0]?.value.cooked : undefined;
}

function plain(type: Node): Node {
  return type.type === "TSParenthesizedType" ? plain(type.typeAnnotation) : type;
}
