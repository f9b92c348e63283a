import { type Declaration, isValueMember, typeOwnerOf } from "./declaration.ts";

/** Members that the language calls where no code names them, by name, with what does. */
const CALLERS: ReadonlyMap<string, string> = new Map([
  ["toString", "template strings and operators"],
  ["valueOf", "operators"],
  ["toJSON", "JSON.stringify"],
  ["then", "await"],
]);

/** Those of an iterator. */
const OF_ITERATORS: ReadonlySet<string> = new Set(["next", "return", "throw"]);

/** What browsers take of the class of a custom element: https://html.spec.whatwg.org/multipage/custom-elements.html */
const OF_ELEMENTS: ReadonlySet<string> = new Set([
  "adoptedCallback",
  "attributeChangedCallback",
  "connectedCallback",
  "connectedMoveCallback",
  "disabledFeatures",
  "disconnectedCallback",
  "formAssociated",
  "formAssociatedCallback",
  "formDisabledCallback",
  "formResetCallback",
  "formStateRestoreCallback",
  "observedAttributes",
]);

/** Whether a module exports it as `then`: `import()` gives what that resolves to in the place of the module. */
function isExportAwaited(declarations: readonly Declaration[], declaration: Declaration, name: string): boolean {
  const { exported, exportedAs = [declaration.name], kind } = declaration;
  if (name !== "then" || !exported || !exportedAs.includes(declaration.name)) return false;
  return declarations.includes(declaration) && !/^(?:interface|type|namespace|enum)$/.test(kind);
}

/**
 * What calls a member without naming it, in words: `JSON.stringify` for `toJSON`. No search for references finds such a call.
 * Undefined for what is only called by its name; a name that is computed, such as `[Symbol.iterator]`, has no references at all.
 *
 * @param declarations those of its file
 * @param name that it has, or is to get
 */
export function unnamedCallers(
  declarations: readonly Declaration[],
  declaration: Declaration,
  name = declaration.name,
): string | undefined {
  if (isExportAwaited(declarations, declaration, name)) return "import() of its module, which awaits that";
  if (!isValueMember(declarations, declaration)) return undefined;
  // What an interface says of a property is mostly data: `then: string`.
  const owner = typeOwnerOf(declarations, declaration);
  if (declaration.kind === "property" && (owner?.kind === "interface" || owner?.kind === "type")) return undefined;
  if (OF_ELEMENTS.has(name)) return owner?.kind === "class" ? "browsers (custom elements)" : undefined;
  if (!OF_ITERATORS.has(name)) return CALLERS.get(name);
  const beside = owner?.children ?? [];
  return beside.some((one) => /^\[Symbol\.(?:asyncI|i)terator\]$/.test(one.name)) ? "loops and spreads" : undefined;
}
