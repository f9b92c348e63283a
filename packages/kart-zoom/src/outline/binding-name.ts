import type { BindingPattern } from "oxc-parser";
import { RESERVED_WORDS } from "@kart/core/syntax/reserved-words";
import type { Slices } from "./slices.ts";

/** A parameter's name, or the pattern in its place without defaults. */
export function bindingName(pattern: BindingPattern, slices: Slices): string {
  switch (pattern.type) {
    case "Identifier":
      return pattern.name;
    case "AssignmentPattern":
      return bindingName(pattern.left, slices);
    case "ArrayPattern": {
      const elements = pattern.elements.map((element) =>
        element === null
          ? ""
          : element.type === "RestElement"
            ? `...${bindingName(element.argument, slices)}`
            : bindingName(element, slices),
      );
      return `[${elements.join(", ")}]`;
    }
    case "ObjectPattern": {
      const parts = pattern.properties.map((property) => {
        if (property.type === "RestElement") return `...${bindingName(property.argument, slices)}`;
        const value = bindingName(property.value, slices);
        if (property.shorthand) return value;
        // Another name inside the function is nothing to those who call it.
        const isRenamed = !property.computed && /^[\w$]+$/.test(value);
        if (isRenamed && property.key.type === "Identifier" && !RESERVED_WORDS.has(property.key.name))
          return property.key.name;
        const key = slices.of(property.key);
        return `${property.computed ? `[${key}]` : key}: ${value}`;
      });
      return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
    }
  }
}
