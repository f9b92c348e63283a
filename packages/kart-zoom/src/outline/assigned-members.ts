import { formatNamePart } from "@kart/core/syntax/name-path";
import { childNodes } from "@kart/core/syntax/parser/tree";
import type { AssignmentExpression, Class, ClassElement, MethodDefinition, Node } from "oxc-parser";
import type { Outlined, OutlineSource } from "./outline.ts";
import { PROBE } from "./pieces.ts";

/**
 * The properties that a class of JavaScript gets by `this.name = …`, which the compiler takes for their declarations: those of its
 * constructor first, then those of its methods. They are no symbols.
 *
 * @param owner the name path of the class
 */
export function assignedMembers({ body }: Class, owner: string, source: OutlineSource): Outlined[] {
  const declared = new Set(body.body.flatMap(ownName));
  const uses = body.body.filter(isMethod).toSorted(constructorFirst).flatMap(usesIn);
  const byName = Map.groupBy(uses, ({ name }) => name);
  return [...byName].flatMap(([name, all]): Outlined[] => {
    const node = all.find(({ assignment }) => assignment !== undefined)?.assignment;
    if (node === undefined || declared.has(name)) return [];
    const doc = source.docAbove(node.start);
    const isPrivate = /@private\b/.test(doc);
    // Where it is assigned the compiler may tell what is assigned, and where it is read what it can be there.
    const probe = { insertAt: body.end - 1, text: `; ${PROBE}() { return this.${name}; }` };
    return [
      {
        name,
        namePath: `${owner}.${formatNamePart(name)}`,
        kind: "property",
        exported: !isPrivate,
        isPrivate,
        signatures: [
          source.signature(node, `${isPrivate ? "private " : ""}${name}`, { at: node.left.end, part: "return", probe }),
        ],
        doc,
        line: source.lines.lineAt(node.start),
        endLine: source.lines.lineAt(node.end),
      },
    ];
  });
}

function ownName(element: ClassElement): string[] {
  if (!("key" in element) || element.static || element.computed) return [];
  return element.key.type === "Identifier" ? [element.key.name] : [];
}

function isMethod(element: ClassElement): element is MethodDefinition {
  return element.type === "MethodDefinition" && !element.static;
}

function constructorFirst(a: MethodDefinition, b: MethodDefinition): number {
  return Number(b.kind === "constructor") - Number(a.kind === "constructor");
}

/** `this.name` in a method. */
interface Use {
  readonly name: string;
  /** Set where something is assigned to it. */
  readonly assignment?: AssignmentExpression;
}

function usesIn({ value: { body } }: MethodDefinition): Use[] {
  return body === null ? [] : usesBelow(body);
}

/** In the order of the source. Arrow functions have the `this` of what is around them. */
function usesBelow(node: Node, assignment?: AssignmentExpression): Use[] {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "ClassExpression":
      return [];
    case "AssignmentExpression":
      return [...usesBelow(node.left, node.operator === "=" ? node : undefined), ...usesBelow(node.right)];
    case "MemberExpression":
      if (node.object.type === "ThisExpression" && !node.computed && node.property.type === "Identifier") {
        return [{ name: node.property.name, ...(assignment && { assignment }) }];
      }
      break;
    default:
  }
  const children = childNodes(node).toSorted((a, b) => a.start - b.start);
  return children.flatMap((child) => usesBelow(child));
}
