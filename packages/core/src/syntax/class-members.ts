import type { ClassElement } from "oxc-parser";
import type { Span } from "../text/span.ts";
import type { ParsedSource } from "./parse.ts";
import { nodesIn } from "./tree.ts";

/** A member of a class, wherever that stands: in a function or an expression, too. */
export interface ClassMember {
  readonly isStatic: boolean;
  /** Where it is named, inside of quotes: several times where it has overloads, or a getter and a setter. */
  readonly names: readonly Span[];
  /** UTF-16 offset of the brace that ends the class, where that extends another. */
  readonly endOfHeir?: number;
}

/** The members of a name that the classes of a file declare, in no order that is promised. */
export function classMembersNamed({ program }: ParsedSource, name: string): ClassMember[] {
  const found: ClassMember[] = [];
  for (const node of nodesIn(program, program)) {
    if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") continue;
    const endOfHeir = node.superClass === null ? {} : { endOfHeir: node.body.end - 1 };
    for (const isStatic of [false, true]) {
      const names = node.body.body.flatMap((one) =>
        "static" in one && one.static === isStatic ? nameOf(one, name) : [],
      );
      if (names.length > 0) found.push({ isStatic, names, ...endOfHeir });
    }
  }
  return found;
}

function nameOf(element: ClassElement, name: string): Span[] {
  if (!("key" in element) || element.computed) return [];
  const { key } = element;
  if (key.type === "Identifier" && key.name === name) return [{ start: key.start, end: key.end }];
  return key.type === "Literal" && key.value === name ? [{ start: key.start + 1, end: key.end - 1 }] : [];
}
