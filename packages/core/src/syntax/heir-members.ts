import type { ClassElement, Node, TSSignature } from "oxc-parser";
import type { Span } from "../text/span.ts";
import { elementName } from "./class-members.ts";
import { lastPart } from "./last-part.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { nodesIn } from "./parser/tree.ts";

/** A member that a class or an interface declares which extends or implements others; static ones are none. */
export interface HeirMember {
  /** Where it is named, inside of quotes: several times where it has overloads, or a getter and a setter. */
  readonly names: readonly Span[];
  /** UTF-16 offset of the brace that ends the class or the interface. */
  readonly end: number;
  readonly bases: readonly HeirBase[];
}

/** What a class or an interface extends or implements. */
export interface HeirBase {
  /** With the types that it is given. */
  readonly span: Span;
  /** Its last part, as in `all.Base`; none of a call. */
  readonly name?: { readonly text: string; readonly start: number };
  /** Whether it is a value, which a class extends. */
  readonly isValue: boolean;
}

/** The members of a name that heirs among the classes and interfaces of a file declare. */
export function heirMembersNamed({ program }: ParsedSource, wanted: string): HeirMember[] {
  const found: HeirMember[] = [];
  for (const node of nodesIn(program, program)) {
    const heir = heirAt(node);
    if (heir === undefined || heir.bases.length === 0) continue;
    const names = heir.elements.flatMap((one) => namesOf(one, wanted));
    if (names.length > 0) found.push({ names, end: heir.end, bases: heir.bases });
  }
  return found;
}

interface Heir extends Pick<HeirMember, "end" | "bases"> {
  readonly elements: readonly (ClassElement | TSSignature)[];
}

function heirAt(node: Node): Heir | undefined {
  switch (node.type) {
    case "TSInterfaceDeclaration": {
      const bases = node.extends.map((one) => baseOf(one, one.expression, false));
      return { elements: node.body.body, end: node.body.end - 1, bases };
    }
    case "ClassDeclaration":
    case "ClassExpression": {
      const implemented = (node.implements ?? []).map((one) => baseOf(one, one.expression, false));
      const extended = node.superClass === null ? [] : [baseOf(node.superClass, node.superClass, true)];
      return { elements: node.body.body, end: node.body.end - 1, bases: [...extended, ...implemented] };
    }
    default:
      return undefined;
  }
}

/** A constructor declares members by its parameters. */
function namesOf(element: ClassElement | TSSignature, wanted: string): Span[] {
  if ("static" in element && element.static) return [];
  if (element.type !== "MethodDefinition" || element.kind !== "constructor") {
    const name = elementName(element, wanted);
    return name === undefined ? [] : [name];
  }
  return element.value.params.flatMap((one) => {
    if (one.type !== "TSParameterProperty") return [];
    const { parameter } = one;
    const binding = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    const isMeant = binding.type === "Identifier" && binding.name === wanted;
    return isMeant ? [{ start: binding.start, end: binding.start + wanted.length }] : [];
  });
}

function baseOf({ start, end }: Node, expression: Node, isValue: boolean): HeirBase {
  const last = lastPart(expression);
  const name = last === undefined ? {} : { name: { text: last.name, start: last.start } };
  return { span: { start, end }, ...name, isValue };
}
