import type { ClassElement } from "oxc-parser";
import type { Span } from "../text/span.ts";
import type { ParsedSource } from "./parser/parse.ts";
import { nodesIn } from "./parser/tree.ts";

/** A member of a class, wherever that stands: in a function or an expression, too. */
export interface ClassMember {
  readonly isStatic: boolean;
  /** Whether it has a value or a body, or none, or leaves that to the classes below. */
  readonly value: "given" | "none" | "abstract";
  /** Where it is named, inside of quotes: several times where it has overloads, or a getter and a setter. */
  readonly names: readonly Span[];
  /** UTF-16 offset of the brace that ends the class, where that extends another. */
  readonly endOfHeir?: number;
}

/** The members of a name that the classes of a file declare, in no order that is promised. */
export function classMembersNamed({ program }: ParsedSource, wanted: string): ClassMember[] {
  const found: ClassMember[] = [];
  for (const node of nodesIn(program, program)) {
    if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") continue;
    const endOfHeir = node.superClass === null ? {} : { endOfHeir: node.body.end - 1 };
    for (const isStatic of [false, true]) {
      const declared = node.body.body.flatMap((element) => {
        const name = "static" in element && element.static === isStatic ? nameOf(element, wanted) : undefined;
        return name === undefined ? [] : [{ element, name }];
      });
      if (declared.length === 0) continue;
      const value = valueOf(declared.map(({ element }) => element));
      found.push({ isStatic, value, names: declared.map(({ name }) => name), ...endOfHeir });
    }
  }
  return found;
}

function nameOf(element: ClassElement, name: string): Span | undefined {
  if (!("key" in element) || element.computed) return undefined;
  const { key } = element;
  if (key.type === "Identifier" && key.name === name) return { start: key.start, end: key.end };
  return key.type === "Literal" && key.value === name ? { start: key.start + 1, end: key.end - 1 } : undefined;
}

/** Of what is declared several times, one part has the value. */
function valueOf(elements: readonly ClassElement[]): ClassMember["value"] {
  if (elements.some(({ type }) => type.startsWith("TSAbstract"))) return "abstract";
  const isGiven = (one: ClassElement) =>
    one.type === "MethodDefinition" ? one.value.body !== null : "value" in one && one.value !== null;
  return elements.some(isGiven) ? "given" : "none";
}
