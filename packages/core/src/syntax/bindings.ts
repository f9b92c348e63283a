import type { BindingPattern, BindingRestElement } from "oxc-parser";
import type { Span } from "../text/span.ts";

/** A name that a binding pattern declares. */
export interface Binding {
  readonly name: string;
  readonly nameRange: Span;
  /** The smallest part of the pattern that declares this name: `x`, `y: z = 1`, `...rest`; the declarator for a plain name. */
  readonly element: Span;
}

/** The names a pattern declares, in the order of the source. `element` is what declares the pattern as a whole. */
export function bindingsOf(pattern: BindingPattern | BindingRestElement, element: Span): Binding[] {
  switch (pattern.type) {
    case "Identifier":
      return [
        { name: pattern.name, nameRange: { start: pattern.start, end: pattern.start + pattern.name.length }, element },
      ];
    case "AssignmentPattern":
      return bindingsOf(pattern.left, element);
    case "RestElement":
      return bindingsOf(pattern.argument, element);
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        property.type === "RestElement" ? bindingsOf(property, property) : bindingsOf(property.value, property),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((item) => (item === null ? [] : bindingsOf(item, item)));
  }
}
