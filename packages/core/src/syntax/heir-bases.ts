import type { Node } from "oxc-parser";

/** What a class or an interface extends or implements, as it is written. */
export interface BaseNode {
  /** Of a type with what it is given, of a class alone. */
  readonly node: Node;
  /** A name, or what a class extends. */
  readonly expression: Node;
  /** The types that it is given. */
  readonly given: Node | undefined;
  /** Whether it is a value, which a class extends. */
  readonly isValue: boolean;
}

/** Those of a class or an interface, what a class extends first. */
export function basesOf(node: Node): BaseNode[] {
  switch (node.type) {
    case "TSInterfaceDeclaration":
      return node.extends.map(typeOf);
    case "ClassDeclaration":
    case "ClassExpression": {
      const { superClass, superTypeArguments } = node;
      const implemented = (node.implements ?? []).map(typeOf);
      if (superClass === null) return implemented;
      const given = superTypeArguments ?? undefined;
      return [{ node: superClass, expression: superClass, given, isValue: true }, ...implemented];
    }
    default:
      return [];
  }
}

type BaseType = Extract<Node, { readonly type: "TSInterfaceHeritage" | "TSClassImplements" }>;

function typeOf(node: BaseType): BaseNode {
  return { node, expression: node.expression, given: node.typeArguments ?? undefined, isValue: false };
}
