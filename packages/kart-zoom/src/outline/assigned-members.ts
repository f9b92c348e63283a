import { formatNamePart } from "@kart/core/syntax/name-path";
import { childNodes } from "@kart/core/syntax/tree";
import type { AssignmentExpression, Class, ClassElement, MethodDefinition, Node } from "oxc-parser";
import type { Outlined, OutlineSource } from "./outline.ts";
import type { Piece } from "./pieces.ts";
import { literalInitializer, valueType } from "./spelled-type.ts";

/**
 * The properties that a class of JavaScript gets by `this.name = …`, which the compiler takes for their declarations: those of its
 * constructor first, then those of its methods. They are no symbols.
 *
 * @param owner the name path of the class
 */
export function assignedMembers({ body, superClass }: Class, owner: string, source: OutlineSource): Outlined[] {
  const declared = new Set(body.body.flatMap(ownName));
  const uses = body.body.filter(isMethod).toSorted(constructorFirst).flatMap(usesIn);
  const byName = Map.groupBy(uses, ({ name }) => name);
  return [...byName].flatMap(([name, all]): Outlined[] => {
    const node = all.find(({ assignment }) => assignment !== undefined)?.assignment;
    if (node === undefined || declared.has(name)) return [];
    const doc = source.docAbove(node.start);
    const isPrivate = /@private\b/.test(doc);
    const type = typeOf(all, node, /@type\b/.test(doc), superClass !== null, source);
    return [
      {
        name,
        namePath: `${owner}.${formatNamePart(name)}`,
        kind: "property",
        exported: !isPrivate,
        isPrivate,
        signatures: [source.signature(node, `${isPrivate ? "private " : ""}${name}`, type)],
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
  /** UTF-16 offset of the name. */
  readonly at: number;
  readonly method: MethodDefinition;
  /** Set where something is assigned to it. */
  readonly assignment?: AssignmentExpression;
}

/** Of a name without a type the compiler tells at an assignment in the constructor `any`, and behind one what was assigned. */
function typeOf(
  uses: readonly Use[],
  first: AssignmentExpression,
  isTyped: boolean,
  mayInherit: boolean,
  source: OutlineSource,
): Piece {
  const assigned = uses.filter(({ assignment }) => assignment !== undefined);
  const isPlain = isTyped || assigned.every(({ method }) => method.kind !== "constructor");
  const told = isPlain ? assigned[0] : uses.find((use) => assigned.every(({ method }) => method !== use.method));
  if (told !== undefined) return { at: told.at, part: "type" };
  const isKnown = assigned.length === 1 && !mayInherit && literalInitializer(first.right, source.slices) !== undefined;
  const known = isKnown ? valueType(first.right, source.slices, "widened") : undefined;
  return known === undefined ? " /* inferred */" : `: ${known}`;
}

function usesIn(method: MethodDefinition): Use[] {
  return method.value.body === null ? [] : usesBelow(method.value.body, method);
}

/** In the order of the source. Arrow functions have the `this` of what is around them. */
function usesBelow(node: Node, method: MethodDefinition, assignment?: AssignmentExpression): Use[] {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "ClassExpression":
      return [];
    case "AssignmentExpression":
      return [
        ...usesBelow(node.left, method, node.operator === "=" ? node : undefined),
        ...usesBelow(node.right, method),
      ];
    case "MemberExpression":
      if (node.object.type === "ThisExpression" && !node.computed && node.property.type === "Identifier") {
        const { name, start } = node.property;
        return [{ name, at: start, method, ...(assignment && { assignment }) }];
      }
      break;
    default:
  }
  const children = childNodes(node).toSorted((a, b) => a.start - b.start);
  return children.flatMap((child) => usesBelow(child, method));
}
